"""Grabbing against time, at tables with an hourglass: every choice acts at once, and CLOCK may end it for all."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import CLOCK, Choice, Part, Reason, Together, malformed
from pearl_divers.rules.events import Left, PearlsGained, TimeRanOut
from pearl_divers.rules.state import State

HANDFULS = (1, 2)
LEAVE: Choice = ("leave",)
TIME_UP: Choice = ("time", "up")


class Grabbing(Together):
    """Over as soon as the pile is gone, everybody has left, or time is up. [PD-TIME]"""

    sealed: ClassVar[bool] = False

    def proceed(self, state: State, part: Part, choice: Choice) -> tuple[Part, ...]:
        parts = super().proceed(state, part, choice)
        seats_left = [p for p in parts if p.seat != CLOCK]
        over = part.seat == CLOCK or not state.pile or not seats_left
        return () if over else parts


class Grab(Part):
    """A handful from the pile, as often as a player likes."""

    rule = "PD-TIME"
    verbs: ClassVar[tuple[str, ...]] = ("grab", "leave")

    def options(self, state: State) -> list[Choice]:
        return [*[("grab", pearls) for pearls in HANDFULS if pearls <= state.pile], LEAVE]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice == LEAVE:
            if state.listener is not None:
                state.tell(Left(self.rule, self.seat))
            return None
        pearls = int(choice[1])
        state.pile -= pearls
        state.players[self.seat].pearls += pearls
        if state.listener is not None:
            state.tell(PearlsGained(self.rule, self.seat, pearls))
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "leave" or len(choice) != 2 or not isinstance(choice[1], int):
            return malformed(self.verbs)
        if choice[1] not in HANDFULS:
            return Reason(self.rule, "reason.handful", {"needs": choice[1], "most": max(HANDFULS)})
        return Reason(self.rule, "reason.pile_too_small", {"needs": choice[1], "has": state.pile})


class Hourglass(Part):
    """The driver of the game answers for CLOCK when time is up; the rules never look at a clock."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    rule = "PD-TIME"
    verbs: ClassVar[tuple[str, ...]] = ("time",)

    def __init__(self) -> None:
        super().__init__(CLOCK)

    def options(self, state: State) -> list[Choice]:
        return [TIME_UP]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if state.listener is not None:
            state.tell(TimeRanOut(self.rule, state.pile))
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)
