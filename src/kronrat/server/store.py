"""Where tables are kept. The records of a table are its only truth; appending is an insert under a unique key.

The database is used from threads, a whole transaction at a time, because handing every single statement to a thread
and back costs more than the statement. Appends to a SQLite file take less time than handing them over would
(`kronrat.server.appending`): they are written at once, by the loop itself, unless somebody else is writing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, exc, insert, update

from kronrat.server import accounts, appending, migrations, statements
from kronrat.server.appending import Append, Outcome, Raw
from kronrat.server.engine import READERS, address, engines, is_postgres
from kronrat.server.engine import StoreUnavailable as StoreUnavailable
from kronrat.server.records import Guest, Keepsake, Record, Sheet, Summary, TableRow
from kronrat.server.rows import (
    Row,
    SheetBody,
    Versions,
    as_json,
    asks,
    body_of,
    head_row,
    is_playable,
    keepsake_of,
    keepsake_row,
    plain,
    record_rows,
    sheet_of,
    summary_of,
    table_row,
)
from kronrat.server.schema import devices, guests, heads, orders, seals, seats, tables

LISTED_OF_ONE = 3  # tables of one owner in a list
TROUBLE_LENGTH = 300
GROUP = 500  # appends in one transaction, at most
CHECKPOINT_EVERY = 500  # transactions of the loop, until a thread moves them from the log of the file into it
SEEN_MS = 24 * 3_600_000  # how exactly it is known when somebody was last here
SEALS = 10  # seals of one guest that wait for their tables
SEAL_MS = 24 * 3_600_000  # how long they wait

log = logging.getLogger(__name__)

T = TypeVar("T")
Listed = tuple[TableRow, Summary, int]  # a table in a list, and when it changed

_away = (exc.DatabaseError, exc.InterfaceError, exc.TimeoutError)  # a damaged file is a plain `DatabaseError`
_refused = (exc.IntegrityError, exc.DataError, exc.ProgrammingError)  # the database is well


@dataclass(slots=True, eq=False)
class _Waiting:
    """An append that waits for its transaction."""

    append: Append
    answer: asyncio.Future[bool]


class Store:
    """Tables, their records, and guests. One store may serve several server processes."""

    def __init__(self, url: str, durable: bool = False) -> None:
        self._url = address(url)
        self.shared = is_postgres(self._url)  # whether several processes may serve its tables
        self._durable = durable
        self._writing: Engine
        self._reading: Engine
        self._writer: ThreadPoolExecutor
        self._readers: ThreadPoolExecutor
        self._at_once: Raw | None = None  # for appends that the loop writes itself
        self._waiting: list[_Waiting] = []
        self._appending: asyncio.Task[None] | None = None
        self._next_turn = False  # whether the loop will look at what waits
        self._since_checkpoint = 0
        self.transactions = 0  # how many transactions held appends

    async def open(self) -> None:
        """Bring the database up to date and be ready."""
        self._writing, self._reading = engines(self._url, self._durable)
        self._writer = ThreadPoolExecutor(1, "store-write")
        self._readers = ThreadPoolExecutor(READERS, "store-read")
        try:
            await self._write(migrations.upgrade)
            if not self.shared and not self._durable:
                self._at_once = appending.open_at_once(str(self._url.database))
        except BaseException as problem:
            await self.close()
            if isinstance(problem, migrations.NewerDatabase):
                raise StoreUnavailable(str(problem)) from problem
            raise

    async def check(self) -> None:
        """Raise `StoreUnavailable` if there is no such database, before anything else begins."""
        await self.open()
        await self.close()

    async def close(self) -> None:
        """Finish what was begun; appends that still wait are kept."""
        await self.finish_appends()
        if self._at_once is not None:
            self._at_once.close()
            self._at_once = None
        for threads, engine in ((self._writer, self._writing), (self._readers, self._reading)):
            await asyncio.to_thread(threads.shutdown)
            engine.dispose()

    @property
    def waiting(self) -> int:
        """How many appends wait to be kept."""
        return len(self._waiting)

    async def finish_appends(self) -> None:
        """Wait until no append is on its way."""
        while self._next_turn or self._appending:
            await (self._appending or asyncio.sleep(0))

    # -- guests

    async def guest(self, token_hash: str, now: int = 0) -> Guest | None:
        """The person with this token, unless banned; notes that they are here."""
        rows = await self._read(lambda c: c.execute(statements.GUEST, {"token_hash": token_hash}).all())
        if not rows:
            return None
        id, name, device, seen = rows[0]
        if seen < now - SEEN_MS:
            self._write_later(lambda c: _note_seen(c, id, device, now))
        return Guest(id, name)

    async def add_guest(self, guest: Guest, token_hash: str, at: int, label: str = "") -> None:
        """Keep a new person, with the device where they are known by this token."""
        row = {"id": guest.id, "name": guest.name, "created": at, "seen": at}
        device = accounts.device_row(guest.id, token_hash, label, at)
        await self._write(lambda c: (c.execute(insert(guests), row), c.execute(insert(devices), device)))

    async def rename_guest(self, guest: str, name: str) -> None:
        await self._write(lambda c: c.execute(update(guests).where(guests.c.id == guest), {"name": name}))

    # -- seals: secrets drawn for tables to come

    async def add_seal(self, seal: str, guest: str, secret: bytes, at: int) -> None:
        """Keep a secret for a table of this guest; old seals are dropped, and the oldest of a guest with many."""
        row = {"id": seal, "guest": guest, "secret": secret, "created": at}
        await self._write(lambda c: _add_seal(c, row))

    async def take_seal(self, seal: str, guest: str, at: int) -> bytes | None:
        """The secret under a seal of this guest, which is thereby used up; None if there is none, or no longer."""
        wish = {"id": seal, "guest": guest, "since": at - SEAL_MS}
        return await self._write(lambda c: c.execute(statements.TAKE_SEAL, wish).scalar())

    # -- tables

    async def add_table(self, row: TableRow, records: Sequence[Record], summary: Summary) -> None:
        await self._write(adding(row, records, summary))

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(lambda c: c.execute(statements.TABLE, {"id": table}).all())
        return table_row(rows[0]) if rows else None

    async def records(self, table: str, after: int = 0) -> list[Record]:
        rows = await self._read(lambda c: c.execute(statements.RECORDS, {"table": table, "after": after}).all())
        return [Record(version, at, body_of(text), command or "") for version, at, text, command in rows]

    async def append(
        self,
        table: str,
        records: Sequence[Record],
        summary: Summary,
        epoch: int | None = None,
        keepsake: Keepsake | None = None,
        outcome: Outcome | None = None,
    ) -> bool:
        """Keep these records; False if the first one's version or command is taken already, or the epoch is stale.

        Appends that wait together go into one transaction. When this returns, the records are kept.
        """
        newest = records[-1]
        if newest.version - records[0].version != len(records) - 1:
            raise ValueError("records of one append follow one another")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool] = loop.create_future()
        head = head_row(newest.version, newest.at, summary)
        kept = None if keepsake is None else keepsake_row(table, keepsake)
        append = Append(table, epoch, record_rows(table, records), {"table": table, **head}, kept, outcome)
        self._waiting.append(_Waiting(append, answer))
        if not self._next_turn:
            self._next_turn = True
            loop.call_soon(self._write_waiting)  # what comes in this turn of the loop shares a transaction
        return await answer

    async def tables_of(self, guest: str, limit: int = 50) -> list[Listed]:
        """The tables where a guest sits, newest change first; the number is the time of the last change."""
        return await self._read(lambda c: tables_of(c, guest, limit))

    async def opened_by(self, guest: str, limit: int = 50) -> list[Listed]:
        """The tables that somebody has opened and that are not over, newest change first."""
        return await self._lines(statements.OPENED_BY, {"guest": guest, "limit": limit})

    async def some_tables(self, some: Sequence[str]) -> list[Listed]:
        """These tables, in this order, as far as they exist."""
        return await self._read(lambda c: some_tables(c, some))

    async def tables_of_deal(self, deal: str) -> list[Listed]:
        """The tables that share the dice of a deal, in the order in which they were opened."""
        return await self._lines(statements.TABLES_OF_DEAL, {"deal": deal})

    async def playing(self, guest: str, limit: int = 200) -> list[Listed]:
        """The tables where a guest plays, newest change first."""
        return await self._lines(statements.PLAYING, {"guest": guest, "limit": limit})

    async def unfinished_of(self, owner: str, versions: Versions | None = None) -> int:
        """How many tables somebody has opened that are not over and can be played with these rules and data.

        Those that go on without their owner do not count.
        """
        rows = await self._read(lambda c: c.execute(statements.UNFINISHED, {"owner": owner}).all())
        return len([row for row in rows if is_playable(row, versions)])

    async def listed(
        self, stage: str = "gathering", limit: int = 50, but: str = "", versions: Versions | None = None
    ) -> list[Listed]:
        """Public tables that are still gathering players, or are at another stage, newest change first.

        At each of them somebody sits, but not the guest `but`, and it can be played with these rules and data. So that
        nobody can fill the list alone, it has only a few tables of each owner.
        """
        return await self._read(lambda c: listed(c, stage, limit, but, versions))

    async def due(self, before: int, versions: Versions | None = None) -> list[str]:
        """Tables in which bots or clocks may have something to do before then, of those with these rules and data."""
        rows = await self._read(lambda c: c.execute(statements.DUE, {"before": before}).all())
        return [row.table_id for row in rows if is_playable(row, versions)]

    async def newest(self) -> int:
        """When something was last kept."""
        return await self._read(lambda c: c.execute(statements.NEWEST).scalar()) or 0

    async def beat(self, at: int) -> None:
        """Write something, to see whether that is possible."""
        await self._write(lambda c: c.execute(statements.BEAT, {"at": at}))

    # -- orders

    async def sheet(self, table: str, seat: int) -> Sheet | None:
        rows = await self._read(lambda c: c.execute(statements.SHEET, {"table": table, "seat": seat}).all())
        return sheet_of(rows[0]) if rows else None

    async def sheets_of(self, guest: str) -> list[Sheet]:
        rows = await self._read(lambda c: c.execute(statements.SHEETS_OF, {"guest": guest}).all())
        return [sheet_of(row) for row in rows]

    async def keep_sheet(self, sheet: Sheet) -> bool:
        """Keep the next version of a sheet; False if another one was kept meanwhile."""
        return await self._write(lambda c: _keep_sheet(c, sheet))

    async def look(self, table: str, seat: int, version: int) -> None:
        """Note that orders were compared with what was asked at this version of their table."""
        facts = {"table": table, "at_seat": seat, "at_version": version}
        await self._write(lambda c: c.execute(statements.LOOK, facts))

    async def ordered(self) -> list[str]:
        """Tables where somebody with orders is asked, and they have not been compared with the question."""
        rows = await self._read(lambda c: c.execute(statements.ORDERED).all())
        return [row.table_id for row in rows if asks(row)]

    # -- tables in trouble

    async def set_trouble(self, table: str, trouble: str) -> None:
        """Mark a table as damaged, and say why; or, with an empty text, as sound."""
        facts = {"table": table, "to": trouble[:TROUBLE_LENGTH]}
        await self._write(lambda c: c.execute(statements.TROUBLE, facts))

    async def trouble(self, table: str) -> str:
        """Why a table is marked as damaged, if it is."""
        return await self._read(lambda c: c.execute(statements.TROUBLE_OF, {"table": table}).scalar()) or ""

    async def in_trouble(self) -> dict[str, str]:
        """The tables that are marked as damaged, and why."""
        rows = await self._read(lambda c: c.execute(statements.IN_TROUBLE).all())
        return {row.table_id: row.trouble for row in rows}

    # -- tables of other rules or data

    async def settle_version(self, row: TableRow) -> None:
        """Store which rules and data a table has, where that was not known."""
        facts = {"table": row.id, "to_rules": row.rules, "to_data": row.data}
        await self._write(lambda c: c.execute(statements.SETTLE_VERSION, facts))

    async def keep(self, keepsakes: Mapping[str, Keepsake]) -> None:
        """Keep what can be seen of these tables, unless something newer is kept already."""
        if keepsakes:
            await self._write(lambda c: c.execute(statements.KEEP, [keepsake_row(*kept) for kept in keepsakes.items()]))

    async def kept(self, table: str) -> tuple[Summary | None, Keepsake | None]:
        """The last summary of a table for the lobby, unless it cannot be read, and its keepsake."""
        summary, body = (await self._read(lambda c: c.execute(statements.KEPT, {"table": table}).all()))[0]
        return summary_of(table, summary), None if body is None else keepsake_of(body)

    # -- reviews

    async def review(self, table: str, key: str) -> bytes | None:
        """The review of a finished table that was made under this key."""
        return await self._read(lambda c: c.execute(statements.REVIEW, {"table": table, "key": key}).scalar())

    async def keep_review(self, table: str, key: str, body: bytes) -> None:
        """Keep a review in place of an older one."""
        facts = {"table": table, "key": key, "body": body}
        await self._write(lambda c: c.execute(statements.KEEP_REVIEW, facts))

    # -- leases: which process drives the bots and clocks of a table

    async def lease(self, table: str, owner: str, now: int, until: int) -> int | None:
        """Take or renew the lease; its epoch, or None while somebody else holds it.

        The epoch is a new one whenever the lease comes to another owner, so that the previous one, who may not have
        noticed, can no longer append.
        """
        wish = {"table": table, "owner": owner, "now": now, "until": until, "longest": now + 10 * (until - now)}
        return await self._write(lambda c: c.execute(statements.LEASE, wish).scalar())

    async def release(self, table: str, owner: str) -> None:
        await self._write(lambda c: c.execute(statements.RELEASE, {"table": table, "owner": owner}))

    # -- what a host does (`kronrat.server.care`)

    async def look_up(self, work: Callable[[Connection], T]) -> T:
        """Read something that is read for nobody at a table."""
        return await self._read(work)

    async def care(self, work: Callable[[Connection], T]) -> T:
        """Change something, in a transaction of its own."""
        return await self._write(work)

    async def moved_since(self, since: int) -> dict[str, int]:
        """The tables at which something was kept since then, and how far their records go."""
        rows = await self._read(lambda c: c.execute(statements.MOVED, {"since": since}).all())
        return {row.table_id: row.version for row in rows}

    # -- threads and transactions

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, _transaction, self._writing, work)

    def _write_later(self, work: Callable[[Connection], object]) -> None:
        """Write something that nobody waits for, and that may be lost."""
        self._writer.submit(_transaction, self._writing, work).add_done_callback(_note_loss)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, _transaction, self._reading, work)

    async def _lines(self, query: Any, facts: Row) -> list[Listed]:
        return await self._read(lambda c: _lines(c, query, facts))

    def _write_waiting(self) -> None:
        """Write what waits, here if that is possible at once."""
        self._next_turn = False
        if self._appending is not None:
            return  # which takes these along
        while self._at_once is not None and (group := self._next_group()):
            try:
                kept = appending.write(self._at_once, _appends_of(group))
            except appending.Occupied:  # somebody else writes: a thread can wait for that
                self._waiting = [*group, *self._waiting]
                break
            except Exception as problem:
                if len(group) > 1:  # one of them must not make the others fail
                    self._answer_one_by_one(group)
                else:
                    _fail(group[0], problem)
            else:
                self._answer_group(group, kept)
        if self._waiting:
            self._appending = asyncio.create_task(self._append_waiting())
        elif self._since_checkpoint >= CHECKPOINT_EVERY:
            self._since_checkpoint = 0
            self._writer.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        _transaction(self._reading, appending.checkpoint)
        _transaction(self._writing, appending.begin_log_anew)

    def _answer_one_by_one(self, group: list[_Waiting]) -> None:
        assert self._at_once is not None
        for number, waiting in enumerate(group):
            try:
                self._answer_group([waiting], appending.write(self._at_once, _appends_of([waiting])))
            except appending.Occupied:
                self._waiting = [*group[number:], *self._waiting]
                return
            except Exception as problem:
                _fail(waiting, problem)

    def _answer_group(self, group: list[_Waiting], kept: set[str]) -> None:
        self.transactions += 1
        self._since_checkpoint += 1
        for waiting in group:
            _answer(waiting, waiting.append.table in kept)

    async def _append_waiting(self) -> None:
        """Write group after group in a thread until nobody waits; while one is written, the next one gathers."""
        while group := self._next_group():
            await self._append_group(group)
        self._appending = None

    def _next_group(self) -> list[_Waiting]:
        """The waiting appends, sorted by table. A second append to a table waits for the outcome of the first."""
        group: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        for waiting in self._waiting:
            if waiting.answer.cancelled():
                continue
            if waiting.append.table in group or len(group) == GROUP:
                later.append(waiting)
            else:
                group[waiting.append.table] = waiting
        self._waiting = later
        return [group[table] for table in sorted(group)]

    async def _append_group(self, group: list[_Waiting]) -> None:
        try:
            kept = await self._write(lambda c: appending.write_over(c, _appends_of(group)))
        except StoreUnavailable as problem:
            for waiting in group:
                _fail(waiting, StoreUnavailable(str(problem)))
        except Exception as problem:
            if len(group) > 1:  # one of them must not make the others fail
                for waiting in group:
                    await self._append_group([waiting])
            else:
                _fail(group[0], problem)
        else:
            self._answer_group(group, kept)


def _appends_of(waiting: list[_Waiting]) -> list[Append]:
    return [one.append for one in waiting]


def _answer(waiting: _Waiting, kept: bool) -> None:
    if not waiting.answer.done():
        waiting.answer.set_result(kept)


def _fail(waiting: _Waiting, problem: Exception) -> None:
    """Tell what became of an append that was refused; one whose command was kept before is nothing new."""
    if waiting.answer.done():
        return
    if appending.is_known_command(problem):
        waiting.answer.set_result(False)
    else:
        waiting.answer.set_exception(problem)


def _note_loss(writing: Future[object]) -> None:
    if not writing.cancelled() and (problem := writing.exception()) is not None:
        log.warning("something of little weight was not kept: %s", problem)


def _transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    try:
        with engine.begin() as connection:
            return work(connection)
    except _refused:
        raise
    except _away as problem:
        raise StoreUnavailable(str(problem)) from problem


# -- inside a transaction


def tables_of(c: Connection, guest: str, limit: int = 50) -> list[Listed]:
    """See `Store.tables_of`."""
    return _lines(c, statements.TABLES_OF, {"guest": guest, "limit": limit})


def some_tables(c: Connection, some: Sequence[str]) -> list[Listed]:
    """See `Store.some_tables`."""
    lines = {line[0].id: line for line in _lines(c, statements.SOME, {"some": list(some)})}
    return [lines[id] for id in some if id in lines]


def listed(
    c: Connection, stage: str = "gathering", limit: int = 50, but: str = "", versions: Versions | None = None
) -> list[Listed]:
    """See `Store.listed`. A little more is read than wanted, and on only where single owners have many tables."""
    query = statements.listed(
        None if versions is None else tuple([(game, *version) for game, version in sorted(versions.items())])
    )
    found: dict[str, Listed] = {}
    owners: Counter[str] = Counter()
    start, many = 0, limit + LISTED_OF_ONE
    while len(found) < limit:
        rows = c.execute(query, {"stage": stage, "but": but, "start": start, "many": many}).all()
        for row in rows:
            if row.id not in found and owners[row.owner] < LISTED_OF_ONE:
                for line in _lines_of([row]):
                    found[row.id] = line
                    owners[row.owner] += 1
        if len(rows) < many:
            break
        start, many = start + many, 2 * many
    return list(found.values())[:limit]


def _lines(c: Connection, query: Any, facts: Row) -> list[Listed]:
    return _lines_of(c.execute(query, facts).all())


def _lines_of(rows: Sequence[Any]) -> list[Listed]:
    found = [(row, summary_of(row[0], summary), changed) for *row, summary, changed in rows]
    return [(table_row(row), summary, changed) for row, summary, changed in found if summary is not None]


def _keep_sheet(c: Connection, sheet: Sheet) -> bool:
    key = {"table": sheet.table, "seat": sheet.seat}
    row = {"guest": sheet.guest, "body": as_json(SheetBody(sheet.orders, sheet.dropped, sheet.drops))}
    if not sheet.version:
        fresh = {"table_id": sheet.table, "seat": sheet.seat, "version": 1, "looked": sheet.looked, **row}
        c.execute(statements.DROP_SHEET, {**key, "guest": sheet.guest})
        found = c.execute(statements.SHEET, key).all()
        if not found:
            c.execute(insert(orders), fresh)
        return not found
    changed = update(orders).where(
        orders.c.table_id == sheet.table, orders.c.seat == sheet.seat, orders.c.version == sheet.version
    )
    return c.execute(changed, {**row, "version": sheet.version + 1}).rowcount == 1


def _note_seen(c: Connection, guest: str, device: str, now: int) -> None:
    c.execute(update(guests).where(guests.c.id == guest).values(seen=now))
    c.execute(update(devices).where(devices.c.id == device).values(seen=now))


def _add_seal(c: Connection, row: Row) -> None:
    c.execute(statements.FORGET_SEALS, {"before": row["created"] - SEAL_MS})
    waiting = c.execute(statements.SEALS_OF, {"guest": row["guest"]}).scalars().all()
    for seal in waiting[SEALS - 1 :]:
        c.execute(statements.DROP_SEAL, {"seal": seal})
    c.execute(insert(seals), row)


def adding(row: TableRow, records: Sequence[Record], summary: Summary) -> Callable[[Connection], None]:
    """What keeps a new table, as part of a transaction."""
    first = record_rows(row.id, records)
    head = head_row(records[-1].version if records else 0, records[-1].at if records else row.created, summary)
    return lambda c: _add_table(c, row, first, head)


def _add_table(c: Connection, row: TableRow, first: list[Row], head: Row) -> None:
    texts = {"options": as_json(row.options), "terms": as_json(row.terms), "nonces": as_json(row.nonces)}
    texts["origin"] = as_json(row.origin)
    c.execute(insert(tables), {**msgspec.structs.asdict(row), **texts})
    c.execute(insert(heads), {"table_id": row.id, **head})
    if first:
        c.execute(statements.INSERT, first)
    sitting = [{"table_id": row.id, "guest": guest} for guest in plain.decode(head["guests"])]
    if sitting:
        c.execute(insert(seats), sitting)
