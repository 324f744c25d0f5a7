"""In real time: in which order the choices of several seats count, and which come too fast or too late.

All is decided by the times at which messages arrive where the clock is kept; what a client says about time is never
asked. Times are milliseconds of one clock, and nothing here reads a clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice

MOST_MADE_UP = 100  # milliseconds that a slow connection may be forgiven, and that a fair queue waits

TOO_FAST, TIME_UP, REPEATED = "too_fast", "time_up", "repeated"


@dataclass(frozen=True)
class Intent:
    """What a seat wants to do: its own running number, when it arrived, and the round trip to that seat."""

    seat: int
    number: int
    choice: Choice
    arrived: int
    round_trip: int = 0


@dataclass(frozen=True)
class Pace:
    """What a hand needs at least: from taking something to putting it down, and from there to the next."""

    takes: tuple[str, ...] = ("lift",)
    puts_down: tuple[str, ...] = ("keep", "return")
    holding: int = 300
    empty: int = 300


class Arrivals:
    """The single queue of one table. `offer` takes an intent or refuses it, `due` hands out those that count now."""

    def __init__(self, deadline: int, fair: bool = False, pace: Pace | None = None, dice: Dice | None = None) -> None:
        self.deadline = deadline
        self.fair = fair
        self.pace = Pace() if pace is None else pace
        self._dice = dice
        self._waiting: list[Intent] = []
        self._numbers: dict[int, int] = {}  # the newest number of each seat
        self._took: dict[int, int] = {}  # when each hand took something
        self._put_down: dict[int, int] = {}

    def effective(self, intent: Intent) -> int:
        """The moment at which an intent counts."""
        return intent.arrived - (min(intent.round_trip // 2, MOST_MADE_UP) if self.fair else 0)

    def offer(self, intent: Intent) -> str | None:
        """Take an intent into the queue; returns why not, if it is refused. A refusal costs nothing."""
        if intent.number <= self._numbers.get(intent.seat, -1):
            return REPEATED
        self._numbers[intent.seat] = intent.number
        verb, when = intent.choice[0], self.effective(intent)
        if verb in self.pace.takes:
            if when > self.deadline:
                return TIME_UP
            if when < self._put_down.get(intent.seat, -self.pace.empty) + self.pace.empty:
                return TOO_FAST
        elif verb in self.pace.puts_down and when < self._took.get(intent.seat, -self.pace.holding) + self.pace.holding:
            return TOO_FAST
        self._waiting.append(intent)
        return None

    def due(self, now: int) -> list[Intent]:
        """The intents whose moment has come, in the order in which they count; of those in one moment, by lot."""
        ready = [intent for intent in self._waiting if self._counts_at(intent) <= now]
        self._waiting = [intent for intent in self._waiting if intent not in ready]
        if self._dice is not None:
            ready = [ready[place] for place in self._dice.shuffled(len(ready))]
        ready.sort(key=self.effective)
        return ready

    def _counts_at(self, intent: Intent) -> int:
        """In the fair queue something that others may want too waits until no earlier claim can arrive any more."""
        if not self.fair or intent.choice[0] not in self.pace.takes:
            return intent.arrived
        rivals = [self.effective(other) for other in self._waiting if other.choice == intent.choice]
        return min(rivals) + MOST_MADE_UP

    def granted(self, intent: Intent, now: int) -> None:
        """The rules have taken this choice: from now on the pace of the hand counts."""
        if intent.choice[0] in self.pace.takes:
            self._took[intent.seat] = now
        elif intent.choice[0] in self.pace.puts_down:
            self._put_down[intent.seat] = now
