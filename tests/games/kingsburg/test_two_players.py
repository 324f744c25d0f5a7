"""The rules for two players: neutral dice at court."""

import pytest

from kronrat.games.kingsburg.rules.events import BattleFought, GoodsGained, NeutralPlaced, NeutralSetAside, OrderSet
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

Dice = tuple[int, ...]


def season(edition: str, three: Dice, two: Dice, phase: int = SUMMER) -> Kingsburg:
    """A season of two players with these neutral dice; seat 0 is first to influence."""
    table = Kingsburg(seats=2, edition=edition)
    return table.begin(phase, rolls={0: (1, 2, 4), 1: (6, 6, 6)}, neutral=[three, two], alone=True)


def blocked(table: Kingsburg) -> dict[int, Dice]:
    """The neutral dice, by the rank they lie on."""
    return {event.rank: event.dice for event in table.heard(NeutralPlaced)}


@rule("KB-2P-1")
@both_editions
@pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])
def test_three_neutral_dice_lie_on_the_advisor_of_their_total(phase: int, edition: str) -> None:
    table = season(edition, (4, 5, 6), (1, 2), phase)
    assert blocked(table)[15] == (4, 5, 6)
    assert set(table.view()["court"]) == {"3", "15"}


@rule("KB-2P-1")
@both_editions
def test_neutral_dice_come_before_anything_else_in_a_season(edition: str) -> None:
    table = Kingsburg(seats=2, edition=edition).give(0, "merchants_guild")
    table.begin(SPRING, neutral=[(1, 1, 1), (6, 6)])
    firsts = [type(event).__name__ for event in table.events][:4]
    assert firsts == ["PhaseBegan", "NeutralPlaced", "NeutralPlaced", "BonusDieGained"]


@rule("KB-2P-2")
@both_editions
def test_two_more_neutral_dice_lie_on_the_advisor_of_theirs(edition: str) -> None:
    table = season(edition, (1, 1, 2), (5, 6))
    assert blocked(table) == {4: (1, 1, 2), 11: (5, 6)}
    assert [event.dice for event in table.heard(NeutralPlaced)] == [(1, 1, 2), (5, 6)]


@rule("KB-2P-1", "KB-2P-2")
def test_neutral_dice_are_rolled_anew_in_every_season() -> None:
    neutral = [(1, 1, 1), (6, 6), (6, 6, 6), (1, 1), (2, 2, 3), (3, 6)]
    table = Kingsburg(seats=2).begin(SPRING, neutral=neutral).all_pass().all_pass().all_pass()
    assert [event.rank for event in table.heard(NeutralPlaced)][:6] == [3, 12, 18, 2, 7, 9]


@rule("KB-2P-3")
@both_editions
def test_with_equal_totals_the_two_dice_are_placed_singly(edition: str) -> None:
    table = season(edition, (1, 2, 4), (3, 4))
    assert blocked(table) == {7: (1, 2, 4), 3: (3,), 4: (4,)}
    assert table.heard(NeutralSetAside) == []
    assert table.reach(0) == {1, 2, 5, 6}


@rule("KB-2P-3")
@both_editions
def test_with_other_totals_they_stay_together(edition: str) -> None:
    assert blocked(season(edition, (1, 2, 5), (3, 4))) == {8: (1, 2, 5), 7: (3, 4)}


@rule("KB-2P-7")
@both_editions
def test_of_two_equal_dice_one_is_put_aside(edition: str) -> None:
    table = season(edition, (2, 2, 4), (4, 4))
    assert blocked(table) == {8: (2, 2, 4), 4: (4,)}
    assert [event.die for event in table.heard(NeutralSetAside)] == [4]
    assert [group[1:] for group in table.view()["court"]["4"]] == [[4]]


@rule("KB-2P-7")
@both_editions
def test_a_double_elsewhere_is_placed_as_a_pair(edition: str) -> None:
    table = season(edition, (2, 2, 5), (4, 4))
    assert blocked(table) == {9: (2, 2, 5), 8: (4, 4)}
    assert table.heard(NeutralSetAside) == []


@rule("KB-2P-4")
@both_editions
def test_advisors_with_neutral_dice_are_taken_but_for_the_envoy(edition: str) -> None:
    table = season(edition, (1, 1, 4), (1, 3))
    assert table.refuse("0 influence 6 2 4").rule == "KB-P2b-7"
    assert table.refuse("0 influence 4 4").rule == "KB-P2b-7"
    table = Kingsburg(seats=2, edition=edition).envoy(0)
    table.begin(SUMMER, rolls={0: (1, 2, 4), 1: (6, 6, 6)}, neutral=[(1, 1, 4), (1, 1)], alone=True)
    table.play("0 influence 2 2 envoy").all_pass()
    assert [(event.seat, event.source) for event in table.heard(GoodsGained)] == [(0, "advisor.squire")]


@rule("KB-2P-4")
@both_editions
def test_neutral_dice_yield_nothing(edition: str) -> None:
    table = season(edition, (5, 5, 6), (4, 4)).all_pass()  # Wizard and Treasurer
    assert table.state.over
    assert [(table.goods(seat), table.vp(seat)) for seat in (0, 1)] == [("", 0), ("", 0)]


@rule("KB-2P-5")
@both_editions
def test_neutral_dice_leave_at_the_end_of_the_season(edition: str) -> None:
    table = season(edition, (5, 5, 6), (4, 4)).all_pass()
    assert table.view()["court"] == {}


@rule("KB-2P-5")
@both_editions
def test_the_next_season_begins_with_a_free_court(edition: str) -> None:
    table = Kingsburg(seats=2, edition=edition)
    table.begin(SPRING, neutral=[(1, 1, 1), (6, 6), (1, 1, 1), (6, 6)]).all_pass()
    assert (table.state.phase, set(table.view()["court"])) == (SUMMER, {"3", "12"})
    assert [group[1:] for group in table.view()["court"]["3"]] == [[1, 1, 1]]


@rule("KB-2P-6")
@both_editions
def test_the_king_compares_the_two_players_only(edition: str) -> None:
    table = Kingsburg(seats=2, edition=edition).give(0, "market").give(1, "inn")
    table.begin(3, alone=True)
    assert [table.vp(seat) for seat in (0, 1)] == [1, 0]
    table.begin(5, alone=True)
    assert table.view()["envoy"] == 1
    table.begin(1, year=2, alone=True)
    assert [table.player(seat).extra_dice for seat in (0, 1)] == [0, 1]


@rule("KB-2P-6")
@both_editions
def test_neutral_colours_take_no_part_in_turn_order_and_battle(edition: str) -> None:
    table = season(edition, (1, 1, 1), (1, 1))
    assert [(event.order, event.totals) for event in table.heard(OrderSet)] == [((0, 1), (7, 18))]
    table.begin(8, die=1, alone=True)
    assert [event.seat for event in table.heard(BattleFought)] == [0, 1]


@rule("KB-2P-6")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_more_players_there_are_no_neutral_dice(seats: int) -> None:
    table = Kingsburg(seats=seats).begin(SPRING)
    assert table.heard(NeutralPlaced) == []
    assert table.view()["court"] == {}
