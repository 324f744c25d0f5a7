"""Architect, Sorcerer, Preacher, Tax Collector, Carpenter, Miner, Sculptor, Courtier."""

from pathlib import Path

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    BuildingBuilt,
    GameEnded,
    GoodsGained,
    PhaseBegan,
    SoldiersDismissed,
    VpChanged,
    YearBegan,
)
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.governors.arrange import (
    PLENTY,
    SEASONS,
    YEARS,
    building,
    corrected,
    governed,
    offered,
    paid,
    rest,
)
from tests.marks import rule

COLUMN_I = ["statue", "inn", "guard_tower", "palisade", "barricade"]
COLUMN_IV = {
    "cathedral": "church",
    "merchants_guild": "farms",
    "wizards_guild": "barracks",
    "fortress": "stone_wall",
    "embassy": "town_hall",
    "mint": "goldsmith",
    "military_academy": "training_camp",
}
LARGE = "governors,buildings"
PRINTED = {  # every building of the large sheet column by column, with its printed gold, wood and stone
    1: {
        "sawmill": (0, 2, 1), "statue": (2, 0, 0), "inn": (1, 1, 0), "guard_tower": (1, 0, 1), "palisade": (0, 2, 0),
        "barricade": (0, 1, 0), "makeshift_defenses": (0, 0, 1),
    },
    2: {
        "quarry": (1, 1, 2), "chapel": (3, 0, 1), "market": (2, 2, 0), "blacksmith": (1, 2, 0), "stable": (1, 1, 1),
        "crane": (0, 1, 1), "recruiting_station": (1, 1, 0),
    },
    3: {
        "goldsmith": (2, 2, 2), "church": (3, 1, 2), "farms": (2, 3, 1), "barracks": (2, 2, 1),
        "stone_wall": (2, 0, 2), "town_hall": (2, 1, 1), "training_camp": (1, 2, 0),
    },
    4: {
        "mint": (6, 1, 1), "cathedral": (5, 0, 3), "merchants_guild": (3, 1, 2), "wizards_guild": (3, 2, 2),
        "fortress": (3, 0, 2), "embassy": (2, 2, 2), "military_academy": (2, 1, 1),
    },
}  # fmt: skip


def sheet(*columns: int) -> list[tuple[str, tuple[int, int, int]]]:
    """The buildings of these columns with what they cost without any governor. The row of the Crane saves a gold."""
    found = []
    for column in columns:
        for id, (gold, wood, stone) in PRINTED[column].items():
            found.append((id, (gold - (id in ("town_hall", "embassy")), wood, stone)))
    return found


def about_to_build(table: Kingsburg, building_id: str, *standing: str) -> Kingsburg:
    """Seat 0, with plenty of goods, may build this: it owns the neighbour to the left and those others."""
    row = next(row for row in table.state.sheet.rows if building_id in [cell.id for cell in row])
    names = [cell.id for cell in row]
    left = names[: names.index(building_id)][-1:]
    table.give(0, *left, *standing, **PLENTY)
    table.begin(SUMMER, rolls={0: (1, 2, 5), 1: (5, 5, 6), 2: (5, 6, 6)}, alone=True)
    if "bonus" in table.verbs():
        table.play("0 bonus 0")
    return table.all_pass()


def naming(table: Kingsburg, building_id: str) -> list[str]:
    """The options that name this building."""
    return [option for option in table.options() if building_id in option.split()]


# -- Architect -----------------------------------------------------------------------------------------------------


def architect(
    mine: str = "stable", theirs: str = "church", modules: str = "governors", data: Path | None = None, **goods: int
) -> Kingsburg:
    """An Architect with these buildings, and an opponent with those; seat 2 owns none. A Stone Wall (2g 2s) comes
    next, in the third column, and the Church makes three buildings against two."""
    table = governed("architect", modules=modules, data=data)
    return table.give(0, *mine.split(), **(goods or PLENTY)).give(1, *theirs.split())


@rule("KB2-GOV-ARCHITECT-2")
@pytest.mark.parametrize(("good", "price"), [("gold", (1, 0, 2)), ("stone", (2, 0, 1))])
def test_architect_takes_a_good_of_choice_off_the_cost(good: str, price: tuple[int, int, int]) -> None:
    table = building(architect())
    assert naming(table, "stone_wall") == [
        *("build stone_wall", "build stone_wall architect gold", "build stone_wall architect stone")  # it costs no wood
    ]
    table.play(f"0 build stone_wall architect {good}")
    assert paid(table) == [price]
    assert table.buildings(0) == {"architect", "palisade", "stable", "stone_wall"}


@rule("KB2-GOV-ARCHITECT-2")
@pytest.mark.parametrize(("id", "price"), sheet(3, 4))
def test_architect_serves_in_the_last_two_columns(id: str, price: tuple[int, int, int]) -> None:
    kinds = [kind for kind, amount in enumerate(price) if amount]
    for kind in kinds:
        table = about_to_build(architect("", "cathedral fortress", LARGE), id)
        goods = [("gold", "wood", "stone")[kind] for kind in kinds]
        assert naming(table, id) == [f"build {id}", *[f"build {id} architect {good}" for good in goods]]
        table.play(f"0 build {id} architect {('gold', 'wood', 'stone')[kind]}")
        assert paid(table) == [tuple(amount - (at == kind) for at, amount in enumerate(price))]


@rule("KB2-GOV-ARCHITECT-2")
@pytest.mark.parametrize(("id", "price"), sheet(1, 2))
def test_architect_does_not_serve_in_the_first_two_columns(id: str, price: tuple[int, int, int]) -> None:
    table = about_to_build(architect("", "cathedral fortress", LARGE), id)
    assert offered(table, "architect") == []
    for good in ("gold", "wood", "stone"):
        assert table.refuse(f"0 build {id} architect {good}").rule == "KB-TIME-9"
    assert paid(table.play(f"0 build {id}")) == [price]


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_pays_the_printed_points_and_one_good_only() -> None:
    table = building(architect().give(0, vp=10)).play("0 build stone_wall architect gold")
    assert (table.vp(0), paid(table)) == (12, [(1, 0, 2)])


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_brings_within_reach_what_is_one_good_too_dear() -> None:
    table = building(architect(gold=1, stone=2))
    assert table.options() == ["build guard_tower", "build stone_wall architect gold", "pass"]
    assert table.refuse("0 build stone_wall").rule == "KB-P2d-2"
    assert table.refuse("0 build stone_wall architect stone").rule == "KB-P2d-2"  # the gold is missing
    assert table.refuse("0 build statue architect gold").rule == "KB-TIME-9"  # another column
    assert table.play("0 build stone_wall architect gold").goods(0) == ""


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_may_be_left_alone_and_serves_later() -> None:
    table = architect("stable blacksmith", "cathedral fortress")
    building(table, phase=SPRING, alone=False).play("0 build stone_wall")
    assert paid(table) == [(2, 0, 2)]
    table.all_pass().play("0 build barracks architect wood")
    assert paid(table) == [(2, 0, 2), (2, 1, 1)]


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_serves_once_per_season_and_again_in_the_next() -> None:
    table = architect("stable blacksmith chapel", "cathedral fortress wizards_guild").envoy(0)
    building(table, phase=SPRING, alone=False).play("0 build stone_wall architect gold")
    assert offered(table, "architect") == []
    assert table.refuse("0 build barracks architect gold envoy").rule == "KB-TIME-9"
    table.play("0 build barracks envoy").all_pass()
    assert table.state.phase == SUMMER
    table.play("0 build church architect wood").all_pass().play("0 build fortress architect stone")
    assert paid(table) == [(1, 0, 2), (2, 2, 1), (3, 0, 2), (3, 0, 1)]


