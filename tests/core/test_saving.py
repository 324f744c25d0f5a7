"""What every game's dump has alike: fields by name, players by seat, and nothing that is missing or too much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from kronrat.core import flow
from kronrat.core.codec import BrokenDump
from kronrat.core.events import Event
from kronrat.core.saving import Saving


class Diver:
    FIELDS: ClassVar[tuple[str, ...]] = ("air",)

    def __init__(self) -> None:
        self.air = 0


class Lagoon(flow.State):
    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "pearls")

    def __init__(self) -> None:
        self.seats = 2
        self.phase = 1
        self.pearls = [0, 0]
        self.players = [Diver(), Diver()]
        self.listener = None
        self.checked: list[tuple[int, int]] = []


class LagoonSaving(Saving):
    def fits_table(self, state: Lagoon, values: Mapping[str, Any]) -> bool:
        return bool(values["phase"] < 9)

    def fits_player(self, state: Lagoon, seat: int, values: Mapping[str, Any]) -> bool:
        state.checked.append((seat, state.phase))
        return bool(values["air"] >= 0)

    def complete(self, state: Lagoon) -> None:
        state.checked.append((-1, sum([player.air for player in state.players])))


GOOD = {"phase": 3, "pearls": (4, 5), "players": ((6,), (7,))}


def test_fields_are_those_of_the_state_and_of_each_player() -> None:
    assert Saving().fields(Lagoon()) == {"phase": 1, "pearls": [0, 0], "players": [[0], [0]]}


def test_a_list_comes_back_as_a_list() -> None:
    lagoon = Lagoon()
    Saving().refill(lagoon, GOOD)
    assert (lagoon.phase, lagoon.pearls, [player.air for player in lagoon.players]) == (3, [4, 5], [6, 7])


def test_players_are_checked_at_the_filled_table_and_the_rest_follows_from_all() -> None:
    lagoon = Lagoon()
    LagoonSaving().refill(lagoon, GOOD)
    assert lagoon.checked == [(0, 3), (1, 3), (-1, 13)]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"phase": 9}, id="a table that does not fit"),
        pytest.param({"players": ((6,), (-1,))}, id="a player that does not fit"),
        pytest.param({"players": ((6,),)}, id="a player is missing"),
        pytest.param({"players": ((6,), (7,), (8,))}, id="a player too many"),
        pytest.param({"reef": 1}, id="an unknown field"),
    ],
)
def test_a_dump_that_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BrokenDump):
        LagoonSaving().refill(Lagoon(), {**GOOD, **change})


def test_a_state_without_players_is_saved_alone() -> None:
    lagoon = Lagoon()
    del lagoon.players
    Saving().refill(lagoon, {**GOOD, "players": ()})
    assert Saving().fields(lagoon) == {"phase": 3, "pearls": [4, 5], "players": []}


class Tide(flow.Phase):
    def begun(self) -> Event:
        return Event(f"T-{self.phase}")


def test_a_phase_moves_the_marker_and_is_told_where_somebody_listens() -> None:
    lagoon = Lagoon()
    Tide(2).run(lagoon)
    assert lagoon.phase == 2
    heard: list[Event] = []
    lagoon.listener = heard.append
    Tide(4).run(lagoon)
    assert (lagoon.phase, heard) == (4, [Event("T-4")])
