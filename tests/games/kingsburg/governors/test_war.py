"""Damsel, General, Knight, Spy."""

from pathlib import Path

import pytest

from kronrat.games.kingsburg.rules.events import (
    BuildingDestroyed,
    DiceRolled,
    EnemyLookedAt,
    EnemySeen,
    GoodsGained,
    ReinforcementsSent,
    SoldiersGained,
)
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.governors.arrange import YEARS, corrected, governed, paid, rest
from tests.marks import rule


def soldiers(table: Kingsburg) -> list[int]:
    return [table.player(seat).soldiers for seat in range(table.state.seats)]


def levied(table: Kingsburg, id: str) -> list[tuple[int, int]]:
    """The soldiers that the card gave: seat and number, each time."""
    return [(e.seat, e.soldiers) for e in table.heard(SoldiersGained) if e.source == f"governor.{id}"]


# -- Damsel --------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-DAMSEL-1")
@pytest.mark.parametrize("year", YEARS)
def test_damsel_gains_a_soldier_each_winter_before_reinforcements(year: int) -> None:
    table = governed("damsel").begin(8, year=year, die=2, alone=True)
    assert [table.strength(seat) for seat in range(3)] == [3, 2, 2]
    assert levied(table, "damsel") == [(0, 1)]
    kinds = [type(event) for event in table.events]
    assert kinds.index(SoldiersGained) < kinds.index(ReinforcementsSent)


@rule("KB2-GOV-DAMSEL-1", "KB2-TIME-1")
def test_the_soldier_of_the_damsel_comes_before_army_tokens_are_chosen() -> None:
    table = governed("damsel", modules="governors,army").begin(8, alone=True)
    assert table.verbs() == {"token"}
    assert soldiers(table) == [1, 0, 0]


@rule("KB2-GOV-DAMSEL-1")
def test_damsel_gains_a_soldier_once_per_year() -> None:
    table = rest(governed("damsel").begin(1), SPRING)
    rest(table, SPRING)
    assert levied(table, "damsel") == [(0, 1)]


@rule("KB2-GOV-DAMSEL-1")
def test_stables_and_barracks_add_nothing_to_the_soldier_of_the_damsel() -> None:
    table = governed("damsel").give(0, "stable", "barracks").begin(8, die=1, alone=True)
    assert levied(table, "damsel") == [(0, 1)]


def siege(*buildings: str, enemy: str = "e1_goblins_3", data: Path | None = None, **has: int) -> Kingsburg:
    """A Damsel is about to lose a battle with 2 soldiers."""
    table = governed("damsel", data=data).give(0, *buildings, **has)
    return table.enemy(enemy).begin(8, die=1, alone=True)


@rule("KB2-GOV-DAMSEL-2")
@pytest.mark.parametrize("good", ["gold", "wood", "stone"])
def test_damsel_saves_the_building_for_a_good_of_choice(good: str) -> None:
    table = siege("market", "statue", gold=2, wood=1, stone=1, vp=9)  # the Goblins take 1 gold and 1 building
    assert (table.deciding, table.options()) == (0, ["spare gold", "spare wood", "spare stone", "decline"])
    table.play(f"0 spare {good}")
    assert table.state.over
    assert table.buildings(0) == {"damsel", "inn", "market", "statue"}  # and no other is taken for it
    assert table.heard(BuildingDestroyed) == []
    assert table.vp(0) == 9
    assert paid(table) == [(1, 0, 0), tuple(int(good == kind) for kind in ("gold", "wood", "stone"))]


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_may_let_the_building_fall() -> None:
    table = siege("market", "statue", gold=2, wood=1, vp=9).play("0 decline")
    assert table.buildings(0) == {"damsel", "inn", "statue"}
    assert (table.vp(0), table.goods(0)) == (8, "1g 1w")
    assert table.state.over


