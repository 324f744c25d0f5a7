"""The planning phase: everybody places followers and goods at the same time, and nobody sees it before all are ready.

A table may want it otherwise: one player after the other, in the open. [OS-OPT-7]

A plan only grows; moving a token is taking back the choice that placed it. What others may see meanwhile stands in the
veil of each player: the board as it was before the draw.
"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Part, Reason, Step, Together, malformed
from kronrat.games.orleans.rules.events import PlanShown, TokenPlaced
from kronrat.games.orleans.rules.places import put, wrong_space
from kronrat.games.orleans.rules.state import (
    COINS,
    FIRST_GOOD,
    KINDS,
    MONK,
    TECHNOLOGY,
    TOKENS,
    WOOD,
    Player,
    State,
)

READY: Final[Choice] = ("ready",)


class DrawVeils(Step):
    """From now on draws and plans are seen by their owners only, unless all is open. [OS-BAG-10, OS-PLAN-2]"""

    def run(self, state: State) -> None:
        for seat in state.playing:
            me = state.players[seat]
            supply = (me.coins, me.technology)
            me.veil = (tuple(me.spaces), tuple(me.green), tuple(me.goods), supply)


class BeginPlanning(Step):
    """All together, or in turn order. [OS-PLAN-1, OS-OPT-7]"""

    def run(self, state: State) -> None:
        if state.switches.sealed:
            state.stack.append(Planning(tuple([Plan(seat) for seat in state.playing])))
            return
        for seat in state.turn_order()[::-1]:
            state.push(OpenPlanning((Plan(seat),)), ShowPlan(seat))


class Planning(Together):
    """All seats that are not ready yet. [OS-PLAN-1]"""


class OpenPlanning(Planning):
    """The one seat whose turn it is to plan; all see it. [OS-OPT-7]"""

    sealed: ClassVar[bool] = False


def wanted_coins(state: State, seat: int) -> int:
    """Bits of the coin amounts that a free field of a deed or of this seat's own takes. [OS-PLACE-GATE-12]"""
    return (state.wanted | state.story.wanted(state, seat)) >> COINS


class Plan(Part):
    """Place one token, or be done. Written `place TOKEN PLACE SPACE` or `ready`. [OS-PLAN-1, OS-PLAN-3]"""

    rule = "OS-PLAN-1"
    verbs: ClassVar[tuple[str, ...]] = ("place", "ready")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        layout, spaces = me.layout, me.spaces
        offer: list[Choice] = [READY]
        for kind, count in enumerate(me.green):
            if count:
                offer += [fit.choice for fit in layout.fits[kind] if spaces[fit.at] < 0 <= spaces[fit.twin]]
        for good, count in enumerate(me.goods):
            if count:
                offer += [fit.choice for fit in layout.goods[good] if spaces[fit.at] < 0 <= spaces[fit.twin]]
        if me.technology:
            for fit in layout.technology:
                if spaces[fit.at] < 0 <= spaces[fit.twin] and not has_technology(state, me, fit.at):
                    offer.append(fit.choice)
        if me.coins:
            for at, twin, place, n in layout.coins:
                if spaces[at] < 0 <= spaces[twin]:
                    amounts = wanted_coins(state, self.seat)
                    for amount in range(1, min(me.coins, amounts.bit_length() - 1) + 1):
                        if amounts >> amount & 1:
                            offer.append(("place", TOKENS[COINS + amount], place, n))
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if len(choice) == 1:
            return None
        me = state.players[self.seat]
        token, space = state.atlas.placing[choice]
        lay_down(me, token)
        put(me, space, token)
        if state.listener is not None:
            place = state.atlas.place_of[space]
            ready = place.is_ready(me)
            state.tell(TokenPlaced("OS-PLAN-4", self.seat, TOKENS[token], place.id, space - place.first, ready))
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice not in state.atlas.placing:
            return _why_no_such(state, choice) or malformed(self.verbs)
        token, space = state.atlas.placing[choice]
        return why_not_there(state, self.seat, token, space)


