"""Row F of the province sheet: Barricade, Crane, Town Hall, Embassy."""

from functools import partial

import pytest

from kronrat.core.flow import Reason
from kronrat.games.kingsburg.rules.construction import Build
from kronrat.games.kingsburg.rules.events import BuildingDestroyed
from kronrat.games.kingsburg.testing import (
    AUTUMN,
    SPRING,
    SUMMER,
    Kingsburg,
    Printed,
    Roll,
    building_turn,
    everywhere,
    modifiers,
    rules,
)
from tests.games.kingsburg.buildings.prices import check_one_good_less
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ROW = [
    Printed("barricade", "", gold=0, wood=1, stone=0, vp=0),
    Printed("crane", "barricade", gold=0, wood=1, stone=1, vp=1),
    Printed("town_hall", "crane", gold=1, wood=1, stone=1, vp=2),  # one gold less, for the Crane stands
    Printed("embassy", "town_hall", gold=1, wood=2, stone=2, vp=4),  # the same
]
FULL_PRICES = {"town_hall": (2, 1, 1), "embassy": (2, 2, 2)}  # what is printed; the Crane to their left lowers it

each_building = pytest.mark.parametrize("building", ROW, ids=lambda building: building.id)
each_season = pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])

HIGH: dict[int, Roll | list[Roll]] = {1: (5, 6, 6), 2: (6, 6, 6)}  # for the others, so that seat 0 comes first


# -- what is printed -----------------------------------------------------------------------------------------------


@both_editions
@each_building
def test_printed_cost_and_points(edition: str, building: Printed) -> None:
    table = building.turn(edition, vp=20).play(f"0 build {building.id}")
    at_season_end = 1 if building.id == "embassy" else 0
    assert (table.goods(0), table.vp(0)) == ("", 20 + building.vp + at_season_end)
    assert building.id in table.buildings(0)
    if building.id in FULL_PRICES:
        assert rules().tables.cells[building.id].cost == FULL_PRICES[building.id]


@both_editions
@each_building
def test_one_good_less_is_too_little(edition: str, building: Printed) -> None:
    check_one_good_less(building, partial(building.turn, edition))


@each_building
def test_place_on_the_sheet(building: Printed) -> None:
    cell = rules().tables.cells[building.id]
    assert (cell.row, cell.column) == ("F", ROW.index(building) + 1)
    if building.left:
        reason = building_turn("2e", gold=9, wood=9, stone=9).refuse(f"0 build {building.id}")
        assert (reason.rule, reason.facts["missing"]) == ("KB-P2d-3", ROW[0].id)


