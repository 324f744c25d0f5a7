"""The King's Favor: what the seasons bring, and who does not survive autumn."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.stories.kings_favor.rules.leaving import eliminate
from kronrat.games.orleans.stories.kings_favor.rules.seasons import TurnSeason
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING
from kronrat.games.orleans.testing import Court
from tests.marks import rule

SPRING, SUMMER, AUTUMN, WINTER = 1, 2, 3, 4


def in_season(season: int, seats: int = 3, **options: str) -> Court:
    return Court(seats, **options).year(1, season)


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 3), (4, 4)])
@rule("OS-KF-SEASON-2")
def test_spring_brings_grain_and_wood_every_year(seats: int, each: int) -> None:
    table = in_season(SPRING, seats, profile="recon-1")
    before = (table.stock(table.state.market)["grain"], table.stock(table.state.market)["wood"])
    for year in (1, 2):
        table.year(year).run(TurnSeason())
    after = (table.stock(table.state.market)["grain"], table.stock(table.state.market)["wood"])
    assert [new - old for new, old in zip(after, before, strict=True)] == [2 * each, 2 * each]


@rule("OS-KF-SEASON-2", "OS-SUP-9")
def test_spring_brings_only_what_the_box_holds() -> None:
    table = in_season(SPRING, 4).market(grain=0, wood=0)
    table.state.storage[13], table.state.storage[7] = 1, 0
    table.run(TurnSeason())
    assert "wood" not in table.stock(table.state.market)
    assert table.stock(table.state.market)["grain"] == 1


@rule("OS-KF-SEASON-3")
def test_summer_brings_everybody_a_coin() -> None:
    table = in_season(SUMMER).holds(0, coins=0).holds(1, coins=2).holds(2, coins=1).run(TurnSeason())
    assert [table.player(seat).coins for seat in range(3)] == [1, 3, 2]


@rule("OS-KF-SEASON-3")
def test_a_player_who_is_out_gets_no_coin_in_summer() -> None:
    table = in_season(SUMMER).holds(0, coins=1).holds(1, coins=5).holds(2)
    eliminate(table.state, 1, "OS-KF-END-8")
    table.run(TurnSeason())
    assert [table.player(seat).coins for seat in range(3)] == [2, 0, 1]


@rule("OS-KF-SEASON-4", "OS-SUP-10")
def test_in_autumn_everybody_gives_a_food_good_of_choice() -> None:
    table = in_season(AUTUMN, 2).holds(0, "wood fish wine", coins=9).holds(1, "wool bread", coins=9).run(TurnSeason())
    assert set(table.options(0)) == {"feed wine", "feed fish"}
    assert table.refuse("0 feed wood").rule == "OS-SUP-10"
    assert table.refuse("0 feed cheese").rule == "OS-KF-SEASON-5"
    box = table.stock(table.state.storage).get("wine", 0)
    table.play("0 feed wine")
    assert table.goods(0) == "wood fish"
    assert table.goods(1) == "wool"  # who has one kind only is not asked
    assert table.stock(table.state.storage)["wine"] == box + 1
    assert [table.player(seat).coins for seat in range(2)] == [9, 9]


@rule("OS-KF-SEASON-5")
def test_food_on_the_gate_counts_when_the_supply_has_none() -> None:
    table = in_season(AUTUMN, 2).holds(0, "wood", coins=9).lay(0, "cheese", "gate").holds(1, "fish")
    table.run(TurnSeason())
    assert table.player(0).coins == 9
    assert not table.player(0).filled
    other = in_season(AUTUMN, 2).holds(0, "fish").lay(0, "cheese", "gate").holds(1, "fish").run(TurnSeason())
    assert other.player(0).filled  # the supply is used first
    assert other.goods(0) == ""


@rule("OS-KF-SEASON-5")
def test_coins_on_the_gate_count_when_the_supply_has_too_few() -> None:
    table = in_season(AUTUMN, 2).holds(0, coins=2).lay(0, "coins_3", "gate").holds(1, "fish").run(TurnSeason())
    assert (table.player(0).coins, table.player(0).filled) == (2, 0)
    other = in_season(AUTUMN, 2).holds(0, coins=3).lay(0, "coins_3", "gate").holds(1, "fish").run(TurnSeason())
    assert (other.player(0).coins, other.player(0).filled > 0) == (0, True)


@rule("OS-KF-SEASON-6")
def test_winter_begins_with_nothing() -> None:
    table = in_season(WINTER).run(TurnSeason())
    assert [type(event).__name__ for event in table.events] == ["SeasonBegan"]


@rule("OS-KF-SEASON-7", "OS-KF-SEASON-8", "OS-KF-SEASON-9", "OS-SC-17")
def test_three_ways_through_autumn_without_food() -> None:
    table = in_season(AUTUMN, 3).holds(0, "wood", coins=3).holds(1, "wool", coins=2).holds(2, coins=2)
    table.booklet(2).favourites = 0
    table.run(TurnSeason())
    assert (table.player(0).coins, table.booklet(0).favourites) == (0, 1)
    assert (table.player(1).coins, table.booklet(1).favourites) == (2, 0)
    assert table.state.playing == (0, 1)
    assert table.booklet(2).points != PLAYING


@rule("OS-CARD-SACRISTY")
def test_the_sacristy_keeps_autumn_away_and_brings_coins() -> None:
    table = in_season(AUTUMN, 2).card(0, "sacristy").holds(0, "fish", coins=1).holds(1, "fish").run(TurnSeason())
    assert (table.goods(0), table.player(0).coins) == ("fish", 3)
    assert table.heard("AutumnSpared")


@rule("OS-KF-WIN-6")
def test_the_only_one_left_in_autumn_plays_on_until_the_end_of_winter() -> None:
    table = Court(2).fresh().to_round(2).holds(0, "fish").holds(1)
    table.booklet(1).favourites = table.player(1).coins = 0
    table.to_round(4)
    assert table.state.playing == (0,)
    assert not table.heard("GameEnded")
    table.to_round(5)
    assert (table.state.over, table.state.round) == (True, 4)


@rule("OS-KF-WIN-3")
def test_nobody_left_in_autumn_compares_points() -> None:
    table = in_season(AUTUMN, 2).holds(0, "wool").holds(1, "wood wood wood")
    table.booklet(0).favourites = table.booklet(1).favourites = 0
    table.run(TurnSeason())
    assert table.state.over
    assert [(result.seat, result.score) for result in table.state.standing()] == [(1, 6), (0, 4)]


@rule("OS-KF-END-11")
def test_the_marker_passes_on_when_the_start_player_is_out() -> None:
    table = in_season(AUTUMN, 3).holds(0).holds(1, "fish").holds(2, "fish")
    table.booklet(0).favourites = 0
    table.run(TurnSeason())
    assert (table.state.first, table.state.turn_order()) == (1, [1, 2])
