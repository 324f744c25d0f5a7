"""Minstrel, Usurer, Innkeeper, Peddler."""

from pathlib import Path

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    GameEnded,
    GoodsGained,
    PhaseBegan,
    TokenGained,
    VpChanged,
    YearBegan,
)
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.governors.arrange import (
    HIGH,
    PLENTY,
    SEASONS,
    YEARS,
    building,
    corrected,
    governed,
    offered,
    opening,
    rest,
)
from tests.marks import rule

# -- Minstrel ------------------------------------------------------------------------------------------------------


def sung(*vp: int, year: int = 1, data: Path | None = None) -> list[int]:
    """What a Minstrel gets at the end of a year: first the owner's VP, then those of the others."""
    table = governed("minstrel", seats=len(vp), data=data)
    for seat, points in enumerate(vp):
        table.give(seat, vp=points)
    table.end_year(year)
    assert [table.vp(seat) for seat in range(1, len(vp))] == list(vp[1:])
    return table.vp_from(0, "governor.minstrel")


@rule("KB2-GOV-MINSTREL-2", "KB2-EX-3")
@pytest.mark.parametrize(
    ("vp", "points"),
    [
        ((10, 10, 14), [2]),
        ((10, 12, 14), [1]),
        ((14, 14, 9), [1]),
        ((12, 9, 14), []),
        ((14, 9, 12), []),
        ((10, 10, 10), [2]),  # never more than 2
        ((10, 9, 9), []),
        ((9, 10, 10), [1]),
        ((11, 12, 11, 10), [1]),
        ((10, 11, 12, 11), [1]),
        ((5, 5), [2]),
        ((5, 4), []),
        ((5, 6), [1]),
        ((0, 0, 0), [2]),
        ((-3, -2, 0), [1]),
        ((-3, -4, -3), [1]),
    ],
)
def test_minstrel_scores_for_equal_and_for_fewest_points(vp: tuple[int, ...], points: list[int]) -> None:
    assert sung(*vp) == points


@rule("KB2-GOV-MINSTREL-1")
@pytest.mark.parametrize("year", YEARS)
def test_minstrel_sings_once_at_the_end_of_each_year(year: int) -> None:
    assert sung(10, 10, 14, year=year) == [2]


@rule("KB2-GOV-MINSTREL-1")
def test_minstrel_sings_at_no_other_time() -> None:
    table = rest(governed("minstrel").give(1, vp=9).give(2, vp=9).begin(SPRING), SPRING)
    assert table.state.year == 2
    assert table.vp_from(0, "governor.minstrel") == [1]


@rule("KB2-GOV-MINSTREL-1")
def test_minstrel_sings_after_the_battle() -> None:
    table = governed("minstrel").give(0, vp=10, soldiers=9).give(1, vp=9, soldiers=9).give(2, vp=20, soldiers=1)
    table.enemy("e1_zombies_4").begin(8, die=1)  # seats 0 and 1: 1 VP reward and 1 VP for strength; seat 2 loses 2 VP
    assert table.vp_from(0, "governor.minstrel") == []  # 12 to 11 and 18
    table = governed("minstrel").give(0, vp=10).give(1, vp=8, soldiers=9).give(2, vp=20)
    table.enemy("e1_zombies_4").begin(8, die=1)  # 8 to 10 and 18
    assert table.vp_from(0, "governor.minstrel") == [1]


@rule("KB2-GOV-MINSTREL-1", "KB2-TIME-3")
def test_minstrel_sings_after_the_other_governors_of_the_year_end() -> None:
    table = governed("minstrel", "carpenter").order(0, 1, 2).end_year(2).accept()
    kinds = [type(event) for event in table.events if isinstance(event, GoodsGained | VpChanged | YearBegan)]
    assert kinds[:3] == [GoodsGained, VpChanged, YearBegan]


