"""The worked examples of the first edition, and those that both rulebooks share."""

import pytest

from kronrat.core.events import Forced
from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    BuildingDestroyed,
    EnvoyGiven,
    EnvoyReturned,
    GoodsGained,
    GoodsPaid,
    ReinforcementsSent,
    SoldiersGained,
)
from kronrat.games.kingsburg.rules.influence import Influence
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll, building_turn
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ANN, BRIAN, CINDY, DAVID = range(4)
EVERYBODY = (ANN, BRIAN, CINDY, DAVID)


def four() -> Kingsburg:
    """A table of the first edition, in the order in which the four sat down."""
    return Kingsburg(4, "1e").order(CINDY, ANN, DAVID, BRIAN)


# -- the first Spring ----------------------------------------------------------------------------------------------


@rule("KB-EX-1")
def test_the_kings_aid_at_the_start() -> None:
    table = four().begin(1, alone=True)
    table.play("2 take gold", "0 take wood", "3 take gold", "1 take stone")
    assert [table.goods(seat) for seat in EVERYBODY] == ["1w", "1s", "1g", "1g"]
    assert table.heard(BonusDieGained) == []
    assert [table.player(seat).extra_dice for seat in EVERYBODY] == [0, 0, 0, 0]


@rule("KB-EX-2")
def test_the_kings_aid_in_year_three() -> None:
    six, five = ("barracks", "stone_wall"), ("barracks", "stable")
    table = four().give(ANN, *six).give(BRIAN, *five, gold=1, wood=1).give(CINDY, *five).give(DAVID, *six, stone=1)
    assert [table.player(seat).buildings for seat in EVERYBODY] == [6, 5, 5, 6]
    table.begin(1, year=3, rolls={CINDY: [((1, 2, 3), (4,)), (1, 2, 3)]})
    assert [(event.seat, event.rule) for event in table.heard(BonusDieGained)] == [(CINDY, "KB-P1-1")]
    assert [table.goods(seat) for seat in EVERYBODY] == ["", "1g 1w", "", "1s"]
    assert [table.player(seat).bonus for seat in EVERYBODY] == [(), (), (4,), ()]  # in Spring she rolls it
    table.until_phase(SUMMER)
    assert (table.player(CINDY).dice, table.player(CINDY).bonus) == ((1, 2, 3), ())  # in Summer no more


def first_spring() -> Kingsburg:
    """Spring of the first year, with the goods of KB-EX-1 and the dice of KB-EX-3; nothing comes after it."""
    table = four().give(ANN, wood=1).give(BRIAN, stone=1).give(CINDY, gold=1).give(DAVID, gold=1)
    rolls: dict[int, Roll | list[Roll]] = {ANN: (1, 3, 5), BRIAN: (4, 4, 5), CINDY: (2, 2, 6), DAVID: (2, 3, 5)}
    return table.begin(SPRING, rolls=rolls, alone=True)


@rule("KB-EX-3")
def test_turn_order() -> None:
    table = first_spring()
    assert [table.player(seat).total() for seat in EVERYBODY] == [9, 13, 10, 10]
    assert table.state.order == (ANN, CINDY, DAVID, BRIAN)


def influence_of_the_first_spring(table: Kingsburg) -> Kingsburg:
    table.play("0 influence 8 3 5", "2 influence 4 2 2", "3 influence 7 2 5", "1 influence 9 4 5")
    return table.play("0 influence 1 1", "2 influence 6 6", "3 influence 3 3")


