"""The first lesson of Tumult Royal in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from kronrat.core.flow import Choice
from kronrat.lessons import lessons_of
from tests.browser.barriers import Look
from tests.browser.keys import NO_MOUSE
from tests.browser.lessons import LessonPage
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
