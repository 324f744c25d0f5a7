"""Row E of the province sheet: Palisade, Stable, Stone Wall, Fortress."""

import pytest

from kronrat.games.kingsburg.rules.events import BattleFought, SoldiersGained
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Printed, everywhere, modifiers
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ROW = [
    Printed("palisade", "", gold=0, wood=2, stone=0, vp=0),
    Printed("stable", "palisade", gold=1, wood=1, stone=1, vp=2),
    Printed("stone_wall", "stable", gold=2, wood=0, stone=2, vp=2),
    Printed("fortress", "stone_wall", gold=3, wood=0, stone=2, vp=4),
]


def outcome(table: Kingsburg, seat: int) -> str:
    (battle,) = [event for event in table.heard(BattleFought) if event.seat == seat]
    return battle.outcome


# -- what is printed -----------------------------------------------------------------------------------------------


# -- Palisade ------------------------------------------------------------------------------------------------------


@rule("KB-BLD-PALISADE-1")
@both_editions
def test_palisade_adds_one_and_against_zombies_two_in_all(edition: str) -> None:
    assert modifiers(edition) == everywhere(0)
    assert modifiers(edition, "palisade") == everywhere(1, zombies=2)


@rule("KB-BLD-PALISADE-1")
@both_editions
@pytest.mark.parametrize("enemy", ["e1_zombies_4", "e2_zombies_5", "e3_zombies_6", "e4_zombies_7"])
def test_palisade_knows_every_zombie(edition: str, enemy: str) -> None:
    assert Kingsburg(3, edition).give(0, "palisade").enemy(enemy).begin(8, die=1, alone=True).strength(0) == 3


@rule("KB-BLD-PALISADE-1")
@both_editions
def test_palisade_that_fell_is_no_help(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "palisade").plunder()
    assert table.buildings(0) == set()
    assert table.enemy("e1_zombies_4").begin(8, die=1, alone=True).strength(0) == 1


# -- Stable --------------------------------------------------------------------------------------------------------


def helped(edition: str, rank: int, *buildings: str, phase: int = SPRING) -> list[int]:
    """The soldiers that the advisor of this rank gives to seat 0, as told."""
    dice = {5: (1, 5, 6), 10: (4, 6, 6), 15: (5, 5, 5), 18: (6, 6, 6)}[rank]
    group = {5: (5,), 10: (4, 6), 15: (5, 5, 5), 18: (6, 6, 6)}[rank]
    table = Kingsburg(3, edition).give(0, *buildings)
    table.begin(phase, rolls={0: dice, 1: (1, 1, 2), 2: (1, 1, 3)}, alone=True)
    table.play("1 pass", "2 pass", f"0 influence {rank} {' '.join(map(str, group))}").idle()
    return [event.soldiers for event in table.heard(SoldiersGained)]


@rule("KB-BLD-STABLE-1")
@both_editions
@pytest.mark.parametrize(("rank", "usual"), [(5, 1), (10, 2), (18, 1)])
@pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])
def test_stable_adds_a_soldier_to_those_of_an_advisor(edition: str, rank: int, usual: int, phase: int) -> None:
    assert helped(edition, rank, "palisade", phase=phase) == [usual]
    assert helped(edition, rank, "stable", phase=phase) == [usual + 1]


@rule("KB-BLD-STABLE-1")
@both_editions
def test_stable_adds_nothing_where_no_soldiers_are_given(edition: str) -> None:
    assert helped(edition, 15, "stable") == []


@rule("KB-BLD-STABLE-1")
@both_editions
def test_stable_works_for_each_advisor_of_a_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable", extra_dice=1)
    table.begin(SPRING, rolls={0: ((5, 5, 6), (4,)), 1: (1, 1, 2), 2: (1, 1, 3)}, alone=True)
    if edition == "2e":
        table.play("0 bonus 1")
    table.play("1 pass", "2 pass", "0 influence 10 6 bonus 4", "0 influence 5 5")
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [2, 3]
    assert table.player(0).soldiers == 5


