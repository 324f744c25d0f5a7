"""What a table is made of: a row that never changes, and records that are only ever appended.

A record is one choice, one chance answer, one undo or one change of seats. Whoever reads all records of a table in
order knows the table; no process has more than a copy of that knowledge.
"""

from __future__ import annotations

from typing import Any

import msgspec

START = -3  # the seat that stands in the log for the beginning of a game


class Guest(msgspec.Struct, frozen=True):
    """A person, known by a token in a cookie of which the store keeps the hash."""

    id: str
    name: str


class TableRow(msgspec.Struct, frozen=True):
    """What was settled when the table was opened."""

    id: str
    game: str
    options: dict[str, str]
    pace: str
    undo: str
    limit_s: int
    listed: bool
    owner: str  # the guest who opened it
    secret: bytes
    created: int  # milliseconds since 1970
    seats: int


class Record(msgspec.Struct, frozen=True):
    """`body` says what happened; its `kind` is one of those that `kronrat.server.table` folds."""

    version: int  # 1, 2, 3 … without gaps
    at: int  # milliseconds since 1970
    body: dict[str, Any]
    command: str = ""  # the idempotency id of the command that caused it, on the first of its records


class Summary(msgspec.Struct, frozen=True):
    """What the lobby lists, kept beside the records so that no table needs to be played through for it."""

    stage: str
    seats: list[dict[str, Any]]  # as `wire.Seat`
    deciding: list[int]  # who is asked; time is a seat too
    caption: dict[str, Any]
    deadlines: dict[str, int]
    guests: dict[str, str]  # seat -> guest who sits there
