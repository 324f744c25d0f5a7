"""In real time: in which order the choices of several seats count, and which come too early, too fast or too late.

Only the times at which messages arrive where the clock is kept count; what a client says about time is never
used. Times are milliseconds of one clock, and nothing here reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.core.game import Tempo

MOST_MADE_UP = 100  # milliseconds that a slow connection is allowed, and that a fair queue waits

NOT_YET, TOO_FAST, TIME_UP, REPEATED = "not_yet", "too_fast", "time_up", "repeated"


@dataclass(frozen=True)
class Intent:
    """What a seat wants to do: its own running number, when it arrived, and the round trip to that seat."""

    seat: int
    number: int
    choice: Choice
    arrived: int
    round_trip: int = 0


class Arrivals:
    """The single queue of one table. `offer` takes an intent or refuses it, `due` hands out those that count now."""

    def __init__(self, tempo: Tempo, begin: int, deadline: int, dice: Dice | None = None) -> None:
        self.tempo = tempo
        self.begin = begin
        self.deadline = deadline
        self._dice = dice
        self._waiting: list[Intent] = []
        self._numbers: dict[int, int] = {}  # the newest number of each seat
        self._took: dict[int, int] = {}  # when each hand took something
        self._put_down: dict[int, int] = {}

    @property
    def last_call(self) -> int:
        """The moment after which nothing that arrives can count any more."""
        return self.deadline + (MOST_MADE_UP if self.tempo.fair else 0)

    def effective(self, intent: Intent) -> int:
        """The moment at which an intent counts."""
        return intent.arrived - (min(intent.round_trip // 2, MOST_MADE_UP) if self.tempo.fair else 0)

    def earliest(self, seat: int, choice: Choice) -> int:
        """The first moment at which this hand is not too fast for this choice."""
        if choice[0] in self.tempo.takes and seat in self._put_down:
            return max(self.begin, self._put_down[seat] + self.tempo.empty)
        if choice[0] in self.tempo.puts_down and seat in self._took:
            return max(self.begin, self._took[seat] + self.tempo.holding)
        return self.begin

    def offer(self, intent: Intent) -> str | None:
        """Take an intent into the queue; returns the reason if it is refused. A refusal costs nothing."""
        if intent.number <= self._numbers.get(intent.seat, -1):
            return REPEATED
        self._numbers[intent.seat] = intent.number
        when = self.effective(intent)
        if when < self.begin:
            return NOT_YET
        if when > self.deadline and intent.choice[0] in self.tempo.takes:
            return TIME_UP
        if when < self.earliest(intent.seat, intent.choice):
            return TOO_FAST
        self._waiting.append(intent)
        return None

    def next_due(self) -> int | None:
        """When `due` has something to hand out."""
        return min([self._counts_at(intent) for intent in self._waiting], default=None)

    def due(self, now: int) -> list[Intent]:
        """The intents whose moment has come, in the order in which they count; ties are broken at random."""
        ready = [intent for intent in self._waiting if self._counts_at(intent) <= now]
        self._waiting = [intent for intent in self._waiting if intent not in ready]
        if self._dice is not None:
            ready = [ready[place] for place in self._dice.shuffled(len(ready))]
        ready.sort(key=self.effective)
        return ready

    def _counts_at(self, intent: Intent) -> int:
        """In the fair queue a claim to what others may want too waits until no earlier claim can arrive."""
        if not self.tempo.fair or intent.choice[0] not in self.tempo.takes:
            return intent.arrived
        rivals = [self.effective(other) for other in self._waiting if other.choice == intent.choice]
        return min(rivals) + MOST_MADE_UP

    def happened(self, seat: int, choice: Choice, at: int) -> None:
        """Note that the rules have accepted this choice; it counts for the pace of the hand."""
        if choice[0] in self.tempo.takes:
            self._took[seat] = at
        elif choice[0] in self.tempo.puts_down:
            self._put_down[seat] = at
