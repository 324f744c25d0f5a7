"""How seats choose in a playout: quickly, and without redealing, for the world of a playout is imagined already."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, State

INSTINCT: Final = 3  # a choice without looking counts as so many positions: it takes about their time


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Answers for any seat of an imagined world. `tried` counts the positions it has looked at."""

    def __init__(self) -> None:
        self.tried = 0

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        """The next choice of this seat, or several of its choices in a row."""
        raise NotImplementedError


class AnyChoice(Policy):
    """Every option is equally likely."""

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        options = state.options(seat)
        return (options[dice.below(len(options))],)


@mypyc_attr(allow_interpreted_subclasses=True)
class LookAhead(Policy):
    """What the game would do without looking, and where it has to look: the option with the best value."""

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        instinct: tuple[Choice, ...] = state.game.instinct(state, seat)
        if instinct:
            self.tried += INSTINCT
            return instinct
        return (self.best(state, seat, state.game.distinct(state, seat)),)

    def best(self, state: State, seat: int, options: list[Choice]) -> Choice:
        """The first of the options that lead to the best position."""
        best = options[0]
        if len(options) == 1:
            return best
        best_worth = float("-inf")
        for option in options:
            world = state.clone()
            world.apply(seat, option)
            worth = self.worth(world, seat)
            if worth > best_worth:
                best, best_worth = option, worth
        self.tried += len(options)
        return best

    def worth(self, world: State, seat: int) -> float:
        return world.game.value(world, seat)
