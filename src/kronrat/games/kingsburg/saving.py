"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kronrat.core.codec import BrokenDump
from kronrat.core.flow import Step, Together
from kronrat.games.kingsburg.hooks import update_hand
from kronrat.games.kingsburg.state import NEUTRAL, NO_TOKEN, NOBODY, Player, State
from kronrat.games.kingsburg.tables import TOP_RANK
from kronrat.games.kingsburg.winter import DEFEAT, DRAW, VICTORY
from kronrat.games.kingsburg.year import YEARS

PHASES: Final = 8
MANY: Final = 10_000  # more than a game can give of anything


def fields(state: State) -> dict[str, Any]:
    """All of a state but its stack."""
    values = {name: getattr(state, name) for name in State.FIELDS}
    values["players"] = [[getattr(player, name) for name in Player.FIELDS] for player in state.players]
    return values


def refill(state: State, values: Mapping[str, Any]) -> None:
    """Put fields back into a blank state."""
    if set(values) != {*State.FIELDS, "players"} or len(values["players"]) != state.seats:
        raise BrokenDump("fields are missing, unknown or too many")
    _demand(_fits_table(state, values), "the table")
    state.court = list(values["court"])
    for name in State.FIELDS:
        if name != "court":
            setattr(state, name, values[name])
    for player, row in zip(state.players, values["players"], strict=True):
        named = dict(zip(Player.FIELDS, row, strict=True))
        _demand(_fits_player(state, named), "a player")
        for name, value in named.items():
            setattr(player, name, value)
        update_hand(state, player)


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


def _words(value: Any, known: Any = None) -> bool:
    words = isinstance(value, tuple) and all([type(word) is str for word in value])
    return words and (known is None or all([word in known for word in value]))


def _numbers(value: Any, least: int, most: int) -> bool:
    return isinstance(value, tuple) and all([_number(number, least, most) for number in value])


def _fits_table(state: State, values: Mapping[str, Any]) -> bool:
    seats, court = state.seats, values["court"]
    return (
        _numbers(values["order"], 0, seats - 1)
        and sorted(values["order"]) == list(range(seats))
        and _number(values["year"], 1, YEARS)
        and _number(values["phase"], 1, PHASES)
        and _words(values["enemies"], state.tables.enemies)
        and len(values["enemies"]) <= YEARS
        and type(values["revealed"]) is bool
        and _number(values["envoy"], NOBODY, seats - 1)
        and _numbers(values["passed"], 0, seats - 1)
        and isinstance(court, tuple)
        and len(court) == len(state.court)
        and all([_fits_groups(state, groups) for groups in court])
    )


def _fits_groups(state: State, groups: Any) -> bool:
    if not isinstance(groups, tuple):
        return False
    owned = [isinstance(group, tuple) and len(group) > 1 for group in groups]
    return all(owned) and all(
        [
            (group[0] == NEUTRAL or _number(group[0], 0, state.seats - 1))
            and all([type(word) is str or _number(word, 1, 6) for word in group[1:]])
            for group in groups
        ]
    )


def _fits_player(state: State, values: Mapping[str, Any]) -> bool:
    governors, tokens = state.tables.governors, values["tokens"]
    amounts = ("gold", "wood", "stone", "soldiers", "plus2", "extra_dice")
    return (
        _number(values["vp"], -MANY, MANY)
        and all([_number(values[name], 0, MANY) for name in amounts])
        and all([_is_sorted(values[name]) for name in ("dice", "bonus")])
        and _numbers(values["rows"], 0, len(state.sheet.rows[0]))
        and len(values["rows"]) == len(state.sheet.rows)
        and _words(values["used"])
        and _words(values["used_year"], state.tables.cards)
        and type(values["peeked"]) is bool
        and all([values[name] == "" or values[name] in governors for name in ("governor", "chosen")])
        and _words(values["dealt"], governors)
        and _numbers(tokens, 0, MANY)
        and (values["token"] == NO_TOKEN or values["token"] in tokens)
    )


def _is_sorted(faces: Any) -> bool:
    return _numbers(faces, 1, 6) and list(faces) == sorted(faces)


def _fits_step(state: State, name: str, value: Any) -> bool:
    """What a field of this name may hold, in whatever step it stands."""
    if name in ("seat", "owner"):
        return _number(value, 0, state.seats - 1)
    if name in ("again", "asked"):
        return type(value) is bool
    if name == "cards":
        return _words(value, state.tables.cards)
    if name == "kinds":
        return _numbers(value, 0, 2)
    if name == "outcome":
        return value in (VICTORY, DRAW, DEFEAT)
    if name == "building":
        return value in state.tables.cells
    if name in ("moment", "source", "rule_id"):
        return type(value) is str
    limits = {"year": (1, YEARS), "phase": (1, PHASES), "rank": (1, TOP_RANK), "strength": (-MANY, MANY)}
    least, most = limits.get(name, (0, MANY))
    return _number(value, least, most)
