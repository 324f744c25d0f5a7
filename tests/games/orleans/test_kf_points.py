"""The King's Favor: points, elimination, and all the ways to win."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.rounds import PassMarker
from kronrat.games.orleans.stories.kings_favor.rules.events import SettlersLeft
from kronrat.games.orleans.stories.kings_favor.rules.goals import EndYear
from kronrat.games.orleans.stories.kings_favor.rules.leaving import eliminate
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING
from kronrat.games.orleans.testing import Court
from tests.marks import rule


def bare(seats: int = 2, **options: str) -> Court:
    """Nobody has anything but the tile."""
    table = Court(seats, **options)
    for seat in range(seats):
        table.holds(seat).booklet(seat).favourites = 0
    return table


@rule("OS-KF-SCORE-1", "OS-KF-SCORE-6")
def test_goods_count_their_value_and_coins_one() -> None:
    table = bare().holds(0, "wood brocade wool fish", coins=4)
    assert table.points(0) == 2 + 5 + 4 + 1 + 4


@rule("OS-KF-SCORE-7", "OS-KF-SCORE-8", "OS-KF-SCORE-9", "OS-KF-SCORE-10", "OS-KF-SCORE-2")
def test_areas_villages_fortresses_and_churches_add_up() -> None:
    assert bare().areas(0, "b1").points(0) == 1
    assert bare().areas(0, "b1").villages("b1").points(0) == 1 + 2
    assert bare().areas(0, "b1").villages("b1").fortresses(0, "b1").points(0) == 1 + 2 + 3
    assert bare().areas(0, "b1").churches("b1").fortresses(0, "b1").points(0) == 1 + 2 + 4 + 3


@rule("OS-KF-SCORE-3")
def test_a_fortress_counts_without_a_settler_a_village_does_not() -> None:
    table = bare().fortresses(0, "b1").churches("b1")
    assert table.points(0) == 3


@rule("OS-KF-SCORE-4", "OS-KF-SCORE-12")
def test_fame_followers_and_technology_count_nothing() -> None:
    table = bare().holds(0, technology=3).fame(0, 90)
    assert sum(table.player(0).bag) == 6
    assert table.points(0) == 0


@rule("OS-KF-SCORE-5")
def test_what_lies_on_the_gate_and_on_wood_spaces_counts_and_what_was_sent_does_not() -> None:
    table = bare().lay(0, "coins_3", "gate").lay(0, "wool", "gate", 1).lay(0, "wood", "village", 2)
    assert table.points(0) == 3 + 4 + 2
    table.booklet(0).sent = 0b110
    assert table.points(0) == 9


@rule("OS-KF-SCORE-11")
def test_unused_favourite_tiles_count_ten() -> None:
    table = bare(favourites="2")
    table.booklet(0).favourites = 2
    assert table.points(0) == 20


@rule("OS-SC-20")
def test_the_points_of_two_survivors() -> None:
    table = bare(3).holds(0, "brocade " * 4 + "wool fish fish", coins=0)
    table.areas(0, "b1 b2 b3 b4 c1 c2 c3 c4").villages("b1 b2 b3 b4").churches("b1 b2").fortresses(0, "c1 c2 c3")
    table.booklet(0).favourites = 2
    assert table.points(0) == 79
    table = bare(3).holds(1, "wool wood", coins=13)
    table.areas(1, "d1 d2 d3 d4 d5 e1").villages("d1 d2 d3 d4").churches("d1 d2").fortresses(1, "d1 d5")
    table.booklet(1).favourites = 1
    assert table.points(1) == 57


@rule("OS-KF-END-6", "OS-PLACE-FORTRESS-9")
def test_what_an_eliminated_player_leaves() -> None:
    table = Court(3).holds(0, "wool wood", coins=4, technology=1).areas(0, "b1 b2").fortresses(0, "b1").churches("b2")
    table.card(0, "pub").lay(0, "farmer", "mill", 0).lay(0, "fish", "gate").booklet(0).sent = 0b010
    before = table.stock(table.state.storage)
    points = table.points(0)
    slot = table.state.atlas.slot_of["winery_deed"]
    table.state.deeds[slot] = (0, 0, -1, -1, -1, -1)
    eliminate(table.state, 0, "OS-KF-END-8")
    me, after = table.player(0), table.stock(table.state.storage)
    assert (table.booklet(0).points, table.points(0)) == (points, points)
    assert table.booklet(1).points == PLAYING
    assert (me.areas, me.fortresses, me.settlers, me.coins, me.technology, sum(me.bag), me.filled) == (
        0,
        0,
        10,
        0,
        0,
        0,
        0,
    )
    assert table.state.villages & table.mask("b2")
    assert table.state.chapels & table.mask("b2")
    assert table.state.deeds[slot][1] == 0
    gained = {token: after[token] - before.get(token, 0) for token in after if after[token] != before.get(token, 0)}
    assert gained == {"farmer": 3, "fisher": 2, "craftsman": 1, "merchant": 1, "wool": 1, "wood": 1, "fish": 1,
                      "technology": 1}  # fmt: skip
    assert "pub" not in [table.state.atlas.places[number].id for number in table.state.cards]
    assert me.layout.places == []
    assert [event.areas for event in table.heard(SettlersLeft)] == [("b1", "b2")]


def judged(year: int, *good: int, seats: int = 3) -> Court:
    """The end of a year in which these seats have done all that the king asked of them."""
    table = bare(seats, profile="recon-1").year(year, season=4)
    lands = ("a1 a2 a3 b1 b2 b3", "a4 a5 a6 b4 b5 c5", "d1 d2 d3 e1 e2 f1", "d4 d5 e3 e4 f3 f4")
    if seats < 4:
        lands = ("b1 b2 b3 c1 c2 c3", "b4 b5 c4 c5 d4 d5", "e1 e2 e3 e4 f1 f2", "")
    for seat in good:
        table.areas(seat, lands[seat]).fortresses(seat, lands[seat][:2]).fame(seat, 42 if year < 4 else 90)
        table.churches(lands[seat][:2]).villages(lands[seat][3:8])
        table.booklet(seat).sent = 0b11110
    return table


def outcome(table: Court) -> list[tuple[int, int]]:
    return [(result.seat, result.place) for result in table.state.standing()]


@rule("OS-KF-WIN-1")
def test_the_only_one_left_after_a_year_wins_at_once() -> None:
    table = judged(2, 1).holds(0, "brocade " * 9).run(EndYear())
    assert table.state.over
    assert outcome(table)[0] == (1, 1)
    (ended,) = table.heard("GameEnded")
    assert (ended.rule, ended.winners) == ("OS-KF-WIN-1", (1,))  # type: ignore[attr-defined]


@rule("OS-KF-WIN-2")
def test_of_several_survivors_the_one_with_most_points_wins() -> None:
    table = judged(5, 0, 1).holds(1, coins=2).holds(2, coins=99).run(EndYear())
    assert table.state.over
    assert outcome(table) == [(1, 1), (0, 2), (2, 3)]
    assert table.state.standing()[0].ties[0] == ("epochs", 5)


@rule("OS-KF-WIN-4")
def test_equal_points_share_the_victory() -> None:
    table = judged(5, 0, 1).run(EndYear())
    table.booklet(0).points = table.booklet(1).points = 30
    assert outcome(table) == [(0, 1), (1, 1), (2, 3)]


@rule("OS-KF-WIN-3")
def test_if_nobody_survives_those_who_came_furthest_compare_points() -> None:
    table = bare().year(3, season=4).holds(0, coins=5).holds(1, coins=8)
    third = bare(3).year(3, season=4).holds(0, coins=5).holds(1, coins=8).holds(2)
    eliminate(third.state, 2, "OS-KF-END-8")
    third.booklet(2).points, third.booklet(2).years = 99, 1
    for seat in range(2):
        table.booklet(seat).years = third.booklet(seat).years = 2
    assert outcome(table.run(EndYear())) == [(1, 1), (0, 2)]
    assert outcome(third.run(EndYear())) == [(1, 1), (0, 2), (2, 3)]
    assert [result.score for result in third.state.standing()] == [8, 5, 0]  # only the best are compared
    assert third.state.standing()[2].ties == (("epochs", 1), ("points", 99))
    assert third.state.over
    assert third.heard("GameEnded")[0].rule == "OS-KF-WIN-3"


@rule("OS-KF-WIN-5")
def test_autumn_and_winter_of_the_same_year_are_equal() -> None:
    table = bare().year(2, season=4).holds(0, coins=5).holds(1, coins=1)
    eliminate(table.state, 0, "OS-KF-SEASON-9")
    eliminate(table.state, 1, "OS-KF-END-8")
    assert outcome(table) == [(0, 1), (1, 2)]


@pytest.mark.parametrize("first", [0, 1, 2])
@rule("OS-KF-END-11")
def test_after_winter_the_marker_passes_to_the_next_still_in_the_game(first: int) -> None:
    table = judged(1, 0, 1, 2)
    table.state.first = first
    eliminate(table.state, 1, "OS-KF-END-8")
    table.run(PassMarker())
    assert table.state.first == {0: 2, 1: 2, 2: 0}[first]
    assert table.state.turn_order() == ([2, 0] if first < 2 else [0, 2])