@rule("KB2-GOV-ARCHITECT-2", "KB2-MOD2-10")
def test_architect_may_serve_the_second_building_of_the_envoy() -> None:
    table = building(architect("stable blacksmith", "cathedral fortress").envoy(0))
    table.play("0 build stone_wall", "0 build barracks architect gold envoy")
    assert paid(table) == [(2, 0, 2), (1, 2, 1)]
    assert table.state.envoy == NOBODY
    table = building(architect("palisade", "cathedral").envoy(0))
    assert offered(table, "architect") == []  # the second column comes first
    table.play("0 build stable", "0 build stone_wall architect stone envoy")
    assert paid(table) == [(1, 1, 1), (2, 0, 1)]


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_serves_when_rebuilding_too() -> None:
    table = architect("stone_wall", "cathedral").plunder()
    assert "stone_wall" not in table.buildings(0)
    assert paid(building(table).play("0 build stone_wall architect gold")) == [(1, 0, 2)]


@rule("KB2-GOV-ARCHITECT-1")
@pytest.mark.parametrize(
    ("mine", "theirs", "serves"),
    [
        ("stable", "", False),
        ("stable", "statue", False),
        ("stable", "chapel", False),
        ("stable", "church", True),
        ("stable inn", "church", False),
        ("stable inn", "chapel blacksmith", True),
        ("stable statue guard_tower", "chapel blacksmith", False),
        ("stable statue guard_tower", "church blacksmith", True),
    ],
)
def test_architect_needs_an_opponent_with_more_buildings(mine: str, theirs: str, serves: bool) -> None:
    table = building(architect(mine, theirs))
    assert bool(offered(table, "architect")) is serves
    if not serves:
        assert table.refuse("0 build stone_wall architect gold").rule == "KB-TIME-9"


@rule("KB2-GOV-ARCHITECT-1")
@pytest.mark.parametrize(("theirs", "serves"), [("chapel", False), ("church", True)])
def test_one_opponent_of_several_is_enough(theirs: str, serves: bool) -> None:
    table = governed("architect", seats=4).give(0, "stable", **PLENTY).give(3, theirs)
    assert bool(offered(building(table), "architect")) is serves


@rule("KB2-GOV-ARCHITECT-1")
def test_architect_counts_what_was_built_before_him_this_season() -> None:
    table = building(architect(theirs="chapel").give(1, **PLENTY), 1, 0, 2)
    table.play("1 build inn")
    assert offered(table, "architect")
    table = building(architect(theirs="chapel").give(1, **PLENTY), 1, 0, 2)
    assert offered(table.play("1 pass"), "architect") == []


@rule("KB2-GOV-ARCHITECT-1")
def test_architect_does_not_count_what_is_built_after_him() -> None:
    table = building(architect(theirs="chapel").give(1, **PLENTY), 0, 1, 2)
    assert offered(table, "architect") == []
    table.play("0 build stone_wall", "1 build inn")
    assert paid(table) == [(2, 0, 2)]


@rule("KB2-GOV-ARCHITECT-1", "KB2-MOD2-10")
@pytest.mark.parametrize(("theirs", "serves"), [("church", False), ("cathedral", True)])
def test_the_first_build_with_the_envoy_counts_for_the_architect(theirs: str, serves: bool) -> None:
    table = building(architect(theirs=theirs).envoy(0))
    assert offered(table, "architect")
    table.play("0 build statue")
    assert bool(offered(table, "architect")) is serves


@rule("KB2-GOV-ARCHITECT-2")
def test_architect_serves_his_owner_only() -> None:
    table = building(architect().give(2, "stable", **PLENTY), 2, 0, 1)
    assert offered(table, "architect") == []
    assert table.refuse("2 build stone_wall architect gold").rule == "KB-TIME-13"


@rule("KB2-GOV-ARCHITECT-2", "KB2-MOD2-11")
def test_architect_and_crane_add_up() -> None:
    table = building(architect("crane market", "cathedral palisade barricade")).play("0 build farms architect gold")
    assert paid(table) == [(0, 3, 1)]  # of 2 gold, 3 wood and 1 stone
    table = building(architect("crane church", "cathedral fortress")).play("0 build cathedral architect stone")
    assert paid(table) == [(4, 0, 2)]  # of 5 gold and 3 stone


@rule("KB2-GOV-ARCHITECT-2", "KB2-MOD2-11")
def test_architect_and_crane_save_no_gold_that_is_not_there() -> None:
    table = building(architect("crane recruiting_station", "cathedral fortress", LARGE))
    assert naming(table, "training_camp") == ["build training_camp", "build training_camp architect wood"]
    for good in ("gold", "stone"):  # the Crane has taken the only gold, and stone is no part of the cost
        assert table.refuse(f"0 build training_camp architect {good}").rule == "KB2-MOD2-11"


@rule("KB2-GOV-ARCHITECT-2")
def test_columns_and_number_of_goods_stand_on_the_card_of_the_architect(tmp_path: Path) -> None:
    data = corrected(tmp_path, "architect", "discount = { goods = 2 }")
    table = building(architect(data=data, gold=0, stone=2))
    assert any(option.startswith("build stone_wall architect") for option in table.options())  # 2 gold off
    data = corrected(tmp_path, "architect", "discount = { goods = 0 }")
    assert offered(building(architect(data=data)), "architect") == []
    data = corrected(tmp_path, "architect", "columns = [1]")
    table = building(architect(data=data, gold=1))
    assert table.options() == [
        *("build statue architect gold", "build inn architect wood", "build guard_tower architect stone"),
        *("build barricade architect wood", "pass"),
    ]
    assert table.refuse("0 build stone_wall architect gold").rule == "KB-TIME-9"


