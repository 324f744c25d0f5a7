"""Step c of a season: what the advisors give."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    Declined,
    DiceRolled,
    EnemyLookedAt,
    EnemySeen,
    GoodsGained,
    GoodsPaid,
    SoldiersGained,
    VpChanged,
)
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def helped(*ranks: int, edition: str = "2e", option: str = "yes", **has: int) -> Kingsburg:
    """Seat 0 influences these advisors with what it has, and has been helped up to the first question."""
    table = Kingsburg(seats=3, edition=edition, negative_vp=option).give(0, **has)
    for rank in ranks:
        table.occupy(rank, 0, rank)
    return table.begin(SUMMER, alone=True).all_pass()


def gained(table: Kingsburg) -> dict[str, int]:
    """All that seat 0 owns, without the zeros."""
    me = table.player(0)
    names = ("vp", "gold", "wood", "stone", "soldiers", "plus2")
    return {name: getattr(me, name) for name in names if getattr(me, name)}


# -- how help is given -------------------------------------------------------------------------------------------


@rule("KB-P2c-1")
@both_editions
def test_advisors_help_in_ascending_rank_whoever_influenced_them(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).occupy(15, 0, 6, 6, 3).occupy(8, 1, 5, 3)
    table.occupy(2, 2, 2).occupy(3, 0, 3).occupy(13, 1, 6, 6, 1)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (2, 2, 2), 2: (3, 3, 3)}).all_pass()
    assert [(event.seat, event.source) for event in table.heard(GoodsGained)] == [
        (2, "advisor.squire"),
        (0, "advisor.architect"),
        (1, "advisor.treasurer"),
        (1, "advisor.champion"),
        (0, "advisor.inventor"),
    ]


@rule("KB-P2c-1")
def test_advisors_without_dice_help_nobody() -> None:
    table = helped()
    assert table.state.over
    assert [table.goods(seat) for seat in range(3)] == ["", "", ""]


@rule("KB-P2c-2")
@both_editions
def test_of_several_offers_one_is_chosen(edition: str) -> None:
    table = helped(4, edition=edition)
    assert table.options(0) == ["take gold", "take wood"]
    assert table.refuse("0 take gold wood").rule == "KB-ADV-4"
    assert table.refuse("0 take stone").rule == "KB-ADV-4"
    assert table.play("0 take wood").goods(0) == "1w"


@rule("KB-P2c-3")
@both_editions
def test_two_groups_with_one_advisor_are_both_helped_in_the_order_of_placement(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).occupy(4, 2, 4).occupy(4, 0, 4)
    table.begin(SUMMER, rolls={0: (1, 1, 1), 1: (2, 2, 2), 2: (3, 3, 3)}).all_pass()
    assert table.deciding == 2
    table.play("2 take gold")
    assert table.deciding == 0
    table.play("0 take wood")
    assert [table.goods(seat) for seat in range(3)] == ["1w", "", "1g"]


@rule("KB-P2c-3")
@both_editions
def test_one_player_with_both_groups_is_helped_twice(edition: str) -> None:
    assert gained(helped(1, 1, edition=edition)) == {"vp": 2}
    assert helped(4, 4, edition=edition).play("0 take gold", "0 take wood").goods(0) == "1g 1w"


@rule("KB-P2c-4")
@both_editions
def test_goods_of_a_lower_rank_may_be_used_at_a_higher(edition: str) -> None:
    table = helped(3, 6, edition=edition)
    assert table.options(0) == ["trade wood", "decline"]
    assert table.play("0 trade wood").goods(0) == "1g 1s"


@rule("KB-P2c-4")
@both_editions
def test_goods_of_a_higher_rank_come_too_late(edition: str) -> None:
    table = helped(6, 8, edition=edition)
    assert table.heard(GoodsPaid) == []
    assert table.goods(0) == "2g"


@rule("KB-P2c-5")
def test_all_dice_leave_the_court_and_bonus_dice_placed_or_not_are_returned() -> None:
    table = Kingsburg(seats=3, edition="1e").give(0, extra_dice=2, wood=1)
    table.begin(SPRING, rolls={0: ((1, 1, 1), (2, 6)), 1: (6, 6, 6), 2: (6, 6, 6)})
    table.play("0 influence 3 1 bonus 2").all_pass()
    assert table.verbs() == {"build", "pass"}
    assert table.view()["court"] == {}
    assert (table.player(0).dice, table.player(0).bonus, table.player(0).extra_dice) == ((), (), 0)
    table.play("0 pass")
    assert [(len(event.dice), len(event.bonus)) for event in table.heard(DiceRolled)[-3:]] == [(3, 0)] * 3


@rule("KB-P2c-7")
@both_editions
def test_used_tokens_are_gone_and_unused_ones_are_kept(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, plus2=3)
    table.begin(SPRING, rolls={0: (1, 2, 4), 1: (6, 6, 6), 2: (6, 6, 6)}).play("0 influence 9 1 2 4 plus2").all_pass()
    table.play("0 take gold").until("influence")
    assert (table.state.phase, table.player(0).plus2) == (SUMMER, 2)


@rule("KB-P2c-6")
@both_editions
def test_a_yield_that_must_be_paid_may_be_declined(edition: str) -> None:
    table = helped(6, 14, edition=edition, gold=1, vp=3)
    assert "decline" in table.options(0)
    table.play("0 decline")
    assert "decline" in table.options(0)
    table.play("0 decline")
    assert gained(table) == {"gold": 1, "vp": 3}
    assert len(table.heard(Declined)) == 2


@rule("KB-P2c-6")
@both_editions
def test_without_a_good_the_alchemist_gives_nothing(edition: str) -> None:
    table = helped(6, edition=edition, vp=5, plus2=2, soldiers=1)
    assert table.state.over
    assert gained(table) == {"vp": 5, "plus2": 2, "soldiers": 1}
    assert table.heard(Declined) == []


# -- the eighteen ------------------------------------------------------------------------------------------------


@rule("KB-ADV-1")
@both_editions
def test_jester(edition: str) -> None:
    assert gained(helped(1, edition=edition)) == {"vp": 1}


@rule("KB-ADV-2")
@both_editions
def test_squire(edition: str) -> None:
    assert gained(helped(2, edition=edition)) == {"gold": 1}


@rule("KB-ADV-3")
@both_editions
def test_architect(edition: str) -> None:
    assert gained(helped(3, edition=edition)) == {"wood": 1}


@rule("KB-ADV-4")
@both_editions
@pytest.mark.parametrize("good", ["gold", "wood"])
def test_merchant(good: str, edition: str) -> None:
    table = helped(4, edition=edition)
    assert table.options(0) == ["take gold", "take wood"]
    assert gained(table.play(f"0 take {good}")) == {good: 1}


@rule("KB-ADV-5")
@both_editions
def test_sergeant(edition: str) -> None:
    assert gained(helped(5, edition=edition)) == {"soldiers": 1}


@rule("KB-ADV-6")
@both_editions
@pytest.mark.parametrize(("paid", "left"), [("gold", "2w 2s"), ("wood", "2g 2s"), ("stone", "2g 2w")])
def test_alchemist(paid: str, left: str, edition: str) -> None:
    table = helped(6, edition=edition, gold=1, wood=1, stone=1)
    assert table.options(0) == ["trade gold", "trade wood", "trade stone", "decline"]
    assert table.play(f"0 trade {paid}").goods(0) == left


@rule("KB-ADV-6")
@both_editions
def test_the_alchemist_takes_one_good_that_one_has(edition: str) -> None:
    table = helped(6, edition=edition, gold=2)
    assert table.options(0) == ["trade gold", "decline"]
    assert table.refuse("0 trade stone").rule == "KB-ADV-6"
    assert table.refuse("0 trade gold gold").rule == "KB-ADV-6"


@rule("KB-ADV-7")
@both_editions
@pytest.mark.parametrize("good", ["gold", "wood", "stone"])
def test_astronomer(good: str, edition: str) -> None:
    assert gained(helped(7, edition=edition).play(f"0 take {good}")) == {good: 1, "plus2": 1}


@rule("KB-ADV-8")
@both_editions
def test_treasurer(edition: str) -> None:
    assert gained(helped(8, edition=edition)) == {"gold": 2}


@rule("KB-ADV-9")
@both_editions
@pytest.mark.parametrize("good", ["gold", "stone"])
def test_master_hunter(good: str, edition: str) -> None:
    table = helped(9, edition=edition)
    assert set(table.options(0)) == {"take gold", "take stone"}
    assert gained(table.play(f"0 take {good}")) == {"wood": 1, good: 1}


@rule("KB-ADV-10")
@both_editions
def test_general(edition: str) -> None:
    table = helped(10, edition=edition)
    assert gained(table) == {"soldiers": 2}
    assert [(event.seat, event.enemy) for event in table.heard(EnemySeen)] == [(0, "e1_goblins_3")]


@rule("KB-ADV-11")
@both_editions
@pytest.mark.parametrize("good", ["gold", "wood"])
def test_swordsmith(good: str, edition: str) -> None:
    table = helped(11, edition=edition)
    assert set(table.options(0)) == {"take gold", "take wood"}
    assert gained(table.play(f"0 take {good}")) == {"stone": 1, good: 1}


@rule("KB-ADV-12")
@both_editions
@pytest.mark.parametrize(("choice", "goods"), [("gold stone", "1g 1s"), ("wood wood", "2w")])
def test_duchess(choice: str, goods: str, edition: str) -> None:
    table = helped(12, edition=edition)
    assert len(table.options(0)) == 6
    assert table.refuse("0 take gold").rule == "KB-ADV-12"
    table.play(f"0 take {choice}")
    assert (table.goods(0), table.player(0).plus2) == (goods, 1)


@rule("KB-ADV-13")
@both_editions
def test_champion(edition: str) -> None:
    assert gained(helped(13, edition=edition)) == {"stone": 3}


@rule("KB-ADV-14")
@both_editions
@pytest.mark.parametrize(("choice", "goods"), [("gold wood stone", "1g 1w 1s"), ("stone stone stone", "3s")])
def test_smuggler(choice: str, goods: str, edition: str) -> None:
    table = helped(14, edition=edition, vp=4)
    assert len(table.options(0)) == 10 + 1
    assert table.refuse("0 take gold gold").rule == "KB-ADV-14"
    table.play(f"0 take {choice}")
    assert (table.goods(0), table.vp(0)) == (goods, 3)


@rule("KB-ADV-14")
@both_editions
@pytest.mark.parametrize("vp", [1, 0, -2])
def test_the_smuggler_may_be_paid_below_nothing(vp: int, edition: str) -> None:
    table = helped(14, edition=edition, vp=vp).play("0 take gold gold wood")
    assert (table.goods(0), table.vp(0)) == ("2g 1w", vp - 1)


@rule("KB-ADV-15")
@both_editions
def test_inventor(edition: str) -> None:
    assert gained(helped(15, edition=edition)) == {"gold": 1, "wood": 1, "stone": 1}


@rule("KB-ADV-16")
@both_editions
def test_wizard(edition: str) -> None:
    assert gained(helped(16, edition=edition)) == {"gold": 4}


@rule("KB-ADV-17")
@both_editions
@pytest.mark.parametrize(("choice", "goods"), [("gold wood", "1g 1w"), ("stone stone", "2s")])
def test_queen(choice: str, goods: str, edition: str) -> None:
    table = helped(17, edition=edition)
    assert len(table.options(0)) == 6
    table.play(f"0 take {choice}")
    assert (table.goods(0), table.vp(0), table.player(0).plus2) == (goods, 3, 0)
    assert [(event.seat, event.enemy) for event in table.heard(EnemySeen)] == [(0, "e1_goblins_3")]


@rule("KB-ADV-17", "KB-ADV-PEEK")
@both_editions
def test_the_goods_of_the_queen_are_chosen_before_the_card_is_seen(edition: str) -> None:
    table = helped(17, edition=edition)
    assert table.verbs() == {"take"}
    assert (table.view(0)["enemy"], table.vp(0), table.heard(EnemySeen)) == (None, 0, [])
    table.play("0 take gold stone")
    kinds = [type(event) for event in table.events if isinstance(event, GoodsGained | VpChanged | EnemySeen)]
    last = [VpChanged, EnemySeen] if edition == "2e" else [EnemySeen, VpChanged]  # as its sentence is written
    assert kinds == [GoodsGained, *last]


@rule("KB-ADV-7", "KB-ADV-12")
@both_editions
@pytest.mark.parametrize("rank", [7, 12])
def test_goods_come_before_the_token(rank: int, edition: str) -> None:
    table = helped(rank, edition=edition)
    assert table.player(0).plus2 == 0
    assert table.play(f"0 {table.options(0)[0]}").player(0).plus2 == 1


@rule("KB-ADV-10", "KB-ADV-PEEK")
@both_editions
def test_the_general_shows_the_card_after_the_soldiers(edition: str) -> None:
    events = helped(10, edition=edition).events
    kinds = [type(event) for event in events if isinstance(event, SoldiersGained | EnemySeen)]
    assert kinds == [SoldiersGained, EnemySeen]


@rule("KB-ADV-18")
@both_editions
def test_king(edition: str) -> None:
    assert gained(helped(18, edition=edition)) == {"gold": 1, "wood": 1, "stone": 1, "soldiers": 1}


@rule("KB-ADV-7")
def test_a_token_of_this_season_is_for_the_next() -> None:
    table = Kingsburg(seats=3).begin(SPRING, rolls={0: [(1, 6, 6), (1, 2, 6)], 1: [(6, 6, 6)] * 2, 2: [(6, 6, 6)] * 2})
    table.play("0 influence 7 1 6").all_pass().play("0 take gold")
    assert (table.state.phase, table.deciding) == (SUMMER, 0)
    assert "influence 3 1 plus2" in table.options(0)


# -- the secret look ---------------------------------------------------------------------------------------------


@rule("KB-ADV-PEEK")
@both_editions
@pytest.mark.parametrize("rank", [10, 17])
def test_the_top_card_is_shown_to_the_influencing_player_alone(rank: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e1_orcs_3").occupy(rank, 1, rank)
    stack = table.state.enemies
    table.begin(SUMMER).all_pass()
    if rank == 17:
        table.play("1 take gold gold")
    assert [table.view(seat)["enemy"] for seat in (0, 1, 2, None)] == [None, "e1_orcs_3", None, None]
    (seen,) = table.heard(EnemySeen)
    assert [seen.seen_by(seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    assert table.state.enemies == stack  # it goes back on top
    assert table.view()["enemy_open"] is False
    assert [event.seat for event in table.heard(EnemyLookedAt)] == [1]


@rule("KB-ADV-PEEK")
@pytest.mark.parametrize("rank", [9, 11, 16, 18])
def test_other_advisors_show_no_card(rank: int) -> None:
    table = helped(rank).idle()
    assert table.heard(EnemySeen) == []
    assert table.view(0)["enemy"] is None


@rule("KB-ADV-PEEK")
def test_the_card_seen_is_that_of_the_current_year() -> None:
    table = Kingsburg(seats=3, edition="1e").occupy(10, 0, 6, 4).begin(6).all_pass()  # Autumn, Winter, year II
    assert (table.state.year, table.view(0)["enemy"]) == (2, None)
    table.occupy(10, 0, 6, 4).begin(SPRING, year=2).all_pass()
    assert table.view(0)["enemy"] == "e2_goblins_4"
