"""Counting results, a moment after games have ended: nobody waits for it, and none is lost or counted twice."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from kronrat.server.office import Office
from kronrat.server.standings import AT_ONCE, count_waiting, recount_asked
from kronrat.server.store import StoreUnavailable

log = logging.getLogger(__name__)

LOOK_S = 30.0  # how often it is looked for results that were left uncounted, such as by a process that was killed


class Accountant:
    """What counts results in this process."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        ended = self._office.ended
        while True:
            ended.clear()
            try:
                while await self._office.store.care(count_waiting) == AT_ONCE:
                    pass
                await recount_asked(self._office.store)
            except StoreUnavailable as problem:
                log.warning("counting results: %s", problem)
            except Exception:
                log.exception("counting results failed")
                self._office.counts["failures"] += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await ended.wait()
