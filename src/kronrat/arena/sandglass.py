"""Simulated time: which seat acts next while a CLOCK runs.

Every seat decides at once what to do, and the choice acts when the bot's delay is over; if it is no longer possible
then, the seat thinks again. The earliest choice acts first, and ties are broken at random. At the moment when time is
up CLOCK answers before all others, and a seat that is still asked acts without delay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kronrat.bots import Bot, Turn, failure_of, refuse
from kronrat.core.dice import Dice
from kronrat.core.flow import CLOCK, Choice, IllegalChoice, State


@dataclass(frozen=True)
class Act:
    """A choice at its moment, in milliseconds since the game began."""

    seat: int
    choice: Choice
    ms: int


class Sandglass:
    """The time of one game and what its seats are about to do."""

    def __init__(self, bots: Mapping[int, Bot], dice: Dice) -> None:
        self._bots = bots
        self._dice = dice
        self._now = 0
        self._deadline: int | None = None
        self._coming: dict[int, Act] = {}
        self._waiting: set[int] = set()  # seats whose bots chose to do nothing

    def next(self, state: State) -> Act:
        """What happens next at a position in which CLOCK is asked too."""
        if self._deadline is None:
            self._deadline = self._now + state.game.time_limit(state)
        while True:
            self._ask(state)
            if not self._coming:
                return self._time_up(state)
            first = min([act.ms for act in self._coming.values()])
            if first >= self._deadline:
                return self._time_up(state)
            acts = [act for act in self._coming.values() if act.ms == first]
            act = acts[self._dice.below(len(acts))]
            del self._coming[act.seat]
            self._now = first
            if act.choice in state.options(act.seat):
                return act

    def rest(self) -> None:
        """The phase with the clock is over."""
        self._deadline = None
        self._coming.clear()
        self._waiting.clear()

    def _ask(self, state: State) -> None:
        for seat in state.deciding():
            if seat in self._bots and seat not in self._coming and seat not in self._waiting:
                turn = Turn(state, seat, self._dice)
                delay = self._thought(state, turn)
                if delay is None:
                    self._waiting.add(seat)
                else:
                    self._coming[seat] = Act(seat, turn.choice, self._now + delay)

    def _thought(self, state: State, turn: Turn) -> int | None:
        """Let a bot decide, and say how long its hand takes; None if it does nothing."""
        bot = self._bots[turn.seat]
        try:
            turn.choice = bot.decide(turn)
            if turn.choice not in turn.options:
                refuse(bot, state, turn.seat, turn.choice)
            return bot.delay(turn)
        except IllegalChoice:
            raise
        except Exception as problem:
            raise failure_of(bot, problem) from problem

    def _time_up(self, state: State) -> Act:
        """CLOCK answers; a seat that was about to do what it still may do does it now."""
        assert self._deadline is not None
        self._now = self._deadline
        self._deadline = None
        self._waiting.clear()
        self._coming = {seat: Act(seat, act.choice, self._now) for seat, act in self._coming.items()}
        return Act(CLOCK, state.options(CLOCK)[0], self._now)
