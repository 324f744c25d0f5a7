"""The first lesson in a browser: right and wrong choices, back and skip, a reload, and what comes after it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice
from kronrat.lessons import LEARNER, lessons_of
from kronrat.server import wire
from kronrat.server.lessons import LessonTable
from kronrat.words import Words
from tests.browser.barriers import Look
from tests.browser.house import Asked, kind_of
from tests.browser.lobby import LobbyPage
from tests.browser.often import each
from tests.browser.pages import COLOURS
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import GAME

LESSON = lessons_of(GAME.id)["first"]
SIZES = {"desk": DESK, "phone": PHONE}


class LessonPage(KingsburgPage):
    """The table of a lesson, of which this keeps a copy of its own to know what is asked."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        super().__init__(visitor, "", LEARNER, lang)
        names = [Words(lang).say(f"web.tincture.{colour}") for colour in COLOURS[: LESSON.seats]]
        self.words = Words(lang, GAME.id, GAME.variant(LESSON.options), names)
        self.copy = LessonTable(GAME, LESSON, 0, now=0)

    def asked(self) -> Asked:
        state = self.copy.table.running().state
        decision = state.decision(LEARNER)
        assert decision is not None
        return Asked(kind_of(decision), decision, tuple(state.options(LEARNER)))

    def card(self, number: int) -> Locator:
        name = self.say("web.learn.step", n=number + 1, all=len(LESSON.steps))
        return self.page.get_by_role("dialog", name=name, exact=True)

    def expect_step(self, number: int) -> Locator:
        """The card of this step, over the table as the step wants it."""
        card = self.card(number)
        expect(card).to_contain_text(self.say(f"learn.first.{LESSON.steps[number].id}.title"))
        return card

    def press(self, choice: Choice) -> None:
        """Choose with the controls of the page."""
        self.pick(self.asked(), choice)
        if not self.primary.is_visible():
            self.button("web.kb.pane.turn").click()
        self.primary.click()

    def do(self, choice: Choice) -> None:
        self.press(choice)
        self.copy.answer(wire.Play("1", 0, LEARNER, list(choice)), now=0)

    def leave_battle(self) -> None:
        self.button("web.kb.to_year", year=2).click()


@each("size", SIZES, ["desk"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newcomer_learns_and_plays_on(lang: str, size: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang, size=SIZES[size], touch=size == "phone")
    newcomer.go("/")
    page = LessonPage(newcomer, lang)
    name = page.say("web.first.learn_game", game=page.say(f"game.{GAME.id}"))
    newcomer.page.get_by_role("link", name=name, exact=True).click()
    for number, step in enumerate(LESSON.steps):
        card = page.expect_step(number)
        if step.wants is not None:
            page.do(step.wants)
            if page.copy.at == len(LESSON.steps):
                page.leave_battle()
        elif number < len(LESSON.steps) - 1:
            card.get_by_role("button", name=page.say("web.learn.next"), exact=True).click()
    page.card(len(LESSON.steps) - 1).get_by_role("button", name=page.say("web.first.play"), exact=True).click()
    LobbyPage(newcomer).opened()


def test_other_choices_are_refused_with_a_reason(anna: Visitor, look: Look) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    page = LessonPage(anna)
    page.expect_step(0)
    look(anna.page)
    anna.page.keyboard.press("Enter")
    page.expect_step(1)
    page.press(("take", "gold"))
    expect(anna.page.get_by_text(page.say("web.refused.lesson"))).to_be_visible()
    look(anna.page)
    page.do(("take", "wood"))
    expect(page.expect_step(2)).to_contain_text(page.say("learn.first.favor.done"))


def test_back_skip_and_a_reload(anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/first")
    page = LessonPage(anna)
    page.expect_step(0)
    anna.page.keyboard.press("Enter")
    page.expect_step(1).get_by_role("button", name=page.say("web.learn.skip"), exact=True).click()
    page.expect_step(2)
    page.copy = LessonTable(GAME, LESSON, 2, now=0)
    expect(page.tray.get_by_role("heading", name=page.prompt(page.asked().decision))).to_be_visible()
    anna.page.reload()
    page.expect_step(2)
    expect(page.tray.get_by_role("heading", name=page.prompt(page.asked().decision))).to_be_visible()
    anna.page.keyboard.press("Backspace")
    page.expect_step(1)
    page.copy = LessonTable(GAME, LESSON, 1, now=0)
    expect(page.tray.get_by_role("heading", name=page.prompt(page.asked().decision))).to_be_visible()
    page.card(1).get_by_role("link", name=page.say("web.learn.leave"), exact=True).click()
    expect(anna.page.get_by_role("heading", name=page.say("web.first.title"), exact=True)).to_be_visible()
