"""The table of contents: two rounds of five parts, and the end."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Step
from tests.tiny.diving import Dive, Diving, ShowPlans
from tests.tiny.events import CovesShown, PearlsGained, RoundBegan, TideCame
from tests.tiny.grabbing import Grab, Grabbing, Hourglass
from tests.tiny.market import Trade
from tests.tiny.state import NO_COVE, State

ROUNDS = 2


class Round(Step):
    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, state: State) -> None:
        state.round = self.number
        if state.listener is not None:
            state.tell(RoundBegan("PD-TIDE", self.number))
        seats = range(state.seats)
        state.push(
            Tide(),
            Diving(tuple([Dive(seat) for seat in seats])),
            ShowPlans(last=self.number == ROUNDS),
            Grabbing((*[Grab(seat) for seat in seats], Hourglass())),
            *[Trade(seat) for seat in seats],
            EndGame() if self.number == ROUNDS else Round(self.number + 1),
        )


class Tide(Chance):
    """Three pearls are twice as likely as five. Written `tide PEARLS`. [PD-TIDE]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("tide", (3, 3, 5)[dice.below(3)])

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("tide", 3), 2), (("tide", 5), 1)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in (("tide", 3), ("tide", 5))

    def resolve(self, state: State, choice: Choice) -> None:
        state.pile = int(choice[1])
        if state.listener is not None:
            state.tell(TideCame("PD-TIDE", state.pile))


class EndGame(Step):
    """A cove that was kept secret brings pearls. [PD-END]"""

    def run(self, state: State) -> None:
        state.dived = (*state.dived, *[player.cove for player in state.players if player.cove != NO_COVE])
        if state.listener is not None:
            state.tell(CovesShown("PD-END", tuple([player.cove for player in state.players])))
        for seat, player in enumerate(state.players):
            player.pearls += player.cove
            if state.listener is not None and player.cove:
                state.tell(PearlsGained("PD-END", seat, player.cove))
            player.cove = NO_COVE
