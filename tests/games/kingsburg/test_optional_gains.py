"""What cards give is optional: the owner is asked where it could hurt, and not elsewhere."""

import pytest

from kronrat.games.kingsburg.rules.events import BonusDieGained, Declined, EnvoyGiven, GoodsGained
from kronrat.games.kingsburg.rules.hooks import update_hand
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, about_to_build, rules
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
    assert asked(table) == [f"accept {card}", f"accept {card} always", f"decline {card} always", "decline"]
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
    [(0, 0, True), (0, 1, True), (1, 0, False), (0, 2, False), (2, 0, False), (5, 5, True)],
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
@pytest.mark.parametrize(("governor", "theirs"), [("miner", 0), ("knight", 1)])
def test_a_rival_with_one_good_less_who_gains_no_more_is_not_reckoned_with(governor: str, theirs: int) -> None:
    """The Miner has had its turn; the Knight gives nothing at the end of a year."""
    table = governed(governor, "carpenter", seats=2).give(0, gold=theirs).give(1, gold=2).end_year(1)
    assert (asked(table), table.player(0).goods, table.player(1).wood) == ([], 1, 1)


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


@rule("KB-TIME-4", "KB2-GOV-SORCERER-1")
@pytest.mark.parametrize(("year", "question"), [(1, False), (2, True), (3, False)])
def test_the_buildings_of_a_sorcerer_before_phase_1_are_reckoned_with(year: int, question: bool) -> None:
    table = governed("carpenter", "sorcerer", seats=2).give(0, "inn", "statue").end_year(year)
    assert bool(asked(table)) is question


@rule("KB-TIME-4", "KB2-GOV-SORCERER-1")
@pytest.mark.parametrize(("mine", "question"), [(["market"], True), (["farms", "statue"], False)])
def test_a_sorcerer_builds_only_what_is_left_of_the_first_column(mine: list[str], question: bool) -> None:
    """With all but one row begun, one building can come."""
    table = governed("carpenter", "sorcerer", seats=2).give(0, *mine, "statue", "palisade", "barricade", "guard_tower")
    table.give(1, "statue", "inn", "palisade", "barricade", *(["church"] if question else []))
    assert bool(asked(table.end_year(2))) is question


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
def test_an_owner_who_always_declines_is_not_asked_again() -> None:
    table = governed("carpenter", seats=2).end_year(1).play("0 decline carpenter always")
    assert (table.player(0).wood, table.player(0).declines) == (0, ("carpenter",))
    table.give(0, gold=0).give(1, gold=0).end_year(2)
    assert (asked(table), table.player(0).wood, len(table.heard(Declined))) == ([], 0, 2)


@rule("KB-TIME-4")
def test_an_owner_who_always_declines_still_gets_what_cannot_hurt() -> None:
    table = governed("carpenter", seats=2).end_year(1).play("0 decline carpenter always")
    table.give(0, gold=0).give(1, gold=5).end_year(2)
    assert table.player(0).wood == 1


@rule("KB-TIME-4", "KB-BLD-EMBASSY-1")
def test_a_standing_answer_is_given_only_where_the_card_could_hurt() -> None:
    table = governed("", "minstrel", seats=2).give(0, "embassy", vp=20).give(1, vp=10)
    table.player(0).declines = ("embassy",)
    table.begin(SPRING, neutral=[(6, 6, 6), (6, 6)], alone=True).idle()
    assert table.vp(0) == 21


@rule("KB-TIME-4")
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_a_standing_answer_can_be_taken_back_while_building(answer: str) -> None:
    table = governed("carpenter", seats=2).end_year(1).play(f"0 {answer} carpenter always")
    table = about_to_build(table.give(0, gold=2, wood=1))
    assert "ask carpenter" in table.options()
    table.play("0 ask carpenter")
    assert (table.player(0).accepts, table.player(0).declines) == ((), ())
    assert table.options() == ["build statue", "build inn", "build barricade", "pass"]
    assert asked(table.give(0, gold=0, wood=0).give(1, gold=0).end_year(2))


