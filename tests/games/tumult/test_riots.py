"""Phase 3: riots."""

from __future__ import annotations

import pytest

from kronrat.games.tumult.rules.riots import JudgeRaid, Riot
from kronrat.games.tumult.rules.rounds import Round
from kronrat.games.tumult.testing import Royal
from tests.marks import rule


def example() -> Royal:
    """Demand 4; seat 0 is the queen, 1 blue, the duchess with mercy, 2 yellow, the prince."""
    table = Royal(3).demand(4).mercy(1)
    return table.goods("b2 m1 m3 t1 t2", "b2 t2", "b1 b2 b2 t1 t3", "b1 b3 t1 t3")


def riots(table: Royal) -> list[tuple[str, int]]:
    return [(event.facts()["kind"], event.facts()["seat"]) for event in table.heard("RiotBrokeOut")]


@rule("TR-EX-3A", "TR-P3-6", "TR-P3-7", "TR-P3-9", "TR-P3-10")
def test_bread_riot_with_mercy_and_a_tie_by_rank() -> None:
    table = example().run(Riot(0, 2))
    (event,) = table.heard("RiotBrokeOut")
    assert event.facts()["greed"] == (2, 4, 4)
    assert event.facts()["seat"] == 1
    assert table.all_followers() == [20, 17, 20]
    assert table.castle(1) == "b1 t1 t3"
    assert table.castle(2) == "b1 b3 t1 t3"


@rule("TR-EX-3B", "TR-P3-3")
def test_no_marble_riot() -> None:
    table = example().run(Riot(1, 4))
    assert not table.heard("RiotBrokeOut")
    assert table.all_followers() == [20, 20, 20]


@rule("TR-EX-3C", "TR-P3-4", "TR-P3-1", "TR-P3-2")
def test_tools_riot_and_the_whole_phase() -> None:
    table = example().run(JudgeRaid())
    assert riots(table) == [("bread", 1), ("tools", 2)]
    assert [event.facts()["kind"] for event in table.heard("PeopleContent")] == ["marble"]
    assert table.all_followers() == [20, 17, 17]
    assert table.castle(2) == "b1 b3 t1"
    assert table.castle(0) == "b2 t2"


@rule("TR-P3-1")
def test_bread_then_marble_then_tools() -> None:
    table = Royal(2).demand(2).goods("", "", "").run(JudgeRaid())
    assert [kind for kind, _ in riots(table)] == ["bread", "marble", "tools"]


@rule("TR-P3-2", "TR-P2-17")
def test_only_symbols_in_the_centre_count() -> None:
    table = Royal(2).demand(3).goods("b1 b1 m3 t3", "b3", "")
    table.state.tiles = (*table.state.tiles, 2, 2)  # two more bread tiles set aside
    table.run(JudgeRaid())
    assert riots(table) == [("bread", 0)]
    assert table.heard("RiotBrokeOut")[0].facts()["left"] == 2


@rule("TR-P3-3", "TR-EX-D14")
@pytest.mark.parametrize(("centre", "riot"), [("b3 b2", False), ("b3 b1", True), ("b3 b3", False)])
def test_exactly_the_demand_is_enough(centre: str, riot: bool) -> None:
    table = Royal(2).demand(5).goods(f"{centre} m3 m3 t3 t3", "b1", "").run(JudgeRaid())
    assert riots(table) == ([("bread", 0)] if riot else [])


@rule("TR-P3-4", "TR-EX-D5", "TR-P3-9")
def test_the_same_player_can_be_the_greediest_three_times() -> None:
    table = Royal(3).demand(5).goods("", "b1", "b1 b3 m2 m3 t2 t2 t3", "m1").run(JudgeRaid())
    assert riots(table) == [("bread", 1), ("marble", 1), ("tools", 1)]
    assert table.all_followers() == [20, 11, 20]
    assert table.castle(1) == "b1 m2 t2"


