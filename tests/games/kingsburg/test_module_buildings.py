"""Module 1, more buildings: the sheet with seven rows, and how its rows work together with other rules."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    BuildingDestroyed,
    EnemyRevealed,
    MusterRolled,
    ReinforcementsSent,
    SoldiersGained,
    TokensRevealed,
)
from kronrat.games.kingsburg.testing import (
    AUTUMN,
    SPRING,
    SUMMER,
    Kingsburg,
    Roll,
    about_to_build,
    large_sheet_turn,
    rules,
)
from tests.marks import rule

MODULE = "buildings"
COLUMNS = [
    ["sawmill", "statue", "inn", "guard_tower", "palisade", "barricade", "makeshift_defenses"],
    ["quarry", "chapel", "market", "blacksmith", "stable", "crane", "recruiting_station"],
    ["goldsmith", "church", "farms", "barracks", "stone_wall", "town_hall", "training_camp"],
    ["mint", "cathedral", "merchants_guild", "wizards_guild", "fortress", "embassy", "military_academy"],
]  # each from row A at the top to row G at the bottom
POINTS = [[1, 3, 0, 1, 0, 0, 0], [2, 5, 1, 2, 2, 1, 1], [3, 7, 2, 4, 2, 2, 2], [5, 9, 4, 6, 4, 4, 3]]
FIRST: dict[int, Roll | list[Roll]] = {0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}  # seat 0 comes first


def large(*buildings: str, **amounts: int) -> Kingsburg:
    return Kingsburg(3, modules=MODULE).give(0, *buildings, **amounts)


# -- the sheet -----------------------------------------------------------------------------------------------------


@rule("KB2-MOD1-1")
def test_the_sheet_has_the_seven_rows_a_to_g_of_four_buildings() -> None:
    table = large(gold=90, wood=90, stone=90)
    for column in COLUMNS:
        table.begin(SPRING, rolls=FIRST, alone=True).until("build")
        assert [line.removeprefix("build ") for line in table.options(0) if line != "pass"] == column
        table.give(0, *column)
    table.begin(SUMMER, rolls=FIRST, alone=True).all_pass()
    assert "build" not in table.verbs()  # all 28 stand


@rule("KB2-MOD1-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_player_has_a_large_sheet(seats: int) -> None:
    table = Kingsburg(seats, modules=MODULE)
    for seat in range(seats):
        table.give(seat, stone=1)
    table.begin(SPRING).until("build")
    for _ in range(seats):
        seat = table.deciding
        assert table.options() == ["build makeshift_defenses", "pass"]
        table.play(f"{seat} build makeshift_defenses")
    assert [player["buildings"] for player in table.view()["players"]] == [["makeshift_defenses"]] * seats


@rule("KB2-MOD1-1")
def test_the_view_lists_the_buildings_of_all_rows_from_the_top() -> None:
    table = large("quarry", "inn", "makeshift_defenses").begin(SPRING)
    assert table.view(2)["players"][0]["buildings"] == ["sawmill", "quarry", "inn", "makeshift_defenses"]


@rule("KB2-MOD1-1")
@pytest.mark.parametrize("modules", ["", "governors", "army", "governors,army"])
def test_without_the_module_the_sheet_has_five_rows(modules: str) -> None:
    table = about_to_build(Kingsburg(3, modules=modules).give(0, gold=9, wood=9, stone=9))
    assert [line.removeprefix("build ") for line in table.options() if line != "pass"] == COLUMNS[0][1:-1]
    for missing in ("sawmill", "makeshift_defenses"):
        assert table.refuse(f"0 build {missing}").rule == "KB-SETUP-8"


@rule("KB2-MOD1-1")
def test_building_follows_the_same_rules_in_all_rows() -> None:
    table = large("sawmill", gold=9, wood=9, stone=9).begin(SPRING, rolls=FIRST, alone=True).until("build")
    assert table.refuse("0 build sawmill").rule == "KB-P2d-4"
    for id, missing in (("goldsmith", "quarry"), ("recruiting_station", "makeshift_defenses")):
        reason = table.refuse(f"0 build {id}")
        assert (reason.rule, reason.facts["missing"]) == ("KB-P2d-3", missing)
    table.play("0 build quarry")
    assert (table.goods(0), table.vp(0)) == ("8g 8w 7s", 2)
    assert table.state.over  # one building, and the turn is over


@rule("KB2-MOD1-1")
def test_the_envoy_builds_twice_in_the_new_rows_too() -> None:
    table = large(gold=9, wood=9, stone=9).envoy(0).begin(SPRING, rolls=FIRST, alone=True).until("build")
    table.play("0 build sawmill", "0 build quarry envoy")
    assert table.buildings(0) == {"sawmill", "quarry"}
    assert (table.goods(0), table.vp(0)) == ("8g 6w 6s", 3)


# -- destruction ---------------------------------------------------------------------------------------------------


@rule("KB2-MOD1-1")
def test_buildings_fall_from_the_rightmost_column_and_in_it_from_row_a() -> None:
    table = large(*COLUMNS[3], vp=100)
    table.muster[0] = [1] * 7  # while the Military Academy stands
    fallen: list[str] = []
    points: list[int] = []
    for _ in range(28):
        before = table.vp(0)
        table.plunder()
        fallen += [event.building for event in table.heard(BuildingDestroyed) if event.seat == 0]
        points.append(before - table.vp(0))
    assert fallen == [*COLUMNS[3], *COLUMNS[2], *COLUMNS[1], *COLUMNS[0]]
    assert points == [*POINTS[3], *POINTS[2], *POINTS[1], *POINTS[0]]
    assert table.buildings(0) == set()


@rule("KB2-MOD1-1")
@pytest.mark.parametrize(
    ("standing", "falls"),
    [
        (("sawmill", "statue", "makeshift_defenses"), "sawmill"),
        (("sawmill", "market", "makeshift_defenses"), "market"),
        (("sawmill", "barricade", "recruiting_station"), "recruiting_station"),
        (("quarry", "chapel", "recruiting_station"), "quarry"),
        (("quarry", "embassy", "military_academy"), "embassy"),
        (("barricade", "makeshift_defenses"), "barricade"),
    ],
)
def test_row_a_is_the_topmost_and_row_g_the_lowest(standing: tuple[str, ...], falls: str) -> None:
    table = large(*standing)
    table.muster[0] = [1]
    table.plunder()
    assert [(event.seat, event.building) for event in table.heard(BuildingDestroyed)] == [(0, falls)]


@rule("KB2-MOD1-1")
def test_what_fell_may_be_rebuilt_for_its_cost_and_its_points() -> None:
    table = large("sawmill", wood=2, stone=1, vp=1).plunder()
    assert (table.buildings(0), table.vp(0)) == (set(), 0)
    table.begin(SPRING, rolls=FIRST, alone=True).until("build").play("0 build sawmill")
    assert (table.buildings(0), table.vp(0), table.goods(0)) == ({"sawmill"}, 1, "")


# -- Mint ----------------------------------------------------------------------------------------------------------


@rule("KB2-MOD1-5")
@pytest.mark.parametrize(("building", "seasons"), [("mint", [SPRING, SUMMER, AUTUMN]), ("goldsmith", [SUMMER])])
def test_a_year_with_and_without_the_mint(building: str, seasons: list[int]) -> None:
    table = large(building, gold=5).begin(SPRING, die=1)
    worked: list[int] = []
    while table.state.year == 1 and table.state.phase < 8:
        seat = table.deciding
        choice = "use goldsmith" if "use goldsmith" in table.options() else None
        if choice:
            worked.append(table.state.phase)
        idle = [option for option in table.options() if option in ("pass", "done", "decline")]
        table.play(f"{seat} {choice or (idle or table.options())[0]}")
    assert worked == seasons
    assert table.vp_from(0, "building.goldsmith") == [1] * len(seasons)


# -- Military Academy and army tokens ------------------------------------------------------------------------------


def academy_with_token(token: int, die: int) -> Kingsburg:
    """Seat 0 owns the academy and plays this token, seat 1 plays the same one; against a strong enemy."""
    table = Kingsburg(2, modules="buildings,army").give(0, "military_academy").enemy("e5_dragons_9")
    return table.begin(8, year=4, muster={0: die}, alone=True).play(f"0 token {token}", f"1 token {token}")


@rule("KB2-MOD1-10")
@pytest.mark.parametrize(("die", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("token", [0, 1, 2, 3, 4])
def test_with_army_tokens_the_die_is_halved_and_the_larger_number_counts(die: int, half: int, token: int) -> None:
    table = academy_with_token(token, die)
    assert [(event.die, event.soldiers) for event in table.heard(MusterRolled)] == [(die, half)]
    assert [table.strength(seat) for seat in (0, 1)] == [max(half, token), token]


@rule("KB2-MOD1-10")
@pytest.mark.parametrize("die", [1, 6])
def test_the_token_is_spent_anyway(die: int) -> None:
    table = academy_with_token(1, die)
    assert [table.player(seat).tokens for seat in (0, 1)] == [(0, 1, 2, 3, 4)] * 2


@rule("KB2-MOD1-10")
def test_the_die_is_rolled_after_the_tokens_are_revealed_and_before_the_enemy() -> None:
    table = Kingsburg(2, modules="buildings,army").give(0, "military_academy").begin(8, muster={0: 5})
    assert table.heard(MusterRolled) == []
    table.play("0 token 2")
    assert table.heard(MusterRolled) == []  # seat 1 has not chosen yet
    table.play("1 token 2")
    told = [event for event in table.events if isinstance(event, TokensRevealed | MusterRolled | EnemyRevealed)]
    assert [type(event) for event in told] == [TokensRevealed, MusterRolled, EnemyRevealed]
    assert table.heard(ReinforcementsSent) == []


@rule("KB2-MOD1-10")
def test_without_army_tokens_the_die_is_not_halved() -> None:
    table = large("military_academy").enemy("e5_dragons_9").begin(8, die=2, muster={0: 5}, alone=True)
    assert [(event.die, event.soldiers) for event in table.heard(MusterRolled)] == [(5, 5)]


@rule("KB2-MOD1-10")
def test_without_an_academy_a_token_is_all_there_is() -> None:
    table = Kingsburg(2, modules="buildings,army").give(0, "training_camp").begin(8, alone=True)
    table.play("0 token 0", "1 token 4")
    assert table.heard(MusterRolled) == []
    assert [table.strength(seat) for seat in (0, 1)] == [1, 4]  # the Makeshift Defenses


# -- trades, tokens, soldiers --------------------------------------------------------------------------------------


@rule("KB2-MOD1-11")
def test_trades_wait_for_the_end_of_the_season() -> None:
    table = large("sawmill", wood=1).envoy(0).begin(SUMMER, rolls=FIRST, alone=True)
    assert table.refuse("0 use sawmill").rule == "CORE-FORM"  # while advisors are influenced
    table.all_pass()
    assert table.refuse("0 use sawmill").rule == "CORE-FORM"  # while buildings are built
    table.play("0 pass")
    assert table.options() == ["done", "use sawmill"]


@rule("KB2-MOD1-11")
def test_a_trade_uses_what_the_season_before_it_left() -> None:
    table = large("sawmill").occupy(3, 0, 3).begin(SUMMER, rolls=FIRST, alone=True).all_pass()
    assert table.goods(0) == "1w"
    table.play("0 pass", "0 use sawmill")
    assert table.goods(0) == "2g"


@rule("KB2-MOD1-12")
def test_station_and_barracks_in_one_turn() -> None:
    table = large("recruiting_station", "barracks", gold=1, wood=1, plus2=2).begin(7, alone=True)
    assert table.options() == ["recruit gold", "recruit wood", "recruit plus2", "done"]
    table.play("0 recruit plus2", "0 recruit wood", "0 recruit plus2", "0 recruit gold")
    assert (table.player(0).soldiers, table.player(0).plus2, table.goods(0)) == (4, 0, "")


@rule("KB2-MOD1-12")
def test_barracks_make_no_token_worth_two_soldiers() -> None:
    table = large("recruiting_station", "barracks", plus2=1).begin(7, alone=True).play("0 recruit plus2")
    assert (table.player(0).soldiers, table.state.over) == (1, True)


@rule("KB2-MOD1-13")
@pytest.mark.parametrize(("soldiers", "gained"), [(1, [1]), (2, [])])
def test_the_camp_counts_no_modifiers(soldiers: int, gained: list[int]) -> None:
    table = large("training_camp", "blacksmith", "farms", soldiers=soldiers).begin(7, alone=True)
    assert [event.soldiers for event in table.heard(SoldiersGained)] == gained


@rule("KB2-MOD1-14")
@pytest.mark.parametrize(
    ("left", "building", "cost"),
    [
        ("quarry", "goldsmith", (1, 2, 2)),
        ("goldsmith", "mint", (5, 1, 1)),
        ("recruiting_station", "training_camp", (0, 2, 0)),
        ("training_camp", "military_academy", (1, 1, 1)),
    ],
)
def test_the_crane_saves_a_gold_in_columns_three_and_four(left: str, building: str, cost: tuple[int, ...]) -> None:
    gold, wood, stone = cost
    table = large_sheet_turn("crane", left, gold=gold, wood=wood, stone=stone)
    table.play(f"0 build {building}")
    assert (table.goods(0), building in table.buildings(0)) == ("", True)
    table = large_sheet_turn("barricade", left, gold=gold, wood=9, stone=9)  # without the Crane
    reason = table.refuse(f"0 build {building}")
    assert (reason.rule, reason.facts["gold"]) == ("KB-P2d-2", 1)


@rule("KB2-MOD1-14")
@pytest.mark.parametrize(("left", "building"), [("sawmill", "quarry"), ("makeshift_defenses", "recruiting_station")])
def test_the_crane_saves_nothing_in_columns_one_and_two(left: str, building: str) -> None:
    table = large_sheet_turn("crane", left, gold=0, wood=9, stone=9)
    reason = table.refuse(f"0 build {building}")
    assert reason.facts["gold"] == 1


@rule("KB2-MOD1-15")
def test_a_token_used_in_autumn_leaves_all_others_for_the_station() -> None:
    table = large("recruiting_station", plus2=3).begin(AUTUMN, rolls=FIRST)
    table.play("0 influence 3 1 plus2").until("recruit")
    assert (table.state.year, table.state.phase, table.player(0).plus2) == (1, 7, 2)
    table.play("0 recruit plus2", "0 recruit plus2")
    assert table.player(0).plus2 == 0
    assert [(event.seat, event.soldiers) for event in table.heard(SoldiersGained)] == [(0, 1), (0, 1)]


@rule("KB2-MOD1-15")
def test_tokens_paid_to_the_station_leave_one_for_each_season() -> None:
    table = large("recruiting_station", plus2=3).begin(7, die=1)
    table.play("0 recruit plus2", "0 recruit plus2", "0 done")
    table.rolls = {seat: list(faces) if isinstance(faces, list) else [faces] for seat, faces in FIRST.items()}
    table.until("influence")
    assert (table.state.year, table.state.phase) == (2, SPRING)
    assert "influence 3 1 plus2" in table.options(0)


@rule("KB2-MOD1-1")
def test_the_printed_points_of_the_sheet() -> None:
    cells = rules().tables.cells
    assert [[cells[id].vp for id in column] for column in COLUMNS] == POINTS