@rule("KB-TIME-4")
def test_without_a_standing_answer_there_is_nothing_to_take_back() -> None:
    table = about_to_build(governed("carpenter", seats=2).give(0, gold=2))
    assert table.options() == ["build statue", "pass"]
    assert table.refuse("0 ask carpenter").says == "reason.no_standing_answer"
    assert table.refuse("0 ask").rule == "CORE-FORM"


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


@rule("KB-TIME-4", "KB-P5-10")
@pytest.mark.parametrize(
    ("theirs", "question"), [("market", False), ("farms", True), ("merchants_guild", True), ("barracks", False)]
)
def test_a_building_of_the_season_is_reckoned_with(theirs: str, question: bool) -> None:
    """Rivals with 2, 3, 4 and 3 buildings; the last one has goods enough to differ."""
    table = Kingsburg(2).give(0, "merchants_guild").give(1, theirs, gold=5 if theirs == "barracks" else 0)
    assert bool(asked(table.begin(SUMMER, neutral=[(6, 6, 6), (6, 6)]))) is question


@rule("KB-TIME-4", "KB-OPT-4")
@both_editions
def test_the_good_of_choice_may_be_left(edition: str) -> None:
    table = Kingsburg(3, edition, merchants_guild="choice").give(0, "merchants_guild").begin(SPRING)
    assert table.options(0) == ["take gold", "take wood", "take stone", "decline"]
    assert table.play("0 decline").goods(0) == ""


# -- discounts -----------------------------------------------------------------------------------------------------


def saving(*mine: str, edition: str = "2e", theirs: int = 4, governor: str = "", **goods: int) -> Kingsburg:
    """Seat 0 is about to build; its only rival has as many buildings as seat 0 will have, and so many goods."""
    table = Kingsburg(2, edition, modules="governors" if edition == "2e" else "")
    rows = ("merchants_guild", "fortress", "cathedral")
    table.give(0, *mine, **goods).give(1, *rows, gold=theirs)
    if governor:
        table.governor(0, governor)
    while table.player(1).buildings > table.player(0).buildings + 1:
        table.state.players[1].rows = _less(table.state.players[1].rows)
        update_hand(table.state, table.state.players[1])
    return about_to_build(table)


def _less(rows: tuple[int, ...]) -> tuple[int, ...]:
    last = max(number for number, built in enumerate(rows) if built)
    return tuple(built - (number == last) for number, built in enumerate(rows))


@rule("KB-TIME-4", "KB-BLD-CRANE-1")
def test_the_gold_of_the_crane_may_be_left() -> None:
    """The Church for its printed 3g 1w 2s; the goods that remain decide about the envoy."""
    table = saving("crane", "chapel", gold=7, wood=1, stone=2)
    assert "build church without crane" in table.options()
    table.play("0 build church without crane")
    assert (table.goods(0), table.buildings(0) >= {"church"}) == ("4g", True)


@rule("KB-TIME-4", "KB2-GOV-CARPENTER-2", "KB2-GOV-SCULPTOR-2")
@pytest.mark.parametrize(
    ("card", "mine", "built", "gold", "wood"),
    [("carpenter", "market", "farms", 6, 3), ("sculptor", "crane", "town_hall", 5, 1)],
)
def test_the_discount_of_a_governor_may_be_left(card: str, mine: str, built: str, gold: int, wood: int) -> None:
    """The Farms for 2g 3w 1s; the Town Hall for 1g 1w 1s, because the Crane is still used."""
    table = saving(mine, governor=card, gold=gold, wood=wood, stone=1)
    assert table.play(f"0 build {built} without {card}").goods(0) == "4g"


@rule("KB-TIME-4", "KB2-MOD2-11")
def test_each_of_several_discounts_may_be_left() -> None:
    table = saving("crane", "market", governor="carpenter", gold=6, wood=3, stone=1)
    ways = [way for way in table.options() if way.startswith("build farms")]
    assert ways == [
        "build farms",
        "build farms without crane",
        "build farms without carpenter",
        "build farms without crane carpenter",
    ]
    assert table.play("0 build farms without carpenter").goods(0) == "5g"


