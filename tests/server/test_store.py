"""What the store promises, on SQLite and on PostgreSQL: whole batches, no gaps, one winner, nothing lost."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, cast

import msgspec
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import exc, text

from kronrat.server.engine import PATIENCE_S, address, engines, set_pragma
from kronrat.server.records import Guest, Lined, Record, Summary, TableRow
from kronrat.server.schema import metadata
from kronrat.server.store import SEALS, Store, StoreUnavailable
from tests.server.tables import batch, record, row, summary

pytestmark = pytest.mark.anyio

PAGE = 4_096  # bytes of a SQLite file; an append writes several pages


async def add(store: Store, *tables: str) -> None:
    for table in tables:
        await store.add_table(row(table), [record(1)], summary())


async def versions(store: Store, table: str) -> list[int]:
    return [record.version for record in await store.records(table)]


# -- guests


async def test_a_guest_is_found_by_the_hash_of_the_token(store: Store) -> None:
    await store.add_guest(Guest("g1", "Änne 🎲"), "hash", 5)
    assert await store.guest("hash") == Guest("g1", "Änne 🎲")
    assert await store.guest("other") is None
    await store.rename_guest("g1", "Ben")
    assert await store.guest("hash") == Guest("g1", "Ben")


async def test_a_token_belongs_to_one_guest(store: Store) -> None:
    await store.add_guest(Guest("g1", "Anna"), "hash", 5)
    with pytest.raises(exc.IntegrityError):
        await store.add_guest(Guest("g2", "Ben"), "hash", 6)


# -- tables and their records


async def test_a_table_comes_back_as_it_was_added(store: Store) -> None:
    records = batch(1, 3, "open")
    await store.add_table(row("t"), records, summary())
    assert await store.table("t") == row("t")
    assert await store.records("t") == records
    assert await store.records("t", after=2) == records[2:]
    assert await store.table("u") is None
    assert await store.records("u") == []


async def test_a_table_may_begin_without_records(store: Store) -> None:
    await store.add_table(row("t", created=77), [], summary("gathering"))
    assert [changed for _, _, changed in await store.listed()] == [77]
    assert await store.append("t", batch(1, 2), summary())


async def test_appended_records_are_kept_in_order(store: Store, other_store: Store) -> None:
    await add(store, "t")
    assert await store.append("t", batch(2, 3, "a"), summary())
    assert await other_store.append("t", batch(5, 1, "b"), summary())
    assert await store.records("t") == [record(1), *batch(2, 3, "a"), record(5, "b")]


async def test_a_version_that_is_taken_is_refused_with_its_whole_batch(store: Store) -> None:
    await add(store, "t")
    assert await store.append("t", batch(2, 2, "a"), summary(guests=["anna"]))
    for first in (1, 2, 3):
        assert not await store.append("t", batch(first, 4, "b"), summary(guests=["carl"]))
    assert await versions(store, "t") == [1, 2, 3]
    assert await store.tables_of("carl") == []


async def test_a_gap_is_refused(store: Store) -> None:
    await add(store, "t")
    assert not await store.append("t", batch(3, 1), summary())
    with pytest.raises(ValueError, match="follow one another"):
        await store.append("t", [record(2), record(4)], summary())
    assert await versions(store, "t") == [1]


async def test_a_table_that_does_not_exist_takes_no_records(store: Store) -> None:
    assert not await store.append("nowhere", batch(1, 1), summary())


async def test_a_command_is_carried_out_once_for_each_table(store: Store, other_store: Store) -> None:
    await add(store, "t", "u")
    assert await store.append("t", batch(2, 2, "a"), summary())
    assert not await store.append("t", batch(4, 2, "a"), summary())
    assert not await other_store.append("t", batch(4, 2, "a"), summary())
    assert await store.append("u", batch(2, 1, "a"), summary())
    assert await store.append("t", batch(4, 2), summary())
    assert await store.append("t", batch(6, 2), summary())
    assert await versions(store, "t") == [1, 2, 3, 4, 5, 6, 7]


async def test_of_two_processes_that_append_the_same_version_exactly_one_wins(store: Store, other_store: Store) -> None:
    names = [f"t{number}" for number in range(20)]
    await add(store, *names)

    async def race(process: Store, name: str, table: str) -> list[bool]:
        return [await process.append(table, batch(2 + 3 * turn, 3, f"{name}{turn}"), summary()) for turn in range(5)]

    mine, theirs = await asyncio.gather(
        asyncio.gather(*(race(store, "mine", table) for table in names)),
        asyncio.gather(*(race(other_store, "theirs", table) for table in reversed(names))),
    )
    theirs.reverse()
    for table, won, lost in zip(names, mine, theirs, strict=True):
        records = await store.records(table)
        assert [r.version for r in records] == list(range(1, 17))
        for turn in range(5):
            assert won[turn] != lost[turn]
            assert records[1 + 3 * turn].command == f"{'mine' if won[turn] else 'theirs'}{turn}"


async def test_of_two_appends_of_the_same_command_that_wait_together_one_wins(store: Store) -> None:
    await add(store, "t")
    taken = await asyncio.gather(*(store.append("t", batch(2, 2, "same"), summary()) for _ in range(5)))
    assert sorted(taken) == [False] * 4 + [True]
    assert await versions(store, "t") == [1, 2, 3]


# -- group commit


async def test_appends_that_wait_together_are_one_transaction(store: Store) -> None:
    names = [f"t{number:03}" for number in range(250)]
    await asyncio.gather(*(add(store, name) for name in names))
    before = store.transactions
    taken = await asyncio.gather(*(store.append(name, batch(2, 2), summary()) for name in names + names))
    assert Counter(taken) == {True: 250, False: 250}
    assert store.transactions - before <= 4


async def test_the_log_of_a_file_begins_anew_while_appends_go_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = Store(str(file))
    await store.open()
    await add(store, "a")
    version = 1
    for _ in range(30):
        moving = asyncio.create_task(asyncio.to_thread(store._checkpoint))
        for _ in range(20):
            version += 1
            assert await store.append("a", batch(version, 1), summary())
            await asyncio.sleep(0.001)
        await moving
    log = file.with_name("tables.db-wal")
    assert log.stat().st_size < version * PAGE, "all that was ever written"
    assert await versions(store, "a") == list(range(1, version + 1))
    await store.close()


async def test_who_reads_for_long_keeps_no_append_waiting_for_long(tmp_path: Path) -> None:
    """While a checkpoint waits for a reader nobody writes."""
    file = tmp_path / "tables.db"
    store = Store(str(file))
    await store.open()
    await add(store, "a", "b")
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM heads").fetchall()
        assert await store.append("a", batch(2, 1), summary())
        begin = time.monotonic()
        await asyncio.to_thread(store._checkpoint)
        assert time.monotonic() - begin < PATIENCE_S / 2
    assert await store._read(lambda c: c.execute(text("PRAGMA busy_timeout")).scalar()) == 1_000 * PATIENCE_S
    await store.close()


async def test_one_waiter_who_gives_up_harms_nobody(store: Store) -> None:
    names = [f"t{number}" for number in range(30)]
    await add(store, *names)
    waiters = [asyncio.create_task(store.append(name, batch(2, 2), summary())) for name in names]
    await asyncio.sleep(0)
    waiters[3].cancel()
    await asyncio.sleep(0)
    waiters[4].cancel()
    answers = await asyncio.gather(*waiters, return_exceptions=True)
    assert answers[:3] + answers[5:] == [True] * 28
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[3:5])
    for name in names[3:5]:
        assert await versions(store, name) in ([1], [1, 2, 3])
    assert await store.append("t0", batch(4, 1), summary())


async def test_a_repeated_command_among_others_is_refused_alone(store: Store) -> None:
    names = [f"t{number}" for number in range(10)]
    await add(store, *names)
    assert await store.append("t4", batch(2, 1, "same"), summary())
    taken = await asyncio.gather(
        *(store.append(name, batch(3 if name == "t4" else 2, 2, "same"), summary()) for name in names)
    )
    assert taken == [name != "t4" for name in names]
    assert [len(await versions(store, name)) for name in names] == [2 if name == "t4" else 3 for name in names]


async def test_one_batch_that_cannot_be_written_harms_nobody(store: Store) -> None:
    names = [f"t{number}" for number in range(5)]
    await add(store, *names)
    commands = ["a", "b", "\ud800", "c", "d"]  # half a character is not text
    answers = await asyncio.gather(
        *(store.append(name, batch(2, 2, command), summary()) for name, command in zip(names, commands, strict=True)),
        return_exceptions=True,
    )
    assert answers[:2] + answers[3:] == [True] * 4
    assert isinstance(answers[2], UnicodeError)
    assert await versions(store, "t2") == [1]


async def test_a_body_that_is_not_json_is_refused_before_it_waits(store: Store) -> None:
    await add(store, "t")
    with pytest.raises(TypeError):
        await store.append("t", [Record(2, 1, Lined(object()))], summary())  # type: ignore[arg-type]
    assert await store.append("t", batch(2, 1), summary())


async def test_closing_waits_for_what_was_begun(store_url: str) -> None:
    store = Store(store_url)
    await store.open()
    names = [f"t{number}" for number in range(20)]
    await add(store, *names)
    waiters = [asyncio.create_task(store.append(name, batch(2, 2), summary())) for name in names]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiters) == [True] * 20


# -- when the database is away


async def all_fail(store: Store, names: list[str]) -> None:
    answers = await asyncio.gather(
        *(store.append(name, batch(2, 2, "lost"), summary()) for name in names), return_exceptions=True
    )
    assert all(isinstance(answer, StoreUnavailable) for answer in answers)


async def all_recover(store: Store, names: list[str]) -> None:
    for name in names:
        assert await versions(store, name) == [1]
        assert await store.append(name, batch(2, 2, "lost"), summary())


async def test_a_locked_file_fails_every_waiter_and_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kronrat.server.engine.PATIENCE_S", 0.05)
    store = Store(str(tmp_path / "tables.db"))
    await store.open()
    names = [f"t{number}" for number in range(20)]
    await add(store, *names)
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        await all_fail(store, names)
        blocker.execute("ROLLBACK")
    await all_recover(store, names)
    await store.close()


async def test_a_connection_that_breaks_within_a_transaction_fails_every_waiter_and_keeps_nothing(
    postgres_url: str,
) -> None:
    store = Store(postgres_url)
    await store.open()
    names = [f"t{number:02}" for number in range(20)]
    await add(store, *names)
    with psycopg.connect(postgres_url) as blocker, psycopg.connect(postgres_url, autocommit=True) as breaker:
        # The last of the first records waits for this one; by then the others are written.
        blocker.execute("INSERT INTO records (table_id, version, at, body) VALUES ('t19', 2, 0, '{}')")
        failing = asyncio.create_task(all_fail(store, names))
        while not breaker.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ).fetchall():
            await asyncio.sleep(0.01)
        await failing
        blocker.rollback()
    await all_recover(store, names)
    await store.close()


async def test_reading_survives_a_restart_of_the_database(postgres_url: str) -> None:
    store = Store(postgres_url)
    await store.open()
    await add(store, "t")
    with psycopg.connect(postgres_url, autocommit=True) as breaker:
        breaker.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'kronrat'"
        )
    assert await versions(store, "t") == [1]
    assert await store.append("t", batch(2, 1), summary())
    await store.close()


# -- what the lobby lists


def names(lines: list[tuple[TableRow, Summary, int]]) -> list[tuple[str, int]]:
    return [(row.id, changed) for row, _, changed in lines]


async def test_tables_of_a_guest_come_with_the_newest_change_first(store: Store) -> None:
    for table, guests in (("t", ["anna", "ben"]), ("u", ["anna"]), ("v", ["ben"])):
        await store.add_table(row(table), [record(1, at=10)], summary(guests=guests))
    await store.append("u", [record(2, at=20)], summary(guests=["anna"]))
    assert names(await store.tables_of("anna")) == [("u", 20), ("t", 10)]
    assert names(await store.tables_of("anna", limit=1)) == [("u", 20)]
    assert await store.tables_of("carl") == []
    assert (await store.tables_of("ben"))[0] == (row("t"), summary(guests=["anna", "ben"]), 10)


async def test_seats_follow_those_who_come_and_go(store: Store, other_store: Store) -> None:
    await add(store, "t")  # anna and ben
    await store.append("t", [record(2)], summary(guests=["anna", "carl", "anna"]))
    assert [names(await store.tables_of(guest)) for guest in ("anna", "ben", "carl")] == [
        [("t", 1_002)],
        [],
        [("t", 1_002)],
    ]
    await other_store.append("t", [record(3)], summary(guests=["ben"]))
    await store.append("t", [record(4)], summary(guests=["anna", "carl"]))
    assert [len(await store.tables_of(guest)) for guest in ("anna", "ben", "carl")] == [1, 0, 1]
    await store.append("t", [record(5)], summary(guests=[]))
    assert [len(await store.tables_of(guest)) for guest in ("anna", "ben", "carl")] == [0, 0, 0]


async def test_only_tables_that_gather_and_want_to_be_seen_are_listed(store: Store) -> None:
    await store.add_table(row("open"), [record(1, at=10)], summary("gathering"))
    await store.add_table(row("newer"), [record(1, at=20)], summary("gathering"))
    await store.add_table(row("hidden", listed=False), [record(1)], summary("gathering"))
    await store.add_table(row("playing"), [record(1)], summary("playing"))
    assert names(await store.listed()) == [("newer", 20), ("open", 10)]
    assert names(await store.listed(limit=1)) == [("newer", 20)]
    await store.append("open", [record(2)], summary("playing"))
    assert names(await store.listed()) == [("newer", 20)]


async def test_nobody_fills_the_list_of_tables_alone(store: Store) -> None:
    """Neither with tables that were left again, nor with those that have somebody who waits for others."""
    theirs = msgspec.structs.replace(row("theirs"), owner="clara")
    await store.add_table(theirs, [record(1, at=1)], summary("gathering", guests=["clara"]))
    for number in range(30):
        await store.add_table(row(f"left-{number}"), [record(1, at=100 + number)], summary("gathering", guests=[]))
        await store.add_table(row(f"mine-{number}"), [record(1, at=200 + number)], summary("gathering"))
    assert names(await store.listed(limit=20)) == [("mine-29", 229), ("mine-28", 228), ("mine-27", 227), ("theirs", 1)]
    assert names(await store.listed(limit=20, but="ben")) == [("theirs", 1)]


async def test_tables_of_other_rules_take_no_place_in_the_list(store: Store) -> None:
    now = msgspec.structs.replace(row("now"), rules=2, data="two")
    await store.add_table(now, [record(1, at=1)], summary("gathering"))
    for number, (rules, data) in enumerate([(1, "two"), (2, "one")]):
        then = msgspec.structs.replace(row(f"then-{number}"), rules=rules, data=data)
        await store.add_table(then, [record(1, at=9)], summary("gathering"))
    assert names(await store.listed(limit=1, versions={"tiny": (2, "two")})) == [("now", 1)]
    assert names(await store.listed(limit=1, versions={"other": (2, "two")})) == []


async def test_a_damaged_summary_hides_its_own_table_only(store: Store) -> None:
    for table in ("a", "b"):
        await store.add_table(row(table), [record(1, at=1)], summary("gathering"))
    await store._write(lambda c: c.execute(text("UPDATE heads SET summary = 'torn{' WHERE table_id = 'a'")))
    assert names(await store.listed()) == names(await store.tables_of("anna")) == [("b", 1)]
    assert await store.kept("a") == (None, None)


async def test_records_keep_the_wall_clock_where_it_differs(store: Store) -> None:
    now = time.time_ns() // 1_000_000
    await store.add_table(row("t"), [record(1, at=now)], summary())
    await store.append("t", [record(2, at=now - 3_600_000)], summary())
    walls = [row.wall for row in await store._read(lambda c: c.execute(text("SELECT wall FROM records")).all())]
    assert [walls[0], walls[1] >= now] == [None, True]


async def test_the_newest_change_is_known(store: Store) -> None:
    assert await store.newest() == 0
    for at in (20, 30, 10):
        await store.add_table(row(f"t{at}"), [record(1, at=at)], summary())
    assert await store.newest() == 30


async def test_a_damaged_file_is_an_absent_store(tmp_path: Path) -> None:
    """And so is one that can be read but not written."""
    file = tmp_path / "tables.db"
    store = Store(f"sqlite:///{file}")
    await store.open()
    await store.beat(1)
    await store.close()
    content = file.read_bytes()
    await store.open()
    await store._read(lambda c: c.execute(text("PRAGMA user_version")).all())
    file.write_bytes(content[:100] + bytes([0xAA]) * (len(content) - 100))
    with pytest.raises(StoreUnavailable):
        await store.beat(2)
    await store.close()


@pytest.mark.parametrize(
    ("due", "what"),
    [
        (50, summary(deciding=[2])),  # a bot
        (50, summary(deciding=[0, 2])),
        (50, summary(deciding=[-1])),  # chance
        (50, summary(deciding=[0], held="greedy")),
        (None, summary(guests=["anna"], deciding=[0], held="greedy")),  # bots wait for her
        (90, summary(deciding=[0, 1], deadlines={"0": 99, "1": 90})),
        (50, summary(deciding=[0, 2], deadlines={"0": 99})),
        (50, summary(deciding=[])),
        (None, summary(deciding=[0, 1])),
        (None, summary("gathering", deciding=[2])),
        (None, summary("over", deciding=[], deadlines={"0": 99})),
    ],
)
async def test_a_table_that_waits_for_more_than_people_is_found_when_it_is_due(
    store: Store, due: int | None, what: Summary
) -> None:
    await add(store, "t")
    assert await store.due(10**15) == []
    await store.append("t", [record(2, at=50)], what)
    assert await store.due(10**15) == ([] if due is None else ["t"])
    if due is not None:
        assert [await store.due(due - 1), await store.due(due)] == [[], ["t"]]
        await store.set_trouble("t", "no longer understood")
        assert await store.due(due) == []
        assert await store.in_trouble() == {"t": "no longer understood"}


async def test_tables_count_for_their_owner_until_they_are_over_or_left(store: Store) -> None:
    await store.add_table(row("gathering"), [record(1)], summary("gathering", guests=[]))
    await store.add_table(row("playing"), [record(1)], summary(guests=["owner", "ben"]))
    await store.add_table(row("over"), [record(1)], summary("over", guests=["owner", "ben"]))
    assert await store.unfinished_of("owner") == 2
    await store.append("playing", [record(2)], summary(guests=["ben"]))
    assert await store.unfinished_of("owner") == 1
    assert await store.unfinished_of("ben") == 0


# -- seals

DAY_MS = 24 * 3_600_000


async def test_a_seal_is_taken_once_and_by_its_guest_only(store: Store, other_store: Store) -> None:
    await store.add_seal("s", "anna", b"secret", 1_000)
    assert await other_store.take_seal("s", "ben", 1_001) is None
    assert await other_store.take_seal("t", "anna", 1_001) is None
    assert await other_store.take_seal("s", "anna", 1_001) == b"secret"
    assert await store.take_seal("s", "anna", 1_002) is None


async def test_of_many_who_take_a_seal_at_once_one_gets_it(store: Store, other_store: Store) -> None:
    await store.add_seal("s", "anna", b"secret", 1_000)
    takers = [store.take_seal("s", "anna", 1_001) if n % 2 else other_store.take_seal("s", "anna", 1) for n in range(8)]
    assert sorted(await asyncio.gather(*takers), key=str) == [None] * 7 + [b"secret"]


async def test_a_seal_is_good_for_a_day(store: Store) -> None:
    await store.add_seal("s", "anna", b"secret", 1_000)
    assert await store.take_seal("s", "anna", 1_001 + DAY_MS) is None
    await store.add_seal("t", "ben", b"other", 1_001 + DAY_MS)
    assert await store.take_seal("s", "anna", 1_000) is None, "it is not kept any longer"
    assert await store.take_seal("t", "ben", 1_001 + 2 * DAY_MS) == b"other"


async def test_one_guest_has_so_many_seals(store: Store) -> None:
    for number in range(SEALS + 3):
        await store.add_seal(f"s{number}", "anna", b"secret", 1_000 + number)
    await store.add_seal("his", "ben", b"secret", 1_000)
    assert [number for number in range(SEALS + 3) if await store.take_seal(f"s{number}", "anna", 2_000)] == list(
        range(3, SEALS + 3)
    ), "the oldest make room"
    assert await store.take_seal("his", "ben", 2_000)


# -- leases


async def test_a_lease_has_one_owner_until_it_ends(store: Store, other_store: Store) -> None:
    await add(store, "t")
    assert await store.lease("t", "mine", now=100, until=200) == 1
    assert await other_store.lease("t", "theirs", now=199, until=300) is None
    assert await store.lease("t", "mine", now=150, until=250) == 1
    assert await other_store.lease("t", "theirs", now=250, until=300) == 2
    assert await store.lease("t", "mine", now=260, until=400) is None
    assert await store.lease("nowhere", "mine", now=1, until=2) is None


async def test_an_owner_who_renews_late_keeps_the_epoch_if_nobody_came_between(store: Store) -> None:
    await add(store, "t")
    assert await store.lease("t", "mine", now=100, until=200) == 1
    assert await store.lease("t", "mine", now=900, until=999) == 1


async def test_a_released_lease_is_free_at_once_and_only_its_owner_releases_it(store: Store) -> None:
    await add(store, "t")
    assert await store.lease("t", "mine", now=100, until=200) == 1
    await store.release("t", "theirs")
    assert await store.lease("t", "theirs", now=101, until=201) is None
    await store.release("t", "mine")
    assert await store.lease("t", "theirs", now=101, until=201) == 2


async def test_a_stale_epoch_cannot_append(store: Store, other_store: Store) -> None:
    await add(store, "t")
    mine = await store.lease("t", "mine", now=100, until=200)
    assert await store.append("t", batch(2, 2), summary(), epoch=mine)
    theirs = await other_store.lease("t", "theirs", now=200, until=300)
    assert not await store.append("t", batch(4, 2), summary(), epoch=mine)
    assert await versions(store, "t") == [1, 2, 3]
    assert await other_store.append("t", batch(4, 2), summary(), epoch=theirs)
    assert await store.append("t", batch(6, 1), summary()), "people's choices need no lease"


async def test_a_lease_is_won_by_one_of_many(store: Store, other_store: Store) -> None:
    await add(store, "t")
    wishes = [(store if number % 2 else other_store, f"process {number}") for number in range(20)]
    epochs = await asyncio.gather(*(process.lease("t", name, now=5, until=10) for process, name in wishes))
    assert sorted(epoch for epoch in epochs if epoch) == [1]


# -- the database itself


async def test_the_migrations_lead_to_the_schema(store: Store, store_url: str) -> None:
    engine, _ = engines(address(store_url), durable=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_a_database_of_a_newer_release_is_refused_in_words(store_url: str) -> None:
    store = Store(store_url)
    await store.open()
    await store._write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = 'of_tomorrow'")))
    await store.close()
    with pytest.raises(StoreUnavailable, match="newer release"):
        await store.open()


async def test_servers_that_start_together_do_not_disturb_each_other(store_url: str) -> None:
    stores = [Store(store_url) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await add(stores[0], "t")
    assert [await versions(store, "t") for store in stores] == [[1]] * 6
    await asyncio.gather(*(store.close() for store in stores))


@pytest.mark.parametrize(
    ("code", "waits"),
    [(sqlite3.SQLITE_BUSY, True), (sqlite3.SQLITE_BUSY_RECOVERY, True), (sqlite3.SQLITE_CANTOPEN, False)],
)
def test_a_file_that_others_prepare_at_this_moment_is_waited_for(code: int, waits: bool) -> None:
    """SQLite itself refuses at once where several put a new file into WAL mode; other problems are none to wait for."""
    tried: list[str] = []

    class Prepared:
        def execute(self, statement: str) -> Any:
            tried.append(statement)
            if len(tried) < 3:
                problem = sqlite3.OperationalError("refused")
                problem.sqlite_errorcode = code
                raise problem
            return sqlite3.connect(":memory:").cursor()

    with nullcontext() if waits else pytest.raises(sqlite3.OperationalError):
        set_pragma(cast(sqlite3.Connection, Prepared()), "journal_mode = WAL")
    assert tried == ["PRAGMA journal_mode = WAL"] * (3 if waits else 1)


async def test_what_was_kept_is_there_when_the_store_is_opened_again(store_url: str) -> None:
    for version in range(1, 4):
        store = Store(store_url, durable=True)
        await store.open()
        if version == 1:
            await add(store, "t")
        else:
            assert await store.append("t", [record(version)], summary())
        await store.close()
    again = Store(store_url)
    await again.open()
    assert await versions(again, "t") == [1, 2, 3]
    await again.close()


async def test_a_database_that_is_not_there_is_told_when_the_store_opens(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for url in (str(tmp_path / "folder"), f"postgresql://nobody@/nothing?host={tmp_path}"):
        with pytest.raises(StoreUnavailable):
            await Store(url).open()


def test_strange_addresses_are_refused() -> None:
    for url in ("mysql://host/db", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(ValueError, match="SQLite file or in PostgreSQL"):
            Store(url)
