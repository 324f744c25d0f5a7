"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kronrat.core.checks import are_flags, are_numbers, demand, is_flag, is_number, is_order
from kronrat.core.flow import Step
from kronrat.core.saving import Saving
from kronrat.games.tumult.rules.draft import DraftLook
from kronrat.games.tumult.rules.live import LastTile
from kronrat.games.tumult.rules.orders import NUMBERS
from kronrat.games.tumult.rules.placing import Pay, placeable
from kronrat.games.tumult.rules.setup import SIDES
from kronrat.games.tumult.rules.state import FOLLOWERS, HIDDEN, KINDS, NO_TILE, NOBODY, PAID, STATUES, TILES, State

PHASES: Final = 7
HIGHEST: Final = 9  # demand


class TumultSaving(Saving):
    """What the states of Tumult Royal may hold."""

    def fits_table(self, state: State, values: Mapping[str, Any]) -> bool:
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

    def fits_player(self, state: State, seat: int, values: Mapping[str, Any]) -> bool:
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

    def complete(self, state: State) -> None:
        state.fields = state.tables.fields_of(state.ground, state.land, state.open)
        demand(state.supply + sum([player.followers for player in state.players]) == FOLLOWERS, "the followers")

    def fits_step(self, state: State, name: str, value: Any) -> bool:
        limits = {
            "seat": (0, state.seats - 1),
            "field": (0, state.ground.size - 1),
            "kind": (0, 2),
            "left": (0, sum(state.ground.symbols)),
            "answered": (0, 2**state.seats - 1),
            "declined": (0, 2**state.seats - 1),
            "before": (0, STATUES * state.seats),
            "round": (1, len(state.tables.chronicle)),
            "phase": (1, PHASES),
            "number": (0, state.seats * max(1, state.switches.steps)),
        }
        if name == "about":
            return value in KINDS
        least, most = limits[name]
        return is_number(value, least, most)

    def can_go_on(self, state: State, step: Step) -> bool:
        """A field is paid for that could be chosen, and a player who decides on a tile is holding one."""
        if isinstance(step, Pay):
            return step.field in placeable(state, step.seat)
        if isinstance(step, (DraftLook, LastTile)):
            return state.players[step.seat].hand != NO_TILE
        return True


def _fits_order(order: Any) -> bool:
    if not isinstance(order, tuple) or len(order) not in (0, len(NUMBERS)):
        return False
    return not order or all([is_number(n, least, most) for n, (_, least, most) in zip(order, NUMBERS, strict=True)])
