"""Politician and Duke."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from kronrat.games.kingsburg.rules.events import (
    AdvisorInfluenced,
    EnvoyReturned,
    GoodsGained,
    GroupMoved,
    SoldiersGained,
)
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg, Roll
from tests.games.kingsburg.governors.arrange import HIGH, SEASONS, corrected, governed, offered
from tests.marks import rule

# -- Politician ----------------------------------------------------------------------------------------------------


def politics(
    dice: Roll, *standing: str, others: Mapping[int, Roll] | None = None, data: Path | None = None, **has: int
) -> Kingsburg:
    """The Politician has rolled this and is first to influence; the others roll high, if nothing else is said."""
    table = governed("politician", data=data).give(0, *standing, **has)
    rolls: dict[int, Roll | list[Roll]] = {0: dice, **HIGH, **(others or {})}
    table.begin(SUMMER, rolls=rolls, alone=True)
    return table.play(f"0 bonus {has['extra_dice']}") if has.get("extra_dice") else table


def private(table: Kingsburg) -> list[str]:
    return offered(table, "private")


@rule("KB2-GOV-POLITICIAN-1", "KB2-GOV-POLITICIAN-3")
def test_politician_has_an_advisor_of_rank_5_for_a_stone() -> None:
    table = politics((1, 1, 5))
    assert private(table) == ["influence 5 5 private"]
    assert "influence 5 5" in table.options()
    table.play("0 influence 5 5 private")
    assert table.deciding == 1  # a turn like any other
    table.all_pass()
    assert (table.goods(0), table.player(0).soldiers) == ("1s", 0)


@rule("KB2-GOV-POLITICIAN-1", "KB2-GOV-POLITICIAN-3")
@pytest.mark.parametrize(("taken", "goods"), [("gold gold", "2g"), ("wood stone", "1w 1s"), ("gold stone", "1g 1s")])
def test_politician_has_an_advisor_of_rank_10_for_two_goods_of_choice_and_a_token(taken: str, goods: str) -> None:
    table = politics((1, 4, 6))
    assert private(table) == ["influence 5 1 4 private", "influence 10 4 6 private"]
    table.play("0 influence 10 4 6 private").all_pass()
    assert (table.deciding, len(table.options())) == (0, 6)
    table.play(f"0 take {taken}")
    assert (table.goods(0), table.player(0).plus2, table.vp_from(0, "governor.politician")) == (goods, 1, [])
    assert (table.player(0).soldiers, table.player(0).peeked) == (0, False)


@rule("KB2-GOV-POLITICIAN-1")
def test_both_private_advisors_may_be_used_in_one_season() -> None:
    table = politics((4, 5, 6), others={1: (5, 5, 6)}).play("0 influence 5 5 private", "1 pass", "2 pass")
    table.play("0 influence 10 4 6 private", "0 take gold wood")
    assert table.goods(0) == "1g 1w 1s"


@rule("KB2-GOV-POLITICIAN-1")
@pytest.mark.parametrize("phase", SEASONS)
def test_politician_serves_every_season(phase: int) -> None:
    table = governed("politician").begin(phase, rolls={0: (1, 1, 5), **HIGH}, alone=True)
    assert table.play("0 influence 5 5 private").idle().goods(0) == "1s"


@rule("KB2-GOV-POLITICIAN-1")
def test_dice_come_back_from_private_advisors() -> None:
    table = governed("politician").begin(
        SPRING, rolls={0: [(1, 1, 5), (1, 1, 5)], 1: [(5, 6, 6)] * 2, 2: [(6, 6, 6)] * 2}
    )
    table.play("0 influence 5 5 private").all_pass()
    assert table.state.phase == SUMMER
    table.play("0 influence 5 5 private").all_pass()
    assert table.goods(0) == "2s"


@rule("KB2-GOV-POLITICIAN-1")
def test_nobody_must_use_a_private_advisor() -> None:
    table = politics((1, 1, 5)).all_pass()
    assert table.goods(0) == ""


@rule("KB2-GOV-POLITICIAN-1")
def test_private_advisors_want_their_rank_exactly() -> None:
    table = politics((3, 4, 6))
    assert private(table) == ["influence 10 4 6 private"]
    assert table.refuse("0 influence 5 4 private").rule == "KB-P2b-3"
    assert table.refuse("0 influence 10 3 6 private").rule == "KB-P2b-3"
    assert table.refuse("0 influence 7 3 4 private").says == "reason.no_private_advisor"


@rule("KB2-GOV-POLITICIAN-1")
def test_a_token_helps_at_a_private_advisor_once_per_season() -> None:
    table = politics((2, 3, 3), plus2=2)
    assert private(table) == [
        "influence 5 2 3 private",
        "influence 5 3 plus2 private",
        "influence 10 2 3 3 plus2 private",
    ]
    table.play("0 influence 5 3 plus2 private", "1 pass", "2 pass")
    assert table.player(0).plus2 == 1
    assert table.refuse("0 influence 4 2 plus2").rule == "KB-P2b-13"
    table.play("0 pass")
    assert (table.goods(0), table.player(0).plus2) == ("1s", 1)


@rule("KB2-GOV-POLITICIAN-1")
def test_the_market_helps_at_a_private_advisor_once_per_season() -> None:
    table = politics((1, 4, 6), "market")
    assert private(table) == [
        *("influence 5 1 4 private", "influence 5 4 market private", "influence 5 6 market private"),
        *("influence 10 4 6 private", "influence 10 1 4 6 market private"),
    ]
    table.play("0 influence 5 4 market private", "1 pass", "2 pass")
    assert table.refuse("0 influence 2 1 market").rule == "KB-TIME-5"
    assert table.play("0 pass").goods(0) == "1s"


@rule("KB2-GOV-POLITICIAN-1")
def test_bonus_dice_help_at_a_private_advisor_but_not_alone() -> None:
    table = politics(((1, 1, 2), (5,)), extra_dice=1)
    assert private(table) == []
    assert table.refuse("0 influence 5 bonus 5 private").rule == "KB-P2b-5"
    table = politics(((1, 1, 2), (3,)), extra_dice=1)
    assert private(table) == ["influence 5 2 bonus 3 private", "influence 5 1 1 bonus 3 private"]
    table.play("0 influence 5 2 bonus 3 private").all_pass()
    assert table.goods(0) == "1s"


@rule("KB2-GOV-POLITICIAN-1")
def test_private_advisors_are_for_their_owner_only() -> None:
    table = governed("politician").begin(SUMMER, rolls={0: (6, 6, 6), 1: (1, 1, 5), 2: (4, 5, 6)}, alone=True)
    assert table.deciding == 1
    assert private(table) == []
    assert table.refuse("1 influence 5 5 private").says == "reason.no_private_advisor"
    table.play("1 pass")
    assert (table.deciding, private(table)) == (2, [])


@rule("KB2-GOV-POLITICIAN-4")
def test_a_private_advisor_is_occupied_after_one_group() -> None:
    table = politics((1, 5, 5)).play("0 influence 5 5 private", "1 pass", "2 pass")
    assert private(table) == []
    assert table.refuse("0 influence 5 5 private").rule == "KB-P2b-7"


@rule("KB2-GOV-POLITICIAN-4", "KB2-EX-9")
def test_the_own_envoy_adds_a_second_group() -> None:
    table = politics((1, 5, 5))
    table.envoy(0).play("0 influence 5 5 private", "1 pass", "2 pass")
    assert private(table) == ["influence 5 5 private envoy"]
    table.play("0 influence 5 5 private envoy")
    assert table.heard(EnvoyReturned) == [EnvoyReturned("KB-P5-7", 0, used=True)]
    table.all_pass()
    assert (table.goods(0), table.state.envoy) == ("2s", NOBODY)


@rule("KB2-GOV-POLITICIAN-4")
def test_the_envoy_is_not_for_a_free_private_advisor() -> None:
    table = governed("politician").envoy(0).begin(SUMMER, rolls={0: (1, 1, 5), **HIGH}, alone=True)
    assert private(table) == ["influence 5 5 private"]
    assert table.refuse("0 influence 5 5 private envoy").rule == "KB-P5-9"


@rule("KB2-GOV-POLITICIAN-4")
def test_the_envoy_of_another_player_never_reaches_a_private_advisor() -> None:
    table = politics((1, 5, 5), others={1: (5, 5, 6)})
    table.envoy(1).play("0 influence 5 5 private")
    assert (table.deciding, private(table)) == (1, [])
    assert table.refuse("1 influence 5 5 private envoy").says == "reason.no_private_advisor"
    table.play("1 pass", "2 pass")
    assert (table.deciding, private(table)) == (0, [])
    assert table.refuse("0 influence 5 5 private envoy").rule == "KB-P5-3"


@rule("KB2-GOV-POLITICIAN-4")
def test_private_and_board_advisor_do_not_block_each_other() -> None:
    table = politics((1, 5, 5), others={1: (5, 5, 6)}).play("0 influence 5 5 private")
    assert "influence 5 5" in table.options()  # the board advisor is free for others
    table.play("1 influence 5 5").all_pass()
    assert (table.goods(0), table.player(1).soldiers) == ("1s", 1)
    table = governed("politician").occupy(5, 1, 5).occupy(10, 2, 4, 6)
    table.begin(SUMMER, rolls={0: (4, 5, 6), 1: (5, 5, 6), 2: (6, 6, 6)}, alone=True)
    assert private(table) == ["influence 5 5 private", "influence 10 4 6 private"]
    assert table.refuse("0 influence 5 5").rule == "KB-P2b-7"


@rule("KB2-GOV-POLITICIAN-4")
def test_the_owner_may_use_board_and_private_advisor_of_one_rank() -> None:
    table = politics((1, 5, 5)).play("0 influence 5 5", "1 pass", "2 pass", "0 influence 5 5 private").all_pass()
    assert (table.goods(0), table.player(0).soldiers) == ("1s", 1)


@rule("KB2-GOV-POLITICIAN-4")
def test_neutral_dice_never_lie_on_private_advisors() -> None:
    table = governed("politician", seats=2)
    table.begin(SUMMER, rolls={0: (4, 5, 6), 1: (5, 6, 6)}, neutral=[(1, 1, 3), (4, 6)], alone=True)
    assert table.refuse("0 influence 5 5").rule == table.refuse("0 influence 10 4 6").rule == "KB-P2b-7"
    assert private(table) == ["influence 5 5 private", "influence 10 4 6 private"]


@rule("KB2-GOV-POLITICIAN-1")
def test_who_can_still_reach_a_private_advisor_is_not_passed() -> None:
    table = governed("politician").occupy(5, 1, 5).occupy(6, 1, 6)
    table.begin(SUMMER, rolls={0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}, alone=True)
    table.play("0 influence 3 1 2", "1 pass", "2 pass")
    assert (table.deciding, table.options()) == (0, ["influence 5 5 private", "pass"])


@rule("KB2-GOV-POLITICIAN-2")
def test_private_advisors_yield_after_the_board_advisor_of_their_rank() -> None:
    table = politics((4, 5, 6), others={1: (5, 5, 5)})
    table.occupy(4, 1, 4).occupy(8, 1, 4, 4).occupy(10, 2, 6, 4).occupy(11, 1, 5, 6)
    table.play("0 influence 5 5 private", "1 influence 5 5", "2 pass", "0 influence 10 4 6 private")
    table.all_pass()
    assert (table.deciding, table.options()) == (1, ["take gold", "take wood"])  # rank 4
    assert table.heard(SoldiersGained) == []
    table.play("1 take gold")
    sources = [(e.seat, e.source) for e in table.events if isinstance(e, GoodsGained | SoldiersGained)][1:]
    assert sources == [
        *((1, "advisor.sergeant"), (0, "governor.politician"), (1, "advisor.treasurer"), (2, "advisor.general"))
    ]
    assert (table.deciding, len(table.options())) == (0, 6)  # rank 10 on the card, before rank 11
    assert table.play("0 take gold gold").deciding == 1


@rule("KB2-GOV-POLITICIAN-2")
def test_the_stone_of_rank_5_is_there_for_the_alchemist() -> None:
    table = politics((1, 5, 6)).play("0 influence 5 5 private", "1 pass", "2 pass", "0 influence 6 6").all_pass()
    assert table.options(0) == ["trade stone", "decline"]


@rule("KB2-GOV-POLITICIAN-3")
def test_stables_add_nothing_at_a_private_advisor() -> None:
    table = politics((1, 1, 5), "stable").play("0 influence 5 5 private").all_pass()
    assert (table.player(0).soldiers, table.goods(0)) == (0, "1s")


@rule("KB2-GOV-POLITICIAN-3")
def test_ranks_and_yields_stand_on_the_card_of_the_politician(tmp_path: Path) -> None:
    fields = "advisors = [{ rank = 9, gain = { gold = 2, vp = 1 } }, { rank = 4, choose = 1 }]"
    table = politics((4, 4, 5), data=corrected(tmp_path, "politician", fields))
    assert sorted(private(table)) == ["influence 4 4 private", "influence 9 4 5 private"]
    table.play("0 influence 4 4 private", "1 pass", "2 pass", "0 influence 9 4 5 private", "0 take stone")
    assert (table.goods(0), table.vp(0)) == ("2g 1s", 1)


# -- Duke ----------------------------------------------------------------------------------------------------------


def court(*groups: tuple[int, ...], data: Path | None = None) -> Kingsburg:
    """All have passed; these groups lie at court: rank, owner, faces."""
    table = governed("duke", data=data)
    for rank, seat, *dice in groups:
        table.occupy(rank, seat, *dice)
    return table.begin(SUMMER, rolls={0: (6, 6, 6), 1: (5, 5, 6), 2: (5, 6, 6)}, alone=True).all_pass()


@rule("KB2-GOV-DUKE-1")
def test_duke_moves_the_highest_own_group_to_the_duchess() -> None:
    table = court((3, 0, 3), (8, 0, 3, 5), (2, 0, 2))
    assert (table.deciding, table.options()) == (0, ["done", "use duke"])
    table.play("0 use duke")
    assert table.heard(GroupMoved) == [GroupMoved("KB2-GOV-DUKE-1", 0, 8, 12)]
    assert table.state.court[12] == ((0, 3, 5),)
    assert len(table.play("0 take stone stone").heard(GroupMoved)) == 1
    assert (table.goods(0), table.player(0).plus2) == ("1g 1w 2s", 1)  # ranks 2, 3 and 12


@rule("KB2-GOV-DUKE-1")
def test_duke_comes_down_from_above_the_duchess_too() -> None:
    table = court((8, 0, 3, 5), (16, 0, 5, 5, 6), (18, 1, 6, 6, 6)).play("0 use duke", "0 take wood wood")
    assert (table.goods(0), table.player(0).plus2) == ("2g 2w", 1)  # the Treasurer yields, the Wizard does not
    assert table.goods(1) == "1g 1w 1s"


@rule("KB2-GOV-DUKE-1")
def test_duke_leaves_even_the_king() -> None:
    table = court((18, 0, 6, 6, 6), (13, 0, 4, 4, 5)).play("0 use duke", "0 take gold gold")
    assert (table.goods(0), table.player(0).soldiers) == ("2g 3s", 0)


@rule("KB2-GOV-DUKE-1")
def test_duke_works_before_any_help() -> None:
    table = court((1, 0, 1), (2, 1, 2))
    assert table.verbs() == {"use", "done"}
    assert (table.vp(0), table.goods(1)) == (0, "")


@rule("KB2-GOV-DUKE-1")
def test_duke_waits_until_all_have_passed() -> None:
    table = governed("duke").occupy(8, 0, 3, 5)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (5, 5, 6), 2: (5, 6, 6)}, alone=True)
    table.play("0 pass")
    assert (table.deciding, table.verbs()) == (1, {"influence", "pass"})
    table.play("1 pass")
    assert (table.deciding, table.verbs()) == (2, {"influence", "pass"})
    assert table.play("2 pass").options(0) == ["done", "use duke"]


@rule("KB2-GOV-DUKE-1")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_duke_needs_a_free_duchess(owner: int) -> None:
    table = court((8, 0, 3, 5), (12, owner, 6, 6))
    assert "use" not in table.verbs()


@rule("KB2-GOV-DUKE-1")
@pytest.mark.parametrize(("neutral", "usable"), [((6, 6), False), ((5, 6), True)])
def test_neutral_dice_at_the_duchess_count(neutral: tuple[int, int], usable: bool) -> None:
    table = governed("duke", seats=2).occupy(8, 0, 3, 5)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (5, 5, 5)}, neutral=[(1, 1, 1), neutral], alone=True).all_pass()
    assert ("use" in table.verbs()) is usable


@rule("KB2-GOV-DUKE-1")
def test_duke_needs_an_own_group_on_the_board() -> None:
    assert "use" not in court((8, 1, 3, 5), (3, 2, 3)).verbs()
    assert "use" not in court().verbs()


@rule("KB2-GOV-DUKE-1")
def test_duke_may_be_left_alone() -> None:
    table = court((8, 0, 3, 5)).play("0 done")
    assert (table.goods(0), table.player(0).plus2, table.heard(GroupMoved)) == ("2g", 0, [])


@rule("KB2-GOV-DUKE-1")
def test_duke_moves_one_group_per_season_and_again_in_the_next() -> None:
    table = governed("duke")
    table.begin(SPRING, rolls={0: [(1, 2, 2)] * 2, 1: [(5, 6, 6)] * 2, 2: [(6, 6, 6)] * 2})
    for season in (SPRING, SUMMER):
        assert table.state.phase == season
        table.play("0 influence 1 1", "1 pass", "2 pass", "0 influence 2 2").all_pass().play("0 use duke")
        assert table.verbs() == {"take"}
        table.play("0 take gold gold")
        if "build" in table.verbs():
            table.play("0 pass")
    assert len(table.heard(GroupMoved)) == 2
    assert (table.player(0).plus2, table.vp_from(0, "advisor.jester")) == (2, [1, 1])


@rule("KB2-GOV-DUKE-1")
def test_duke_serves_his_owner_only() -> None:
    table = court((8, 0, 3, 5), (10, 1, 5, 5), (11, 2, 5, 6))
    assert table.deciding == 0
    table.play("0 use duke")
    assert table.state.court[10] == ((1, 5, 5),)
    assert table.state.court[11] == ((2, 5, 6),)
    assert table.verbs() == {"take"}


@rule("KB2-GOV-DUKE-2")
@pytest.mark.parametrize("rank", [1, 2, 3, 5, 6])
def test_a_single_die_is_enough(rank: int) -> None:
    table = court((rank, 0, rank)).play("0 use duke", "0 take gold gold")
    assert (table.goods(0), table.vp(0), table.player(0).soldiers, table.player(0).plus2) == ("2g", 0, 0, 1)


@rule("KB2-GOV-DUKE-2")
def test_bonus_dice_and_token_go_along() -> None:
    table = governed("duke").give(0, extra_dice=1, plus2=1)
    table.begin(SUMMER, rolls={0: ((1, 1, 2), (3,)), **HIGH}, alone=True).play("0 bonus 1")
    table.play("0 influence 7 2 bonus 3 plus2").all_pass().play("0 use duke")
    assert table.state.court[12] == ((0, 2, "bonus", 3, "plus2"),)
    assert table.state.court[7] == ()
    table.play("0 take wood wood")
    assert (table.goods(0), table.player(0).plus2) == ("2w", 1)  # the Duchess's; the used one is spent


@rule("KB2-GOV-DUKE-2")
def test_of_two_own_groups_only_one_moves() -> None:
    table = court((8, 0, 3, 5), (8, 0, 2, 6)).play("0 use duke")
    assert (len(table.state.court[8]), len(table.state.court[12])) == (1, 1)
    assert table.play("0 take stone stone").goods(0) == "2g 2s"


@rule("KB2-GOV-DUKE-2")
@pytest.mark.parametrize("groups", [((8, 0, 3, 5), (8, 1, 2, 6)), ((8, 1, 2, 6), (8, 0, 3, 5))])
def test_the_group_of_another_player_stays_where_it_is(groups: tuple[tuple[int, ...], ...]) -> None:
    table = court(*groups).play("0 use duke")
    assert (table.state.court[8], table.state.court[12]) == (((1, 2, 6),), ((0, 3, 5),))
    table.play("0 take stone stone")
    assert (table.goods(0), table.goods(1)) == ("2s", "2g")


@rule("KB2-GOV-DUKE-2")
def test_a_spent_envoy_stays_spent() -> None:
    table = governed("duke").occupy(5, 1, 5).envoy(0)
    table.begin(SUMMER, rolls={0: (1, 1, 5), **HIGH}, alone=True)
    table.play("0 influence 5 5 envoy").all_pass().play("0 use duke")
    assert (table.state.envoy, table.state.court[5]) == (NOBODY, ((1, 5),))
    table.play("0 take gold gold")
    assert (table.player(0).soldiers, table.player(1).soldiers) == (0, 1)


@rule("KB2-GOV-DUKE-2")
def test_a_spent_market_stays_spent() -> None:
    table = governed("duke").give(0, "market").begin(SUMMER, rolls={0: (1, 1, 5), **HIGH}, alone=True)
    table.play("0 influence 6 5 market").all_pass().play("0 use duke")
    assert "market" in table.player(0).used
    assert [event.rank for event in table.heard(AdvisorInfluenced)] == [6]


@rule("KB2-GOV-DUKE-1")
def test_the_rank_stands_on_the_card_of_the_duke(tmp_path: Path) -> None:
    data = corrected(tmp_path, "duke", "rank = 16")
    table = court((3, 0, 3), (12, 1, 6, 6), data=data)
    table.play("0 use duke")
    assert table.idle().goods(0) == "4g"
    assert "use" not in court((3, 0, 3), (16, 1, 5, 5, 6), data=data).verbs()