@rule("TR-P3-5")
def test_greed_counts_symbols_not_tiles() -> None:
    table = Royal(2).demand(5).goods("m3 m3 t3 t3", "b1 b1", "b3").run(JudgeRaid())
    assert table.heard("RiotBrokeOut")[0].facts()["greed"] == (2, 3)
    assert riots(table) == [("bread", 1)]


@rule("TR-P3-6", "TR-EX-D7")
def test_mercy_takes_off_one_of_each_kind_but_not_below_nothing() -> None:
    table = Royal(2).demand(5).mercy(1).goods("", "m1", "b2 m1").run(JudgeRaid())
    assert [event.facts()["greed"] for event in table.heard("RiotBrokeOut")] == [(0, 1), (1, 0), (0, 0)]
    assert riots(table) == [("bread", 1), ("marble", 0), ("tools", 0)]


def plundered(*castles: str, seats: int = 3, **options: str) -> Royal:
    """A riot about bread after such a raid."""
    return Royal(seats, **options).demand(5).goods("", *castles)


@rule("TR-P3-19")
def test_mercy_is_used_unless_it_is_a_choice() -> None:
    table = plundered("b1", "b2", "b2").mercy(1).run(Riot(0, 0))
    assert table.state.over
    assert riots(table) == [("bread", 2)]


@rule("TR-P3-19")
@pytest.mark.parametrize(("answer", "greed", "punished"), [("mercy", (1, 1, 2), 2), ("decline", (1, 2, 2), 1)])
def test_mercy_by_choice_can_be_declined(answer: str, greed: tuple[int, ...], punished: int) -> None:
    table = plundered("b1", "b2", "b2", mercy="choice").mercy(1).run(Riot(0, 0))
    assert table.options(1) == ["mercy", "decline"]
    assert not table.heard("RiotBrokeOut")
    table.play(f"1 {answer}")
    assert table.heard("RiotBrokeOut")[0].facts()["greed"] == greed
    assert riots(table) == [("bread", punished)]
    declined = [(event.facts()["seat"], event.facts()["kind"]) for event in table.heard("MercyDeclined")]
    assert declined == ([(1, "bread")] if answer == "decline" else [])


@rule("TR-P3-19")
@pytest.mark.parametrize("robbed", ["", "b1", "b2 b2"])
def test_nobody_is_asked_where_mercy_changes_nothing(robbed: str) -> None:
    """Too little was robbed to be punished, or so much that mercy does not help."""
    table = plundered("b2", robbed, "", mercy="choice").mercy(1).run(Riot(0, 0))
    assert table.state.over
    assert riots(table) == [("bread", 1 if robbed == "b2 b2" else 0)]


@rule("TR-P3-19")
def test_of_several_with_mercy_the_higher_rank_is_asked_first() -> None:
    table = plundered("b1", "b3", "b3", "b3", seats=4, mercy="choice").ranks(3, 2, 1, 0).mercy(1, 2).run(Riot(0, 0))
    assert riots(table) == [("bread", 3)], "the king has as much, and mercy does not matter"
    table = plundered("b2", "b3", "b3", mercy="choice").ranks(0, 2, 1).mercy(1, 2).run(Riot(0, 0))
    assert table.deciding == 2
    table.play("2 mercy")
    assert table.deciding == 1
    table.play("1 mercy")
    assert riots(table) == [("bread", 0)]
    table = plundered("b2", "b3", "b3", mercy="choice").ranks(0, 2, 1).mercy(1, 2).run(Riot(0, 0)).play("2 decline")
    assert riots(table) == [("bread", 2)], "the other one is of lower rank and cannot take it over"


@rule("TR-P3-19")
def test_a_player_out_of_time_uses_mercy() -> None:
    table = plundered("b1", "b2", "b2", mercy="choice").mercy(1).run(Riot(0, 0))
    assert table.game.overdue(table.state, 1) == ("mercy",)


