"""Cards of the modules together with each other and with the rest of the game."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    BuildingDestroyed,
    GameEnded,
    GoodsGained,
    MusterRolled,
    OrderSet,
    PhaseBegan,
    SoldiersGained,
    VpChanged,
)
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll
from tests.marks import rule

FIRST: dict[int, Roll | list[Roll]] = {0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}  # seat 0 comes first
HIGH: dict[int, Roll | list[Roll]] = {1: (5, 6, 6), 2: (6, 6, 6)}


def governed(card: str, *buildings: str, seats: int = 3, modules: str = "governors", **amounts: int) -> Kingsburg:
    """Seat 0 has this governor and these buildings and amounts."""
    return Kingsburg(seats, modules=modules).governor(0, card).give(0, *buildings, **amounts)


# -- Sorcerer's free buildings, later destroyed --------------------------------------------------------------------


def test_free_buildings_of_the_sorcerer_cost_their_points_when_they_fall() -> None:
    table = governed("sorcerer").begin_year(3)
    table.play("0 use sorcerer statue", "0 use sorcerer guard_tower", "0 use sorcerer barricade")
    assert table.vp(0) == 0
    fallen = []
    for _ in range(3):
        table.plunder()
        fallen += [(event.building, table.vp(0)) for event in table.heard(BuildingDestroyed)]
    assert fallen == [("statue", -3), ("guard_tower", -4), ("barricade", -4)]


def test_a_free_building_that_fell_may_be_rebuilt_for_its_cost_and_gives_points_then() -> None:
    table = governed("sorcerer", gold=2).begin_year(3).play("0 use sorcerer statue", "0 done").plunder()
    assert table.vp(0) == -3
    table.begin(SPRING, year=4, rolls=FIRST, alone=True).until("build").play("0 build statue")
    assert (table.goods(0), table.vp(0)) == ("", 0)


def test_a_free_building_works_and_carries_its_row_until_it_falls() -> None:
    table = governed("sorcerer", "chapel", gold=9, wood=9, stone=9).begin_year(3)
    table.play("0 use sorcerer guard_tower", "0 use sorcerer inn", "0 use sorcerer barricade")
    table.begin(SUMMER, year=3, rolls=FIRST, alone=True).until("build")
    assert {"build blacksmith", "build market", "build crane", "build church"} <= set(table.options())
    table.play("0 build blacksmith")
    assert table.player(0).plus2 == 1  # of the Inn, at the end of Summer
    assert [event.building for event in table.plunder().heard(BuildingDestroyed)] == ["chapel"]
    assert [event.building for event in table.plunder().heard(BuildingDestroyed)] == ["blacksmith"]


def test_on_the_large_sheet_the_sorcerer_may_choose_rows_a_and_g() -> None:
    table = governed("sorcerer", modules="buildings,governors").begin_year(3)
    assert len(table.options()) == 1 + 7
    table.play("0 use sorcerer sawmill", "0 use sorcerer makeshift_defenses", "0 use sorcerer statue")
    assert table.vp(0) == 0
    assert [event.building for event in table.plunder().heard(BuildingDestroyed)] == ["sawmill"]
    assert table.vp(0) == -1


# -- Prince with bonus dice ----------------------------------------------------------------------------------------


def princely(bonus: tuple[int, ...], roll: bool = True) -> Kingsburg:
    """Player dice 1, 2, 2 with the bonus dice of Farms and King's Favor."""
    table = governed("prince", "farms").give(0, extra_dice=len(bonus) - 1)
    mine: Roll = ((1, 2, 2), bonus) if roll else (1, 2, 2)
    table.begin(SPRING, rolls={0: mine, 1: (4, 5, 6), 2: (5, 6, 6)}, alone=True)
    return table.play(f"0 bonus {len(bonus) if roll else 0}")