@rule("KB-EX-4")
def test_influence() -> None:
    table = first_spring()
    table.play("0 influence 8 3 5")
    taken = table.refuse("2 influence 8 2 6")
    assert (taken.rule, taken.facts) == ("KB-P2b-7", {"rank": 8, "private": False})
    table.play("2 influence 4 2 2")
    table.play("3 influence 7 2 5")
    assert table.refuse("1 influence 8 4 4").rule == "KB-P2b-7"
    assert "influence 13 4 4 5" in table.options(BRIAN)
    table.play("1 influence 9 4 5")
    table.play("0 influence 1 1")
    table.play("2 influence 6 6")
    table.play("3 influence 3 3")

    passed = [(event.seat, event.rule) for event in table.heard(Forced) if event.choice == ("pass",)]
    assert passed == [(BRIAN, "KB-P2b-8"), (ANN, "KB-P2b-8"), (CINDY, "KB-P2b-8"), (DAVID, "KB-P2b-8")]
    assert [table.player(seat).dice for seat in EVERYBODY] == [(), (4,), (), ()]
    occupied = {rank: [group[0] for group in groups] for rank, groups in enumerate(table.state.court) if groups}
    assert occupied == {1: [ANN], 3: [DAVID], 4: [CINDY], 6: [CINDY], 7: [DAVID], 8: [ANN], 9: [BRIAN]}


@rule("KB-EX-4")
def test_brians_last_four_is_refused() -> None:
    table = influence_of_the_first_spring(first_spring()).ask(Influence(BRIAN))
    assert table.options(BRIAN) == ["pass"]
    reason = table.refuse("1 influence 4 4")
    assert (reason.rule, reason.facts) == ("KB-P2b-7", {"rank": 4, "private": False})


def help_in_the_first_spring(table: Kingsburg) -> Kingsburg:
    return table.play("2 take wood", "2 trade wood", "3 take wood", "1 take gold")


@rule("KB-EX-5")
def test_help() -> None:
    table = influence_of_the_first_spring(first_spring())
    assert (table.deciding, table.options()) == (CINDY, ["take gold", "take wood"])
    table.play("2 take wood")
    assert table.options(CINDY) == ["trade gold", "trade wood", "decline"]
    table.play("2 trade wood")
    table.play("3 take wood")
    assert (table.deciding, table.options()) == (BRIAN, ["take gold", "take stone"])
    table.play("1 take gold")
    assert [table.goods(seat) for seat in EVERYBODY] == ["2g 1w", "1g 1w 1s", "2g 1s", "1g 2w"]
    assert [table.vp(seat) for seat in EVERYBODY] == [1, 0, 0, 0]
    assert [table.player(seat).plus2 for seat in EVERYBODY] == [0, 0, 0, 1]
    sources = {event.rule for event in table.heard(GoodsGained)}
    assert sources == {"KB-ADV-3", "KB-ADV-4", "KB-ADV-6", "KB-ADV-7", "KB-ADV-8", "KB-ADV-9"}
    assert table.heard(SoldiersGained) == []  # 2, 5 and 10 to 18 are skipped


@rule("KB-EX-6")
def test_build() -> None:
    table = help_in_the_first_spring(influence_of_the_first_spring(first_spring()))
    table.play("0 build statue", "2 build guard_tower", "3 build palisade", "1 build inn")
    assert table.state.over  # Spring is over
    assert [table.vp(seat) for seat in EVERYBODY] == [4, 0, 1, 0]
    assert [table.goods(seat) for seat in EVERYBODY] == ["1w", "1s", "1g", "1g"]
    assert table.player(DAVID).plus2 == 1
    assert [table.buildings(seat) for seat in EVERYBODY] == [{"statue"}, {"inn"}, {"guard_tower"}, {"palisade"}]


# -- building ------------------------------------------------------------------------------------------------------


@rule("KB-EX-7")
@both_editions
def test_from_left_to_right(edition: str) -> None:
    plenty = {"gold": 9, "wood": 9, "stone": 9}
    table = building_turn(edition, **plenty)
    for id in ("chapel", "church"):
        reason = table.refuse(f"0 build {id}")
        assert (reason.rule, reason.facts) == ("KB-P2d-3", {"building": id, "missing": "statue"})
    table.play("0 build statue")
    assert table.refuse("0 build chapel").rule == "CORE-OVER"  # this Spring is over

    table = building_turn(edition, "statue", **plenty)
    reason = table.refuse("0 build church")
    assert (reason.rule, reason.facts) == ("KB-P2d-3", {"building": "church", "missing": "chapel"})
    table.play("0 build chapel")

    assert "build church" in building_turn(edition, "statue", "chapel", **plenty).options()


