"""`kronrat bench server`: a server in one process, its clients in another, and how quickly they are served."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import multiprocessing
import os
import platform
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from importlib.metadata import version

from rich import box
from rich.table import Table

from kronrat.arena.bench import engine
from kronrat.cli.errors import Refused
from kronrat.cli.serve import run_loop, serve
from kronrat.cli.speech import console
from kronrat.crowd.beside import Beside, Bots, measure_beside
from kronrat.crowd.tables import BUSY, METRICS_TOKEN, Plan, Report, measure, shortest
from kronrat.server.app import Server
from kronrat.server.settings import Settings
from kronrat.shelf import list_games, load

REST_MS = 1_000  # tables that everybody has left are put to rest early, so that their memory shows
NO_LIMIT = 1_000_000  # clients that play flat out are faster than people may be
STARTING_S = 30.0


def run(
    game_id: str | None, tables: int, seats: int, seconds: float, rate: float, database: str | None, as_json: bool
) -> None:
    game = load(game_id or list_games()[0])
    game.check_seats(seats)
    plan = Plan(game.id, tables, seats, rate, seconds, shortest(game, seats), game.left_alone({}))
    if plan.choices_before < 1:
        raise Refused(
            f"each table would make {plan.choices_of_a_table} choices, and games would end; "
            "take more tables, fewer seconds or a lower rate"
        )
    with (
        tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder,
        running(database or f"{folder}/db") as address,
    ):
        report = run_loop(measure(address, plan, tell))
    if as_json:
        print(json.dumps({**surroundings(database), **dataclasses.asdict(report), "valid": report.valid}))
    else:
        _show(report, database)
    if not report.valid:
        raise Refused(
            f"the clients took {report.client_share:.0%} of a core, more than {BUSY:.0%}: they measured themselves"
        )


def run_beside(
    game_id: str | None,
    tables: int,
    seats: int,
    seconds: float,
    rate: float,
    bots: Bots,
    database: str | None,
    as_json: bool,
) -> None:
    """People with and without tables of bots beside theirs."""
    game = load(game_id or list_games()[0])
    game.check_seats(seats)
    bots = dataclasses.replace(bots, seats=min(bots.seats, max(game.seat_counts) - 1))
    plan = Plan(game.id, tables, seats, rate, seconds, shortest(game, seats), game.left_alone({}))
    if 2 * bots.rounds * plan.choices_of_a_table > plan.shortest:
        raise Refused("games would end; take more tables, fewer rounds or seconds, or a lower rate")
    with (
        tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder,
        running(database or f"{folder}/db") as address,
    ):
        found = run_loop(measure_beside(address, plan, bots, tell))
    if as_json:
        print(json.dumps({**surroundings(database), **dataclasses.asdict(found), "later_ms": found.later_ms}))
    else:
        _show_beside(found, database)


@contextlib.contextmanager
def running(database: str) -> Iterator[str]:
    """The address of a server process."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(
            public_url=address,
            rest_ms=REST_MS,
            message_burst=NO_LIMIT,
            message_rate=NO_LIMIT,
            connections_per_address=NO_LIMIT,
            look_burst=NO_LIMIT,
            join_burst=NO_LIMIT,
            connections=NO_LIMIT,
            metrics_token=METRICS_TOKEN,
        )
        process = multiprocessing.get_context("spawn").Process(target=_serve, args=(listening, database, settings))
        process.start()
    try:
        end = time.monotonic() + STARTING_S
        while not _answers(address):
            if not process.is_alive() or time.monotonic() > end:
                raise Refused("the server does not start; see above")
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.join()


def _serve(listening: socket.socket, database: str, settings: Settings) -> None:
    run_loop(serve(Server(database, settings), listening))


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5):
            return True
    except OSError:
        return False


def tell(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


def surroundings(database: str | None) -> dict[str, str]:
    return {
        "kronrat": version("kronrat"),
        "engine": engine(),
        "python": platform.python_version(),
        "database": _kind(database),
        "load": " ".join(f"{average:.2f}" for average in os.getloadavg()),
    }


def _kind(database: str | None) -> str:
    return "PostgreSQL" if database and database.startswith("postgres") else "SQLite"


def _show(report: Report, database: str | None) -> None:
    plan, out = report.plan, console()
    out.print(f"{plan.tables} tables with {plan.seats} seats, {plan.rate:g} choices a second", style="bold")
    out.print(f"{engine()} rules, Python {platform.python_version()}, {_kind(database)}", style="dim")
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("figure")
    grid.add_column("", justify="right")
    grid.add_column("")
    for name, figure, unit in (
        ("choices that were made", f"{report.choices_a_second:,.0f}", "/s"),
        ("from choice to last client, median", f"{report.median_ms:,.1f}", "ms"),
        ("99 of 100 within", f"{report.p99_ms:,.1f}", "ms"),
        ("longest", f"{report.longest_ms:,.1f}", "ms"),
        ("server's time for a choice", f"{report.cpu_ms:,.2f}", "ms"),
        ("server's share of a core", f"{report.server_share:.0%}", ""),
        ("clients' share of a core", f"{report.client_share:.0%}", ""),
        ("flat out", f"{report.most_choices_a_second:,.0f}", "choices/s"),
        ("memory of a table, everybody connected", f"{report.table_kb:,.0f}", "KB"),
        ("everybody gone", f"{report.left_table_kb:,.0f}", "KB"),
        ("put to rest", f"{report.resting_table_kb:,.0f}", "KB"),
    ):
        grid.add_row(name, figure, unit)
    out.print(grid)


def _show_beside(found: Beside, database: str | None) -> None:
    plan, bots, out = found.plan, found.bots, console()
    out.print(
        f"{plan.tables} tables of people, {plan.rate:g} choices a second, "
        f"beside {bots.tables} tables with {bots.seats} × {bots.name}",
        style="bold",
    )
    out.print(f"{engine()} rules, Python {platform.python_version()}, {_kind(database)}", style="dim")
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("from choice to last client", "without bots", "with them"):
        grid.add_column(column, justify="left" if column.startswith("from") else "right")
    grid.add_row("median", f"{found.median_ms:,.1f} ms", f"{found.median_with_bots_ms:,.1f} ms")
    grid.add_row("99 of 100 within", f"{found.p99_ms:,.1f} ms", f"{found.p99_with_bots_ms:,.1f} ms")
    for number, (without, beside) in enumerate(found.p99_of_rounds, 1):
        grid.add_row(f"  in round {number}", f"{without:,.1f} ms", f"{beside:,.1f} ms")
    out.print(grid)
    out.print(
        f"{found.choices} choices of people each; bots chose {found.bot_choices} times, "
        f"and a quick one {found.failures} times instead"
    )