@rule("KB-TIME-4", "KB-P5-6")
def test_a_discount_may_be_left_with_the_envoy_too() -> None:
    table = Kingsburg(2).give(0, "crane", "chapel", gold=10, wood=2, stone=2).envoy(0)
    table = about_to_build(table.give(1, "merchants_guild", "chapel", gold=6))
    table.play("0 build inn", "0 build church without crane envoy")
    assert (table.goods(0), table.state.envoy) == ("6g", NOBODY)


@rule("KB-TIME-4", "KB-BLD-CRANE-1")
@pytest.mark.parametrize(("theirs", "offered"), [(2, False), (3, True), (6, True), (7, False)])
def test_a_discount_is_left_only_where_the_goods_saved_may_decide(theirs: int, offered: bool) -> None:
    table = saving("crane", "chapel", gold=7, wood=1, stone=2, theirs=theirs)  # 4 or 5 goods would be left
    assert ("build church without crane" in table.options()) is offered
    if not offered:
        assert table.refuse("0 build church without crane").says == "reason.discount_stays"


@rule("KB-TIME-4", "KB-BLD-CRANE-1")
def test_a_discount_that_cannot_be_done_without_is_not_left() -> None:
    table = saving("crane", "chapel", gold=2, wood=1, stone=2, theirs=0)
    assert table.refuse("0 build church without crane").says == "reason.goods_missing"
    assert table.refuse("0 build church without sculptor").says == "reason.not_owned"
    assert table.refuse("0 build inn without crane").says == "reason.nothing_off"
    assert table.refuse("0 build cathedral without crane").rule == "KB-P2d-3"
    assert table.refuse("0 build church without").rule == "CORE-FORM"
    assert table.refuse("0 build church without gold").rule == "CORE-FORM"


@rule("KB-TIME-4", "KB-BLD-CRANE-1")
def test_in_the_first_edition_the_crane_works_as_printed() -> None:
    table = saving("crane", "chapel", edition="1e", gold=7, wood=1, stone=2)
    assert [way for way in table.options() if way.startswith("build church")] == ["build church"]


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


@rule("KB-TIME-4", "KB-END-2", "KB2-GOV-MINSTREL-2")
def test_points_that_a_rival_still_gets_at_the_end_are_reckoned_with() -> None:
    """11 and 11 after both Cathedrals; the Minstrel's owner comes later in turn order."""
    table = governed("", "minstrel", seats=2).give(0, "cathedral", vp=10, gold=2)
    table.give(1, "cathedral", vp=10, gold=3).end_year(5)
    assert asked(table)
    assert table.play("0 decline").accept().vp(1) == 11


@rule("KB-TIME-4", "KB2-MOD3-4", "KB2-GOV-MINSTREL-2")
@pytest.mark.parametrize(("token", "question"), [(1, True), (3, False)])
def test_tokens_that_count_at_the_end_are_reckoned_with(token: int, question: bool) -> None:
    table = governed("", "minstrel", seats=2, modules="governors,army").give(0, "cathedral", vp=10, gold=2)
    table.give(1, vp=10)
    table.state.players[0].tokens, table.state.players[1].tokens = (0,), (token,)
    assert bool(asked(table.end_year(5))) is question


@rule("KB-TIME-4", "KB-BLD-EMBASSY-1", "KB2-GOV-MINSTREL-2")
@pytest.mark.parametrize(("mine", "question"), [(7, False), (8, True), (9, True), (10, True), (11, False), (12, False)])
def test_during_the_year_a_point_more_or_less_is_reckoned_with(mine: int, question: bool) -> None:
    table = governed("", "minstrel", seats=2).give(0, "embassy", vp=mine).give(1, vp=10)
    table.begin(SPRING, neutral=[(6, 6, 6), (6, 6)], alone=True)
    while not table.state.over and not asked(table):
        table.play(f"{table.deciding} {table.options()[-1]}")
    assert bool(asked(table)) is question


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