def _why_no_such(state: State, choice: Choice) -> Reason | None:
    """A token on a space that never takes such a thing."""
    if len(choice) != 4 or choice[0] != "place" or choice[1] not in TOKENS or choice[2] not in state.atlas.by_id:
        return None
    place = state.atlas.by_id[str(choice[2])]
    if type(choice[3]) is not int or not 0 <= choice[3] < place.size:
        return Reason("OS-PLAN-4", "reason.no_such_space", {"place": place.id})
    return wrong_space("OS-PLAN-4", str(choice[1]), place, place.spaces[choice[3]])


def lay_down(me: Player, token: int) -> None:
    """The token leaves the green or the supply."""
    if token < KINDS:
        me.green[token] -= 1
    elif token < TECHNOLOGY:
        me.goods[token - FIRST_GOOD] -= 1
    elif token == TECHNOLOGY:
        me.technology -= 1
    else:
        me.coins -= token - COINS


def has_technology(state: State, me: Player, space: int) -> bool:
    """Whether a technology tile replaces a follower at this place already. [OS-TECH-6]"""
    place = state.atlas.place_of[space]
    return not place.spaces[space - place.first].any and TECHNOLOGY in me.spaces[place.first : place.end]


def why_not_there(state: State, seat: int, token: int, space: int) -> Reason | None:
    """Why this token cannot be placed on this space now."""
    me, place = state.players[seat], state.atlas.place_of[space]
    row = place.spaces[space - place.first]
    facts = {"token": TOKENS[token], "place": place.id}
    if not me.open >> place.number & 1:
        return Reason("OS-SETUP-16", "reason.not_open", facts)
    if not has(me, token):
        return Reason("OS-PLAN-1" if token < KINDS else "OS-PLACE-GATE-1", "reason.not_there", facts)
    if me.spaces[space] >= 0:
        return Reason("OS-TECH-15" if token == TECHNOLOGY else "OS-PLAN-5", "reason.space_taken", facts)
    if token == TECHNOLOGY and not row.any:
        if not row.takes:
            return Reason("OS-TECH-10", "reason.technology_for_goods", facts)
        if MONK in row.takes:
            return Reason("OS-TECH-5", "reason.technology_for_monk", facts)
        if place.size == 1:
            return Reason("OS-TECH-7", "reason.technology_alone", facts)
        if not place.row.technology:
            return Reason("OS-CARD-2" if row.exact else "OS-TECH-9", "reason.no_technology", facts)
        if has_technology(state, me, space):
            return Reason("OS-TECH-6", "reason.one_technology", facts)
    elif token < KINDS and not me.layout.accepts(row, token):
        return wrong_space("OS-MONK-2" if MONK in row.takes else "OS-PLAN-4", TOKENS[token], place, row)
    elif KINDS <= token < TECHNOLOGY and not row.any and row.good != token:
        return wrong_space("OS-PLAN-9" if row.good == WOOD else "OS-PLAN-4", TOKENS[token], place, row)
    elif token >= COINS and not wanted_coins(state, seat) >> (token - COINS) & 1:
        return Reason("OS-PLACE-GATE-12", "reason.no_such_amount", {"coins": token - COINS})
    return Reason("OS-PLAN-5", "reason.space_before", facts)


def has(me: Player, token: int) -> bool:
    if token < KINDS:
        return me.green[token] > 0
    if token < TECHNOLOGY:
        return me.goods[token - FIRST_GOOD] > 0
    if token == TECHNOLOGY:
        return me.technology > 0
    return 0 < token - COINS <= me.coins


class ShowPlans(Step):
    """All plans are open. [OS-PLAN-2]"""

    def run(self, state: State) -> None:
        for seat in state.playing:
            if state.players[seat].veil:
                show_plan(state, seat)


class ShowPlan(Step):
    """One plan is made, in the open. [OS-OPT-7]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        show_plan(state, self.seat)


def show_plan(state: State, seat: int) -> None:
    me = state.players[seat]
    if state.listener is not None:
        state.tell(_shown(state, seat, me))
    me.veil = ()


def _shown(state: State, seat: int, me: Player) -> PlanShown:
    placed: list[tuple[str, str, int]] = []
    for space, token in enumerate(me.spaces[:-1]):
        if token >= 0 and me.veil[0][space] < 0:
            place = state.atlas.place_of[space]
            placed.append((TOKENS[token], place.id, space - place.first))
    ready = [place.id for place in me.layout.places if place.is_ready(me)]
    return PlanShown("OS-PLAN-2", seat, tuple(placed), tuple(ready))
