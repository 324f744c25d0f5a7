"""Row G of the large province sheet: Makeshift Defenses, Recruiting Station, Training Camp, Military Academy."""

import pytest

from kronrat.core.flow import CHANCE
from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    EnemyRevealed,
    MusterRolled,
    ReinforcementsSent,
    SoldiersGained,
    TokenPaid,
)
from kronrat.games.kingsburg.rules.winter import RollOwn
from kronrat.games.kingsburg.testing import (
    AUTUMN,
    SPRING,
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
    Printed("makeshift_defenses", "", gold=0, wood=0, stone=1, vp=0),
    Printed("recruiting_station", "makeshift_defenses", gold=1, wood=1, stone=0, vp=1),
    Printed("training_camp", "recruiting_station", gold=1, wood=2, stone=0, vp=2),
    Printed("military_academy", "training_camp", gold=2, wood=1, stone=1, vp=3),
]
each_building = pytest.mark.parametrize("building", ROW, ids=lambda building: building.id)

FIRST: dict[int, Roll | list[Roll]] = {0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}  # seat 0 comes first


def large(*buildings: str, **amounts: int) -> Kingsburg:
    """Three players with large sheets; seat 0 has these buildings and amounts."""
    return Kingsburg(3, modules=MODULE).give(0, *buildings, **amounts)


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
    assert (cell.row, cell.column) == ("G", ROW.index(building) + 1)
    if building.left:
        reason = large_sheet_turn(gold=9, wood=9, stone=9).refuse(f"0 build {building.id}")
        assert (reason.rule, reason.facts["missing"]) == ("KB-P2d-3", "makeshift_defenses")


# -- Makeshift Defenses --------------------------------------------------------------------------------------------


@rule("KB2-MOD1-6")
@pytest.mark.parametrize("enemy", sorted(rules().rows["enemies"]))
def test_makeshift_defenses_add_one_against_a_strength_of_five_or_less(enemy: str) -> None:
    table = large("makeshift_defenses").enemy(enemy).begin(8, die=1, alone=True)
    printed_strength = int(enemy[-1])
    assert table.strength(0) - table.strength(1) == (1 if printed_strength <= 5 else 0)


@rule("KB2-MOD1-6")
def test_makeshift_defenses_add_to_other_buildings() -> None:
    strong = {"demons": 0, "dragons": 0}  # strengths 6 and 9
    assert modifiers("2e", "makeshift_defenses", modules=MODULE) == everywhere(1, **strong)
    assert modifiers("2e", "recruiting_station", modules=MODULE) == everywhere(1, **strong)
    expected = everywhere(2, zombies=3, goblins=3, demons=1, dragons=1)  # Palisade and Barricade
    assert modifiers("2e", "makeshift_defenses", "palisade", "barricade", modules=MODULE) == expected


@rule("KB2-MOD1-6")
@pytest.mark.parametrize(
    ("enemy", "outcomes"),
    [("e2_barbarians_5", ["victory", "draw", "draw"]), ("e3_zombies_6", ["defeat", "defeat", "defeat"])],
)
def test_makeshift_defenses_decide_a_battle(enemy: str, outcomes: list[str]) -> None:
    table = large("makeshift_defenses", soldiers=4).give(1, soldiers=4).give(2, soldiers=4).enemy(enemy)
    table.begin(8, die=1, alone=True)
    assert [event.outcome for event in table.heard(BattleFought)] == outcomes


@rule("KB2-MOD1-6")
def test_makeshift_defenses_are_no_help_before_they_stand_or_after_they_fell() -> None:
    table = large("makeshift_defenses").plunder()
    assert table.buildings(0) == set()
    table.begin(8, die=1, alone=True)
    assert table.strength(0) == table.strength(1) == 1
    table = large(stone=1).begin(AUTUMN, year=5, rolls=FIRST).until("build").play("0 build makeshift_defenses")
    table.enemy("e1_goblins_3").begin(8, die=1, alone=True)
    assert (table.strength(0), table.strength(1)) == (2, 1)


# -- Recruiting Station --------------------------------------------------------------------------------------------


@rule("KB2-MOD1-7")
def test_recruiting_station_gives_a_soldier_for_each_token() -> None:
    table = large("recruiting_station", plus2=3).begin(7, alone=True)
    for soldiers in (1, 2, 3):
        assert table.options() == ["recruit plus2", "done"]
        table.play("0 recruit plus2")
        assert (table.player(0).soldiers, table.player(0).plus2) == (soldiers, 3 - soldiers)
    assert table.state.over
    assert [event.source for event in table.heard(TokenPaid)] == ["building.recruiting_station"] * 3


