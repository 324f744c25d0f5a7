"""Row C of the province sheet: Inn, Market, Farms, Merchants' Guild."""

import pytest

from kronrat.games.kingsburg.rules.events import DiceRolled, GoodsGained, OrderSet, TokenGained
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Printed, Roll, everywhere, modifiers
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

SEASONS = (SPRING, SUMMER, AUTUMN)
ROW = [
    Printed("inn", "", gold=1, wood=1, stone=0, vp=0),
    Printed("market", "inn", gold=2, wood=2, stone=0, vp=1),
    Printed("farms", "market", gold=2, wood=3, stone=1, vp=2),
    Printed("merchants_guild", "farms", gold=3, wood=1, stone=2, vp=4),
]

HIGH: dict[int, Roll | list[Roll]] = {1: (5, 6, 6), 2: (6, 6, 6)}  # for the others, so that seat 0 comes first


# -- what is printed -----------------------------------------------------------------------------------------------


# -- Inn -----------------------------------------------------------------------------------------------------------


@rule("KB-BLD-INN-1")
@both_editions
@pytest.mark.parametrize(("phase", "tokens"), [(SPRING, 0), (SUMMER, 1), (AUTUMN, 0)])
def test_inn_gives_a_token_at_the_end_of_summer_only(edition: str, phase: int, tokens: int) -> None:
    table = Kingsburg(3, edition).give(0, "inn").begin(phase, alone=True)
    assert table.player(0).plus2 == 0
    assert table.idle().player(0).plus2 == tokens
    assert table.player(1).plus2 == 0


@rule("KB-BLD-INN-1")
@both_editions
def test_inn_gives_a_token_each_summer_on_top_of_those_held(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "inn", plus2=3)
    for year in (1, 2, 3, 4, 5):
        table.begin(SUMMER, year=year, alone=True).idle()
        assert table.player(0).plus2 == 3 + year


@rule("KB-BLD-INN-1")
@both_editions
def test_inn_built_in_summer_gives_its_token_at_once(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "barricade", gold=1, wood=1)
    table.begin(SUMMER, rolls={0: (1, 2, 5), **HIGH}, alone=True).until("build").play("0 build inn")
    assert table.state.over
    assert table.player(0).plus2 == 1


@rule("KB-BLD-INN-1")
@both_editions
def test_inn_comes_before_the_envoy_is_given(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "inn").begin(SUMMER).until_phase(5)
    kinds = [type(event).__name__ for event in table.events]
    assert kinds.index("TokenGained") < kinds.index("PhaseBegan", kinds.index("PhaseBegan") + 1)
    assert [event.rule for event in table.heard(TokenGained)] == ["KB-BLD-INN-1"]


@rule("KB-BLD-INN-1")
@both_editions
def test_inn_gives_nothing_before_it_stands_or_after_it_fell(edition: str) -> None:
    assert Kingsburg(3, edition).begin(SUMMER, alone=True).idle().player(0).plus2 == 0
    table = Kingsburg(3, edition).give(0, "inn").plunder()
    assert table.buildings(0) == set()
    assert table.begin(SUMMER, alone=True).idle().player(0).plus2 == 0


@rule("KB-BLD-INN-2")
@both_editions
def test_inn_token_may_be_paid_to_the_town_hall_at_once(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "inn", "town_hall").begin(SUMMER, alone=True).until("use")
    assert table.options() == ["done", "use town_hall plus2"]
    table.play("0 use town_hall plus2")
    assert (table.player(0).plus2, table.vp(0)) == (0, 1)


@rule("KB-BLD-INN-2")
@both_editions
@pytest.mark.parametrize("phase", [SPRING, AUTUMN])
def test_in_other_seasons_there_is_no_token_to_pay(edition: str, phase: int) -> None:
    table = Kingsburg(3, edition).give(0, "inn", "town_hall").begin(phase, alone=True).idle()
    assert table.vp(0) == 0
    assert table.player(0).used == ()


# -- Market --------------------------------------------------------------------------------------------------------


def at_market(edition: str, dice: tuple[int, int, int], *buildings: str, **amounts: int) -> Kingsburg:
    table = Kingsburg(3, edition).give(0, "market", *buildings, **amounts)
    return table.begin(SPRING, rolls={0: dice, **HIGH}, alone=True)


