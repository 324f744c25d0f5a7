"""What the strongest bot would do: the best answers of a seat, with what it may expect of each.

Nothing but the seat's own knowledge goes into it: positions are imagined as for every search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kronrat.bots.bot import Turn
from kronrat.bots.levels import Level
from kronrat.bots.search import Answer, Contender
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CLOCK
from kronrat.core.numbers import add_up

HINTS = 3
_SEEDS = 1 << 48


@dataclass(frozen=True)
class Advice:
    """An answer, perhaps of several choices in a row, and the share of the result that it promises, from 0 to 1."""

    answer: Answer
    share: float
    less: float  # than the best one promises
    error: float = 0.0  # the standard error of that
    shares: tuple[float, ...] = ()  # what every seat may expect of it


class Adviser(Level):
    """Compares its candidates in the same worlds, each as often, so that what it says of them is comparable."""

    name: ClassVar[str] = "adviser"
    positions: ClassVar[int | None] = 4_000
    width: int = 6
    worlds: int = 24

    def advise(self, turn: Turn, count: int = HINTS) -> list[Advice]:
        """The best answers, best first; none where there is nothing to choose, or no time to think."""
        seed = turn.dice.below(_SEEDS)
        world = turn.imagine(_dice(seed, "world", 0))
        if len(turn.options) < 2 or CLOCK in world.deciding():
            return []
        self._tune(world)
        spending = self.budget.begin()
        contenders = self.contenders(turn, world, spending)
        shares: dict[int, list[list[float]]] = {contender.place: [] for contender in contenders}
        for number in range(self.worlds):
            if number:
                if spending.over():
                    break
                world = turn.imagine(_dice(seed, "world", number))
            for contender in contenders:
                dice = _dice(seed, "dice", number)
                after = self._led_to(world, turn.seat, contender.answer, dice, spending)
                found = self.judge.seen_by(after, turn.seat)
                contender.found.append(found[turn.seat])
                shares[contender.place].append(found)
        best = sorted(contenders, key=lambda contender: (-contender.mean, contender.place))[:count]
        return [self._advice(best[0], one, shares[one.place]) for one in best]

    def _advice(self, best: Contender, one: Contender, shares: list[list[float]]) -> Advice:
        error = best.lead(one)[1] if one is not best and one.seen > 1 else 0.0
        means = [add_up(list(of_seat)) / len(shares) for of_seat in zip(*shares, strict=True)]
        return Advice(one.answer, one.mean, best.mean - one.mean, error, tuple(means))


def _dice(seed: int, purpose: str, number: int) -> Dice:
    return Dice(seed_of_text(f"{seed} {purpose} {number}"))
