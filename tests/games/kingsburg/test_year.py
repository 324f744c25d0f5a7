"""The course of a year, and when effects happen."""

import pytest

from kronrat.core.events import Event
from kronrat.games.kingsburg.rules.events import (
    AdvisorInfluenced,
    BattleFought,
    BonusDieGained,
    BuildingBuilt,
    BuildingDestroyed,
    CardUsed,
    DiceRolled,
    EnvoyGiven,
    EnvoyKept,
    GameEnded,
    GoodsGained,
    NeutralPlaced,
    OrderSet,
    PhaseBegan,
    SoldiersGained,
    TokenGained,
    VpChanged,
    YearBegan,
)
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll, full_game
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

SEASONS = (SPRING, SUMMER, AUTUMN)


def kinds(events: list[Event], *wanted: type[Event]) -> list[str]:
    """The names of the events of these kinds, as they happened."""
    return [type(event).__name__ for event in events if isinstance(event, wanted)]


def by_phase(events: list[Event], *wanted: type[Event]) -> set[int]:
    """The phases in which events of these kinds happened."""
    phases, now = set(), 0
    for event in events:
        if isinstance(event, PhaseBegan):
            now = event.phase
        elif isinstance(event, wanted):
            phases.add(now)
    return phases


# -- years and phases --------------------------------------------------------------------------------------------


@rule("KB-YEAR-1")
@both_editions
@pytest.mark.parametrize("seats", [2, 5])
def test_five_years_of_eight_phases_in_fixed_order(seats: int, edition: str) -> None:
    match, events = full_game(seats, edition)
    assert [event.year for event in events if isinstance(event, YearBegan)] == [1, 2, 3, 4, 5]
    assert [event.phase for event in events if isinstance(event, PhaseBegan)] == [1, 2, 3, 4, 5, 6, 7, 8] * 5
    assert match.over


@rule("KB-YEAR-1")
def test_the_season_marker_shows_the_phase_that_is_played() -> None:
    table = Kingsburg(seats=3, edition="1e").give(0, gold=2).begin(1)
    shown = [table.view()["phase"]]
    for phase in (3, 5, 7):
        table.until_phase(phase)
        shown.append(table.view()["phase"])
    assert shown == [1, 4, 6, 7]  # nobody has a choice in phases 3 and 5


@rule("KB-YEAR-2")
def test_phases_two_four_and_six_are_seasons_and_the_eighth_is_a_battle() -> None:
    _, events = full_game()
    assert by_phase(events, DiceRolled, OrderSet) == set(SEASONS)
    assert by_phase(events, EnvoyGiven, EnvoyKept) == {5}
    assert by_phase(events, BattleFought) == {8}


@rule("KB-YEAR-2")
@pytest.mark.parametrize("season", SEASONS)
def test_a_season_is_roll_then_influence_then_help_then_building(season: int) -> None:
    table = Kingsburg(seats=3).begin(season, rolls={0: (3, 3, 4), 1: (1, 4, 6), 2: (1, 5, 6)})
    table.play("0 influence 3 3").all_pass().play("0 build barricade")
    steps = kinds(table.events, DiceRolled, OrderSet, AdvisorInfluenced, GoodsGained, BuildingBuilt)
    assert steps[:7] == [*["DiceRolled"] * 3, "OrderSet", "AdvisorInfluenced", "GoodsGained", "BuildingBuilt"]


@rule("KB-YEAR-3")
@pytest.mark.parametrize("year", [1, 2, 3, 4])
def test_after_winter_the_next_year_begins_with_phase_one(year: int) -> None:
    table = Kingsburg(seats=3).begin(8, year=year)
    assert (table.state.year, table.state.phase) == (year + 1, 1)
    assert table.heard(GameEnded) == []


@rule("KB-YEAR-3")
def test_after_the_winter_of_year_five_there_is_no_further_year() -> None:
    table = Kingsburg(seats=3).begin(8, year=5)
    assert table.state.over
    assert len(table.heard(GameEnded)) == 1