@rule("KB-BLD-MARKET-1")
@both_editions
def test_market_moves_a_group_by_one(edition: str) -> None:
    table = at_market(edition, (4, 5, 6))
    shifted = {option for option in table.options(0) if option.endswith("market")}
    assert shifted == {
        *("influence 3 4 market", "influence 5 4 market", "influence 4 5 market", "influence 6 5 market"),
        *("influence 5 6 market", "influence 7 6 market", "influence 8 4 5 market", "influence 10 4 5 market"),
        *("influence 9 4 6 market", "influence 11 4 6 market", "influence 10 5 6 market", "influence 12 5 6 market"),
        *("influence 14 4 5 6 market", "influence 16 4 5 6 market"),
    }


@rule("KB-BLD-MARKET-1")
@both_editions
@pytest.mark.parametrize("rank", [7, 9, 11])
def test_market_moves_by_exactly_one(edition: str, rank: int) -> None:
    reason = at_market(edition, (4, 5, 6)).refuse(f"0 influence {rank} 4 5 market")
    assert (reason.rule, reason.facts["total"], reason.facts["rank"]) == ("KB-BLD-MARKET-1", 9, rank)


@rule("KB-BLD-MARKET-1")
@both_editions
@pytest.mark.parametrize("rank", [8, 10])
def test_market_is_used_once_per_season(edition: str, rank: int) -> None:
    table = at_market(edition, (4, 5, 6)).play(f"0 influence {rank} 4 5 market", "1 pass", "2 pass")
    assert table.options() == ["influence 6 6", "pass"]
    assert table.refuse("0 influence 5 6 market").rule == "KB-TIME-5"
    assert table.refuse("0 influence 7 6 market").rule == "KB-TIME-5"


@rule("KB-BLD-MARKET-1")
@both_editions
def test_market_is_ready_again_next_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "market")
    rolls: dict[int, Roll | list[Roll]] = {0: [(4, 5, 6)] * 3, 1: [(5, 6, 6)] * 3, 2: [(6, 6, 6)] * 3}
    table.begin(SPRING, rolls=rolls)
    for phase in SEASONS:
        table.until("influence")
        assert table.state.phase == phase
        table.play("0 influence 5 6 market").all_pass()


@rule("KB-BLD-MARKET-1")
@both_editions
def test_market_counts_the_token(edition: str) -> None:
    table = at_market(edition, (4, 5, 6), plus2=1)
    with_both = [option for option in table.options() if option.endswith("4 5 plus2 market")]
    assert with_both == ["influence 10 4 5 plus2 market", "influence 12 4 5 plus2 market"]
    assert table.refuse("0 influence 8 4 5 plus2 market").rule == "KB-BLD-MARKET-1"
    table.play("0 influence 12 4 5 plus2 market")
    assert table.player(0).plus2 == 0


@rule("KB-BLD-MARKET-1")
@both_editions
def test_market_and_envoy_go_together(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "market").envoy(0).occupy(10, 1, 4, 6)
    table.begin(SPRING, rolls={0: (4, 5, 6), **HIGH}, alone=True)
    assert table.refuse("0 influence 10 4 5 market").rule == "KB-P2b-7"
    table.play("0 influence 10 4 5 market envoy")
    assert (table.state.envoy, table.player(0).used) == (-1, ("market",))


@rule("KB-BLD-MARKET-1")
@both_editions
def test_market_helps_neither_before_it_stands_nor_after_it_fell(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "inn").begin(SPRING, rolls={0: (4, 5, 6), **HIGH}, alone=True)
    assert table.reach(0) == {4, 5, 6, 9, 10, 11, 15}
    reason = table.refuse("0 influence 8 4 5 market")
    assert (reason.rule, reason.facts) == ("KB-TIME-13", {"card": "building.market"})
    fallen = Kingsburg(3, edition).give(0, "market").plunder()
    assert fallen.buildings(0) == {"inn"}
    fallen.begin(SPRING, rolls={0: (4, 5, 6), **HIGH}, alone=True)
    assert fallen.refuse("0 influence 8 4 5 market").rule == "KB-TIME-13"


@rule("KB-BLD-MARKET-2")
@both_editions
def test_the_exact_rank_stays_possible_and_does_not_use_up_the_market(edition: str) -> None:
    table = at_market(edition, (4, 5, 6)).play("0 influence 9 4 5", "1 pass", "2 pass")
    assert table.options() == ["influence 5 6 market", "influence 6 6", "influence 7 6 market", "pass"]
    table = at_market(edition, (4, 5, 6)).play("0 influence 5 6 market", "1 pass", "2 pass")
    assert table.reach(0) == {4, 9}  # 5 is taken by the group of 6


@rule("KB-BLD-MARKET-2")
@both_editions
def test_without_the_word_market_only_the_exact_rank_counts(edition: str) -> None:
    table = at_market(edition, (4, 5, 6))
    assert table.refuse("0 influence 8 4 5").rule == "KB-P2b-3"
    assert table.refuse("0 influence 10 4 5").rule == "KB-P2b-3"


