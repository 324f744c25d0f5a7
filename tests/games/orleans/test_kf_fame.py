"""The King's Favor: stops on the fame track, and its tiles."""

from __future__ import annotations

import pytest

from kronrat.core.flow import Step
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.testing import Court
from tests.marks import rule


class Shine(Step):
    """Some fame out of nowhere."""

    FIELDS = ("seat", "fame")

    def __init__(self, seat: int, fame: int) -> None:
        self.seat = seat
        self.fame = fame

    def run(self, state: State) -> None:
        gain_fame(state, self.seat, self.fame, "OS-FAME-1")


def shining(tile: str, **options: str) -> Court:
    """Seat 0 enters the first marked field, 5, where this tile lies."""
    return Court(2, **options).tiles(tile).holds(0).run(Shine(0, 4))


@pytest.mark.parametrize("year", [1, 2, 3])
@rule("OS-KF-FAME-1")
def test_the_tournament_ground_stops_markers_until_the_end_of_epoch_three(year: int) -> None:
    table = Court(2).year(year).fame(0, 40).run(Shine(0, 9))
    assert table.player(0).fame == 42
    assert table.run(Shine(0, 5)).player(0).fame == 42


@rule("OS-KF-FAME-3")
def test_later_the_tournament_ground_stops_nobody() -> None:
    table = Court(2).year(4).fame(0, 42).fame(1, 40).run(Shine(0, 3), Shine(1, 4))
    assert [table.player(seat).fame for seat in range(2)] == [45, 44]


@rule("OS-KF-FAME-2")
def test_the_castle_is_the_end() -> None:
    table = Court(2).year(5).fame(0, 88).run(Shine(0, 9))
    assert table.player(0).fame == 90
    assert table.run(Shine(0, 1)).player(0).fame == 90


@rule("OS-KF-FAME-4", "OS-KF-TILE-0")
def test_a_tile_serves_everybody_once_when_entered_or_passed() -> None:
    table = Court(2).tiles("purse", "chest").holds(0).holds(1).run(Shine(0, 4))
    assert table.player(0).coins == 3
    table.run(Shine(1, 8))
    assert table.player(1).coins == 3  # passed, and still there for the second
    table.run(Shine(0, 1), Shine(1, 1))
    assert [table.player(seat).coins for seat in range(2)] == [3, 8]


@rule("OS-SC-22", "OS-KF-FAME-4")
def test_two_tiles_passed_at_once_serve_in_the_order_of_their_fields() -> None:
    table = Court(2).tiles("chest", "purse").holds(0).run(Shine(0, 9))
    assert [event.coins for event in table.heard("CoinsGained")] == [5, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("tile", "coins"),
    [
        pytest.param("purse", 3, marks=rule("OS-KF-TILE-PURSE")),
        pytest.param("chest", 5, marks=rule("OS-KF-TILE-CHEST")),
    ],
)
def test_tiles_with_coins(tile: str, coins: int) -> None:
    assert shining(tile, profile="recon-1").player(0).coins == coins


@pytest.mark.parametrize(
    "tile",
    [pytest.param("gear1", marks=rule("OS-KF-TILE-GEAR1")), pytest.param("gear2", marks=rule("OS-KF-TILE-GEAR2"))],
)
def test_tiles_with_technology(tile: str) -> None:
    assert shining(tile).player(0).technology == 1
    table = Court(2).tiles(tile).holds(0).market(technology=0).run(Shine(0, 4))
    assert (table.player(0).technology, table.player(0).coins) == (0, 2)


@rule("OS-KF-TILE-RECRUIT")
def test_a_follower_of_choice() -> None:
    table = shining("recruit")
    assert set(table.options(0)) == {"recruit farmer", "recruit fisher", "recruit craftsman", "recruit merchant"}
    craftsmen = table.bag(0)["craftsman"]
    assert table.play("0 recruit craftsman").bag(0)["craftsman"] == craftsmen + 1


@rule("OS-KF-TILE-BROTHER", "OS-FAME-7")
def test_a_monk_or_nothing() -> None:
    assert shining("brother").bag(0)["monk"] == 1
    assert "monk" not in Court(2).tiles("brother").market(monk=0).run(Shine(0, 4)).bag(0)


@rule("OS-KF-TILE-TIMBER")
def test_up_to_two_wood() -> None:
    table = shining("timber")
    assert set(table.options(0)) == {"gain 1", "gain 2"}
    assert table.play("0 gain 2").goods(0) == "wood wood"


@rule("OS-KF-TILE-MERCHANDISE")
def test_a_good_of_choice() -> None:
    table = shining("merchandise")
    assert set(table.options(0)) == {f"gather {good}" for good in (
        "wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish")}  # fmt: skip
    assert table.refuse("0 enough").rule == "OS-CARD-1"
    assert table.play("0 gather brocade").goods(0) == "brocade"
    assert table.state.over or not table.state.deciding()


@rule("OS-KF-TILE-LARDER")
def test_up_to_two_food_goods_also_of_a_kind() -> None:
    table = Court(2).tiles("larder").holds(0).market(cheese=0).run(Shine(0, 4))
    assert set(table.options(0)) == {"gather wine", "gather bread", "gather grain", "gather fish"}
    assert table.refuse("0 gather wood").rule == "OS-SUP-10"
    assert table.refuse("0 gather cheese").rule == "OS-SUP-6"
    table.play("0 gather bread")
    assert "enough" in table.options(0)
    assert table.play("0 gather bread").goods(0) == "bread bread"


@rule("OS-KF-TILE-NEW-PLACE")
def test_a_place_card_of_an_open_category() -> None:
    table = shining("new_place")
    assert "card pub" in table.options(0)
    assert table.refuse("0 card school").rule == "OS-EPOCH-2"
    table.play("0 card pub")
    assert "pub" in [place.id for place in table.player(0).layout.places]


@rule("OS-KF-TILE-MESSENGER", "OS-FAME-4")
def test_the_herald_goes_three_further_and_may_reach_the_next_tile() -> None:
    assert shining("messenger").player(0).fame == 8
    table = Court(2).tiles("messenger", "purse").holds(0).run(Shine(0, 6))
    assert (table.player(0).fame, table.player(0).coins) == (10, 3)
