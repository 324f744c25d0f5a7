"""A sealed phase: all seats plan at once and unseen, in several choices each; then the plans are shown."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Part, Reason, Step, Together, malformed
from tests.tiny.coves import draw
from tests.tiny.events import DiverSent, PearlsGained, PlansShown
from tests.tiny.state import NO_COVE, SHORE, State

DIVERS = 2
READY: Choice = ("ready",)
FROM_SHORE, FROM_COVE = 1, 3  # pearls that a diver brings


class Diving(Together):
    """All seats that are not ready yet. [PD-DIVE]"""


class Dive(Part):
    """A plan only grows, by `place WHERE`, until `ready`; who changes his mind takes choices back."""

    rule = "PD-DIVE"
    verbs: ClassVar[tuple[str, ...]] = ("place", "ready")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        offer: list[Choice] = []
        if len(me.plan) < DIVERS:
            offer.append(("place", SHORE))
            if me.cove not in (NO_COVE, *me.plan):
                offer.append(("place", me.cove))
        offer.append(READY)
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice == READY:
            return None
        me = state.players[self.seat]
        me.plan = tuple(sorted((*me.plan, int(choice[1]))))
        if state.listener is not None:
            state.tell(DiverSent(self.rule, self.seat, int(choice[1])))
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "ready" or len(choice) != 2 or not isinstance(choice[1], int):
            return malformed(self.verbs)
        me = state.players[self.seat]
        if len(me.plan) == DIVERS:
            return Reason(self.rule, "pearls.no_diver_left", {"has": DIVERS})
        if choice[1] != me.cove:
            return Reason(self.rule, "pearls.not_your_cove", {"cove": choice[1]})
        return Reason(self.rule, "pearls.cove_is_full", {"cove": me.cove})


class ShowPlans(Step):
    """What all divers bring; used coves are replaced but in the last round. [PD-SHOW]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("last",)

    def __init__(self, last: bool) -> None:
        self.last = last

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(PlansShown("PD-SHOW", tuple([player.plan for player in state.players])))
        for seat, player in enumerate(state.players):
            pearls = sum([FROM_SHORE if place == SHORE else FROM_COVE for place in player.plan])
            player.pearls += pearls
            if state.listener is not None and pearls:
                state.tell(PearlsGained("PD-SHOW", seat, pearls))
            used = player.cove != NO_COVE and player.cove in player.plan
            player.plan = ()
            if used:
                state.dived = (*state.dived, player.cove)
                player.cove = NO_COVE
                if not self.last:
                    draw(state, seat)
