"""Grabbing in waves, under the eyes of the shark: an open phase in which the order of answers means nothing."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Part, Reason, Step, Together, malformed
from pearl_divers.rules.events import (
    Left,
    PearlsDropped,
    PearlsGained,
    PearlsGrabbed,
    SharkCame,
    SharkStayedAway,
    WaveBegan,
)
from pearl_divers.rules.state import KNIFE, State

HANDFUL = 2
LEAVE: Choice = ("leave",)
CALM = 15  # chances that the shark stays away, against one for each pearl in a hand
SHARK: Choice = ("sea", "shark")
QUIET: Choice = ("sea", "calm")


class EnterWater(Step):
    """Everybody wades in. [PD-GRAB]"""

    def run(self, state: State) -> None:
        for player in state.players:
            player.swims = True
        state.push(Wave(1))


class Wave(Step):
    """All who are still in the water grab at once, as much as is there for everybody. [PD-GRAB]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, state: State) -> None:
        swimmers = [seat for seat, player in enumerate(state.players) if player.swims]
        most = min(HANDFUL, state.pile // len(swimmers)) if swimmers else 0
        if not most:
            state.push(GoHome())
            return
        if state.listener is not None:
            state.tell(WaveBegan("PD-GRAB", self.number, state.pile))
        state.push(Snatching(tuple([Snatch(seat, most) for seat in swimmers])), Echo(), Wave(self.number + 1))


class Snatching(Together):
    """Everybody in the water decides once. [PD-GRAB]"""

    sealed: ClassVar[bool] = False


class Snatch(Part):
    """One pearl, two if there are enough for all, or home with what is in the hand."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "most")
    rule = "PD-GRAB"
    verbs: ClassVar[tuple[str, ...]] = ("grab", "leave")

    def __init__(self, seat: int, most: int) -> None:
        super().__init__(seat)
        self.most = most

    def options(self, state: State) -> list[Choice]:
        return [*[("grab", pearls) for pearls in range(1, self.most + 1)], LEAVE]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice == LEAVE:
            go_home(state, self.seat)
            return None
        pearls = int(choice[1])
        state.pile -= pearls
        state.players[self.seat].hand += pearls
        if state.listener is not None:
            state.tell(PearlsGrabbed(self.rule, self.seat, pearls))
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "leave" or len(choice) != 2 or not isinstance(choice[1], int):
            return malformed(self.verbs)
        if choice[1] not in range(1, HANDFUL + 1):
            return Reason(self.rule, "reason.handful", {"needs": choice[1], "most": HANDFUL})
        return Reason(self.rule, "reason.not_enough_for_all", {"most": self.most})


class Echo(Step):
    """Where somebody has pearls in the hand, the shark may have noticed. [PD-SHARK]"""

    def run(self, state: State) -> None:
        if in_hands(state):
            state.push(Shark())


class Shark(Chance):
    """Whether the shark comes: likelier with pearls in hands. Written `sea shark` or `sea calm`. [PD-SHARK]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        held = in_hands(state)
        return SHARK if dice.below(CALM + held) < held else QUIET

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(SHARK, in_hands(state)), (QUIET, CALM)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in (SHARK, QUIET)

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == QUIET:
            if state.listener is not None:
                state.tell(SharkStayedAway("PD-SHARK", in_hands(state)))
            return
        if state.listener is not None:
            state.tell(SharkCame("PD-SHARK", in_hands(state)))
        for seat, player in enumerate(state.players):
            if player.swims and KNIFE not in player.wares:
                drop(state, seat)
            elif player.swims:
                go_home(state, seat)


class GoHome(Step):
    """Divers still in the water when nothing is left to grab come home safely. [PD-GRAB]"""

    def run(self, state: State) -> None:
        for seat, player in enumerate(state.players):
            if player.swims:
                go_home(state, seat)


def in_hands(state: State) -> int:
    """All pearls that the shark can still take."""
    return sum([player.hand for player in state.players])


def go_home(state: State, seat: int) -> None:
    player = state.players[seat]
    player.swims = False
    player.pearls += player.hand
    if state.listener is not None:
        state.tell(Left("PD-GRAB", seat))
        if player.hand:
            state.tell(PearlsGained("PD-GRAB", seat, player.hand))
    player.hand = 0


def drop(state: State, seat: int) -> None:
    player = state.players[seat]
    player.swims = False
    if state.listener is not None:
        state.tell(PearlsDropped("PD-SHARK", seat, player.hand))
    player.hand = 0
