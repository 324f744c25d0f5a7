"""Villages, fortresses and churches, and place cards from the Builders' yard."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import Built, CardTaken
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.places import Place, open_place
from kronrat.games.orleans.rules.realm import all_fortresses, held_by_others, lands_of
from kronrat.games.orleans.rules.state import State, bits
from kronrat.games.orleans.rules.tables import BUILDINGS


def sites(state: State, seat: int, kind: str) -> int:
    """Bits of the areas where this seat may build so."""
    me = state.players[seat]
    if kind == "village":
        return lands_of(state, me)  # shared or not [OS-PLACE-VILLAGE-2, OS-PLACE-VILLAGE-5]
    if kind == "fortress":
        if me.fortresses.bit_count() >= state.tables.numbers["fortresses"]:
            return 0  # [OS-PLACE-FORTRESS-8]
        return me.areas & ~all_fortresses(state) & ~held_by_others(state, seat)  # [OS-PLACE-FORTRESS-6, -7]
    if not state.churches:
        return 0  # [OS-PLACE-CHURCH-4]
    return me.areas & state.villages & ~state.chapels  # [OS-PLACE-CHURCH-2, OS-PLACE-CHURCH-5]


class Building(Effect):
    """A building action; its wood is on a space of its place. [OS-BUILD-1]"""

    word: ClassVar[str] = "build"
    needs: ClassVar[tuple[str, ...]] = ("building",)

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return sites(state, seat, self.op.building) != 0

    def why_impossible(self, state: State, seat: int) -> str:
        if self.op.building == "village":
            return "OS-PLACE-VILLAGE-6"
        if self.op.building == "church":
            return "OS-PLACE-CHURCH-4" if self._none_left(state, seat) else "OS-PLACE-CHURCH-6"
        return "OS-PLACE-FORTRESS-8" if self._none_left(state, seat) else "OS-PLACE-FORTRESS-7"

    def refusal(self, state: State, seat: int, place: Place) -> Reason:
        if not self._none_left(state, seat):
            return super().refusal(state, seat, place)
        if self.op.building == "church":
            return Reason("OS-PLACE-CHURCH-4", "reason.none_left_church", {})
        return Reason("OS-PLACE-FORTRESS-8", "reason.none_left_fortress", {})

    def missing(self, state: State, seat: int) -> str:
        return f"none_left_{self.op.building}" if self._none_left(state, seat) else self.word

    def _none_left(self, state: State, seat: int) -> bool:
        if self.op.building == "church":
            return not state.churches
        built = state.players[seat].fortresses.bit_count()
        return self.op.building == "fortress" and built >= state.tables.numbers["fortresses"]

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Build(seat, self.op.building))


class Build(Decision):
    """Where to build. Written `build KIND AREA`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "kind")
    rule = "OS-BUILD-1"
    verbs: ClassVar[tuple[str, ...]] = ("build",)

    def __init__(self, seat: int, kind: str) -> None:
        self.seat = seat
        self.kind = kind

    def options(self, state: State) -> list[Choice]:
        ids = state.tables.areas.ids
        return [("build", self.kind, ids[area]) for area in bits(sites(state, self.seat, self.kind))]

    def resolve(self, state: State, choice: Choice) -> None:
        seat, kind = self.seat, BUILDINGS[BUILDINGS.index(self.kind)]
        me, bit = state.players[seat], 1 << state.atlas.area_number[str(choice[2])]
        if kind == "village":
            state.villages |= bit  # no goods from here any more [OS-PLACE-VILLAGE-3]
        elif kind == "fortress":
            me.fortresses |= bit
        else:
            state.chapels |= bit
            state.churches -= 1
        if state.listener is not None:
            state.tell(Built(f"OS-PLACE-{kind.upper()}-1", seat, kind, str(choice[2])))
        state.story.built(state, seat, kind)
        for other in state.playing:
            if state.players[other].areas & bit:
                state.story.control_changed(state, other)  # it counts for every controller [OS-PEACE-4]
        fame = state.story.epochs[me.epoch].fame[BUILDINGS.index(kind)]
        gain_fame(state, seat, fame, "OS-BUILD-3")

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        number = state.atlas.area_number
        if len(choice) != 3 or choice[1] not in BUILDINGS or choice[2] not in number:
            return malformed(self.verbs)
        if choice[1] != self.kind:
            return Reason(self.rule, "reason.other_building", {"kind": self.kind})
        bit, me = 1 << number[str(choice[2])], state.players[self.seat]
        facts = {"area": choice[2]}
        if not me.areas & bit:
            return Reason(f"OS-PLACE-{self.kind.upper()}-1", "reason.not_controlled", facts)
        if self.kind == "village":
            return Reason("OS-PLACE-VILLAGE-2", "reason.is_village", facts)
        if self.kind == "church":
            if not state.villages & bit:
                return Reason("OS-PLACE-CHURCH-2", "reason.no_village", facts)
            return Reason("OS-PLACE-CHURCH-5", "reason.has_church", facts)
        if held_by_others(state, self.seat) & bit:
            return Reason("OS-PLACE-FORTRESS-7", "reason.not_alone", facts)
        return Reason("OS-PLACE-FORTRESS-6", "reason.has_fortress", facts)


# -- place cards -----------------------------------------------------------------------------------------------------


def cards_for(state: State, seat: int) -> list[int]:
    """The place cards that are left in categories open to this seat. [OS-PLACE-YARD-1, OS-EPOCH-2]"""
    categories = state.story.epochs[state.players[seat].epoch].categories
    places = state.atlas.places
    return [number for number in state.cards if places[number].row.category in categories]


class TakingCard(Effect):
    """Take a place card; it gives no fame. [OS-PLACE-YARD-1, OS-BUILD-4]"""

    word: ClassVar[str] = "card"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return bool(cards_for(state, seat))

    def why_impossible(self, state: State, seat: int) -> str:
        return "OS-PLACE-YARD-4"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(TakeCard(seat))


class TakeCard(Decision):
    """Which place card to take. Written `card CARD`. [OS-PLACE-YARD-1]"""

    rule = "OS-PLACE-YARD-1"
    verbs: ClassVar[tuple[str, ...]] = ("card",)

    def options(self, state: State) -> list[Choice]:
        return [("card", state.atlas.places[number].id) for number in cards_for(state, self.seat)]

    def resolve(self, state: State, choice: Choice) -> None:
        place = state.atlas.by_id[str(choice[1])]
        state.cards = tuple([number for number in state.cards if number != place.number])
        open_place(state, self.seat, place.number)
        if state.listener is not None:
            state.tell(CardTaken(self.rule, self.seat, place.id))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in state.atlas.by_id:
            return malformed(self.verbs)
        place = state.atlas.by_id[str(choice[1])]
        if place.row.kind != "card":
            return malformed(self.verbs)
        if place.number not in state.cards:
            return Reason("OS-PLACE-YARD-2", "reason.card_gone", {"card": place.id})
        facts = {"card": place.id, "category": place.row.category, "epoch": self._opens(state, place)}
        return Reason("OS-EPOCH-2", "reason.category", facts)

    def _opens(self, state: State, place: Place) -> int:
        """The number of the next epoch in which this seat may take such a card; 0 if none is to come."""
        later = list(enumerate(state.story.epochs, 1))[state.players[self.seat].epoch + 1 :]
        return next((number for number, epoch in later if place.row.category in epoch.categories), 0)
