"""The end of the game and its winner."""

import pytest

from kronrat.core.game import Standing
from kronrat.games.kingsburg.rules.events import GameEnded, PhaseBegan
from kronrat.games.kingsburg.testing import Kingsburg, full_game
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def winners(table: Kingsburg) -> tuple[int, ...]:
    table.end_game()
    (end,) = table.heard(GameEnded)
    assert tuple(sorted(place.seat for place in table.state.standing() if place.place == 1)) == end.winners
    return end.winners


@rule("KB-END-1")
@both_editions
@pytest.mark.parametrize("seats", [2, 4])
def test_the_game_ends_after_phase_eight_of_year_five(seats: int, edition: str) -> None:
    match, events = full_game(seats, edition)
    ends = [n for n, event in enumerate(events) if isinstance(event, GameEnded)]
    assert ends == [len(events) - 1]
    assert [event.phase for event in events if isinstance(event, PhaseBegan)].count(8) == 5
    assert match.over
    assert match.state.deciding() == ()


@rule("KB-END-1")
@both_editions
def test_no_earlier_year_ends_the_game(edition: str) -> None:
    for year in (1, 2, 3, 4):
        assert not Kingsburg(seats=3, edition=edition).end_year(year).state.over


@rule("KB-END-2")
@both_editions
def test_the_cathedral_counts_before_the_winner_is_found(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "cathedral", gold=2, stone=2, vp=40).give(1, vp=41)
    assert winners(table) == (0,)
    assert table.vp(0) == 42


@rule("KB-END-2")
@both_editions
def test_the_battle_of_year_five_comes_before_the_cathedral(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).enemy("e4_orcs_7").give(0, "cathedral", soldiers=9, gold=1)
    table.begin(8, year=5, die=1).play("0 take wood")
    assert table.vp_from(0, "building.cathedral") == [1]


@rule("KB-END-3")
@both_editions
def test_most_points_win(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "cathedral", vp=40).give(1, vp=41).give(2, vp=39, gold=9)
    assert winners(table) == (1,)
    assert [(place.seat, place.place, place.score) for place in table.state.standing()] == [
        (1, 1, 41),
        (0, 2, 40),
        (2, 3, 39),
    ]


@rule("KB-END-5")
@both_editions
def test_with_equal_points_most_goods_win_whatever_the_buildings(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "fortress", vp=40, gold=3)
    table.give(1, vp=40, wood=2, stone=2).give(2, vp=39, gold=9)
    assert winners(table) == (1,)


@rule("KB-END-5")
@both_editions
def test_tokens_are_no_goods_in_a_tie(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, vp=40, gold=3, plus2=9, soldiers=2).give(1, vp=40, stone=4)
    assert winners(table) == (1,)


@rule("KB-END-5")
def test_only_those_with_the_most_points_are_compared() -> None:
    table = Kingsburg(seats=3).give(0, vp=40, gold=1).give(1, vp=40, gold=2).give(2, vp=39, gold=9)
    assert winners(table) == (1,)
    assert [place.seat for place in table.state.standing()] == [1, 0, 2]
    assert table.state.standing()[0] == Standing(1, 1, 40, (("goods", 2),))


@rule("KB-END-6")
@both_editions
def test_with_equal_points_and_goods_most_buildings_win(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "fortress", vp=40, gold=3)
    table.give(1, "wizards_guild", "inn", vp=40, wood=2, stone=1).give(2, "cathedral", "embassy", vp=40)
    assert winners(table) == (1,)


@rule("KB-END-7")
@both_editions
def test_still_tied_players_share_the_victory(edition: str) -> None:
    table = Kingsburg(seats=4, edition=edition).give(0, "fortress", vp=40, gold=3).give(3, "stable", vp=40, gold=3)
    table.give(1, "farms", "barricade", vp=40, wood=3).give(2, vp=39)
    assert winners(table) == (0, 1)
    assert [(place.seat, place.place) for place in table.state.standing()] == [(0, 1), (1, 1), (3, 3), (2, 4)]


@rule("KB-END-7")
@both_editions
def test_turn_order_breaks_no_tie(edition: str) -> None:
    assert winners(Kingsburg(seats=3, edition=edition).order(2, 1, 0)) == (0, 1, 2)


@rule("KB-END-4")
@both_editions
def test_goods_counted_by_the_cathedral_are_kept_for_the_tie(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "cathedral", gold=2, wood=2, stone=1, vp=40)
    table.give(1, vp=42, gold=4)
    assert winners(table) == (0,)
    assert (table.vp(0), table.goods(0)) == (42, "2g 2w 1s")