@pytest.mark.parametrize(
    ("bonus", "offered"), [((1,), True), ((3,), True), ((4,), False), ((1, 2), True), ((2, 2), False)]
)
def test_bonus_dice_count_for_the_prince(bonus: tuple[int, ...], offered: bool) -> None:
    table = princely(bonus)
    assert ("use" in table.verbs()) == offered
    if offered:
        table.play("0 use prince")
        assert (table.player(0).dice, table.player(0).bonus) == ((3, 4, 6), bonus)
        assert table.player(0).total() == 13 + sum(bonus)


def test_a_bonus_die_left_unrolled_does_not_count_for_the_prince() -> None:
    table = princely((6,), roll=False)
    assert table.options() == ["done", "use prince"]
    table.play("0 use prince")
    assert [event.order for event in table.heard(OrderSet)] == [(0, 1, 2)]  # 13, 15, 17


def test_the_dice_of_the_prince_go_with_bonus_dice_to_an_advisor() -> None:
    table = princely((3,)).play("0 use prince", "1 pass", "0 influence 16 3 4 6 bonus 3").all_pass()
    assert table.goods(0) == "4g"


def test_the_prince_may_keep_his_dice() -> None:
    table = princely((1,)).play("0 done")
    assert (table.player(0).dice, table.player(0).bonus) == ((1, 2, 2), (1,))


# -- Philosopher before and after Statue and Chapel ----------------------------------------------------------------


def thinking(*rolls: Roll) -> Kingsburg:
    """The Philosopher with Statue and Chapel, and these rolls."""
    return governed("philosopher", "chapel").begin(SPRING, rolls={0: list(rolls), **HIGH}, alone=True)


@pytest.mark.parametrize(
    ("rolls", "uses", "vp"),
    [
        ([(2, 3, 4), (1, 4, 5)], ["philosopher"], 1),
        ([(2, 3, 4), (1, 4, 6)], ["philosopher"], 0),
        ([(2, 3, 4), (3, 3, 3), (4,)], ["philosopher", "statue die"], 0),
        ([(2, 3, 4), (3, 3, 3)], ["philosopher", "done"], 1),
        ([(2, 3, 4), (1, 2, 3), (1, 2, 4)], ["philosopher", "chapel"], 0),
        ([(2, 3, 4), (1, 2, 3)], ["philosopher", "done"], 1),
        ([(3, 3, 3), (2,), (1, 4, 5)], ["statue die", "philosopher"], 1),
        ([(1, 2, 3), (2, 3, 3), (1, 4, 5)], ["chapel", "philosopher"], 1),
        ([(1, 2, 3), (2, 3, 3), (2, 3, 6)], ["chapel", "philosopher"], 0),
        ([(2, 2, 2), (1,), (1, 3, 3), (1, 4, 5)], ["statue die", "chapel", "philosopher"], 1),
        ([(2, 2, 2), (1,), (1, 4, 5)], ["statue die", "philosopher"], 1),
        ([(2, 2, 2), (1,), (1, 1, 5), (1, 2, 4)], ["statue die", "philosopher", "chapel"], 0),
        ([(2, 3, 5)], ["done"], 0),
    ],
)
def test_philosopher_before_and_after_statue_and_chapel(rolls: list[Roll], uses: list[str], vp: int) -> None:
    table = thinking(*rolls)
    for use in uses:
        table.play(f"0 {use}" if use == "done" else f"0 use {use}")
    assert table.verbs() == {"influence", "pass"}  # the window is closed
    assert table.vp_from(0, "governor.philosopher") == [1] * vp


def test_each_of_the_three_works_once() -> None:
    table = thinking((1, 1, 1), (2,), (2, 2, 2), (1, 1, 2))
    table.play("0 use statue die", "0 use chapel")
    assert table.options() == ["done", "use philosopher"]  # 2, 2, 2: the Statue is used up
    table.play("0 use philosopher")
    assert table.verbs() == {"influence", "pass"}  # 4: all are used up
    assert table.vp(0) == 1


def test_the_philosopher_rerolls_bonus_dice_too() -> None:
    table = governed("philosopher", "farms").begin(SPRING, rolls={0: [((2, 3, 4), (1,)), ((1, 2, 3), (4,))], **HIGH})
    table.play("0 bonus 1", "0 use philosopher")
    assert (table.player(0).dice, table.player(0).bonus, table.vp(0)) == ((1, 2, 3), (4,), 1)
    table = governed("philosopher", "farms").begin(SPRING, rolls={0: ((2, 3, 4), (2,)), **HIGH}).play("0 bonus 1")
    assert "use" not in table.verbs()  # 11


