"""Spectators who see a table as it was: nothing newer reaches them by any door, and players are not kept behind."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from kronrat.server import lateness
from kronrat.server.lateness import Lateness
from kronrat.server.wire import Full
from tests.server.by_hand import MINUTE, SECOND, HandClock, told_that
from tests.server.client import FREE, Host, Player, level, me, nonce, play_on, serving

pytestmark = pytest.mark.anyio

DELAY_S = 300


@pytest.fixture
async def host(tmp_path: Path, clock: HandClock) -> AsyncIterator[Host]:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", clock=clock) as host:
        yield host


def versions_in(player: Player) -> set[int]:
    """All versions that anything in what somebody was told is about."""
    found: set[int] = set()
    for text in player.heard:
        message = json.loads(text)
        found |= {message["version"]} if "version" in message else set()
        found |= {entry["version"] for entry in message.get("log", [])}
    return found


async def test_spectators_are_behind_and_nothing_newer_reaches_them(host: Host, clock: HandClock) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, zoe, yann = [
            await stack.enter_async_context(host.browser(name)) for name in ("Anna", "Ben", "Zoe", "Yann")
        ]
        table = await anna.open(me(), FREE, watch_delay_s=DELAY_S)
        one, two, early = [await stack.enter_async_context(browser.at(table)) for browser in (anna, ben, zoe)]
        screen = await stack.enter_async_context(anna.at(table, "watch"))
        await two.ask("sit", seat=1, nonce=nonce(1))
        await level(one, two)
        began = one.version
        await early.until(lambda message: message["type"] == "full" and message["table"]["stage"] == "playing")
        assert (early.view, early.log) == (None, [])
        told: dict[int, tuple[int, object]] = {}  # what a spectator without delay saw, and when
        for step in range(6):
            await play_on(Random(step), one, two, choices=2)
            await level(one, two, screen)
            told[one.version] = (clock.now(), screen.view)
            clock.forward(MINUTE)
            allowed = [version for version, (at, _) in told.items() if at + 1_000 * DELAY_S <= clock.now()]
            await a_while_late(early)
            newest = max(allowed, default=began)
            assert max(versions_in(early)) <= newest
            if allowed:
                await early.catch_up(newest)
                assert early.view == told[newest][1]
            late = await stack.enter_async_context(yann.at(table))
            assert max(versions_in(late)) <= newest
        for path in ("log", "log?seat=watch", "journal", "journal?seat=watch"):
            assert (await zoe.get(f"/api/tables/{table}/{path}")).status_code == 409
        assert (await anna.get(f"/api/tables/{table}/log?seat=watch")).status_code == 200
        (line,) = (await zoe.get("/api/tables")).json()["running"]
        assert (line["caption"], line["deciding"]) == ({}, [])
        await early.ask("chat", text="hello")  # what is said is said to everybody at once
        await one.until(lambda message: message["type"] == "spoken")
        await play_on(Random(9), one, two)
        await told_that(early, lambda: early.over)
        assert early.version == one.version
        assert (await zoe.get(f"/api/tables/{table}/journal")).status_code == 200


async def a_while_late(player: Player) -> None:
    """Long enough for the server to say what it should not say."""
    await player.ask("look")


async def test_after_a_restart_a_spectator_sees_what_is_old_enough(tmp_path: Path, clock: HandClock) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with serving(database, clock=clock) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), {"kind": "bot", "bot": "random"}, watch_delay_s=DELAY_S)
        async with anna.at(table) as player:
            await play_on(Random(1), player, choices=3)
    clock.forward(100 * SECOND)
    async with serving(database, clock=clock) as again, again.browser("Zoe") as zoe, zoe.at(table) as late:
        assert late.view is None
        clock.forward(1_000 * DELAY_S)
        await late.ask("look")
        assert late.view is not None


async def test_a_delay_is_limited(host: Host) -> None:
    async with host.browser("Anna") as anna:
        for wish in (-1, 3_601):
            body = {"game": "", "seats": [me(), FREE], "watch_delay_s": wish}
            assert (await anna.http.post("/api/tables", json=body)).status_code == 400


def test_moments_in_between_are_left_out_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lateness, "MOST", 3)
    kept = Lateness(1)
    for version in range(1, 10):
        kept.note(version, moment(version))
    assert kept.shown(1_001) == moment(1)
    assert not kept.release(1_000)
    assert kept.release(1_001)
    assert not kept.release(1_001)
    assert kept.shown(1_009) == moment(9)


def moment(version: int) -> Full:
    table: object = None
    return Full(version, 0, table, [], False, None, [], [], True, {})  # type: ignore[arg-type]
