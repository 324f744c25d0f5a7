"""Phase 1 and the gamblers' variant."""

from __future__ import annotations

from kronrat.games.tumult.rules.mood import Spin, demand_of
from kronrat.games.tumult.rules.riots import JudgeRaid
from kronrat.games.tumult.rules.rounds import Round
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule


@rule("TR-P1-1")
def test_one_spin_a_round_gives_two_to_five() -> None:
    state = Royal().run(Spin()).state
    assert state.outcomes() == [(("spin", number), 1) for number in (2, 3, 4, 5)]
    table = Royal().fresh().first_statues()
    assert table.state.deciding() == (-1,)
    table.play("* spin 2")
    assert type(table.state.stack[-1]).__name__ == "MixGoods"


@rule("TR-P1-2", "TR-EX-1")
def test_the_number_holds_for_each_kind() -> None:
    table = Royal().run(Spin()).play("* spin 3")
    assert table.state.demand == (3, 3, 3)


@rule("TR-P1-3", "TR-EX-2")
def test_on_a_border_the_smaller_number_counts() -> None:
    at = game().tables.number_at
    assert [at(degrees) for degrees in (45, 135, 225, 315)] == [2, 4, 3, 5]
    assert [at(degrees) for degrees in (0, 90, 180, 270, 360)] == [2, 2, 3, 3, 2]


@rule("TR-P1-4")
def test_everybody_knows_the_demand_before_the_raid() -> None:
    table = Royal(2).fresh().first_statues().play("* spin 5").roll()
    for viewer in (0, 1, None):
        assert game().view(table.state, viewer)["demand"] == [5, 5, 5]


@rule("TR-VAR-1")
def test_gamblers_spin_after_the_raid_for_each_kind() -> None:
    table = Royal(2, variant="gamblers").run(Round(1))
    assert type(table.state.stack[-1]).__name__ == "MixGoods"
    assert game().view(table.state, 0)["demand"] == [None, None, None]
    table = Royal(2, variant="gamblers").goods("b1 m1 t1", "", "").run(JudgeRaid())
    told = []
    for number in (2, 3, 5):
        table.events.clear()
        table.play(f"* spin {number}")
        told += [event.facts()["kind"] for event in table.heard("DiscSpunFor")]
    assert told == ["bread", "marble", "tools"]
    assert table.state.demand == (2, 3, 5)


@rule("TR-VAR-2", "TR-EX-17")
def test_each_kind_has_its_own_demand() -> None:
    table = Royal(3, variant="gamblers").goods("b2 m3 t1 t3", "t3", "", "").run(JudgeRaid())
    table.play("* spin 2", "* spin 3", "* spin 5")
    assert [event.facts()["kind"] for event in table.heard("RiotBrokeOut")] == ["tools"]
    assert [event.facts()["kind"] for event in table.heard("PeopleContent")] == ["bread", "marble"]
    assert table.state.demand == (2, 3, 5)


@rule("TR-VAR-3")
def test_all_is_revealed_before_the_first_spin_and_each_riot_comes_before_the_next() -> None:
    table = Royal(2, raid="draft", variant="gamblers", raid_steps="6").fresh().first_statues().roll()
    for _ in range(2):
        table.play(f"{table.state.deciding()[0]} stop")
    assert table.state.shown
    assert type(table.state.stack[-1]).__name__ == "SpinFor"
    table = Royal(2, variant="gamblers").goods("", "", "").run(JudgeRaid()).play("* spin 5")
    assert [type(event).__name__ for event in table.events] == ["DiscSpunFor", "RiotBrokeOut", "FollowersLost"]


@rule("TR-FAQ-1", "TR-EX-18")
def test_a_forgotten_spin_leaves_the_number_of_the_round_before() -> None:
    assert demand_of(4, None, 5) == 5
    assert demand_of(1, None, 0) == 3
    assert demand_of(4, 2, 5) == 2