@rule("KB2-GOV-DAMSEL-2")
def test_lost_goods_are_gone_before_the_damsel_is_asked() -> None:
    table = siege("inn", gold=1, wood=1)
    assert table.options() == ["spare wood", "decline"]
    table = siege("inn", gold=1)
    assert table.state.over
    assert (table.buildings(0), table.goods(0)) == ({"damsel"}, "")


@rule("KB2-GOV-DAMSEL-2")
@pytest.mark.parametrize(("gold", "asked"), [(2, False), (3, True)])
def test_goods_of_choice_are_gone_before_the_damsel_is_asked(gold: int, asked: bool) -> None:
    table = siege("inn", enemy="e2_orcs_4", gold=gold)  # 2 goods and 1 building
    assert ("spare" in table.verbs()) is asked
    assert paid(table) == [(2, 0, 0)]


@rule("KB2-GOV-DAMSEL-2")
def test_the_loss_of_points_remains() -> None:
    table = siege("market", enemy="e2_goblins_3", gold=1, vp=9).play("0 spare gold")  # 1 building and 1 VP
    assert (table.buildings(0), table.vp(0)) == ({"damsel", "inn", "market"}, 8)
    table = siege("market", enemy="e2_goblins_3", gold=1, vp=9).play("0 decline")
    assert (table.buildings(0), table.vp(0)) == ({"damsel", "inn"}, 7)


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_is_not_asked_where_no_building_would_fall() -> None:
    assert siege(gold=3).state.over  # no building
    assert siege("inn", enemy="e1_orcs_3", gold=3).idle().heard(BuildingDestroyed) == []  # goods and VP only
    for strong in (1, 2):  # a draw and a victory
        table = siege("inn", gold=3, soldiers=strong)
        assert (table.strength(0), table.state.over) == (2 + strong, True)
        assert table.player(0).gold == 3


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_asks_for_one_good() -> None:
    table = siege("inn", gold=3, wood=1)
    assert table.refuse("0 spare gold wood").rule == "KB2-GOV-DAMSEL-2"
    assert table.refuse("0 spare stone").rule == "KB2-GOV-DAMSEL-2"
    assert table.refuse("0 spare plus2").rule == "CORE-FORM"


@pytest.fixture
def greedy(tmp_path: Path) -> Path:
    """Component data in which the Goblins of year I take two buildings and nothing else."""
    (tmp_path / "enemies.toml").write_text("[e1_goblins_3]\npenalty = { gold = 0, buildings = 2 }\n", encoding="utf-8")
    return tmp_path


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_saves_one_building_per_year(greedy: Path) -> None:
    table = siege("market", "statue", data=greedy, gold=3)
    table.play("0 spare gold")
    assert table.state.over  # nobody asks for the second one
    assert table.buildings(0) == {"damsel", "inn", "statue"}
    assert table.goods(0) == "2g"


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_may_save_the_second_building_instead(greedy: Path) -> None:
    table = siege("market", "statue", data=greedy, gold=3).play("0 decline")
    assert table.options() == ["spare gold", "decline"]
    assert table.buildings(0) == {"damsel", "inn", "statue"}
    table.play("0 spare gold")
    assert (table.buildings(0), table.goods(0)) == ({"damsel", "inn", "statue"}, "2g")
    table = siege("market", "statue", data=greedy, gold=3).play("0 decline", "0 decline")
    assert (table.buildings(0), table.goods(0)) == ({"damsel", "inn"}, "3g")


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_saves_again_in_the_next_year() -> None:
    table = governed("damsel").give(0, "inn", gold=9).enemy("e5_demons_9").begin(8, die=1).play("0 spare gold")
    table.state.enemies = ("e5_demons_9", *table.state.enemies[1:])
    while "spare" not in table.verbs():
        table.play(f"{table.deciding} {table.options()[-1]}")
    assert (table.state.year, table.deciding) == (2, 0)


