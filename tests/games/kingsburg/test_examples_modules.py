"""The worked examples of the modules, each told as in the catalogue."""

import pytest

from kronrat import Match
from kronrat.games.kingsburg.rules.events import BonusDieGained, GoodsGained, SoldiersGained
from kronrat.games.kingsburg.rules.state import NOBODY, State
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll, rules
from tests.marks import rule

OWNER, OTHER, THIRD = 0, 1, 2
HIGH: dict[int, Roll | list[Roll]] = {OTHER: (5, 6, 6), THIRD: (6, 6, 6)}  # so that the owner comes first


def governed(card: str, seats: int = 3, modules: str = "governors") -> Kingsburg:
    return Kingsburg(seats, modules=modules).governor(OWNER, card)


# -- the card of the rulebook --------------------------------------------------------------------------------------


@rule("KB-EX-29")
def test_four_gold_and_minus_three_points_against_two_opponents() -> None:
    table = Kingsburg(3, modules="governors")
    table.deal("minstrel usurer duke", "philosopher politician preacher", "priest prince fairy")
    table.play("0 keep usurer", "1 keep preacher", "2 keep prince")
    assert (table.goods(OWNER), table.vp(OWNER)) == ("4g", -3)
    table.play("1 take wood", "2 take stone")  # the opponents, tied at nothing, get a good each
    assert table.state.phase == SPRING
    assert [table.goods(seat) for seat in (OWNER, OTHER, THIRD)] == ["4g", "1w", "1s"]
    assert table.heard(BonusDieGained) == []
    assert table.vp(OWNER) == -3


@rule("KB-EX-29")
def test_four_gold_and_minus_three_points_against_one_opponent() -> None:
    table = Kingsburg(2, modules="governors").deal("minstrel usurer duke", "philosopher politician preacher")
    table.play("0 keep usurer", "1 keep preacher")
    assert [(event.seat, event.rule) for event in table.heard(BonusDieGained)] == [(OTHER, "KB-P1-1")]
    assert [table.goods(seat) for seat in (OWNER, OTHER)] == ["4g", ""]  # the bonus die instead of a good
    assert table.vp(OWNER) == -3


# -- governors -----------------------------------------------------------------------------------------------------


@rule("KB2-EX-1")
def test_prince() -> None:
    table = governed("prince").give(OWNER, extra_dice=1)
    table.begin(SPRING, rolls={OWNER: ((1, 2, 2), (3,)), OTHER: (4, 5, 6), THIRD: (5, 6, 6)}, alone=True)
    table.play("0 bonus 1")
    assert (table.player(OWNER).total(), table.options()) == (8, ["done", "use prince"])
    table.play("0 use prince")
    assert (table.player(OWNER).dice, table.player(OWNER).bonus) == ((3, 4, 6), (3,))
    assert table.player(OWNER).total() == 16
    assert table.state.order == (OTHER, OWNER, THIRD)  # 15, 16, 17


@rule("KB2-EX-1")
def test_prince_with_a_total_of_nine() -> None:
    table = governed("prince").give(OWNER, extra_dice=1)
    table.begin(SPRING, rolls={OWNER: ((1, 2, 2), (4,)), OTHER: (4, 5, 6), THIRD: (5, 6, 6)}, alone=True)
    table.play("0 bonus 1")
    assert (table.player(OWNER).total(), table.verbs()) == (9, {"influence", "pass"})


def thinking(*rolls: Roll) -> Kingsburg:
    """The Philosopher with a Chapel and these rolls."""
    return governed("philosopher").give(OWNER, "chapel").begin(SPRING, rolls={OWNER: list(rolls), **HIGH}, alone=True)


@rule("KB2-EX-2")
def test_philosopher() -> None:
    table = thinking((2, 3, 4), (1, 4, 5)).play("0 use philosopher")
    assert (table.player(OWNER).total(), table.vp(OWNER)) == (10, 1)


@rule("KB2-EX-2")
def test_philosopher_and_then_the_chapel() -> None:
    table = thinking((2, 3, 4), (1, 2, 3), (1, 2, 4)).play("0 use philosopher")
    assert table.player(OWNER).total() == 6
    table.play("0 use chapel")
    assert table.verbs() == {"influence", "pass"}  # the window is closed
    assert table.vp(OWNER) == 0


@rule("KB2-EX-2")
def test_chapel_and_then_the_philosopher() -> None:
    table = thinking((1, 2, 3), (2, 3, 3), (1, 2, 4)).play("0 use chapel")
    assert table.player(OWNER).total() == 8
    table.play("0 use philosopher")
    assert (table.player(OWNER).total(), table.vp(OWNER)) == (7, 1)


