"""Row A of the large province sheet: Sawmill, Quarry, Goldsmith, Mint."""

from typing import NamedTuple

import pytest

from kronrat.games.kingsburg.rules.events import (
    BuildingBuilt,
    CardUsed,
    GoodsGained,
    GoodsPaid,
    NothingBuilt,
    SoldiersGained,
)
from kronrat.games.kingsburg.testing import (
    AUTUMN,
    SPRING,
    SUMMER,
    Kingsburg,
    Printed,
    Roll,
    everywhere,
    large_sheet_turn,
    modifiers,
    rules,
)
from tests.games.kingsburg.buildings.prices import check_one_good_less
from tests.marks import rule

MODULE = "buildings"
ROW = [
    Printed("sawmill", "", gold=0, wood=2, stone=1, vp=1),
    Printed("quarry", "sawmill", gold=1, wood=1, stone=2, vp=2),
    Printed("goldsmith", "quarry", gold=2, wood=2, stone=2, vp=3),
    Printed("mint", "goldsmith", gold=6, wood=1, stone=1, vp=5),
]
each_building = pytest.mark.parametrize("building", ROW, ids=lambda building: building.id)
each_season = pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])

FIRST: dict[int, Roll | list[Roll]] = {0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}  # seat 0 comes first


class Have(NamedTuple):
    """What a player has that a trade can change."""

    gold: int
    wood: int
    stone: int
    soldiers: int
    vp: int


def have(table: Kingsburg, seat: int = 0) -> Have:
    me = table.player(seat)
    return Have(me.gold, me.wood, me.stone, me.soldiers, me.vp)


def end_of(phase: int, *buildings: str, **amounts: int) -> Kingsburg:
    """Seat 0 with these buildings and amounts at the end of a season in which nobody did anything."""
    return to_the_end(Kingsburg(3, modules=MODULE).give(0, *buildings, **amounts), phase)


def to_the_end(table: Kingsburg, phase: int, year: int = 1) -> Kingsburg:
    table.begin(phase, year, rolls=FIRST, alone=True).all_pass()
    while "build" in table.verbs():
        table.play(f"{table.deciding} pass")
    return table


# -- what is printed -----------------------------------------------------------------------------------------------


@each_building
def test_printed_cost_and_points(building: Printed) -> None:
    table = building.large_sheet_turn(vp=20).play(f"0 build {building.id}")
    assert (table.goods(0), table.vp(0)) == ("", 20 + building.vp)
    assert building.id in table.buildings(0)


@each_building
def test_one_good_less_is_too_little(building: Printed) -> None:
    check_one_good_less(building, building.large_sheet_turn)


@each_building
def test_place_on_the_sheet(building: Printed) -> None:
    cell = rules().tables.cells[building.id]
    assert (cell.row, cell.column) == ("A", ROW.index(building) + 1)
    if building.left:
        reason = large_sheet_turn(gold=9, wood=9, stone=9).refuse(f"0 build {building.id}")
        assert (reason.rule, reason.facts["missing"]) == ("KB-P2d-3", "sawmill")


def test_row_a_adds_nothing_in_battle() -> None:
    assert modifiers("2e", "mint", modules=MODULE) == everywhere(0)


# -- the three trades ----------------------------------------------------------------------------------------------

TRADES = [
    pytest.param("sawmill", Have(gold=2, wood=-1, stone=0, soldiers=0, vp=0), marks=rule("KB2-MOD1-2"), id="sawmill"),
    pytest.param("quarry", Have(gold=3, wood=0, stone=-1, soldiers=0, vp=0), marks=rule("KB2-MOD1-3"), id="quarry"),
    pytest.param("goldsmith", Have(gold=-1, wood=0, stone=0, soldiers=1, vp=1), marks=rule("KB2-MOD1-4"), id="smith"),
]
PRICES = [
    pytest.param("sawmill", "wood", marks=rule("KB2-MOD1-2"), id="sawmill"),
    pytest.param("quarry", "stone", marks=rule("KB2-MOD1-3"), id="quarry"),
    pytest.param("goldsmith", "gold", marks=rule("KB2-MOD1-4"), id="goldsmith"),
]
each_trade = pytest.mark.parametrize(("id", "change"), TRADES)
each_price = pytest.mark.parametrize(("id", "good"), PRICES)