@rule("KB2-GOV-MINSTREL-1", "KB2-END-1")
def test_in_the_last_year_minstrel_sings_after_the_cathedral() -> None:
    table = governed("minstrel").give(0, vp=10).give(1, "cathedral", vp=9, gold=2).give(2, vp=14).end_year(5).accept()
    assert table.vp_from(0, "governor.minstrel") == [2]  # 10 to 10 and 14
    table = governed("minstrel").give(0, "cathedral", vp=10, gold=4).give(1, vp=10).give(2, vp=14)
    table.end_year(5).accept()
    assert table.vp_from(0, "governor.minstrel") == []  # 12 to 10 and 14


@rule("KB2-GOV-MINSTREL-1", "KB2-END-1")
def test_in_the_last_year_minstrel_sings_after_the_army_tokens() -> None:
    table = governed("minstrel", modules="governors,army").give(0, vp=10).give(1, vp=9).give(2, vp=14)
    for seat, token in enumerate((3, 4, 0)):
        table.player(seat).tokens = (token,)
    table.end_year(5)
    assert table.vp_from(0, "governor.minstrel") == [2]  # 13 to 13 and 14
    assert [event.winners for event in table.heard(GameEnded)] == [(0,)]


@rule("KB2-GOV-MINSTREL-1", "KB2-END-1")
def test_the_song_of_the_last_year_counts_for_the_winner() -> None:
    table = governed("minstrel").give(0, vp=10).give(1, vp=10).give(2, vp=11).end_year(5)
    assert [event.winners for event in table.heard(GameEnded)] == [(0,)]
    assert isinstance(table.events[-1], GameEnded)


@rule("KB2-GOV-MINSTREL-2")
def test_points_stand_on_the_card_of_the_minstrel(tmp_path: Path) -> None:
    data = corrected(tmp_path, "minstrel", "vp_equal = 2\nvp_fewest = 5")
    assert sung(10, 10, 9, data=data) == [2]
    assert sung(10, 11, 12, data=data) == [5]
    assert sung(10, 10, 12, data=data) == [7]


# -- Usurer --------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-4GOLD-1")
def test_usurer_begins_with_gold_and_debt_and_gets_no_free_good() -> None:
    table = opening("usurer", "fairy", "spy")
    assert (table.goods(0), table.vp(0)) == ("4g", -3)
    assert (table.deciding, table.verbs()) == (1, {"take"})
    assert table.play("1 take wood").deciding == 2
    table.play("2 take wood")
    assert (table.state.phase, table.goods(0), table.goods(1), table.goods(2)) == (SPRING, "4g", "1w", "1w")
    assert table.heard(BonusDieGained) == []


@rule("KB2-GOV-4GOLD-1", "KB-EX-29")
def test_a_single_opponent_of_the_usurer_gets_the_die() -> None:
    table = opening("usurer", "prince")
    assert [event.seat for event in table.heard(BonusDieGained)] == [1]
    assert (table.state.phase, table.goods(0), table.goods(1)) == (SPRING, "4g", "")


@rule("KB2-GOV-4GOLD-1", "KB2-MOD2-6")
def test_the_start_of_the_usurer_comes_before_the_first_year() -> None:
    table = opening("prince", "usurer", "spy")
    kinds = [type(event) for event in table.events]
    assert kinds.index(GoodsGained) < kinds.index(VpChanged) < kinds.index(YearBegan) < kinds.index(PhaseBegan)
    assert [(event.seat, event.vp) for event in table.heard(VpChanged)] == [(1, -3)]


@rule("KB2-GOV-4GOLD-2")
def test_gold_and_debt_come_together_and_nobody_is_asked() -> None:
    table = opening("usurer", "fairy", "spy")
    assert table.deciding == 1  # in phase 1; the Usurer had nothing to decide
    assert (table.player(0).gold, table.vp(0)) == (4, -3)
    assert offered(table, "usurer") == []


