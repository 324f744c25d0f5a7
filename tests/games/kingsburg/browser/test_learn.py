"""The first lesson in a browser: right and wrong choices, back and skip, a reload, and what comes after it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kronrat.core.flow import Choice
from kronrat.lessons import lessons_of
from tests.browser.barriers import Look
from tests.browser.lessons import LessonPage
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import GAME
from tests.games.kingsburg.browser.test_keyboard import Keyboard

LESSON = lessons_of(GAME.id)["first"]
SIZES = {"desk": DESK, "phone": PHONE}


class KingsburgLesson(LessonPage, KingsburgPage):
    """The first year."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        super().__init__(visitor, GAME, LESSON, lang)

    def press(self, choice: Choice) -> None:
        asked = self.asked()
        assert asked is not None
        self.pick(asked, choice)
        if not self.primary.is_visible():
            self.button("web.kb.pane.turn").click()
        self.primary.click()

    def go_on(self) -> None:
        if self.copy.table.at == len(LESSON.steps):
            self.button("web.kb.to_year", year=2).click()

    def prompted(self) -> None:
        """The page asks what the copy of the table asks."""
        asked = self.asked()
        assert asked is not None
        expect(self.tray.get_by_role("heading", name=self.prompt(asked.decision))).to_be_visible()


@each("size", SIZES, ["desk"])
@each("lang", ["en", "de"], ["de"])
def test_a_newcomer_learns_and_plays_on(lang: str, size: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang, size=SIZES[size], touch=size == "phone")
    page = KingsburgLesson(newcomer, lang)
    page.enter()
    page.learn()
    page.card(len(LESSON.steps) - 1).get_by_role("button", name=page.say("web.first.play"), exact=True).click()
    LobbyPage(newcomer).opened()


@pytest.mark.full
def test_other_choices_are_refused_with_a_reason(anna: Visitor, look: Look) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    page = KingsburgLesson(anna)
    page.expect_step(0)
    look(anna.page)
    anna.page.keyboard.press("Enter")
    page.expect_step(1)
    page.press(("take", "gold"))
    expect(anna.page.get_by_text(page.say("web.refused.lesson"))).to_be_visible()
    look(anna.page)
    page.do(("take", "wood"))
    expect(page.expect_step(2)).to_contain_text(page.say("learn.first.favor.done"))


def test_the_light_leads_back_to_what_is_wanted(anna: Visitor) -> None:
    """It invites nobody to confirm something else, and what was refused is told no longer than it is true."""
    anna.go(f"/learn/{GAME.id}/first")
    page = KingsburgLesson(anna)
    build = [step.id for step in LESSON.steps].index("build")
    for number in range(build):
        page.pass_over(number)
    page.copy.enter(build)
    asked = page.asked()
    assert asked is not None
    told = page.expect_step(build).get_by_role("alert")
    page.pick(asked, ("build", "inn"))
    page.expect_lit(anna.page.locator(".me [data-building=statue]"))
    page.primary.click()
    expect(told).to_be_visible()
    page.pick(asked, ("build", "statue"))
    expect(told).to_have_count(0)
    page.expect_lit(page.primary)


def test_back_skip_and_a_reload(anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    page = KingsburgLesson(anna)
    page.expect_step(0)
    anna.page.keyboard.press("Enter")
    page.expect_step(1).get_by_role("button", name=page.say("web.learn.skip"), exact=True).click()
    page.expect_step(2)
    page.copy.enter(2)
    page.prompted()
    anna.page.reload()
    page.expect_step(2)
    page.prompted()
    anna.page.keyboard.press("Backspace")
    page.expect_step(1)
    page.copy.enter(1)
    page.prompted()
    page.card(1).get_by_role("link", name=page.say("web.learn.leave"), exact=True).click()
    expect(anna.page.get_by_role("heading", name=page.say("web.first.title"), exact=True)).to_be_visible()


class ByKeys(KingsburgLesson):
    """Somebody who has only keys."""

    def press(self, choice: Choice) -> None:
        asked = self.asked()
        assert asked is not None
        keys = Keyboard(self)
        keys.pick(asked, choice)
        keys.press("Enter")

    def read_on(self, number: int) -> None:
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        if self.copy.table.at == len(LESSON.steps):
            expect(self.button("web.kb.to_year", year=2)).to_be_visible()
            self.page.keyboard.press("Enter")


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_lesson_without_a_mouse(lang: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang)
    newcomer.go(f"/learn/{GAME.id}/first")
    page = ByKeys(newcomer, lang)
    page.expect_step(0)
    page.learn()


def test_what_a_screen_reader_finds_of_a_card(anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    page = KingsburgLesson(anna)
    page.expect_tree(0)
    anna.page.keyboard.press("Enter")
    page.expect_tree(1)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_every_step_stays_until_its_own_choice_is_made(size: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang="de", size=SIZES[size], touch=size == "phone")
    newcomer.go(f"/learn/{GAME.id}/first")
    KingsburgLesson(newcomer, "de").learn(mistakes=True)


@pytest.mark.full
def test_every_step_is_found_again_after_a_reload(anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    KingsburgLesson(anna).resume()