@each_trade
def test_what_a_trade_takes_and_gives(id: str, change: Have) -> None:
    table = end_of(SUMMER, id, gold=4, wood=4, stone=4, soldiers=4, vp=4)
    table.play(f"0 use {id}")
    assert have(table) == Have(*[4 + number for number in change])
    assert [(event.seat, event.card) for event in table.heard(CardUsed)] == [(0, id)]


@each_price
def test_one_good_of_the_right_kind_is_enough(id: str, good: str) -> None:
    table = end_of(SUMMER, id, **{good: 1})
    assert table.options() == ["done", f"use {id}"]
    paid = [event for event in table.play(f"0 use {id}").heard(GoodsPaid) if event.source == f"building.{id}"]
    assert [(event.gold, event.wood, event.stone) for event in paid] == [
        (good == "gold", good == "wood", good == "stone")
    ]


@each_price
def test_without_that_good_there_is_no_trade(id: str, good: str) -> None:
    others = {kind: 9 for kind in ("gold", "wood", "stone") if kind != good}
    table = end_of(SUMMER, "goldsmith", "town_hall", plus2=9, **others)
    assert f"use {id}" not in table.options()
    reason = table.refuse(f"0 use {id}")
    assert (reason.rule, reason.facts) == ("KB-TIME-9", {"card": f"building.{id}"})


@each_trade
def test_a_trade_may_be_declined(id: str, change: Have) -> None:
    table = end_of(SUMMER, id, gold=1, wood=1, stone=1)
    assert table.play("0 done").state.over
    assert have(table) == Have(gold=1, wood=1, stone=1, soldiers=0, vp=0)
    assert table.heard(CardUsed) == []


@rule("KB2-MOD1-11")
@each_trade
def test_a_trade_works_once_per_season(id: str, change: Have) -> None:
    table = end_of(SUMMER, id, "town_hall", gold=4, wood=4, stone=4)
    table.play(f"0 use {id}")
    assert f"use {id}" not in table.options()
    reason = table.refuse(f"0 use {id}")
    assert (reason.rule, reason.facts) == ("KB-TIME-5", {"card": f"building.{id}"})


@each_trade
def test_it_works_again_in_the_next_summer(id: str, change: Have) -> None:
    table = Kingsburg(3, modules=MODULE).give(0, id, gold=4, wood=4, stone=4)
    for year in (1, 2, 3):
        to_the_end(table, SUMMER, year).play(f"0 use {id}")
    start = Have(gold=4, wood=4, stone=4, soldiers=0, vp=0)
    assert have(table) == Have(*[number + 3 * more for number, more in zip(start, change, strict=True)])


@each_trade
@pytest.mark.parametrize("phase", [SPRING, AUTUMN])
def test_without_the_mint_no_trade_in_spring_and_autumn(id: str, change: Have, phase: int) -> None:
    table = end_of(phase, id, gold=4, wood=4, stone=4)
    assert table.state.over  # not even asked
    assert have(table) == Have(4, 4, 4, 0, 0)
    table = end_of(phase, id, "town_hall", gold=4, wood=4, stone=4)
    assert not {f"use {card}" for card in ("sawmill", "quarry", "goldsmith")} & set(table.options())
    assert table.refuse(f"0 use {id}").rule == "KB-TIME-9"


@each_trade
def test_a_trade_serves_its_owner_only(id: str, change: Have) -> None:
    table = Kingsburg(3, modules=MODULE).give(0, id, gold=1, wood=1, stone=1).give(1, gold=9, wood=9, stone=9)
    to_the_end(table, SUMMER)
    assert table.deciding == 0
    table.play("0 done")
    assert table.state.over
    assert have(table, 1) == Have(9, 9, 9, 0, 0)


@each_trade
def test_there_is_no_trade_before_the_building_stands(id: str, change: Have) -> None:
    left = {"sawmill": (), "quarry": ("sawmill",), "goldsmith": ("quarry",)}[id]
    table = end_of(SUMMER, *left, "town_hall", gold=4, wood=4, stone=4)
    assert f"use {id}" not in table.options()
    assert table.refuse(f"0 use {id}").rule == "KB-TIME-13"


