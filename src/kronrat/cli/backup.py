"""`kronrat backup` and `kronrat restore`: the tables of a server as one file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kronrat.cli.errors import Refused
from kronrat.cli.serve import database_of, file_of, lock

PAGES = 500  # copied at once; in between the server writes


def back_up(to: Path, database: str | None, data_dir: Path | None) -> None:
    """Copy the database, even while a server uses it: the copy has everything that was kept when this began."""
    file = _file(database, data_dir)
    if not file.exists():
        raise Refused(f"there are no tables at {file}")
    if to.exists():
        raise Refused(f"{to} exists already")
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy, pages=PAGES)
        _check(part)
        part.rename(to)
    except (sqlite3.Error, OSError) as problem:
        part.unlink(missing_ok=True)
        raise Refused(f"{file} could not be copied: {problem}") from problem


def restore(source: Path, database: str | None, data_dir: Path | None) -> Path | None:
    """Put a copy in the place of the database, while no server uses it; returns where the former one is now."""
    file = _file(database, data_dir)
    if not source.is_file():
        raise Refused(f"there is no file {source}")
    _check(source)
    with lock(file):
        part = file.with_name(f"{file.name}.part")
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(part)) as target:
            copy.backup(target)
        before = _set_aside(file)
        part.rename(file)
    return before


def _set_aside(file: Path) -> Path | None:
    """Move the present database away, with what its log has; nothing is deleted."""
    if not file.exists():
        return None
    with closing(sqlite3.connect(file)) as present:
        present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        present.execute("PRAGMA journal_mode = DELETE")
    number = next(n for n in range(1, 10_000) if not file.with_name(f"{file.name}.before-{n}").exists())
    return file.rename(file.with_name(f"{file.name}.before-{number}"))


def _check(file: Path) -> None:
    """Refuse a file that is damaged or something else."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as c:
            sound = c.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            c.execute("SELECT count(*) FROM heads").fetchone()
    except sqlite3.Error as problem:
        raise Refused(f"{file} is not a database of Kronrat: {problem}") from problem
    if not sound:
        raise Refused(f"{file} is damaged")


def _file(database: str | None, data_dir: Path | None) -> Path:
    file = file_of(database_of(database, data_dir))
    if file is None:
        raise Refused("PostgreSQL is backed up with pg_dump and restored with pg_restore")
    return file
