"""Records, summaries and whatever else is kept, as rows of the tables of the database and back."""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from kronrat.server import wire
from kronrat.server.records import Body, Keepsake, Origin, Record, Sheet, Summary, TableRow, Terms, Unread
from kronrat.server.statements import TABLE_COLUMNS

WALL_MS = 1_000  # a wall clock that differs by so much from the time of a record is kept beside it

log = logging.getLogger(__name__)

Row = dict[str, Any]
Versions = Mapping[str, tuple[int, str]]  # for each game, the version of its rules and the digest of its data

plain = msgspec.json.Decoder()
_summary = msgspec.json.Decoder(Summary)
_keepsake = msgspec.json.Decoder(Keepsake)
_terms = msgspec.json.Decoder(Terms)
_origin = msgspec.json.Decoder(Origin)
_body: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def record_rows(table: str, records: Sequence[Record]) -> list[Row]:
    now = time.time_ns() // 1_000_000
    return [
        {
            "table_id": table,
            "version": r.version,
            "at": r.at,
            "body": as_json(r.body),
            "command": r.command or None,
            "wall": None if abs(now - r.at) < WALL_MS else now,
        }
        for r in records
    ]


def head_row(version: int, at: int, summary: Summary) -> Row:
    return {
        "version": version,
        "changed": at,
        "stage": summary.stage,
        "due": _due(summary, at),
        "summary": as_json(summary),
        "guests": as_json(sorted(set(summary.guests.values()))),
    }


def keepsake_row(table: str, keepsake: Keepsake) -> Row:
    """Views of different seats repeat each other, so they are stored in a tenth of their length."""
    return {"table": table, "version": keepsake.version, "body": zlib.compress(msgspec.json.encode(keepsake), 1)}


class SheetBody(msgspec.Struct, frozen=True):
    orders: list[wire.Order]
    dropped: list[str]
    drops: int = 0


_sheet_body = msgspec.json.Decoder(SheetBody)


def sheet_of(row: Any) -> Sheet:
    body = _sheet_body.decode(row.body)
    return Sheet(row.table_id, row.seat, row.guest, body.orders, body.dropped, row.version, row.looked, body.drops)


def asks(row: Any) -> bool:
    """Whether a seat with orders is asked, according to the summary of its table."""
    summary = summary_of(row.table_id, row.summary)
    return summary is not None and row.seat in summary.deciding and not summary.seats[row.seat].held


def body_of(text: str) -> Body | Unread:
    try:
        return _body.decode(text)
    except msgspec.DecodeError:
        return Unread(text)


def summary_of(table: str, text: str) -> Summary | None:
    """The summary in a row; None if it cannot be read, so that a damaged one hides its own table only."""
    try:
        return _summary.decode(text)
    except msgspec.DecodeError as problem:
        log.error("the summary of table %s cannot be read: %s", table, problem)
        return None


def keepsake_of(body: bytes) -> Keepsake | None:
    """The keepsake in a row; None if another release has written it and this one cannot read it."""
    try:
        return _keepsake.decode(zlib.decompress(body))
    except (msgspec.DecodeError, zlib.error):
        return None


def is_playable(row: Any, versions: Versions | None) -> bool:
    """Whether a table has these rules and data, or may have them."""
    if versions is None:
        return True
    return row.game in versions and (row.rules is None or versions[row.game] == (row.rules, row.data))


def _due(summary: Summary, at: int) -> int | None:
    """When the game, in which something happened at `at`, goes on without a person; None if it does not."""
    people = any(_is_person(summary, seat) for seat in range(len(summary.seats)))
    if summary.stage != "playing" or not people:
        return min(summary.errands, default=None)
    if not all(_is_person(summary, seat) for seat in summary.deciding or [-1]):
        return at  # a bot or a clock is asked
    return min([*summary.deadlines.values(), *summary.errands], default=None)


def _is_person(summary: Summary, seat: int) -> bool:
    return seat >= 0 and summary.seats[seat].kind == "human" and not summary.seats[seat].held


def table_row(row: Any) -> TableRow:
    values = dict(zip(TABLE_COLUMNS, row, strict=True))
    texts = {name: plain.decode(values[name]) for name in ("options", "nonces")}
    read = {"terms": _terms.decode(values["terms"]), "origin": _origin.decode(values["origin"])}
    return TableRow(**{**values, **texts, **read})
