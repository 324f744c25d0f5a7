"""The table in the middle of a step, as the server tells it: it agrees with the events that are told until then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from kronrat.server import wire
from kronrat.server.aside import AsideTable, row_aside, seats_aside
from kronrat.server.planning import plan_opening
from kronrat.server.table import Table
from kronrat.shelf import load
from tests.server.patched import patched

GAME = load("kingsburg")
NOW = 1_000_000
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"edition": "1e"}),
    (4, {"modules": "buildings,governors,army"}),
]
KINDS = ("gold", "wood", "stone", "vp", "soldiers")
LOSSES = ("goods_paid",)
Plain = dict[str, Any]


def told(seats: int, options: dict[str, str]) -> Iterator[tuple[Plain, wire.Delta]]:
    """A game by chance as the first seat is told it: the view before each step, and the step."""
    row = row_aside("pauses", GAME, seats, options, bytes(32), NOW)
    table = AsideTable(plan_opening(Table(row, GAME), seats_aside(seats, 0, "page"), NOW).table, 0)
    random = Random("pauses")
    while not table.table.running().over:
        state = table.table.running().state
        view: Plain = msgspec.json.decode(msgspec.json.encode(GAME.view(state, 0)))
        seat = random.choice(state.deciding())
        message = table.put(seat, random.choice(state.options(seat)), NOW)
        assert isinstance(message, wire.Delta)
        yield view, message


def change(events: list[Plain], seat: int, kind: str) -> int:
    """What these events say about a stock."""
    if kind == "soldiers" and any(event["event"] == "soldiers_dismissed" for event in events):
        return -100
    mine = [event for event in events if event.get("seat") == seat and event["event"] in CHANGING]
    return sum(event.get(kind, 0) * (-1 if event["event"] in LOSSES else 1) for event in mine)


CHANGING = (*LOSSES, "goods_gained", "soldiers_gained", "vp_changed")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_where_a_step_pauses_everybody_has_what_was_told_until_then(seats: int, options: dict[str, str]) -> None:
    names: Counter[str] = Counter()
    for before, step in told(seats, options):
        events = [event for entry in step.log for event in entry.events]
        after = patched(before, step.patch)
        assert [pause.events for pause in step.pauses] == sorted(pause.events for pause in step.pauses)
        for pause in step.pauses:
            view = patched(before, pause.patch)
            names[pause.name] += 1
            assert view["deciding"] == []
            assert not view["over"]
            first = events[: pause.events]
            for seat, player in enumerate(view["players"]):
                for kind in KINDS:
                    known = before["players"][seat][kind] + change(first, seat, kind)
                    assert player[kind] == max(0, known) if kind == "soldiers" else player[kind] == known, (pause, kind)
        if step.pauses and step.pauses[-1].events == len(events):
            last = patched(before, step.pauses[-1].patch)
            assert last["players"] == after["players"]
    assert set(names) >= {"placed", "chosen", "helped", "fought", *[f"phase {number}" for number in range(1, 8)]}
    assert ("governors" in names) == ("governors" in options.get("modules", ""))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_pause_is_in_the_step_that_has_ended_there(seats: int, options: dict[str, str]) -> None:
    at = {"placed": (None, "c"), "chosen": (None, "c"), "helped": (None, "d"), "fought": (8, "after")}
    for before, step in told(seats, options):
        for pause in step.pauses:
            view = patched(before, pause.patch)
            phase, its = at.get(pause.name, (None, None))
            if pause.name.startswith("phase "):
                phase = int(pause.name.split()[1])
            assert phase in (None, view["phase"])
            assert its in (None, view["step"])
            if pause.name == "fought":
                assert view["enemy_open"]
                assert view["battle"]["fought"]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_king_says_what_he_compares(seats: int, options: dict[str, str]) -> None:
    """Where his phases end: everybody's buildings, goods where they count, and whom he has found."""
    compared = set()
    for before, step in told(seats, options):
        events = [event for entry in step.log for event in entry.events]
        for pause in step.pauses:
            view = patched(before, pause.patch)
            phase, king = view["phase"], view["king"]
            if phase not in (1, 3, 5):
                assert king == []
                continue
            if not king:
                assert phase == 1, "several take goods"
                continue
            assert [line["seat"] for line in king] == view["order"]
            for line in king:
                player = view["players"][line["seat"]]
                goods = sum(player[kind] for kind in ("gold", "wood", "stone"))
                assert line["buildings"] == len(player["buildings"])
                assert line["goods"] == (None if phase == 3 else goods)
            found = [line["seat"] for line in king if line["found"]]
            if phase == 3 and any(event["event"] == "phase_began" and event["phase"] == 3 for event in events):
                rewarded = [event["seat"] for event in events[: pause.events] if event["rule"] == "KB-P3-1"]
                assert found == rewarded
            if phase == 5:
                assert view["envoy"] == (found[0] if len(found) == 1 else None)
            compared.add(phase)
    assert compared == {1, 3, 5}
