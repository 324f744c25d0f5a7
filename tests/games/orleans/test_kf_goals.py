"""The King's Favor: the tasks of the king, the end of a year, and round bonuses."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.actions import BeginActions
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.rounds import CheckStory, EndRound
from kronrat.games.orleans.stories.kings_favor.rules.goals import EndYear, missed
from kronrat.games.orleans.stories.kings_favor.rules.leaving import eliminate
from kronrat.games.orleans.testing import Court
from tests.marks import rule


def fulfilled(table: Court, seat: int) -> Court:
    """All goals of the first year."""
    table.areas(seat, ("a1 a2", "a5 a6", "f3 f4", "e1 d1")[seat])
    table.booklet(seat).sent = 0b110
    return table


def winter(seats: int = 2, year: int = 1, **options: str) -> Court:
    return Court(seats, profile="recon-1", **options).year(year, season=4)


def lost(table: Court, seat: int) -> list[str]:
    return [goal.id for goal in missed(table.state, seat)]


@rule("OS-KF-GOAL-1", "OS-KF-GOAL-2", "OS-KF-GOAL-4", "OS-KF-GOAL-5")
def test_tokens_for_goals_go_through_the_gate_to_the_own_booklet() -> None:
    table = Court(3, profile="recon-1").year(1, season=4).lay(0, "coins_3", "gate").lay(0, "grain", "gate", 1)
    table.run(BeginActions()).play("0 use gate")
    assert set(table.options(0)) == {"send coins_3 i_royal_hunt", "send grain feeding_poor"}  # no grain for next year
    coins, fame = table.player(0).coins, table.player(0).fame
    table.play("0 send coins_3 i_royal_hunt")
    assert table.booklet(0).sent == 0b010
    assert (table.player(0).coins, table.player(0).fame) == (coins, fame)
    assert table.booklet(1).sent == 0
    table.state.stack.clear()
    table.run(EndYear())
    assert "i_royal_hunt" not in table.heard("GoalsChecked")[0].missed  # type: ignore[attr-defined]


@rule("OS-KF-GOAL-1")
def test_the_gunpowder_tower_sends_for_goals_too() -> None:
    table = winter().lay(0, "coins_1", "gunpowder_tower").run(BeginActions()).play("0 use gunpowder_tower")
    assert table.booklet(0).sent == 0b100


@rule("OS-KF-GOAL-3")
def test_control_counts_at_the_end_of_winter_only() -> None:
    table = winter().areas(0, "a1 a2")
    assert "i_areas" not in lost(table, 0)
    table.areas(0, "a1")
    assert "i_areas" in lost(table, 0)
    table.state.round = 3
    assert table.state.story.round_end(table.state) == []


@pytest.mark.parametrize(("field", "met"), [(41, False), (42, True), (43, True)])
@rule("OS-KF-GOAL-6")
def test_a_fame_goal_is_met_on_the_field_or_beyond(field: int, met: bool) -> None:
    assert ("iii_tournament" not in lost(winter(year=3).fame(0, field), 0)) == met


@rule("OS-KF-END-1", "OS-KF-END-4", "OS-KF-END-12")
def test_a_missed_part_task_costs_a_favourite_tile() -> None:
    table = fulfilled(fulfilled(winter(), 0), 1)
    table.booklet(0).sent = 0b010  # one of the two payments
    table.run(EndYear())
    assert [table.booklet(seat).favourites for seat in range(2)] == [0, 1]
    assert table.state.playing == (0, 1)


@rule("OS-SC-19", "OS-KF-END-8")
def test_two_part_tasks_missed_with_one_tile_or_with_two() -> None:
    one = fulfilled(fulfilled(winter(3), 1), 2).areas(0, "b3 b4").run(EndYear())
    assert one.state.playing == (1, 2)
    assert one.booklet(0).favourites == 0  # the tile is gone all the same
    two = fulfilled(fulfilled(winter(3, favourites="2"), 1), 2).areas(0, "b3 b4").run(EndYear())
    assert two.state.playing == (0, 1, 2)
    assert two.booklet(0).favourites == 0


@rule("OS-KF-END-2")
def test_no_tile_replaces_the_castle() -> None:
    table = winter(3, year=5, favourites="2")
    for seat, areas in enumerate(("a1 a2 a3 b1 b2 b3", "b4 b5 c1 c2 c3 c4", "d1 d2 d3 d4 d5 e1")):
        table.areas(seat, areas).fame(seat, 90).booklet(seat).sent = 0b11000
    table.churches("a1 b4 d1").fame(0, 89)
    table.run(EndYear())
    assert table.state.playing == (1, 2)
    assert table.booklet(0).favourites == 2
    (out,) = table.heard("SeatEliminated")
    assert out.rule == "OS-KF-END-2"


@rule("OS-KF-END-2")
def test_a_player_who_misses_the_castle_hands_in_no_tile_for_another_task() -> None:
    """The tiles count as points, which matter if nobody survives."""
    table = winter(3, year=5, favourites="2")
    for seat, areas in enumerate(("a1 a2 a3 b1 b2 b3", "b4 b5 c1 c2 c3 c4", "d1 d2 d3 d4 d5 e1")):
        table.areas(seat, areas).fame(seat, 90).booklet(seat).sent = 0b11000
    table.churches("a1 b4 d1").fame(0, 89).booklet(0).sent = 0
    kept = table.points(0)
    table.run(EndYear())
    assert table.state.playing == (1, 2)
    assert not table.heard("FavouriteGiven")
    assert (table.booklet(0).favourites, table.booklet(0).points) == (2, kept)


@rule("OS-KF-END-3")
def test_a_tile_replaces_the_tournament_ground() -> None:
    table = winter(2, year=3)
    for seat, area in enumerate(("b1", "b5")):
        table.areas(seat, area).fortresses(seat, area).fame(seat, 42).booklet(seat).sent = 0b100
    table.fame(0, 30).run(EndYear())
    assert table.state.playing == (0, 1)
    assert table.booklet(0).favourites == 0


@rule("OS-KF-END-5", "OS-KF-FLOW-2")
def test_survivors_ascend_together() -> None:
    table = fulfilled(fulfilled(winter(), 0), 1).run(EndYear())
    assert [table.player(seat).epoch for seat in range(2)] == [1, 1]
    assert {"castle", "fortress"} <= {place.id for place in table.player(1).layout.places}
    assert [table.booklet(seat).years for seat in range(2)] == [1, 1]
    gate = Court(2).lay(0, "farmer", "gate").run(BeginActions()).play("0 use gate")
    assert gate.refuse("0 ascend farmer three_field").rule == "OS-KF-FLOW-2"


@rule("OS-KF-END-7")
def test_the_round_bonus_of_winter_counts() -> None:
    table = winter(2, year=3).areas(0, "b1 b2").fortresses(0, "b1").fame(0, 40).areas(1, "b5")
    table.booklet(0).sent = 0b100
    table.run(EndRound())
    assert "iii_tournament" not in table.heard("GoalsChecked")[0].missed  # type: ignore[attr-defined]


@rule("OS-KF-END-9")
def test_sent_tokens_go_to_the_box_at_the_end_of_the_year() -> None:
    table = winter(2, year=2).areas(0, "b1 b2 c1 c2").areas(1, "b4 b5 c4 c5")
    for seat in range(2):
        table.booklet(seat).sent = 0b110
    grain = table.stock(table.state.storage)["grain"]
    table.run(EndYear())
    assert table.stock(table.state.storage)["grain"] == grain + 2
    assert [table.booklet(seat).sent for seat in range(2)] == [0, 0]


@rule("OS-KF-END-10", "OS-KF-FLOW-1")
def test_after_winter_comes_spring() -> None:
    table = fulfilled(fulfilled(winter(), 0), 1)
    seasons = []
    for round in (4, 5):
        table.state.round = round
        seasons.append(table.state.story.view_common(table.state)["season"])
    assert seasons == [4, 1]
    table.state.round = 4
    table.run(CheckStory())
    assert table.player(0).epoch == 1


# -- bonuses and deeds -------------------------------------------------------------------------------------------


@rule("OS-KF-BONUS-I", "OS-EX-15")
def test_a_step_for_every_lake() -> None:
    table = winter().terrain("b1 b3 c1", "lake").terrain("c2", "hill").areas(0, "b1 b3 c2").fame(0, 1)
    table.run(RoundBonus(0))
    assert table.player(0).fame == 3
    table.villages("b1").run(RoundBonus(0))  # a village is no longer a lake
    assert table.player(0).fame == 4


@pytest.mark.parametrize(
    ("year", "fame"),
    [
        pytest.param(2, 2, marks=rule("OS-KF-BONUS-II")),
        pytest.param(3, 3, marks=rule("OS-KF-BONUS-III")),
        pytest.param(4, 2, marks=rule("OS-KF-BONUS-IV")),
        pytest.param(5, 4, marks=rule("OS-KF-BONUS-V")),
    ],
)
def test_bonuses_of_later_years(year: int, fame: int) -> None:
    """Three areas, two of them villages, one with a church; two fortresses, one of them without a settler."""
    table = winter(year=year).areas(0, "c1 c2 c3").villages("c1").churches("c2").fortresses(0, "c1 c4").fame(0, 11)
    table.run(RoundBonus(0))
    assert table.player(0).fame == 11 + fame


@rule("OS-KF-DEED-1", "OS-KF-DEED-2")
def test_a_complete_deed_is_turned_over_and_then_leaves_without_a_reward() -> None:
    table = winter().holds(0, "wood", coins=0)
    slot = table.state.atlas.slot_of["winery_deed"]
    table.state.deeds[slot] = (0, 0, 0, 2, 3, -1)
    table.lay(0, "wood", "gate").run(BeginActions()).play("0 use gate")  # there is no other field for it
    assert table.player(0).coins == 3  # the bonus of the token, as for any other
    assert table.state.deeds[slot] == (1, -1, -1, -1, -1, -1)
    table.state.stack.clear()
    table.state.deeds[slot] = (1, 2, 2, 3, -1, 15)
    table.lay(0, "wool", "gate").run(BeginActions()).play("0 use gate")
    assert table.player(0).coins == 7
    assert table.state.deeds[slot] == (2,)


@rule("OS-KF-WIN-6", "OS-KF-WIN-1")
def test_a_player_left_alone_in_autumn_wins_after_winter() -> None:
    table = fulfilled(winter(), 0)
    eliminate(table.state, 1, "OS-KF-SEASON-9")
    table.run(EndYear())
    assert [(result.seat, result.place) for result in table.state.standing()] == [(0, 1), (1, 2)]
    assert [event.rule for event in table.heard("GameEnded")] == ["OS-KF-WIN-1"]


@rule("OS-KF-WIN-6", "OS-KF-WIN-3")
def test_a_player_left_alone_in_autumn_may_still_miss_the_tasks() -> None:
    """Then both have completed as many epochs, and the points decide."""
    table = winter().holds(0).holds(1, coins=9)
    table.booklet(0).favourites = table.booklet(1).favourites = 0
    eliminate(table.state, 1, "OS-KF-SEASON-9")
    table.run(EndYear())
    assert [(result.seat, result.place) for result in table.state.standing()] == [(1, 1), (0, 2)]
    assert [event.rule for event in table.heard("GameEnded")] == ["OS-KF-WIN-3"]
