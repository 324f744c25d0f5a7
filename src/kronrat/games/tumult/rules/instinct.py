"""What a seat does in a playout: what looks best at once, found without trying every choice on a copy of the game."""

from __future__ import annotations

from kronrat.core.flow import Choice
from kronrat.games.tumult.rules.draft import DraftLift, DraftLook
from kronrat.games.tumult.rules.evaluation import (
    FOLLOWER,
    LOOKING,
    PLANNED,
    best_rest,
    castle_worth,
    glance_worth,
    goods_of,
    place_in_reach,
    placing_worth,
    plan_aware_order,
    plan_worth,
    reach_of,
    rough_odds_of,
    ways_to_pay,
)
from kronrat.games.tumult.rules.orders import NAMES, SUBMIT, GiveOrder, Order
from kronrat.games.tumult.rules.placing import PASS, Pay, Place, cost_of, placeable
from kronrat.games.tumult.rules.raid import KEEP, LIFTS, RETURN, STOP
from kronrat.games.tumult.rules.state import NO_TILE, NOBODY, State


def instinct(state: State, seat: int) -> tuple[Choice, ...]:
    """A whole order at once, the next step of a draft, or where to place and how to pay."""
    asked = state.decision(seat)
    if isinstance(asked, DraftLift):
        return (_lift(state, seat),)
    if isinstance(asked, DraftLook):
        return (_keep_or_return(state, seat),)
    if isinstance(asked, Place):
        return (_place(state, seat),)
    if isinstance(asked, Pay):
        return (_pay(state, asked),)
    if isinstance(asked, GiveOrder):
        return order_choices(state, seat, plan_aware_order(state, seat))
    return ()


def order_choices(state: State, seat: int, order: Order) -> tuple[Choice, ...]:
    """What has to be said so that this becomes the order of a seat."""
    mine = state.players[seat].order
    changes: list[Choice] = []
    for name, before, wanted in zip(NAMES, mine, order, strict=True):
        if before != wanted:
            changes.append(("set", name, wanted))
    changes.append(SUBMIT)
    return tuple(changes)


# -- the draft -------------------------------------------------------------------------------------------------------


def _lift(state: State, seat: int) -> Choice:
    """The first unknown tile, the best of those looked at before, or nothing any more."""
    mine, reach, odds = goods_of(state, seat), reach_of(state, seat), rough_odds_of(state, seat)
    now = castle_worth(state, mine, reach, odds)
    best, best_worth = STOP, now
    seen, tiles, unknown = state.players[seat].seen, state.tiles, NO_TILE
    faces = 0  # a bit for each that was looked at
    for slot, owner in enumerate(state.slots):
        if owner != NOBODY:
            continue
        if not seen >> slot & 1:
            if unknown == NO_TILE:
                unknown = slot
            continue
        face = tiles[slot]
        if faces >> face & 1:
            continue
        faces |= 1 << face
        more = list(mine)
        more[face] += 1
        worth = castle_worth(state, tuple(more), reach, odds) - LOOKING
        if worth > best_worth:
            best, best_worth = LIFTS[slot], worth
    if unknown != NO_TILE and glance_worth(state, mine, reach, odds) - LOOKING > best_worth:
        best = LIFTS[unknown]
    return best


def _keep_or_return(state: State, seat: int) -> Choice:
    """The tile in hand counts as one's own already."""
    with_it, reach, odds = goods_of(state, seat), reach_of(state, seat), rough_odds_of(state, seat)
    less = list(with_it)
    less[state.tiles[state.players[seat].hand]] -= 1
    better = castle_worth(state, with_it, reach, odds) >= castle_worth(state, tuple(less), reach, odds)
    return KEEP if better else RETURN


# -- placing ---------------------------------------------------------------------------------------------------------


def _place(state: State, seat: int) -> Choice:
    mine, reach = goods_of(state, seat), reach_of(state, seat)
    best, best_worth = PASS, PLANNED * plan_worth(state.tables, mine, reach)
    rests: dict[int, float] = {}  # fields of one kind, near or far, leave the same
    for field in placeable(state, seat):
        place = place_in_reach(state, seat, field)
        if place not in rests:
            cost = cost_of(state, seat, field)
            assert cost is not None
            rests[place] = best_rest(state.tables, mine, cost, place, reach)
        worth = rests[place] + placing_worth(state, seat, field)
        if worth > best_worth:
            best, best_worth = ("place", field // state.ground.width, field % state.ground.width), worth
    return best


def _pay(state: State, asked: Pay) -> Choice:
    """The payment that leaves the best plan."""
    seat = asked.seat
    cost = cost_of(state, seat, asked.field)
    assert cost is not None
    mine, reach = goods_of(state, seat), list(reach_of(state, seat))
    place = place_in_reach(state, seat, asked.field)
    reach[place] = max(0, reach[place] - 1)
    options = state.options(seat)
    best, best_worth = options[0], float("-inf")
    for option, (left, over) in zip(options, ways_to_pay(mine, cost), strict=True):
        worth = FOLLOWER * over + PLANNED * plan_worth(state.tables, left, tuple(reach))
        if worth > best_worth:
            best, best_worth = option, worth
    return best