# -- Politician's advisors, the board and the envoy ----------------------------------------------------------------


def test_private_advisors_stand_beside_those_of_the_board() -> None:
    table = governed("politician", extra_dice=1)
    table.begin(SPRING, rolls={0: ((5, 5, 5), (5,)), 1: (6, 6, 6), 2: (6, 6, 6)}, alone=True).play("0 bonus 1")
    table.play("1 pass", "2 pass")
    fives = [option for option in table.options() if option.startswith("influence 5")]
    assert fives == ["influence 5 5", "influence 5 5 private"]
    table.play("0 influence 5 5", "0 influence 5 5 private", "0 influence 10 5 bonus 5 private")
    table.play("0 take gold wood")
    assert (table.goods(0), table.player(0).soldiers) == ("1g 1w 1s", 1)


def test_a_private_advisor_helps_right_after_the_one_of_the_board() -> None:
    table = governed("politician").occupy(5, 1, 5).occupy(4, 1, 4).occupy(6, 1, 6).occupy(9, 1, 4, 5)
    table.begin(SPRING, rolls={0: (1, 4, 5), **HIGH}, alone=True).play("0 influence 5 5 private").all_pass()
    table.play("1 take gold", "1 trade gold", "1 take stone")
    order = [(event.seat, event.source) for event in table.events if isinstance(event, GoodsGained | SoldiersGained)]
    assert order[:4] == [
        (1, "advisor.merchant"),
        (1, "advisor.sergeant"),
        (0, "governor.politician"),
        (1, "advisor.alchemist"),
    ]


def test_private_advisors_follow_the_rules_of_placing() -> None:
    table = governed("politician", "market", plus2=1).begin(SPRING, rolls={0: (3, 4, 6), **HIGH}, alone=True)
    private = {option for option in table.options() if option.endswith("private")}
    assert private == {
        "influence 5 3 plus2 private",
        "influence 5 4 market private",
        "influence 5 6 market private",
        "influence 5 4 plus2 market private",
        "influence 10 4 6 private",
        "influence 10 3 6 market private",
        "influence 10 3 4 plus2 market private",
        "influence 10 3 6 plus2 market private",
    }
    table.play("0 influence 5 3 plus2 private", "1 pass", "2 pass")
    assert table.player(0).plus2 == 0
    assert table.refuse("0 influence 5 4 market private").rule == "KB-P2b-7"
    table.play("0 influence 10 4 6 private")
    assert table.state.court[5] == table.state.court[10] == ()


def test_only_the_owner_may_place_there() -> None:
    table = governed("politician").envoy(1).begin(SPRING, rolls={0: (1, 1, 1), 1: (1, 5, 5), 2: (6, 6, 6)}, alone=True)
    table.play("0 pass")
    assert [option for option in table.options(1) if "private" in option] == []
    assert table.refuse("1 influence 5 5 private").rule == "KB2-MOD2-5"
    table = governed("politician").envoy(1).begin(SPRING, rolls={0: (1, 1, 5), 1: (1, 5, 5), 2: (6, 6, 6)}, alone=True)
    table.play("0 influence 5 5 private")
    assert table.refuse("1 influence 5 5 private envoy").rule == "KB2-MOD2-5"  # another's envoy never
    assert [option for option in table.options(1) if option.endswith("envoy")] == []


def test_the_envoy_adds_a_second_group_to_a_private_advisor() -> None:
    table = governed("politician", extra_dice=1).envoy(0)
    table.begin(SPRING, rolls={0: ((4, 5, 6), (5,)), **HIGH}, alone=True).play("0 bonus 1", "1 pass", "2 pass")
    assert table.refuse("0 influence 10 4 6 private envoy").rule == "KB-P5-9"  # a free one needs no envoy
    table.play("0 influence 10 4 6 private", "0 influence 10 5 bonus 5 private envoy")
    assert table.state.envoy == NOBODY
    table.play("0 take gold gold", "0 take wood stone")
    assert table.goods(0) == "2g 1w 1s"


