"""A sealed phase: all seats plan at once and unseen, in several choices each; then the plans are shown."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Part, Reason, Step, Together, malformed
from pearl_divers.rules.coves import draw
from pearl_divers.rules.events import DiverSent, DiversShown, PearlsGained, PlansShown
from pearl_divers.rules.printed import pearls_of
from pearl_divers.rules.state import BASKET, NO_COVE, REEF, SHORE, Player, State

DIVERS = 2
TO_REEF: Choice = ("place", "reef")
READY: Choice = ("ready",)


class Diving(Together):
    """All seats that are not ready yet. [PD-DIVE]"""


class Dive(Part):
    """A plan only grows, by `place WHERE`, until `ready`; a player whose mind changes takes choices back."""

    rule = "PD-DIVE"
    verbs: ClassVar[tuple[str, ...]] = ("place", "ready")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        offer: list[Choice] = []
        if len(me.plan) < DIVERS:
            offer.append(("place", SHORE))
            if state.reef:
                offer.append(TO_REEF)
            if me.cove not in (NO_COVE, *me.plan):
                offer.append(("place", me.cove))
        offer.append(READY)
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice == READY:
            return None
        me = state.players[self.seat]
        place = REEF if choice == TO_REEF else int(choice[1])
        me.plan = tuple(sorted((*me.plan, place)))
        if state.listener is not None:
            state.tell(DiverSent(self.rule, self.seat, place))
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "ready" or len(choice) != 2:
            return malformed(self.verbs)
        me = state.players[self.seat]
        place = choice[1]
        if place == "reef" and not state.reef:
            return Reason("PD-REEF", "reason.no_reef")
        if isinstance(place, str) and place != "reef":
            return malformed(self.verbs)
        if len(me.plan) == DIVERS:
            return Reason(self.rule, "reason.no_diver_left", {"has": DIVERS})
        if place != me.cove:
            return Reason("PD-COVE", "reason.not_your_cove", {"cove": place})
        return Reason("PD-COVE", "reason.cove_is_full", {"cove": me.cove})


class ShowPlans(Step):
    """What all divers bring; a used cove is replaced unless this is the last round. [PD-SHOW]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("last",)

    def __init__(self, last: bool) -> None:
        self.last = last

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(PlansShown("PD-SHOW", tuple([player.plan for player in state.players])))
        share = reef_share(state)
        for seat, player in enumerate(state.players):
            if state.listener is not None and player.plan:
                state.tell(DiversShown("PD-SHOW", seat, player.plan))
            pearls = brought(state, player, share)
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


def reef_share(state: State) -> int:
    """What each diver at the reef brings: an equal part of all that is there, whole pearls only. [PD-REEF]"""
    divers = sum([player.plan.count(REEF) for player in state.players])
    return pearls_of(state, "reef") // divers if divers else 0


def brought(state: State, player: Player, share: int) -> int:
    """What the divers of one player bring, with a basket one more from the shore. [PD-SHOW, PD-WARE]"""
    at_shore, at_reef = player.plan.count(SHORE), player.plan.count(REEF)
    in_cove = len(player.plan) - at_shore - at_reef
    pearls = at_shore * pearls_of(state, "shore") + in_cove * pearls_of(state, "cove") + at_reef * share
    return pearls + 1 if at_shore and BASKET in player.wares else pearls