@rule("KB2-GOV-DAMSEL-2")
def test_damsel_saves_the_buildings_of_her_owner_only() -> None:
    table = governed("damsel").give(0, gold=3).give(1, "inn", gold=3)
    table.enemy("e1_goblins_3").begin(8, die=1, alone=True)
    assert table.state.over
    assert table.buildings(1) == set()


@rule("KB2-GOV-DAMSEL-1", "KB2-GOV-DAMSEL-2")
def test_soldiers_and_price_stand_on_the_card_of_the_damsel(tmp_path: Path) -> None:
    data = corrected(tmp_path, "damsel", "soldiers = 0\npay = { goods = 2 }")
    table = siege("inn", data=data, gold=2, wood=1)
    assert (table.strength(0), levied(table, "damsel")) == (1, [])
    assert table.options() == ["spare gold wood", "decline"]
    assert table.play("0 spare gold wood").goods(0) == ""
    assert siege("inn", data=data, gold=1, wood=1).state.over  # one good is too little


# -- General -------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-GENERAL-1")
@pytest.mark.parametrize("year", YEARS)
def test_general_gains_a_soldier_before_anybody_recruits(year: int) -> None:
    table = governed("general_gov").give(1, gold=2).order(1, 2, 0).begin(7, year=year, alone=True)
    assert (table.deciding, table.verbs(), soldiers(table)) == (1, {"recruit", "done"}, [1, 0, 0])


@rule("KB2-GOV-GENERAL-1")
def test_general_gains_a_soldier_once_per_year() -> None:
    table = rest(governed("general_gov").begin(1), SPRING)
    rest(table, SPRING)
    assert levied(table, "general_gov") == [(0, 1)]


@rule("KB2-GOV-GENERAL-1")
def test_general_adds_to_what_is_recruited_and_pays_nothing() -> None:
    table = governed("general_gov").give(0, "stable", gold=2, soldiers=1).begin(7, alone=True)
    assert (soldiers(table)[0], table.goods(0)) == (2, "2g")
    assert table.play("0 recruit gold gold").player(0).soldiers == 3


@rule("KB2-GOV-GENERAL-1")
@pytest.mark.parametrize(("first", "result"), [("training_camp", 3), ("general_gov", 2)])
def test_general_and_training_camp_in_the_order_of_the_owner(first: str, result: int) -> None:
    table = governed("general_gov", modules="governors,buildings").give(0, "training_camp", soldiers=1)
    table.begin(7, alone=True)
    assert (table.deciding, sorted(table.options())) == (0, ["first general_gov", "first training_camp"])
    assert table.play(f"0 first {first}").player(0).soldiers == result


@rule("KB2-GOV-GENERAL-1")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (2, 3), (3, 4)])
def test_where_the_order_does_not_matter_nobody_is_asked(before: int, after: int) -> None:
    table = governed("general_gov", modules="governors,buildings").give(0, "training_camp", soldiers=before)
    assert table.begin(7, alone=True).state.over
    assert table.player(0).soldiers == after


@rule("KB2-GOV-GENERAL-1")
def test_the_number_stands_on_the_card_of_the_general(tmp_path: Path) -> None:
    table = governed("general_gov", data=corrected(tmp_path, "general_gov", "soldiers = 3")).begin(7, alone=True)
    assert soldiers(table) == [3, 0, 0]


# -- Knight --------------------------------------------------------------------------------------------------------


def battle(own: int, *buildings: str, enemy: str = "e1_goblins_3", data: Path | None = None) -> Kingsburg:
    """A Knight with this many soldiers; seat 1 wins in any case."""
    table = governed("knight", data=data).give(0, *buildings, soldiers=own - 1).give(1, soldiers=20)
    return table.enemy(enemy).begin(8, die=1, alone=True)