@each_trade
def test_there_is_no_trade_when_the_building_fell(id: str, change: Have) -> None:
    table = Kingsburg(3, modules=MODULE).give(0, id, gold=4, wood=4, stone=4).plunder()
    assert id not in table.buildings(0)
    to_the_end(table, SUMMER)
    assert table.state.over or f"use {id}" not in table.options()


@each_trade
def test_a_trade_is_written_without_goods(id: str, change: Have) -> None:
    table = end_of(SUMMER, id, gold=1, wood=1, stone=1)
    assert table.refuse(f"0 use {id} gold").rule == "CORE-FORM"


@rule("KB2-MOD1-4")
def test_the_soldier_of_the_goldsmith_is_one_with_stables_too_and_fights_in_winter() -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "goldsmith", "stable", gold=1)  # and the Palisade: +1
    to_the_end(table, SUMMER).play("0 use goldsmith")
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [1]
    table.begin(8, die=2, alone=True)
    assert [table.strength(seat) for seat in (0, 1)] == [1 + 2 + 1, 2]


# -- when and in which order ---------------------------------------------------------------------------------------


@rule("KB2-MOD1-11")
@pytest.mark.parametrize(
    ("building", "left"), [("sawmill", "1w"), ("quarry", "1s"), ("goldsmith", "1g")], ids=["sawmill", "quarry", "smith"]
)
def test_it_works_in_the_season_in_which_it_is_built(building: str, left: str) -> None:
    (printed,) = [printed for printed in ROW if printed.id == building]
    table = Kingsburg(3, modules=MODULE).give(0, *[printed.left] * bool(printed.left), **printed.cost)
    good = {"w": "wood", "s": "stone", "g": "gold"}[left[-1]]
    table.give(0, **{good: printed.cost[good] + 1})
    table.begin(SUMMER, rolls=FIRST, alone=True).all_pass().play(f"0 build {building}")
    assert (table.goods(0), f"use {building}" in table.options()) == (left, True)


@rule("KB2-MOD1-11")
def test_gold_of_the_sawmill_may_go_to_the_goldsmith_at_once() -> None:
    table = end_of(SUMMER, "goldsmith", wood=1)
    assert table.options() == ["done", "use sawmill"]
    table.play("0 use sawmill")
    assert table.options() == ["done", "use goldsmith"]
    table.play("0 use goldsmith")
    assert have(table) == Have(gold=1, wood=0, stone=0, soldiers=1, vp=1)
    assert table.state.over


@rule("KB2-MOD1-11")
def test_the_owner_chooses_the_order_of_all_that_may_be_used() -> None:
    table = end_of(SUMMER, "goldsmith", "town_hall", gold=1, wood=1, stone=1)
    uses = {"use sawmill", "use quarry", "use goldsmith"}
    assert uses | {"done"} | {f"use town_hall {good}" for good in ("gold", "wood", "stone")} == set(table.options())
    table.play("0 use goldsmith", "0 use quarry", "0 use town_hall gold")
    assert table.options() == ["done", "use sawmill"]
    table.play("0 use sawmill")
    assert have(table) == Have(gold=4, wood=0, stone=0, soldiers=1, vp=2)


@rule("KB2-MOD1-11")
def test_what_went_to_the_town_hall_cannot_be_traded() -> None:
    table = end_of(SUMMER, "sawmill", "town_hall", wood=1)
    table.play("0 use town_hall wood")
    assert table.state.over
    assert have(table) == Have(0, 0, 0, soldiers=0, vp=1)
    table = end_of(SUMMER, "sawmill", "town_hall", wood=1).play("0 use sawmill", "0 use town_hall gold")
    assert have(table) == Have(gold=1, wood=0, stone=0, soldiers=0, vp=1)


@rule("KB2-MOD1-11")
def test_inn_and_embassy_pay_beside_the_trades() -> None:
    table = end_of(SUMMER, "sawmill", "inn", "embassy", wood=1)  # and the Town Hall
    assert set(table.options()) == {"done", "use sawmill", "use town_hall wood", "use town_hall plus2"}
    table.play("0 use sawmill", "0 use town_hall plus2")
    assert have(table) == Have(gold=2, wood=0, stone=0, soldiers=0, vp=2)
    assert table.player(0).plus2 == 0


