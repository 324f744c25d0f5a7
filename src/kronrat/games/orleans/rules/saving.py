"""A state as fields and back. A dump may come from a stranger, so every value is checked before it is played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kronrat.core.checks import are_numbers, demand, is_flag, is_number
from kronrat.core.flow import Step
from kronrat.core.saving import Saving, named, put, values_of
from kronrat.games.orleans.rules.bag import FromBag
from kronrat.games.orleans.rules.deeds import look_for_wants
from kronrat.games.orleans.rules.places import STOPPER
from kronrat.games.orleans.rules.setup import masks_of
from kronrat.games.orleans.rules.state import (
    COINS,
    EMPTY,
    FIRST_GOOD,
    GONE,
    GOODS,
    KINDS,
    MOST_COINS,
    NO_AREA,
    PHASES,
    START_VILLAGE,
    TECHNOLOGY,
    State,
)
from kronrat.games.orleans.rules.story import CommonSheet, Sheet
from kronrat.games.orleans.rules.tables import BUILDINGS

MOST: Final = 10_000  # of anything that has no limit of its own
COMMON: Final = "tale"  # what dumps have always called the common sheet of the story


class OrleansSaving(Saving):
    """What the states of Orléans Stories may hold, and what a story adds to them."""

    def fields(self, state: State) -> dict[str, Any]:
        values = super().fields(state)
        values[COMMON] = values_of(state.common)
        values["players"] = [
            [*row, values_of(player.sheet)] for row, player in zip(values["players"], state.players, strict=True)
        ]
        return values

    def refill(self, state: State, values: Mapping[str, Any]) -> None:
        own = {name: value for name, value in values.items() if name != COMMON}
        super().refill(state, {**own, "players": [row[:-1] for row in values["players"]]})
        _refill_sheet(state.common, values[COMMON], lambda found: state.story.fits_common(state, found))
        for player, row in zip(state.players, values["players"], strict=True):
            _refill_sheet(player.sheet, row[-1], state.story.fits_sheet)

    def fits_table(self, state: State, values: Mapping[str, Any]) -> bool:
        tables, areas = state.tables, len(state.tables.areas.ids)
        in_play = state.atlas.in_play
        return (
            are_numbers(values["market"], 0, MOST, count=COINS)
            and are_numbers(values["storage"], 0, MOST, count=COINS)
            and is_number(values["churches"], 0, tables.numbers["churches"])
            and are_numbers(values["land"], NO_AREA, START_VILLAGE, count=areas)
            and is_number(values["villages"], 0, in_play)
            and is_number(values["chapels"], 0, in_play)
            and (values["villages"] | values["chapels"]) & ~in_play == 0
            and isinstance(values["deeds"], tuple)
            and len(values["deeds"]) == len(tables.deeds)
            and all([_fits_deed(state, slot, deed) for slot, deed in enumerate(values["deeds"])])
            and isinstance(values["cards"], tuple)
            and all([card in state.atlas.cards for card in values["cards"]])
            and is_number(values["round"], 0, MOST)
            and is_number(values["phase"], 0, len(PHASES) - 1)
            and is_number(values["first"], 0, state.seats - 1)
            and _some_seats(state, values["playing"])
            and _some_seats(state, values["passed"])
        )

    def fits_player(self, state: State, seat: int, values: Mapping[str, Any]) -> bool:
        tables, in_play = state.tables, state.atlas.in_play
        places = (1 << len(state.atlas.places)) - 1
        small = ("coins", "technology", "settlers", "held", "returned")
        return (
            are_numbers(values["bag"], 0, MOST, count=KINDS)
            and are_numbers(values["green"], 0, MOST, count=KINDS)
            and _fits_spaces(state, values["spaces"])
            and are_numbers(values["goods"], 0, MOST, count=len(GOODS))
            and all([is_number(values[name], 0, MOST) for name in small])
            and is_number(values["areas"], 0, in_play)
            and is_number(values["fortresses"], 0, in_play)
            and (values["areas"] | values["fortresses"]) & ~in_play == 0
            and is_number(values["fame"], 0, tables.fame_last)
            and is_number(values["honoured"], 0, tables.fame_last)
            and is_number(values["epoch"], 0, len(state.story.epochs) - 1)
            and is_number(values["open"], 0, places)
            and is_flag(values["ascended"])
            and _fits_veil(state, values["veil"])
        )

    def complete(self, state: State) -> None:
        for player in state.players:
            player.filled = sum([1 << space for space, token in enumerate(player.spaces[:-1]) if token != EMPTY])
            player.layout = state.atlas.layout(player.open)
        state.yields = masks_of(state.land)
        look_for_wants(state)

    def can_go_on(self, state: State, step: Step) -> bool:
        """A bag holds what is about to be drawn from it."""
        return not isinstance(step, FromBag) or step.count <= sum(state.players[step.owner].bag)

    def fits_step(self, state: State, name: str, value: Any) -> bool:
        if name == "by":
            return type(value) is str
        if name == "kind" and type(value) is str:
            return value in BUILDINGS
        if name in ("kinds", "drawn"):
            return are_numbers(value, 0, KINDS - 1)
        if name == "goods":
            return are_numbers(value, FIRST_GOOD, TECHNOLOGY - 1)
        if name in ("begun", "may_end"):
            return is_flag(value)
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
        return is_number(value, least, most)


def _refill_sheet(sheet: Sheet | CommonSheet, row: Any, fits: Callable[[Mapping[str, Any]], bool]) -> None:
    values = named(sheet, row)
    demand(fits(values), "what the story adds")
    put(sheet, values)


def _some_seats(state: State, value: Any) -> bool:
    return are_numbers(value, 0, state.seats - 1) and len(set(value)) == len(value)


def _fits_deed(state: State, slot: int, deed: Any) -> bool:
    if not isinstance(deed, tuple) or not deed or not is_number(deed[0], 0, GONE):
        return False
    if deed[0] == GONE:
        return len(deed) == 1
    return are_numbers(deed[1:], EMPTY, COINS + MOST_COINS, count=len(state.tables.deeds[slot][deed[0]].fields))


def _fits_spaces(state: State, value: Any) -> bool:
    whole = state.atlas.size
    if not isinstance(value, tuple) or len(value) != whole + 1 or value[-1] != STOPPER:
        return False
    return are_numbers(value[:-1], EMPTY, COINS + MOST_COINS, count=whole)


def _fits_veil(state: State, value: Any) -> bool:
    if value == ():
        return True
    if not isinstance(value, tuple) or len(value) != 4:
        return False
    spaces, green, goods, supply = value
    return (
        _fits_spaces(state, spaces)
        and are_numbers(green, 0, MOST, count=KINDS)
        and are_numbers(goods, 0, MOST, count=len(GOODS))
        and are_numbers(supply, 0, MOST, count=2)
    )