# -- Sorcerer ------------------------------------------------------------------------------------------------------


def sorcery(*standing: str, seats: int = 3, modules: str = "governors", **has: int) -> Kingsburg:
    """The year of the Sorcerer begins."""
    return governed("sorcerer", seats=seats, modules=modules).give(0, *standing, **has).end_year(2)


@rule("KB2-GOV-SORCERER-1")
def test_sorcerer_offers_the_first_column_before_phase_1_of_year_3() -> None:
    table = sorcery()
    assert (table.deciding, table.state.year) == (0, 3)
    assert table.options() == ["done", *[f"use sorcerer {id}" for id in COLUMN_I]]
    assert [type(event) for event in table.events] == [YearBegan]


@rule("KB2-GOV-SORCERER-1", "KB2-GOV-SORCERER-2")
def test_sorcerer_builds_three_free_of_charge_and_without_points() -> None:
    table = sorcery(vp=7, gold=2, wood=1)
    table.play("0 use sorcerer statue", "0 use sorcerer guard_tower")
    assert table.options() == ["done", *[f"use sorcerer {id}" for id in ("inn", "palisade", "barricade")]]
    table.play("0 use sorcerer barricade")
    assert "use" not in table.verbs()
    assert table.buildings(0) == {"sorcerer", "statue", "guard_tower", "barricade"}
    assert (table.vp(0), table.goods(0)) == (7, "2g 1w")
    assert [event.building for event in table.heard(BuildingBuilt)] == ["statue", "guard_tower", "barricade"]


@rule("KB2-GOV-SORCERER-1")
@pytest.mark.parametrize("wanted", [[], ["inn"], ["palisade", "statue"]])
def test_sorcerer_may_stop_earlier(wanted: list[str]) -> None:
    table = sorcery().play(*[f"0 use sorcerer {id}" for id in wanted], "0 done")
    assert "use" not in table.verbs()
    assert table.buildings(0) == {"sorcerer", *wanted}


@rule("KB2-GOV-SORCERER-1")
def test_sorcerer_builds_what_is_left_if_it_is_less() -> None:
    table = sorcery("statue", "inn", "guard_tower")
    assert table.options() == ["done", "use sorcerer palisade", "use sorcerer barricade"]
    table.play("0 use sorcerer barricade", "0 use sorcerer palisade")
    assert "use" not in table.verbs()
    assert table.player(0).buildings == 5


@rule("KB2-GOV-SORCERER-1")
def test_sorcerer_never_reaches_the_second_column() -> None:
    assert "use" not in sorcery(*COLUMN_I).verbs()
    table = sorcery("crane").play("0 use sorcerer statue")
    assert table.options() == ["done", "use sorcerer inn", "use sorcerer guard_tower", "use sorcerer palisade"]
    assert table.refuse("0 use sorcerer chapel").rule == "KB2-GOV-SORCERER-1"
    assert table.refuse("0 use sorcerer statue").rule == "KB-P2d-4"
    assert table.refuse("0 use sorcerer sawmill").rule == "KB-SETUP-8"


@rule("KB2-GOV-SORCERER-1")
@pytest.mark.parametrize("year", [2, 4, 5])
def test_sorcerer_is_silent_in_other_years(year: int) -> None:
    table = governed("sorcerer").end_year(year - 1)
    assert table.state.year == year
    assert "use" not in table.verbs()


@rule("KB2-GOV-SORCERER-1")
def test_sorcerer_serves_his_owner_only() -> None:
    table = governed("sorcerer").order(1, 2, 0).end_year(2)
    assert (table.deciding, table.verbs()) == (0, {"use", "done"})
    table.play("0 use sorcerer inn", "0 done")
    assert [table.player(seat).buildings for seat in range(3)] == [1, 0, 0]


@rule("KB2-GOV-SORCERER-2")
@pytest.mark.parametrize(("id", "lost"), [("guard_tower", 1), ("statue", 3), ("inn", 0)])
def test_a_free_building_that_falls_costs_its_printed_points(id: str, lost: int) -> None:
    table = sorcery(vp=7).play(f"0 use sorcerer {id}", "0 done").plunder()
    assert table.buildings(0) == {"sorcerer"}
    assert table.vp(0) == 7 - lost


@rule("KB2-GOV-SORCERER-3")
def test_free_buildings_count_for_phase_1_of_the_same_year() -> None:
    table = sorcery(seats=2).play("0 done")
    assert [event.seat for event in table.heard(BonusDieGained)] == []  # a tie
    table = sorcery(seats=2).play("0 use sorcerer inn", "0 done")
    assert [event.seat for event in table.heard(BonusDieGained)] == [1]
    table = sorcery(seats=2)
    table.give(1, "statue", "inn").play("0 done")
    assert [event.seat for event in table.heard(BonusDieGained)] == [0]


@rule("KB2-GOV-SORCERER-3")
def test_the_large_sheet_has_seven_buildings_in_the_first_column() -> None:
    table = sorcery(modules="governors,buildings")
    column = ["sawmill", *COLUMN_I, "makeshift_defenses"]
    assert table.options() == ["done", *[f"use sorcerer {id}" for id in column]]
    table.play("0 use sorcerer sawmill", "0 use sorcerer makeshift_defenses", "0 use sorcerer inn")
    assert "use" not in table.verbs()


@rule("KB2-GOV-SORCERER-3")
def test_free_buildings_are_no_build_for_the_tax_collector(tmp_path: Path) -> None:
    data = corrected(tmp_path, "tax_collector", "columns = [1]")
    table = governed("sorcerer", "tax_collector", data=data).give(2, "statue").end_year(2)
    table.play("0 use sorcerer statue", "0 use sorcerer inn", "0 done")
    assert table.heard(GoodsGained) == []


@rule("KB2-GOV-SORCERER-3")
def test_free_buildings_are_no_build_for_the_preacher() -> None:
    table = governed("sorcerer", "preacher").give(1, "statue", **PLENTY).give(2, "statue", **PLENTY).end_year(2)
    table.play("0 use sorcerer statue", "0 use sorcerer inn", "0 done")
    while table.state.phase <= SPRING:
        build = [f"{table.deciding} {option}" for option in table.options() if option == "build barricade"]
        table.play(*build or [f"{table.deciding} {table.options()[-1]}"])
    assert {event.seat for event in table.heard(BuildingBuilt) if event.building == "barricade"} == {1, 2}
    assert table.vp_from(1, "governor.preacher") == [1]  # the Sorcerer was idle


@rule("KB2-GOV-SORCERER-1")
def test_a_free_building_opens_its_row_for_spring() -> None:
    table = sorcery("guard_tower", gold=9, stone=9).play("0 use sorcerer statue", "0 done")
    assert "build chapel" in table.until("build").options(0)


