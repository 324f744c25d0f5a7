"""Step a of a season: rolling and the turn order."""

import pytest

from kronrat.games.kingsburg.rules.events import BonusDiceLeft, CardUsed, DiceRolled, OrderSet
from kronrat.games.kingsburg.testing import SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


@rule("KB-P2a-1")
@both_editions
@pytest.mark.parametrize("bonus", [0, 1, 3])
def test_everybody_rolls_three_dice_and_all_bonus_dice(bonus: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(1, extra_dice=bonus).begin(SPRING)
    if edition == "2e" and bonus:
        table.play(f"1 bonus {bonus}")
    rolled = {event.seat: (len(event.dice), len(event.bonus)) for event in table.heard(DiceRolled)}
    assert rolled == {0: (3, 0), 1: (3, bonus), 2: (3, 0)}
    assert [len(player.dice) for player in table.state.players] == [3, 3, 3]


@rule("KB-P2a-1")
def test_nobody_sees_a_roll_before_he_has_decided_what_to_roll() -> None:
    table = Kingsburg(seats=3).give(0, extra_dice=1).give(2, extra_dice=1).begin(SPRING).play("0 bonus 1")
    assert (table.deciding, table.heard(DiceRolled)) == (2, [])
    table.play("2 bonus 0")
    assert len(table.heard(DiceRolled)) == 3


@rule("KB-P2a-2")
@both_editions
def test_rerolls_are_made_in_the_old_turn_order_one_player_after_the_other(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(1, 2, 0)
    for seat in range(3):
        table.give(seat, "chapel")
    table.rolls = {0: [(6, 6, 6)], 1: [(2, 2, 2), (2,), (6, 6, 5)], 2: [(1, 1, 2), (1, 1, 4)]}
    table.begin(SPRING)
    table.play("1 use statue die", "1 use chapel", "2 use chapel", "0 done")
    assert [(event.seat, event.card) for event in table.heard(CardUsed)] == [
        (1, "statue"),
        (1, "chapel"),
        (2, "chapel"),
    ]
    assert table.state.order == (2, 1, 0)


@rule("KB-P2a-2")
def test_rerolls_wait_until_all_have_rolled() -> None:
    table = Kingsburg(seats=3).give(0, "chapel").begin(SPRING, rolls={0: (1, 1, 2), 1: (3, 3, 4), 2: (5, 5, 6)})
    assert [event.seat for event in table.heard(DiceRolled)] == [0, 1, 2]
    assert table.verbs() == {"use", "done"}
    assert table.heard(OrderSet) == []


@rule("KB-P2a-3")
@both_editions
def test_the_lowest_total_goes_first(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition)
    table.begin(SPRING, rolls={0: (4, 4, 4), 1: (1, 2, 3), 2: (5, 6, 6), 3: (1, 3, 5)})
    assert [(event.order, event.totals) for event in table.heard(OrderSet)] == [((1, 3, 0, 2), (6, 9, 12, 17))]
    assert table.deciding == 1


@rule("KB-P2a-3")
@both_editions
def test_bonus_dice_count_for_the_turn_order(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, extra_dice=2)
    table.begin(SPRING, rolls={0: ((1, 1, 1), (4, 4)), 1: (3, 3, 4), 2: (4, 4, 4)})
    if edition == "2e":
        table.play("0 bonus 2")
    assert table.state.order == (1, 0, 2)


@rule("KB-P2a-4")
@both_editions
def test_equal_totals_keep_their_order(edition: str) -> None:
    table = Kingsburg(seats=5, edition=edition).order(3, 4, 0, 2, 1)
    table.begin(SPRING, rolls={0: (3, 3, 3), 1: (1, 2, 6), 2: (2, 2, 5), 3: (6, 6, 6), 4: (3, 3, 3)})
    assert table.state.order == (4, 0, 2, 1, 3)


@rule("KB-P2a-4")
def test_the_order_of_the_season_before_decides_a_tie() -> None:
    table = Kingsburg(seats=3).order(0, 1, 2)
    table.begin(SPRING, rolls={0: [(6, 6, 6), (2, 3, 4)], 1: [(5, 5, 5), (1, 3, 5)], 2: [(1, 1, 2), (3, 3, 3)]})
    assert table.state.order == (2, 1, 0)
    table.all_pass()
    assert (table.state.phase, table.state.order) == (SUMMER, (2, 1, 0))


@rule("KB-P2a-4")
def test_the_first_placement_counts_for_the_first_season() -> None:
    table = Kingsburg(seats=3).order(1, 2, 0).begin(1, rolls=dict.fromkeys(range(3), (2, 3, 4)))
    table.play("1 take gold", "2 take gold", "0 take gold")
    assert (table.state.phase, table.state.order) == (SPRING, (1, 2, 0))


@rule("KB-P2a-5")
@both_editions
def test_tokens_and_market_do_not_count_for_the_turn_order(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(2, 1, 0).give(0, "market", plus2=4)
    table.begin(SPRING, rolls={0: (2, 3, 4), 1: (3, 3, 4), 2: (2, 3, 5)})
    assert [(event.order, event.totals) for event in table.heard(OrderSet)] == [((0, 2, 1), (9, 10, 10))]
    table.play("0 influence 5 4 market")
    assert table.deciding == 2


@rule("KB-P2a-6")
def test_in_the_first_edition_all_bonus_dice_are_rolled_without_a_question() -> None:
    table = Kingsburg(seats=3, edition="1e").give(0, "farms", extra_dice=1).begin(SPRING)
    assert table.verbs() == {"influence", "pass"}
    assert len(table.player(0).bonus) == 2


@rule("KB-P2a-6")
@pytest.mark.parametrize("rolled", [0, 1, 2])
def test_in_the_second_edition_any_number_of_bonus_dice_may_be_left(rolled: int) -> None:
    table = Kingsburg(seats=3).give(0, "farms", extra_dice=1).begin(SPRING)
    assert table.options(0) == ["bonus 2", "bonus 1", "bonus 0"]
    table.play(f"0 bonus {rolled}")
    assert len(table.player(0).bonus) == rolled
    assert [event.count for event in table.heard(BonusDiceLeft)] == ([2 - rolled] if rolled < 2 else [])


@rule("KB-P2a-6")
def test_no_more_bonus_dice_are_rolled_than_one_has() -> None:
    table = Kingsburg(seats=3).give(0, extra_dice=2).begin(SPRING)
    assert table.refuse("0 bonus 3").rule == "KB-P2a-6"
    assert table.refuse("0 bonus -1").rule == "KB-P2a-6"


@rule("KB-P2a-6")
def test_bonus_dice_left_out_are_not_kept_for_later() -> None:
    table = Kingsburg(seats=3).give(0, extra_dice=2).begin(SPRING).play("0 bonus 1").all_pass()
    assert table.state.phase == SUMMER
    assert [len(event.bonus) for event in table.heard(DiceRolled) if event.seat == 0] == [1, 0]


@rule("KB-P2a-6")
def test_bonus_dice_are_decided_in_turn_order_after_all_start_of_season_effects() -> None:
    table = Kingsburg(seats=3).order(2, 0, 1).give(0, "farms").give(2, "farms").give(1, "merchants_guild")
    table.begin(SPRING).accept()
    assert (table.deciding, table.goods(1)) == (2, "1g")
    assert table.play("2 bonus 1").deciding == 0
    assert table.play("0 bonus 1").deciding == 1
