"""The King's Favor: what the view says of the year that runs: the time left, how far the tasks are, and the danger."""

from __future__ import annotations

from typing import Any

import pytest

from kronrat.games.orleans.rules.state import GOODS
from kronrat.games.orleans.stories.kings_favor.rules.goals import EndYear
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING
from kronrat.games.orleans.testing import Court, game


def court(year: int = 1, season: int = 4, favourites: int = 1) -> Court:
    table = Court(2, profile="recon-1").year(year, season=season)
    table.booklet(0).favourites = favourites
    return table


def sheet(table: Court) -> dict[str, Any]:
    told: dict[str, Any] = game().view(table.state, 0)["players"][0]["story"]
    return told


@pytest.mark.parametrize(
    ("sent", "areas", "favourites", "risk"),
    [
        (0b110, "b1 b2", 0, "safe"),
        (0b010, "b1 b2", 2, "cost"),
        (0b010, "b1 b2", 1, "last"),
        (0b000, "b1 b2", 2, "last"),
        (0b010, "b1 b2", 0, "lost"),
        (0b000, "b1", 2, "lost"),
    ],
)
def test_the_danger_is_what_the_end_of_the_year_would_bring(sent: int, areas: str, favourites: int, risk: str) -> None:
    table = court(favourites=favourites).areas(0, areas)
    table.booklet(0).sent = sent
    assert sheet(table)["risk"] == risk
    before = table.booklet(0).favourites
    table.run(EndYear())
    assert (table.booklet(0).points != PLAYING) == (risk == "lost")
    if risk != "lost":
        assert table.booklet(0).favourites == {"safe": before, "cost": 1, "last": 0}[risk]


def test_no_favourite_counts_for_the_castle() -> None:
    assert sheet(court(year=5, favourites=2))["risk"] == "final"


def test_every_goal_says_how_far_it_is() -> None:
    table = court().areas(0, "b1")
    table.booklet(0).sent = 0b010
    assert sheet(table)["progress"] == {"i_areas": (1, 2), "i_royal_hunt": (1, 1), "i_other_hunt": (0, 1)}


@pytest.mark.parametrize(("season", "left"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_the_year_has_so_many_rounds_left(season: int, left: int) -> None:
    assert game().view(court(season=season).state, None)["story"]["rounds_left"] == left


def test_hunger_is_foreseen_until_autumn_has_come() -> None:
    def is_hungry(season: int, coins: int, *goods: str) -> bool:
        table = court(season=season)
        table.player(0).coins = coins
        table.player(0).goods = [int(good in goods) for good in GOODS]
        return bool(sheet(table)["hungry"])

    assert is_hungry(2, 0)
    assert is_hungry(1, 2, "wool"), "which nobody eats"
    assert not is_hungry(2, 9)
    assert not is_hungry(2, 0, "fish")
    assert not is_hungry(3, 0)
