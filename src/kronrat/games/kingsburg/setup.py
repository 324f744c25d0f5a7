"""Set-up: the enemy stack, the first turn order, and everybody at nothing."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice
from kronrat.games.kingsburg.state import State


class DrawEnemy(Chance):
    """One unseen card of a year's pile goes under the stack. Written `enemy CARD`. [KB-SETUP-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("year",)

    def __init__(self, year: int) -> None:
        super().__init__()
        self.year = year

    def _pile(self, state: State) -> list[str]:
        return [enemy.id for enemy in state.tables.enemies_of(self.year)]

    def sample(self, state: State, dice: Dice) -> Choice:
        pile = self._pile(state)
        return ("enemy", pile[dice.below(len(pile))])

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("enemy", id), 1) for id in self._pile(state)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return len(choice) == 2 and choice[0] == "enemy" and choice[1] in self._pile(state)

    def resolve(self, state: State, choice: Choice) -> None:
        state.enemies = (*state.enemies, str(choice[1]))

    def witnesses(self, state: State) -> tuple[int, ...]:
        return ()


class DrawOrder(Chance):
    """The first turn order is random. Written `order SEAT…`. [KB-SETUP-5]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("order", *dice.shuffled(state.seats))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("order", *order), 1) for order in permutations(range(state.seats))]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice[:1] == ("order",) and choice[1:] in list(permutations(range(state.seats)))

    def resolve(self, state: State, choice: Choice) -> None:
        state.order = tuple([int(seat) for seat in choice[1:]])
