"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.core.codec import BrokenDump
from kronrat.core.flow import Step, Together
from kronrat.games.orleans.deeds import look_for_wants
from kronrat.games.orleans.places import STOPPER
from kronrat.games.orleans.setup import masks_of
from kronrat.games.orleans.state import (
    COINS,
    EMPTY,
    GONE,
    GOODS,
    KINDS,
    MOST_COINS,
    NO_AREA,
    PHASES,
    START_VILLAGE,
    Player,
    State,
)
from kronrat.games.orleans.story import Sheet, Tale
from kronrat.games.orleans.tables import BUILDINGS

MOST = 10_000  # of anything that has no limit of its own
LISTS = ("market", "storage", "deeds")
PLAYER_LISTS = ("bag", "green", "spaces", "goods")


def fields(state: State) -> dict[str, Any]:
    """All of a state but its stack and what follows from the rest."""
    values = {name: getattr(state, name) for name in State.FIELDS}
    values["tale"] = _values(state.tale, type(state.tale).FIELDS)
    values["players"] = [
        [*_values(player, Player.FIELDS), _values(player.sheet, type(player.sheet).FIELDS)] for player in state.players
    ]
    return values


def _values(thing: Any, names: tuple[str, ...]) -> list[Any]:
    return [getattr(thing, name) for name in names]


def refill(state: State, values: Mapping[str, Any]) -> None:
    """Put fields back into a blank state."""
    if set(values) != {*State.FIELDS, "players", "tale"} or len(values["players"]) != state.seats:
        raise BrokenDump("fields are missing, unknown or too many")
    _demand(_fits_table(state, values), "the table")
    for name in State.FIELDS:
        setattr(state, name, list(values[name]) if name in LISTS else values[name])
    _refill_part(state.tale, values["tale"], lambda named: state.story.fits_tale(state, named))
    for player, row in zip(state.players, values["players"], strict=True):
        *own, sheet = row
        named = dict(zip(Player.FIELDS, own, strict=True))
        _demand(_fits_player(state, named), "a player")
        for name, value in named.items():
            setattr(player, name, list(value) if name in PLAYER_LISTS else value)
        player.filled = sum([1 << space for space, token in enumerate(player.spaces[:-1]) if token != EMPTY])
        player.hand = state.atlas.hand(player.open)
        _refill_part(player.sheet, sheet, state.story.fits_sheet)
    state.yields = masks_of(state.land)
    look_for_wants(state)


def _refill_part(part: Sheet | Tale, row: Any, fits: Any) -> None:
    named = dict(zip(type(part).FIELDS, row, strict=True))
    _demand(fits(named), "what the story adds")
    for name, value in named.items():
        setattr(part, name, value)


def check_step(state: State, step: Step) -> None:
    """Whether a step of a dump can stand on the stack of this state."""
    if isinstance(step, Together):
        for part in step.parts:
            check_step(state, part)
        return
    for name, value in zip(step.FIELDS, step.values(), strict=True):
        _demand(_fits_step(state, name, value), f"{name} of {type(step).__name__}")


def _demand(fits: bool, what: str) -> None:
    if not fits:
        raise BrokenDump(f"{what} cannot be like this")


