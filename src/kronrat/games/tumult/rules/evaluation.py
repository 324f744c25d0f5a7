"""Numbers for bots: what a position is worth to a seat, in thirds of a statue.

Statues and followers count as they are; goods count for what can be placed with them, less what a riot would cost.
The numbers are judgements, tuned by play, and belong to no rule. [TR-DIG-SIM-7, TR-DIG-SIM-8, TR-DIG-SIM-9]
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Final

from kronrat.core.numbers import add_up
from kronrat.games.tumult.rules.orders import LEAST, WANT, Order, usual_order
from kronrat.games.tumult.rules.payment import Counts, paid_symbols, payments, symbols_in
from kronrat.games.tumult.rules.placing import Pay, cost_of, is_beside_own
from kronrat.games.tumult.rules.riots import LOSS
from kronrat.games.tumult.rules.state import HIDDEN, NO_TILE, NOBODY, TILES, Demand, State
from kronrat.games.tumult.rules.tables import Tables

STATUE: Final = 3.0
FOLLOWER: Final = 0.5
NEIGHBOUR: Final = 0.25  # for each statue that would fit on a free field next to own ones
SYMBOL: Final = 0.5  # of a kind, up to those that find a use
USEFUL: Final = 4
PLANNED: Final = 0.85  # how surely a plan comes true
LAST_TILES: Final = 4.3  # what a player has robbed in the end
SPREAD: Final = 2.5  # standard deviation of what is left of a kind
RIVAL_SPREAD: Final = 2.2  # and of what a rival has of it
LOOKING: Final = 0.02  # what another look costs
MEAN_DEMAND: Final = 3.5  # of the disc, where the spin comes later
MEAN_VALUE: Final = 2  # symbols on a tile
DISTANCE: Final = 0.01  # of an order from the one that a bot would give
MOST_REMEMBERED: Final = 50_000
BOARDS_REMEMBERED: Final = 1_000

Reach = tuple[int, ...]  # how many free fields of each kind are next to own statues, and how many others can be bought
Way = tuple[Counts, int]  # the tiles that a payment leaves, and how many symbols it gives away

_ways: Final[dict[tuple[Counts, Demand], list[Way]]] = {}


def value(state: State, seat: int) -> float:
    me = state.players[seat]
    reach = reach_of(state, seat)
    worth = _lasting_worth(state, seat, reach)
    if me.order:
        return worth - DISTANCE * _distance(state, seat)
    if not state.slots:
        return worth
    mine = goods_of(state, seat)
    if state.shown:
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Pay) and top.seat == seat:
            return worth + payment_worth(state, top, mine, reach)
        return worth + PLANNED * plan_worth(state.tables, mine, reach)
    return worth + _robbing(state, seat, mine, reach)


def lasting_worth(state: State, seat: int) -> float:
    """What a seat has beyond this round, and the room for more."""
    return _lasting_worth(state, seat, reach_of(state, seat))


def _lasting_worth(state: State, seat: int, reach: Reach) -> float:
    me, room = state.players[seat], 0
    worth = STATUE * me.statues + FOLLOWER * me.followers + crown_worth(state, seat)
    for number, kind in enumerate(state.tables.fields):
        room += reach[number] * kind.statues
    return worth + NEIGHBOUR * room


def goods_of(state: State, seat: int) -> Counts:
    counts, tiles = [0] * len(TILES), state.tiles
    for slot, owner in enumerate(state.slots):
        if owner == seat:
            counts[tiles[slot]] += 1
    return tuple(counts)


def crown_worth(state: State, seat: int) -> float:
    """The king's statues, as far as this seat has more followers than the others, less what they cost."""
    if len(state.chronicle) >= state.round or len(state.chronicle) >= len(state.tables.chronicle):
        return 0.0
    gains = STATUE * state.tables.chronicle[len(state.chronicle)].statues - FOLLOWER * 5
    if gains <= 0.0:
        return 0.0
    mine = state.players[seat].followers
    best = max([player.followers for other, player in enumerate(state.players) if other != seat])
    return gains * _normal((mine - best) / 2.5)


def reach_of(state: State, seat: int) -> Reach:
    """Free fields next to own statues by kind, and behind them the free ones elsewhere that may be bought."""
    reaches = state.tables.reaches
    key = (seat, tuple(state.owners), tuple(state.fields))
    known = reaches.get(key)
    if known is None:
        known = _find_reach(state, seat)
        if len(reaches) >= BOARDS_REMEMBERED:
            reaches.clear()
        reaches[key] = known
    return known


def _find_reach(state: State, seat: int) -> Reach:
    kinds = state.tables.fields
    near, far = [0] * len(kinds), [0] * len(kinds)
    owners = state.owners
    for field, kind in enumerate(state.fields):
        if kind == HIDDEN or owners[field] != NOBODY:
            continue
        if is_beside_own(state, seat, field):
            near[kind] = min(3, near[kind] + 1)
        elif kinds[kind].anywhere:
            far[kind] = 1
    return (*near, *far)