@rule("KB2-GOV-KNIGHT-1")
@pytest.mark.parametrize(("good", "goods"), [("gold", "1g 1s"), ("wood", "1w 1s"), ("stone", "2s")])
def test_knight_gains_a_good_of_choice_besides_the_reward(good: str, goods: str) -> None:
    table = battle(4)
    assert (table.deciding, table.options()) == (0, ["take gold", "take wood", "take stone", "decline"])
    table.play(f"0 take {good}")
    assert table.state.over
    assert (table.goods(0), table.goods(1)) == (goods, "1s")


@rule("KB2-GOV-KNIGHT-1")
@pytest.mark.parametrize(("strength", "wins"), [(2, False), (3, False), (4, True), (9, True)])
def test_knight_needs_a_victory(strength: int, wins: bool) -> None:
    table = battle(strength)
    assert table.strength(0) == strength
    assert ("take" in table.verbs()) is wins


@rule("KB2-GOV-KNIGHT-1")
@pytest.mark.parametrize(("own", "wins"), [(2, False), (3, True)])
def test_a_draw_won_by_the_stone_wall_is_enough(own: int, wins: bool) -> None:
    table = battle(own, "stone_wall", enemy="e3_goblins_5")  # its row adds 2
    assert table.strength(0) == own + 2
    assert ("take" in table.verbs()) is wins


@rule("KB2-GOV-KNIGHT-1")
def test_knight_and_a_reward_of_choice() -> None:
    table = battle(8, enemy="e4_orcs_7")  # seat 1 takes its good of the card, too
    table.play("0 take gold", "0 take wood")
    assert table.deciding == 1
    table.play("1 take stone")
    assert (table.goods(0), table.goods(1)) == ("1g 1w", "1s")


@rule("KB2-GOV-KNIGHT-1")
def test_knight_and_fortress_reward_the_same_victory() -> None:
    table = battle(9, "fortress").play("0 take gold")
    assert (table.goods(0), table.vp_from(0, "building.fortress")) == ("1g 1s", [1])


@rule("KB2-GOV-KNIGHT-1")
@pytest.mark.parametrize("year", YEARS)
def test_knight_gains_once_every_year(year: int) -> None:
    table = governed("knight").give(0, soldiers=9).begin(8, year=year, die=1, alone=True).play("0 take gold")
    gains = [event for event in table.heard(GoodsGained) if event.source == "governor.knight"]
    assert [(event.seat, event.gold) for event in gains] == [(0, 1)]


@rule("KB2-GOV-KNIGHT-1", "KB-BLD-CATHEDRAL-1")
def test_the_good_of_the_last_victory_counts_for_the_cathedral() -> None:
    table = governed("knight").give(0, "cathedral", gold=1, soldiers=9).begin(8, year=5, die=1)
    table.enemy("e5_barbarians_7").play("0 take gold")
    assert table.vp_from(0, "building.cathedral") == [1]


@rule("KB2-GOV-KNIGHT-1")
def test_the_number_stands_on_the_card_of_the_knight(tmp_path: Path) -> None:
    table = battle(4, data=corrected(tmp_path, "knight", "goods = 2"))
    assert table.play("0 take gold wood").goods(0) == "1g 1w 1s"


# -- Spy -----------------------------------------------------------------------------------------------------------


def spying(phase: int = AUTUMN, *buildings: str, data: Path | None = None, **has: int) -> Kingsburg:
    """A season of a Spy begins."""
    return governed("spy", data=data).give(0, *buildings, **has).enemy("e1_orcs_3").begin(phase, alone=True)


@rule("KB2-GOV-SPY-1")
def test_spy_looks_at_the_enemy_in_autumn_before_the_roll() -> None:
    table = spying(gold=1)
    assert table.heard(EnemySeen) == [EnemySeen("KB-ADV-PEEK", 0, "e1_orcs_3")]
    assert table.heard(DiceRolled) == []
    assert (table.deciding, table.options()) == (0, ["done", "use spy gold"])


