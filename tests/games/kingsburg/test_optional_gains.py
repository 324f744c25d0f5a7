"""What cards give is optional: the owner is asked where it could hurt, and not elsewhere."""

import pytest

from kronrat.games.kingsburg.rules.events import BonusDieGained, Declined, EnvoyGiven, GoodsGained
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, rules
from tests.games.kingsburg.editions import both_editions
from tests.games.kingsburg.governors.arrange import building, governed
from tests.marks import rule

each_craft = pytest.mark.parametrize("card", ["carpenter", "miner", "sculptor"])


def asked(table: Kingsburg) -> list[str]:
    """The answers to the question whether a gain is taken, if that is what is asked."""
    return table.options() if not table.state.over and "accept" in table.verbs() else []


def dice(table: Kingsburg) -> list[int]:
    """The seats that got the die of phase 1."""
    return [event.seat for event in table.heard(BonusDieGained) if event.source == "phase.1"]


# -- goods ---------------------------------------------------------------------------------------------------------


@rule("KB-TIME-4", "KB2-MOD2-3")
@each_craft
def test_a_good_that_hands_the_rival_the_die_may_be_declined(card: str) -> None:
    table = governed(card, seats=2).end_year(1)
    assert asked(table) == [f"accept {card}", f"accept {card} always", "decline"]
    table.play("0 decline")
    assert [event.source for event in table.heard(Declined)] == [f"governor.{card}"]
    assert dice(table) == []
    assert table.verbs() == {"take"}  # both are still equal, so that each takes a good instead


@rule("KB-TIME-4")
@each_craft
def test_the_good_may_be_taken_all_the_same(card: str) -> None:
    table = governed(card, seats=2).end_year(1).play(f"0 accept {card}")
    assert table.player(0).goods == 1
    assert dice(table) == [1]


@rule("KB-TIME-4")
@pytest.mark.parametrize(
    ("mine", "theirs", "question"),
    [(0, 0, True), (0, 1, True), (1, 0, True), (0, 2, False), (2, 0, False), (5, 5, True)],
)
def test_the_question_comes_only_where_a_good_may_decide(mine: int, theirs: int, question: bool) -> None:
    table = governed("carpenter", seats=2).give(0, gold=mine).give(1, gold=theirs).end_year(1)
    assert bool(asked(table)) is question
    assert table.player(0).wood == (0 if question else 1)


@rule("KB-TIME-4")
def test_a_rivals_good_of_the_same_moment_is_reckoned_with() -> None:
    table = governed("carpenter", "miner", seats=2).give(0, gold=1).end_year(1)
    table.play("0 decline")  # 1 and 0 goods
    table.play("1 accept miner")  # 1 and 1
    assert dice(table) == []


@rule("KB-TIME-4")
@pytest.mark.parametrize(("seat", "question"), [(0, True), (1, False), (2, False)])
def test_only_the_fewest_buildings_are_compared_by_goods(seat: int, question: bool) -> None:
    table = governed("", "", "", seats=4).give(1, "inn").give(2, "inn")
    assert bool(asked(table.governor(seat, "carpenter").end_year(1))) is question


@rule("KB-TIME-4")
def test_nobody_is_asked_who_is_alone_with_the_fewest_buildings() -> None:
    table = governed("carpenter").give(1, "inn").give(2, "inn").end_year(1)
    assert (asked(table), table.player(0).wood, dice(table)) == ([], 1, [0])


@rule("KB-TIME-4", "KB2-GOV-YEAREND-1")
def test_nobody_is_asked_when_the_king_helps_no_more() -> None:
    table = governed("carpenter", seats=2).end_year(5)
    assert table.state.over
    assert table.player(0).wood == 1


# -- always --------------------------------------------------------------------------------------------------------


@rule("KB-TIME-4")
def test_an_owner_who_always_accepts_is_not_asked_again() -> None:
    table = governed("carpenter", seats=2).end_year(1).play("0 accept carpenter always")
    assert (table.player(0).wood, table.player(0).accepts) == (1, ("carpenter",))
    table.give(0, wood=0).end_year(2)
    assert (asked(table), table.player(0).wood) == ([], 1)


@rule("KB-TIME-4")
@pytest.mark.parametrize("first", ["accept carpenter", "decline"])
def test_an_answer_holds_for_once(first: str) -> None:
    table = governed("carpenter", seats=2).end_year(1).play(f"0 {first}")
    assert asked(table.give(0, wood=0, gold=0).end_year(2))


@rule("KB-TIME-4")
def test_always_is_said_of_one_card() -> None:
    table = governed("carpenter", seats=2).give(0, "merchants_guild").give(1, "merchants_guild")
    table.end_year(1).play("0 accept carpenter always").give(0, wood=0).begin(SUMMER, year=2)
    assert asked(table)[0] == "accept merchants_guild"


