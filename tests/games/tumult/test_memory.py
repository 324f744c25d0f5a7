"""What a view still shows of the past, to any viewer at any time: looks, placements, riots and the coronation."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from kronrat.core.events import Event
from kronrat.core.flow import Choice
from kronrat.core.match import Match
from kronrat.core.replay import replay
from kronrat.shelf import load

RAIDS = ("draft", "orders", "live")


def played(raid: str, seed: str, variant: str = "normal") -> Match:
    """A game by chance that everybody watches from its first line."""
    return Match(load("tumult"), 3, {"raid": raid, "variant": variant}, seed=seed)


def greedy(match: Match, dice: random.Random) -> tuple[int, Choice]:
    """At random, but a seat that holds a tile keeps it, and nobody stops before time is up: so the people riot."""
    players = [seat for seat in match.state.deciding() if seat >= 0]
    waits = not match.game.view(match.state, None)["raid"]["slots"] or dice.random() < 0.99
    seat = dice.choice(players) if players and waits else dice.choice(match.state.deciding())
    options = match.state.options(seat)
    kept = [option for option in options if option[0] == "keep"] or [o for o in options if o[0] != "stop"] or options
    return seat, dice.choice(kept)


def choices(match: Match, seed: str) -> list[list[Event]]:
    """Play to the end, and yield what happened choice by choice."""
    dice, told = random.Random(seed), list[list[Event]]()
    while not match.over:
        told.append(match.play(*greedy(match, dice)))
    return told


def steps(raid: str, seed: str, variant: str = "normal") -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """All events so far and the view of a spectator, after each choice."""
    match, dice = played(raid, seed, variant), random.Random(seed)
    facts = seen_in(match.opening)
    found = []
    while not match.over:
        facts = [*facts, *seen_in(match.play(*greedy(match, dice)))]
        found.append((facts, match.game.view(match.state, None)))
    return found


def seen_in(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{"event": type(event).__name__, **event.facts()} for event in events if event.seen_by(None)]


def since(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    places = [place for place, event in enumerate(events) if event["event"] == name]
    return events[places[-1] :] if places else []


@pytest.mark.parametrize("seed", ["a", "b"])
def test_the_looks_of_a_raid(seed: str) -> None:
    for events, view in steps("draft", seed):
        raid = since(events, "RaidBegan")
        if any(event["event"] == "TilesRevealed" for event in raid):
            assert view["raid"]["looks"] is None
        elif raid:
            lifted = [event["seat"] for event in raid if event["event"] == "TileLifted"]
            assert view["raid"]["looks"] == [lifted.count(seat) for seat in range(3)]


@pytest.mark.parametrize("raid", RAIDS)
def test_what_was_placed_in_this_phase(raid: str) -> None:
    for events, view in steps(raid, "c"):
        phase = since(events, "PhaseBegan") if view["phase"] else events
        for seat, player in enumerate(view["players"]):
            acts = [event["event"] for event in phase if event.get("seat") == seat]
            acts = [act for act in acts if act in ("StatuesPlaced", "Passed")]
            assert player["acted"] == ({"StatuesPlaced": "placed", "Passed": "passed"}[acts[-1]] if acts else None)
        placed = [event for event in phase if event["event"] == "StatuesPlaced"]
        newest = {"row": placed[-1]["row"], "column": placed[-1]["column"]} if placed else None
        assert view["newest"] == newest


@pytest.mark.parametrize("variant", ["normal", "gamblers"])
@pytest.mark.parametrize("raid", RAIDS)
def test_the_newest_riots(raid: str, variant: str) -> None:
    riots = 0
    for events, view in steps(raid, "d", variant):
        revealed = since(events, "TilesRevealed")
        if not revealed:
            assert view["riots"] is None
            continue
        checks = [event for event in revealed if event["event"] in ("PeopleContent", "RiotBrokeOut")]
        told = view["riots"]["checks"]
        assert [(check["kind"], check["left"], check["demand"]) for check in told] == [
            (event["kind"], event["left"], event["demand"]) for event in checks
        ]
        for check, event in zip(told, checks, strict=True):
            assert sorted(lane["seat"] for lane in check["lanes"]) == [0, 1, 2]
            assert all(lane["greed"] == lane["robbed"] - lane["mercy"] for lane in check["lanes"])
            if event["event"] == "PeopleContent":
                assert check["penalty"] is None
                continue
            riots += 1
            penalty = check["penalty"]
            greed = [event["greed"][lane["seat"]] for lane in check["lanes"]]
            assert [lane["greed"] for lane in check["lanes"]] == greed
            assert penalty["seat"] == event["seat"]
            assert penalty["tied"] == (greed.count(max(greed)) > 1)
            mine = next(lane for lane in check["lanes"] if lane["seat"] == penalty["seat"])
            assert sorted([*penalty["back"], *([penalty["kept"]] if penalty["kept"] else [])]) == sorted(mine["tiles"])
    assert riots


def test_followers_before_and_after_a_riot_stay_as_they_were() -> None:
    match, dice = played("draft", "e"), random.Random(5)
    known: dict[tuple[int, str], tuple[int, int]] = {}
    while not match.over:
        before = [player["followers"] for player in match.game.view(match.state, None)["players"]]
        events = match.play(*greedy(match, dice))
        view = match.game.view(match.state, None)
        for check in view["riots"]["checks"] if view["riots"] else []:
            if check["penalty"] is None:
                continue
            found = (check["penalty"]["before"], check["penalty"]["after"])
            key = (view["riots"]["round"], check["kind"])
            assert known.setdefault(key, found) == found
        riots = [event.facts() for event in events if type(event).__name__ == "RiotBrokeOut"]
        if riots:
            first = next(check for check in view["riots"]["checks"] if check["penalty"])
            assert first["penalty"]["before"] == before[riots[0]["seat"]]
            assert first["penalty"]["after"] <= max(before[riots[0]["seat"]], 2 + 5)
    assert known


@pytest.mark.parametrize("raid", RAIDS)
def test_the_newest_coronation(raid: str) -> None:
    for events, view in steps(raid, "f"):
        ranked = since(events, "RanksSet")
        if not ranked:
            assert view["coronation"] is None
            continue
        crowned = view["coronation"]
        earlier = [e for e in events[: len(events) - len(ranked)] if e["event"] in ("RanksDrawn", "RanksSet")]
        assert crowned["order"] == list(ranked[0]["order"])
        assert crowned["before"] == list(earlier[-1]["order"])
        assert [rise["followers"] for rise in crowned["ranks"]] == list(ranked[0]["followers"])
        assert [crowned["before"][rise["before"] - 1] for rise in crowned["ranks"]] == crowned["order"]
        assert crowned["king"] == crowned["order"][0]
        written = [event for event in ranked if event["event"] == "ChronicleWritten"]
        assert crowned["round"] == crowned["written"]["space"] == written[0]["space"]
        assert crowned["revealed"] == len([event for event in ranked if event["event"] == "LandRevealed"])
        mercy = [event for event in ranked if event["event"] == "MercyShown"]
        assert crowned["mercy"] == (list(mercy[0]["seats"]) if mercy else [])
        of_this_round = crowned["round"] == view["round"]
        assert (crowned["ended"] is not None) == (view["over"] and of_this_round)


@pytest.mark.parametrize("raid", RAIDS)
def test_a_replay_and_an_undo_tell_the_same(raid: str) -> None:
    match, dice = played(raid, "g"), random.Random(7)
    for _ in range(60):
        seat = dice.choice([seat for seat in match.state.deciding() if seat >= 0] or list(match.state.deciding()))
        before = match.game.view(match.state, None)
        match.play(seat, dice.choice(match.state.options(seat)))
        after = match.game.view(match.state, None)
        assert match.game.view(replay(match.game, match.journal).state, None) == after
        if match.undo_is_free(seat):
            line = match.journal.lines[-1]
            match.undo(seat)
            assert match.game.view(match.state, None) == before
            match.play(seat, line.choice)
            assert match.game.view(match.state, None) == after


def test_a_position_without_a_past_has_nothing_to_tell() -> None:
    match = played("draft", "h")
    choices(match, "h")
    state = match.game.restore(match.game.dump(match.state))
    view = match.game.view(state, None)
    assert (view["riots"], view["coronation"], view["newest"], view["raid"]["looks"]) == (None, None, None, None)
