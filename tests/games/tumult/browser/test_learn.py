"""The first lesson of Tumult Royal in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice
from kronrat.core.replay import Replay
from kronrat.games.tumult.rules.events import FollowersLost, RanksSet
from kronrat.lessons import lessons_of
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.keys import NO_MOUSE
from tests.browser.lessons import Copy, LessonPage
from tests.browser.pages import COLOURS
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.games.tumult.browser.page import GAME, ROBBING, TumultPage

LESSON = lessons_of(GAME.id)["first"]
SIZES = {"desk": DESK, "phone": PHONE}


class TumultLesson(LessonPage, TumultPage):
    """The first round."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        super().__init__(visitor, GAME, LESSON, lang)

    def press(self, choice: Choice) -> None:
        asked = self.asked()
        assert asked is not None
        if choice[0] in ROBBING:
            self.rob(choice)
        else:
            self.pick(asked, choice)
            self.primary.click()
        self.visitor.wait_until(lambda: not self.busy())

    def go_on(self) -> None:
        """Riots and a coronation are told, and wait for a press."""
        self.visitor.wait_until(lambda: self._told())

    def _told(self) -> bool:
        self.skip_what_is_told()
        return bool(self.page.get_by_role("dialog").count())


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newcomer_learns(lang: str, size: str, visitors: Visitors, look: Look) -> None:
    page = TumultLesson(visitors.come(lang=lang, size=SIZES[size], touch=size == "phone"), lang)
    page.enter()
    page.expect_step(0)
    look(page.page)
    page.learn()


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_every_step_stays_until_its_own_choice_is_made(size: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang="de", size=SIZES[size], touch=size == "phone")
    newcomer.go(f"/learn/{GAME.id}/first")
    TumultLesson(newcomer, "de").learn(mistakes=True)


def test_the_light_leads_back_to_the_meadow(anna: Visitor) -> None:
    """Nobody is invited to confirm another one; and what the people need is pointed at when it is told."""
    anna.go(f"/learn/{GAME.id}/first")
    page = TumultLesson(anna)
    page.expect_step(0)
    page.read_on(0)
    wanted = LESSON.steps[1].wants
    page.copy.enter(1)
    asked = page.asked()
    assert wanted
    assert asked
    meadow = page.field(int(wanted[1]), int(wanted[2]))
    page.pick(asked, next(choice for choice in asked.options if choice != wanted))
    page.expect_lit(meadow)
    page.primary.click()
    expect(page.expect_step(1).get_by_role("alert")).to_be_visible()
    page.expect_lit(meadow)
    page.pick(asked, wanted)
    page.expect_lit(page.primary)
    page.do(wanted)
    page.expect_step(2)
    page.expect_lit(anna.page.locator(".need"))
    light = anna.page.locator(".spot").bounding_box()
    assert light is not None
    assert light["height"] < 200


def test_the_king_of_the_lesson_had_the_most_followers() -> None:
    """As its last card says, with what the coronation cost."""
    copy = Copy(GAME, LESSON)
    for step in LESSON.steps:
        if step.wants:
            copy.play(step.wants)
    journal = copy.table.table.running().journal
    replay, told = Replay(GAME, journal), []
    for _ in journal.lines:
        told += replay.step()
    ranks = next(event for event in told if isinstance(event, RanksSet))
    lost = [event for event in told if isinstance(event, FollowersLost) and event.seat == ranks.order[0]]
    for lang in ("en", "de"):
        words = Words(lang, GAME.id)
        said = words.say("learn.first.king.text")
        assert words.say("web.tincture." + COLOURS[ranks.order[0]]) in said
        assert re.findall(r"\d+", said) == [str(ranks.followers[0]), str(lost[-1].followers)]


@pytest.mark.full
def test_every_step_is_found_again_after_a_reload(anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    TumultLesson(anna).resume()


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_a_screen_reader_finds_of_a_card(lang: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang)
    newcomer.go(f"/learn/{GAME.id}/first")
    page = TumultLesson(newcomer, lang)
    page.expect_tree(0)
    newcomer.page.keyboard.press("Enter")
    page.expect_tree(1)


class ByKeys(TumultLesson):
    """Somebody who has only keys."""

    def press(self, choice: Choice) -> None:
        verb = choice[0]
        if verb == "lift":
            self._walk(self.tile(int(choice[1])))
        elif verb == "place":
            self._walk(self.field(int(choice[1]), int(choice[2])))
        elif verb == "pay":
            self._walk(self.way_to_pay(choice))
        self.page.keyboard.press("k" if verb == "keep" else "Enter")
        expect(self.card([step.wants for step in LESSON.steps].index(choice))).to_be_hidden()

    def _walk(self, to: Locator) -> None:
        """With G from target to target, until this one has the focus."""
        for _ in range(80):
            self.page.keyboard.press("g")
            if to.evaluate("one => one === document.activeElement"):
                return
        raise AssertionError("G never comes there")

    def read_on(self, number: int) -> None:
        self.page.keyboard.press("Enter")

    def _told(self) -> bool:
        if self.tray.locator(".prompt").count():
            self.page.keyboard.press("Enter" if self.primary.count() else "Escape")
        return bool(self.page.get_by_role("dialog").count())


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_lesson_without_a_mouse(lang: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang)
    newcomer.go(f"/learn/{GAME.id}/first")
    newcomer.page.evaluate(NO_MOUSE)
    page = ByKeys(newcomer, lang)
    page.expect_step(0)
    page.learn()


@pytest.mark.parametrize("id", ["riot", "king"])
def test_on_a_phone_followers_are_pointed_at_where_they_are_found(id: str, visitors: Visitors) -> None:
    """There the players have a pane of their own, which is not the one that is shown."""
    newcomer = visitors.come(size=PHONE, touch=True)
    newcomer.go(f"/learn/{GAME.id}/first")
    page = TumultLesson(newcomer)
    number = next(number for number, step in enumerate(LESSON.steps) if step.id == id)
    for before in range(number):
        page.expect_step(before)
        page.pass_over(before)
    page.expect_step(number)
    page.expect_lit(page.button("web.tr.pane.players"))