# -- the envoy -----------------------------------------------------------------------------------------------------


@rule("KB-EX-8")
def test_award_of_the_envoy() -> None:
    five, four_buildings = ("barracks", "stable"), ("blacksmith", "stable")

    def award(cindy: int) -> Kingsburg:
        table = four().give(ANN, *five).give(BRIAN, *four_buildings, wood=2)
        table.give(CINDY, *four_buildings, gold=cindy).give(DAVID, *four_buildings)
        assert [table.player(seat).buildings for seat in EVERYBODY] == [5, 4, 4, 4]
        return table.begin(5, year=2, alone=True)

    table = award(cindy=1)
    assert table.state.envoy == DAVID
    assert [event.seat for event in table.heard(EnvoyGiven)] == [DAVID]
    assert award(cindy=0).state.envoy == NOBODY


@rule("KB-EX-9")
def test_building_twice() -> None:
    table = four().give(DAVID, "guard_tower", gold=1, wood=3).give(BRIAN, wood=2).envoy(DAVID)
    rolls: dict[int, Roll | list[Roll]] = {DAVID: (1, 1, 2), BRIAN: (2, 3, 5), ANN: (4, 5, 6), CINDY: (5, 5, 6)}
    table.begin(SPRING, rolls=rolls, alone=True).all_pass()
    table.play("3 build barricade")
    assert table.refuse("3 build blacksmith").rule == "KB-P2d-1"  # a second building needs the envoy
    table.play("3 build blacksmith envoy")
    assert table.goods(DAVID) == ""
    assert table.buildings(DAVID) == {"guard_tower", "barricade", "blacksmith"}
    assert table.vp(DAVID) == 2
    assert table.state.envoy == NOBODY
    assert [(event.seat, event.used) for event in table.heard(EnvoyReturned)] == [(DAVID, True)]
    assert table.deciding == BRIAN


@rule("KB-EX-9")
def test_without_the_envoy_nothing_is_built_twice() -> None:
    table = four().give(DAVID, "guard_tower", gold=1, wood=3).give(BRIAN, wood=2)
    rolls: dict[int, Roll | list[Roll]] = {DAVID: (1, 1, 2), BRIAN: (2, 3, 5), ANN: (4, 5, 6), CINDY: (5, 5, 6)}
    table.begin(SPRING, rolls=rolls, alone=True).all_pass()
    assert table.refuse("3 build blacksmith envoy").rule == "KB-P5-8"
    table.play("3 build barricade")
    assert table.refuse("3 build blacksmith").facts == {"seats": (BRIAN,)}  # it is Brian's turn
    assert table.refuse("3 build blacksmith envoy").rule == "CORE-NOT-ASKED"


@rule("KB-EX-10")
def test_influencing_an_occupied_advisor() -> None:
    table = four().envoy(DAVID)
    rolls: dict[int, Roll | list[Roll]] = {BRIAN: (1, 1, 3), DAVID: (3, 6, 6), ANN: (2, 2, 2), CINDY: (2, 2, 4)}
    table.begin(SPRING, rolls=rolls, alone=True)
    assert table.state.order == (BRIAN, ANN, CINDY, DAVID)
    table.play("1 influence 3 3", "0 pass", "2 pass", "3 influence 12 6 6", "1 pass")
    assert table.player(DAVID).dice == (3,)
    assert table.refuse("3 influence 3 3").rule == "KB-P2b-7"
    table.play("3 influence 3 3 envoy")
    assert table.state.envoy == NOBODY
    helped = [(event.seat, event.wood) for event in table.heard(GoodsGained) if event.rule == "KB-ADV-3"]
    assert helped == [(BRIAN, 1), (DAVID, 1)]


