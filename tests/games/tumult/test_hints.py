"""What the table tells about fields is what the rules say: the same fields, payments and shortages."""

from __future__ import annotations

from kronrat.arena.record import record
from kronrat.core.match import Match
from kronrat.games.tumult.events import FollowersGained
from kronrat.games.tumult.placing import Pay, Place
from kronrat.shelf import load

GAME = load("tumult")


def test_hints_on_fields_agree_with_the_options() -> None:
    """[TR-P4-3, TR-P4-PAY-3, TR-P4-PAY-4]"""
    whole = record(GAME, 3, ["greedy"], {"raid": "draft"}, "hints on fields")
    match = Match(GAME, 3, whole.options, "hints on fields", follow=True)
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
                    assert reason.facts["kind"] == field["missing"][0]
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
