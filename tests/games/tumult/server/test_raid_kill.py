"""A server is killed in the middle of a live raid; the raid goes on with the time that was left, and says so."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kronrat.core.journal import parse_line
from kronrat.server.records import ClockKept, Lined, Record
from tests.games.tumult.server.test_raid import done, faces, set_up, slots, table_id
from tests.profile import on_sqlite_daily
from tests.server.by_hand import told_of_a_clock, told_that
from tests.server.client import FREE, Host, Player, level, me, nonce
from tests.server.kept import records_of
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

RAID, COUNTDOWN = 15_000, 3_000


class Outside(Host):
    """A server in another process."""

    def __init__(self, address: str) -> None:
        self.url = self.origin = address


def left_at_the_last_grant(records: list[Record]) -> int:
    """By the records alone."""
    kept = next(record.at for record in records if isinstance(record.body, ClockKept))
    lines = [(record.at, record.body) for record in records if isinstance(record.body, Lined)]
    at, newest = lines[-1]
    assert parse_line(newest.text).choice[0] in ("lift", "keep")
    return kept + COUNTDOWN + RAID - at


@pytest.mark.full
@on_sqlite_daily
async def test_a_raid_survives_the_server(store_url: str, tmp_path: Path) -> None:
    async with ServerProcess(store_url, tmp_path / "output") as process, AsyncExitStack() as stack:
        host = Outside(process.address)
        anna = await stack.enter_async_context(host.browser("Anna"))
        ben = await stack.enter_async_context(host.browser("Ben"))
        table = await anna.open(me(), FREE, game="tumult", options={"raid": "live", "raid_seconds": "15"})
        async with anna.at(table) as first, ben.at(table) as second:
            await second.ask("sit", seat=1, nonce=nonce(1))
            await set_up([first, second])
            for player in (first, second):
                await done(player, "ready")
            await told_that(first, lambda: first.clock)
            assert first.clock is not None
            assert "resumed" not in first.clock
            await asyncio.sleep(first.clock["starts_in"] / 1_000 + 0.1)
            await done(first, "lift", 3)
            await asyncio.sleep(1)
            await done(first, "keep")
            await done(second, "lift", 5)
            held = faces(second)
            await asyncio.sleep(0.5)
            process.kill()
        left = left_at_the_last_grant(await records_of(store_url, table))
        assert 13_000 < left < RAID - 1_000
        await process.start()
        async with anna.at(table) as first, ben.at(table) as second:
            for player in (first, second):
                await told_of_the_break(player)
                assert player.clock is not None
                countdown = player.clock.get("starts_in", 0)
                assert countdown <= COUNTDOWN
                assert player.clock["ends_in"] - countdown <= left
                assert player.clock["ends_in"] > left - 1_000  # they were told soon after it went on
                assert slots(player)[3] == ["taken", 0]
                assert slots(player)[5] == ["held", 1]
            assert faces(second) == held
            assert first.clock is not None
            await asyncio.sleep(first.clock.get("starts_in", 0) / 1_000 + 0.1)
            await done(second, "return")
            await done(first, "stop")
            await done(second, "stop")
            assert second.clock is None
        assert (await records_of(store_url, table_id(second)))[-1].version >= second.version


async def told_of_the_break(player: Player) -> None:
    await told_that(player, lambda: player.clock and player.clock.get("resumed"))


@pytest.mark.parametrize("queue", ["fcfs", "fair"])
@pytest.mark.full
async def test_two_processes_have_one_queue_and_one_clock(postgres_url: str, tmp_path: Path, queue: str) -> None:
    """It is kept where the raid began; when that process dies, the other one goes on with the time that was left."""
    first, second = [ServerProcess(postgres_url, tmp_path / name) for name in ("first", "second")]
    options = {"raid": "live", "raid_seconds": "40", "raid_queue": queue}
    async with first, AsyncExitStack() as stack:
        anna = await stack.enter_async_context(Outside(first.address).browser("Anna"))
        ben = await stack.enter_async_context(Outside(first.address).browser("Ben"))
        table = await anna.open(me(), FREE, game="tumult", options=options)
        here = await stack.enter_async_context(anna.at(table))
        async with ben.at(table) as before:
            await before.ask("sit", seat=1, nonce=nonce(1))
            await set_up([here, before])
            for player in (here, before):
                await done(player, "ready")
            await told_of_a_clock(here)
        await stack.enter_async_context(second)
        away = await stack.enter_async_context(Outside(second.address).browser(token=ben.token))
        there = await stack.enter_async_context(away.at(table))
        assert there.clock is not None
        await asyncio.sleep(there.clock.get("starts_in", 0) / 1_000 + 0.1)
        for slot in (3, 7):
            answers = await asyncio.gather(*[player.play(["lift", slot]) for player in (here, there)])
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            await level(here, there)
            holder = here if answers[0]["type"] == "done" else there
            assert slots(here)[slot] == slots(there)[slot] == ["held", holder.front]
            await asyncio.sleep(0.35)
            await done(holder, "return")
            await level(here, there)
            await asyncio.sleep(0.35)
        assert len(await keepers(postgres_url, table)) == 1
        first.kill()
        await told_of_the_break(there)
        old, new = await keepers(postgres_url, table)
        assert old != new
        assert there.clock["ends_in"] > 30_000  # of the forty seconds most are left
        await asyncio.sleep(there.clock.get("starts_in", 0) / 1_000 + 0.1)
        await done(there, "lift", 5)


async def keepers(store_url: str, table: str) -> list[str]:
    """The processes that have kept the clock, one after the other."""
    bodies = [record.body for record in await records_of(store_url, table)]
    return [body.by for body in bodies if isinstance(body, ClockKept)]
