"""A lesson in somebody's browser. Its table is kept nowhere, so what is asked there is known from a copy of it."""

from __future__ import annotations

import json
from typing import Any, cast

from playwright.sync_api import Locator, TimeoutError, expect

from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.lessons import LEARNER, Lesson, LessonStep
from kronrat.server import wire
from kronrat.server.lessons import LessonTable
from kronrat.words import Words
from tests.browser.house import Asked, House, kind_of
from tests.browser.pages import COLOURS, TablePage
from tests.browser.visitor import PATIENCE_MS, Visitor

BRIEFLY_MS = 3_000
LIT = """(thing) => {
  const light = document.querySelector(".spot:not(.also)")?.getBoundingClientRect();
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return light && light.left < x && x < light.right && light.top < y && y < light.bottom;
}"""


class Copy:
    """What the page of a table asks a house, for the table of a lesson."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.table = LessonTable(game, lesson, 0, now=0)

    def enter(self, step: int) -> None:
        self.table = LessonTable(self.game, self.lesson, step, now=0)

    def play(self, choice: Choice) -> None:
        self.table.answer(wire.Play("1", 0, LEARNER, list(choice)), now=0)

    def view(self, _: str, seat: int | None) -> dict[str, Any]:
        return self.game.view(self.table.table.running().state, seat)

    def asked(self, _: str, seat: int) -> Asked | None:
        state = self.table.table.running().state
        decision = state.decision(seat)
        return None if decision is None else Asked(kind_of(decision), decision, tuple(state.options(seat)))


class LessonPage(TablePage):
    """To be mixed into the page of a game."""

    def __init__(self, visitor: Visitor, game: Game, lesson: Lesson, lang: str = "en") -> None:
        super().__init__(visitor, "", LEARNER, lang)
        self.lesson = lesson
        self.game_id = game.id
        self.copy = Copy(game, lesson)
        self.house = cast(House, self.copy)
        names = [Words(lang).say(f"web.tincture.{colour}") for colour in COLOURS[: lesson.seats]]
        self.words = Words(lang, game.id, game.variant(lesson.options), names)

    def enter(self) -> None:
        """From the first page, with one press."""
        self.visitor.go("/")
        name = self.say("web.first.learn_game", game=self.say(f"game.{self.game_id}"))
        self.page.get_by_role("link", name=name, exact=True).click()

    def card(self, number: int) -> Locator:
        name = self.say("web.learn.step", n=number + 1, all=len(self.lesson.steps))
        return self.page.get_by_role("dialog", name=name, exact=True)

    def expect_step(self, number: int) -> Locator:
        """The card of this step."""
        card = self.card(number)
        expect(card).to_contain_text(self._said(self.lesson.steps[number], "title"))
        return card

    def press(self, choice: Choice) -> None:
        """Choose with the controls of the page."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Past what the page shows between two steps, where it waits for a press."""
        raise NotImplementedError

    def read_on(self, number: int) -> None:
        """From a step that wants nothing to the next."""
        self.card(number).get_by_role("button", name=self.say("web.learn.next"), exact=True).click()

    def do(self, choice: Choice) -> None:
        """Choose what the lesson wants."""
        self.press(choice)
        self.copy.play(choice)

    def learn(self, mistakes: bool = False) -> None:
        """From the first step to the last, as the cards say, or with something else first."""
        made = 0
        for number, step in enumerate(self.lesson.steps[:-1]):
            self.expect_tree(number)
            if step.wants is None:
                self.read_on(number)
                continue
            if mistakes:
                made += self._mistake(number, step.wants)
            self.do(step.wants)
            self.go_on()
        self.expect_tree(len(self.lesson.steps) - 1)
        assert made or not mistakes

    def _mistake(self, number: int, wanted: Choice) -> bool:
        """Something that the rules allow and the step does not want: the card stays and says so, and nothing moves.
        Whether there is anything alike, and the card does not cover it.
        """
        asked = self.asked()
        assert asked is not None
        other = next((choice for choice in asked.options if choice != wanted and choice[0] == wanted[0]), None)
        if other is None:
            return False
        board = self.page.locator("main.board").bounding_box()
        self.page.set_default_timeout(BRIEFLY_MS)
        try:
            self.press(other)
        except TimeoutError:
            return False
        finally:
            self.page.set_default_timeout(PATIENCE_MS)
        expect(self.expect_step(number).get_by_role("alert")).to_have_text(self.say("web.refused.lesson"))
        assert self.page.locator("main.board").bounding_box() == board
        return True

    def expect_lit(self, thing: Locator) -> None:
        """What the card points at now."""
        self.page.wait_for_function(LIT, arg=thing.element_handle())

    def resume(self) -> None:
        """Leave and come back at every step; the page asks what is asked there."""
        for number in range(len(self.lesson.steps)):
            self.page.reload()
            self.expect_step(number)
            if number + 1 == len(self.lesson.steps):
                return
            self.pass_over(number)

    def connected(self) -> None:
        """Once the table of this step has been set up, the page may be left without a complaint."""
        self.visitor.wait_until(lambda: bool(self.page.evaluate("seen.socket?.readyState === WebSocket.OPEN")))

    def pass_over(self, number: int) -> None:
        """From a step to the next without doing anything."""
        self.connected()
        wants = self.lesson.steps[number].wants is not None
        said = self.say("web.learn.skip" if wants else "web.learn.next")
        self.card(number).get_by_role("button", name=said, exact=True).click()

    def expect_tree(self, number: int) -> None:
        """What a screen reader finds of a card: what came of the step before, what this one says, and the ways on.

        While there is only something to be read, the table rests.
        """
        steps = self.lesson.steps
        step, before = steps[number], steps[number - 1] if number else None
        label = self.say("web.learn.step", n=number + 1, all=len(steps))
        on = [] if step is steps[-1] else [self.say("web.learn.next" if step.wants is None else "web.learn.skip")]
        lines = [
            f'- dialog "{label}":',
            f'  - link "{self.say("web.learn.leave")}"',
            *([] if before is None or before.wants is None else [self._paragraph(before, "done")]),
            f'  - heading "{self._said(step, "title")}" [level=2]',
            self._paragraph(step, "text"),
            *(["  - list"] if step.scenes else []),
            *([] if step.wants is None else [self._paragraph(step, "do")]),
            f'  - progressbar "{label}"',
            *[f'  - button "{name}"' for name in ([] if before is None else [self.say("web.learn.back")]) + on],
        ]
        expect(self.expect_step(number)).to_match_aria_snapshot("\n".join(lines))
        expect(self.page.locator("main.board")).to_have_js_property("inert", step.wants is None)

    def _said(self, step: LessonStep, part: str) -> str:
        return self.say(f"learn.{self.lesson.id}.{step.id}.{part}")

    def _paragraph(self, step: LessonStep, part: str) -> str:
        return f"  - paragraph: {json.dumps(self._said(step, part), ensure_ascii=False)}"
