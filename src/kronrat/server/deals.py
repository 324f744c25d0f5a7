"""Duplicate play: several tables with the same dice and cards, and how everybody did beside the same seat elsewhere.

The tables of a deal share one secret, promised by one commitment, and what its opener has added to it; what falls for a
seat at some moment then falls for that seat at all of them. So nobody may see another table of a deal before their own
is finished, and the secret is told only when all of them are, or were closed because nobody filled them. People are
ranked by the difference between their score and the mean of all others who sat, with the same dice, in the same seat of
another table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, select

from kronrat.core.dice import commitment
from kronrat.core.journal import Journal
from kronrat.server import wire
from kronrat.server.records import DEAL_MS, Guest, Summary, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.schema import heads, placings, results, tables
from kronrat.server.store import Listed, Store

MOST_TABLES = 8
OVER = ("over", "closed")


@dataclass(frozen=True)
class Deal:
    """The tables of a deal, in the order in which they were opened."""

    lines: Sequence[Listed]

    @property
    def over(self) -> bool:
        """Whether nothing is hidden any more: every game that began has ended, and none can begin."""
        return all(summary.stage in OVER for _, summary, _ in self.lines)

    @property
    def closes(self) -> int:
        """When the first of the tables that wait for players is closed; 0 if none waits."""
        waiting = [row.created + DEAL_MS for row, summary, _ in self.lines if summary.stage == "gathering"]
        return min(waiting, default=0)

    def is_cleared(self, guest: str) -> bool:
        """Whether somebody may see all tables, because their own game is finished or all are."""
        mine = [summary.stage for _, summary, _ in self.lines if guest and guest in summary.guests.values()]
        return self.over or (bool(mine) and all(stage in OVER for stage in mine))

    def sits_elsewhere(self, guest: str, table: str) -> bool:
        return any(row.id != table and guest in summary.guests.values() for row, summary, _ in self.lines)


class Deals:
    """What is known of the deals of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, deal: str) -> Deal:
        return Deal(await self._store.tables_of_deal(deal))

    async def is_cleared(self, row: TableRow, guest: str) -> bool:
        """Whether somebody who does not sit at this table may see it; a table of its own is open to all."""
        return not row.deal or (await self.find(row.deal)).is_cleared(guest)

    async def check_sit(self, row: TableRow, guest: str) -> None:
        """Nobody sits at two tables of a deal: who has played the dice knows them."""
        if row.deal and (await self.find(row.deal)).sits_elsewhere(guest, row.id):
            raise Refusal("one_deal")

    async def with_secret(self, row: TableRow, journal: Journal, stage: str) -> Journal:
        """The journal of a finished table with the secret of its dice, once nobody plays with them any more."""
        if not row.deal or stage != "over" or not (await self.find(row.deal)).over:
            return journal
        return Journal({**journal.header, "secret": row.secret.hex()}, journal.lines, journal.checks)

    async def told(self, id: str, guest: Guest | None) -> wire.Deal | None:
        """What somebody may know of a deal; None if there is no such one."""
        deal = await self.find(id)
        if not deal.lines:
            return None
        viewer = "" if guest is None else guest.id
        cleared, row = deal.is_cleared(viewer), deal.lines[0][0]
        compared = await self._store.look_up(lambda c: compare(c, id, viewer)) if cleared else []
        return wire.Deal(
            id=id,
            game=row.game,
            options=row.options,
            pace=row.pace,
            rated=row.rated,
            commitment=commitment(row.secret),
            nonces=row.nonces,
            secret=row.secret.hex() if deal.over else "",
            tables=[_table(row, summary, viewer, cleared) for row, summary, _ in deal.lines],
            cleared=cleared,
            lines=compared,
            closes=deal.closes,
        )


def _table(row: TableRow, summary: Summary, viewer: str, cleared: bool) -> wire.DealTable:
    mine = bool(viewer) and viewer in summary.guests.values()
    looks = mine or cleared or summary.stage == "gathering"
    return wire.DealTable(row.id, summary.stage, summary.seats, mine, looks)


def compare(c: Connection, deal: str, viewer: str) -> list[wire.DealLine]:
    """Everybody at the finished tables of a deal beside all others in the same seat, those first who did best.

    A leaver did not play to the end, and whoever sat at two tables knew the dice: neither is compared.
    """
    rows = [row for row in c.execute(_PLACINGS, {"deal": deal}) if not row.gone]
    known = [row.guest for row in rows if row.guest]
    fair = [row for row in rows if not row.guest or known.count(row.guest) == 1]
    lines = [_line(row, fair, viewer) for row in fair]
    people = [line.difference for line in lines if not line.bot and line.difference is not None]
    for line in lines:
        if not line.bot and line.difference is not None:
            line.rank = 1 + len([one for one in people if one > line.difference])
    return sorted(lines, key=lambda line: (-(line.difference or 0), bool(line.bot), line.table, line.seat))


def _line(row: Any, rows: Sequence[Any], viewer: str) -> wire.DealLine:
    field = [other.score for other in rows if other.seat == row.seat and other.table_id != row.table_id]
    return wire.DealLine(
        table=row.table_id,
        seat=row.seat,
        bot=row.bot,
        place=row.place,
        score=row.score,
        mine=bool(viewer) and row.guest == viewer,
        field=fmean(field) if field else None,
        difference=row.score - fmean(field) if field else None,
        share=row.share,
        luck=row.luck,
    )


def is_played(deal: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a deal has a table that is not over: until then nothing of its games is told to everybody."""
    other, head = tables.alias(), heads.alias()
    unfinished = exists().where(other.c.deal == deal, head.c.table_id == other.c.id, head.c.stage.not_in(OVER))
    return and_(deal != "", unfinished)


_PLACINGS = (
    select(placings)
    .join_from(placings, results, placings.c.table_id == results.c.table_id)
    .where(results.c.deal == bindparam("deal"))
    .order_by(placings.c.table_id, placings.c.seat)
)
