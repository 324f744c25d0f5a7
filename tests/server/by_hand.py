"""A server whose clock is moved by hand, and waiting for what it does on its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kronrat.server.clock import Clock
from tests.server.client import FREE, PATIENCE_S, Host, Player, level, me, nonce

SECOND, MINUTE, DAY = 1_000, 60_000, 24 * 3_600_000


class HandClock(Clock):
    """A clock that stops until it is moved."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> int:
        return self.time

    def not_before(self, at: int) -> None:
        self.time = max(self.time, at)

    async def sleep(self, seconds: float) -> None:
        await self._alarm(self.time + 1_000 * seconds)

    async def wait(self, event: asyncio.Event, until: int) -> None:
        waiting: list[asyncio.Future[Any]] = [asyncio.ensure_future(event.wait()), self._alarm(until)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    def _alarm(self, due: float) -> asyncio.Future[None]:
        alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleeping.append((due, alarm))
        self._ring()
        return alarm

    def forward(self, ms: int) -> None:
        self.time += ms
        self._ring()

    def _ring(self) -> None:
        for due, alarm in self._sleeping:
            if due <= self.time and not alarm.done():
                alarm.set_result(None)
        self._sleeping = [(due, alarm) for due, alarm in self._sleeping if not alarm.done()]


class Machine:
    """The clocks of a machine that stand still until they are moved: the one that people set, and the one that they
    cannot. The server has its usual clock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._wall, self._running = time.time_ns(), time.monotonic_ns()
        monkeypatch.setattr(time, "time_ns", lambda: self._wall)
        monkeypatch.setattr(time, "clock_gettime_ns", lambda source: self._running)

    def set_wall(self, ms: int) -> None:
        self._wall += 1_000_000 * ms

    def forward(self, host: Host, ms: int) -> None:
        """So much later, everything that is due is done."""
        self._wall += 1_000_000 * ms
        self._running += 1_000_000 * ms
        for live in host.server.hub.tables.values():
            live.changed.set()


async def until(condition: Callable[[], object]) -> None:
    """Wait for what the server does on its own."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.005)


async def a_while(player: Player) -> None:
    """Long enough for the server to do what it should not do."""
    await asyncio.sleep(0.03)
    await player.check()


async def told_that(player: Player, condition: Callable[[], object]) -> None:
    while not condition():
        await player.hear()


async def told_stage(player: Player, stage: str) -> None:
    await told_that(player, lambda: player.info["stage"] == stage)


async def told_of_a_clock(player: Player) -> None:
    await told_that(player, lambda: player.clock)


# -- two people --------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def two_people(host: Host, **wishes: Any) -> AsyncIterator[tuple[Player, Player]]:
    async with host.browser("Anna") as anna, host.browser("Ben") as ben:
        table = await anna.open(me(), FREE, **wishes)
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            await level(first, second)
            yield first, second


def table_id(player: Player) -> str:
    return str(player.info["id"])


def seat_of(player: Player, seat: int) -> dict[str, Any]:
    info: dict[str, Any] = player.info["seats"][seat]
    return info


def whose_turn(*players: Player) -> tuple[Player, Player]:
    asked = next(player for player in players if player.question)
    return asked, next(player for player in players if player is not asked)
