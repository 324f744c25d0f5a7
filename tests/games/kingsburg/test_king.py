"""Phases 1, 3 and 5: the aid, the reward and the envoy of the King."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    DiceRolled,
    EnvoyGiven,
    EnvoyKept,
    EnvoyReturned,
    GoodsGained,
    OrderSet,
    PhaseBegan,
)
from kronrat.games.kingsburg.testing import AUTUMN, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def developed(edition: str, *provinces: tuple[int, int]) -> Kingsburg:
    """A table whose seats have these numbers of buildings and goods."""
    table = Kingsburg(seats=len(provinces), edition=edition)
    rows = ("cathedral", "merchants_guild", "wizards_guild")
    for seat, (buildings, goods) in enumerate(provinces):
        for row in rows[: buildings // 4]:
            table.give(seat, row)
        if buildings % 4:
            table.give(seat, ("barricade", "crane", "town_hall")[buildings % 4 - 1])
        table.give(seat, gold=goods // 2, stone=goods - goods // 2)
        assert (table.player(seat).buildings, table.player(seat).goods) == (buildings, goods)
    return table


def aided(table: Kingsburg) -> list[int]:
    """The seats that get a bonus die in phase 1."""
    table.begin(1, year=2, alone=True)
    return [event.seat for event in table.heard(BonusDieGained)]


# -- phase 1: aid ------------------------------------------------------------------------------------------------


@rule("KB-P1-1")
@both_editions
def test_the_one_with_the_fewest_buildings_gets_a_bonus_die_and_nobody_a_good(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 9), (3, 0))
    assert aided(table) == [1]
    assert [table.player(seat).extra_dice for seat in range(3)] == [0, 1, 0]
    assert table.state.over
    assert table.heard(GoodsGained) == []


@rule("KB-P1-1")
@both_editions
def test_the_aid_is_one_die_to_roll_in_spring(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 9), (3, 0)).begin(1, year=3)
    if edition == "2e":
        assert table.options(1) == ["bonus 1", "bonus 0"]
        table.play("1 bonus 1")
    assert {event.seat: len(event.bonus) for event in table.heard(DiceRolled)} == {0: 0, 1: 1, 2: 0}


@rule("KB-P1-2")
@both_editions
def test_with_equal_buildings_the_fewest_goods_decide(edition: str) -> None:
    assert aided(developed(edition, (2, 3), (2, 2), (2, 4))) == [1]


@rule("KB-P1-2")
@both_editions
def test_goods_count_among_those_with_the_fewest_buildings_only(edition: str) -> None:
    table = developed(edition, (6, 0), (5, 2), (5, 1), (6, 1))
    assert aided(table) == [2]
    assert table.state.over


@rule("KB-P1-2")
def test_goods_are_counted_over_all_kinds() -> None:
    table = Kingsburg(seats=3).give(0, gold=3).give(1, wood=1, stone=1).give(2, stone=3)
    assert aided(table) == [1]


@rule("KB-P1-3")
@both_editions
def test_each_of_the_last_tie_takes_a_good_of_choice_and_nobody_gets_a_die(edition: str) -> None:
    table = developed(edition, (2, 1), (2, 3), (2, 1), (4, 0)).begin(1, year=2, alone=True)
    assert table.options(0) == ["take gold", "take wood", "take stone"]
    table.play("0 take wood", "2 take gold")
    assert table.state.over
    assert [table.goods(seat) for seat in range(4)] == ["1w 1s", "1g 2s", "1g 1s", ""]
    assert [player.extra_dice for player in table.state.players] == [0, 0, 0, 0]


@rule("KB-P1-3")
def test_the_aid_is_one_good_and_no_more() -> None:
    table = Kingsburg(seats=3).begin(1)
    assert table.refuse("0 take gold gold").rule == "KB-P1-3"


@rule("KB-P1-4")
@both_editions
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_the_first_year_everybody_takes_a_good_and_nobody_gets_a_die(seats: int, edition: str) -> None:
    table = Kingsburg(seats=seats, edition=edition).begin(1, alone=True)
    for seat in range(seats):
        table.play(f"{seat} take stone")
    assert table.state.over
    assert [table.goods(seat) for seat in range(seats)] == ["1s"] * seats
    assert table.heard(BonusDieGained) == []


@rule("KB-P1-5")
@both_editions
def test_the_die_of_the_king_is_there_in_spring_only(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 0), (3, 0)).begin(1, year=2)
    if edition == "2e":
        table.play("1 bonus 1")
    table.all_pass().all_pass()
    assert table.state.phase == AUTUMN
    assert [len(event.bonus) for event in table.heard(DiceRolled) if event.seat == 1] == [1, 0, 0]


@rule("KB-P1-5")
def test_the_die_is_back_in_the_supply_when_buildings_are_built() -> None:
    table = developed("1e", (2, 0), (1, 2), (3, 0)).begin(1, year=2)
    assert len(table.player(1).bonus) == 1
    table.all_pass()
    assert table.verbs() == {"build", "pass"}
    assert (table.player(1).bonus, table.player(1).extra_dice) == ((), 0)


@rule("KB-P1-5")
@both_editions
def test_the_die_counts_for_the_turn_order(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 0), (3, 0))
    table.begin(1, year=2, rolls={0: (3, 3, 3), 1: ((2, 2, 3), (4,)), 2: (3, 3, 4)})
    if edition == "2e":
        table.play("1 bonus 1")
    assert [(event.order, event.totals) for event in table.heard(OrderSet)] == [((0, 2, 1), (9, 10, 11))]


@rule("KB-P1-6")
@both_editions
def test_goods_of_the_king_are_taken_in_turn_order(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).order(2, 0, 3, 1).begin(1)
    asked = []
    while "take" in table.verbs():
        asked.append(table.deciding)
        table.play(f"{table.deciding} take gold")
    assert asked == [2, 0, 3, 1]


@rule("KB-P1-7")
@both_editions
def test_only_gold_wood_and_stone_are_goods_in_phase_one(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, plus2=5).give(1, soldiers=4).envoy(2).begin(1)
    for seat in range(3):
        table.play(f"{seat} take gold")
    assert table.heard(BonusDieGained) == []


@rule("KB-P1-7")
@both_editions
def test_only_gold_wood_and_stone_are_goods_in_phase_five(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, plus2=5).give(1, soldiers=4).give(2, extra_dice=1)
    table.begin(5, alone=True)
    assert table.view()["envoy"] is None
    table.give(0, wood=1).give(1, wood=1).give(2, plus2=9).begin(5, alone=True)
    assert table.view()["envoy"] == 2


# -- phase 3: reward ---------------------------------------------------------------------------------------------


@rule("KB-P3-1")
@both_editions
def test_the_one_with_the_most_buildings_gains_a_point(edition: str) -> None:
    table = developed(edition, (4, 9), (5, 0), (3, 0)).begin(3, alone=True)
    assert [table.vp(seat) for seat in range(3)] == [0, 1, 0]


@rule("KB-P3-2")
@both_editions
def test_all_who_share_the_most_buildings_gain_a_point(edition: str) -> None:
    table = developed(edition, (5, 0), (4, 0), (5, 3)).begin(3, alone=True)
    assert [table.vp(seat) for seat in range(3)] == [1, 0, 1]


@rule("KB-P3-2")
@both_editions
def test_without_any_building_all_are_rewarded(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).begin(3, alone=True)
    assert [table.vp(seat) for seat in range(4)] == [1, 1, 1, 1]


# -- phase 5: the envoy is given ---------------------------------------------------------------------------------


@rule("KB-P5-1")
@both_editions
def test_an_unused_envoy_returns_first_and_may_come_to_another(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 0), (3, 0)).envoy(0).begin(5, alone=True)
    assert [(event.seat, event.used) for event in table.heard(EnvoyReturned)] == [(0, False)]
    assert table.view()["envoy"] == 1


@rule("KB-P5-1")
@both_editions
def test_an_unused_envoy_may_come_to_the_same_player_again(edition: str) -> None:
    table = developed(edition, (1, 0), (2, 0), (3, 0)).envoy(0).begin(5, alone=True)
    names = [type(event).__name__ for event in table.events if isinstance(event, EnvoyReturned | EnvoyGiven)]
    assert names == ["EnvoyReturned", "EnvoyGiven"]
    assert table.view()["envoy"] == 0


@rule("KB-P5-1", "KB-P5-11")
@both_editions
def test_with_a_full_tie_the_holder_loses_the_envoy_to_nobody(edition: str) -> None:
    table = developed(edition, (1, 2), (1, 2), (3, 0)).envoy(0).begin(5, alone=True)
    assert table.view()["envoy"] is None


@rule("KB-P5-1")
def test_the_envoy_stays_with_its_holder_until_phase_five() -> None:
    table = developed("1e", (2, 0), (1, 0), (3, 0)).envoy(0).begin(1, year=2)
    table.all_pass()
    assert (table.state.phase, table.view()["envoy"]) == (4, 0)
    table.all_pass()
    assert (table.state.phase, table.view()["envoy"]) == (6, 1)
    returned = [e for e in table.events if isinstance(e, EnvoyReturned) or e == PhaseBegan("KB-YEAR-1", 5)]
    assert [type(event).__name__ for event in returned] == ["PhaseBegan", "EnvoyReturned"]


@rule("KB-P5-2")
@both_editions
def test_the_one_with_the_fewest_buildings_gets_the_envoy(edition: str) -> None:
    table = developed(edition, (2, 0), (1, 9), (3, 0)).begin(5, alone=True)
    assert table.view()["envoy"] == 1


@rule("KB-P5-10")
@both_editions
def test_with_equal_buildings_the_fewest_goods_bring_the_envoy(edition: str) -> None:
    table = developed(edition, (5, 0), (4, 2), (4, 1), (4, 0)).begin(5, year=2, alone=True)
    assert table.view()["envoy"] == 3


@rule("KB-P5-11")
@both_editions
def test_with_a_tie_on_both_nobody_has_the_envoy(edition: str) -> None:
    table = developed(edition, (5, 0), (4, 2), (4, 0), (4, 0)).begin(5, year=2, alone=True)
    assert table.view()["envoy"] is None
    assert len(table.heard(EnvoyKept)) == 1
