"""Phase 1: the king spins the tumult disc."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice
from kronrat.games.tumult.rules.events import DiscSpun, DiscSpunFor
from kronrat.games.tumult.rules.state import KINDS, State

FORGOTTEN: Final = 3  # what holds if the first spin of a game was forgotten


def demand_of(round: int, spun: int | None, previous: int) -> int:
    """The people's demand, also where nobody spun: that of the round before, in the first round 3. [TR-FAQ-1]"""
    if spun is not None:
        return spun
    return FORGOTTEN if round == 1 else previous


class Spin(Chance):
    """One spin for all kinds. Written `spin NUMBER`. [TR-P1-1, TR-P1-2]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        spins = state.tables.spins
        at = dice.below(sum([weight for _, weight in spins]))
        for number, weight in spins:
            at -= weight
            if at < 0:
                return ("spin", number)
        raise AssertionError("beyond the circle")

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("spin", number), weight) for number, weight in state.tables.spins]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in [outcome for outcome, _ in self.outcomes(state)]

    def resolve(self, state: State, choice: Choice) -> None:
        number = int(choice[1])
        state.demand = (number, number, number)
        if state.listener is not None:
            state.tell(DiscSpun("TR-P1-1", state.order[0], number))


class SpinFor(Spin):
    """The gamblers' spin, after the raid and for one kind. [TR-VAR-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("kind",)

    def __init__(self, kind: int) -> None:
        super().__init__()
        self.kind = kind

    def resolve(self, state: State, choice: Choice) -> None:
        number = int(choice[1])
        demand = list(state.demand)
        demand[self.kind] = number
        state.demand = (demand[0], demand[1], demand[2])
        if state.listener is not None:
            state.tell(DiscSpunFor("TR-VAR-1", state.order[0], KINDS[self.kind], number))
