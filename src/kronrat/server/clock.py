"""The server's clock, handed in so that tests can run it faster or by hand."""

from __future__ import annotations

import asyncio
import contextlib
import time


class Clock:
    """Wall time in milliseconds, and waiting."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, until: int) -> None:
        """Wait for the event, but not beyond that point in time: a timeout would start to run only here."""
        left = until - self.now()
        if left > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left / 1_000):  # unlike `wait_for`, this never loses a cancellation
                    await event.wait()