@both_editions
def test_enemies_find_all_twenty_buildings_in_their_places(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", "merchants_guild", "wizards_guild", "fortress", "embassy")
    table.give(0, vp=100)
    fallen: list[str] = []
    for _ in range(20):
        table.plunder()
        fallen += [event.building for event in table.heard(BuildingDestroyed) if event.seat == 0]
    assert fallen == [
        *("cathedral", "merchants_guild", "wizards_guild", "fortress", "embassy"),
        *("church", "farms", "barracks", "stone_wall", "town_hall"),
        *("chapel", "market", "blacksmith", "stable", "crane"),
        *("statue", "inn", "guard_tower", "palisade", "barricade"),
    ]
    assert table.vp(0) == 100 - (24 + 7 + 13 + 8 + 7)  # the printed points of the five rows


# -- Barricade -----------------------------------------------------------------------------------------------------


@rule("KB-BLD-BARRICADE-1")
@both_editions
def test_barricade_helps_against_goblins_only(edition: str) -> None:
    assert modifiers(edition) == everywhere(0)
    assert modifiers(edition, "barricade") == everywhere(0, goblins=1)


@rule("KB-BLD-BARRICADE-1")
@both_editions
def test_the_rest_of_the_row_adds_nothing(edition: str) -> None:
    assert modifiers(edition, "embassy") == everywhere(0, goblins=1)


@rule("KB-BLD-BARRICADE-1")
@both_editions
def test_barricade_that_fell_is_no_help(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "barricade").plunder()
    assert table.buildings(0) == set()
    assert table.enemy("e1_goblins_3").begin(8, die=1, alone=True).strength(0) == 1


# -- Crane ---------------------------------------------------------------------------------------------------------

WITH_CRANE = [
    ("chapel", "church", 2, 1, 2),
    ("church", "cathedral", 4, 0, 3),
    ("market", "farms", 1, 3, 1),
    ("farms", "merchants_guild", 2, 1, 2),
    ("blacksmith", "barracks", 1, 2, 1),
    ("barracks", "wizards_guild", 2, 2, 2),
    ("stable", "stone_wall", 1, 0, 2),
    ("stone_wall", "fortress", 2, 0, 2),
    ("crane", "town_hall", 1, 1, 1),
    ("town_hall", "embassy", 1, 2, 2),
]


def too_little_gold(edition: str, left: str, id: str, gold: int) -> Reason:
    """Why the owner of a Crane with so much gold, and enough of the rest, may not build."""
    table = Kingsburg(3, edition).give(0, "crane", left, gold=gold, wood=9, stone=9)
    return table.ask(Build(0, again=False)).refuse(f"0 build {id}")


@rule("KB-BLD-CRANE-1")
@both_editions
@pytest.mark.parametrize(("left", "id", "gold", "wood", "stone"), WITH_CRANE)
def test_crane_saves_a_gold_in_columns_three_and_four(
    edition: str, left: str, id: str, gold: int, wood: int, stone: int
) -> None:
    table = building_turn(edition, "crane", left, gold=gold, wood=wood, stone=stone).play(f"0 build {id}")
    assert table.goods(0) == ""
    reason = too_little_gold(edition, left, id, gold - 1)
    assert (reason.rule, reason.facts["gold"]) == ("KB-P2d-2", 1)


@rule("KB-BLD-CRANE-1")
@both_editions
def test_crane_saves_a_gold_each_time_also_with_the_envoy(edition: str) -> None:
    table = building_turn(edition, "crane", "market", "blacksmith", gold=2, wood=5, stone=2)
    table.envoy(0).play("0 build farms", "0 build barracks envoy")  # 1g 3w 1s and 1g 2w 1s
    assert table.goods(0) == ""


@rule("KB-BLD-CRANE-1")
@both_editions
def test_crane_saves_a_gold_when_rebuilding(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "crane", "farms").plunder()
    assert table.buildings(0) == {"barricade", "crane", "inn", "market"}
    table.give(0, gold=1, wood=3, stone=1).begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True).until("build")
    assert table.play("0 build farms").goods(0) == ""


@rule("KB-BLD-CRANE-2")
@both_editions
@pytest.mark.parametrize(
    ("left", "id", "gold"),
    [
        ("crane", "statue", 2),
        ("statue", "chapel", 3),
        ("crane", "inn", 1),
        ("inn", "market", 2),
        ("crane", "guard_tower", 1),
        ("guard_tower", "blacksmith", 1),
        ("palisade", "stable", 1),
    ],
)
def test_crane_saves_nothing_in_columns_one_and_two(edition: str, left: str, id: str, gold: int) -> None:
    reason = too_little_gold(edition, left, id, gold - 1)
    assert (reason.rule, reason.facts["gold"]) == ("KB-P2d-2", 1)
    table = building_turn(edition, "crane", left, gold=gold, wood=9, stone=9).play(f"0 build {id}")
    assert table.player(0).gold == 0


@rule("KB-BLD-CRANE-2")
@both_editions
def test_what_was_paid_before_the_crane_stood_costs_the_full_price(edition: str) -> None:
    table = building_turn(edition, "barricade", "market", gold=2, wood=4, stone=2).envoy(0)
    assert table.refuse("0 build crane envoy").rule == "KB-P5-8"
    table.play("0 build farms", "0 build crane envoy")  # 2g 3w 1s and 1w 1s
    assert table.goods(0) == ""
    table = building_turn(edition, "barricade", "market", gold=1, wood=4, stone=2).envoy(0)
    assert table.refuse("0 build farms").facts["gold"] == 1
    table.play("0 build crane", "0 build farms envoy")  # 1w 1s and, with the Crane, 1g 3w 1s
    assert table.goods(0) == ""


