"""A lesson over a WebSocket: a table beside all others that follows its script."""

from __future__ import annotations

from collections.abc import Iterator

from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.lessons import LEARNER, Lesson
from kronrat.server import wire
from kronrat.server.aside import AsideTable, row_aside, seats_aside
from kronrat.server.planning import plan_opening
from kronrat.server.refusal import Refusal
from kronrat.server.table import Table

OTHERS = "page"  # the bots whose names the other seats bear


class LessonTable(AsideTable):
    """The table of one learner."""

    def __init__(self, game: Game, lesson: Lesson, at: int, now: int) -> None:
        row = row_aside("lesson", game, lesson.seats, dict(lesson.options), lesson.secret, now)
        opened = plan_opening(Table(row, game), seats_aside(lesson.seats, LEARNER, OTHERS), now)
        super().__init__(opened.table, LEARNER)
        self.lesson = lesson
        self.at = 0  # the step whose choice is awaited, or the number of steps
        for _ in self._come_to_choice(now):
            pass
        while self.at < at:
            wanted = lesson.steps[self.at].wants
            assert wanted is not None
            for _ in self._follow(wanted, now):
                pass

    def play(self, choice: Choice, now: int) -> list[wire.Message]:
        """The choice that the step wants, and what follows; anything else is refused."""
        if self.at == len(self.lesson.steps) or choice != self.lesson.steps[self.at].wants:
            raise Refusal("lesson")
        return list(self._follow(choice, now))

    def _follow(self, wanted: Choice, now: int) -> Iterator[wire.Message]:
        yield self.put(LEARNER, wanted, now)
        self.at += 1
        yield from self._come_to_choice(now)

    def _come_to_choice(self, now: int) -> Iterator[wire.Message]:
        """Play what happens before the next step that wants a choice."""
        while self.at < len(self.lesson.steps):
            step = self.lesson.steps[self.at]
            told = [self.put(line.seat, line.choice, now) for line in step.before]
            yield from [self.full(now)] if step.cut else told
            if step.wants is not None:
                return
            self.at += 1