# -- Merchants' Guild ----------------------------------------------------------------------------------------------


@rule("KB-TIME-4", "KB-BLD-MERCHANTS-1")
@both_editions
def test_the_gold_of_the_guild_may_be_left(edition: str) -> None:
    table = Kingsburg(2, edition).give(0, "merchants_guild").give(1, "wizards_guild").begin(SUMMER)
    table.play("0 decline")
    assert table.heard(GoodsGained) == []


@rule("KB-TIME-4", "KB-P5-10")
def test_an_owner_without_the_gold_may_get_the_envoy() -> None:
    table = Kingsburg(2).give(0, "merchants_guild").give(1, "wizards_guild", gold=1)
    table.begin(SUMMER, neutral=[(6, 6, 6), (6, 6)]).play("0 decline").until_phase(6)
    assert [event.seat for event in table.heard(EnvoyGiven)] == [0]


@rule("KB-TIME-4", "KB-OPT-4")
@both_editions
def test_the_good_of_choice_may_be_left(edition: str) -> None:
    table = Kingsburg(3, edition, merchants_guild="choice").give(0, "merchants_guild").begin(SPRING)
    assert table.options(0) == ["take gold", "take wood", "take stone", "decline"]
    assert table.play("0 decline").goods(0) == ""


# -- goods of choice of governors ----------------------------------------------------------------------------------


@rule("KB-TIME-4", "KB2-GOV-KNIGHT-1")
def test_the_knight_may_take_nothing() -> None:
    table = governed("knight").give(0, soldiers=9).begin(8, die=1, alone=True)
    assert table.options(0)[-1] == "decline"
    assert table.play("0 decline").heard(Declined)


@rule("KB-TIME-4", "KB2-GOV-TAX-2")
def test_the_tax_collector_may_take_nothing() -> None:
    table = building(governed("tax_collector").give(1, "town_hall", gold=2, wood=2, stone=2), 1, 0, 2)
    table.play("1 build embassy", "0 decline")
    assert table.goods(0) == ""


@rule("KB-TIME-4", "KB-P1-3")
@both_editions
def test_what_the_king_gives_is_no_effect_of_a_card(edition: str) -> None:
    table = Kingsburg(2, edition).begin(1)
    assert table.refuse("0 decline").says == "reason.not_optional"


# -- points --------------------------------------------------------------------------------------------------------


@rule("KB-TIME-4", "KB2-GOV-MINSTREL-2")
def test_a_point_that_costs_the_minstrel_more_may_be_declined() -> None:
    table = governed("minstrel").give(0, "cathedral", vp=10, gold=2).give(1, vp=10).give(2, vp=14).end_year(5)
    table.play("0 decline")
    assert table.vp(0) == 12  # tied for the fewest


@rule("KB-TIME-4", "KB2-GOV-MINSTREL-2")
def test_a_point_that_helps_a_rivals_minstrel_may_be_declined() -> None:
    table = governed("", "minstrel", seats=2).give(0, "cathedral", vp=9, gold=2).give(1, vp=10).end_year(5)
    table.play("0 decline")
    assert (table.vp(0), table.vp(1)) == (9, 10)


@rule("KB-TIME-4")
@pytest.mark.parametrize("mine", [5, 15])
def test_a_point_that_changes_no_comparison_comes_unasked(mine: int) -> None:
    table = governed("", "minstrel", seats=2).give(0, "cathedral", vp=mine, gold=2).give(1, vp=10).end_year(5)
    assert table.state.over
    assert table.vp(0) == mine + 1


@rule("KB-TIME-4")
def test_without_a_minstrel_points_come_unasked() -> None:
    table = governed("", "preacher", seats=2).give(0, "cathedral", vp=9, gold=2).give(1, vp=10).end_year(5)
    assert table.vp(0) == 10


# -- journals ------------------------------------------------------------------------------------------------------


@rule("KB-TIME-4")
def test_other_words_are_refused() -> None:
    table = governed("carpenter", seats=2).end_year(1)
    assert table.refuse("0 accept miner").rule == "CORE-FORM"
    assert table.refuse("0 decline carpenter").rule == "CORE-FORM"


@rule("KB-TIME-4")
@pytest.mark.parametrize("id", [id for id, card in rules().tables.cards.items() if card.harmless])
def test_cards_that_are_never_asked_about_give_neither_goods_nor_points(id: str) -> None:
    for phase in (SPRING, SUMMER, AUTUMN, 7, 8):
        table = governed(seats=2, modules="buildings,governors")
        table.state.phase = phase
        table.player(0).dice = (1, 1, 1)
        card = table.state.tables.cards[id]
        for moment in card.acts:
            card.act(table.state, 0, moment)
        assert (table.player(0).goods, table.vp(0), table.state.stack) == (0, 0, [])