@rule("KB-BLD-CRANE-1", "KB-BLD-CRANE-2")
@both_editions
def test_crane_serves_its_owner_only_and_no_more_after_it_fell(edition: str) -> None:
    table = Kingsburg(3, edition).give(1, "crane").give(0, "market", gold=1, wood=9, stone=9)
    table.begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True).until("build")
    assert table.refuse("0 build farms").facts["gold"] == 1
    table = Kingsburg(3, edition).give(0, "crane", "guard_tower").plunder()
    assert table.buildings(0) == {"barricade", "guard_tower"}
    table.give(0, "market", gold=1, wood=9, stone=9).begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True)
    assert table.until("build").refuse("0 build farms").facts["gold"] == 1


# -- Town Hall -----------------------------------------------------------------------------------------------------


def at_town_hall(edition: str, phase: int = SPRING, *buildings: str, **amounts: int) -> Kingsburg:
    """The end of a season in which nothing was built."""
    table = Kingsburg(3, edition).give(0, "town_hall", *buildings, **amounts)
    table.begin(phase, rolls={0: (1, 2, 5), **HIGH}, alone=True).all_pass()
    if "build" in table.verbs():
        table.play("0 pass")
    return table


@rule("KB-BLD-TOWNHALL-1")
@both_editions
@each_season
@pytest.mark.parametrize("payment", ["gold", "wood", "stone", "plus2"])
def test_town_hall_sells_a_point_for_any_good_or_token(edition: str, phase: int, payment: str) -> None:
    table = at_town_hall(edition, phase, **{payment: 1})
    assert table.options() == ["done", f"use town_hall {payment}"]
    table.play(f"0 use town_hall {payment}")
    assert (table.vp(0), table.goods(0), table.player(0).plus2) == (1, "", 0)


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_offers_everything_that_could_be_paid(edition: str) -> None:
    table = at_town_hall(edition, gold=1, wood=1, stone=1, plus2=1)
    payments = ["gold", "wood", "stone", "plus2"]
    assert table.options() == ["done", *[f"use town_hall {payment}" for payment in payments]]
    table = at_town_hall(edition, gold=1)
    reason = table.refuse("0 use town_hall stone")
    assert (reason.rule, reason.facts) == ("KB-BLD-TOWNHALL-1", {"payment": "stone"})
    assert table.refuse("0 use town_hall plus2").rule == "KB-BLD-TOWNHALL-1"


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_may_be_declined_and_asks_nobody_who_has_nothing(edition: str) -> None:
    table = at_town_hall(edition, gold=1).play("0 done")
    assert (table.vp(0), table.goods(0)) == (0, "1g")
    assert at_town_hall(edition).state.over
    assert at_town_hall(edition, soldiers=3).state.over


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_sells_already_in_the_season_it_is_built(edition: str) -> None:
    table = building_turn(edition, "crane", gold=1, wood=1, stone=2).play("0 build town_hall")
    assert table.options() == ["done", "use town_hall stone"]
    assert table.play("0 use town_hall stone").vp(0) == 2 + 1


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_takes_a_token_gained_in_this_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "town_hall").occupy(7, 0, 3, 4)
    table.begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True).all_pass().play("0 take gold")
    assert table.options() == ["done", "use town_hall gold", "use town_hall plus2"]


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_sells_neither_before_it_stands_nor_after_it_fell(edition: str) -> None:
    table = (
        Kingsburg(3, edition).give(0, "crane", gold=1, plus2=1).begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True)
    )
    assert table.all_pass().state.over
    table = Kingsburg(3, edition).give(0, "town_hall", gold=1, plus2=1).plunder()
    assert table.buildings(0) == {"barricade", "crane"}
    table.begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True)
    assert table.all_pass().state.over