def test_the_envoy_on_the_board_leaves_the_private_advisor_alone() -> None:
    table = governed("politician").envoy(0).occupy(5, 1, 5)
    table.begin(SPRING, rolls={0: (1, 5, 5), **HIGH}, alone=True)
    table.play("0 influence 5 5 envoy", "1 pass", "2 pass", "0 influence 5 5 private").all_pass()
    assert (table.player(0).soldiers, table.player(1).soldiers, table.goods(0)) == (1, 1, "1s")


def test_neutral_dice_never_lie_on_a_private_advisor() -> None:
    table = governed("politician", seats=2)
    table.begin(SPRING, rolls={0: (1, 4, 5), 1: (6, 6, 6)}, neutral=[(2, 3, 5), (2, 3)], alone=True)  # on 10 and 5
    assert "influence 5 5" not in table.options(0)
    assert {"influence 5 5 private", "influence 5 1 4 private", "influence 10 1 4 5 private"} <= set(table.options(0))


def test_who_can_reach_a_private_advisor_only_is_not_passed() -> None:
    table = governed("politician").occupy(5, 1, 5).occupy(10, 1, 4, 6).occupy(15, 1, 4, 5, 6)
    table.begin(SPRING, rolls={0: (5, 5, 5), **HIGH}, alone=True)
    assert table.options(0) == ["influence 5 5 private", "influence 10 5 5 private", "pass"]


def test_stables_add_no_soldier_at_the_private_rank_five() -> None:
    table = governed("politician", "stable").begin(SPRING, rolls={0: (1, 4, 5), **HIGH}, alone=True)
    table.play("0 influence 5 5 private").all_pass()
    assert (table.goods(0), table.player(0).soldiers) == ("1s", 0)


# -- Tax Collector's good in the same season -----------------------------------------------------------------------


def test_the_good_of_the_tax_collector_pays_for_a_building_of_the_same_season() -> None:
    table = governed("tax_collector").give(1, "fortress", "town_hall", gold=1, wood=2, stone=2)
    table.begin(SPRING, rolls={1: (1, 2, 3), 0: (2, 3, 4), 2: (6, 6, 6)}, alone=True).until("build")
    table.play("1 build embassy", "0 take wood")
    assert table.options(0) == ["build barricade", "pass"]
    table.play("0 build barricade")
    assert (table.goods(0), "barricade" in table.buildings(0)) == ("", True)


def test_after_the_own_turn_it_still_serves_at_the_end_of_the_season() -> None:
    table = governed("tax_collector", "town_hall").give(1, "town_hall", gold=1, wood=2, stone=2)
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: (2, 3, 4), 2: (6, 6, 6)}, alone=True).all_pass()
    assert table.deciding == 1  # seat 0 had nothing to build with
    table.play("1 build embassy", "0 take stone")
    assert table.options() == ["done", "use town_hall stone"]


def test_goods_of_both_builds_of_an_envoy_and_none_for_own_builds() -> None:
    table = governed("tax_collector", "town_hall", gold=2, wood=2, stone=2).envoy(1)
    table.give(1, "church", "town_hall", gold=6, wood=2, stone=5)
    table.begin(SPRING, rolls={1: (1, 2, 3), 0: (2, 3, 4), 2: (6, 6, 6)}, alone=True).until("build")
    table.play("1 build embassy", "0 take gold")
    assert table.deciding == 1  # the good came before the second building
    table.play("1 build cathedral envoy", "0 take gold", "0 build embassy")
    assert table.verbs() == {"use", "done"}  # the Town Hall, and no good for the own Embassy
    assert table.goods(0) == "3g"  # 2 + 2, less 1 with the Crane