@rule("KB2-MOD1-7")
def test_tokens_may_be_kept() -> None:
    table = large("recruiting_station", plus2=3).begin(7, alone=True).play("0 recruit plus2", "0 done")
    assert (table.player(0).soldiers, table.player(0).plus2) == (1, 2)
    assert table.state.over


@rule("KB2-MOD1-7")
def test_tokens_and_goods_may_be_used_in_turn_but_not_for_one_soldier() -> None:
    table = large("recruiting_station", plus2=2, gold=3, wood=1).begin(7, alone=True)
    for mixed in ("gold plus2", "plus2 gold", "plus2 plus2"):
        table.refuse(f"0 recruit {mixed}")
    table.play("0 recruit plus2", "0 recruit gold gold", "0 recruit plus2", "0 recruit gold wood")
    assert (table.player(0).soldiers, table.player(0).plus2, table.goods(0)) == (4, 0, "")


@rule("KB2-MOD1-7")
def test_without_a_station_tokens_recruit_nobody() -> None:
    table = large("makeshift_defenses", plus2=2).begin(7, alone=True)
    assert table.state.over  # not even asked
    table = large("makeshift_defenses", plus2=2, gold=2).begin(7, alone=True)
    assert table.options() == ["recruit gold gold", "done"]
    assert table.refuse("0 recruit plus2").rule == "KB-P7-1"


@rule("KB2-MOD1-7")
def test_a_station_without_tokens_recruits_nobody() -> None:
    table = large("recruiting_station").begin(7, alone=True)
    assert table.state.over
    table = large("recruiting_station", gold=2).begin(7, alone=True)
    assert table.options() == ["recruit gold gold", "done"]
    assert table.refuse("0 recruit plus2").rule == "KB2-MOD1-7"


@rule("KB2-MOD1-7")
def test_the_station_serves_only_its_owner_and_only_in_turn() -> None:
    table = large("recruiting_station", plus2=1).give(1, plus2=5, gold=2).order(1, 0, 2).begin(7, alone=True)
    assert (table.deciding, table.options()) == (1, ["recruit gold gold", "done"])
    table.play("1 done")
    assert (table.deciding, table.options()) == (0, ["recruit plus2", "done"])
    assert table.play("0 recruit plus2").state.over
    assert table.player(1).plus2 == 5


@rule("KB2-MOD1-7")
def test_a_station_built_in_autumn_works_in_the_same_year_and_a_fallen_one_does_not() -> None:
    table = large("makeshift_defenses", gold=1, wood=1, plus2=1).begin(AUTUMN, rolls=FIRST).until("build")
    table.play("0 build recruiting_station")
    assert (table.state.phase, table.options()) == (7, ["recruit plus2", "done"])
    table = large("recruiting_station", plus2=1).plunder()
    assert table.buildings(0) == {"makeshift_defenses"}
    assert table.begin(7, alone=True).state.over


# -- Training Camp -------------------------------------------------------------------------------------------------


@rule("KB2-MOD1-8")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_training_camp_helps_an_owner_with_fewer_than_two_soldiers(before: int, after: int) -> None:
    table = large("training_camp", soldiers=before).give(1, soldiers=before).begin(7, alone=True)
    assert table.state.over  # nobody was asked
    assert [table.player(seat).soldiers for seat in (0, 1)] == [after, before]


@rule("KB2-MOD1-8")
def test_training_camp_comes_before_anybody_recruits_and_only_once() -> None:
    table = large("training_camp", gold=4).give(1, gold=2).order(1, 0, 2).begin(7, alone=True)
    assert table.deciding == 1
    assert table.player(0).soldiers == 1
    table.play("1 done", "0 recruit gold gold", "0 done")
    assert table.player(0).soldiers == 2
    camp = [event.soldiers for event in table.heard(SoldiersGained) if event.source == "building.training_camp"]
    assert camp == [1]


@rule("KB2-MOD1-8")
def test_soldiers_recruited_afterwards_take_nothing_back() -> None:
    table = large("training_camp", soldiers=1, gold=2).begin(7, alone=True).play("0 recruit gold gold")
    assert table.player(0).soldiers == 3


