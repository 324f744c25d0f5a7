"""Phase 8: the battle in Winter."""

from pathlib import Path

import pytest

from kronrat.games.kingsburg.rules.events import (
    BattleFought,
    BuildingDestroyed,
    EnemyRevealed,
    GoodsPaid,
    ReinforcementsSent,
    SoldiersDismissed,
    VpChanged,
)
from kronrat.games.kingsburg.testing import Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

STRONGEST = "source.strongest"


def outcomes(table: Kingsburg) -> dict[int, str]:
    return {event.seat: event.outcome for event in table.heard(BattleFought)}


def plundered(table: Kingsburg, seat: int = 0) -> list[str]:
    """The buildings that this seat lost, in order."""
    return [event.building for event in table.heard(BuildingDestroyed) if event.seat == seat]


# -- reinforcements and strength ---------------------------------------------------------------------------------


@rule("KB-P8-1")
@pytest.mark.parametrize(
    ("edition", "expected"),
    [("1e", ["EnemyRevealed", "ReinforcementsSent"]), ("2e", ["ReinforcementsSent", "EnemyRevealed"])],
)
def test_the_first_edition_reveals_the_enemy_before_the_die_and_the_second_after_it(
    edition: str, expected: list[str]
) -> None:
    table = Kingsburg(seats=3, edition=edition).begin(8, die=2, alone=True)
    told = [type(e).__name__ for e in table.events if isinstance(e, EnemyRevealed | ReinforcementsSent | BattleFought)]
    assert told == [*expected, "BattleFought", "BattleFought", "BattleFought"]
    assert [event.enemy for event in table.heard(EnemyRevealed)] == ["e1_goblins_3"]


