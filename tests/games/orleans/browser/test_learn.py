"""The first lesson of Orléans Stories in a browser."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.core.flow import Choice
from kronrat.lessons import lessons_of
from tests.browser.barriers import Look
from tests.browser.lessons import LessonPage
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.games.orleans.browser.page import OrleansPage

GAME = kronrat.load("orleans")
LESSON = lessons_of(GAME.id)["first"]
SIZES = {"desk": DESK, "phone": PHONE}


class OrleansLesson(LessonPage, OrleansPage):
    """The first plan."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        super().__init__(visitor, GAME, LESSON, lang)

    def press(self, choice: Choice) -> None:
        asked = self.asked()
        assert asked is not None
        self.put_slips_away()
        if choice[0] == "place":
            self.hold(str(choice[1]))
            self.space(choice[2], choice[3]).click()
            return
        if choice != ("ready",):
            self.pick(asked, choice)
        self.primary.click()

    def go_on(self) -> None:
        """Nothing is told here that waits for a press."""


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newcomer_learns(lang: str, size: str, visitors: Visitors, look: Look) -> None:
    page = OrleansLesson(visitors.come(lang=lang, size=SIZES[size], touch=size == "phone"), lang)
    page.enter()
    page.expect_step(0)
    look(page.page)
    page.learn()
