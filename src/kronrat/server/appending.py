"""Appends: what is written for every choice, in statements that the database has prepared.

A group of appends is one transaction. It looks the same on both databases; SQLAlchemy would spend more time on each
statement than the database does.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, exc

from kronrat.server.engine import PRAGMAS, StoreUnavailable

Row = dict[str, Any]
Raw = sqlite3.Connection
_names = msgspec.json.Decoder(list[str])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of a game: the rows of a result and of its placings, see `kronrat.server.results`."""

    result: Row
    placings: list[Row]


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Records that follow one another, and the head that they leave behind, everything in the form of rows already."""

    table: str
    epoch: int | None
    records: list[Row]
    head: Row
    keepsake: Row | None
    outcome: Outcome | None = None  # of a game that it ends


class Occupied(Exception):
    """Somebody else is writing at this moment."""


LITTLE_MS = 50  # for which a checkpoint waits for those who read, at most
KEEP = (
    "INSERT INTO keepsakes (table_id, version, body) VALUES (:table, :version, :body) ON CONFLICT (table_id)"
    " DO UPDATE SET version = excluded.version, body = excluded.body WHERE keepsakes.version < excluded.version"
)
# Heads are locked in the order of their names, so that two processes never wait for each other in a circle.
_SQLITE_HEADS = (
    "SELECT table_id, version, epoch, guests FROM heads WHERE table_id IN (SELECT value FROM json_each(:tables))"
)
_POSTGRES_HEADS = (
    "SELECT table_id, version, epoch, guests FROM heads"
    " WHERE table_id IN (SELECT jsonb_array_elements_text(CAST(:tables AS jsonb))) ORDER BY table_id FOR UPDATE"
)
_INSERT = (
    "INSERT INTO records (table_id, version, at, body, command, wall)"
    " VALUES (:table_id, :version, :at, :body, :command, :wall)"
)
_MOVE_HEAD = (
    "UPDATE heads SET version = :version, changed = :changed, stage = :stage, due = :due, summary = :summary,"
    " guests = :guests WHERE table_id = :table"
)
_RESULT = (
    "INSERT INTO results (table_id, game, pace, seats, ended, rated, deal)"
    " VALUES (:table_id, :game, :pace, :seats, :ended, :rated, :deal)"
)
_PLACING = (
    "INSERT INTO placings (table_id, seat, guest, bot, place, score, game, pace, seats, ended, counts, helped, gone,"
    " strength, strength_error, marks) VALUES (:table_id, :seat, :guest, :bot, :place, :score, :game, :pace, :seats,"
    " :ended, :counts, :helped, :gone, :strength, :strength_error, :marks)"
)
_CLEAR_SEATS = "DELETE FROM seats WHERE table_id = :table"
_SIT = "INSERT INTO seats (table_id, guest) VALUES (:table, :guest)"


def open_at_once(file: str) -> Raw:
    """A connection to a SQLite file for writing without any waiting: neither for others nor for the disk."""
    raw = sqlite3.connect(file, timeout=0, isolation_level=None)
    for setting in (*PRAGMAS, "synchronous = NORMAL", "wal_autocheckpoint = 0"):
        raw.execute(f"PRAGMA {setting}").close()
    return raw


def write(raw: Raw, group: Sequence[Append]) -> set[str]:
    """Keep these appends now; returns the tables of those that were not too late. Raises `Occupied`."""
    try:
        raw.execute("BEGIN IMMEDIATE")
    except sqlite3.DatabaseError as problem:
        if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise Occupied from problem
        raise StoreUnavailable(str(problem)) from problem
    try:
        kept = _write(raw.execute, raw.executemany, _SQLITE_HEADS, group, str)
        raw.execute("COMMIT")
    except BaseException as problem:
        with suppress(sqlite3.Error):
            raw.execute("ROLLBACK")
        if isinstance(problem, sqlite3.DatabaseError) and not isinstance(problem, sqlite3.IntegrityError):
            raise StoreUnavailable(str(problem)) from problem
        raise
    return kept


def write_over(c: Connection, group: Sequence[Append]) -> set[str]:
    """The same over a connection in whose transaction we are, which may wait."""
    if c.dialect.name == "sqlite":
        return _write(c.exec_driver_sql, c.exec_driver_sql, _SQLITE_HEADS, group, str)
    return _write(c.exec_driver_sql, c.exec_driver_sql, _POSTGRES_HEADS, group, _for_postgres)


def is_known_command(problem: Exception) -> bool:
    """Whether an append was refused because its command was kept before."""
    return isinstance(problem, (sqlite3.IntegrityError, exc.IntegrityError))


def checkpoint(c: Connection) -> None:
    """Move what was appended from the log of a SQLite file into the file itself.

    Most of it is moved while others write on. For the rest, which they have written meanwhile, they are kept waiting:
    a log begins anew only when nothing of it is left to be moved. Otherwise it would grow as long as people play.
    """
    c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
    with _patience(c, LITTLE_MS):
        c.exec_driver_sql("PRAGMA wal_checkpoint(FULL)")


@contextmanager
def _patience(c: Connection, ms: int) -> Iterator[None]:
    """Wait for others no longer than this."""
    before = c.exec_driver_sql("PRAGMA busy_timeout").scalar()
    c.exec_driver_sql(f"PRAGMA busy_timeout = {ms}")
    try:
        yield
    finally:
        c.exec_driver_sql(f"PRAGMA busy_timeout = {before}")


def begin_log_anew(c: Connection) -> None:
    """Write anything: who writes first into a log that begins anew waits for the disk, and the loop must not."""
    c.exec_driver_sql("INSERT INTO pulse (id, at) VALUES (2, 0) ON CONFLICT (id) DO UPDATE SET at = at + 1")


def _write(
    execute: Callable[[str, Any], Iterable[Any]],
    execute_many: Callable[[str, Any], object],
    heads: str,
    group: Sequence[Append],
    text: Callable[[str], str],
) -> set[str]:
    """A command that was kept before breaks a unique key, and with it the transaction: that is rare, and cheaper than
    looking before every insert.
    """
    tables = msgspec.json.encode([append.table for append in group]).decode()
    before = {table: tuple(head) for table, *head in execute(text(heads), {"tables": tables})}
    timely = [append for append in group if _is_timely(append, before.get(append.table))]
    if not timely:
        return set()
    execute_many(text(_INSERT), [record for append in timely for record in append.records])
    execute_many(text(_MOVE_HEAD), [append.head for append in timely])
    if sights := [append.keepsake for append in timely if append.keepsake is not None]:
        execute_many(text(KEEP), sights)
    if ended := [append.outcome for append in timely if append.outcome is not None]:
        execute_many(text(_RESULT), [outcome.result for outcome in ended])
        execute_many(text(_PLACING), [placing for outcome in ended for placing in outcome.placings])
    moved = [append for append in timely if append.head["guests"] != before[append.table][2]]
    for append in moved:
        execute(text(_CLEAR_SEATS), {"table": append.table})
        if sitting := [{"table": append.table, "guest": guest} for guest in _names.decode(append.head["guests"])]:
            execute_many(text(_SIT), sitting)
    return {append.table for append in timely}


def _is_timely(append: Append, head: tuple[Any, ...] | None) -> bool:
    return (
        head is not None
        and append.records[0]["version"] == head[0] + 1
        and (append.epoch is None or append.epoch == head[1])
    )


def _for_postgres(statement: str) -> str:
    """The statement with parameters as the driver of PostgreSQL writes them; none of ours has a percent sign."""
    if statement not in _TRANSLATED:
        _TRANSLATED[statement] = re.sub(r":(\w+)", r"%(\1)s", statement)
    return _TRANSLATED[statement]


_TRANSLATED: dict[str, str] = {}
