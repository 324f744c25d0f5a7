"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.core.checks import are_flags, are_numbers, demand, is_flag, is_number, is_order
from kronrat.core.codec import BrokenDump
from kronrat.core.flow import Step
from kronrat.games.tumult.rules.draft import DraftLook
from kronrat.games.tumult.rules.live import LastTile
from kronrat.games.tumult.rules.orders import NUMBERS
from kronrat.games.tumult.rules.placing import Pay, placeable
from kronrat.games.tumult.rules.setup import SIDES
from kronrat.games.tumult.rules.state import FOLLOWERS, HIDDEN, NO_TILE, NOBODY, PAID, STATUES, TILES, Player, State

PHASES = 7
HIGHEST = 9  # demand
LISTS = ("owners", "slots")


def fields(state: State) -> dict[str, Any]:
    """All of a state but its stack and what follows from the rest."""
    values = {name: getattr(state, name) for name in State.FIELDS}
    values["players"] = [[getattr(player, name) for name in Player.FIELDS] for player in state.players]
    return values


def refill(state: State, values: Mapping[str, Any]) -> None:
    """Put fields back into a blank state."""
    if set(values) != {*State.FIELDS, "players"} or len(values["players"]) != state.seats:
        raise BrokenDump("fields are missing, unknown or too many")
    demand(_fits_table(state, values), "the table")
    for name in State.FIELDS:
        setattr(state, name, list(values[name]) if name in LISTS else values[name])
    state.fields = state.tables.fields_of(state.ground, state.land, state.open)
    for seat, (player, row) in enumerate(zip(state.players, values["players"], strict=True)):
        named = dict(zip(Player.FIELDS, row, strict=True))
        demand(_fits_player(state, seat, named), "a player")
        for name, value in named.items():
            setattr(player, name, value)
    demand(state.supply + sum([player.followers for player in state.players]) == FOLLOWERS, "the followers")


def _fits_table(state: State, values: Mapping[str, Any]) -> bool:
    seats, ground = state.seats, state.ground
    tiles, slots, land = values["tiles"], values["slots"], values["land"]
    return (
        is_order(values["order"], seats)
        and is_number(values["round"], 0, len(state.tables.chronicle))
        and is_number(values["phase"], 0, PHASES)
        and are_numbers(values["demand"], 0, HIGHEST, count=3)
        and is_number(values["supply"], 0, FOLLOWERS)
        and are_numbers(land, HIDDEN, 4 * len(state.tables.land_ids) - 1, count=ground.places)
        and are_flags(values["open"], ground.places)
        and all([laid != HIDDEN for laid, up in zip(land, values["open"], strict=True) if up])
        and are_numbers(values["owners"], NOBODY, seats - 1, count=ground.size)
        and are_numbers(values["chronicle"], 0, seats - 1)
        and len(values["chronicle"]) <= len(state.tables.chronicle)
        and are_numbers(tiles, 0, len(TILES) - 1)
        and are_numbers(slots, PAID, seats - 1)
        and (len(tiles), len(slots)) in ((0, 0), (len(ground.tiles), ground.slots))
        and tuple(sorted(tiles)) in ((), ground.tiles)
        and is_flag(values["shown"])
    )


def _fits_player(state: State, seat: int, values: Mapping[str, Any]) -> bool:
    hand, order = values["hand"], values["order"]
    return (
        is_number(values["statues"], 0, STATUES)
        and is_number(values["followers"], 0, FOLLOWERS)
        and (values["side"] == "" or values["side"] in SIDES)
        and is_number(hand, NO_TILE, len(state.slots) - 1)
        and (hand == NO_TILE or state.slots[hand] == seat)
        and is_number(values["seen"], 0, 2 ** len(state.slots) - 1)
        and all([is_flag(values[name]) for name in ("mercy", "done", "able", "hit")])
        and _fits_order(order)
    )


def _fits_order(order: Any) -> bool:
    if not isinstance(order, tuple) or len(order) not in (0, len(NUMBERS)):
        return False
    return not order or all([is_number(n, least, most) for n, (_, least, most) in zip(order, NUMBERS, strict=True)])


def fits_step(state: State, name: str, value: Any) -> bool:
    """What a field of this name may hold, in whatever step it is."""
    limits = {
        "seat": (0, state.seats - 1),
        "field": (0, state.ground.size - 1),
        "kind": (0, 2),
        "left": (0, sum(state.ground.symbols)),
        "before": (0, STATUES * state.seats),
        "round": (1, len(state.tables.chronicle)),
        "phase": (1, PHASES),
        "number": (0, state.seats * max(1, state.switches.steps)),
    }
    least, most = limits[name]
    return is_number(value, least, most)


def can_go_on(state: State, step: Step) -> bool:
    """A field is paid for that could be chosen, and a player who decides on a tile is holding one."""
    if isinstance(step, Pay):
        return step.field in placeable(state, step.seat)
    if isinstance(step, (DraftLook, LastTile)):
        return state.players[step.seat].hand != NO_TILE
    return True
