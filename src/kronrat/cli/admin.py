"""`kronrat admin`: what a host does with tables and people, while the server runs or not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from rich import box
from rich.table import Table as Grid
from sqlalchemy import Connection

from kronrat.cli.errors import Refused
from kronrat.cli.serve import database_of, file_of
from kronrat.cli.speech import console
from kronrat.server import care, company, standings
from kronrat.server.past import Missing, Past
from kronrat.server.planning import Draft
from kronrat.server.records import Closed
from kronrat.server.store import Store, StoreUnavailable
from kronrat.server.table import Table, fold, fold_past
from kronrat.shelf import list_games, load

T = TypeVar("T")


class Desk:
    """The store of a server, opened for one command at a time."""

    def __init__(self, database: str | None, data_dir: Path | None) -> None:
        self._database = database_of(database, data_dir)
        file = file_of(self._database)
        if file is not None and not file.exists():
            raise Refused(f"there are no tables at {file}")

    def look_up(self, work: Callable[[Connection], T]) -> T:
        return self._do(lambda store: store.look_up(work))

    def change(self, work: Callable[[Connection], T]) -> T:
        return self._do(lambda store: store.care(work))

    def _do(self, work: Callable[[Store], Awaitable[T]]) -> T:
        async def all_of_it() -> T:
            store = Store(self._database)
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        try:
            return asyncio.run(all_of_it())
        except (care.Unknown, StoreUnavailable) as problem:
            raise Refused(str(problem)) from problem

    def recount(self) -> standings.Recount:
        return self._do(standings.recount)

    # -- tables ------------------------------------------------------------------------------------------------------

    def close(self, table: str) -> None:
        """End a table as if everybody had left it."""
        self._do(lambda store: _close(store, table))

    def journal(self, table: str, everything: bool) -> str:
        """The journal of a table as spectators know it, or all of it."""
        found = self._do(lambda store: _read(store, table))
        if found.match is not None and everything:
            return found.match.journal.text()
        return found.journal_for(None).text()


async def _read(store: Store, id: str) -> Table:
    row = await store.table(id)
    if row is None:
        raise care.Unknown(f"there is no table {id}")
    records = await store.records(id)
    game = load(row.game) if row.game in list_games() else Missing({}, "")
    if row.is_of(game) is not False:
        try:
            return fold(row, game, records)
        except Exception:  # damaged in any way: what is left of it
            pass
    summary, kept = await store.kept(id)
    past = Past("gathering" if summary is None else summary.stage, kept, sure=kept is not None)
    return fold_past(row, game, records, 0, past)


async def _close(store: Store, id: str) -> None:
    while True:
        table = await _read(store, id)
        if table.stage in ("over", "closed"):
            raise Refused(f"table {id} is {table.stage} already")
        if table.past is not None:
            raise Refused(f"table {id} cannot be played any more; it can be put into quarantine")
        draft = Draft(table, _now()).add(Closed())
        if await store.append(id, draft.records, draft.table.summary()):
            return


# -- showing -----------------------------------------------------------------------------------------------------------


def show_tables(desk: Desk, stage: str, game: str, in_trouble: bool, most: int, as_json: bool) -> None:
    find = partial(care.list_tables, stage=stage, game=game, in_trouble=in_trouble, most=most)
    found = desk.look_up(find)
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    grid = _grid("table", "game", "stage", "last change", "records", "people", "trouble")
    for line in found:
        people = ", ".join(line.people)
        grid.add_row(line.id, line.game, line.stage, _day(line.changed), str(line.records), people, line.trouble)
    console().print(grid)


def show_people(desk: Desk, name: str, banned: bool, most: int, as_json: bool) -> None:
    found = desk.look_up(partial(care.list_people, name=name, banned=banned, most=most))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    grid = _grid("person", "name", "since", "last here", "tables", "")
    for line in found:
        marks = "banned" if line.banned else ""
        grid.add_row(line.id, line.name, _day(line.created), _day(line.seen), str(line.tables), marks)
    console().print(grid)


def show_reports(desk: Desk, settled: bool, most: int, as_json: bool) -> None:
    found = desk.look_up(partial(company.list_reports, settled=settled, most=most))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    grid = _grid("report", "when", "about", "name", "table", "said", "why", "reported by", "")
    for line in found:
        marks = "settled" if line.settled else ""
        about = (line.guest, line.name, line.table, line.said, line.why)
        grid.add_row(line.id, _day(line.at), *about, line.reporter, marks)
    console().print(grid)


def settle_report(desk: Desk, report: str) -> None:
    if not desk.change(lambda c: company.settle(c, report)):
        raise Refused(f"there is no report {report}")


def show_ratings(desk: Desk, game: str, most: int, as_json: bool) -> None:
    found = desk.look_up(partial(care.list_ratings, game=game, most=most))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    grid = _grid("person", "name", "game", "pace", "rating", "±", "games", "wins", "last game")
    for line in found:
        figures = [f"{line.rating:.0f}", f"{2 * line.error:.0f}", str(line.games), str(line.wins), _day(line.ended)]
        grid.add_row(line.person, line.name, line.game, line.pace or "all", *figures)
    console().print(grid)


def recompute_ratings(desk: Desk, as_json: bool) -> None:
    found = desk.recount()
    if as_json:
        print(msgspec.json.encode(found._asdict()).decode())
        return
    console().print(f"{found.results:,} results, {found.ratings:,} ratings; {found.different:,} were different")


def export_person(desk: Desk, guest: str) -> str:
    found = desk.look_up(partial(care.export_person, guest=guest))
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def forget_person(desk: Desk, guest: str) -> int:
    return len(desk.change(partial(care.forget_person, guest=guest, at=_now())))


def _now() -> int:
    return int(1_000 * time.time())


def _grid(*headings: str) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        grid.add_column(heading, overflow="fold")
    return grid


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000, UTC).strftime("%Y-%m-%d %H:%M")