# -- order of effects --------------------------------------------------------------------------------------------


@rule("KB-TIME-1")
@both_editions
def test_who_is_earlier_in_turn_order_finishes_all_his_effects_before_the_next_begins(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(2, 0, 1).give(0, "chapel").give(2, "chapel")
    table.begin(SPRING, rolls={0: (1, 1, 1), 1: (1, 1, 1), 2: [(1, 1, 1), (1,), (3, 3, 3)]})
    assert table.deciding == 2
    table.play("2 use statue die")
    assert table.deciding == 2
    table.play("2 use chapel")
    assert table.deciding == 0


@rule("KB-TIME-1")
@both_editions
def test_effects_at_the_start_of_a_season_go_by_the_old_turn_order(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, merchants_guild="choice").order(2, 0, 1)
    for seat in range(3):
        table.give(seat, "merchants_guild")
    table.begin(SPRING).play("2 take gold", "0 take wood", "1 take stone")
    assert [table.goods(seat) for seat in range(3)] == ["1w", "1s", "1g"]


@rule("KB-TIME-1")
def test_effects_at_the_end_of_a_season_go_by_the_new_turn_order() -> None:
    table = Kingsburg(seats=3).order(0, 1, 2)
    for seat in range(3):
        table.give(seat, "embassy", gold=1)
    table.begin(SUMMER, rolls={0: (6, 6, 6), 1: (2, 2, 3), 2: (1, 1, 2)}).until("use")
    asked = []
    while "use" in table.verbs():
        asked.append(table.deciding)
        table.play(f"{table.deciding} use town_hall gold")
    assert asked == [2, 1, 0]
    assert [event.seat for event in table.heard(VpChanged)] == [2, 2, 1, 1, 0, 0]


@rule("KB-TIME-2")
@both_editions
def test_the_owner_chooses_which_of_his_effects_comes_first(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "chapel")
    table.begin(SPRING, rolls={0: [(2, 2, 2), (5, 5, 5), (1,)], 1: (1, 2, 4), 2: (1, 2, 4)})
    assert set(table.options(0)) == {"done", "use statue die", "use chapel"}
    table.play("0 use chapel")
    assert set(table.options(0)) == {"done", "use statue die"}
    table.play("0 use statue die")
    assert table.player(0).dice == (1, 5, 5)


@rule("KB-TIME-2")
def test_after_each_effect_another_may_have_become_possible() -> None:
    table = Kingsburg(seats=3).give(0, "chapel")
    table.begin(SPRING, rolls={0: [(3, 3, 3), (1,)], 1: (1, 2, 4), 2: (1, 2, 4)})
    assert set(table.options(0)) == {"done", "use statue die"}
    assert set(table.play("0 use statue die").options(0)) == {"done", "use chapel"}


@rule("KB-TIME-2")
def test_after_each_effect_another_may_have_become_impossible() -> None:
    table = Kingsburg(seats=3).give(0, "chapel")
    table.begin(SPRING, rolls={0: [(2, 2, 2), (4,)], 1: (1, 2, 4), 2: (1, 2, 4)})
    assert "use chapel" in table.options(0)
    table.play("0 use statue die")
    assert table.verbs() == {"influence", "pass"}


# -- who is asked ------------------------------------------------------------------------------------------------


@rule("KB-TIME-4")
@both_editions
def test_pure_gains_come_without_a_question(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "merchants_guild", "embassy")
    table.begin(SUMMER, rolls={0: ((1, 2, 4), (3,)), 1: (1, 2, 4), 2: (1, 2, 4)})
    if edition == "2e":
        table.play("0 bonus 1")
    assert table.goods(0) == "1g"
    assert table.all_pass().verbs() == {"use", "done"}  # the Town Hall costs something
    assert (table.player(0).plus2, table.vp(0)) == (1, 1)


@rule("KB-TIME-4")
def test_what_costs_something_or_changes_dice_may_be_left_alone() -> None:
    table = Kingsburg(seats=3).give(0, "chapel", "town_hall", gold=1)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (1, 2, 4), 2: (1, 2, 4)}).play("0 done")
    assert table.player(0).dice == (1, 1, 1)
    table.all_pass().play("0 done")
    assert (table.goods(0), table.vp(0)) == ("1g", 0)


