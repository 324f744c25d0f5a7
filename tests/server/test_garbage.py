"""Tables and connections leave the memory by themselves; the garbage collector has nothing to find."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kronrat.server.garbage import LATE_S, SHORT_S, SOON_S, next_pause
from tests.server.by_hand import until
from tests.server.client import FREE, Host, me, play_on, serving

pytestmark = pytest.mark.anyio
OURS = ("kronrat.", "uvicorn.", "starlette.", "websockets.server", "httptools.")


@pytest.fixture
def saved() -> Iterator[list[object]]:
    """What a pass of the collector finds, which is not to be freed."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


async def evening(host: Host, number: int) -> None:
    """Two people come, play a little and go."""
    async with host.browser(f"Anna {number}") as anna, host.browser(f"Ben {number}") as ben:
        table = await anna.open(me(), FREE)
        async with anna.at(table) as a, ben.at(table) as b:
            await b.ask("sit", seat=1, nonce="0" * 31 + "1")
            await a.until(lambda _: a.view is not None)
            await play_on(Random(number), a, b, choices=3)


def test_passes_are_seldom_where_they_are_short() -> None:
    pause = SOON_S
    for _ in range(10):
        pause = next_pause(pause, SHORT_S / 20)
    assert pause == LATE_S
    assert next_pause(LATE_S, 2 * SHORT_S) == LATE_S / 2
    assert next_pause(LATE_S, 100 * SHORT_S) == SOON_S
    assert next_pause(SOON_S, 0.0) == 2 * SOON_S


async def test_whoever_goes_leaves_no_reference_cycle(tmp_path: Path, saved: list[object]) -> None:
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host:
        await evening(host, 0)  # what is made once and stays
        gc.collect()
        gc.garbage.clear()
        for number in range(1, 4):
            await evening(host, number)
        await until(lambda: not host.server.connections.total())
        gc.collect()
        found = {f"{type(one).__module__}.{type(one).__qualname__}" for one in saved}
    assert [name for name in sorted(found) if name.startswith(OURS)] == []