# -- battle --------------------------------------------------------------------------------------------------------


def battle(*more_of_david: str) -> Kingsburg:
    table = four().give(ANN, "statue", "palisade", "barricade")
    table.give(BRIAN, "inn", "guard_tower", soldiers=1, wood=1, stone=1)
    table.give(CINDY, "guard_tower", "blacksmith", "barricade")
    table.give(DAVID, "inn", "barricade", "crane", *more_of_david, wood=1)
    for seat in EVERYBODY:
        table.give(seat, vp=10)
    return table.enemy("e1_goblins_3").begin(8, die=1, alone=True)


@rule("KB-EX-11")
def test_battle() -> None:
    table = battle()
    assert [event.soldiers for event in table.heard(ReinforcementsSent)] == [1]
    assert [table.strength(seat) for seat in EVERYBODY] == [3, 3, 4, 2]
    assert [table.goods(seat) for seat in EVERYBODY] == ["", "1w 1s", "1s", "1w"]
    assert [table.vp(seat) for seat in EVERYBODY] == [10, 10, 11, 9]
    assert table.vp_from(CINDY, "source.strongest") == [1]
    assert [(event.seat, event.building) for event in table.heard(BuildingDestroyed)] == [(DAVID, "crane")]
    assert table.buildings(DAVID) == {"inn", "barricade"}
    assert table.heard(GoodsPaid) == []
    assert [table.player(seat).soldiers for seat in EVERYBODY] == [0, 0, 0, 0]


@rule("KB-EX-12")
def test_order_of_destruction() -> None:
    table = battle("market")
    assert table.buildings(DAVID) == {"inn", "barricade", "crane"}
    assert [(event.seat, event.building) for event in table.heard(BuildingDestroyed)] == [(DAVID, "market")]
    assert table.vp(DAVID) == 9


@rule("KB-EX-13")
def test_strength_above_nine() -> None:
    table = four().give(ANN, soldiers=9).give(BRIAN, soldiers=10).enemy("e1_goblins_3").begin(8, die=1, alone=True)
    assert (table.strength(ANN), table.strength(BRIAN)) == (10, 11)
    assert (table.goods(ANN), table.goods(BRIAN)) == ("1s", "1s")
    assert (table.vp(ANN), table.vp(BRIAN)) == (0, 1)


# -- buildings -----------------------------------------------------------------------------------------------------


@rule("KB-EX-18")
@both_editions
def test_crane(edition: str) -> None:
    table = building_turn(edition, "crane", "inn", "market", gold=1, wood=3, stone=1).play("0 build farms")
    assert table.goods(ANN) == ""
    without = building_turn(edition, "inn", "market", gold=1, wood=3, stone=1).refuse("0 build farms")
    assert (without.rule, without.facts["gold"]) == ("KB-P2d-2", 1)


@rule("KB-EX-19")
@both_editions
@pytest.mark.parametrize(("line", "left"), [("8 4 5 market", False), ("10 4 5 market", False), ("9 4 5", True)])
def test_market(edition: str, line: str, left: bool) -> None:
    table = Kingsburg(3, edition).give(ANN, "market")
    table.begin(SPRING, rolls={ANN: (4, 5, 6), BRIAN: (5, 6, 6), CINDY: (6, 6, 6)}, alone=True)
    with_nine = [option for option in table.options() if option.split()[2:4] == ["4", "5"] and "6" not in option]
    assert with_nine == ["influence 8 4 5 market", "influence 9 4 5", "influence 10 4 5 market"]
    table.play(f"0 influence {line}", "1 pass", "2 pass")
    assert ("influence 7 6 market" in table.options()) is left
    if not left:
        assert table.refuse("0 influence 7 6 market").rule == "KB-TIME-5"


