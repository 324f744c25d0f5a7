"""The garbage collector, in passes that nobody notices.

Tables, connections and lines have no reference cycles and are freed at once. Left to itself the collector would count
what is created less what is freed; with many tables that is nothing for a long time, and then a single pass looks
through all that has been replaced meanwhile. So it is called by time, for what is new since the last pass, and
never looks again at what has lasted; more often where passes take long. Cycles that became garbage later are found when
nobody is here.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

SOON_S, LATE_S = 0.2, 2.0  # between two passes, at least and at most
SHORT_S = 0.008  # what a pass may take: the seldomer they are, the fewer things they look at that will be replaced
NEW = 20_000  # objects that are created without being freed, as while tables are opened, until a pass is made at once
NEVER = 1_000_000
GROWN = 200_000  # objects that have lasted, until it is worth while to look through all of them
QUIET_S = 60.0  # without anybody here, before that is done


def settle() -> None:
    """Begin: what exists now will stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, NEVER, NEVER)


def next_pause(pause: float, took: float) -> float:
    """How long to wait for the next pass after one that took so long."""
    return min(LATE_S, max(SOON_S, pause * min(2.0, SHORT_S / max(took, 1e-6))))


async def collect(anybody_here: Callable[[], bool], passed: Callable[[float, float], None]) -> None:
    """Pass again and again, and tell how long the loop was late before and how long the pass has taken, in seconds."""
    lasting, quiet_since, pause = gc.get_freeze_count(), time.monotonic(), SOON_S
    while True:
        due = time.perf_counter() + pause
        await asyncio.sleep(pause)
        begin = time.perf_counter()
        gc.collect(1)
        gc.freeze()
        took = time.perf_counter() - begin
        passed(max(0.0, begin - due), took)
        pause = next_pause(pause, took)
        if anybody_here():
            quiet_since = time.monotonic()
        elif time.monotonic() - quiet_since > QUIET_S:
            quiet_since = time.monotonic()
            if gc.get_freeze_count() > lasting + GROWN:
                gc.unfreeze()
                gc.collect()
                gc.freeze()
                lasting = gc.get_freeze_count()
