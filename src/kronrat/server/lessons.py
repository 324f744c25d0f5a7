"""A lesson over a WebSocket: a table that is kept nowhere, follows its script, and speaks as every table does."""

from __future__ import annotations

from collections.abc import Iterator

from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.core.seeds import NONCE_BYTES
from kronrat.lessons import LEARNER, Lesson
from kronrat.server import telling, wire
from kronrat.server.planning import Draft, plan_opening
from kronrat.server.presence import Presence
from kronrat.server.records import Seat, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.table import Table

OTHERS = "page"  # the bots whose names the other seats bear
PRESENT = Presence(frozenset([LEARNER]), {}, frozenset(), 0)
_GUEST = "learner"


class LessonTable:
    """The table of one learner; it answers commands with messages."""

    def __init__(self, game: Game, lesson: Lesson, at: int, now: int) -> None:
        self.lesson = lesson
        self.at = 0  # the step whose choice is awaited, or the number of steps
        self.table = _opened(game, lesson, now)
        for _ in self._come_to_choice(now):
            pass
        while self.at < at:
            wanted = lesson.steps[self.at].wants
            assert wanted is not None
            for _ in self._follow(wanted, now):
                pass

    def full(self, now: int, answer_to: str = "") -> wire.Full:
        return telling.full(self.table, PRESENT, _GUEST, LEARNER, now, answer_to)

    def answer(self, command: wire.Command, now: int) -> list[wire.Message]:
        """What is sent for a command."""
        try:
            match command:
                case wire.Play():
                    return [*self._play(tuple(command.choice), now), wire.Done(command.id, self.table.version)]
                case wire.Preview() | wire.Why() | wire.Ask():
                    return [self._say(command)]
                case wire.Look() | wire.Front():
                    return [self.full(now, command.id)]
                case _:
                    raise Refusal("not_now")
        except Refusal as refused:
            return [telling.reason_of(command.id, refused.code, refused.reason)]

    def _say(self, command: wire.Preview | wire.Why | wire.Ask) -> wire.Message:
        """Answer a question that changes nothing."""
        state = self.table.running().state
        if isinstance(command, wire.Ask):
            try:
                view = self.table.game.view(state, LEARNER)
                return wire.Hint(command.id, command.topic, self.table.game.hints(view, command.topic))
            except (KeyError, ValueError) as unknown:
                raise Refusal("malformed") from unknown
        choice = tuple(command.choice)
        reason = state.why_not(LEARNER, choice)
        if reason is not None:
            raise Refusal("rule", reason)
        if isinstance(command, wire.Why):
            return wire.Done(command.id, self.table.version)
        return wire.Foreseen(command.id, telling.events(state.preview(LEARNER, choice), LEARNER))

    # -- the script ----------------------------------------------------------------------------------------------------

    def _play(self, choice: Choice, now: int) -> list[wire.Message]:
        """The choice that the step wants, and what follows; anything else is refused."""
        reason = self.table.running().state.why_not(LEARNER, choice)
        if reason is not None:
            raise Refusal("rule", reason)
        if self.at == len(self.lesson.steps) or choice != self.lesson.steps[self.at].wants:
            raise Refusal("lesson")
        return list(self._follow(choice, now))

    def _follow(self, wanted: Choice, now: int) -> Iterator[wire.Message]:
        yield self._put(LEARNER, wanted, now)
        self.at += 1
        yield from self._come_to_choice(now)

    def _come_to_choice(self, now: int) -> Iterator[wire.Message]:
        """Play what happens before the next step that wants a choice."""
        while self.at < len(self.lesson.steps):
            step = self.lesson.steps[self.at]
            told = [self._put(line.seat, line.choice, now) for line in step.before]
            yield from [self.full(now)] if step.cut else told
            if step.wants is not None:
                return
            self.at += 1

    def _put(self, seat: int, choice: Choice, now: int) -> wire.Message:
        """Let a seat choose; the message tells the learner what came of it."""
        before = telling.seen(self.table, LEARNER)
        draft = Draft(self.table, now).add_choice(seat, choice, bot=seat != LEARNER)
        self.table = draft.table
        happened = [happening for change in draft.changes for happening in change.happened]
        return telling.delta(self.table, LEARNER, before, happened, telling.as_it_is(self.table, [LEARNER], None, now))[
            0
        ]


def _opened(game: Game, lesson: Lesson, now: int) -> Table:
    row = TableRow(
        id="lesson",
        game=game.id,
        options=dict(lesson.options),
        pace="live",
        undo="off",
        limit_s=0,
        listed=False,
        owner="",
        secret=lesson.secret,
        created=now,
        seats=lesson.seats,
        rules=game.rules_version,
        data=game.data_digest,
    )
    learner = Seat("human", _GUEST, nonce=bytes(NONCE_BYTES).hex())
    return plan_opening(Table(row, game), [learner, *[Seat("bot", bot=OTHERS)] * (lesson.seats - 1)], now).table
