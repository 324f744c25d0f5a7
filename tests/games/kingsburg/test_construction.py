"""Step d of a season: building, also twice with the envoy."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    BuildingBuilt,
    BuildingDestroyed,
    EnvoyReturned,
    VpChanged,
)
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def building(edition: str, *buildings: str, envoy: bool = False, **has: int) -> Kingsburg:
    """Seat 0 of three, first in turn order, is about to build with what it has; then seat 1 might build, too."""
    table = Kingsburg(seats=3, edition=edition).give(0, *buildings, **has).give(1, gold=9, wood=9, stone=9)
    if envoy:
        table.envoy(0)
    table.begin(SUMMER, rolls={0: (1, 2, 5), 1: (2, 3, 4), 2: (4, 5, 6)}, alone=True).all_pass()
    return table


# -- one building ------------------------------------------------------------------------------------------------


@rule("KB-P2d-1")
@both_editions
def test_each_player_in_turn_order_may_build_once_or_pass(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).order(0, 1, 2, 3)
    for seat in range(4):
        table.give(seat, gold=9, wood=9, stone=9)
    table.begin(SUMMER, rolls={0: (5, 5, 6), 1: (1, 2, 3), 2: (4, 4, 4), 3: (2, 2, 3)}, alone=True).all_pass()
    table.play("1 build inn")
    assert table.refuse("1 build statue").rule == "CORE-NOT-ASKED"
    table.play("3 pass", "2 build inn", "0 build statue")
    assert table.state.over
    assert [table.player(seat).buildings for seat in range(4)] == [1, 1, 1, 0]


@rule("KB-P2d-2")
@both_editions
@pytest.mark.parametrize(("id", "cost", "vp"), [("statue", (2, 0, 0), 3), ("guard_tower", (1, 0, 1), 1)])
def test_the_cost_is_paid_and_the_points_are_gained_at_once(
    id: str, cost: tuple[int, int, int], vp: int, edition: str
) -> None:
    table = building(edition, gold=5, wood=5, stone=5, vp=10).play(f"0 build {id}")
    assert table.deciding == 1  # the step is not over
    assert table.vp(0) == 10 + vp
    me = table.player(0)
    assert (5 - me.gold, 5 - me.wood, 5 - me.stone) == cost
    assert table.buildings(0) == {id}


@rule("KB-P2d-2")
@both_editions
def test_what_one_cannot_pay_cannot_be_built(edition: str) -> None:
    table = building(edition, gold=1, wood=9, stone=0)
    assert table.options(0) == ["build inn", "build palisade", "build barricade", "pass"]
    assert table.refuse("0 build statue").rule == "KB-P2d-2"
    assert table.refuse("0 build guard_tower").rule == "KB-P2d-2"


@rule("KB-P2d-2")
def test_without_means_nobody_is_asked() -> None:
    table = Kingsburg(seats=3).give(0, gold=1, stone=0).begin(SUMMER, alone=True).all_pass()
    assert table.state.over


@rule("KB-P2d-2")
def test_goods_are_not_exchanged_for_one_another() -> None:
    assert building("2e", gold=9, stone=9).options(0) == ["build statue", "build guard_tower", "pass"]


@rule("KB-P2d-3")
@both_editions
def test_a_row_is_built_from_the_left(edition: str) -> None:
    table = building(edition, gold=9, wood=9, stone=9)
    assert table.refuse("0 build chapel").rule == "KB-P2d-3"
    assert table.refuse("0 build church").rule == "KB-P2d-3"
    table = building(edition, "statue", gold=9, wood=9, stone=9)
    assert table.refuse("0 build church").rule == "KB-P2d-3"
    assert "build chapel" in table.options(0)
    assert "build church" in building(edition, "chapel", gold=9, wood=9, stone=9).options(0)


@rule("KB-P2d-3")
@both_editions
def test_the_row_is_free_to_choose(edition: str) -> None:
    table = building(edition, "chapel", "inn", "barracks", gold=9, wood=9, stone=9)
    buildable = [option.removeprefix("build ") for option in table.options(0)]
    assert buildable == ["church", "market", "wizards_guild", "palisade", "barricade", "pass"]


@rule("KB-P2d-4")
@both_editions
def test_a_building_is_not_built_twice(edition: str) -> None:
    table = building(edition, "chapel", gold=9, wood=9, stone=9)
    assert table.refuse("0 build statue").rule == "KB-P2d-4"
    assert table.refuse("0 build chapel").rule == "KB-P2d-4"


@rule("KB-P2d-4")
def test_a_full_row_has_nothing_more_to_build() -> None:
    table = building("2e", "cathedral", "inn", "guard_tower", "palisade", "barricade", gold=9, wood=9, stone=9)
    assert len(table.options(0)) == 4 + 1


@rule("KB-P2d-5")
@both_editions
def test_abilities_work_from_the_moment_of_building(edition: str) -> None:
    table = building(edition, "barricade", "market", envoy=True, gold=1, wood=4, stone=2)
    table.play("0 build crane")  # 1 wood, 1 stone
    table.play("0 build farms envoy")  # 2g 3w 1s, the Crane saves 1 gold
    assert table.goods(0) == ""


@rule("KB-P2d-5")
@both_editions
def test_abilities_of_earlier_buildings_of_the_row_remain(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "church").begin(SPRING, rolls={0: (1, 1, 1)})
    assert table.options(0) == ["done", "use statue die", "use chapel"]


@rule("KB-P2d-6")
@both_editions
def test_a_destroyed_building_may_be_rebuilt_at_full_cost_and_gives_all_again(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "farms", gold=3, wood=3, stone=1, vp=5)
    table.give(1, "barricade").begin(8, die=1).until("build")
    assert [event.building for event in table.heard(BuildingDestroyed) if event.seat == 0] == ["farms"]
    assert (table.vp(0), table.state.phase, table.goods(0)) == (5 - 2, SPRING, "2g 3w 1s")  # the Goblins took 1 gold
    assert table.refuse("0 build merchants_guild").rule == "KB-P2d-3"
    table.play("0 build farms")
    assert (table.vp(0), table.goods(0)) == (5 - 2 + 2 + 1, "")  # and the King's reward
    table.until("influence")
    assert table.state.phase == SUMMER
    assert [event.source for event in table.heard(BonusDieGained) if event.seat == 0] == ["building.farms"]


@rule("KB-P2d-8")
@both_editions
def test_destruction_never_leaves_a_gap_in_a_row(edition: str) -> None:
    rows = [
        ("statue", "chapel", "church", "cathedral"),
        ("inn", "market", "farms", "merchants_guild"),
        ("guard_tower", "blacksmith", "barracks", "wizards_guild"),
        ("palisade", "stable", "stone_wall", "fortress"),
        ("barricade", "crane", "town_hall", "embassy"),
    ]
    table = Kingsburg(seats=3, edition=edition).give(0, *[row[-1] for row in rows])
    destroyed = []
    for _ in range(20):
        table.plunder()
        destroyed += [event.building for event in table.heard(BuildingDestroyed) if event.seat == 0]
        standing = table.buildings(0)
        for row in rows:
            built = [id in standing for id in row]
            assert built == sorted(built, reverse=True)
    assert destroyed == [row[column] for column in (3, 2, 1, 0) for row in rows]


# -- the envoy's second building ---------------------------------------------------------------------------------


@rule("KB-P2d-7", "KB-P5-6")
@both_editions
def test_the_envoy_allows_a_second_building_at_full_cost_directly_after_the_first(edition: str) -> None:
    table = building(edition, "guard_tower", envoy=True, gold=1, wood=3).play("0 build barricade")
    assert table.deciding == 0
    assert table.options(0) == ["build inn envoy", "build blacksmith envoy", "build palisade envoy", "pass"]
    table.play("0 build blacksmith envoy")
    assert (table.goods(0), table.vp(0), table.deciding) == ("", 2, 1)
    assert [event.building for event in table.heard(BuildingBuilt)] == ["barricade", "blacksmith"]


@rule("KB-P2d-7")
@both_editions
def test_there_is_no_third_building(edition: str) -> None:
    table = building(edition, envoy=True, gold=9, wood=9, stone=9).play("0 build inn", "0 build statue envoy")
    assert table.deciding == 1
    assert table.player(0).buildings == 2


@rule("KB-P2d-7")
def test_without_the_envoy_there_is_no_second_building() -> None:
    table = building("2e", gold=9, wood=9, stone=9).envoy(1).play("0 build inn")
    assert table.deciding == 1
    assert table.play("1 build inn").deciding == 1  # he has it


@rule("KB-P5-6")
@both_editions
def test_the_first_building_may_make_room_for_the_second(edition: str) -> None:
    table = building(edition, envoy=True, gold=5, stone=1).play("0 build statue")
    assert table.options(0) == ["build chapel envoy", "build guard_tower envoy", "pass"]
    assert table.play("0 build chapel envoy").vp(0) == 3 + 5


@rule("KB-P5-6")
@both_editions
def test_the_usual_rules_hold_for_the_second_building(edition: str) -> None:
    table = building(edition, envoy=True, gold=4, wood=2, stone=0).play("0 build statue")
    assert table.refuse("0 build chapel envoy").rule == "KB-P2d-2"
    assert table.refuse("0 build church envoy").rule == "KB-P2d-3"
    assert table.refuse("0 build statue envoy").rule == "KB-P2d-4"
    assert table.refuse("0 build inn").rule == "KB-P2d-1"  # the second needs the envoy


@rule("KB-P5-8")
@both_editions
def test_a_single_building_does_not_spend_the_envoy(edition: str) -> None:
    table = building(edition, envoy=True, gold=9, wood=9, stone=9).play("0 build inn", "0 pass")
    assert (table.view()["envoy"], table.deciding) == (0, 1)
    assert table.heard(EnvoyReturned) == []


@rule("KB-P5-8")
@both_editions
def test_a_single_building_leaves_the_envoy_where_no_second_is_affordable(edition: str) -> None:
    table = building(edition, envoy=True, gold=2).play("0 build statue")
    assert (table.view()["envoy"], table.deciding) == (0, 1)


@rule("KB-P5-8")
@both_editions
def test_without_a_first_building_there_is_no_second(edition: str) -> None:
    table = building(edition, envoy=True, gold=9, wood=9, stone=9)
    assert table.refuse("0 build inn envoy").rule == "KB-P5-8"
    table.play("0 pass")
    assert (table.view()["envoy"], table.deciding) == (0, 1)


@rule("KB-P5-7")
@both_editions
def test_after_a_second_building_the_envoy_returns_at_once(edition: str) -> None:
    table = building(edition, envoy=True, gold=9, wood=9, stone=9).play("0 build inn", "0 build statue envoy")
    assert [(event.seat, event.used) for event in table.heard(EnvoyReturned)] == [(0, True)]
    assert table.view()["envoy"] is None


@rule("KB-P5-7")
def test_an_envoy_used_for_building_is_not_there_in_the_next_season() -> None:
    table = Kingsburg(seats=3).envoy(0).give(0, gold=9, wood=9, stone=9)
    table.begin(SPRING, rolls={0: [(1, 1, 1), (1, 1, 2)], 1: [(6, 6, 6)] * 2, 2: [(6, 6, 6)] * 2}).all_pass()
    table.play("0 build inn", "0 build palisade envoy", "0 influence 1 1", "1 pass", "2 pass")
    assert table.state.phase == SUMMER
    assert table.refuse("0 influence 1 1 envoy").rule == "KB-P5-3"
    table.all_pass().play("0 build statue")
    assert "build" not in table.verbs()


@rule("KB-P2d-2")
def test_points_of_a_building_are_told_once() -> None:
    table = building("2e", gold=2).play("0 build statue")
    assert [(event.seat, event.vp, event.source) for event in table.heard(VpChanged)] == [(0, 3, "building.statue")]
