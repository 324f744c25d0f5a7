"""The raid turn by turn."""

from __future__ import annotations

import pytest

from kronrat.core.game import BadOption
from kronrat.games.tumult.rules.draft import DraftTurn
from kronrat.games.tumult.rules.raid import RevealTiles
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule

TWELVE = "b1 b2 b3 m1 m2 m3 t1 t2 t3 b1 m1 t1"


def draft(seats: int = 3, tiles: str = TWELVE, **options: str) -> Royal:
    return Royal(seats, raid="draft", **options).hidden(tiles).run(DraftTurn(0), RevealTiles())


def turns(table: Royal, count: int = 1_000) -> list[int]:
    """Who is asked to lift, if everybody looks at the first free tile and returns it."""
    seats: list[int] = []
    while not table.state.shown and len(seats) < count:
        (seat,) = table.state.deciding()
        seats.append(seat)
        table.state.play(seat, table.state.options(seat)[0])
        table.play(f"{seat} return")
    return seats


@rule("TR-DIG-ASYNC-1")
def test_everybody_has_one_turn_in_each_step() -> None:
    seats = turns(draft())
    assert len(seats) == 24
    for step in range(8):
        assert sorted(seats[3 * step : 3 * step + 3]) == [0, 1, 2]
    assert len(turns(draft(raid_steps="6"))) == 18
    assert len(turns(draft(raid_steps="12"))) == 36
    with pytest.raises(BadOption):
        game().settle_options({"raid": "draft", "raid_steps": "13"})


@rule("TR-DIG-ASYNC-2")
def test_the_lowest_rank_begins_and_each_step_starts_one_place_later() -> None:
    table = Royal(3, raid="draft").ranks(1, 0, 2).hidden(TWELVE).run(DraftTurn(0), RevealTiles())
    assert turns(table, 9) == [2, 0, 1, 0, 1, 2, 1, 2, 0]


@rule("TR-DIG-ASYNC-3")
def test_a_turn_is_a_look_or_a_stop() -> None:
    table = draft()
    assert set(table.options(2)) == {*[f"lift {slot}" for slot in range(12)], "stop"}
    table.play("2 lift 4")
    assert set(table.options(2)) == {"keep", "return"}
    table.play("2 keep", "1 stop")
    assert turns(table, 4) == [0, 0, 2, 0]  # seat 1 is out for the rest
    assert table.refuse(f"{table.state.deciding()[0]} resume").rule == "CORE-FORM"


@rule("TR-DIG-ASYNC-4")
def test_a_returned_tile_stays_in_its_slot_and_can_be_looked_at_again() -> None:
    table = draft()
    table.play("2 lift 4", "2 return")
    told = [event for event in table.events if event.seen_by(0)]
    assert [type(event).__name__ for event in told] == ["TileLifted", "TileReturned"]
    assert "m2" not in str(told)
    table.play("1 lift 4")
    assert game().view(table.state, 1)["raid"]["faces"] == {"4": "m2"}


@rule("TR-DIG-ASYNC-5")
def test_it_ends_after_the_last_step_or_when_all_stopped_or_nothing_is_free() -> None:
    table = draft().play("2 stop", "1 stop", "0 stop")
    assert table.state.shown
    table = draft(2, "b1 b2 b3").play("1 lift 0", "1 keep", "0 lift 1", "0 keep", "0 lift 2", "0 keep")
    assert table.state.shown
    assert not table.heard("Stopped")


@rule("TR-DIG-ASYNC-6")
def test_own_notes_are_shown_to_their_owner() -> None:
    table = draft().play("2 lift 4", "2 return", "1 lift 0", "1 keep", "0 lift 1", "0 return")
    table.play("1 lift 3", "1 return")
    assert game().view(table.state, 1)["raid"]["faces"] == {"0": "b1", "3": "m1"}
    assert game().view(table.state, 2)["raid"]["faces"] == {"4": "m2"}
    hidden = draft(own_tiles="hidden").play("2 lift 4", "2 keep")
    assert game().view(hidden.state, 2)["raid"]["faces"] == {}


@rule("TR-DIG-ASYNC-7")
def test_out_of_time_means_stop_for_this_raid() -> None:
    table = draft()
    assert game().overdue(table.state, 2) == ("stop",)
    assert game().overdue(table.state, 1) is None  # is not asked
    table.play("2 stop")
    assert game().overdue(table.state, 1) == ("stop",)


@rule("TR-DIG-ASYNC-7")
def test_out_of_time_with_a_tile_in_hand_returns_it() -> None:
    table = draft().play("2 lift 4")
    assert game().overdue(table.state, 2) == ("return",)
