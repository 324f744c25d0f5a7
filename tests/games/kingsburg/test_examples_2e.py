"""The worked examples of the second edition."""

from kronrat.core.events import Forced
from kronrat.games.kingsburg.rules.events import BuildingDestroyed, GoodsPaid
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg, Roll, building_turn
from tests.marks import rule

RINA, LUIS, YELLOW, CARSTEN = range(4)  # the name of the yellow player is lost
EVERYBODY = (RINA, LUIS, YELLOW, CARSTEN)


@rule("KB-EX-14")
def test_turn_order_with_a_tie() -> None:
    rolls: dict[int, Roll | list[Roll]] = {RINA: (3, 4, 5), LUIS: (1, 2, 3), YELLOW: (2, 3, 4), CARSTEN: (1, 3, 5)}
    table = Kingsburg(4).order(RINA, YELLOW, CARSTEN, LUIS).begin(SPRING, rolls=rolls, alone=True)
    assert [table.player(seat).total() for seat in EVERYBODY] == [12, 6, 9, 9]
    assert table.state.order == (LUIS, YELLOW, CARSTEN, RINA)
    table = Kingsburg(4).order(CARSTEN, RINA, YELLOW, LUIS).begin(SPRING, rolls=rolls, alone=True)
    assert table.state.order == (LUIS, CARSTEN, YELLOW, RINA)  # had Carsten been before


@rule("KB-EX-15")
def test_influence_with_token_and_bonus_die() -> None:
    table = Kingsburg(4).give(LUIS, plus2=1).give(YELLOW, extra_dice=1)
    rolls: dict[int, Roll | list[Roll]] = {
        RINA: (1, 3, 5), CARSTEN: (2, 3, 5), LUIS: (4, 4, 5), YELLOW: ((2, 2, 6), (6,)),
    }  # fmt: skip
    table.begin(SPRING, rolls=rolls, alone=True).play("2 bonus 1")
    assert table.state.order == (RINA, CARSTEN, LUIS, YELLOW)

    table.play("0 influence 8 3 5")
    table.play("3 influence 7 2 5")
    assert "influence 13 4 4 5" in table.options(LUIS)
    table.play("1 influence 15 4 4 5 plus2")
    taken = table.refuse("2 influence 8 2 6")
    assert (taken.rule, taken.facts) == ("KB-P2b-7", {"rank": 8, "private": False})
    table.play("2 influence 4 2 2")
    table.play("0 influence 1 1")
    table.play("3 influence 3 3")
    assert [event.seat for event in table.heard(Forced)] == [LUIS]  # who has no dice passes
    table.play("2 influence 12 6 bonus 6")

    assert {rank for rank, groups in enumerate(table.state.court) if groups} == {1, 3, 4, 7, 8, 12, 15}
    assert [table.player(seat).dice + table.player(seat).bonus for seat in EVERYBODY] == [(), (), (), ()]
    assert table.player(LUIS).plus2 == 0


@rule("KB-EX-16")
def test_build() -> None:
    table = building_turn("2e", gold=2, wood=1)
    table.play("0 build statue")
    assert (table.goods(RINA), table.vp(RINA)) == ("1w", 3)
    assert [price.building.id for price in table.player(RINA).hand.prices if price.building.printed.row == "B"] == [
        "chapel"
    ]


@rule("KB-EX-17")
def test_battle() -> None:
    table = Kingsburg(4).give(RINA, "palisade", "barricade", soldiers=1).give(LUIS, "guard_tower", soldiers=2)
    table.give(YELLOW, "guard_tower", "blacksmith", "barricade", soldiers=1)
    table.give(CARSTEN, "inn", "guard_tower", "barricade", "market", "crane", gold=1)
    for seat in EVERYBODY:
        table.give(seat, vp=10)
    table.enemy("e3_goblins_4").begin(8, year=3, die=1, alone=True)  # the King sends one soldier to each

    assert [table.strength(seat) for seat in EVERYBODY] == [4, 4, 5, 3]
    assert [table.goods(seat) for seat in EVERYBODY] == ["", "", "1w", "1g"]
    assert [table.vp(seat) for seat in EVERYBODY] == [10, 10, 11, 8]
    assert table.vp_from(YELLOW, "source.strongest") == [1]
    assert [(event.seat, event.building) for event in table.heard(BuildingDestroyed)] == [(CARSTEN, "market")]
    assert table.vp_from(CARSTEN, "enemy.e3_goblins_4") == [-1, -1]  # the Market, and one more
    assert table.heard(GoodsPaid) == []


@rule("KB-EX-26")
def test_smuggler_without_points() -> None:
    table = Kingsburg(3).occupy(14, RINA, 3, 5, 6).begin(SPRING, alone=True).all_pass()
    assert table.vp(RINA) == 0
    table.play("0 take gold wood stone")
    assert (table.goods(RINA), table.vp(RINA)) == ("1g 1w 1s", -1)
    assert table.vp(RINA) % 60 == 59  # the space of the track


@rule("KB-EX-27")
def test_inn_built_in_summer() -> None:
    table = Kingsburg(3).give(RINA, gold=1, wood=1)
    table.begin(SUMMER, rolls={RINA: (1, 2, 5), LUIS: (5, 6, 6), YELLOW: (6, 6, 6)}, alone=True).all_pass()
    assert table.player(RINA).plus2 == 0
    table.play("0 build inn")
    assert table.state.over  # Summer is over
    assert table.player(RINA).plus2 == 1


@rule("KB-EX-28")
def test_alchemist() -> None:
    table = Kingsburg(3).give(RINA, stone=1).occupy(6, RINA, 6).begin(SPRING, alone=True).all_pass()
    assert table.options() == ["trade stone", "decline"]
    table.play("0 trade stone")
    assert table.goods(RINA) == "1g 1w"