@rule("KB-BLD-MARKET-2")
@both_editions
def test_the_dice_keep_their_faces_and_the_order_its_totals(edition: str) -> None:
    table = at_market(edition, (4, 5, 6))
    (order,) = table.heard(OrderSet)
    assert (order.order, order.totals) == ((0, 1, 2), (15, 17, 18))
    table.play("0 influence 10 4 5 market")
    assert table.state.court[10] == ((0, 4, 5, "market"),)
    assert table.state.court[9] == ()
    assert table.player(0).dice == (6,)
    table.play("1 pass", "2 pass", "0 pass")
    assert table.player(0).soldiers == 2  # help comes from rank 10


# -- Farms ---------------------------------------------------------------------------------------------------------


@rule("KB-BLD-FARMS-1")
@pytest.mark.parametrize("phase", SEASONS)
def test_farms_add_a_bonus_die_each_season(phase: int) -> None:
    first = Kingsburg(3, "1e").give(0, "farms").begin(phase, rolls={0: ((1, 2, 5), (4,))}, alone=True)
    assert (first.player(0).dice, first.player(0).bonus) == ((1, 2, 5), (4,))
    second = Kingsburg(3, "2e").give(0, "farms").begin(phase, rolls={0: ((1, 2, 5), (4,))}, alone=True)
    assert second.options() == ["bonus 1", "bonus 0"]
    assert second.play("0 bonus 1").player(0).bonus == (4,)


@rule("KB-BLD-FARMS-1")
def test_second_edition_may_leave_the_die_of_the_farms() -> None:
    table = Kingsburg(3, "2e").give(0, "farms").begin(SPRING, rolls={0: (1, 2, 5)}, alone=True).play("0 bonus 0")
    assert (table.player(0).dice, table.player(0).bonus) == ((1, 2, 5), ())