@rule("KB2-GOV-SORCERER-1")
def test_year_columns_and_number_stand_on_the_card_of_the_sorcerer(tmp_path: Path) -> None:
    data = corrected(tmp_path, "sorcerer", "year = 4\ncolumns = [2, 3]\nbuildings = 1")
    table = governed("sorcerer", data=data).give(0, "statue", "market").end_year(2)
    assert "use" not in table.verbs()
    table.end_year(3)
    assert table.options() == ["done", "use sorcerer chapel", "use sorcerer farms"]
    assert "use" not in table.play("0 use sorcerer farms").verbs()


# -- Preacher ------------------------------------------------------------------------------------------------------


def preached(builders: list[int], phase: int = SUMMER, data: Path | None = None) -> Kingsburg:
    """A season in which these seats build and the others do not."""
    table = governed("preacher", data=data)
    for seat in range(3):
        table.give(seat, **PLENTY)
    building(table, phase=phase)
    return table.play(*[f"{seat} {'build inn' if seat in builders else 'pass'}" for seat in range(3)])


@rule("KB2-GOV-PREACHER-1")
@pytest.mark.parametrize(
    ("builders", "points"), [([0, 1, 2], []), ([0, 1], [1]), ([0, 2], [1]), ([1, 2], [1]), ([0], [1])]
)
def test_preacher_scores_when_anybody_built_nothing_even_himself(builders: list[int], points: list[int]) -> None:
    assert preached(builders).vp_from(0, "governor.preacher") == points


@rule("KB2-GOV-PREACHER-2")
@pytest.mark.parametrize("builders", [[0], [1], []])
def test_preacher_scores_one_point_however_many_were_idle(builders: list[int]) -> None:
    table = preached(builders)
    assert (table.vp_from(0, "governor.preacher"), table.vp(0)) == ([1], 1)
    assert (table.vp(1), table.vp(2)) == (0, 0)


@rule("KB2-GOV-PREACHER-1")
def test_preacher_scores_each_season_and_at_no_other_time() -> None:
    table = rest(governed("preacher").begin(SPRING), 1)
    assert table.vp_from(0, "governor.preacher") == [1, 1, 1]


@rule("KB2-GOV-PREACHER-1")
@pytest.mark.parametrize("phase", SEASONS)
def test_preacher_scores_in_every_season(phase: int) -> None:
    assert preached([0, 1], phase).vp_from(0, "governor.preacher") == [1]
    assert preached([0, 1, 2], phase).vp_from(0, "governor.preacher") == []


@rule("KB2-GOV-PREACHER-1")
def test_preacher_looks_at_the_builds_of_this_season_only() -> None:
    table = governed("preacher")
    for seat in range(3):
        table.give(seat, **PLENTY)
    building(table, phase=SPRING, alone=False).play("0 build inn", "1 build inn", "2 build inn")
    assert table.vp_from(0, "governor.preacher") == []
    rest(table, 7)
    assert table.vp_from(0, "governor.preacher") == [1, 1]


@rule("KB2-GOV-PREACHER-1", "KB2-MOD2-10")
def test_two_builds_of_one_do_not_make_up_for_the_idleness_of_another() -> None:
    table = governed("preacher").envoy(1)
    for seat in range(3):
        table.give(seat, **PLENTY)
    building(table).play("0 build inn", "1 build inn", "1 build statue envoy", "2 pass")
    assert table.vp_from(0, "governor.preacher") == [1]
    table = governed("preacher").envoy(1)
    for seat in range(3):
        table.give(seat, **PLENTY)
    building(table).play("0 build inn", "1 build inn", "1 build statue envoy", "2 build inn")
    assert table.vp_from(0, "governor.preacher") == []


@rule("KB2-GOV-PREACHER-1")
def test_preacher_waits_for_the_end_of_the_season() -> None:
    table = building(governed("preacher").give(0, **PLENTY).give(1, **PLENTY).give(2, **PLENTY), phase=SPRING)
    table.play("0 pass", "1 pass")
    assert table.vp(0) == 0
    assert table.play("2 pass").vp(0) == 1


@rule("KB2-GOV-PREACHER-1")
def test_the_point_stands_on_the_card_of_the_preacher(tmp_path: Path) -> None:
    data = corrected(tmp_path, "preacher", "vp = 3")
    assert preached([0], data=data).vp_from(0, "governor.preacher") == [3]


# -- Tax Collector -------------------------------------------------------------------------------------------------


def taxed(*standing: str, modules: str = LARGE, data: Path | None = None) -> Kingsburg:
    """Seat 1 owns these buildings and is about to build, before the Tax Collector and seat 2."""
    table = governed("tax_collector", modules=modules, data=data).give(1, *standing, **PLENTY)
    rolls = {1: (3, 4, 5), 0: (4, 4, 5), 2: (4, 5, 5)}
    table.begin(SUMMER, rolls=dict(rolls), alone=True)
    if "bonus" in table.verbs():
        table.play("1 bonus 0")
    return table.all_pass()


@rule("KB2-GOV-TAX-2")
@pytest.mark.parametrize(("id", "left"), COLUMN_IV.items())
def test_tax_collector_gains_a_good_of_choice_for_column_4(id: str, left: str) -> None:
    table = taxed(left).play(f"1 build {id}")
    assert (table.deciding, table.options()) == (0, ["take gold", "take wood", "take stone", "decline"])
    table.play("0 take stone")
    assert (table.goods(0), table.goods(2)) == ("1s", "")
    assert len(table.heard(GoodsGained)) == 1


@rule("KB2-GOV-TAX-2")
@pytest.mark.parametrize("id", ["inn", "chapel", "church", "barracks", "stone_wall", "town_hall", "training_camp"])
def test_tax_collector_gains_nothing_for_other_columns(id: str) -> None:
    left = {"chapel": "statue", "church": "chapel", "barracks": "blacksmith", "stone_wall": "stable"}
    left |= {"town_hall": "crane", "training_camp": "recruiting_station"}
    table = taxed(*[left[id]] if id in left else []).play(f"1 build {id}").idle()
    assert (table.goods(0), table.heard(GoodsGained)) == ("", [])


@rule("KB2-GOV-TAX-2")
def test_tax_collector_gains_nothing_for_own_builds() -> None:
    table = building(governed("tax_collector").give(0, "town_hall", gold=1, wood=2, stone=2)).play("0 build embassy")
    assert table.state.over
    assert table.goods(0) == ""


@rule("KB2-GOV-TAX-1")
def test_the_tax_is_spent_in_the_build_of_the_same_step() -> None:
    table = taxed("town_hall").give(0, gold=1)
    table.play("1 build embassy", "0 take stone")
    assert (table.deciding, table.options()) == (0, ["build guard_tower", "build makeshift_defenses", "pass"])
    assert table.play("0 build guard_tower").goods(0) == ""


