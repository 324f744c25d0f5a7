"""What the page computes of a finished game of Tumult Royal: figures of the result, and the time of a replay."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

import kronrat
from kronrat.arena.record import record
from kronrat.core.match import Match
from kronrat.server.study import replay_file

GAME = kronrat.load("tumult")
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {"raid": "draft"}),
    (3, {"raid": "orders", "variant": "gamblers"}),
    (4, {"raid": "live", "raid_seconds": "15"}),
]
LIVE = 2
TELL = """async (file) => {
    const { Replay, loadCourse } = await import("/static/replay-model.js");
    const replay = new Replay(file);
    const course = await loadCourse(replay);
    const { curve, sources, built, deeds, turns, chapters } = course;
    return { curve, built, sources: sources.map(({ values }) => values),
        deeds: Object.fromEntries(deeds.map(({ id, values }) => [id, values])),
        turns: turns.map(({ at, seat }) => ({ at, seat })), chapters: chapters.map(({ at, part }) => [at, part]),
        clocks: replay.views.map((_, at) => course.clock(at)), slow: replay.views.map((view) => course.slow(view)) };
}"""
every_table = pytest.mark.parametrize(
    "table", [*(pytest.param(table, marks=pytest.mark.full) for table in (0, 1)), LIVE]
)


@cache
def played(table: int) -> tuple[Match, dict[str, Any]]:
    seats, options = TABLES[table]
    match = record(GAME, seats, ["greedy"], options, "s9")  # its live raids end early now and then
    return match, msgspec.to_builtins(replay_file(GAME, match.journal, (), None))


@every_table
def test_figures_add_up_to_the_statues(page: Page, table: int) -> None:
    match, file = played(table)
    told, view = page.evaluate(TELL, file), GAME.view(match.state, None)
    final = [player["statues"] for player in view["players"]]
    assert told["curve"][-1]["scores"] == final
    assert [sum(values) for values in zip(*told["sources"], strict=True)] == final
    assert [sum(values) for values in zip(*told["built"], strict=True)] == final
    assert len(told["built"]) == view["round"]
    crowns = [view["chronicle"].count(seat) for seat in range(match.state.seats)]
    assert told["deeds"]["crowns"] == crowns


@every_table
def test_chapters_and_turning_points_lie_in_the_game(page: Page, table: int) -> None:
    match, file = played(table)
    told = page.evaluate(TELL, file)
    places = [at for at, _ in told["chapters"]]
    assert places == sorted(set(places))
    assert {part for _, part in told["chapters"]} == set(range(1, GAME.view(match.state, None)["round"] + 1))
    assert 1 <= len(told["turns"]) <= 3
    assert all(0 < turn["at"] <= len(file["frames"]) for turn in told["turns"])


def test_a_replay_tells_what_a_seat_has_looked_at() -> None:
    """The log of a table keeps no look; who sees the game again may read them all."""
    match, _ = played(LIVE)
    file = msgspec.to_builtins(replay_file(GAME, match.journal, (), 1))
    events = [event for frame in file["frames"] for event in frame["entry"]["events"]]
    lifted = [event["slot"] for event in events if event["event"] == "tile_lifted" and event["seat"] == 1]
    assert lifted
    assert [event["slot"] for event in events if event["event"] == "tile_seen"] == lifted


@every_table
def test_only_a_live_raid_is_seen_again_in_slow_motion(page: Page, table: int) -> None:
    _, file = played(table)
    told = page.evaluate(TELL, file)
    assert any(told["slow"]) == (table == LIVE)
    clocks = [clock for clock in told["clocks"] if clock]
    assert bool(clocks) == (table == LIVE)
    for clock in clocks:
        assert clock["lasts"] == 15_000 == clock["end"] - clock["begin"]
        assert clock["still"] <= clock["end"] + 3_000, "a tile in hand may be put down until the grace is over"