@rule("KB2-EX-3")
@pytest.mark.parametrize(
    ("mine", "others", "gained"),
    [(10, (10, 14), 2), (10, (12, 14), 1), (14, (14, 9), 1), (12, (9, 14), 0)],
)
def test_minstrel(mine: int, others: tuple[int, int], gained: int) -> None:
    table = governed("minstrel").give(OWNER, vp=mine).give(OTHER, vp=others[0]).give(THIRD, vp=others[1]).end_year(1)
    assert table.vp(OWNER) == mine + gained
    assert (table.vp(OTHER), table.vp(THIRD)) == others


@rule("KB2-EX-4")
def test_sorcerer() -> None:
    table = governed("sorcerer").give(OWNER, "statue", "inn", vp=5).begin_year(3)
    for building in ("guard_tower", "palisade", "barricade"):
        table.play(f"0 use sorcerer {building}")
    assert {"guard_tower", "palisade", "barricade"} <= table.buildings(OWNER)
    assert (table.goods(OWNER), table.vp(OWNER)) == ("", 5)
    table.plunder().plunder()  # Statue and Inn stand above it and fall first
    before = table.vp(OWNER)
    assert "guard_tower" in table.buildings(OWNER)
    table.plunder()
    assert "guard_tower" not in table.buildings(OWNER)
    assert table.vp(OWNER) == before - 1  # a point that it had not given


@rule("KB2-EX-4")
def test_sorcerer_with_only_the_barricade_missing() -> None:
    table = governed("sorcerer").give(OWNER, "statue", "inn", "guard_tower", "palisade").begin_year(3)
    assert table.options() == ["done", "use sorcerer barricade"]
    table.play("0 use sorcerer barricade")
    assert table.player(OWNER).buildings == 5
    assert "use" not in table.verbs()


@rule("KB2-EX-8")
def test_tax_collector() -> None:
    table = governed("tax_collector").order(OTHER, OWNER, THIRD).give(OWNER, gold=1)
    table.give(OTHER, "town_hall", gold=1, wood=2, stone=2)  # the Crane stands: a gold less
    table.begin(SPRING, rolls={OTHER: (1, 1, 3), OWNER: (1, 2, 5), THIRD: (6, 6, 6)}, alone=True).all_pass()
    assert table.deciding == OTHER
    table.play("1 build embassy")
    assert (table.deciding, table.verbs()) == (OWNER, {"take", "decline"})  # at once
    table.play("0 take stone")
    assert [(event.seat, event.source) for event in table.heard(GoodsGained)] == [(OWNER, "governor.tax_collector")]
    table.play("0 build guard_tower")  # 1 gold and that stone
    assert (table.goods(OWNER), "guard_tower" in table.buildings(OWNER)) == ("", True)


@rule("KB2-EX-9")
def test_politician_with_the_envoy() -> None:
    table = governed("politician").envoy(OWNER)
    table.begin(SPRING, rolls={OWNER: (1, 5, 5), OTHER: (3, 5, 6), THIRD: (6, 6, 6)}, alone=True)
    table.play("0 influence 5 5 private")
    assert "influence 5 5" in table.options(OTHER)  # rank 5 of the board stays free
    table.play("1 pass", "2 pass", "0 influence 5 5 private envoy")
    assert table.state.envoy == NOBODY
    table.all_pass()
    assert table.goods(OWNER) == "2s"


@rule("KB2-EX-9")
def test_another_player_may_take_rank_five_of_the_board() -> None:
    table = governed("politician").envoy(OWNER)
    table.begin(SPRING, rolls={OWNER: (1, 5, 5), OTHER: (3, 5, 6), THIRD: (6, 6, 6)}, alone=True)
    table.play("0 influence 5 5 private", "1 influence 5 5").all_pass()
    assert (table.goods(OWNER), table.player(OTHER).soldiers) == ("1s", 1)


@rule("KB2-EX-11")
def test_priest() -> None:
    a, b, c = OWNER, OTHER, THIRD
    table = governed("priest").give(a, "farms").give(c, extra_dice=1).begin(SPRING, alone=True)
    assert (table.deciding, table.options()) == (a, ["done", "use priest"])
    table.play("0 use priest")
    assert [table.vp(seat) for seat in (a, b, c)] == [1, 0, 1]
    assert [table.player(seat).extra_dice for seat in (a, b, c)] == [1, 1, 1]


@rule("KB2-EX-12")
@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_small_deck(seats: int, cards: int) -> None:
    match = Match(rules(), seats, {"modules": "governors", "governors": "documented"}, seed="small deck")
    assert isinstance(match.state, State)
    assert [len(player.dealt) for player in match.state.players] == [cards] * seats
    assert len({card for player in match.state.players for card in player.dealt}) == cards * seats