@rule("KB-BLD-FARMS-1")
@both_editions
def test_the_die_of_the_farms_does_not_pile_up(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms").begin(SPRING)
    for phase in SEASONS:
        if edition == "2e":
            assert table.options() == ["bonus 1", "bonus 0"]
            table.play("0 bonus 1")
        assert table.state.phase == phase
        assert len(table.player(0).bonus) == 1
        table.all_pass()


@rule("KB-BLD-FARMS-1")
@both_editions
def test_the_die_of_the_farms_comes_besides_the_kings_die(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms", extra_dice=1)
    table.begin(SPRING, rolls={0: ((1, 2, 5), (3, 4))}, alone=True)
    if edition == "2e":
        table.play("0 bonus 2")
    assert table.player(0).bonus == (3, 4)


@rule("KB-BLD-FARMS-1")
@both_editions
def test_the_die_of_the_farms_is_a_bonus_die(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms")
    table.begin(SPRING, rolls={0: ((1, 2, 5), (4,)), 1: (1, 4, 6), 2: (2, 5, 6)}, alone=True)
    if edition == "2e":
        table.play("0 bonus 1")
    assert table.state.order == (1, 0, 2)  # totals 11, 12, 13: it counts for the turn order
    table.play("1 pass")
    assert table.refuse("0 influence 4 bonus 4").rule == "KB-P2b-5"
    table.play("0 influence 5 1 bonus 4")


@rule("KB-BLD-FARMS-1")
@both_editions
def test_farms_begin_with_the_season_after_they_were_built(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "market", gold=2, wood=3, stone=1)
    table.begin(SPRING, rolls={0: [(1, 2, 5), ((1, 2, 5), (6,))], **HIGH}).until("build")
    assert table.play("0 build farms").state.phase == SUMMER
    if edition == "2e":
        table.play("0 bonus 1")
    assert [(event.dice, event.bonus) for event in table.heard(DiceRolled) if event.seat == 0] == [
        ((1, 2, 5), ()),
        ((1, 2, 5), (6,)),
    ]


@rule("KB-BLD-FARMS-1")
@both_editions
def test_farms_give_no_die_before_they_stand_or_after_they_fell(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "market").begin(SPRING, rolls={0: (1, 2, 5)}, alone=True)
    assert table.player(0).bonus == ()
    table = Kingsburg(3, edition).give(0, "farms").plunder()
    assert table.buildings(0) == {"inn", "market"}
    assert table.begin(SPRING, rolls={0: (1, 2, 5)}, alone=True).player(0).bonus == ()


@rule("KB-BLD-FARMS-2")
@both_editions
def test_farms_weaken_in_every_battle(edition: str) -> None:
    assert modifiers(edition, "market") == everywhere(0)
    assert modifiers(edition, "farms") == everywhere(-1)


@rule("KB-BLD-FARMS-2")
@both_editions
def test_the_weakness_of_farms_cannot_be_declined(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms", soldiers=3).give(1, soldiers=3).enemy("e1_goblins_3")
    table.begin(8, die=1, alone=True)
    assert (table.strength(0), table.goods(0)) == (3, "")  # a draw, and nobody was asked
    assert (table.strength(1), table.goods(1)) == (4, "1s")


@rule("KB-BLD-FARMS-2")
@both_editions
def test_farms_that_fell_weaken_no_more(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms").plunder()
    assert table.strength(0) == 0  # the battle in which they fell
    assert table.begin(8, die=1, alone=True).strength(0) == 1


# -- Merchants' Guild ----------------------------------------------------------------------------------------------


def gold_of_guild(table: Kingsburg) -> int:
    return sum(event.gold for event in table.heard(GoodsGained) if event.source == "building.merchants_guild")


@rule("KB-BLD-MERCHANTS-1")
@both_editions
@pytest.mark.parametrize("phase", SEASONS)
def test_guild_gives_a_gold_before_the_roll(edition: str, phase: int) -> None:
    table = Kingsburg(3, edition).give(0, "merchants_guild").begin(phase, alone=True)
    assert table.goods(0) == "1g"
    kinds = [type(event) for event in table.events]
    assert DiceRolled not in kinds[: kinds.index(GoodsGained)]
    assert gold_of_guild(table.idle()) == 1  # once per season


@rule("KB-BLD-MERCHANTS-1")
@both_editions
def test_guild_gives_a_gold_every_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "merchants_guild").begin(SPRING).until_phase(7)
    assert gold_of_guild(table) == 3


@rule("KB-BLD-MERCHANTS-1")
@both_editions
def test_guild_serves_its_owner_only_and_not_in_winter(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "merchants_guild").give(1, "farms").begin(SPRING, alone=True)
    assert (table.goods(1), table.goods(2)) == ("", "")
    assert gold_of_guild(table.begin(8, die=1, alone=True)) == 0


@rule("KB-BLD-MERCHANTS-1")
@both_editions
def test_guild_begins_with_the_season_after_it_was_built(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "farms", gold=3, wood=1, stone=2)
    mine: Roll = ((1, 2, 5), (1,)) if edition == "1e" else (1, 2, 5)
    table.begin(SPRING, rolls={0: mine, **HIGH}).until("build")
    assert table.goods(0) == "3g 1w 2s"
    assert table.play("0 build merchants_guild").state.phase == SUMMER
    assert table.goods(0) == "1g"


@rule("KB-BLD-MERCHANTS-1")
@both_editions
def test_guild_that_fell_gives_nothing(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "merchants_guild").plunder()
    assert table.buildings(0) == {"inn", "market", "farms"}
    assert gold_of_guild(table.begin(SPRING, alone=True)) == 0


@rule("KB-BLD-MERCHANTS-1", "KB-OPT-4")
@both_editions
@pytest.mark.parametrize("good", ["gold", "wood", "stone"])
def test_guild_may_give_a_good_of_choice(edition: str, good: str) -> None:
    table = Kingsburg(3, edition, merchants_guild="choice").give(0, "merchants_guild")
    for phase in SEASONS:
        table.begin(phase, alone=True)
        assert (table.deciding, table.options()) == (0, ["take gold", "take wood", "take stone", "decline"])
        assert table.heard(DiceRolled) == []  # before the roll
        table.play(f"0 take {good}").idle()
    assert table.goods(0) == f"3{good[0]}"


@rule("KB-BLD-MERCHANTS-1", "KB-OPT-4")
@both_editions
def test_two_guilds_choose_in_turn_order(edition: str) -> None:
    table = Kingsburg(3, edition, merchants_guild="choice").order(2, 0, 1)
    table.give(0, "merchants_guild").give(2, "merchants_guild").begin(SPRING, alone=True)
    assert table.deciding == 2
    assert table.refuse("2 take gold wood").rule == "KB-OPT-4"
    assert table.play("2 take stone").deciding == 0
    table.play("0 take wood")
    assert (table.goods(0), table.goods(1), table.goods(2)) == ("1w", "", "1s")


@rule("KB-BLD-MERCHANTS-1")
@both_editions
def test_guild_adds_nothing_in_battle(edition: str) -> None:
    assert modifiers(edition, "merchants_guild") == everywhere(-1)  # of the Farms beside it
