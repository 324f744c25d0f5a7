"""Puzzles on a server: the solution stays secret until an answer, first answers count, and reported ones drop out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed

import kronrat
from kronrat.core.notation import parse_choice
from kronrat.server import puzzles as served
from kronrat.server import wire
from kronrat.study.puzzle import Puzzle, puzzles_of
from tests.profile import on_sqlite_daily
from tests.server.by_hand import HandClock
from tests.server.client import Browser, Host, Plain, serving

pytestmark = [pytest.mark.anyio, on_sqlite_daily]

DAY_MS = 24 * 3_600_000


@pytest.fixture
async def host(store_url: str) -> AsyncIterator[Host]:
    async with serving(store_url) as host:
        yield host


def some(number: int = 0) -> Puzzle:
    return next(found for game in kronrat.list_games() if (found := puzzles_of(kronrat.load(game))))[number]


async def listed(browser: Browser) -> Plain:
    told: Plain = (await browser.http.get("/api/puzzles")).json()
    return told


async def answer(browser: Browser, puzzle: Puzzle, text: str) -> Plain:
    choice = list(parse_choice(text))
    told: Plain = (await browser.http.post(f"/api/puzzles/{puzzle.id}", json={"choice": choice})).json()
    return told


async def test_the_solution_is_told_with_the_answer_only(host: Host) -> None:
    puzzle = some()
    async with host.browser("Anna") as anna:
        line = next(one for one in (await listed(anna))["puzzles"] if one["id"] == puzzle.id)
        info = (await anna.http.get(f"/api/puzzles/{puzzle.id}")).json()
        assert set(line) | set(info) <= set(wire.PuzzleLine.__struct_fields__)
        wrong = await answer(anna, puzzle, puzzle.tempting[0])
        assert (wrong["solved"], wrong["best"]) == (False, [list(parse_choice(text)) for text in puzzle.best])
        assert wrong["loss"] == puzzle.loss(parse_choice(puzzle.tempting[0])) > 0
        assert wrong["reasons"][0]["event"]["seat"] == puzzle.seat
        right = await answer(anna, puzzle, puzzle.best[0])
        assert (right["solved"], right["loss"], right["mark"]) == (True, 0, "best")


async def test_the_first_answer_of_everybody_counts(host: Host) -> None:
    puzzle = some()
    async with host.browser("Anna") as anna, host.browser("Ben") as ben, host.browser() as nobody:
        await answer(anna, puzzle, puzzle.tempting[0])
        told = await answer(anna, puzzle, puzzle.best[0])
        assert (told["tried"], told["found"]) == (1, 0)
        told = await answer(nobody, puzzle, puzzle.best[0])
        assert (told["tried"], told["found"]) == (1, 0)
        told = await answer(ben, puzzle, puzzle.best[0])
        assert (told["tried"], told["found"]) == (2, 1)
        mine = {one["id"]: one.get("solved") for one in (await listed(anna))["puzzles"]}
        assert mine[puzzle.id] is False
        assert [id for id, solved in mine.items() if solved is not None] == [puzzle.id]
        assert (await anna.get("/api/me/data")).json()["puzzles"][0]["puzzle"] == puzzle.id


async def test_what_is_no_answer_is_refused(host: Host) -> None:
    puzzle = some()
    async with host.browser("Anna") as anna:
        assert (await anna.http.get("/api/puzzles/nothing")).status_code == 404
        assert (await anna.http.post("/api/puzzles/nothing", json={"choice": ["pass"]})).status_code == 404
        assert (await anna.http.post(f"/api/puzzles/{puzzle.id}", json={"choice": ["dance", 7]})).status_code == 400
        assert (await anna.http.post(f"/api/puzzles/{puzzle.id}", json={"choice": "pass"})).status_code == 400
        assert (await anna.http.post(f"/api/puzzles/{puzzle.id}", content=b"[")).status_code == 400
        told = next(one for one in (await listed(anna))["puzzles"] if one["id"] == puzzle.id)
        assert "tried" not in told or told["tried"] == 0


async def test_reported_ones_drop_out_and_nobody_reports_too_many(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "REPORTS", 2)
    monkeypatch.setattr(served, "REPORTS_EACH", 2)
    first, second, third = some(0), some(1), some(2)
    async with host.browser("Anna") as anna, host.browser("Ben") as ben, host.browser() as nobody:

        async def report(browser: Browser, puzzle: Puzzle) -> Plain:
            told: Plain = (await browser.http.post(f"/api/puzzles/{puzzle.id}/report")).json()
            return told

        assert (await report(nobody, first))["code"] == "needs_name"
        assert (await report(anna, first))["code"] == "not_now"  # who has not tried it cannot know
        for browser in (anna, ben):
            for puzzle in (first, second, third):
                await answer(browser, puzzle, puzzle.best[0])
        assert (await report(anna, first))["dropped"] is False
        assert (await report(anna, second))["dropped"] is False
        assert (await report(anna, third))["code"] == "too_fast"
        assert (await report(ben, first))["dropped"] is True
        left = [one["id"] for one in (await listed(anna))["puzzles"]]
        assert first.id not in left
        assert second.id in left


async def test_days_in_a_row_are_counted(store_url: str) -> None:
    clock = HandClock()
    async with serving(store_url, clock=clock) as host, host.browser("Anna") as anna:
        games = {one.id: one for game in kronrat.list_games() for one in puzzles_of(kronrat.load(game))}
        streaks: list[int] = []
        days: set[str] = set()
        for solved in (True, True, False, True):
            told = await listed(anna)
            days.add(told["day"])
            assert (await anna.http.get("/api/puzzles/today")).json()["puzzle"]["id"] == told["daily"]
            daily = games[told["daily"]]
            await answer(anna, daily, daily.best[0] if solved else daily.tempting[0])
            streaks.append((await listed(anna)).get("streak", 0))
            clock.time += DAY_MS
        assert streaks == [1, 2, 0, 1]
        assert len(days) == 4


async def test_the_position_comes_over_a_socket(host: Host) -> None:
    puzzle = some()
    async with host.browser() as browser:
        line = await browser.socket(f"puzzle/{puzzle.id}")
        full = json.loads(await line.recv())
        assert (full["type"], full["front"]) == ("full", puzzle.seat)
        await line.close()
        lost = await browser.socket("puzzle/nothing")
        with pytest.raises(ConnectionClosed):
            await lost.recv()