@rule("KB-TIME-4")
@both_editions
def test_a_penalty_cannot_be_declined(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "farms").begin(8, year=5, die=3)
    assert {event.seat: event.strength for event in table.heard(BattleFought)} == {0: 2, 1: 3, 2: 3}


# -- how often ---------------------------------------------------------------------------------------------------


@rule("KB-TIME-5")
@both_editions
def test_an_effect_works_once_per_season(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "chapel")
    table.begin(SPRING, rolls={0: [(1, 1, 1), (1,), (1, 1, 1)], 1: (1, 2, 4), 2: (1, 2, 4)})
    table.play("0 use statue die")
    assert table.player(0).dice == (1, 1, 1)
    assert table.refuse("0 use statue die").rule == "KB-TIME-5"
    table.play("0 use chapel")
    assert table.player(0).dice == (1, 1, 1)
    assert table.verbs() == {"influence", "pass"}


@rule("KB-TIME-5")
@both_editions
def test_in_the_next_season_it_works_again(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "town_hall", "market", "chapel", gold=3)
    table.begin(SPRING, rolls={0: [(1, 1, 1), (1, 1, 2), (1, 1, 1)], 1: [(4, 5, 6)] * 2, 2: [(4, 5, 6)] * 2})
    table.play("0 use chapel", "0 influence 3 1 1 market")
    assert table.all_pass().verbs() == {"use", "done"}
    table.play("0 use town_hall gold")
    assert (table.state.phase, table.goods(0)) == (SUMMER, "2g 1w")
    assert "use chapel" in table.options(0)
    table.play("0 done")
    assert "influence 4 1 1 1 market" in table.options(0)
    assert "use town_hall gold" in table.all_pass().options(0)


@rule("KB-TIME-5")
@both_editions
def test_start_and_end_of_season_effects_and_combat_bonuses_count_once(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "merchants_guild", "embassy", "guard_tower")
    table.begin(SUMMER).until("influence").all_pass()
    assert (table.player(0).gold, table.vp(0), table.player(0).plus2) == (1, 1, 1)
    table.enemy("e5_barbarians_7").begin(8, year=5, die=2)
    assert {event.seat: event.strength for event in table.heard(BattleFought)}[0] == 2  # +1 Tower, −1 Farms


@rule("KB-TIME-6")
@both_editions
def test_barracks_work_for_every_soldier(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "barracks", gold=2, stone=1).begin(7)
    table.play("0 recruit gold", "0 recruit gold", "0 recruit stone")
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [1, 1, 1]


@rule("KB-TIME-6")
@both_editions
def test_stables_work_for_every_advisor_with_soldiers(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "stable").occupy(5, 0, 5).occupy(10, 0, 5, 5)
    table.begin(SUMMER).all_pass()
    assert table.player(0).soldiers == 2 + 3


@rule("KB-TIME-6")
@both_editions
def test_the_crane_works_for_both_buildings_of_one_season(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0).give(0, "crane", "blacksmith", "stable")
    table.give(0, gold=2, wood=2, stone=3).begin(SUMMER).all_pass()
    table.play("0 build barracks", "0 build stone_wall envoy")  # printed 2g 2w 1s and 2g 2s
    assert table.goods(0) == ""


@rule("KB-TIME-7")
@both_editions
def test_the_cathedral_counts_once_in_a_game(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "cathedral", gold=4)
    for year in (1, 2, 3, 4):
        table.end_year(year)
        assert table.vp(0) == 0
    table.end_year(5)
    assert table.vp(0) == 2
    assert [event.vp for event in table.heard(VpChanged)] == [2]


