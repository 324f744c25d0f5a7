"""How the database is reached: SQLite in a file, or PostgreSQL by its address.

There are two engines, one to write and one to read. Writing goes over one connection and in transactions; what is read
is always one statement and needs none.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

READERS = 4  # connections, and threads that use them
PATIENCE_S = 5  # how long to wait for a lock or for a connection
PLAIN = 0xFF  # the part of an error code of SQLite that says what it is, without its details
AGAIN_S = 0.01  # until something is tried again that SQLite does not wait for by itself
PRAGMAS = ("journal_mode = WAL", "foreign_keys = ON")  # of every connection to a SQLite file


class StoreUnavailable(Exception):
    """The database does not answer. Whether a write was kept is not known: read before trying again."""


def address(url: str) -> URL:
    """`postgresql://…`, `sqlite:///path` or just a path."""
    if "://" not in url:
        return URL.create("sqlite", database=url)
    parsed = make_url(url)
    kind = parsed.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if kind == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed.set(drivername="sqlite")
    raise ValueError(f"tables are kept in a SQLite file or in PostgreSQL, not in {parsed.render_as_string()}")


def is_postgres(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def engines(url: URL, durable: bool) -> tuple[Engine, Engine]:
    """The engine to write with and the one to read with."""
    return (_postgres if is_postgres(url) else _sqlite)(url, durable)


def _postgres(url: URL, durable: bool) -> tuple[Engine, Engine]:
    """Connections are tested before use, so that a restarted database is missed only while it is down."""
    settings: dict[str, Any] = {
        "pool_pre_ping": True,
        "max_overflow": 0,
        "pool_timeout": PATIENCE_S,
        "connect_args": {"connect_timeout": PATIENCE_S, "application_name": "kronrat"},
    }
    writing = create_engine(url, pool_size=1, **settings)
    reading = create_engine(url, pool_size=READERS, isolation_level="AUTOCOMMIT", **settings)
    # `local` is on disk here; `on` also waits for the standbys that the operator has configured.
    commit = f"SET synchronous_commit TO {'on' if durable else 'local'}"
    # A process that hangs in the middle of a transaction would keep its tables locked for all others.
    release = f"SET idle_in_transaction_session_timeout TO '{PATIENCE_S}s'"

    def prepare(connection: Any, _: Any) -> None:
        connection.execute(commit)
        connection.execute(release)
        connection.commit()

    event.listen(writing, "connect", prepare)
    return writing, reading


def _sqlite(url: URL, durable: bool) -> tuple[Engine, Engine]:
    """In WAL mode readers and the writer do not wait for each other.

    `NORMAL` hands every commit to the operating system, which keeps it when the process dies; `FULL` also waits until
    it is on disk.
    """
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    writing = create_engine(url, pool_size=1, max_overflow=0)
    reading = create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")

    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        for setting in (
            f"busy_timeout = {PATIENCE_S * 1000}",
            *PRAGMAS,
            f"synchronous = {'FULL' if durable else 'NORMAL'}",
        ):
            set_pragma(connection, setting)

    for engine in (writing, reading):
        event.listen(engine, "connect", prepare)
    event.listen(writing, "begin", _begin_immediate)
    return writing, reading


def set_pragma(connection: sqlite3.Connection, setting: str) -> None:
    """SQLite does not wait for others who put a new file into WAL mode at the same moment, whatever its patience."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return connection.execute(f"PRAGMA {setting}").close()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & PLAIN != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(AGAIN_S)


def _begin_immediate(connection: Connection) -> None:
    """Wait for the write lock at the beginning: a transaction that reads first may be refused when it writes."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
