"""A table beside all others: it is kept nowhere, belongs to one person, and speaks as every table does."""

from __future__ import annotations

from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.core.seeds import NONCE_BYTES
from kronrat.server import telling, wire
from kronrat.server.planning import Draft
from kronrat.server.presence import Presence
from kronrat.server.records import Seat, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.table import Table

_GUEST = "learner"


class AsideTable:
    """Answers commands of its person with messages; what a choice leads to is said by those who inherit from it."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat  # of the person
        self._present = Presence(frozenset([seat]), {}, frozenset(), 0)

    def full(self, now: int, answer_to: str = "") -> wire.Full:
        return telling.full(self.table, self._present, _GUEST, self.seat, now, answer_to)

    def answer(self, command: wire.Command, now: int) -> list[wire.Message]:
        """What is sent for a command."""
        try:
            match command:
                case wire.Play():
                    choice = tuple(command.choice)
                    self._check(choice)
                    return [*self.play(choice, now), wire.Done(command.id, self.table.version)]
                case wire.Preview() | wire.Why() | wire.Ask():
                    return [self._say(command)]
                case wire.Look() | wire.Front():
                    return [self.full(now, command.id)]
                case _:
                    raise Refusal("not_now")
        except Refusal as refused:
            return [telling.reason_of(command.id, refused.code, refused.reason)]

    def play(self, choice: Choice, now: int) -> list[wire.Message]:
        """Make a legal choice; raises Refusal where another is wanted, and here none is."""
        raise Refusal("not_now")

    def _check(self, choice: Choice) -> None:
        reason = self.table.running().state.why_not(self.seat, choice)
        if reason is not None:
            raise Refusal("rule", reason)

    def _say(self, command: wire.Preview | wire.Why | wire.Ask) -> wire.Message:
        """Answer a question that changes nothing."""
        state = self.table.running().state
        if isinstance(command, wire.Ask):
            try:
                view = self.table.game.view(state, self.seat)
                return wire.Hint(command.id, command.topic, self.table.game.hints(view, command.topic))
            except (KeyError, ValueError) as unknown:
                raise Refusal("malformed") from unknown
        choice = tuple(command.choice)
        self._check(choice)
        if isinstance(command, wire.Why):
            return wire.Done(command.id, self.table.version)
        return wire.Foreseen(command.id, telling.events(state.preview(self.seat, choice), self.seat))

    def put(self, seat: int, choice: Choice, now: int, last: bool = False) -> wire.Message:
        """Let a seat choose; the message tells the person what came of it.

        After the last choice nothing is rolled and nobody is asked.
        """
        before, draft = telling.seen(self.table, self.seat), Draft(self.table, now)
        if last:
            draft.add_line(draft.table.running().line_of(seat, choice))
        else:
            draft.add_choice(seat, choice, bot=seat != self.seat)
        self.table = draft.table
        if last:
            self.table.timing.asked = {}
        happened = [happening for change in draft.changes for happening in change.happened]
        as_it_is = telling.as_it_is(self.table, [self.seat], happened, None, now)
        return telling.delta(self.table, self.seat, before, happened, as_it_is)[0]


def row_aside(id: str, game: Game, seats: int, options: dict[str, str], secret: bytes, now: int) -> TableRow:
    """What a table is that nobody keeps."""
    return TableRow(
        id=id,
        game=game.id,
        options=options,
        pace="live",
        undo="off",
        limit_s=0,
        listed=False,
        owner="",
        secret=secret,
        created=now,
        seats=seats,
        rules=game.rules_version,
        data=game.data_digest,
    )


def seats_aside(seats: int, mine: int, others: str) -> list[Seat]:
    """Its person in one seat, and bots in all others."""
    person = Seat("human", _GUEST, nonce=bytes(NONCE_BYTES).hex())
    return [person if seat == mine else Seat("bot", bot=others) for seat in range(seats)]
