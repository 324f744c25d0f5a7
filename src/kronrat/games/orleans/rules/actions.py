"""The action phase: one action after the other, round the table, until all have passed."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.events import Passed, PlaceUsed
from kronrat.games.orleans.rules.places import empty
from kronrat.games.orleans.rules.state import State

PASS: Final[Choice] = ("pass",)


class BeginActions(Step):
    """The start player begins. [OS-ACT-1]"""

    def run(self, state: State) -> None:
        state.passed = ()
        state.stack.append(Turn(state.turn_order()[0]))


class NextTurn(Step):
    """Clockwise to the next player who has not passed; if none, the phase is over. [OS-ACT-1, OS-ACT-2, OS-ACT-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("after",)

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, state: State) -> None:
        for distance in range(1, state.seats + 1):
            seat = (self.after + distance) % state.seats
            if seat in state.playing and seat not in state.passed:
                state.stack.append(Turn(seat))
                return


class Turn(Decision):
    """Use a place that is ready, or pass for this round. Written `use PLACE` or `pass`. [OS-ACT-1, OS-ACT-4]"""

    rule = "OS-ACT-1"
    verbs: ClassVar[tuple[str, ...]] = ("use", "pass")

    def options(self, state: State) -> list[Choice]:
        seat = self.seat
        me = state.players[seat]
        filled, forbidden = me.filled, state.story.forbids[me.epoch]
        offer: list[Choice] = []
        for place in me.layout.places:
            here = filled & place.mask
            if (
                here
                and (place.some or here == place.mask)
                and not forbidden & place.ban
                and place.possible(state, seat)
            ):
                offer.append(place.choice)
        offer.append(PASS)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        seat = self.seat
        state.stack.append(NextTurn(seat))
        if len(choice) == 1:
            state.passed = (*state.passed, seat)
            if state.listener is not None:
                state.tell(Passed("OS-ACT-2", seat))
            return
        place = state.atlas.by_id[str(choice[1])]
        if state.listener is not None:
            state.tell(PlaceUsed(place.rule, seat, place.id))
        if place.draws:
            state.stack.append(SendHome(seat, place.number))
        for effect in place.effects:
            effect.run(state, seat, place)
        if not place.draws and not place.sends:
            empty(state, seat, place)

    def forced_by(self, state: State) -> str:
        return "OS-ACT-10"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] != "use" or len(choice) != 2 or choice[1] not in state.atlas.by_id:
            return malformed(self.verbs)
        me, place = state.players[self.seat], state.atlas.by_id[str(choice[1])]
        facts = {"place": place.id}
        if not me.open >> place.number & 1:
            return Reason("OS-SETUP-16", "reason.not_open", facts)
        if not place.size:
            return Reason("OS-CARD-3", "reason.passive", facts)
        if state.story.forbids[me.epoch] & place.ban:
            return Reason("OS-EPOCH-4", "reason.forbidden", {"place": place.id, "epoch": me.epoch + 1})
        if not place.is_ready(me):
            return Reason("OS-PLAN-8", "reason.not_ready", facts)
        failing = place.failing(state, self.seat)
        if failing is None:
            return Reason("OS-ACT-10", "reason.no_effect", facts)
        return failing.refusal(state, self.seat, place)


class SendHome(Step):
    """The followers of a place go back into the bag. [OS-ACT-5]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "place")

    def __init__(self, seat: int, place: int) -> None:
        self.seat = seat
        self.place = place

    def run(self, state: State) -> None:
        empty(state, self.seat, state.atlas.places[self.place])