@rule("KB2-MOD1-11")
def test_traded_gold_never_goes_into_a_building_of_that_season() -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "sawmill", wood=1, stone=1).give(2, wood=1)
    table.begin(SUMMER, rolls=FIRST, alone=True).all_pass()
    assert table.options() == ["build barricade", "build makeshift_defenses", "pass"]  # a Guard Tower costs gold
    table.play("0 pass", "2 build barricade", "0 use sawmill")
    assert table.state.over
    assert (table.goods(0), "guard_tower" in table.buildings(0)) == ("2g 1s", False)
    kinds = [type(event) for event in table.events if isinstance(event, NothingBuilt | BuildingBuilt | CardUsed)]
    assert kinds == [NothingBuilt, NothingBuilt, BuildingBuilt, CardUsed]


# -- Mint ----------------------------------------------------------------------------------------------------------


@rule("KB2-MOD1-5")
@each_season
def test_with_the_mint_all_three_work_at_the_end_of_every_season(phase: int) -> None:
    table = end_of(phase, "mint", gold=1, wood=1, stone=1)
    assert table.options() == ["done", "use sawmill", "use quarry", "use goldsmith"]
    table.play("0 use goldsmith", "0 use sawmill", "0 use quarry")
    assert have(table) == Have(gold=5, wood=0, stone=0, soldiers=1, vp=1)
    assert table.state.over  # each of them once, although there is gold left


@rule("KB2-MOD1-5", "KB2-MOD1-11")
@each_season
def test_with_the_mint_each_of_them_works_once_per_season_too(phase: int) -> None:
    table = end_of(phase, "mint", gold=3, wood=3, stone=3).play("0 use sawmill")
    assert table.options() == ["done", "use quarry", "use goldsmith"]
    assert table.refuse("0 use sawmill").rule == "KB-TIME-5"


@rule("KB2-MOD1-5")
@each_season
def test_with_the_mint_a_trade_may_still_be_declined(phase: int) -> None:
    table = end_of(phase, "mint", gold=1, wood=1, stone=1).play("0 done")
    assert have(table) == Have(1, 1, 1, 0, 0)


@rule("KB2-MOD1-5")
def test_the_mint_never_wears_out() -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "mint", gold=9)
    for year in (1, 2):
        for phase in (SPRING, SUMMER, AUTUMN):
            to_the_end(table, phase, year).play("0 use goldsmith")
    assert have(table) == Have(gold=3, wood=0, stone=0, soldiers=6, vp=6)
    assert "mint" not in [event.card for event in table.heard(CardUsed)]


@rule("KB2-MOD1-5")
def test_the_mint_itself_trades_nothing_and_gives_nothing() -> None:
    table = end_of(SPRING, "mint")
    assert table.state.over
    assert [event for event in table.heard(GoodsGained) if event.source.startswith("building.")] == []
    assert end_of(SUMMER, "mint", gold=1).refuse("0 use mint").rule == "KB-TIME-9"


@rule("KB2-MOD1-5")
@pytest.mark.parametrize("phase", [SPRING, AUTUMN])
def test_a_mint_built_in_this_season_works_at_its_end(phase: int) -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "goldsmith", gold=7, wood=2, stone=2)
    table.begin(phase, rolls=FIRST, alone=True).all_pass().play("0 build mint")
    assert table.options() == ["done", "use sawmill", "use quarry", "use goldsmith"]


@rule("KB2-MOD1-5")
def test_when_the_mint_fell_only_summer_is_left() -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "mint", gold=1).plunder()
    assert table.buildings(0) == {"sawmill", "quarry", "goldsmith"}
    assert to_the_end(table, SPRING).state.over
    assert to_the_end(table, AUTUMN).state.over
    assert to_the_end(table, SUMMER).options() == ["done", "use goldsmith"]


@rule("KB2-MOD1-5")
def test_the_mint_serves_its_owner_only() -> None:
    table = Kingsburg(3, modules=MODULE).give(0, "mint", wood=1).give(1, "goldsmith", gold=1, wood=1, stone=1)
    to_the_end(table, SPRING)
    assert (table.deciding, table.options()) == (0, ["done", "use sawmill"])
    table.play("0 done")
    assert table.state.over