@rule("KB2-GOV-4GOLD-1")
def test_usurer_begins_once() -> None:
    table = opening("usurer", "fairy", "spy")
    rest(rest(table, SPRING), SPRING)
    assert table.state.year == 2
    gains = [event for event in table.heard(GoodsGained) if event.source == "governor.usurer"]
    assert [(event.seat, event.gold, event.wood, event.stone) for event in gains] == [(0, 4, 0, 0)]
    assert table.vp_from(0, "governor.usurer") == [-3]


@rule("KB2-GOV-4GOLD-1")
def test_gold_and_debt_stand_on_the_card_of_the_usurer(tmp_path: Path) -> None:
    table = opening("usurer", "fairy", "spy", data=corrected(tmp_path, "usurer", "gold = 6\nvp = -5"))
    assert (table.goods(0), table.vp(0)) == ("6g", -5)


# -- Innkeeper -----------------------------------------------------------------------------------------------------


@rule("KB2-GOV-INNKEEPER-1")
def test_innkeeper_gains_a_token_before_phase_1_of_year_1() -> None:
    table = opening("innkeeper", "fairy", "spy")
    assert [table.player(seat).plus2 for seat in range(3)] == [1, 0, 0]
    kinds = [type(event) for event in table.events]
    assert kinds.index(YearBegan) < kinds.index(TokenGained) < kinds.index(PhaseBegan)


@rule("KB2-GOV-INNKEEPER-1")
@pytest.mark.parametrize("year", [2, 3, 4, 5])
def test_innkeeper_gains_a_token_at_the_start_of_each_year(year: int) -> None:
    table = governed("innkeeper").give(0, plus2=3).end_year(year - 1)
    assert [table.player(seat).plus2 for seat in range(3)] == [4, 0, 0]
    kinds = [type(event) for event in table.events]
    assert kinds.index(YearBegan) < kinds.index(TokenGained) < kinds.index(PhaseBegan)


@rule("KB2-GOV-INNKEEPER-1")
def test_innkeeper_gains_one_token_per_year_and_none_after_the_last() -> None:
    table = rest(governed("innkeeper").begin(SPRING), SPRING)
    assert len(table.heard(TokenGained)) == 1
    assert governed("innkeeper").end_year(5).player(0).plus2 == 0


@rule("KB2-GOV-INNKEEPER-1")
def test_the_token_of_the_innkeeper_is_an_ordinary_one() -> None:
    table = governed("innkeeper").give(0, plus2=1).end_year(1)
    table.rolls.update({0: [(1, 2, 5)], 1: [(5, 6, 6)], 2: [(6, 6, 6)]})
    rest(table, SPRING).play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert table.player(0).plus2 == 1
    assert table.refuse("0 influence 4 2 plus2").rule == "KB-P2b-13"


@rule("KB2-GOV-INNKEEPER-1")
def test_the_number_stands_on_the_card_of_the_innkeeper(tmp_path: Path) -> None:
    table = governed("innkeeper", data=corrected(tmp_path, "innkeeper", "plus2 = 3")).end_year(1)
    assert table.player(0).plus2 == 3


# -- Peddler -------------------------------------------------------------------------------------------------------


def peddled(phase: int = SUMMER, data: Path | None = None, *buildings: str, **has: int) -> Kingsburg:
    """A season of a Peddler ends; nobody has built."""
    table = governed("peddler", data=data).give(0, *buildings, **has)
    table.begin(phase, rolls={0: (3, 4, 5), **HIGH}, alone=True).all_pass()
    return table.play("0 pass") if "build" in table.verbs() else table


@rule("KB2-GOV-PEDDLER-1")
@pytest.mark.parametrize("phase", SEASONS)
def test_peddler_exchanges_a_good_at_the_end_of_every_season(phase: int) -> None:
    table = peddled(phase, gold=1, wood=1)
    assert (table.deciding, table.options()) == (
        0,
        ["done", *[f"use peddler {trade}" for trade in ("gold wood", "gold stone", "wood gold", "wood stone")]],
    )
    table.play("0 use peddler gold stone")
    assert table.state.over  # once per season
    assert table.goods(0) == "1w 1s"


