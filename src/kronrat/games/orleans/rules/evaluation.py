"""Numbers for bots: what a position is worth to a seat. Each story knows its own goal; plans come from the planner."""

from __future__ import annotations

from typing import Final

from kronrat.core.flow import Decision
from kronrat.games.orleans.rules.actions import Turn
from kronrat.games.orleans.rules.appraisal import bonus_ahead
from kronrat.games.orleans.rules.newcomers import can_fill, following
from kronrat.games.orleans.rules.planner import LEAST_GAIN, answered, gain_of, has_begun, is_on_plan, sending_gain
from kronrat.games.orleans.rules.planning import Planning
from kronrat.games.orleans.rules.state import ACTING, DRAWING, PLANNING, State

VICTORY: Final = 10_000.0
ON_PLAN: Final = 100_000.0  # beyond anything else: a plan is carried out, then its seat is ready
IN_PLACE: Final = 0.05  # a token that waits where it is of use
STUCK: Final = -1.0  # one that waits in vain


def value(state: State, seat: int) -> float:
    if not state.stack:
        return VICTORY * (state.story.standing(state)[0].seat == seat)
    top = state.stack[-1]
    if isinstance(top, Decision) and top.seat == seat and not isinstance(top, Turn):
        state = answered(state, seat)
        if not state.stack:
            return VICTORY * (state.story.standing(state)[0].seat == seat)
        top = state.stack[-1]
    planning = isinstance(top, Planning) and top.part(seat) is not None
    if planning and has_begun(state, seat):
        return ON_PLAN if is_on_plan(state, seat) else -ON_PLAN
    worth = state.story.worth(state, seat)
    if state.phase in (PLANNING, ACTING):
        worth += bonus_ahead(state, seat)
    if planning or state.phase == DRAWING:
        worth += _waiting(state, seat)
    return worth


def _waiting(state: State, seat: int) -> float:
    """Tokens stay where they are unless nothing can come of it."""
    me, worth = state.players[seat], 0.0
    owned = following(me)
    for place in me.layout.places:
        if not me.filled & place.mask:
            continue
        useful = can_fill(me, place, owned)
        if me.filled & place.mask == place.mask:
            useful = gain_of(state, seat, place, []) >= LEAST_GAIN
        for space in range(place.first, place.end):
            if me.spaces[space] >= 0:
                if place.spaces[space - place.first].any:
                    useful = sending_gain(state, seat, place, space) >= LEAST_GAIN
                worth += IN_PLACE if useful else STUCK
    return worth
