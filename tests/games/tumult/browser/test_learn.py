"""The first lesson of Tumult Royal in a browser."""

from __future__ import annotations

import pytest

from kronrat.core.flow import Choice
from kronrat.lessons import lessons_of
from tests.browser.barriers import Look
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