@pytest.mark.parametrize(("left", "building"), [("goldsmith", "mint"), ("training_camp", "military_academy")])
def test_column_four_of_the_large_sheet_counts_too(left: str, building: str) -> None:
    table = governed("tax_collector", modules="buildings,governors").give(1, left, gold=6, wood=1, stone=1)
    table.begin(SPRING, rolls={1: (1, 2, 3), 0: (2, 3, 4), 2: (6, 6, 6)}, alone=True).until("build")
    table.play(f"1 build {building}", "0 take wood")
    assert table.player(0).wood == 1


# -- Priest after Farms and Fairy ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "vp", "dice"), [(SUMMER, [0, 1, 1], [1, 1, 1]), (SPRING, [0, 0, 1], [1, 1, 1])])
def test_the_blessing_comes_after_farms_and_fairy(phase: int, vp: list[int], dice: list[int]) -> None:
    table = governed("priest").governor(1, "fairy").give(2, "farms").begin(phase, alone=True)  # the Priest goes first
    assert (table.deciding, table.options()) == (0, ["done", "use priest"])
    sources = [event.source for event in table.heard(BonusDieGained)]
    assert sources == (["governor.fairy", "building.farms"] if phase == SUMMER else ["building.farms"])
    table.play("0 use priest")
    assert [table.vp(seat) for seat in range(3)] == vp
    assert [table.player(seat).extra_dice for seat in range(3)] == dice


def test_without_the_blessing_everything_stays_as_it_is() -> None:
    table = governed("priest").governor(1, "fairy").give(2, "farms").begin(SUMMER, alone=True).play("0 done")
    assert [table.vp(seat) for seat in range(3)] == [0, 0, 0]
    assert (table.deciding, table.options()) == (1, ["bonus 1", "bonus 0"])


def test_two_bonus_dice_bring_one_point_and_a_blessed_die_may_be_left_unrolled() -> None:
    table = governed("priest", "farms", extra_dice=1).begin(SPRING, rolls={0: ((1, 2, 3), (1, 1))}, alone=True)
    table.play("0 use priest")
    assert (table.vp(0), table.options()) == (1, ["bonus 2", "bonus 1", "bonus 0"])
    table.play("0 bonus 2", "1 bonus 0", "2 bonus 0")
    assert [table.player(seat).bonus for seat in range(3)] == [(1, 1), (), ()]


# -- Minstrel last -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "gained"),
    [((0, 0), 2), ((1, 0), 0), ((0, 1), 1), ((2, 2), 2)],
)
def test_in_year_five_the_minstrel_comes_after_the_army_tokens(tokens: tuple[int, int], gained: int) -> None:
    table = governed("minstrel", seats=2, modules="governors,army", vp=10).give(1, vp=10)
    for seat in (0, 1):
        table.player(seat).tokens = (tokens[seat],)
    table.end_year(5)
    assert table.vp_from(0, "governor.minstrel") == ([gained] if gained else [])
    assert [type(event) for event in table.events[-1:]] == [GameEnded]


def test_in_year_five_the_minstrel_comes_after_the_cathedral() -> None:
    table = governed("minstrel", seats=2, vp=10).give(1, "cathedral", vp=8, gold=4).end_year(5).accept()
    assert table.vp_from(0, "governor.minstrel") == [2]  # both have 10
    table = governed("minstrel", "cathedral", seats=2, vp=10, gold=2).give(1, vp=10).end_year(5).accept()
    assert table.vp_from(0, "governor.minstrel") == []  # 11 against 10


def test_in_other_years_the_minstrel_comes_after_the_battle_and_before_the_next_year() -> None:
    table = governed("minstrel", vp=3).governor(1, "carpenter").give(1, vp=3).give(2, vp=9)
    table.enemy("e1_zombies_4").give(1, soldiers=4).begin(8, die=1)  # seats 0 and 2 lose 2 points, seat 1 wins 2
    table.accept()
    heard = [e for e in table.events if isinstance(e, VpChanged | GoodsGained | PhaseBegan)]
    kinds = [(type(event), getattr(event, "source", "")) for event in heard]
    assert kinds[-3:] == [
        (GoodsGained, "governor.carpenter"),
        (VpChanged, "governor.minstrel"),
        (PhaseBegan, ""),
    ]
    assert [table.vp(seat) for seat in range(3)] == [3 - 2 + 1, 3 + 2, 9 - 2]


