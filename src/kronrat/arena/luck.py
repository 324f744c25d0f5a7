"""What chance gave to each seat of a game, so that it can be taken out of the result.

For every answer of CHANCE: what the judge promises each seat after it, less what it promises on average after other
answers to the same question. Whatever the judge is worth, that is nothing on average, because the true answer and the
others are drawn alike; the better it is, the more of the result it explains (AIVAT, control variates).
"""

from __future__ import annotations

from math import sqrt

from kronrat.bots import Judge, Learned
from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, Choice, State
from kronrat.core.numbers import add_up


class Luck:
    """Listens to one game. `of` is the luck of each seat, as a share of the result."""

    def __init__(self, seats: int, samples: int, dice: Dice, judge: Judge | None = None) -> None:
        self.of = [0.0] * seats
        self._samples = samples
        self._dice = dice
        self._judge = Learned() if judge is None else judge

    def answer(self, state: State, answer: Choice) -> None:
        """Give the answer of CHANCE, and note what it was worth."""
        others = [self._after(state) for _ in range(self._samples)]
        state.apply(CHANCE, answer)
        found = self._judge.shares(state)
        for seat, share in enumerate(found):
            self.of[seat] += share - add_up([other[seat] for other in others]) / self._samples

    def _after(self, state: State) -> list[float]:
        world = state.clone()
        world.apply(CHANCE, world.sample(self._dice))
        return self._judge.shares(world)


def adjusted(results: list[float], lucks: list[float]) -> tuple[float, float] | None:
    """The mean of the results without what luck explains of them, and its standard error; None for too few."""
    count = len(results)
    if count < 3:
        return None
    result, luck = add_up(results) / count, add_up(lucks) / count
    spread = add_up([(one - luck) ** 2 for one in lucks])
    together = add_up([(one - luck) * (other - result) for one, other in zip(lucks, results, strict=True)])
    slope = together / spread if spread else 0.0
    left = [other - slope * one for one, other in zip(lucks, results, strict=True)]
    mean = add_up(left) / count
    return mean, sqrt(add_up([(one - mean) ** 2 for one in left]) / (count - 2) / count)