@rule("KB2-GOV-TAX-1")
def test_the_tax_arrives_before_anybody_else_does_anything() -> None:
    table = taxed("town_hall").give(2, **PLENTY).give(0, gold=1)
    table.play("1 build embassy")
    assert table.deciding == 0
    assert table.refuse("2 build inn").rule == "CORE-NOT-ASKED"


@rule("KB2-GOV-TAX-1")
def test_the_tax_also_comes_when_the_owner_has_built_before() -> None:
    table = building(governed("tax_collector").give(1, "town_hall", **PLENTY).give(0, gold=2), 0, 1, 2)
    table.play("0 build statue", "1 build embassy", "0 take gold")
    assert table.goods(0) == "1g"


@rule("KB2-GOV-TAX-2", "KB2-MOD2-10")
def test_tax_is_due_each_time_and_for_the_envoy_too() -> None:
    table = governed("tax_collector").give(1, "town_hall", "barracks", gold=9, wood=9, stone=9).envoy(1)
    building(table.give(2, "stone_wall", **PLENTY), 1, 2, 0).play("1 build embassy")
    assert table.deciding == 0  # before the second building
    table.play("0 take gold", "1 build wizards_guild envoy", "0 take wood", "2 build fortress", "0 take wood")
    assert table.goods(0) == "1g 2w"


@rule("KB2-GOV-TAX-2")
def test_tax_is_due_for_rebuilding() -> None:
    table = governed("tax_collector").give(1, "embassy", **PLENTY).plunder()
    assert "embassy" not in table.buildings(1)
    building(table, 1, 0, 2).play("1 build embassy", "0 take gold")
    assert table.goods(0) == "1g"


@rule("KB2-GOV-TAX-2")
def test_columns_and_goods_stand_on_the_card_of_the_tax_collector(tmp_path: Path) -> None:
    data = corrected(tmp_path, "tax_collector", "columns = [1, 3]\ngoods = 2")
    table = taxed(data=data).play("1 build inn", "0 take gold stone")
    assert table.goods(0) == "1g 1s"
    assert taxed("town_hall", data=data).play("1 build embassy").idle().goods(0) == ""


# -- goods at the end of the year ----------------------------------------------------------------------------------

each_craft = pytest.mark.parametrize(("id", "good"), [("carpenter", "w"), ("miner", "g"), ("sculptor", "s")])


def gained(table: Kingsburg, id: str) -> list[tuple[int, int, int, int]]:
    """What the card gave: seat, gold, wood and stone, each time."""
    events = table.heard(GoodsGained)
    return [(e.seat, e.gold, e.wood, e.stone) for e in events if e.source == f"governor.{id}"]


@rule("KB2-GOV-CARPENTER-1", "KB2-GOV-MINER-1", "KB2-GOV-SCULPTOR-1", "KB2-GOV-YEAREND-1")
@each_craft
@pytest.mark.parametrize("year", YEARS)
def test_a_good_at_the_end_of_each_year(id: str, good: str, year: int) -> None:
    table = governed(id).end_year(year).accept()
    assert table.goods(0) == f"1{good}"
    assert (table.goods(1), table.goods(2)) == ("", "")
    assert table.state.over is (year == 5)


@rule("KB2-GOV-CARPENTER-1", "KB2-GOV-MINER-1", "KB2-GOV-SCULPTOR-1")
@each_craft
def test_the_good_comes_once_per_year_after_the_soldiers_have_left(id: str, good: str) -> None:
    table = governed(id)
    table.player(0).accepts = (id,)
    rest(table.begin(SPRING), SPRING)
    assert len(gained(table, id)) == 1
    source = f"governor.{id}"
    kinds = [type(e) for e in table.events if not isinstance(e, GoodsGained) or e.source == source]
    assert kinds.index(SoldiersDismissed) < kinds.index(GoodsGained) < kinds.index(YearBegan)


@rule("KB2-GOV-CARPENTER-1", "KB2-GOV-MINER-1", "KB2-GOV-SCULPTOR-1")
@each_craft
def test_the_good_comes_too_late_for_the_enemy(id: str, good: str) -> None:
    table = governed(id).enemy("e2_goblins_3" if good != "g" else "e1_goblins_3").begin(8, die=1).accept()
    assert table.goods(0) == f"1{good}"  # in the battle there was nothing to take


@rule("KB2-GOV-CARPENTER-1", "KB2-GOV-MINER-1", "KB2-GOV-SCULPTOR-1")
@each_craft
def test_the_good_counts_for_phase_1_of_the_next_year(id: str, good: str) -> None:
    table = governed(id, seats=2).end_year(1).accept()
    assert [event.seat for event in table.heard(BonusDieGained)] == [1]  # no buildings at all, but fewer goods


@rule("KB2-GOV-YEAREND-1")
@each_craft
@pytest.mark.parametrize(("gold", "points"), [(0, []), (1, [1]), (2, [1]), (3, [2])])
def test_the_good_of_the_last_year_counts_for_the_cathedral(id: str, good: str, gold: int, points: list[int]) -> None:
    table = governed(id).give(0, "cathedral", gold=gold).end_year(5)
    assert table.vp_from(0, "building.cathedral") == points


@rule("KB2-GOV-YEAREND-1")
@each_craft
def test_the_good_of_the_last_year_breaks_a_tie(id: str, good: str) -> None:
    table = governed(id).give(0, vp=9).give(1, vp=9).end_year(5)
    assert [event.winners for event in table.heard(GameEnded)] == [(0,)]


@rule("KB2-GOV-CARPENTER-1", "KB2-GOV-MINER-1", "KB2-GOV-SCULPTOR-1")
@pytest.mark.parametrize(("id", "field"), [("carpenter", "wood"), ("miner", "gold"), ("sculptor", "stone")])
def test_the_number_of_goods_stands_on_the_card(id: str, field: str, tmp_path: Path) -> None:
    table = governed(id, data=corrected(tmp_path, id, f"{field} = 3")).end_year(1).accept()
    assert table.goods(0) == f"3{field[0]}"


# -- Carpenter -----------------------------------------------------------------------------------------------------


def cost(id: str, building_id: str, *standing: str, data: Path | None = None) -> tuple[int, int, int]:
    """What a building costs the owner of this governor, who owns those to its left and some others; nobody asks."""
    table = about_to_build(governed(id, modules=LARGE, data=data), building_id, *standing)
    assert naming(table, building_id) == [f"build {building_id}"]
    table.play(f"0 build {building_id}")
    return 9 - table.player(0).gold, 9 - table.player(0).wood, 9 - table.player(0).stone