# -- Carpenter, Miner, Sculptor and the Cathedral ------------------------------------------------------------------


@pytest.mark.parametrize(("card", "goods"), [("carpenter", "1g 1w"), ("miner", "2g"), ("sculptor", "1g 1s")])
def test_the_good_of_the_last_year_counts_for_the_cathedral(card: str, goods: str) -> None:
    table = governed(card, "cathedral", vp=10, gold=1).give(1, "cathedral", gold=1).end_year(5)
    assert (table.goods(0), table.vp(0)) == (goods, 11)
    assert table.vp_from(1, "building.cathedral") == []
    later = governed(card, "cathedral", vp=10, gold=2).end_year(5)
    assert later.vp(0) == 11  # three goods


@pytest.mark.parametrize("card", ["carpenter", "miner", "sculptor"])
def test_without_a_cathedral_the_good_is_only_a_good(card: str) -> None:
    table = governed(card, "church", vp=10, gold=1).end_year(5)
    assert (table.player(0).goods, table.vp(0)) == (2, 10)


def test_a_cathedral_that_falls_in_the_last_battle_counts_no_goods() -> None:
    table = governed("miner", "cathedral", gold=9, vp=20).enemy("e5_barbarians_8").begin(8, year=5, die=1)
    assert table.state.over
    assert (table.goods(0), table.vp(0)) == ("10g", 20 - 9)


# -- Military Academy and army tokens ------------------------------------------------------------------------------


@rule("KB2-MOD1-10")
def test_academy_and_token_with_soldiers_from_elsewhere() -> None:
    table = governed("damsel", "military_academy", modules="buildings,governors,army", soldiers=2)
    table.give(1, "military_academy").enemy("e5_dragons_9")
    table.begin(8, muster={0: 6, 1: 1}, alone=True).play("0 token 0", "1 token 0", "2 token 0")
    assert [table.strength(seat) for seat in range(3)] == [2 + 1 + 3, 1, 0]  # the die replaces the token only
    assert [event.seat for event in table.heard(MusterRolled)] == [0, 1]


@rule("KB2-MOD1-10")
def test_the_academy_does_not_spare_the_token_of_the_end() -> None:
    table = Kingsburg(2, modules="buildings,army").give(0, "military_academy", vp=10).give(1, vp=10)
    table.player(0).tokens = table.player(1).tokens = (0, 4)
    table.enemy("e5_dragons_9").begin(8, year=5, muster={0: 5}).play("0 token 0", "1 token 0")
    assert table.strength(0) == 3
    assert [table.vp_from(seat, "source.army_token") for seat in (0, 1)] == [[4], [4]]


# -- Recruiting Station and Barracks -------------------------------------------------------------------------------


@rule("KB2-MOD1-12")
def test_tokens_of_the_inn_and_of_governors_recruit_beside_the_barracks() -> None:
    buildings = ("recruiting_station", "barracks", "inn")
    table = governed("innkeeper", *buildings, modules="buildings,governors", gold=1).begin_year(5).until("recruit")
    assert (table.player(0).plus2, table.goods(0)) == (2, "1g")  # tokens of the Innkeeper and of the Inn
    table.play("0 recruit plus2", "0 recruit gold", "0 recruit plus2")
    assert [(event.seat, event.soldiers) for event in table.heard(SoldiersGained)] == [(0, 1)] * 3
    assert table.player(0).plus2 == 0


@rule("KB2-MOD1-12")
def test_the_spy_recruits_for_a_good_whatever_buildings_stand() -> None:
    for buildings in (("barracks", "recruiting_station"), ()):
        table = governed("spy", *buildings, modules="buildings,governors", gold=2, plus2=2).begin(AUTUMN)
        assert table.options() == ["done", "use spy gold"]
        table.play("0 use spy gold")
        assert (table.player(0).soldiers, table.goods(0), table.player(0).plus2) == (1, "1g", 2)
