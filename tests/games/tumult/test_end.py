"""How the game ends, and who has won."""

from __future__ import annotations

import pytest

from kronrat.games.tumult.rules.coronation import CheckEnd, Crown, Mercy
from kronrat.games.tumult.rules.placing import BeginPlacing, Place
from kronrat.games.tumult.rules.rounds import NextRound
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule


def crowned(seats: int, king: int, space: int, *statues: int) -> Royal:
    """The king is about to write into this space; the numbers are those before."""
    order = [king, *[seat for seat in range(seats) if seat != king]]
    table = Royal(seats).ranks(*order).kings(*[0] * (space - 1)).statues(*statues)
    table.state.open = (True,) * table.state.ground.places
    return table.run(Crown(), CheckEnd(), Mercy(), NextRound())


def winner(table: Royal) -> int:
    return table.state.standing()[0].seat


@rule("TR-GEN-2")
def test_most_statues_win_wherever_they_stand() -> None:
    table = Royal(3).kings(0, 0, 2).owns(1, (0, 0)).statues(2, 1, 3)
    assert [result.seat for result in table.state.standing()] == [2, 0, 1]
    assert [result.score for result in table.state.standing()] == [3, 2, 1]


@rule("TR-END-1", "TR-END-3", "TR-EX-16")
def test_the_difference_ends_the_game_in_round_seven() -> None:
    """Violet 0, yellow 1, blue 2."""
    table = crowned(3, 2, 7, 15, 19, 19)
    assert table.state.over
    assert table.all_statues() == [15, 19, 21]
    assert winner(table) == 2
    (event,) = table.heard("EndChecked")
    assert (event.facts()["difference"], event.facts()["number"]) == (6, 5)
    assert not table.heard("MercyShown")


@rule("TR-END-3", "TR-EX-D1")
def test_an_equal_difference_does_not() -> None:
    table = crowned(3, 2, 7, 16, 19, 19)
    assert not table.state.over
    assert table.state.round == 8


@rule("TR-END-1")
@pytest.mark.parametrize("space", [1, 2, 4, 5])
def test_single_spaces_end_nothing(space: int) -> None:
    table = crowned(2, 0, space, 20, 1)
    assert not table.state.over
    assert not table.heard("EndChecked")


@rule("TR-END-2")
@pytest.mark.parametrize(
    ("statues", "difference"), [((10, 12, 12), 0), ((10, 10, 12), 2), ((12, 12, 12), 2), ((8, 12, 10), 2)]
)
def test_the_difference_is_that_of_the_first_and_the_last_with_the_new_statues(
    statues: tuple[int, ...], difference: int
) -> None:
    table = crowned(3, 0, 6, *statues)
    numbers = table.all_statues()
    assert table.heard("EndChecked")[0].facts()["difference"] == max(numbers) - min(numbers) == difference


@rule("TR-END-4", "TR-EX-D2")
def test_the_last_space_ends_the_game_in_any_case() -> None:
    table = crowned(3, 0, 10, 20, 22, 22)
    assert table.all_statues() == [22, 22, 22]
    assert table.state.over
    assert winner(table) == 0
    assert table.heard("GameEnded")[0].rule == "TR-END-4"
    table = crowned(3, 0, 10, 20, 15, 22)  # and not for the difference, however large
    (ended,) = table.heard("GameEnded")
    assert (ended.rule, ended.facts()["reason"]) == ("TR-END-4", "chronicle")


@rule("TR-END-5", "TR-EX-D2")
def test_of_equal_leaders_the_higher_rank_wins() -> None:
    table = crowned(3, 2, 10, 22, 22, 18)
    assert table.all_statues() == [22, 22, 20]
    assert table.state.over
    assert winner(table) == 0
    table = Royal(3).ranks(1, 2, 0).statues(20, 20, 20)
    assert [result.seat for result in table.state.standing()] == [1, 2, 0]
    assert [result.ties for result in table.state.standing()] == [(("rank", 1),), (("rank", 2),), (("rank", 3),)]


@rule("TR-END-6")
def test_the_25th_statue_on_a_field_ends_the_game_at_once() -> None:
    table = Royal(3).statues(24, 10, 24).land("mm").owns(0, (0, 0)).goods("", "b1 m1", "b3", "b3 m3")
    table.run(BeginPlacing(), Mercy()).play("0 place 0 1")
    assert table.state.over
    assert winner(table) == 0
    assert not table.heard("GoodsLapsed")
    assert table.heard("GameEnded")[0].facts()["reason"] == "statues"


@rule("TR-END-6")
def test_24_statues_end_nothing() -> None:
    table = Royal(2).statues(23, 10).land("mm").owns(0, (0, 0)).goods("", "b1 m1")
    table.run(Place(0), Place(1), Mercy()).play("0 place 0 1")
    assert table.heard("MercyShown")


@rule("TR-END-6", "TR-EX-D4", "TR-P6-5")
def test_the_25th_statue_in_the_chronicle_comes_before_the_check() -> None:
    table = crowned(2, 1, 8, 22, 24)
    assert table.state.over
    assert table.all_statues() == [22, 25]
    assert table.heard("ChronicleWritten")[0].facts()["statues"] == 1
    assert not table.heard("EndChecked")
    assert winner(table) == 1


@rule("TR-END-6", "TR-P6-5")
def test_after_the_25th_statue_no_land_is_turned_up() -> None:
    table = Royal(3).fresh()
    table.state.stack.clear()
    table.kings(0, 0).statues(24, 10, 10).run(Crown(), CheckEnd(), Mercy(), NextRound())
    assert False in table.state.open
    assert table.state.over
    assert table.events[-1] == table.heard("GameEnded")[0]


@rule("TR-END-7")
def test_further_places_by_statues_then_rank() -> None:
    table = Royal(4).ranks(3, 1, 0, 2).statues(12, 12, 15, 9)
    standing = table.state.standing()
    assert [(result.seat, result.place) for result in standing] == [(2, 1), (1, 2), (0, 3), (3, 4)]
    assert [bool(result.ties) for result in standing] == [False, True, True, False]


@rule("TR-END-4", "TR-CHR-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("raid", ["draft", "live", "orders"])
def test_no_game_is_longer_than_the_chronicle(seats: int, raid: str) -> None:
    for number in range(4):
        table = Royal(seats, raid=raid).fresh().random(f"long {number}")
        assert table.state.over
        assert len(table.state.chronicle) <= 10
        assert game().view(table.state, None)["over"]