@rule("KB-BLD-TOWNHALL-1")
@both_editions
def test_town_hall_sells_in_seasons_only(edition: str) -> None:
    for phase in (1, 3, 5, 7, 8):
        table = Kingsburg(3, edition).give(0, "town_hall", gold=1, plus2=1).give(1, gold=1)
        assert "use" not in table.begin(phase, die=1, alone=True).verbs()


@rule("KB-BLD-TOWNHALL-2")
@both_editions
@pytest.mark.parametrize("second", ["gold", "wood", "plus2"])
def test_town_hall_sells_once_per_season(edition: str, second: str) -> None:
    table = at_town_hall(edition, gold=3, wood=3, plus2=3)
    assert table.refuse(f"0 use town_hall gold {second}").rule == "KB-BLD-TOWNHALL-2"
    assert table.play("0 use town_hall gold").state.over  # nobody is asked again
    assert (table.vp(0), table.goods(0), table.player(0).plus2) == (1, "2g 3w", 3)


@rule("KB-BLD-TOWNHALL-2")
@both_editions
def test_town_hall_sells_again_next_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "town_hall", plus2=3).begin(SPRING)
    for phase in (SPRING, SUMMER, AUTUMN):
        table.until("use")
        assert table.state.phase == phase
        table.play("0 use town_hall plus2")
    assert table.vp_from(0, "building.town_hall") == [1, 1, 1]
    assert table.player(0).plus2 == 0


@rule("KB-BLD-TOWNHALL-3")
@both_editions
def test_a_token_paid_to_the_town_hall_is_no_token_for_influencing(edition: str) -> None:
    table = Kingsburg(3, edition, plus2="season").give(0, "town_hall", plus2=2)
    table.begin(SPRING, rolls={0: (1, 2, 5), **HIGH}, alone=True)
    table.play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert table.refuse("0 influence 7 5 plus2").rule == "KB-P2b-13"
    table.play("0 pass")
    assert table.options() == ["done", "use town_hall wood", "use town_hall plus2"]
    assert table.play("0 use town_hall plus2").player(0).plus2 == 0


@rule("KB-BLD-TOWNHALL-3")
@both_editions
def test_a_token_may_influence_in_the_season_after(edition: str) -> None:
    table = Kingsburg(3, edition, plus2="season").give(0, "town_hall", plus2=2)
    table.begin(SPRING, rolls={0: [(1, 2, 5), (1, 2, 5)], 1: [(5, 6, 6)] * 2, 2: [(6, 6, 6)] * 2})
    table.all_pass().play("0 use town_hall plus2")
    assert table.state.phase == SUMMER
    table.play("0 influence 7 5 plus2")


# -- Embassy -------------------------------------------------------------------------------------------------------


@rule("KB-BLD-EMBASSY-1")
@both_editions
@each_season
def test_embassy_gives_a_point_at_the_end_of_each_season(edition: str, phase: int) -> None:
    table = Kingsburg(3, edition).give(0, "embassy").begin(phase, alone=True)
    assert table.vp(0) == 0
    table.idle()
    assert [table.vp(seat) for seat in range(3)] == [1, 0, 0]


@rule("KB-BLD-EMBASSY-1")
@both_editions
def test_embassy_gives_three_points_a_year(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "embassy").begin(1).until_phase(1)
    assert table.vp_from(0, "building.embassy") == [1, 1, 1]


@rule("KB-BLD-EMBASSY-1")
@both_editions
def test_embassy_begins_with_the_season_it_is_built(edition: str) -> None:
    table = building_turn(edition, "town_hall", gold=1, wood=2, stone=2).play("0 build embassy")
    assert table.state.over
    assert table.vp(0) == 4 + 1


@rule("KB-BLD-EMBASSY-1")
@both_editions
def test_embassy_gives_nothing_before_it_stands_or_after_it_fell(edition: str) -> None:
    assert Kingsburg(3, edition).give(0, "town_hall").begin(SPRING, alone=True).idle().vp(0) == 0
    table = Kingsburg(3, edition).give(0, "embassy", vp=4).plunder()
    assert table.buildings(0) == {"barricade", "crane", "town_hall"}
    assert table.begin(SPRING, alone=True).idle().vp(0) == 0