@rule("KB2-GOV-CARPENTER-2")
@pytest.mark.parametrize(("id", "price"), [("farms", (2, 2, 1)), ("merchants_guild", (3, 0, 2))])
def test_carpenter_saves_a_wood_at_farms_and_merchants_guild(id: str, price: tuple[int, int, int]) -> None:
    assert cost("carpenter", id) == price


@rule("KB2-GOV-CARPENTER-2")
@pytest.mark.parametrize(
    ("id", "price"), [each for each in sheet(1, 2, 3, 4) if each[0] not in ("farms", "merchants_guild")]
)
def test_carpenter_saves_nothing_elsewhere(id: str, price: tuple[int, int, int]) -> None:
    assert cost("carpenter", id) == price  # neither in their row nor in their columns


@rule("KB2-GOV-CARPENTER-2")
def test_carpenter_builds_nothing_for_nothing() -> None:
    assert building(governed("carpenter")).state.over  # not even a Barricade
    table = building(governed("carpenter").give(0, wood=1))
    assert table.options() == ["build barricade", "pass"]
    assert table.play("0 build barricade").goods(0) == ""


@rule("KB2-GOV-CARPENTER-2")
def test_carpenter_brings_within_reach_what_is_one_wood_too_dear() -> None:
    table = building(governed("carpenter").give(0, "market", gold=2, wood=2, stone=1))
    assert table.play("0 build farms").goods(0) == ""
    table = building(governed("carpenter").give(0, "market", gold=2, wood=1, stone=1))
    assert table.refuse("0 build farms").rule == "KB-P2d-2"  # it still costs 2
    table = building(governed("carpenter").give(0, "inn", gold=2, wood=1, stone=1))
    assert table.refuse("0 build market").rule == "KB-P2d-2"  # 2 wood, in the column before
    table = building(governed("carpenter").give(0, "blacksmith", gold=2, wood=1, stone=1))
    assert table.refuse("0 build barracks").rule == "KB-P2d-2"  # 2 wood, in the row below


@rule("KB2-GOV-CARPENTER-2", "KB2-MOD2-10")
def test_carpenter_saves_each_time() -> None:
    table = building(governed("carpenter").give(0, "market", gold=5, wood=2, stone=3).envoy(0))
    table.play("0 build farms", "0 build merchants_guild envoy")  # in one season
    assert (paid(table), table.goods(0)) == ([(2, 2, 1), (3, 0, 2)], "")
    table = governed("carpenter").give(0, "market", gold=5, wood=2, stone=3)
    building(table, phase=SPRING, alone=False).play("0 build farms", "0 bonus 0").all_pass()
    table.play("0 build merchants_guild")  # in the next
    assert paid(table) == [(2, 2, 1), (3, 0, 2)]


@rule("KB2-GOV-CARPENTER-2")
def test_carpenter_saves_when_rebuilding_too() -> None:
    table = building(governed("carpenter").give(0, "market", gold=2, wood=2, stone=1)).play("0 build farms")
    for _ in range(2):
        table.plunder().give(0, gold=2, wood=2, stone=1)
        assert "farms" not in table.buildings(0)
        assert building(table).play("0 build farms").goods(0) == ""
        assert paid(table) == [(2, 2, 1)]


@rule("KB2-GOV-CARPENTER-2", "KB2-MOD2-11")
def test_carpenter_and_crane_add_up() -> None:
    assert cost("carpenter", "farms", "crane") == (1, 2, 1)
    assert cost("carpenter", "merchants_guild", "crane") == (2, 0, 2)
    assert cost("carpenter", "barracks", "crane") == (1, 2, 1)  # by the Crane alone
    assert cost("carpenter", "wizards_guild", "crane") == (2, 2, 2)


@rule("KB2-GOV-CARPENTER-2")
def test_carpenter_saves_for_his_owner_only() -> None:
    table = building(governed("carpenter").give(1, "market", **PLENTY), 1, 0, 2).play("1 build farms")
    assert paid(table, 1) == [(2, 3, 1)]


@rule("KB2-GOV-CARPENTER-2")
def test_row_columns_and_discount_stand_on_the_card_of_the_carpenter(tmp_path: Path) -> None:
    data = corrected(tmp_path, "carpenter", 'row = "E"\ncolumns = [1, 3]\ndiscount = { wood = 2, stone = 1 }')
    assert cost("carpenter", "palisade", data=data) == (0, 0, 0)  # for nothing
    assert cost("carpenter", "stable", data=data) == (1, 1, 1)
    assert cost("carpenter", "stone_wall", data=data) == (2, 0, 1)
    assert cost("carpenter", "fortress", data=data) == (3, 0, 2)
    assert cost("carpenter", "farms", data=data) == (2, 3, 1)
    assert cost("carpenter", "merchants_guild", data=data) == (3, 1, 2)
    data = corrected(tmp_path, "carpenter", 'row = "B"\ncolumns = [1, 2, 3, 4]')
    assert cost("carpenter", "statue", data=data) == (2, 0, 0)  # no wood to save, and nothing else instead
    assert cost("carpenter", "church", data=data) == (3, 0, 2)
    assert cost("carpenter", "cathedral", data=data) == (5, 0, 3)


# -- Miner ---------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-MINER-2")
@pytest.mark.parametrize(
    ("id", "price"),
    [
        ("mint", (5, 1, 1)),
        ("cathedral", (4, 0, 3)),
        ("merchants_guild", (2, 1, 2)),
        ("wizards_guild", (2, 2, 2)),
        ("fortress", (2, 0, 2)),
        ("embassy", (0, 2, 2)),  # one of the two by the Crane to its left
        ("military_academy", (1, 1, 1)),
    ],
)
def test_miner_saves_a_gold_in_the_last_column_if_wanted(id: str, price: tuple[int, int, int]) -> None:
    table = about_to_build(governed("miner", modules=LARGE), id)
    assert offered(table, "miner") == [f"build {id} miner"]
    assert naming(table, id) == [f"build {id}", f"build {id} miner"]
    assert paid(table.play(f"0 build {id} miner")) == [price]
    table = about_to_build(governed("miner", modules=LARGE), id).play(f"0 build {id}")
    assert paid(table) == [(price[0] + 1, *price[1:])]


@rule("KB2-GOV-MINER-2")
@pytest.mark.parametrize(("id", "price"), sheet(1, 2, 3))
def test_miner_saves_nothing_in_other_columns(id: str, price: tuple[int, int, int]) -> None:
    table = about_to_build(governed("miner", modules=LARGE), id)
    assert offered(table, "miner") == []
    assert table.refuse(f"0 build {id} miner").rule == "KB-TIME-9"
    assert paid(table.play(f"0 build {id}")) == [price]