@rule("KB-TIME-8")
def test_leaving_the_die_of_the_farms_does_not_spare_one_their_penalty() -> None:
    table = Kingsburg(seats=3).give(0, "farms").begin(AUTUMN, year=5, die=4).play("0 bonus 0").all_pass()
    assert {event.seat: event.strength for event in table.heard(BattleFought)} == {0: 3, 1: 4, 2: 4}


@rule("KB-TIME-8")
@both_editions
def test_the_fortress_strengthens_its_owner_although_he_wins_no_point(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e5_dragons_9").give(0, "fortress", vp=20)
    table.begin(8, year=5, die=1)
    fought = {event.seat: event.strength for event in table.heard(BattleFought)}
    assert fought == {0: 1 + 3, 1: 1, 2: 1}  # Palisade, Stone Wall and Fortress
    assert table.vp(0) == 15


# -- conditions --------------------------------------------------------------------------------------------------


@rule("KB-TIME-9")
@both_editions
@pytest.mark.parametrize(("roll", "asked"), [((2, 2, 2), True), ((1, 2, 5), False), ((1, 2, 4), True)])
def test_an_effect_is_offered_only_while_its_condition_holds(roll: tuple[int, ...], asked: bool, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "chapel")
    table.begin(SPRING, rolls={0: roll, 1: (1, 2, 4), 2: (1, 2, 4)})
    assert ("use" in table.verbs()) == asked


@rule("KB-TIME-9")
@both_editions
def test_an_effect_whose_condition_fails_is_refused(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "chapel").begin(SPRING, rolls={0: (3, 3, 3)})
    assert table.refuse("0 use chapel").rule == "KB-TIME-9"


@rule("KB-TIME-9")
def test_without_anything_to_pay_the_town_hall_is_not_offered() -> None:
    table = Kingsburg(seats=3).give(0, "town_hall").begin(SUMMER).all_pass()
    assert table.heard(CardUsed) == []
    assert table.state.phase == AUTUMN


# -- moments of a season -----------------------------------------------------------------------------------------


@rule("KB-TIME-10")
@both_editions
def test_end_of_season_effects_work_in_the_season_of_building(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "town_hall", gold=2, wood=2, stone=2)
    table.begin(SUMMER).all_pass().play("0 build embassy")
    assert table.vp(0) == 4 + 1
    table = Kingsburg(seats=3, edition=edition).give(0, "crane", gold=2, wood=1, stone=1)
    table.begin(SUMMER).all_pass().play("0 build town_hall")
    assert table.options(0) == ["done", "use town_hall gold"]


@rule("KB-TIME-10")
@both_editions
@pytest.mark.parametrize(("season", "tokens"), [(SPRING, 0), (SUMMER, 1), (AUTUMN, 0)])
def test_an_inn_built_in_summer_gives_its_token_at_once(season: int, tokens: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=1, wood=1).begin(season).all_pass()
    assert table.play("0 build inn").player(0).plus2 == tokens


@rule("KB-TIME-11")
def test_the_windows_of_step_a() -> None:
    table = Kingsburg(seats=2).give(0, "merchants_guild", "chapel").give(1, "farms")
    rolls: dict[int, Roll | list[Roll]] = {0: [((1, 1, 2), (1,)), ((4, 5, 6), (6,))], 1: ((1, 2, 3), (4,))}
    table.begin(SPRING, rolls=rolls, neutral=[(1, 2, 3), (5, 5)])
    table.play("0 bonus 1", "1 bonus 1", "0 use chapel")
    steps = kinds(table.events, NeutralPlaced, GoodsGained, BonusDieGained, DiceRolled, CardUsed, OrderSet)
    before_the_roll = sorted(steps[2:5])
    assert steps[:2] == ["NeutralPlaced", "NeutralPlaced"]
    assert before_the_roll == ["BonusDieGained", "BonusDieGained", "GoodsGained"]
    assert steps[5:] == ["DiceRolled", "DiceRolled", "CardUsed", "DiceRolled", "OrderSet"]
    assert table.state.order == (1, 0)


@rule("KB-TIME-11")
def test_everybodys_start_of_season_effects_come_before_the_first_question_about_bonus_dice() -> None:
    table = Kingsburg(seats=2, merchants_guild="choice").order(0, 1).give(0, "farms").give(1, "merchants_guild")
    table.begin(SPRING, neutral=[(1, 2, 3), (5, 5)])
    assert sorted(table.view()["court"]) == ["10", "6"]
    assert table.options(1) == ["take gold", "take wood", "take stone", "decline"]
    assert table.play("1 take stone").options(0) == ["bonus 1", "bonus 0"]
    assert table.play("0 bonus 1").options(1) == ["bonus 1", "bonus 0"]
    assert table.heard(DiceRolled) == []


@rule("KB-TIME-11")
@both_editions
def test_rerolls_go_by_the_old_turn_order_and_the_new_one_counts_the_rerolled_dice(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(2, 1, 0).give(0, "statue").give(2, "statue")
    table.begin(SPRING, rolls={0: [(1, 1, 1), (6,)], 1: (2, 2, 3), 2: [(4, 4, 4), (1,)]})
    assert table.deciding == 2
    table.play("2 use statue die", "0 use statue die")
    assert [event.totals for event in table.heard(OrderSet)] == [(7, 8, 9)]
    assert table.state.order == (1, 0, 2)


@rule("KB-TIME-12")
@both_editions
def test_help_then_dice_back_then_building_then_end_of_season_effects(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "embassy", plus2=1).give(2, wood=1)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (4, 4, 5), 2: (4, 4, 5)})
    table.play("0 influence 3 1 plus2").all_pass()
    assert (table.deciding, table.verbs()) == (2, {"build", "pass"})
    assert (table.goods(0), table.player(0).plus2, table.vp(0)) == ("1w", 0, 0)
    assert (table.view()["court"], [player["dice"] for player in table.view()["players"]]) == ({}, [[], [], []])


