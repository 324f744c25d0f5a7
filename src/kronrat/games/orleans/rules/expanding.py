"""Territory: expansion and conquest. [OS-EXP, OS-CONQ]"""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.realm import lift, may_settle, settle
from kronrat.games.orleans.rules.state import State, bits


class Expanding(Effect):
    """Put a settler on an area beside an own one. [OS-PLACE-TERRITORY-2]"""

    word: ClassVar[str] = "expand"

    most_knights: ClassVar[int] = 2  # more do not reach further [OS-CONQ-3]

    def knights(self, state: State, seat: int, place: Place | None) -> int:
        return 0 if place is None else min(self.most_knights, place.knights_here(state.players[seat]))

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return may_settle(state, seat, self.knights(state, seat, place)) != 0

    def why_impossible(self, state: State, seat: int) -> str:
        return "OS-PLACE-TERRITORY-7"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Expand(seat, self.knights(state, seat, place)))


class ExpandingByLand(Expanding):
    """Conquers lands only. [OS-CARD-STABLES]"""

    word: ClassVar[str] = "expand_land"

    most_knights: ClassVar[int] = 1


class Expand(Decision):
    """The area to go to. Written `settle AREA`. [OS-EXP-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "knights")
    rule = "OS-EXP-1"
    verbs: ClassVar[tuple[str, ...]] = ("settle",)

    def __init__(self, seat: int, knights: int) -> None:
        self.seat = seat
        self.knights = knights

    def options(self, state: State) -> list[Choice]:
        ids = state.tables.areas.ids
        return [("settle", ids[area]) for area in bits(may_settle(state, self.seat, self.knights))]

    def resolve(self, state: State, choice: Choice) -> None:
        area = state.atlas.area_number[str(choice[1])]
        if state.players[self.seat].settlers:
            settle(state, self.seat, area, "OS-EXP-1")
        else:
            state.stack.append(Move(self.seat, area))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        number = state.atlas.area_number
        if len(choice) != 2 or choice[1] not in number or not state.atlas.in_play >> number[str(choice[1])] & 1:
            return malformed(self.verbs)
        return why_not_settled(state, self.seat, number[str(choice[1])], self.knights)


def why_not_settled(state: State, seat: int, area: int, knights: int) -> Reason:
    """The rule that keeps a settler of this seat out of an area."""
    me, bit = state.players[seat], 1 << area
    facts = {"area": state.tables.areas.ids[area]}
    if me.areas & bit:
        return Reason("OS-PEACE-8", "reason.already_there", facts)
    if me.areas and not state.atlas.around(me.areas) & bit:
        return Reason("OS-EXP-1", "reason.not_adjacent", facts)
    for other in state.playing:
        rival = state.players[other]
        if other == seat:
            continue
        if rival.fortresses & bit:
            rule = "OS-CONQ-7" if rival.areas & bit else "OS-EXP-4"
            return Reason(rule, "reason.fortress", {**facts, "seat": other})
        if rival.areas & bit and state.story.protects(rival.epoch):
            return Reason(state.story.protection_rule, "reason.protected", {**facts, "seat": other})
    if knights:
        return Reason("OS-CONQ-2", "reason.two_knights", facts)
    return Reason("OS-EXP-3", "reason.occupied", facts)


class Move(Decision):
    """Without a settler in the supply one from the map is used. Written `lift AREA`. [OS-PLACE-TERRITORY-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "area")
    rule = "OS-PLACE-TERRITORY-3"
    verbs: ClassVar[tuple[str, ...]] = ("lift",)

    def __init__(self, seat: int, area: int) -> None:
        self.seat = seat
        self.area = area  # where it goes

    def options(self, state: State) -> list[Choice]:
        ids = state.tables.areas.ids
        return [("lift", ids[area]) for area in bits(state.players[self.seat].areas)]

    def resolve(self, state: State, choice: Choice) -> None:
        lift(state, self.seat, state.atlas.area_number[str(choice[1])], self.rule)
        settle(state, self.seat, self.area, "OS-EXP-1")

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in state.atlas.area_number:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.not_yours", {"area": choice[1]})
