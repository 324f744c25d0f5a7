"""Several server processes on one PostgreSQL serve the same tables, and one of them may die."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
import pytest

from tests.evidence.figures import write_down
from tests.server.kept import check_end, check_kept
from tests.server.player import Player, company
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

PATIENCE_S = 120.0
AT_ONCE_S = 0.5  # from one process to the other; on an idle machine it takes some milliseconds


async def until(what: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.01)


def choices(players: Sequence[Player]) -> int:
    return sum(len(player.done) for player in players)


def epoch(postgres_url: str, table: str) -> int:
    """How often the bots of a table moved to another process."""
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SELECT epoch FROM heads WHERE table_id = %s", [table]).fetchone()
        assert row is not None
        return int(row[0])


async def test_clients_of_two_processes_share_a_table_and_one_process_dies(postgres_url: str, tmp_path: Path) -> None:
    dice = random.Random("two processes")
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        players = await company(["Anna", "Ben", "Clara", "Dora"], 0, [a.address, b.address], dice)
        here, there = players[::2], players[1::2]
        for player in there:
            player.addresses.reverse()
        playing = asyncio.gather(*(player.play() for player in players))
        await until(lambda: choices(players) > 80)
        gaps = [max(times) - min(times) for version in players[0].heard if (times := _times(players, version))]
        assert len(gaps) > 40
        assert statistics.median(gaps) < AT_ONCE_S

        a.kill()
        await until(lambda: all(player.addresses[0] == b.address for player in players))
        await check_kept(postgres_url, players)
        async with asyncio.timeout(PATIENCE_S):
            await playing
        await check_kept(postgres_url, players)
        await check_end(players)
    assert all(player.connected == 1 for player in there)
    assert all(player.connected > 1 for player in here)
    write_down(
        "9-server-processes",
        "Two processes share a table on PostgreSQL, and one of them dies",
        {
            "players, half of them at each process": len(players),
            "commands acknowledged": choices(players),
            "of these lost or done twice": 0,
            "from one process to the other, median of all choices": f"{1_000 * statistics.median(gaps):.0f} ms",
        },
    )


def _times(players: Sequence[Player], version: int) -> list[float]:
    """When each player heard of a version, if all did."""
    times = [player.heard[version] for player in players if version in player.heard]
    return times if len(times) == len(players) else []


@pytest.mark.full
async def test_the_bots_of_a_dead_process_play_on_in_another(postgres_url: str, tmp_path: Path) -> None:
    dice = random.Random("bots go on")
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        players = await company(["Anna"], 3, [a.address], dice)
        players[0].addresses.append(b.address)
        playing = asyncio.gather(*(player.play() for player in players))
        await until(lambda: choices(players) > 5)
        before = epoch(postgres_url, players[0].table)
        seen = players[0].version
        a.kill()
        killed = time.monotonic()
        await until(lambda: epoch(postgres_url, players[0].table) > before)
        taken_over = time.monotonic() - killed
        await until(lambda: players[0].version > seen + 20)
        assert epoch(postgres_url, players[0].table) == before + 1
        async with asyncio.timeout(PATIENCE_S):
            await playing
        await check_kept(postgres_url, players)
        await check_end(players)
    write_down(
        "9-server-takeover",
        "A process that drives the bots of a table dies, and another one goes on",
        {"until the other one drives it": f"{taken_over:.1f} s"},
    )


@pytest.mark.full
async def test_processes_are_restarted_one_after_the_other(postgres_url: str, tmp_path: Path) -> None:
    dice = random.Random("rolling restart")
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        players = await company(["Anna", "Ben"], 2, [a.address, b.address], dice)
        players[1].addresses.reverse()
        playing = asyncio.gather(*(player.play() for player in players))
        for server in (a, b):
            await _progress(players[0], 10)
            await server.stop()
            await _progress(players[0], 10)
            await server.start()
        async with asyncio.timeout(PATIENCE_S):
            await playing
        await check_kept(postgres_url, players)
        await check_end(players)
    write_down(
        "9-server-restarts",
        "Two processes are stopped and started again one after the other, while people and bots play",
        {"commands acknowledged": choices(players), "of these lost or done twice": 0},
    )


@pytest.mark.full
async def test_a_process_that_slept_too_long_drives_no_bots_any_more(postgres_url: str, tmp_path: Path) -> None:
    """It stops in the middle of a bot's turn, others take over, and it wakes up with the turn half done."""
    dice = random.Random("sleepers")
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        [player] = players = await company(["Anna"], 3, [a.address, b.address], dice)
        player.patience_s = 2.0
        playing = asyncio.gather(*(player.play() for player in players))
        for sleeper in (a, b):
            await _progress(player, 20)
            sleeper.freeze()
            await _progress(player, 20)
            sleeper.thaw()
            await _progress(player, 20)
            await check_kept(postgres_url, players)
        async with asyncio.timeout(PATIENCE_S):
            await playing
        await check_kept(postgres_url, players)
        await check_end(players)
        write_down(
            "9-server-sleepers",
            "Of two processes one after the other stands still in the middle of a bot's turn, and wakes up",
            {
                "changes of the process that drives the bots": epoch(postgres_url, player.table) - 1,
                "commands acknowledged": choices(players),
                "choices lost or made twice": 0,
            },
        )


async def _progress(player: Player, versions: int) -> None:
    wanted = player.version + versions
    await until(lambda: player.version >= wanted)


@pytest.mark.full
async def test_each_process_knows_who_is_connected_to_the_others(postgres_url: str, tmp_path: Path) -> None:
    dice = random.Random("presence")
    async with ServerProcess(postgres_url, tmp_path / "a") as a, ServerProcess(postgres_url, tmp_path / "b") as b:
        anna, ben = players = await company(["Anna", "Ben"], 0, [a.address], dice)
        ben.addresses = [b.address]
        playing = asyncio.gather(*(player.play() for player in players))
        await until(lambda: choices(players) > 10)
        anna.paused = ben.paused = True
        await until(lambda: all(seat.get("here") for player in players for seat in player.seats))
        a.kill()
        await until(lambda: not ben.seats[0].get("here"))
        assert ben.seats[0]["away_ms"] > 0
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
