"""While a clock of the rules runs at a table: whose choice counts first, and which come too early, fast or late.

There is one queue for all seats of a table, people and bots alike. How it works is said in `kronrat.arena.arrivals`;
this adds the server's clock and the people who wait for an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from kronrat.arena.arrivals import Arrivals, Intent
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.flow import Choice
from kronrat.server import wire
from kronrat.server.ledger import command_key
from kronrat.server.refusal import Refusal
from kronrat.server.table import Happening, Table

Answer = Callable[[wire.Message], None]


@dataclass(frozen=True)
class Claim:
    """A choice on its way through the queue, and how its maker is answered; a bot is not."""

    seat: int
    choice: Choice
    command: wire.Play | None = None  # a person's
    guest: str = ""
    answer: Answer | None = None
    arrived: int = 0
    round_trip: int = 0

    @property
    def known_as(self) -> str:
        """The key under which its records are kept; a bot's have none."""
        return "" if self.command is None else command_key(self.guest, self.command.id)


class Race:
    """The queue of one table as long as one clock runs."""

    def __init__(self, table: Table) -> None:
        assert table.timing.clock is not None
        self.clock = table.timing.clock
        self._tempo = table.game.tempo(table.options)
        self._queue = Arrivals(self._tempo, self.clock.begin, self.clock.end, Dice(fresh_secret()))
        self._claims: dict[int, Claim] = {}
        self._numbers = count()
        for seat, (choice, at) in table.recent_choices().items():
            self._queue.happened(seat, choice, at)

    @property
    def last_call(self) -> int:
        """When time may answer."""
        return self._queue.last_call

    def earliest(self, seat: int, choice: Choice) -> int:
        return self._queue.earliest(seat, choice)

    def enter(self, claim: Claim, now: int) -> list[Claim]:
        """Take a claim into the queue, or refuse it; those whose moment has come are handed out."""
        number = next(self._numbers)
        problem = self._queue.offer(Intent(claim.seat, number, claim.choice, claim.arrived, claim.round_trip))
        if problem is not None:
            raise Refusal("rule", self._tempo.reasons[problem])
        self._claims[number] = claim
        return self.due(now)

    def next_due(self) -> int | None:
        return self._queue.next_due()

    def due(self, now: int) -> list[Claim]:
        """Those whose moment has come, in the order in which they count."""
        return [self._claims.pop(intent.number) for intent in self._queue.due(now)]

    def has_claim_of(self, seat: int) -> bool:
        return any(claim.seat == seat for claim in self._claims.values())

    def left_over(self) -> list[Claim]:
        """Claims left without a clock to wait for, because another one runs."""
        left, self._claims = list(self._claims.values()), {}
        return left

    def note(self, happening: Happening) -> None:
        line = happening.line
        if line.seat >= 0 and line.undoes is None:
            self._queue.happened(line.seat, line.choice, happening.at)


def not_yet(table: Table) -> Refusal:
    """The refusal while nobody keeps the clock."""
    return Refusal("rule", table.game.tempo(table.options).reasons.get("not_yet"))
