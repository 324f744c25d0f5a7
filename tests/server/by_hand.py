"""A server whose clock is moved by hand, and waiting for what it does on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from kronrat.server.clock import Clock
from tests.server.client import PATIENCE_S, Player

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


async def told_of_a_clock(player: Player) -> None:
    await told_that(player, lambda: player.clock)