def _number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _numbers(value: Any, count: int, least: int, most: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all([_number(n, least, most) for n in value])


def _some_seats(state: State, value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(set(value)) == len(value)
        and all([_number(s, 0, state.seats - 1) for s in value])
    )


def _fits_table(state: State, values: Mapping[str, Any]) -> bool:
    tables, areas = state.tables, len(state.tables.areas.ids)
    in_play = state.atlas.in_play
    return (
        _numbers(values["market"], COINS, 0, MOST)
        and _numbers(values["storage"], COINS, 0, MOST)
        and _number(values["churches"], 0, tables.numbers["churches"])
        and _numbers(values["land"], areas, NO_AREA, START_VILLAGE)
        and _number(values["villages"], 0, in_play)
        and _number(values["chapels"], 0, in_play)
        and (values["villages"] | values["chapels"]) & ~in_play == 0
        and isinstance(values["deeds"], tuple)
        and len(values["deeds"]) == len(tables.deeds)
        and all([_fits_deed(state, slot, deed) for slot, deed in enumerate(values["deeds"])])
        and isinstance(values["cards"], tuple)
        and all([card in state.atlas.cards for card in values["cards"]])
        and _number(values["round"], 0, MOST)
        and _number(values["phase"], 0, len(PHASES) - 1)
        and _number(values["first"], 0, state.seats - 1)
        and _some_seats(state, values["playing"])
        and _some_seats(state, values["passed"])
    )


def _fits_deed(state: State, slot: int, deed: Any) -> bool:
    if not isinstance(deed, tuple) or not deed or not _number(deed[0], 0, GONE):
        return False
    if deed[0] == GONE:
        return len(deed) == 1
    return _numbers(deed[1:], len(state.tables.deeds[slot][deed[0]].fields), EMPTY, COINS + MOST_COINS)


def _fits_player(state: State, values: Mapping[str, Any]) -> bool:
    tables, in_play = state.tables, state.atlas.in_play
    places = (1 << len(state.atlas.places)) - 1
    small = ("coins", "technology", "settlers", "held", "returned")
    return (
        _numbers(values["bag"], KINDS, 0, MOST)
        and _numbers(values["green"], KINDS, 0, MOST)
        and _fits_spaces(state, values["spaces"])
        and _numbers(values["goods"], len(GOODS), 0, MOST)
        and all([_number(values[name], 0, MOST) for name in small])
        and _number(values["areas"], 0, in_play)
        and _number(values["fortresses"], 0, in_play)
        and (values["areas"] | values["fortresses"]) & ~in_play == 0
        and _number(values["fame"], 0, tables.fame_last)
        and _number(values["honoured"], 0, tables.fame_last)
        and _number(values["epoch"], 0, len(state.story.epochs) - 1)
        and _number(values["open"], 0, places)
        and type(values["ascended"]) is bool
        and _fits_veil(state, values["veil"])
    )


def _fits_spaces(state: State, value: Any) -> bool:
    whole = state.atlas.size
    if not isinstance(value, tuple) or len(value) != whole + 1 or value[-1] != STOPPER:
        return False
    return _numbers(value[:-1], whole, EMPTY, COINS + MOST_COINS)


def _fits_veil(state: State, value: Any) -> bool:
    if value == ():
        return True
    if not isinstance(value, tuple) or len(value) != 4:
        return False
    spaces, green, goods, supply = value
    return (
        _fits_spaces(state, spaces)
        and _numbers(green, KINDS, 0, MOST)
        and _numbers(goods, len(GOODS), 0, MOST)
        and _numbers(supply, 2, 0, MOST)
    )


def _fits_step(state: State, name: str, value: Any) -> bool:
    """What a field of this name may hold, in whatever step it stands."""
    if name in ("by",):
        return type(value) is str
    if name == "kind" and type(value) is str:
        return value in BUILDINGS
    if name in ("kinds", "drawn"):
        return isinstance(value, tuple) and all([_number(kind, 0, KINDS - 1) for kind in value])
    if name in ("begun", "may_end"):
        return type(value) is bool
    limits = {
        "seat": (0, state.seats - 1),
        "owner": (0, state.seats - 1),
        "after": (0, state.seats - 1),
        "place": (0, len(state.atlas.places) - 1),
        "area": (0, len(state.tables.areas.ids) - 1),
        "slot": (0, len(state.tables.deeds) - 1),
        "phase": (0, len(PHASES) - 1),
        "kind": (0, KINDS - 1),
        "token": (0, COINS - 1),
        "gives": (0, COINS - 1),
        "takes": (0, COINS - 1),
        "given": (-1, (1 << len(GOODS)) - 1),
    }
    least, most = limits.get(name, (0, MOST))
    return _number(value, least, most)