@rule("KB2-GOV-PEDDLER-1")
@pytest.mark.parametrize(
    ("given", "taken", "result"),
    [
        ("gold", "wood", "1g 3w 2s"),
        ("gold", "stone", "1g 2w 3s"),
        ("wood", "gold", "3g 1w 2s"),
        ("wood", "stone", "2g 1w 3s"),
        ("stone", "gold", "3g 2w 1s"),
        ("stone", "wood", "2g 3w 1s"),
    ],
)
def test_peddler_gives_one_good_of_another_kind(given: str, taken: str, result: str) -> None:
    table = peddled(gold=2, wood=2, stone=2)
    assert len(offered(table, "peddler")) == 6
    assert table.play(f"0 use peddler {given} {taken}").goods(0) == result


@rule("KB2-GOV-PEDDLER-1")
def test_peddler_wants_a_good_that_is_there_and_gives_another_kind() -> None:
    table = peddled(gold=1)
    assert table.options() == ["done", "use peddler gold wood", "use peddler gold stone"]
    assert table.refuse("0 use peddler gold gold").rule == "KB2-GOV-PEDDLER-1"
    assert table.refuse("0 use peddler wood gold").rule == "KB2-GOV-PEDDLER-1"
    assert peddled(plus2=2, soldiers=2).state.over  # without goods nobody asks


@rule("KB2-GOV-PEDDLER-1")
def test_peddler_may_be_left_alone() -> None:
    table = peddled(gold=1).play("0 done")
    assert table.state.over
    assert table.goods(0) == "1g"


@rule("KB2-GOV-PEDDLER-1")
def test_peddler_comes_too_late_for_a_building_of_the_season() -> None:
    table = building(governed("peddler").give(0, gold=2, wood=1).give(1, **PLENTY), phase=SPRING)
    assert "use" not in table.verbs()
    table.play("0 build inn")
    assert (table.deciding, table.verbs()) == (1, {"build", "pass"})  # the end comes after all have built
    table.play("1 pass")
    assert table.options() == ["done", "use peddler gold wood", "use peddler gold stone"]
    table.play("0 use peddler gold wood")
    assert (table.goods(0), table.state.over) == ("1w", True)


@rule("KB2-GOV-PEDDLER-1")
def test_peddler_serves_again_every_season() -> None:
    table = governed("peddler").give(0, stone=3).begin(SPRING)
    for phase in SEASONS:
        table.all_pass()
        assert table.state.phase == phase
        if "build" in table.verbs():
            table.play("0 pass")
        table.play("0 use peddler stone gold")
    assert table.player(0).goods == 3


@rule("KB2-GOV-PEDDLER-1", "KB-TIME-2")
def test_peddler_and_town_hall_in_the_order_of_the_owner() -> None:
    table = peddled(SUMMER, None, "town_hall", gold=1)
    table.play("0 use peddler gold stone")
    assert table.options() == ["done", "use town_hall stone"]
    table = peddled(SUMMER, None, "town_hall", gold=1).play("0 use town_hall gold")
    assert (table.state.over, table.vp(0)) == (True, 1)


@rule("KB2-GOV-PEDDLER-1")
def test_peddler_serves_her_owner_only() -> None:
    table = governed("peddler").give(1, gold=1).begin(SUMMER, alone=True).all_pass()
    assert table.state.over


@rule("KB2-GOV-PEDDLER-1")
def test_the_price_stands_on_the_card_of_the_peddler(tmp_path: Path) -> None:
    data = corrected(tmp_path, "peddler", "pay = { goods = 2 }")
    assert peddled(data=data, gold=1).state.over  # one good is too little


@rule("KB2-GOV-PEDDLER-1")
def test_the_number_of_goods_stands_on_the_card_of_the_peddler(tmp_path: Path) -> None:
    table = peddled(data=corrected(tmp_path, "peddler", "goods = 2"), gold=1)
    table.play(f"0 {offered(table, 'peddler')[-1]}")
    while not table.state.over:
        table.play(f"0 {table.options()[-1]}")
    assert table.player(0).goods == 2
