"""Analyses that people keep, in the database: whoever knows the id of one may read it, its owner may change it."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from kronrat.server.refusal import Refusal
from kronrat.server.schema import analyses

EACH = 100  # that one person keeps


@dataclass(frozen=True)
class Sheet:
    """An analysis as its file, and whose it is."""

    id: str
    guest: str
    game: str
    title: str
    changed: int
    text: str


def of(c: Connection, guest: str) -> list[Sheet]:
    """What somebody keeps, the newest first."""
    rows = c.execute(select(analyses).where(analyses.c.guest == guest).order_by(analyses.c.changed.desc(), "id"))
    return [_read(row) for row in rows]


def find(c: Connection, id: str) -> Sheet | None:
    row = c.execute(select(analyses).where(analyses.c.id == id)).first()
    return None if row is None else _read(row)


def keep(c: Connection, sheet: Sheet) -> Sheet:
    """Keep this in place of the one with its id, if that is of the same person, or else as a new one."""
    own = (analyses.c.id == sheet.id, analyses.c.guest == sheet.guest)
    values = {
        "game": sheet.game,
        "title": sheet.title,
        "changed": sheet.changed,
        "body": zlib.compress(sheet.text.encode()),
    }
    if sheet.id and c.execute(update(analyses).where(*own).values(**values)).rowcount:
        return sheet
    count = c.execute(select(func.count()).select_from(analyses).where(analyses.c.guest == sheet.guest)).scalar_one()
    if count >= EACH:
        raise Refusal("too_many")
    fresh = replace(sheet, id=secrets.token_urlsafe(9))
    c.execute(insert(analyses).values(id=fresh.id, guest=fresh.guest, **values))
    return fresh


def drop(c: Connection, id: str, guest: str) -> bool:
    """Whether there was such an analysis of this person."""
    return c.execute(delete(analyses).where(analyses.c.id == id, analyses.c.guest == guest)).rowcount == 1


def hand_over(c: Connection, before: str, after: str) -> None:
    """What somebody keeps follows them to another name."""
    c.execute(update(analyses).where(analyses.c.guest == before).values(guest=after))


def forget(c: Connection, gone: Sequence[str]) -> None:
    c.execute(delete(analyses).where(analyses.c.guest.in_(gone)))


def _read(row: Row[Any]) -> Sheet:
    return Sheet(row.id, row.guest, row.game, row.title, row.changed, zlib.decompress(row.body).decode())