@rule("KB2-MOD1-8")
def test_training_camp_works_each_year() -> None:
    table = large("training_camp")
    for year in (1, 2, 3, 4, 5):
        table.give(0, soldiers=0).begin(7, year=year, alone=True)
        assert table.player(0).soldiers == 1


@rule("KB2-MOD1-8")
def test_training_camp_works_in_phase_seven_only() -> None:
    table = large("training_camp").begin(SPRING, rolls=FIRST, alone=True).idle()
    assert table.player(0).soldiers == 0
    table.begin(8, die=1, alone=True)
    assert table.strength(0) - table.strength(1) == 1  # the Makeshift Defenses, no soldier


@rule("KB2-MOD1-8")
def test_training_camp_works_from_the_autumn_in_which_it_is_built_until_it_falls() -> None:
    table = large("recruiting_station", gold=1, wood=2).begin(AUTUMN, year=5, rolls=FIRST).until("build")
    assert table.play("0 build training_camp").state.over
    assert [(event.seat, event.source) for event in table.heard(SoldiersGained)] == [(0, "building.training_camp")]
    table = large("training_camp").plunder()
    assert table.buildings(0) == {"makeshift_defenses", "recruiting_station"}
    assert table.begin(7, alone=True).player(0).soldiers == 0


@rule("KB2-MOD1-13")
def test_training_camp_counts_soldiers_and_no_modifiers() -> None:
    strong = ("wizards_guild", "fortress", "training_camp")  # +7 in battle, but no soldier
    assert large(*strong).begin(7, alone=True).player(0).soldiers == 1
    weak = ("farms", "training_camp")  # two soldiers fight like one
    assert large(*weak, soldiers=2).begin(7, alone=True).player(0).soldiers == 2


# -- Military Academy ----------------------------------------------------------------------------------------------


@rule("KB2-MOD1-9")
@pytest.mark.parametrize("king", [1, 3, 6])
@pytest.mark.parametrize("own", [1, 2, 3, 4, 5, 6])
def test_military_academy_gives_the_larger_of_two_dice(king: int, own: int) -> None:
    table = large("military_academy", soldiers=2).enemy("e5_dragons_9").begin(8, die=king, muster={0: own}, alone=True)
    assert table.strength(0) == 2 + max(king, own)
    assert [table.strength(seat) for seat in (1, 2)] == [king, king]
    assert [(event.seat, event.die, event.soldiers) for event in table.heard(MusterRolled)] == [(0, own, own)]


@rule("KB2-MOD1-9")
def test_the_die_is_rolled_after_the_kings_and_before_the_enemy_is_revealed() -> None:
    table = large("military_academy").begin(8, die=2, muster={0: 4}, alone=True)
    told = [event for event in table.events if isinstance(event, ReinforcementsSent | MusterRolled | EnemyRevealed)]
    assert [type(event) for event in told] == [ReinforcementsSent, MusterRolled, EnemyRevealed]


@rule("KB2-MOD1-9")
def test_several_academies_roll_their_own_dice_in_turn_order() -> None:
    table = large("military_academy").give(2, "military_academy").order(2, 1, 0).enemy("e5_dragons_9")
    table.begin(8, die=2, muster={0: 5, 2: 3}, alone=True)
    assert [event.seat for event in table.heard(MusterRolled)] == [2, 0]
    assert [table.strength(seat) for seat in range(3)] == [5, 2, 3]


@rule("KB2-MOD1-9")
def test_a_fallen_academy_rolls_no_die() -> None:
    table = large("military_academy")
    table.muster[0] = [1]
    table.plunder()
    assert table.buildings(0) == {"makeshift_defenses", "recruiting_station", "training_camp"}
    table.begin(8, die=2, alone=True)
    assert table.heard(MusterRolled) == []


@rule("KB2-MOD1-9")
def test_the_die_is_a_fair_one() -> None:
    table = large("military_academy").ask(RollOwn(0, 2))
    assert table.state.deciding() == (CHANCE,)
    assert table.state.outcomes() == [(("muster", 0, face), 1) for face in range(1, 7)]
    for wrong in (("muster", 1, 3), ("muster", 0, 0), ("muster", 0, 7), ("reinforce", 3)):
        assert table.state.why_not(CHANCE, wrong) is not None
    assert {table.state.sample(table.dice) for _ in range(100)} == {("muster", 0, face) for face in range(1, 7)}