@rule("KB2-GOV-MINER-2")
def test_miner_is_not_offered_where_there_is_no_gold_to_save(tmp_path: Path) -> None:
    data = corrected(tmp_path, "miner", "columns = [1, 2, 3, 4]")  # in column IV there always is some
    table = building(governed("miner", data=data).give(0, **PLENTY))
    assert offered(table, "miner") == ["build statue miner", "build inn miner", "build guard_tower miner"]
    assert table.refuse("0 build palisade miner").rule == "KB2-MOD2-11"
    table = governed("miner", modules=LARGE, data=data).give(0, "crane", "recruiting_station", **PLENTY)
    assert "build training_camp miner" not in building(table).options()  # the Crane has taken its only gold


@rule("KB2-GOV-MINER-2")
def test_miner_brings_within_reach_what_is_one_gold_too_dear() -> None:
    table = building(governed("miner").give(0, "church", gold=4, stone=3))
    assert table.options() == ["build guard_tower", "build cathedral miner", "pass"]
    assert table.refuse("0 build cathedral").rule == "KB-P2d-2"
    assert table.play("0 build cathedral miner").goods(0) == ""


@rule("KB2-GOV-MINER-2")
@pytest.mark.parametrize("first", SEASONS)
def test_miner_saves_once_per_year(first: int) -> None:
    table = governed("miner").give(0, "church", "stone_wall", **PLENTY)
    building(table, phase=first, alone=False).play("0 build fortress miner")
    while first < AUTUMN:
        first += 2
        table.all_pass()
        assert (table.state.phase, table.verbs()) == (first, {"build", "pass"})
        assert "build cathedral" in table.options()
        assert offered(table, "miner") == []
        assert table.refuse("0 build cathedral miner").rule == "KB-TIME-9"
        table.play("0 pass")
    assert paid(table)[0] == (2, 0, 2)


@rule("KB2-GOV-MINER-2")
def test_miner_saves_again_in_the_next_year() -> None:
    table = governed("miner").give(0, "church", "stone_wall", soldiers=9, **PLENTY)
    building(table, phase=AUTUMN, alone=False).play("0 build fortress miner")
    rest(table, SPRING).all_pass()
    assert table.state.year == 2
    assert offered(table, "miner") == ["build cathedral miner"]


@rule("KB2-GOV-MINER-2")
def test_miner_may_be_kept_for_later_in_the_year() -> None:
    table = governed("miner").give(0, "church", "stone_wall", "barracks", gold=10, wood=2, stone=7)
    building(table, phase=SPRING, alone=False).play("0 build fortress")
    assert paid(table) == [(3, 0, 2)]
    table.all_pass().play("0 build wizards_guild")
    table.all_pass().play("0 build cathedral miner")
    assert paid(table) == [(3, 0, 2), (3, 2, 2), (4, 0, 3)]


@rule("KB2-GOV-MINER-2")
def test_a_building_of_another_column_does_not_use_up_the_miner() -> None:
    table = governed("miner").give(0, "stable", **PLENTY)
    building(table, phase=SPRING, alone=False).play("0 build stone_wall").all_pass()
    assert offered(table, "miner") == ["build fortress miner"]
    assert paid(table.play("0 build fortress miner")) == [(2, 0, 2), (2, 0, 2)]


@rule("KB2-GOV-MINER-2", "KB2-MOD2-10")
def test_miner_saves_on_one_of_two_buildings_of_the_envoy() -> None:
    table = building(governed("miner").give(0, "church", "stone_wall", **PLENTY).envoy(0))
    table.play("0 build fortress", "0 build cathedral miner envoy")
    assert paid(table) == [(3, 0, 2), (4, 0, 3)]
    table = building(governed("miner").give(0, "church", "stone_wall", **PLENTY).envoy(0))
    table.play("0 build fortress miner")
    assert offered(table, "miner") == []
    assert table.refuse("0 build cathedral miner envoy").rule == "KB-TIME-9"
    assert paid(table.play("0 build cathedral envoy")) == [(2, 0, 2), (5, 0, 3)]


@rule("KB2-GOV-MINER-2")
def test_miner_saves_when_rebuilding_too() -> None:
    table = governed("miner").give(0, "cathedral").plunder().give(0, gold=4, stone=3)
    assert "cathedral" not in table.buildings(0)
    assert building(table).play("0 build cathedral miner").goods(0) == ""


@rule("KB2-GOV-MINER-2", "KB2-MOD2-11")
def test_miner_and_crane_add_up() -> None:
    table = building(governed("miner").give(0, "church", "crane", **PLENTY)).play("0 build cathedral miner")
    assert paid(table) == [(3, 0, 3)]
    table = building(governed("miner").give(0, "market", "crane", **PLENTY))
    assert table.refuse("0 build farms miner").rule == "KB-TIME-9"  # here the Crane saves alone
    assert paid(table.play("0 build farms")) == [(1, 3, 1)]


@rule("KB2-GOV-MINER-1", "KB2-GOV-MINER-2")
def test_both_effects_of_the_miner_are_independent() -> None:
    table = building(governed("miner").give(0, "church", gold=4, stone=3)).play("0 build cathedral miner")
    assert table.goods(0) == ""
    assert table.end_year(1).goods(0) == "1g"


@rule("KB2-GOV-MINER-2")
def test_miner_saves_for_his_owner_only() -> None:
    table = building(governed("miner").give(1, "church", **PLENTY), 1, 0, 2)
    assert offered(table, "miner") == []
    assert table.refuse("1 build cathedral miner").rule == "KB-TIME-13"


@rule("KB2-GOV-MINER-2")
def test_columns_and_discount_stand_on_the_card_of_the_miner(tmp_path: Path) -> None:
    data = corrected(tmp_path, "miner", "discount = { gold = 2, wood = 1 }")
    table = building(governed("miner", data=data).give(0, "barracks", **PLENTY))
    assert paid(table.play("0 build wizards_guild miner")) == [(1, 1, 2)]
    data = corrected(tmp_path, "miner", "columns = [1, 2]\ndiscount = { gold = 2, wood = 1 }")
    table = building(governed("miner", data=data).give(0, "statue", **PLENTY))
    assert paid(table.play("0 build chapel miner")) == [(1, 0, 1)]
    table = building(governed("miner", data=data).give(0, **PLENTY))
    assert paid(table.play("0 build palisade miner")) == [(0, 1, 0)]
    table = building(governed("miner", data=data).give(0, "church", **PLENTY))
    assert table.refuse("0 build cathedral miner").rule == "KB-TIME-9"


# -- Sculptor ------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-SCULPTOR-2")
@pytest.mark.parametrize(("id", "price"), [("town_hall", (1, 1, 0)), ("embassy", (1, 2, 1))])
def test_sculptor_saves_a_stone_at_town_hall_and_embassy(id: str, price: tuple[int, int, int]) -> None:
    assert cost("sculptor", id) == price


