"""The server's clock, handed in so that tests can run it faster or by hand."""

from __future__ import annotations

import asyncio
import contextlib
import time

_SOURCE = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine sleeps


class Clock:
    """Time in milliseconds since 1970, and waiting.

    The wall clock is read once. From then on time comes from a source that is never set, so that nobody's turn ends
    early and no clock of the rules stops when somebody sets the clock of the machine. Records keep what the wall clock
    says.
    """

    def __init__(self) -> None:
        self._begin = time.time_ns() - time.clock_gettime_ns(_SOURCE)

    def now(self) -> int:
        return (self._begin + time.clock_gettime_ns(_SOURCE)) // 1_000_000

    def not_before(self, at: int) -> None:
        """Go on from there if it is earlier now: the wall clock was put back while the server was away."""
        self._begin += max(0, at - self.now()) * 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, until: int) -> None:
        """Wait for the event, but not beyond that point in time: a timeout would start to run only here."""
        left = until - self.now()
        if left > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left / 1_000):  # unlike `wait_for`, this never loses a cancellation
                    await event.wait()