@rule("KB2-EX-14")
def test_crane_and_sculptor() -> None:
    table = governed("sculptor").give(OWNER, "crane", gold=1, wood=1)
    table.begin(SPRING, rolls={OWNER: (1, 2, 5), **HIGH}, alone=True).all_pass()
    assert table.play("0 build town_hall").goods(OWNER) == ""
    table.give(OWNER, gold=1, wood=2, stone=1).begin(SUMMER, rolls={OWNER: (1, 2, 5), **HIGH}, alone=True).all_pass()
    assert table.play("0 build embassy").goods(OWNER) == ""
    table = Kingsburg(3).give(OWNER, "crane", gold=1, wood=1, stone=1)
    table.begin(SPRING, rolls={OWNER: (1, 2, 5), **HIGH}, alone=True).all_pass().play("0 build town_hall")
    assert table.goods(OWNER) == ""  # by the Crane alone


# -- buildings -----------------------------------------------------------------------------------------------------


@rule("KB2-EX-5")
@pytest.mark.parametrize(("token", "soldiers", "left"), [(1, 3, (0, 1, 2, 3, 4)), (4, 4, (0, 1, 1, 2, 3))])
def test_academy_and_army_token(token: int, soldiers: int, left: tuple[int, ...]) -> None:
    table = Kingsburg(2, modules="buildings,army").give(OWNER, "military_academy").enemy("e5_dragons_9")
    table.begin(8, year=5, muster={OWNER: 5}).play(f"0 token {token}", "1 token 0")
    assert [table.strength(seat) for seat in (OWNER, OTHER)] == [soldiers, 0]
    assert table.player(OWNER).tokens == left


@rule("KB2-EX-5")
def test_academy_without_army_tokens() -> None:
    table = Kingsburg(2, modules="buildings").give(OWNER, "military_academy").enemy("e5_dragons_9")
    table.begin(8, die=2, muster={OWNER: 5}, alone=True)
    assert [table.strength(seat) for seat in (OWNER, OTHER)] == [5, 2]


@rule("KB2-EX-6")
@pytest.mark.parametrize(("enemy", "bonus"), [("e3_orcs_5", 1), ("e3_zombies_6", 0)])
def test_makeshift_defenses(enemy: str, bonus: int) -> None:
    table = Kingsburg(2, modules="buildings").give(OWNER, "makeshift_defenses").enemy(enemy)
    table.begin(8, die=3, alone=True)
    assert [table.strength(seat) for seat in (OWNER, OTHER)] == [3 + bonus, 3]


@rule("KB2-EX-7")
def test_recruiting_station_and_barracks() -> None:
    table = Kingsburg(3, modules="buildings").give(OWNER, "recruiting_station", "barracks", gold=1, wood=1, plus2=2)
    table.begin(7, alone=True).play("0 recruit gold", "0 recruit plus2", "0 recruit plus2", "0 recruit wood")
    assert (table.player(OWNER).soldiers, table.goods(OWNER), table.player(OWNER).plus2) == (4, "", 0)
    table = Kingsburg(3, modules="buildings").give(OWNER, "recruiting_station", gold=1, wood=1, plus2=2)
    table.begin(7, alone=True).play("0 recruit gold wood", "0 recruit plus2", "0 recruit plus2")
    assert (table.player(OWNER).soldiers, table.goods(OWNER), table.player(OWNER).plus2) == (3, "", 0)


@rule("KB2-EX-10")
def test_army_tokens_of_five_years() -> None:
    table = Kingsburg(2, modules="army")
    for year, token in enumerate((0, 1, 1, 2, 3), start=1):
        table.begin(8, year, alone=year < 5).play(f"0 token {token}", f"1 token {token}")
        if year < 5:
            table.state.enemies = ("e5_barbarians_8",)  # costs a building, and nobody has one
    assert table.state.over
    assert table.player(OWNER).tokens == (4,)
    assert table.vp_from(OWNER, "source.army_token") == [4]


@rule("KB2-EX-13")
def test_sawmill_to_goldsmith() -> None:
    table = Kingsburg(3, modules="buildings").give(OWNER, "goldsmith", wood=1)
    table.begin(SUMMER, rolls={OWNER: (1, 2, 5), **HIGH}, alone=True).all_pass().play("0 pass", "0 use sawmill")
    assert table.goods(OWNER) == "2g"
    table.play("0 use goldsmith")
    assert (table.goods(OWNER), table.player(OWNER).soldiers, table.vp(OWNER)) == ("1g", 1, 1)


@rule("KB2-EX-13")
@pytest.mark.parametrize("phase", [SPRING, AUTUMN])
def test_in_spring_without_the_mint_neither_is_offered(phase: int) -> None:
    table = Kingsburg(3, modules="buildings").give(OWNER, "goldsmith", wood=1, gold=1)
    table.begin(phase, rolls={OWNER: (1, 2, 5), **HIGH}, alone=True).all_pass().play("0 pass")
    assert table.state.over
    assert (table.goods(OWNER), table.heard(SoldiersGained)) == ("1g 1w", [])