@rule("KB2-GOV-SCULPTOR-2")
@pytest.mark.parametrize(
    ("id", "price"), [each for each in sheet(1, 2, 3, 4) if each[0] not in ("town_hall", "embassy")]
)
def test_sculptor_saves_nothing_elsewhere(id: str, price: tuple[int, int, int]) -> None:
    assert cost("sculptor", id) == price  # neither in their row nor in their columns


@rule("KB2-GOV-SCULPTOR-2", "KB2-EX-14", "KB2-MOD2-11")
def test_sculptor_and_crane_add_up() -> None:
    assert cost("sculptor", "town_hall") == (1, 1, 0)  # 2g 1w 1s behind the Crane
    assert cost("sculptor", "embassy") == (1, 2, 1)  # 2g 2w 2s
    assert cost("sculptor", "church", "crane") == (2, 1, 2)  # by the Crane alone


@rule("KB2-GOV-SCULPTOR-2", "KB2-MOD2-4")
def test_sculptor_saves_on_several_buildings_of_one_game(tmp_path: Path) -> None:
    table = governed("sculptor").give(0, "crane", gold=1, wood=1)
    building(table, phase=SPRING, alone=False).play("0 build town_hall").all_pass().give(0, gold=1, wood=2, stone=1)
    until_built = table.until("build").play("0 build embassy")
    assert paid(until_built) == [(1, 1, 0), (1, 2, 1)]


@rule("KB2-GOV-SCULPTOR-2")
def test_sculptor_saves_each_time_and_when_rebuilding_too() -> None:
    table = building(governed("sculptor").give(0, "town_hall", gold=1, wood=2, stone=1)).play("0 build embassy")
    assert table.goods(0) == ""
    for _ in range(2):
        table.plunder().give(0, gold=1, wood=2, stone=1)
        assert "embassy" not in table.buildings(0)
        assert building(table).play("0 build embassy").goods(0) == ""
        assert paid(table) == [(1, 2, 1)]


@rule("KB2-GOV-SCULPTOR-2", "KB2-MOD2-10")
def test_sculptor_saves_for_the_envoy_too() -> None:
    table = building(governed("sculptor").give(0, "crane", gold=2, wood=3, stone=1).envoy(0))
    table.play("0 build town_hall", "0 build embassy envoy")
    assert (paid(table), table.goods(0)) == ([(1, 1, 0), (1, 2, 1)], "")  # twice in one season


@rule("KB2-GOV-SCULPTOR-2")
def test_sculptor_saves_for_his_owner_only() -> None:
    table = building(governed("sculptor").give(1, "town_hall", **PLENTY), 1, 0, 2).play("1 build embassy")
    assert paid(table, 1) == [(1, 2, 2)]  # by the Crane alone


@rule("KB2-GOV-SCULPTOR-2")
def test_row_columns_and_discount_stand_on_the_card_of_the_sculptor(tmp_path: Path) -> None:
    data = corrected(tmp_path, "sculptor", 'row = "D"\ncolumns = [1, 2]\ndiscount = { gold = 1, stone = 1 }')
    assert cost("sculptor", "guard_tower", data=data) == (0, 0, 0)
    assert cost("sculptor", "blacksmith", data=data) == (0, 2, 0)
    assert cost("sculptor", "barracks", data=data) == (2, 2, 1)
    assert cost("sculptor", "stone_wall", data=data) == (2, 0, 2)


# -- Courtier ------------------------------------------------------------------------------------------------------


def reward(mine: str, *theirs: str, data: Path | None = None) -> Kingsburg:
    """Phase 3 with a Courtier who owns these buildings, and opponents who own those."""
    table = governed("courtier", seats=1 + len(theirs), data=data).give(0, *mine.split())
    for seat, buildings in enumerate(theirs, start=1):
        table.give(seat, *buildings.split())
    return table.begin(3, alone=True)


@rule("KB2-GOV-COURTIER-1")
@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [
        ("", ["", ""], 0),
        ("", ["inn", ""], 1),
        ("", ["inn", "statue"], 1),
        ("", ["market", ""], 0),
        ("", ["market", "inn"], 0),  # one behind the second is two behind the first
        ("inn", ["market", "statue"], 1),
        ("inn", ["statue", "inn"], 0),
        ("market", ["inn", "inn"], 0),
        ("market", ["inn", "farms", "statue"], 1),
        ("inn", ["farms"], 0),
        ("statue inn", ["chapel guard_tower"], 1),
    ],
)
def test_courtier_scores_when_exactly_one_building_behind(mine: str, theirs: list[str], points: int) -> None:
    table = reward(mine, *theirs)
    assert table.vp_from(0, "governor.courtier") == ([points] if points else [])
    assert all(table.vp_from(seat, "governor.courtier") == [] for seat in range(1, table.state.seats))


@rule("KB2-GOV-COURTIER-1")
def test_courtier_scores_after_the_reward_of_the_king() -> None:
    table = reward("", "inn", "inn")
    assert [(event.seat, event.source) for event in table.heard(VpChanged)] == [
        *((1, "phase.3"), (2, "phase.3"), (0, "governor.courtier"))
    ]


@rule("KB2-GOV-COURTIER-1")
def test_courtier_counts_the_buildings_of_spring_and_scores_once_per_year() -> None:
    table = building(governed("courtier").give(1, gold=2, wood=2), phase=SPRING, alone=False)
    assert table.vp(0) == 0
    table.play("1 build inn")
    assert table.vp_from(0, "governor.courtier") == [1]
    assert rest(table, 1).vp_from(0, "governor.courtier") == [1]  # not after Summer, Autumn or Winter
    phases = [event for event in table.events if isinstance(event, PhaseBegan | VpChanged)]
    assert phases.index(PhaseBegan("KB-YEAR-1", 3)) < phases.index(PhaseBegan("KB-YEAR-1", SUMMER))


@rule("KB2-GOV-COURTIER-1")
@pytest.mark.parametrize("year", YEARS)
def test_courtier_scores_every_year(year: int) -> None:
    table = governed("courtier").give(1, "inn").begin(3, year=year, alone=True)
    assert table.vp_from(0, "governor.courtier") == [1]


@rule("KB2-GOV-COURTIER-1")
def test_distance_and_points_stand_on_the_card_of_the_courtier(tmp_path: Path) -> None:
    data = corrected(tmp_path, "courtier", "behind = 2\nvp = 3")
    assert reward("", "inn", data=data).vp_from(0, "governor.courtier") == []
    assert reward("", "market", data=data).vp_from(0, "governor.courtier") == [3]
