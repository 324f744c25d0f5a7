"""A server that starts with many running tables: how soon it is ready, and whether people notice the rest.

The tables are copies of one that was played by bots, each with a limit per move that ends at some time of the hours to
come, so that a server must know when without reading them. Nobody has opened more of them than one person may.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path

from kronrat.crowd.tables import Server, at
from kronrat.server.settings import Settings

LIMIT_S = 24 * 3_600
READY_S = 120.0
ASKING_S = 0.02  # between two requests
HOURS_MS = 12 * 3_600_000  # in which the moves of all tables were made, and in which they end
OF_ONE = Settings.tables_per_guest


@dataclass(frozen=True)
class Restart:
    """What was found."""

    tables: int
    ready_s: float  # until the server said so
    memory_mb: float  # at the end
    requests: int
    median_ms: float  # of requests from then on
    p99_ms: float
    longest_ms: float
    loaded: int  # tables that it had read meanwhile


async def prepare(server: Server, file: Path, game: str, tables: int) -> None:
    """Open one table with a limit at a server, and copy it in its file."""
    token = await server.welcome("Guest", "10.0.0.1")
    table = await server.open_table(game, 1, token, "10.0.0.1", bots=["greedy"], limit_s=str(LIMIT_S))
    await asyncio.sleep(2)
    await asyncio.to_thread(_multiply, file, table, tables)


def _multiply(file: Path, table: str, copies: int) -> None:
    now, dice = time.time_ns() // 1_000_000, random.Random(1)
    with closing(sqlite3.connect(file, timeout=30)) as c, c:
        for number in range(1, copies):
            owner = f"owner {number % -(-copies // OF_ONE)}"
            changed, due = now - dice.randrange(HOURS_MS), now + dice.randrange(60_000, HOURS_MS)
            facts = {"id": f"copy{number:012d}", "of": table, "changed": changed, "due": due, "owner": owner}
            for name, key in (("tables", "id"), ("heads", "table_id"), ("records", "table_id"), ("seats", "table_id")):
                columns = [row[1] for row in c.execute(f"PRAGMA table_info({name})")]
                values = [":id" if one == key else f":{one}" if one in facts else one for one in columns]
                c.execute(f"INSERT INTO {name} SELECT {', '.join(values)} FROM {name} WHERE {key} = :of", facts)
        c.execute("UPDATE heads SET due = :due WHERE table_id = :of", {"due": now + HOURS_MS, "of": table})


async def measure(
    start: Callable[[], AbstractContextManager[str]], tables: int, seconds: float, tell: Callable[[str], None]
) -> Restart:
    """Start a server over the prepared file and ask it for lists of tables, as people who come back do."""
    begin = time.perf_counter()
    with start() as address:
        await be_ready(address)
        ready = time.perf_counter() - begin
        tell(f"ready after {ready:.1f} s; asking for {seconds:g} seconds")
        server, latencies = Server(address), list[float]()
        token = await server.welcome("Guest", "10.0.0.2")
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            asked = time.perf_counter()
            await server.tables(token)
            latencies.append(time.perf_counter() - asked)
            await asyncio.sleep(ASKING_S)
        vitals = await server.vitals()
    latencies.sort()
    return Restart(
        tables,
        ready,
        vitals.memory / 1e6,
        len(latencies),
        at(latencies, 0.5),
        at(latencies, 0.99),
        at(latencies, 1),
        vitals.tables,
    )


async def be_ready(address: str) -> None:
    """Wait until a server says that it is ready."""
    begin = time.perf_counter()
    while not await asyncio.to_thread(_is_ready, address):
        if time.perf_counter() - begin > READY_S:
            raise RuntimeError("the server is not ready")
        await asyncio.sleep(0.02)


def _is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=5):
            return True
    except OSError:
        return False
