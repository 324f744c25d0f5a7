"""What was played on a server, counted game by game; what was counted once is kept.

Replaying takes its time, so it is done beside the tables, one game after the other, while somebody asks for statistics.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, select, text
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.core.game import Game
from kronrat.server import wire
from kronrat.server.deals import is_played
from kronrat.server.hub import Hub
from kronrat.server.reception import Reception
from kronrat.server.records import Record, TableRow
from kronrat.server.schema import heads, tables, tallies
from kronrat.server.store import Store
from kronrat.server.table import fold
from kronrat.study.tallying import PERSON, VERSION, Tally, summed, tally

log = logging.getLogger(__name__)

MOST = 5_000  # games of one kind of game, the newest ones
PAUSE_S = 0.05  # between two games that are counted while a server serves


async def count_table(store: Store, game: Game, table: str) -> Tally | None:
    """Count a finished table and keep that; None if it cannot be played again."""
    row = await store.table(table)
    if row is None or row.is_of(game) is False:
        return None
    records = await store.records(table)
    found = await asyncio.to_thread(_counted, row, game, records)
    body = msgspec.json.encode(None if found is None else found.plain())
    await store.care(lambda c: c.execute(_KEEP, {"table": table, "version": VERSION, "body": body}))
    return found


def _counted(row: TableRow, game: Game, records: Sequence[Record]) -> Tally | None:
    try:
        table = fold(row, game, records)
        levels = [seat.bot or PERSON for seat in table.seats]
        return tally(game, table.journal_for(None), levels)
    except Exception as problem:  # damaged in any way: then it is not counted
        log.warning("a game is not counted: %s", problem)
        return None


def finished(c: Connection, game: str) -> dict[str, bytes | None]:
    """Finished tables of a game, the newest first, with what was counted there before.

    Those of a deal that others still play are left out: a single game could be read in what is counted.
    """
    kept = (tallies.c.table_id == tables.c.id) & (tallies.c.version == VERSION)
    query = select(tables.c.id, tallies.c.body).join(heads, heads.c.table_id == tables.c.id).outerjoin(tallies, kept)
    query = query.where(tables.c.game == game, heads.c.stage == "over", ~is_played(tables.c.deal))
    query = query.order_by(heads.c.changed.desc()).limit(MOST)
    return {row.id: row.body for row in c.execute(query)}


def known(found: Mapping[str, bytes | None]) -> list[Tally]:
    """Those that were counted."""
    read = [msgspec.json.decode(body, type=Tally | None) for body in found.values() if body is not None]
    return [one for one in read if one is not None]


class Statistics:
    """Statistics of the games that were played here."""

    def __init__(self, hub: Hub, games: Mapping[str, Game], reception: Reception) -> None:
        self._hub = hub
        self._games = games
        self._reception = reception
        self._busy: dict[str, asyncio.Task[None]] = {}

    def routes(self) -> list[Route]:
        return [Route("/api/stats/{game}", self.statistics, methods=["GET"])]

    async def close(self) -> None:
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def statistics(self, request: Request) -> Response:
        """What is counted so far; the rest is counted from now on."""
        game = self._games.get(request.path_params["game"])
        if game is None:
            raise HTTPException(404, "there is no such game")
        found = await self._hub.store.look_up(lambda c: finished(c, game.id))
        open = [table for table, body in found.items() if body is None]
        if open and (game.id not in self._busy or self._busy[game.id].done()):
            self._busy[game.id] = asyncio.create_task(self._count(game, open))
        level = request.query_params.get("level", "")
        told = await asyncio.to_thread(lambda: _told(game, known(found), level))
        return self._reception.answer(wire.StatsFile(game.id, len(found), len(found) - len(open), *told))

    async def _count(self, game: Game, open: list[str]) -> None:
        for table in open:
            await count_table(self._hub.store, game, table)
            await asyncio.sleep(PAUSE_S)


def _told(game: Game, some: list[Tally], level: str) -> tuple[list[str], list[wire.StatsGroup]]:
    levels = sorted({one for tally in some for one in tally.levels})
    groups = [
        wire.StatsGroup(
            kind=one.kind,
            options=dict([pair.split("=", 1) for pair in one.kind.split()]),
            seats=one.seats,
            games=one.games,
            lines=[
                wire.StatsLine(line.what, line.value, line.n, line.share, line.low, line.high, line.mean, line.even)
                for line in one.lines
            ],
        )
        for one in summed(some, level)
    ]
    return levels, groups


_KEEP = text(
    "INSERT INTO tallies (table_id, version, body) VALUES (:table, :version, :body)"
    " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, body = excluded.body"
)
