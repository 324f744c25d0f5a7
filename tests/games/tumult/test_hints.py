"""What the hints say about fields is what the rules say: the same fields, payments and shortages."""

from __future__ import annotations

from typing import Any

from kronrat.arena.record import record
from kronrat.core.match import Match
from kronrat.games.tumult.rules.events import FollowersGained
from kronrat.games.tumult.rules.placing import Pay, Place
from kronrat.games.tumult.rules.state import KINDS
from kronrat.games.tumult.testing import Royal
from kronrat.shelf import load
from tests.marks import rule

GAME = load("tumult")


def test_hints_on_fields_agree_with_the_options() -> None:
    """[TR-P4-3, TR-P4-PAY-3, TR-P4-PAY-4]"""
    whole = record(GAME, 3, ["greedy"], {"raid": "draft"}, "hints on fields")
    match = Match(GAME, 3, whole.options, "hints on fields", roll=False)
    places = payments = short = 0
    for line in whole.journal.lines:
        state, question = match.state, match.state.decision(line.seat)
        if isinstance(question, Place):
            fields = GAME.hints(GAME.view(state, line.seat), "fields")["fields"]
            payable = [("place", field["row"], field["column"]) for field in fields if field["payable"]]
            assert payable == [choice for choice in state.options(line.seat) if choice[0] == "place"]
            for field in fields:
                assert field["payable"] == bool(field["payments"]) == (not field["missing"])
                if field["missing"]:
                    reason = state.why_not(line.seat, ("place", field["row"], field["column"]))
                    assert reason is not None
                    assert [kind for kind in KINDS if reason.facts[kind]] == field["missing"]
                    short += 1
            places += 1
        elif isinstance(question, Pay):
            fields = GAME.hints(GAME.view(state, line.seat), "fields")["fields"]
            row, column = divmod(question.field, 9)
            found = next(field for field in fields if (field["row"], field["column"]) == (row, column))
            assert [("pay", *way["tiles"]) for way in found["payments"]] == state.options(line.seat)
            over = next(way["over"] for way in found["payments"] if ("pay", *way["tiles"]) == line.choice)
            mine = [event for event in match.follow(line) if isinstance(event, FollowersGained)]
            assert sum([event.followers for event in mine if event.source == "source.overpaid"]) == over
            payments += 1
            continue
        match.follow(line)
    assert places > 20
    assert payments > 5
    assert short > 20


def fields_for(table: Royal, seat: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = GAME.hints(GAME.view(table.state, seat), "fields")["fields"]
    return found


@rule("TR-FIRST-1", "TR-FIRST-3")
def test_before_the_first_round_every_free_meadow_is_in_reach_for_nothing() -> None:
    table = Royal(3).fresh()
    for seat in (2, 1, 0):
        fields = fields_for(table, seat)
        offered = [("place", field["row"], field["column"]) for field in fields]
        assert offered == table.state.options(seat)
        assert {(field["field"], field["free"], field["statues"]) for field in fields} == {("meadow", False, 1)}
        assert all(field["cost"] == {} for field in fields)
        table.state.play(seat, table.state.options(seat)[0])
        if table.state.phase == 0:
            assert fields_for(table, seat) == []  # one statue each


@rule("TR-P4-10")
def test_no_more_statues_are_promised_than_are_left() -> None:
    table = Royal(2).land("mc", "v.").owns(0, (0, 0)).goods("", "b3 m3 t3").statues(22, 3).run(Place(0))
    table.state.phase = 4
    for statues, promised in ((22, {"castle": 3, "village": 2}), (23, {"castle": 2, "village": 2}),
                              (24, {"castle": 1, "village": 1})):  # fmt: skip
        table.state.players[0].statues = statues
        assert {field["field"]: field["statues"] for field in fields_for(table, 0)} == promised
