"""The lessons of Orléans Stories in a browser, one for each story."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

import kronrat
from kronrat.core.flow import Choice
from kronrat.lessons import Lesson, lessons_of
from tests.browser.barriers import Look
from tests.browser.lessons import LessonPage
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors
from tests.games.orleans.browser.page import OrleansPage
from tests.games.orleans.browser.test_play import Keys

GAME = kronrat.load("orleans")
LESSONS = lessons_of(GAME.id)
SIZES = {"desk": DESK, "phone": PHONE}


class OrleansLesson(LessonPage, OrleansPage):
    """The first plan, or the first year."""

    def __init__(self, visitor: Visitor, lesson: Lesson, lang: str = "en") -> None:
        super().__init__(visitor, GAME, lesson, lang)

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
            if choice == self.lesson.steps[self.copy.table.at].wants:
                self.expect_lit(self.primary)
        self.primary.click()

    def go_on(self) -> None:
        """Past the end of a year, which waits for a press."""
        if self.copy.table.at == len(self.lesson.steps):
            self.visitor.wait_until(self._told)

    def _told(self) -> bool:
        if self.card(len(self.lesson.steps) - 1).count():
            return True
        with suppress(TimeoutError):  # it may be gone again, where nothing waits
            self.primary.click(timeout=500)
        return False


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_newcomer_learns(lesson: str, lang: str, size: str, visitors: Visitors, look: Look) -> None:
    newcomer = visitors.come(lang=lang, size=SIZES[size], touch=size == "phone")
    page = OrleansLesson(newcomer, LESSONS[lesson], lang)
    newcomer.go(f"/learn/{GAME.id}/{lesson}")
    page.expect_step(0)
    look(page.page)
    page.learn()


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_stays_until_its_own_choice_is_made(lesson: str, size: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang="de", size=SIZES[size], touch=size == "phone")
    newcomer.go(f"/learn/{GAME.id}/{lesson}")
    OrleansLesson(newcomer, LESSONS[lesson], "de").learn(mistakes=True)


@pytest.mark.full
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_is_found_again_after_a_reload(lesson: str, anna: Visitor) -> None:
    anna.go(f"/learn/{GAME.id}/{lesson}")
    OrleansLesson(anna, LESSONS[lesson]).resume()


UNCOVERED = """() => {
  const points = document.querySelector("svg.pointer")?.getBoundingClientRect();
  return points && [...document.querySelectorAll("[data-green] :is(.tk, .lab > *)")].every((follower) => {
    const { left, right, top, bottom } = follower.getBoundingClientRect();
    return points.right <= left || right <= points.left || points.bottom <= top || bottom <= points.top;
  });
}"""


def test_what_points_at_a_follower_covers_no_other_and_no_name(anna: Visitor) -> None:
    lesson = LESSONS["first"]
    page = OrleansLesson(anna, lesson)
    anna.go(f"/learn/{GAME.id}/{lesson.id}")
    plan = [step.id for step in lesson.steps].index("plan")
    for number, step in enumerate(lesson.steps[:plan]):
        page.expect_step(number)
        if step.wants is None:
            page.read_on(number)
        else:
            page.do(step.wants)
            page.go_on()
    page.expect_step(plan)
    anna.page.wait_for_function(UNCOVERED)


class ByKeys(OrleansLesson):
    """Somebody who has only keys."""

    def press(self, choice: Choice) -> None:
        Keys(self).choose(choice)

    def read_on(self, number: int) -> None:
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        if self.copy.table.at == len(self.lesson.steps):
            self.visitor.wait_until(self._pressed_on)

    def _pressed_on(self) -> bool:
        if self.card(len(self.lesson.steps) - 1).count():
            return True
        self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(100)
        return False


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_whole_lesson_without_a_mouse(lesson: str, lang: str, visitors: Visitors) -> None:
    newcomer = visitors.come(lang=lang)
    newcomer.go(f"/learn/{GAME.id}/{lesson}")
    page = ByKeys(newcomer, LESSONS[lesson], lang)
    page.expect_tree(0)
    page.learn()


@pytest.mark.full
def test_what_follows_a_lesson_is_about_its_story(anna: Visitor) -> None:
    lesson = LESSONS["favor"]
    page = OrleansLesson(anna, lesson)
    for way, said in (("web.learn.rules", "web.rules.os.kf.goal"), ("web.bots.pick", "switch.story.kings-favor")):
        anna.go(f"/learn/{GAME.id}/{lesson.id}")
        for number in range(len(lesson.steps) - 1):
            page.pass_over(number)
        last = page.expect_step(len(lesson.steps) - 1)
        page.connected()
        last.get_by_role("link", name=page.say(way), exact=True).click()
        chosen = anna.page.get_by_role("radio", name=page.say("switch.story.kings-favor"), exact=True)
        expect(chosen).to_be_checked()
        expect(anna.page.get_by_text(page.say(said), exact=True)).to_be_visible()
        anna.page.evaluate("localStorage.clear()")