@rule("KB-EX-20")
@both_editions
@pytest.mark.parametrize("last", [((1, 1, 2), (3,)), ((5, 5, 5), (5,))])
def test_statue_and_chapel(edition: str, last: Roll) -> None:
    table = Kingsburg(3, edition).give(ANN, "statue", "chapel", extra_dice=1)
    table.begin(SPRING, rolls={ANN: [((2, 2, 2), (2,)), (1,), last]}, alone=True)
    if edition == "2e":
        table.play("0 bonus 1")
    assert table.refuse("0 use chapel").rule == "KB-TIME-9"  # the total is 8
    table.play("0 use statue die")
    assert (table.player(ANN).dice, table.player(ANN).bonus) == ((1, 2, 2), (2,))
    assert table.options() == ["done", "use chapel"]
    table.play("0 use chapel")
    assert (table.player(ANN).dice, table.player(ANN).bonus) == last
    assert table.verbs() == {"influence", "pass"}  # whatever they show


@rule("KB-EX-21")
@both_editions
def test_barracks(edition: str) -> None:
    table = Kingsburg(3, edition).give(ANN, "barracks", gold=1, wood=2).begin(7, alone=True)
    table.play("0 recruit gold", "0 recruit wood", "0 recruit wood")
    assert (table.goods(ANN), table.player(ANN).soldiers) == ("", 3)


@rule("KB-EX-22")
@both_editions
@pytest.mark.parametrize(("rank", "dice", "soldiers"), [(10, "4 6", 3), (5, "5", 2), (18, "6 6 6", 2)])
def test_stable(edition: str, rank: int, dice: str, soldiers: int) -> None:
    faces = tuple(map(int, dice.split()))
    roll = (*(1,) * (3 - len(faces)), *faces)
    table = Kingsburg(3, edition).give(ANN, "stable")
    table.begin(SPRING, rolls={ANN: roll, BRIAN: (1, 1, 1), CINDY: (1, 1, 2)}, alone=True)
    while table.deciding != ANN:
        table.play(f"{table.deciding} pass")
    table.play(f"0 influence {rank} {dice}").idle()
    assert table.player(ANN).soldiers == soldiers


@rule("KB-EX-23")
@pytest.mark.parametrize(("brian", "points"), [(0, 2), (9, 1)])
def test_fortress(brian: int, points: int) -> None:
    table = four().give(ANN, "fortress").give(BRIAN, soldiers=brian).enemy("e1_orcs_3").begin(8, die=1, alone=True)
    assert table.goods(ANN) == "1g"
    assert table.vp_from(ANN, "building.fortress") == [1]
    assert table.vp(ANN) == points  # one more if nobody who wins is stronger


@rule("KB-EX-24")
@both_editions
@pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])
def test_town_hall(edition: str, phase: int) -> None:
    table = Kingsburg(3, edition).give(ANN, "town_hall", plus2=2, gold=1, wood=1).begin(phase)
    table.all_pass().play("0 pass")
    for items in ("gold wood", "gold plus2", "plus2 plus2"):
        assert table.refuse(f"0 use town_hall {items}").rule == "KB-BLD-TOWNHALL-2"
    table.play("0 use town_hall plus2")
    assert table.vp_from(ANN, "building.town_hall") == [1]
    assert (table.player(ANN).plus2, table.goods(ANN)) == (1, "1g 1w")
    assert "use" not in table.verbs()


@rule("KB-EX-25")
@both_editions
def test_inn_and_town_hall(edition: str) -> None:
    table = Kingsburg(3, edition).give(ANN, "inn", "town_hall").begin(SUMMER, alone=True).until("use")
    assert table.player(ANN).plus2 == 1
    table.play("0 use town_hall plus2")
    assert (table.vp(ANN), table.player(ANN).plus2) == (1, 0)
