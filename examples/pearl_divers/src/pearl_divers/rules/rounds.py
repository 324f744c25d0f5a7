"""The table of contents: rounds of five parts, and the end."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Step
from pearl_divers.rules.diving import Dive, Diving, ShowPlans
from pearl_divers.rules.events import CovesShown, PearlsGained, PhaseBegan, RoundBegan, TideCame
from pearl_divers.rules.grabbing import Grab, Grabbing, Hourglass
from pearl_divers.rules.market import Trade
from pearl_divers.rules.state import NO_COVE, State
from pearl_divers.rules.waves import EnterWater

LOW, HIGH = 3, 5  # pearls, for each player; against the hourglass, for all


class Round(Step):
    """All parts of a round are put on the stack; the market begins with another seat in every round. [PD-ROUND]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, state: State) -> None:
        state.round = self.number
        if state.listener is not None:
            state.tell(RoundBegan("PD-ROUND", self.number))
        seats = range(state.seats)
        last = self.number == state.rounds
        grab: Step = Grabbing((*[Grab(seat) for seat in seats], Hourglass())) if state.hourglass else EnterWater()
        state.push(
            Phase("dive"),
            Tide(),
            Diving(tuple([Dive(seat) for seat in seats])),
            ShowPlans(last),
            Phase("grab"),
            grab,
            Phase("market"),
            *[Trade((self.number - 1 + place) % state.seats) for place in seats],
            EndGame() if last else Round(self.number + 1),
        )


class Phase(Step):
    FIELDS: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, state: State) -> None:
        state.phase = self.name
        if state.listener is not None:
            state.tell(PhaseBegan("PD-ROUND", self.name))


class Tide(Chance):
    """A low tide is twice as likely as a high one. Written `tide PEARLS`. [PD-TIDE]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        low, high = amounts(state)
        return ("tide", (low, low, high)[dice.below(3)])

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        low, high = amounts(state)
        return [(("tide", low), 2), (("tide", high), 1)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in [("tide", pearls) for pearls in amounts(state)]

    def resolve(self, state: State, choice: Choice) -> None:
        state.pile = int(choice[1])
        if state.listener is not None:
            state.tell(TideCame("PD-TIDE", state.pile))


def amounts(state: State) -> tuple[int, int]:
    """How many pearls the tide may wash up."""
    return (LOW, HIGH) if state.hourglass else (LOW * state.seats, HIGH * state.seats)


class EndGame(Step):
    """A cove that was kept secret brings pearls. [PD-END]"""

    def run(self, state: State) -> None:
        state.phase = "over"
        state.dived = (*state.dived, *[player.cove for player in state.players if player.cove != NO_COVE])
        if state.listener is not None:
            state.tell(CovesShown("PD-END", tuple([player.cove for player in state.players])))
        for seat, player in enumerate(state.players):
            player.pearls += player.cove
            if state.listener is not None and player.cove:
                state.tell(PearlsGained("PD-END", seat, player.cove))
            player.cove = NO_COVE
