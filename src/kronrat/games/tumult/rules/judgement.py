"""What search asks of Tumult Royal: when a position can be judged, how seats compare, what is alike, and numbers."""

from __future__ import annotations

from typing import Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.games.tumult.rules.evaluation import crown_worth, lasting_worth, plan_aware_order, reach_of
from kronrat.games.tumult.rules.instinct import order_choices
from kronrat.games.tumult.rules.orders import NAMES, NUMBERS, WANT, GiveOrder
from kronrat.games.tumult.rules.raid import MixGoods
from kronrat.games.tumult.rules.rounds import MERCY, MOOD
from kronrat.games.tumult.rules.state import NO_TILE, State
from kronrat.games.tumult.rules.view import orders_are_secret, redeal

LEAST_SPREAD: Final = 2.0
ROUND_SPREAD: Final = 0.6  # for each space of the chronicle that is free
KINDS: Final = 3

OF_PLAYERS: Final = (
    "statues", "followers", "mercy", "rank", "holding", "done", "tiles", "able", "hit", "bread", "marble", "tools",
    "crown", "worth",
)  # fmt: skip


def quiet(state: State) -> bool:
    """Before the disc is spun and the goods are mixed."""
    return not state.stack or state.phase == MOOD or isinstance(state.stack[-1], MixGoods)


def spread(state: State) -> float:
    return LEAST_SPREAD + ROUND_SPREAD * (len(state.tables.chronicle) - len(state.chronicle))


def prospects(state: State) -> list[float]:
    """Statues, followers and room for more; goods are gone at the end of a round."""
    return [lasting_worth(state, seat) for seat in range(state.seats)]


# -- choices ---------------------------------------------------------------------------------------------------------


def alike(state: State, seat: int) -> list[list[Choice]]:
    """Tiles that a seat has not looked at are alike, and so are those of which it knows the same face."""
    seen, tiles = state.players[seat].seen, state.tiles
    found: list[list[Choice]] = []
    groups: dict[int, list[Choice]] = {}
    for option in state.options(seat):
        if option[0] != "lift":
            found.append([option])
            continue
        slot = int(option[1])
        face = tiles[slot] if seen >> slot & 1 else NO_TILE
        group = groups.get(face)
        if group is None:
            group = groups[face] = []
            found.append(group)
        group.append(option)
    return found


def candidates(state: State, seat: int) -> list[tuple[Choice, ...]]:
    """Orders around the one that a bot would give: more or less of everything, and of each kind."""
    if not isinstance(state.decision(seat), GiveOrder):
        return [(some[0],) for some in alike(state, seat)]
    usual = plan_aware_order(state, seat)
    orders = [usual]
    for change in (1, -1, 2):
        orders.append(_changed(usual, [change] * KINDS))
        orders += [_changed(usual, [change if kind == other else 0 for kind in range(KINDS)]) for other in range(KINDS)]
    return [order_choices(state, seat, order) for order in dict.fromkeys(orders)]


def _changed(order: tuple[int, ...], changes: list[int]) -> tuple[int, ...]:
    """More or less of each kind, within what an order may say."""
    numbers = list(order)
    for kind, change in enumerate(changes):
        _, least, most = NUMBERS[WANT + kind]
        numbers[WANT + kind] = min(most, max(least, numbers[WANT + kind] + change))
    return tuple(numbers)


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """Secret orders of others are such as a bot would give, a little more or less."""
    world = redeal(state, seat, dice)
    if orders_are_secret(state):
        for number, player in enumerate(world.players):
            if number != seat:
                changes = [dice.below(3) - 1 for _ in range(KINDS)]
                player.order = _changed(plan_aware_order(world, number), changes)
    return world


# -- the position in numbers -----------------------------------------------------------------------------------------


def feature_names(state: State) -> tuple[str, ...]:
    """First what is common and the own order, then all of each player, the viewer first and the others by seat."""
    names = [f"phase.{phase}" for phase in range(MERCY + 1)]
    names += ["round", "chronicle", "supply", "hidden", "demand bread", "demand marble", "demand tools"]
    names += [f"order {name}" for name in NAMES]
    kinds = [field.id for field in state.tables.fields]
    own = [*OF_PLAYERS, *[f"near {kind}" for kind in kinds], *[f"far {kind}" for kind in kinds]]
    for distance in range(state.seats):
        names += [f"{name} {distance}" for name in own]
    return tuple(names)


def features(state: State, seat: int) -> list[float]:
    found = [1.0 if state.phase == phase else 0.0 for phase in range(MERCY + 1)]
    found += [float(state.round), float(len(state.chronicle)), float(state.supply), float(state.open.count(False))]
    found += [float(demand) for demand in state.demand]
    order = state.players[seat].order
    found += [float(number) for number in order] if order else [0.0] * len(NAMES)
    for distance in range(state.seats):
        _add_player(found, state, (seat + distance) % state.seats, seat)
    return found


def _add_player(found: list[float], state: State, seat: int, viewer: int) -> None:
    me = state.players[seat]
    symbols, tiles = [0, 0, 0], 0
    for slot, owner in enumerate(state.slots):
        if owner == seat:
            tiles += 1
            if state.shown or seat == viewer:
                face = state.tiles[slot]
                symbols[face // 3] += face % 3 + 1
    found += [
        float(me.statues), float(me.followers), 1.0 if me.mercy else 0.0, float(state.rank(seat)),
        0.0 if me.hand == NO_TILE else 1.0, 1.0 if me.done else 0.0, float(tiles), 1.0 if me.able else 0.0,
        1.0 if me.hit else 0.0, float(symbols[0]), float(symbols[1]), float(symbols[2]),
        crown_worth(state, seat), lasting_worth(state, seat),
    ]  # fmt: skip
    found += [float(number) for number in reach_of(state, seat)]