# -- what can be placed with goods -----------------------------------------------------------------------------------


def plan_worth(tables: Tables, counts: Counts, reach: Reach) -> float:
    """The best that these tiles can bring on the fields in reach."""
    plans = tables.plans
    key = (counts, reach)
    known = plans.get(key)
    if known is None:
        useful = _affordable(tables, counts, reach)
        known = _best_plan(tables, counts, useful) if useful == reach else plan_worth(tables, counts, useful)
        if len(plans) >= MOST_REMEMBERED:
            plans.clear()
        plans[key] = known
    return known


def _affordable(tables: Tables, counts: Counts, reach: Reach) -> Reach:
    """Of the fields in reach only as many as could be paid if nothing else were bought: what else there is is equal."""
    kinds, number = tables.fields, len(tables.fields)
    symbols = [symbols_in(counts, good) for good in range(3)]
    useful: list[int] = []
    for place, available in enumerate(reach):
        if available:
            cost = kinds[place].cost if place < number else kinds[place - number].double
            for good in range(3):
                if cost[good]:
                    available = min(available, symbols[good] // cost[good])
        useful.append(available)
    return tuple(useful)


def _best_plan(tables: Tables, counts: Counts, reach: Reach) -> float:
    """One field after the other, never one that comes before another in the list: the order brings nothing."""
    best = 0.0
    kinds, number = tables.fields, len(tables.fields)
    for place, available in enumerate(reach):
        if not available:
            continue
        kind = kinds[place % number]
        cost = kind.double if place >= number else kind.cost
        less: Reach = (*[0] * place, available - 1, *reach[place + 1 :])
        for left, over in ways_to_pay(counts, cost):
            best = max(best, STATUE * kind.statues + FOLLOWER * over + plan_worth(tables, left, less))
    return best


def ways_to_pay(counts: Counts, cost: Demand) -> list[Way]:
    key = (counts, cost)
    known = _ways.get(key)
    if known is None:
        asked = sum(cost)
        known = [(_less(counts, payment), paid_symbols(payment) - asked) for payment in payments(counts, cost)]
        if len(_ways) >= MOST_REMEMBERED:
            _ways.clear()
        _ways[key] = known
    return known


def _less(counts: Counts, payment: tuple[str | int, ...]) -> Counts:
    left = list(counts)
    for tile in payment[1:]:
        left[TILES.index(str(tile))] -= 1
    return tuple(left)


def payment_worth(state: State, open: Pay, counts: Counts, reach: Reach) -> float:
    """What the placement that is being paid brings, with the payment that leaves the best plan."""
    cost = cost_of(state, open.seat, open.field)
    assert cost is not None
    place = place_in_reach(state, open.seat, open.field)
    return best_rest(state.tables, counts, cost, place, reach) + placing_worth(state, open.seat, open.field)


def place_in_reach(state: State, seat: int, field: int) -> int:
    """Where fields like this one are in a reach."""
    kind = state.fields[field]
    return kind if is_beside_own(state, seat, field) else kind + len(state.tables.fields)


def best_rest(tables: Tables, counts: Counts, cost: Demand, place: int, reach: Reach) -> float:
    """What is left after the best payment for such a field."""
    less: Reach = (*reach[:place], max(0, reach[place] - 1), *reach[place + 1 :])
    best = 0.0
    for left, over in ways_to_pay(counts, cost):
        best = max(best, FOLLOWER * over + PLANNED * plan_worth(tables, left, less))
    return best


def placing_worth(state: State, seat: int, field: int) -> float:
    """The statues on a field, and the room that it opens."""
    statues, neighbours = state.tables.fields[state.fields[field]].statues, state.ground.neighbours[field]
    opened = [f for f in neighbours if state.fields[f] != HIDDEN and state.owners[f] == NOBODY]
    new = [f for f in opened if not is_beside_own(state, seat, f)]
    beside = sum([state.tables.fields[state.fields[f]].statues for f in new])
    near = is_beside_own(state, seat, field)
    return STATUE * statues + NEIGHBOUR * (beside - (statues if near else 0))


# -- the raid --------------------------------------------------------------------------------------------------------


def _robbing(state: State, seat: int, mine: Counts, reach: Reach) -> float:
    """The worth of the castle, and of the tile in hand if it is one."""
    me = state.players[seat]
    odds = odds_of(state, seat)
    if me.hand == NO_TILE:
        return castle_worth(state, mine, reach, odds)
    held = list(mine)
    held[state.tiles[me.hand]] -= 1
    castle = tuple(held)
    if me.seen >> me.hand & 1:  # looked at before: its face is known
        return max(castle_worth(state, mine, reach, odds), castle_worth(state, castle, reach, odds)) - LOOKING
    return look_worth(state, castle, reach, odds) - LOOKING


def odds_of(state: State, seat: int) -> tuple[float, ...]:
    """Per kind what is expected to be left without this seat's part, what a rival has in the end, and the demand."""
    others = [other for other in range(state.seats) if other != seat]
    return _odds(state, seat, [max(LAST_TILES, float(state.slots.count(other))) for other in others])


def rough_odds_of(state: State, seat: int) -> tuple[float, ...]:
    """The same, with few differences between others, so that much of it is remembered."""
    others = [other for other in range(state.seats) if other != seat]
    return _odds(state, seat, [LAST_TILES + 2.0 * max(0, (state.slots.count(other) - 4) // 2) for other in others])


def _odds(state: State, seat: int, robbed: list[float]) -> tuple[float, ...]:
    ground, found = state.ground, list[float]()
    gone, most = add_up(robbed) * MEAN_VALUE / 3, max(robbed) * MEAN_VALUE / 3
    for kind in range(3):
        expected = ground.symbols[kind] * ground.slots / len(ground.tiles)
        found += [expected - gone, most, float(state.demand[kind]) or MEAN_DEMAND]
    mercy = 1.0 if state.players[seat].mercy else 0.0
    return (*found, mercy, 0.5 if state.order[0] == seat else 0.0)


def castle_worth(state: State, counts: Counts, reach: Reach, odds: tuple[float, ...]) -> float:
    """The plan for these tiles, less what riots would cost, each as likely as it is."""
    castles = state.tables.castles
    key = (counts, reach, odds)
    known = castles.get(key)
    if known is None:
        known = _weigh_castle(state, counts, reach, odds)
        if len(castles) >= MOST_REMEMBERED:
            castles.clear()
        castles[key] = known
    return known


def _weigh_castle(state: State, counts: Counts, reach: Reach, odds: tuple[float, ...]) -> float:
    plan = _prospect(state, counts, reach)
    worth = plan
    for kind in range(3):
        ones, twos, threes = counts[3 * kind], counts[3 * kind + 1], counts[3 * kind + 2]
        own = ones + 2 * twos + 3 * threes
        left, rival, demand = odds[3 * kind], odds[3 * kind + 1], odds[3 * kind + 2]
        riot = _normal((demand - 0.5 - (left - own)) / SPREAD)
        blamed = _normal((own - odds[9] + odds[10] - rival) / RIVAL_SPREAD)
        if riot * blamed < 0.02:
            continue
        rest = list(counts)
        rest[3 * kind : 3 * kind + 3] = [0, 0, 0]
        if own:
            rest[3 * kind + (0 if ones else 1 if twos else 2)] = 1
        lost = plan - _prospect(state, tuple(rest), reach)
        worth -= riot * blamed * (FOLLOWER * LOSS + lost)
    return worth


def _prospect(state: State, counts: Counts, reach: Reach) -> float:
    """What can be placed already, and something for goods that still lack others."""
    symbols = [counts[3 * kind] + 2 * counts[3 * kind + 1] + 3 * counts[3 * kind + 2] for kind in range(3)]
    return PLANNED * plan_worth(state.tables, counts, reach) + SYMBOL * sum([min(USEFUL, n) for n in symbols])


def look_worth(state: State, castle: Counts, reach: Reach, odds: tuple[float, ...]) -> float:
    """What a tile nobody knows is worth: the mean over all faces, each kept or returned."""
    looks = state.tables.looks
    key = (castle, reach, odds)
    known = looks.get(key)
    if known is None:
        now = castle_worth(state, castle, reach, odds)
        total = 0.0
        for face in range(len(TILES)):
            more = list(castle)
            more[face] += 1
            total += state.ground.tiles.count(face) * max(now, castle_worth(state, tuple(more), reach, odds))
        known = total / len(state.ground.tiles)
        if len(looks) >= MOST_REMEMBERED:
            looks.clear()
        looks[key] = known
    return known


def glance_worth(state: State, castle: Counts, reach: Reach, odds: tuple[float, ...]) -> float:
    """About the same, from one face of each kind."""
    now, total = castle_worth(state, castle, reach, odds), 0.0
    for kind in range(3):
        more = list(castle)
        more[3 * kind + 1] += 1
        total += max(now, castle_worth(state, tuple(more), reach, odds))
    return total / 3


def _normal(x: float) -> float:
    """The chance that a normal number is below x."""
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))


# -- orders ----------------------------------------------------------------------------------------------------------


def plan_aware_order(state: State, seat: int) -> Order:
    """The usual order, with more of what a castle or village in reach costs, and less for a king. [TR-DIG-SIM-7]"""
    usual = usual_order(state)
    order, reach = list(usual), reach_of(state, seat)
    for n, kind in zip(reach, state.tables.fields, strict=False):
        if n and kind.statues > 1:
            for good in range(3):
                if kind.cost[good] > 1 and order[WANT + good] == usual[WANT + good]:
                    order[WANT + good] += 1
    change = (1 if state.players[seat].mercy else 0) - (1 if state.order[0] == seat else 0)
    return tuple([max(0, number + change) if place < LEAST else number for place, number in enumerate(order)])


def _distance(state: State, seat: int) -> int:
    ideal = plan_aware_order(state, seat)
    return sum([abs(number - best) for number, best in zip(state.players[seat].order, ideal, strict=True)])