@rule("KB2-GOV-SPY-1")
def test_the_look_of_the_spy_is_secret() -> None:
    table = spying(gold=1)
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == ["e1_orcs_3", None, None, None]
    (seen,) = table.heard(EnemySeen)
    assert [seen.seen_by(seat) for seat in (0, 1, 2, None)] == [True, False, False, False]
    assert table.heard(EnemyLookedAt) == [EnemyLookedAt("KB-ADV-PEEK", 0)]
    assert table.state.enemies[0] == "e1_orcs_3"


@rule("KB2-GOV-SPY-1")
@pytest.mark.parametrize("phase", [SPRING, SUMMER])
def test_spy_is_idle_in_other_seasons(phase: int) -> None:
    table = spying(phase, gold=1)
    assert (table.verbs(), table.heard(EnemySeen)) == ({"influence", "pass"}, [])


@rule("KB2-GOV-SPY-1")
@pytest.mark.parametrize(("good", "left"), [("gold", "1w 1s"), ("wood", "1g 1s"), ("stone", "1g 1w")])
def test_spy_recruits_one_soldier_for_one_good(good: str, left: str) -> None:
    table = spying(gold=1, wood=1, stone=1)
    assert table.options() == ["done", "use spy gold", "use spy wood", "use spy stone"]
    table.play(f"0 use spy {good}")
    assert (soldiers(table), table.goods(0)) == ([1, 0, 0], left)
    assert "use" not in table.verbs()  # once


@rule("KB2-GOV-SPY-1")
def test_spy_may_recruit_nobody() -> None:
    table = spying(gold=1).play("0 done")
    assert (soldiers(table), table.goods(0)) == ([0, 0, 0], "1g")
    assert table.verbs() == {"influence", "pass"}


@rule("KB2-GOV-SPY-1")
def test_spy_looks_even_without_goods() -> None:
    table = spying(plus2=2)
    assert table.verbs() == {"influence", "pass"}
    assert len(table.heard(EnemySeen)) == 1


@rule("KB2-GOV-SPY-1")
def test_barracks_and_stables_change_nothing_for_the_spy(tmp_path: Path) -> None:
    table = spying(AUTUMN, "stable", "barracks", gold=2).play("0 use spy gold")
    assert (soldiers(table)[0], table.goods(0)) == (1, "1g")
    data = corrected(tmp_path, "spy", "pay = { goods = 2 }")
    table = spying(AUTUMN, "barracks", data=data, gold=2)
    assert table.options() == ["done", "use spy gold gold"]


@rule("KB2-GOV-SPY-1")
def test_the_gold_of_the_guild_is_there_for_the_spy() -> None:
    table = governed("spy").give(0, "merchants_guild").begin(AUTUMN, alone=True)
    assert table.options() == ["done", "use spy gold"]


@rule("KB2-GOV-SPY-1")
def test_the_soldier_of_the_spy_fights_in_winter() -> None:
    table = governed("spy").give(0, gold=1).enemy("e1_orcs_3").begin(AUTUMN, die=1).play("0 use spy gold")
    table.all_pass()
    assert (table.strength(0), table.strength(1)) == (2, 1)


@rule("KB2-GOV-SPY-1")
@pytest.mark.parametrize("year", YEARS)
def test_spy_looks_every_year(year: int) -> None:
    table = governed("spy").enemy("e5_dragons_9").begin(AUTUMN, year=year, alone=True)
    assert [(event.seat, event.enemy) for event in table.heard(EnemySeen)] == [(0, "e5_dragons_9")]


@rule("KB2-GOV-SPY-1")
def test_soldiers_and_price_stand_on_the_card_of_the_spy(tmp_path: Path) -> None:
    data = corrected(tmp_path, "spy", "soldiers = 3\npay = { goods = 2 }")
    table = spying(data=data, gold=1, wood=1)
    assert table.options() == ["done", "use spy gold wood"]
    table.play("0 use spy gold wood")
    assert (soldiers(table)[0], table.goods(0)) == (3, "")
