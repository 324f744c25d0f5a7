"""The tables of which somebody may have to be told something, kept in memory and read anew where they have changed.

A look every two seconds must not read thousands of tables: it reads their versions, from an index, and then those
tables whose version is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, select, union_all

from kronrat.server.notices.owed import Seen
from kronrat.server.records import Summary
from kronrat.server.schema import heads, tables

RECENT_MS = 8 * 24 * 3_600_000  # tables that were over earlier have no news
AT_ONCE = 500  # tables or people that are looked up in one statement
_summary = msgspec.json.Decoder(Summary)


@dataclass(frozen=True, slots=True)
class _Known:
    """A table as it was read; without a summary, it is not told about."""

    version: int
    game: str = ""
    pace: str = ""
    summary: Summary | None = None

    @property
    def people(self) -> set[str]:
        return set() if self.summary is None else set(self.summary.guests.values())


class News:
    """What is known of the tables that are played or were over lately."""

    def __init__(self) -> None:
        self._tables: dict[str, _Known] = {}
        self._of: dict[str, set[str]] = {}  # the tables of everybody
        self._troubled: set[str] = set()

    @property
    def people(self) -> set[str]:
        return set(self._of)

    def read_on(self, c: Connection, now: int, versions: Mapping[str, tuple[int, str]]) -> set[str]:
        """Read what has changed; returns those whom it concerns."""
        self._troubled = set(c.execute(_TROUBLED).scalars())
        current = {row.table_id: row.version for row in c.execute(_VERSIONS, {"recent": now - RECENT_MS})}
        concerned: set[str] = set()
        for table in self._tables.keys() - current.keys():
            concerned |= self._set(table, None)
        moved = [id for id, version in current.items() if id not in self._tables or self._tables[id].version != version]
        for some in parts(moved):
            for row in c.execute(_READ, {"some": some}):
                ours = row.rules is None or versions.get(row.game) == (row.rules, row.data)
                summary = summary_of(row.summary) if ours else None
                concerned |= self._set(row.table_id, _Known(row.version, row.game, row.pace, summary))
        return concerned

    def _set(self, table: str, known: _Known | None) -> set[str]:
        """Know a table so from now on, or no more; returns who sits there or did."""
        before = self._tables.pop(table, _Known(0)).people
        for guest in before:
            self._of[guest].discard(table)
            if not self._of[guest]:
                del self._of[guest]
        if known is None:
            return before
        self._tables[table] = known
        for guest in known.people:
            self._of.setdefault(guest, set()).add(table)
        return before | known.people

    def of(self, guest: str) -> list[Seen]:
        """The tables of somebody, without what is kept beside them."""
        found = [(id, self._tables[id]) for id in sorted(self._of.get(guest, set()) - self._troubled)]
        return [
            Seen(guest, id, known.game, known.pace, known.summary) for id, known in found if known.summary is not None
        ]


def summary_of(text: str) -> Summary | None:
    try:
        return _summary.decode(text)
    except msgspec.DecodeError:
        return None  # the store tells of it where the table is shown


def parts(all: Iterable[str]) -> Iterable[Sequence[str]]:
    """A long list in parts that one statement can take."""
    whole = list(all)
    return [whole[start : start + AT_ONCE] for start in range(0, len(whole), AT_ONCE)]


_VERSION = select(heads.c.table_id, heads.c.version)
_VERSIONS = union_all(
    _VERSION.where(heads.c.stage == "playing"),
    _VERSION.where(heads.c.stage == "over", heads.c.changed >= bindparam("recent")),
)
_TROUBLED = select(heads.c.table_id).where(heads.c.trouble != "")
_READ = (
    select(
        heads.c.table_id, heads.c.version, heads.c.summary, tables.c.game, tables.c.rules, tables.c.data, tables.c.pace
    )
    .join_from(heads, tables)
    .where(heads.c.table_id.in_(bindparam("some", expanding=True)))
)