@rule("KB-TIME-12")
@both_editions
def test_effects_at_the_end_of_a_season_follow_the_last_building(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "embassy").give(1, "inn").give(2, wood=1)
    table.begin(SUMMER, rolls={0: (1, 1, 2), 1: (1, 1, 3), 2: (6, 6, 6)}).all_pass()
    assert table.deciding == 2
    assert (table.vp(0), table.player(1).plus2) == (0, 0)
    table.play("2 build barricade")
    order = kinds(table.events, BuildingBuilt, VpChanged, TokenGained, PhaseBegan)
    assert order[1:5] == ["BuildingBuilt", "VpChanged", "TokenGained", "PhaseBegan"]


@rule("KB-TIME-13")
@both_editions
def test_start_of_season_effects_begin_with_the_season_after_building(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "market", gold=2, wood=3, stone=1).begin(SPRING).all_pass()
    table.play("0 build farms")
    assert table.state.phase == SUMMER
    assert [event.seat for event in table.heard(BonusDieGained)] == [0]
    assert [len(event.bonus) for event in table.heard(DiceRolled)[:3]] == [0, 0, 0]


@rule("KB-TIME-13")
@both_editions
def test_a_guild_of_merchants_pays_from_the_next_season_on(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "farms", gold=3, wood=1, stone=2)
    table.begin(SPRING).until("build").play("0 build merchants_guild")
    assert table.state.phase == SUMMER
    assert table.goods(0) == "1g"


@rule("KB-TIME-13")
@both_editions
def test_a_destroyed_building_gives_nothing(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "farms").give(1, "statue").begin(8, die=1)
    assert "farms" in [event.building for event in table.heard(BuildingDestroyed)]
    table.until("influence")
    assert 0 not in [event.seat for event in table.heard(BonusDieGained)]


@rule("KB-TIME-13")
@both_editions
def test_what_is_not_built_cannot_be_used(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "statue").begin(SPRING, rolls={0: (1, 1, 1)})
    assert table.refuse("0 use chapel").rule == "KB-TIME-13"
    assert table.play("0 done").refuse(f"{table.deciding} influence 2 1 market").rule == "KB-TIME-13"
