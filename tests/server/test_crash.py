"""What a crash leaves: all that was acknowledged if a process dies, and a shorter, clean past if the disk has less."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kronrat.server.records import Record
from kronrat.server.store import Store
from tests.evidence.figures import write_down
from tests.profile import PROFILE
from tests.server.tables import batch, record, row, summary

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
TABLES = [f"t{number}" for number in range(6)]

# Appends for ever, and says after each append what was kept.
PROCESS = """
import asyncio, os, sys
from kronrat.server.store import Store
from tests.server.tables import batch, record, row, summary

async def play(store, table):
    await store.add_table(row(table), [record(1)], summary())
    version = 1
    while await store.append(table, batch(version + 1, 3, f"c{version}"), summary()):
        version += 3
        os.write(1, f"{table} {version}\\n".encode())

async def main():
    store = Store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"t{number}") for number in range(6)))

asyncio.run(main())
"""


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(store_url: str) -> None:
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-c", PROCESS, store_url], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            name, newest = line.split()
            acknowledged[name] = int(newest)
            if len(acknowledged) == len(TABLES) and sum(acknowledged.values()) > 300:
                process.kill()
    store = Store(store_url)
    await store.open()
    assert sorted(acknowledged) == TABLES
    for table, version in acknowledged.items():
        kept = [record.version for record in await store.records(table)]
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) >= version
        assert len(kept) % 3 == 1, "a batch was torn"
    await store.close()
    database = store_url.partition(":")[0]
    write_down(
        f"9-server-store-killed-{database}",
        f"A process that appends to tables is killed ({database})",
        {"tables": len(TABLES), "records acknowledged": sum(acknowledged.values()), "of these lost": 0},
    )


async def played(path: Path, dice: random.Random) -> dict[str, list[Record]]:
    """Some tables with batches of many lengths, and a copy of the files while their store is still open."""
    store = Store(str(path / "tables.db"))
    await store.open()
    # All stays in the log, so that cutting it is all that a crash could do.
    await store._write(lambda connection: connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 0"))
    kept: dict[str, list[Record]] = {}
    for table in TABLES:
        kept[table] = [record(1)]
        await store.add_table(row(table), kept[table], summary())
    for turn in range(150):
        table = dice.choice(TABLES)
        records = batch(len(kept[table]) + 1, dice.randint(1, 9), f"c{turn}")
        assert await store.append(table, records, summary(guests=[f"guest {len(records)}"]))
        kept[table] += records
    for name in ("tables.db", "tables.db-wal"):
        shutil.copy(path / name, path / f"copy-{name}")
    await store.close()
    return kept


async def test_a_log_that_was_cut_anywhere_opens_as_a_clean_prefix(tmp_path: Path) -> None:
    dice = random.Random("power cut")
    kept = await played(tmp_path, dice)
    log = (tmp_path / "copy-tables.db-wal").read_bytes()
    ends = []
    for number, cut in enumerate(sorted(dice.randrange(len(log) + 1) for _ in range(PROFILE.cuts))):
        folder = tmp_path / f"cut{number}"
        folder.mkdir()
        shutil.copy(tmp_path / "copy-tables.db", folder / "tables.db")
        (folder / "tables.db-wal").write_bytes(log[:cut])
        ends.append(await clean_prefix(folder, kept))
        shutil.rmtree(folder)
    assert ends == sorted(ends), "a longer log holds more"
    assert len(set(ends)) > PROFILE.cuts // 3
    assert ends[-1] > 600
    write_down(
        "9-server-cuts",
        "The log of a SQLite database is cut at random places",
        {
            "cuts": len(ends),
            "bytes of the log": len(log),
            "different ends": len(set(ends)),
            "opened as a clean prefix, and play went on": len(ends),
        },
    )


async def clean_prefix(folder: Path, kept: dict[str, list[Record]]) -> int:
    """Check what is left, and that play can go on; how many records there are."""
    store = Store(str(folder / "tables.db"))
    await store.open()
    count = there = 0
    for table, all_records in kept.items():
        records = await store.records(table)
        rest = all_records[len(records) :]
        assert records == all_records[: len(records)]
        assert not rest or not records or rest[0].command, "a batch was torn"
        assert (await store.table(table) is not None) == bool(records)
        if records:
            assert await store.append(table, [record(len(records) + 1, "after")], summary(guests=["again"]))
        count += len(records)
        there += bool(records)
    assert len(await store.tables_of("again")) == there
    await store.close()
    return count
