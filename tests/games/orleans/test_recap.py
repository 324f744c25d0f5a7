"""What a view says of the round that ended last: the same to everybody, whenever they come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kronrat.core.events import Event
from kronrat.core.match import Match
from kronrat.core.replay import replay
from kronrat.games.orleans.rules.events import RoundBegan
from kronrat.games.orleans.stories.kings_favor.rules.events import GoalsChecked, SeatEliminated
from kronrat.games.orleans.stories.kings_favor.rules.leaving import eliminate
from kronrat.games.orleans.testing import Court
from kronrat.shelf import load

STORIES = ("first-kingdom", "kings-favor")
ROUNDS = 6
COINS = {"CoinsGained": 1, "CoinsPaid": -1, "GoodSold": 1, "GoodBought": -1}


def played(story: str, seats: int) -> Iterator[tuple[Match, list[Event]]]:
    """A few rounds by chance, choice by choice, with what everybody saw."""
    match, dice = Match(load("orleans"), seats, {"story": story}, seed=f"recap {story}"), random.Random(story)
    yield match, match.opening
    while not match.over and round_of(match) <= ROUNDS:
        seat = dice.choice(match.state.deciding())
        yield match, match.play(seat, dice.choice(match.state.options(seat)))


def round_of(match: Match) -> int:
    return match.game.caption(match.state)["round"]


def recap(match: Match, seat: int | None = None) -> Any:
    return match.game.view(match.state, seat)["recap"]


@pytest.mark.parametrize("story", STORIES)
def test_a_recap_has_all_that_was_done_in_the_round(story: str) -> None:
    told: dict[int, list[tuple[str, dict[str, Any]]]] = {}
    ended, now = 0, 0
    for match, events in played(story, 3):
        for event in events:
            if type(event).__name__ == "RoundBegan":
                now = event.facts()["round"]
            told.setdefault(now, []).append((type(event).__name__, event.facts()))
        found = recap(match)
        over = now if match.over else max(0, now - 1)  # rounds
        assert (found["round"] if found else 0) == over
        if not found or found["round"] == ended:
            continue
        ended = found["round"]
        for seat in range(3):
            did: list[Any] = next((row["did"] for row in found["rows"] if row["seat"] == seat), [])
            mine = [(name, facts) for name, facts in told[ended] if facts.get("seat") == seat]
            assert [one["place"] for one in did if one["place"]] == [
                facts["place"] for name, facts in mine if name == "PlaceUsed"
            ]
            coins = sum(COINS[name] * facts["coins"] for name, facts in mine if name in COINS)
            assert sum(one["tokens"].get("coins", 0) for one in did) == coins
            settled = [made["id"] for one in did for made in one["made"] if made["kind"] == "settler"]
            assert settled == [facts["area"] for name, facts in mine if name == "AreaSettled"]
    assert match.over or ended == ROUNDS
    assert ended >= 3


def test_whoever_comes_later_is_told_the_same() -> None:
    """A server that reads the table again in the middle of a round, and a choice that is taken back."""
    rounds = 0
    for match, _ in played("first-kingdom", 2):
        now = round_of(match)
        if now > rounds:
            rounds = now
            read = replay(match.game, match.journal)
            assert recap(read) == recap(match) == recap(match, 1)
    before = recap(match)
    assert before["round"] == ROUNDS
    match.undo(0 if match.journal.lines[-1].seat == 0 else 1)
    assert recap(match)["round"] == ROUNDS - 1


GOALS, HUNGRY = "OS-KF-END-8", "OS-KF-SEASON-9"


@pytest.mark.parametrize(("rule", "why"), [(GOALS, ["goal"]), (HUNGRY, [])])
def test_why_somebody_is_out_is_said_in_all_later_rounds(rule: str, why: list[str]) -> None:
    """Goals for which a favourite was given before are not the reason why somebody goes hungry."""
    table = Court(seats=3)
    eliminate(table.state, 1, rule)
    told = [
        GoalsChecked("OS-KF-GOAL-3", 1, ("goal",), (("goal", 0, 1),)),
        SeatEliminated(rule, 1, 0, 5, (("wealth", 5),)),
    ]
    for event in (*told, RoundBegan("OS-ROUND-1", 7), RoundBegan("OS-ROUND-1", 8)):
        table.state.memory = table.state.game.remember(table.state.memory, event)
    sheets = [player["story"] for player in table.state.game.view(table.state, None)["players"]]
    assert [sheet["missed"] for sheet in sheets] == [[], why, []]
    assert [sheet["kept"] for sheet in sheets] == [{}, {"wealth": 5}, {}]


def test_whoever_loses_by_goals_finds_them_in_the_view() -> None:
    """In games by chance nobody keeps up with the King."""
    match, dice = Match(load("orleans"), 3, {"story": "kings-favor"}, seed="out"), random.Random("out")
    missed: dict[int, list[str]] = {}
    events = match.opening
    while not match.over:
        seat = dice.choice(match.state.deciding())
        events = match.play(seat, dice.choice(match.state.options(seat)))
        missed |= {event.seat: list(event.missed) for event in events if isinstance(event, GoalsChecked)}
    sheets = [player["story"] for player in match.game.view(match.state, None)["players"]]
    out = {seat: sheet["missed"] for seat, sheet in enumerate(sheets) if sheet["out"]}
    assert out
    assert out == {seat: missed[seat] for seat in out}
