"""The acting player need not be the start player: what an action brings goes to the seat that took it."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.testing import Loire
from tests.marks import rule

TASKS = ("well", "baptistery", "delegation", "harbour")
PAIRS = [(0, 1), (1, 0), (2, 1)]  # who begins, and who acts

pairs = pytest.mark.parametrize(("first", "seat"), PAIRS)


def begun_by(first: int, seat: int) -> Loire:
    """Nobody has open tasks, so that a token at the Gate of the seat that acts has one way to go only."""
    table = Loire(3, start=str(first))
    assert table.state.first == first != seat
    return table.crossed(seat, *TASKS)


def of_all(table: Loire, field: str) -> list[int]:
    return [getattr(table.player(seat), field) for seat in range(3)]


def only(seat: int, value: int, others: int = 0) -> list[int]:
    return [value if other == seat else others for other in range(3)]


@rule("OS-FK-CITIZEN-1")
@pairs
def test_the_citizen_goes_to_the_seat_that_completed_the_deed(first: int, seat: int) -> None:
    table = begun_by(first, seat).no_deeds("winery_deed").deed("winery_deed", "- farmer craftsman merchant wood")
    table.on(seat, "gate", "farmer").use("gate", seat=seat)
    assert [table.kingdom(other).citizens for other in range(3)] == only(seat, 1)
    assert [(event.rule, event.facts()["seat"]) for event in table.heard("DeedCompleted")] == [("OS-DEED-3", seat)]


@rule("OS-BUILD-3")
@pairs
def test_the_builder_gains_fame_by_the_builders_own_epoch(first: int, seat: int) -> None:
    table = begun_by(first, seat).epoch(first, 2).epoch(seat, 3).areas(seat, "b3")
    table.on(seat, "village", "farmer craftsman wood").use("village", seat=seat)
    assert of_all(table, "fame") == only(seat, 1 + 4, others=1)


@rule("OS-FK-TASK-4")
@pairs
def test_the_church_task_is_done_by_the_builder(first: int, seat: int) -> None:
    table = begun_by(first, seat).epoch(seat, 5).areas(seat, "c3").villages("c3")
    table.on(seat, "church", "craftsman monk wood").use("church", seat=seat)
    assert [table.kingdom(other).church for other in range(3)] == [other == seat for other in range(3)]
    assert [event.facts()["seat"] for event in table.heard("TaskCompleted")] == [seat]


@rule("OS-DEED-ALCHEMY-2")
@pairs
def test_the_reward_of_alchemy_is_for_the_sender(first: int, seat: int) -> None:
    for reward, fame, coins in (("fame", 3, 0), ("coins", 1, 3)):
        table = begun_by(first, seat).no_deeds("alchemy_a").on(seat, "gate", "farmer").use("gate", seat=seat)
        table.play(f"{seat} reward {reward}")
        assert of_all(table, "fame") == only(seat, fame, others=1)
        assert of_all(table, "coins") == only(seat, coins)


@rule("OS-DEED-BARTER-1")
@pairs
def test_barter_is_between_the_sender_and_the_player_named(first: int, seat: int) -> None:
    other = 3 - first - seat
    table = begun_by(first, seat).no_deeds("barter").on(seat, "gate", "cheese")
    table.goods(first, "fish bread").goods(seat, "fish").goods(other, "brocade").use("gate", seat=seat)
    table.play(f"{seat} swap fish {other} brocade")
    assert (table.supply(first), table.supply(seat), table.supply(other)) == ("bread fish", "brocade", "fish")


@rule("OS-PEACE-4", "OS-FK-CONTROL-6")
def test_what_one_builds_in_a_shared_area_counts_for_the_other_at_once() -> None:
    table = Loire().epoch(0, 8).epoch(1, 8).areas(0, "b2", "b3").areas(1, "b3")
    table.on(1, "village", "farmer craftsman wood").use("village", seat=1)
    assert table.state.villages >> table.area("b3") & 1
    assert (table.kingdom(0).cubes, table.kingdom(0).citizens) == ((0, 1, 0), 1)
    assert (table.kingdom(1).cubes, table.kingdom(1).citizens) == ((0, 0, 0), 0)