@rule("KB-BLD-STABLE-1")
@both_editions
def test_stable_works_twice_at_one_advisor_with_the_envoy(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable").envoy(0)
    table.begin(SPRING, rolls={0: (5, 5, 6), 1: (1, 1, 2), 2: (1, 1, 3)}, alone=True)
    table.play("1 pass", "2 pass", "0 influence 5 5", "0 influence 5 5 envoy", "0 pass")
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [2, 2]


@rule("KB-BLD-STABLE-1")
@both_editions
def test_stable_serves_its_owner_only(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable").envoy(1).occupy(5, 0, 5)
    table.begin(SPRING, rolls={0: (1, 1, 1), 1: (5, 6, 6), 2: (6, 6, 6)}, alone=True)
    table.play("0 pass", "1 influence 5 5 envoy").all_pass()
    assert [(event.seat, event.soldiers) for event in table.heard(SoldiersGained)] == [(0, 2), (1, 1)]


@rule("KB-BLD-STABLE-1")
@both_editions
def test_stable_that_fell_is_no_help(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable").plunder()
    assert table.buildings(0) == {"palisade"}
    table.occupy(10, 0, 4, 6).begin(SPRING, alone=True).idle()
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [2]


@rule("KB-BLD-STABLE-2")
@both_editions
def test_stable_adds_nothing_to_recruits(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable", gold=4).begin(7, alone=True)
    table.play("0 recruit gold gold", "0 recruit gold gold")
    assert table.player(0).soldiers == 2


@rule("KB-BLD-STABLE-2")
@both_editions
def test_stable_adds_nothing_to_reinforcements_or_in_battle(edition: str) -> None:
    assert modifiers(edition, "stable") == modifiers(edition, "palisade")
    table = Kingsburg(3, edition).give(0, "stable", soldiers=1).begin(8, die=4, alone=True)
    assert table.strength(0) == 1 + 4 + 1  # own soldier, the King's, Palisade


# -- Stone Wall ----------------------------------------------------------------------------------------------------


@rule("KB-BLD-WALL-1")
@both_editions
def test_wall_adds_one(edition: str) -> None:
    assert modifiers(edition, "stable") == everywhere(1, zombies=2)
    assert modifiers(edition, "stone_wall") == everywhere(1 + 1, zombies=2 + 1)


@rule("KB-BLD-WALL-2")
@both_editions
@pytest.mark.parametrize(("soldiers", "result"), [(0, "defeat"), (1, "victory"), (2, "victory")])
def test_wall_wins_at_equal_strength_but_not_below(edition: str, soldiers: int, result: str) -> None:
    table = Kingsburg(3, edition).give(0, "stone_wall", soldiers=soldiers).enemy("e2_goblins_4")
    table.begin(8, die=1, alone=True)
    assert table.strength(0) == soldiers + 1 + 2
    assert outcome(table, 0) == result


@rule("KB-BLD-WALL-2")
@both_editions
def test_without_a_wall_equal_strength_is_a_draw(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stable", soldiers=2).enemy("e2_goblins_4").begin(8, die=1, alone=True)
    assert (table.strength(0), outcome(table, 0)) == (4, "draw")
    assert (table.goods(0), table.vp(0)) == ("", 0)


@rule("KB-BLD-WALL-2")
@both_editions
def test_a_draw_won_by_the_wall_brings_reward_and_the_point_of_the_strongest(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stone_wall", soldiers=1).give(1, soldiers=3).enemy("e2_goblins_4")
    table.begin(8, die=1, alone=True)
    assert (table.strength(0), table.strength(1)) == (4, 4)
    assert (table.goods(0), table.vp(0)) == ("1s", 1)
    assert (outcome(table, 1), table.goods(1), table.vp(1)) == ("draw", "", 0)


@rule("KB-BLD-WALL-2")
@both_editions
def test_a_stronger_winner_takes_the_point_from_the_wall(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stone_wall", soldiers=1).give(1, soldiers=4).enemy("e2_goblins_4")
    table.begin(8, die=1, alone=True)
    assert (table.goods(0), table.vp(0)) == ("1s", 0)
    assert (table.goods(1), table.vp(1)) == ("1s", 1)


@rule("KB-BLD-WALL-1", "KB-BLD-WALL-2")
@both_editions
def test_wall_that_fell_is_no_help(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stone_wall").plunder()
    assert table.buildings(0) == {"palisade", "stable"}
    table.give(0, soldiers=2).enemy("e2_goblins_4").begin(8, die=1, alone=True)
    assert (table.strength(0), outcome(table, 0)) == (4, "draw")


# -- Fortress ------------------------------------------------------------------------------------------------------


@rule("KB-BLD-FORTRESS-1")
@both_editions
def test_fortress_adds_one(edition: str) -> None:
    assert modifiers(edition, "fortress") == everywhere(1 + 1 + 1, zombies=2 + 1 + 1)


def points_of_fortress(table: Kingsburg) -> list[int]:
    return table.vp_from(0, "building.fortress")


@rule("KB-BLD-FORTRESS-2")
@both_editions
def test_fortress_gives_a_point_for_a_victory_besides_the_others(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "fortress", soldiers=2).enemy("e1_zombies_4").begin(8, die=1, alone=True)
    assert points_of_fortress(table) == [1]
    assert table.vp(0) == 1 + 1 + 1  # reward, strongest winner, Fortress


@rule("KB-BLD-FORTRESS-2")
@both_editions
def test_fortress_needs_no_greatest_strength(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "fortress").give(1, soldiers=9).enemy("e1_goblins_3")
    table.begin(8, die=1, alone=True)
    assert (table.goods(0), table.vp(0)) == ("1s", 1)
    assert (table.goods(1), table.vp(1)) == ("1s", 1)  # of the strongest winner


@rule("KB-BLD-FORTRESS-2", "KB-BLD-WALL-2")
@both_editions
@pytest.mark.parametrize(("enemy", "points"), [("e1_goblins_3", [1]), ("e2_goblins_4", [1]), ("e3_goblins_5", [])])
def test_fortress_gives_its_point_also_for_a_draw_won_by_the_wall(edition: str, enemy: str, points: list[int]) -> None:
    table = Kingsburg(3, edition).give(0, "fortress", vp=20).enemy(enemy).begin(8, die=1, alone=True)
    assert table.strength(0) == 4
    assert points_of_fortress(table) == points


@rule("KB-BLD-FORTRESS-2")
@both_editions
def test_fortress_gives_a_point_every_year(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "fortress")
    for year in (1, 2):
        table.give(0, soldiers=9).begin(8, year=year, die=1, alone=True)
        assert points_of_fortress(table) == [1]


@rule("KB-BLD-FORTRESS-1", "KB-BLD-FORTRESS-2")
@both_editions
def test_fortress_helps_neither_before_it_stands_nor_after_it_fell(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "stone_wall", soldiers=9).begin(8, die=1, alone=True)
    assert (points_of_fortress(table), table.vp(0)) == ([], 1)
    table = Kingsburg(3, edition).give(0, "fortress", vp=20).plunder()
    assert table.buildings(0) == {"palisade", "stable", "stone_wall"}
    assert (points_of_fortress(table), table.vp(0)) == ([], 16)
    table.give(0, soldiers=9).begin(8, die=1, alone=True)
    assert (table.strength(0), points_of_fortress(table)) == (9 + 1 + 2, [])
