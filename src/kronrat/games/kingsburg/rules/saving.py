"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kronrat.core.checks import are_numbers, are_words, is_flag, is_number, is_order
from kronrat.core.saving import Saving
from kronrat.games.kingsburg.rules.hooks import update_hand
from kronrat.games.kingsburg.rules.state import NEUTRAL, NO_TOKEN, NOBODY, YEARS, State
from kronrat.games.kingsburg.rules.tables import TOP_RANK
from kronrat.games.kingsburg.rules.winter import DEFEAT, DRAW, VICTORY

PHASES: Final = 8
MANY: Final = 10_000  # more than a game can give of anything


class KingsburgSaving(Saving):
    """What the states of Kingsburg may hold."""

    def fits_table(self, state: State, values: Mapping[str, Any]) -> bool:
        seats, court = state.seats, values["court"]
        return (
            is_order(values["order"], seats)
            and is_number(values["year"], 1, YEARS)
            and is_number(values["phase"], 1, PHASES)
            and are_words(values["enemies"], state.tables.enemies)
            and len(values["enemies"]) <= YEARS
            and is_flag(values["revealed"])
            and is_number(values["envoy"], NOBODY, seats - 1)
            and are_numbers(values["passed"], 0, seats - 1)
            and isinstance(court, tuple)
            and len(court) == len(state.court)
            and all([_fits_groups(state, groups) for groups in court])
        )

    def fits_player(self, state: State, seat: int, values: Mapping[str, Any]) -> bool:
        governors, tokens = state.tables.governors, values["tokens"]
        amounts = ("gold", "wood", "stone", "soldiers", "plus2", "extra_dice")
        return (
            is_number(values["vp"], -MANY, MANY)
            and all([is_number(values[name], 0, MANY) for name in amounts])
            and all([_is_sorted(values[name]) for name in ("dice", "bonus")])
            and are_numbers(values["rows"], 0, state.sheet.columns, count=len(state.sheet.rows))
            and all([built <= len(row) for built, row in zip(values["rows"], state.sheet.rows, strict=True)])
            and are_words(values["used"])
            and all([are_words(values[name], state.tables.cards) for name in ("used_year", "accepts", "declines")])
            and is_flag(values["peeked"])
            and all([values[name] == "" or values[name] in governors for name in ("governor", "chosen")])
            and are_words(values["dealt"], governors)
            and are_numbers(tokens, 0, MANY)
            and (values["token"] == NO_TOKEN or values["token"] in tokens)
        )

    def complete(self, state: State) -> None:
        for player in state.players:
            update_hand(state, player)

    def fits_step(self, state: State, name: str, value: Any) -> bool:
        if name in ("seat", "owner"):
            return is_number(value, 0, state.seats - 1)
        if name in ("again", "asked", "optional"):
            return is_flag(value)
        if name == "card":
            return value in state.tables.cards
        if name == "cards":
            return are_words(value, state.tables.cards)
        if name == "kinds":
            return are_numbers(value, 0, 2)
        if name == "outcome":
            return value in (VICTORY, DRAW, DEFEAT)
        if name == "building":
            return value in state.tables.cells
        if name in ("moment", "source", "rule_id"):
            return type(value) is str
        limits = {"year": (1, YEARS), "phase": (1, PHASES), "rank": (1, TOP_RANK), "strength": (-MANY, MANY)}
        least, most = limits.get(name, (0, MANY))
        return is_number(value, least, most)


def _fits_groups(state: State, groups: Any) -> bool:
    if not isinstance(groups, tuple):
        return False
    owned = [isinstance(group, tuple) and len(group) > 1 for group in groups]
    return all(owned) and all(
        [
            (group[0] == NEUTRAL or is_number(group[0], 0, state.seats - 1))
            and all([type(word) is str or is_number(word, 1, 6) for word in group[1:]])
            for group in groups
        ]
    )


def _is_sorted(faces: Any) -> bool:
    return are_numbers(faces, 1, 6) and list(faces) == sorted(faces)