@rule("KB-P8-2")
@both_editions
@pytest.mark.parametrize("die", [1, 6])
def test_one_die_sends_so_many_soldiers_to_everybody(die: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(1, soldiers=2).begin(8, die=die, alone=True)
    assert [event.soldiers for event in table.heard(ReinforcementsSent)] == [die]
    assert [table.strength(seat) for seat in range(3)] == [die, die + 2, die]


@rule("KB-P8-3")
@both_editions
def test_strength_is_soldiers_and_modifiers_of_buildings(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).enemy("e1_zombies_4")
    table.give(0, "farms", "wizards_guild", soldiers=1)  # −1; +1 +1 +2
    table.give(1, "palisade", "barricade", soldiers=3)  # +2 against Zombies; nothing
    table.give(2, "farms")  # −1
    table.begin(8, die=2, alone=True)
    assert [table.strength(seat) for seat in range(4)] == [1 + 2 - 1 + 4, 3 + 2 + 2, 2 - 1, 2]
    told = {battle.seat: (battle.soldiers, dict(battle.walls)) for battle in table.heard(BattleFought)}
    assert told[0] == (3, {"farms": -1, "guard_tower": 1, "blacksmith": 1, "wizards_guild": 2})
    assert [told[seat] for seat in (1, 2, 3)] == [(5, {"palisade": 2}), (2, {"farms": -1}), (2, {})]


@rule("KB-P8-3", "KB-INFO-2")
def test_the_strength_of_everybody_lies_open_as_far_as_the_enemy_is_known() -> None:
    table = Kingsburg(seats=3).enemy("e1_zombies_4").give(0, "palisade", "farms", soldiers=2, gold=2)
    table.give(1, peeked=True).begin(7)

    def told(viewer: int | None) -> tuple[list[list[object]], int]:
        player = table.view(viewer)["players"][0]
        return sorted(player["walls"]), player["strength"]

    assert told(0) == told(2) == told(None) == ([["farms", -1], ["palisade", 1]], 2)
    assert told(1) == ([["farms", -1], ["palisade", 2]], 3)
    table.state.revealed = True
    assert told(0) == told(None) == ([["farms", -1], ["palisade", 2]], 3)


@rule("KB-P8-4")
@both_editions
def test_modifiers_are_no_soldiers(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e4_orcs_7")
    table.give(0, "wizards_guild", soldiers=1, gold=3, wood=3).begin(7)
    assert table.view()["players"][0]["soldiers"] == 1
    table.begin(8, die=1)
    assert table.verbs() == {"lose"}
    assert (table.view()["players"][0]["soldiers"], table.strength(0)) == (2, 6)


# -- results -----------------------------------------------------------------------------------------------------


@rule("KB-P8-5", "KB-P8-18", "KB-P8-19")
@both_editions
def test_more_than_the_enemy_wins_as_much_holds_and_less_loses(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(1, soldiers=1).give(2, soldiers=2)
    for seat in range(3):
        table.give(seat, "inn", gold=2, vp=10)
    table.begin(8, die=2, alone=True)  # Goblins 3: lose 1 gold and 1 building, or win 1 stone
    assert outcomes(table) == {0: "defeat", 1: "draw", 2: "victory"}
    assert [table.goods(seat) for seat in range(3)] == ["1g", "2g", "2g 1s"]
    assert [table.buildings(seat) for seat in range(3)] == [set(), {"inn"}, {"inn"}]
    assert [table.vp(seat) for seat in range(3)] == [10, 10, 11]


@rule("KB-P8-5")
@both_editions
@pytest.mark.parametrize(
    ("enemy", "goods", "vp"),
    [("e1_barbarians_2", "1g", 1), ("e1_goblins_2", "1w", 1), ("e4_demons_6", "1g", 2), ("e5_dragons_9", "", 4)],
)
def test_the_winner_gets_the_reward_of_the_card(enemy: str, goods: str, vp: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy(enemy).give(0, soldiers=9).begin(8, die=1, alone=True)
    assert (table.goods(0), table.vp(0)) == (goods, vp)  # with the point of the strongest


@rule("KB-P8-18")
@both_editions
def test_a_draw_brings_nothing_even_to_the_strongest(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_orcs_3").give(0, gold=5, vp=3).begin(8, die=3, alone=True)
    assert outcomes(table) == {0: "draw", 1: "draw", 2: "draw"}
    assert (table.goods(0), table.vp(0), table.vp(1)) == ("5g", 3, 0)


@rule("KB-P8-19")
@both_editions
def test_the_loser_suffers_the_penalty_of_the_card(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e3_demons_6").give(0, gold=4, wood=4, stone=4, vp=9)
    table.begin(8, die=5, alone=True)
    assert (table.goods(0), table.vp(0)) == ("2g 3w 3s", 8)


@rule("KB-P8-6")
@both_editions
def test_the_strongest_winner_gains_a_point_more(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).give(0, soldiers=2).give(1, soldiers=3).give(2, soldiers=1)
    table.begin(8, die=2, alone=True)
    assert [table.vp(seat) for seat in range(4)] == [0, 1, 0, 0]
    assert table.vp_from(1, STRONGEST) == [1]


@rule("KB-P8-6")
@both_editions
def test_equally_strong_winners_gain_a_point_each(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).give(0, soldiers=3).give(2, soldiers=3).give(1, soldiers=2)
    table.begin(8, die=2, alone=True)
    assert [table.vp_from(seat, STRONGEST) for seat in range(4)] == [[1], [], [1], []]


@rule("KB-P8-6")
@both_editions
def test_without_a_winner_nobody_gains_that_point(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, soldiers=1).begin(8, die=2, alone=True)
    assert outcomes(table) == {0: "draw", 1: "defeat", 2: "defeat"}
    assert [event for event in table.heard(VpChanged) if event.source == STRONGEST] == []


@rule("KB-P8-7")
@both_editions
def test_strength_counts_in_full_beyond_nine(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, soldiers=8).give(1, soldiers=9).begin(8, die=2, alone=True)
    assert [table.strength(seat) for seat in range(2)] == [10, 11]
    assert [table.vp_from(seat, STRONGEST) for seat in range(3)] == [[], [1], []]


@rule("KB-P8-8")
@both_editions
@pytest.mark.parametrize("seats", [2, 5])
def test_everybody_fights_the_same_card_for_himself(seats: int, edition: str) -> None:
    table = Kingsburg(seats=seats, edition=edition).give(0, soldiers=9).begin(8, die=1, alone=True)
    fought = table.heard(BattleFought)
    assert sorted(event.seat for event in fought) == list(range(seats))
    assert {(event.enemy, event.against) for event in fought} == {("e1_goblins_3", 3)}
    assert outcomes(table) == {0: "victory", **dict.fromkeys(range(1, seats), "defeat")}


# -- penalties ---------------------------------------------------------------------------------------------------


@pytest.fixture
def harsh(tmp_path: Path) -> Path:
    """Component data in which the Goblins of year I take something of everything, and two buildings."""
    penalty = "{ gold = 1, wood = 1, stone = 1, goods = 1, buildings = 2, vp = 1 }"
    (tmp_path / "enemies.toml").write_text(f"[e1_goblins_3]\npenalty = {penalty}\n", encoding="utf-8")
    return tmp_path


@rule("KB-P8-9")
@both_editions
def test_losses_go_from_goods_over_goods_of_choice_and_buildings_to_points(harsh: Path, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, data=harsh).give(0, "market", gold=2, wood=2, vp=9)
    table.begin(8, die=1, alone=True)
    assert table.options(0) == ["lose gold", "lose wood"]
    assert (table.goods(0), table.buildings(0), table.vp(0)) == ("1g 1w", {"inn", "market"}, 9)
    table.play("0 lose wood")
    kinds = [
        type(event).__name__
        for event in table.events
        if isinstance(event, GoodsPaid | BuildingDestroyed | VpChanged) and event.seat == 0
    ]
    assert kinds == ["GoodsPaid", "GoodsPaid", "BuildingDestroyed", "VpChanged", "BuildingDestroyed", "VpChanged"]
    assert (table.goods(0), table.buildings(0), table.vp(0)) == ("1g", set(), 9 - 1 - 1)


@rule("KB-P8-9")
@both_editions
def test_named_goods_go_before_goods_of_choice(harsh: Path, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, data=harsh).give(0, gold=1, wood=2).begin(8, die=1, alone=True)
    assert table.goods(0) == ""  # gold and a wood are named, so the choice is the other wood


@rule("KB-P8-9")
@both_editions
def test_a_building_falls_after_the_goods_and_before_the_points_of_the_card(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_goblins_2").give(0, "statue", wood=1, stone=1, vp=9)
    table.begin(8, die=1, alone=True)
    lost = [e for e in table.events if isinstance(e, GoodsPaid | BuildingDestroyed | VpChanged) and e.seat == 0]
    assert [type(event).__name__ for event in lost] == ["GoodsPaid", "BuildingDestroyed", "VpChanged", "VpChanged"]
    assert [event.vp for event in lost if isinstance(event, VpChanged)] == [-3, -1]


@rule("KB-P8-10")
@both_editions
def test_with_too_few_goods_one_returns_what_one_has_of_that_kind(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e2_goblins_4")  # 2 gold, 1 building
    table.give(0, "inn", "palisade", gold=1, wood=5, stone=5, plus2=2, vp=7).begin(8, die=1, alone=True)
    assert (table.goods(0), table.player(0).plus2, table.vp(0)) == ("5w 5s", 2, 7)
    assert plundered(table) == ["inn"]  # the rest of the penalty applies, and nothing more


@rule("KB-P8-10")
@both_editions
@pytest.mark.parametrize(("goods", "asked"), [(0, False), (1, False), (2, False), (3, True)])
def test_with_too_few_goods_of_choice_one_returns_all(goods: int, asked: bool, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_orcs_3")  # 2 goods, 1 VP
    table.give(0, gold=1 if goods else 0, wood=max(0, goods - 1), vp=7).begin(8, die=1, alone=True)
    assert (not table.state.over) == asked
    if asked:
        table.play("0 lose gold wood")
    assert (table.player(0).goods, table.vp(0)) == (max(0, goods - 2), 6)


@rule("KB-P8-11")
@both_editions
@pytest.mark.parametrize(
    ("standing", "falls"),
    [
        (("statue", "inn", "barricade"), "statue"),  # one column: the topmost row
        (("inn", "barricade"), "inn"),
        (("cathedral", "crane"), "cathedral"),
        (("statue", "crane"), "crane"),  # the rightmost column counts before the row
        (("market", "crane"), "market"),
        (("chapel", "town_hall"), "town_hall"),
        (("church", "merchants_guild", "embassy"), "merchants_guild"),
    ],
)
def test_the_rightmost_column_falls_first_and_in_it_the_topmost_row(
    standing: tuple[str, ...], falls: str, edition: str
) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, *standing).plunder()
    assert plundered(table) == [falls]


@rule("KB-P8-11")
@both_editions
def test_several_buildings_fall_one_after_the_other_by_the_same_rule(harsh: Path, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, data=harsh).give(0, "statue", "crane").begin(8, die=1, alone=True)
    assert plundered(table) == ["crane", "statue"]
    table = Kingsburg(seats=3, edition=edition, data=harsh).give(0, "farms", "palisade").begin(8, die=1, alone=True)
    assert plundered(table) == ["farms", "market"]


@rule("KB-P8-20")
@both_editions
def test_without_a_building_nothing_is_destroyed_and_nothing_lost_instead(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e5_barbarians_8").give(0, gold=3, plus2=1, vp=7)
    table.begin(8, die=1, alone=True)
    assert outcomes(table)[0] == "defeat"
    assert (table.goods(0), table.player(0).plus2, table.vp(0), plundered(table)) == ("3g", 1, 7, [])


@rule("KB-P8-20")
@both_editions
def test_with_fewer_buildings_than_are_to_fall_all_fall(harsh: Path, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition, data=harsh).give(0, "statue", vp=9).begin(8, die=1, alone=True)
    assert plundered(table) == ["statue"]
    assert table.vp(0) == 9 - 3 - 1


@rule("KB-P8-12")
@both_editions
def test_a_destroyed_building_costs_its_points_besides_the_penalty(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e5_demons_8").give(0, "chapel", vp=20)  # 1 building, 2 VP
    table.begin(8, die=1, alone=True)
    assert table.vp(0) == 20 - 5 - 2


@rule("KB-P8-12")
@both_editions
def test_a_building_without_points_costs_none(edition: str) -> None:
    assert Kingsburg(seats=3, edition=edition).give(0, "inn", vp=20).plunder().vp(0) == 20


@rule("KB-P8-13")
@both_editions
def test_points_may_fall_below_nothing(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_zombies_4").give(0, vp=1).begin(8, die=1, alone=True)
    assert [table.vp(seat) for seat in range(3)] == [-1, -2, -2]


@rule("KB-P8-13")
def test_without_negative_points_they_stop_at_nothing() -> None:
    table = Kingsburg(seats=3, edition="1e", negative_vp="no").enemy("e1_zombies_4").give(0, vp=1).give(1, vp=3)
    table.begin(8, die=1, alone=True)
    assert [table.vp(seat) for seat in range(3)] == [0, 1, 0]


@rule("KB-P8-14")
@both_editions
def test_the_loser_chooses_which_goods_to_give(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_orcs_3").give(0, gold=1, wood=2, stone=1)
    table.begin(8, die=1, alone=True)
    assert set(table.options(0)) == {"lose gold wood", "lose gold stone", "lose wood wood", "lose wood stone"}
    assert table.refuse("0 lose gold gold").rule == "KB-P8-14"
    assert table.refuse("0 lose wood").rule == "KB-P8-14"
    assert table.refuse("0 lose gold wood wood").rule == "KB-P8-14"
    assert table.play("0 lose wood stone").goods(0) == "1g 1w"


@rule("KB-P8-14")
@both_editions
def test_the_winner_chooses_which_goods_to_take(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e4_orcs_7").give(1, soldiers=9).begin(8, die=1, alone=True)
    assert table.deciding == 1
    assert table.options(1) == ["take gold", "take wood", "take stone"]
    assert table.refuse("1 take gold wood").rule == "KB-P8-14"
    assert table.play("1 take stone").goods(1) == "1s"


# -- afterwards --------------------------------------------------------------------------------------------------


@rule("KB-P8-15")
@both_editions
def test_afterwards_the_card_and_all_soldiers_leave(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, soldiers=9).give(1, soldiers=1)
    stack = table.state.enemies
    table.begin(8, die=2, alone=True)
    assert [player.soldiers for player in table.state.players] == [0, 0, 0]
    assert table.state.enemies == stack[1:]
    assert len(table.heard(SoldiersDismissed)) == 1
    table.begin(8, year=2, die=2, alone=True)
    assert [event.enemy for event in table.heard(EnemyRevealed)] == [stack[1]]
    assert [table.strength(seat) for seat in range(3)] == [2, 2, 2]


@rule("KB-P8-16")
@both_editions
def test_results_are_settled_in_turn_order(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(2, 0, 1).enemy("e1_barbarians_2")
    for seat in range(3):
        table.give(seat, "inn", gold=1, wood=1)
    table.begin(8, die=1, alone=True)
    asked = []
    while not table.state.over:
        asked.append((table.deciding, [plundered(table, seat) != [] for seat in (2, 0, 1)].count(True)))
        table.play(f"{table.deciding} lose gold")
    assert asked == [(2, 0), (0, 1), (1, 2)]
    assert [event.seat for event in table.heard(BattleFought)] == [2, 0, 1]


@rule("KB-P8-16")
@both_editions
def test_the_strongest_is_found_with_all_strengths_known(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(0, 1, 2).give(0, soldiers=4).give(2, soldiers=5)
    table.begin(8, die=1, alone=True)
    assert [table.vp_from(seat, STRONGEST) for seat in range(3)] == [[], [], [1]]


@rule("KB-P8-17")
@both_editions
def test_a_destroyed_building_still_counts_in_this_battle(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e5_demons_9").give(0, "wizards_guild", soldiers=1)
    table.begin(8, die=1, alone=True)
    assert plundered(table) == ["wizards_guild"]
    assert [(e.strength, e.outcome) for e in table.heard(BattleFought) if e.seat == 0] == [(2 + 4, "defeat")]


@rule("KB-P8-17")
@both_editions
def test_the_ability_of_a_destroyed_building_is_lost_at_once(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e5_demons_9").give(0, "cathedral", gold=6, vp=30)
    table.begin(8, year=5, die=1)
    assert table.state.over
    assert table.vp(0) == 30 - 9  # and nothing for the goods
    table = Kingsburg(seats=3, edition=edition).give(0, "barracks", gold=2).plunder().begin(7, alone=True)
    assert table.options(0) == ["recruit gold gold", "done"]