@rule("TR-P3-7")
def test_of_equals_the_higher_rank_is_the_greediest() -> None:
    table = Royal(3).ranks(2, 1, 0).demand(2).goods("", "b2", "b2", "b1").run(Riot(0, 0))
    assert riots(table) == [("bread", 1)]


@rule("TR-P3-8", "TR-FAQ-2", "TR-EX-19", "TR-P3-17")
def test_if_nobody_was_greedy_the_king_is_punished() -> None:
    table = Royal(2).ranks(1, 0).demand(3).mercy(0).goods("", "b1", "").run(Riot(0, 0))
    assert riots(table) == [("bread", 1)]
    assert table.all_followers() == [30, 27]
    assert table.castle(0) == "b1"
    assert not table.heard("TilesGivenBack")


@rule("TR-P3-9")
def test_three_followers_go_to_the_supply() -> None:
    table = Royal(2).demand(2).goods("", "b3", "").run(Riot(0, 1))
    assert table.all_followers() == [27, 30]
    assert table.state.supply == 48


@rule("TR-P3-10")
def test_one_tile_with_the_fewest_symbols_stays() -> None:
    table = Royal(2).demand(5).goods("m3 m3 t3 t3", "b3 b2 b2", "").run(JudgeRaid())
    assert table.castle(0) == "b2"
    assert table.centre == "b2 b3 m3 m3 t3 t3"
    assert sorted(table.heard("TilesGivenBack")[0].facts()["tiles"]) == ["b2", "b3"]


@rule("TR-P3-11", "TR-EX-4")
def test_a_single_tile_is_kept_whatever_it_shows() -> None:
    table = Royal(2).demand(5).goods("b3 b3 t3 t3", "m3", "").run(JudgeRaid())
    assert table.castle(0) == "m3"
    assert table.all_followers() == [27, 30]


@rule("TR-P3-12")
def test_mercy_does_not_reduce_the_penalty() -> None:
    table = Royal(2).demand(5).mercy(0).goods("m3 m3 t3 t3", "b3 b3", "b1").run(JudgeRaid())
    assert table.castle(0) == "b3"
    assert table.all_followers() == [27, 30]


@rule("TR-P3-13", "TR-P3-18")
def test_others_and_other_kinds_are_untouched() -> None:
    table = Royal(3).demand(5).goods("m3 m3 t3 t3", "b3 b3 m1 t1 t2", "b2 b2", "b1 b1").run(JudgeRaid())
    assert riots(table) == [("bread", 0)]
    assert table.castle(0) == "b3 m1 t1 t2"
    assert table.castle(1) == "b2 b2"
    assert table.castle(2) == "b1 b1"
    assert table.all_followers() == [17, 20, 20]


@rule("TR-P3-14")
def test_what_is_given_back_changes_no_check() -> None:
    """Two bread tiles come back in the bread riot; marble and tools are judged on what was left after the raid."""
    table = Royal(2).demand(3).goods("b1 m3 t2", "b2 b3 t3", "").run(JudgeRaid())
    assert [(e.facts()["kind"], e.facts()["left"]) for e in table.heard("RiotBrokeOut")] == [("bread", 1), ("tools", 2)]
    assert len(riots(table)) == len(set(riots(table)))


@rule("TR-P3-15")
def test_in_round_one_nobody_has_mercy() -> None:
    table = Royal(2, raid="draft").fresh().first_statues()
    assert isinstance(table.state.stack[0], Round) or table.state.round == 1
    assert not any(player.mercy for player in table.state.players)


@rule("TR-P3-16")
def test_affected_is_who_was_the_greediest() -> None:
    table = example().run(JudgeRaid())
    assert [player.hit for player in table.state.players] == [False, True, True]
    table.goods("b3 b3 m3 m3 t3 t3", "", "", "").run(JudgeRaid())
    assert [player.hit for player in table.state.players] == [False, False, False]
