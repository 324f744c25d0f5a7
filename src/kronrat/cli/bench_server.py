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
from functools import partial
from importlib.metadata import version
from pathlib import Path

from rich import box
from rich.table import Table

from kronrat.arena.bench import engine
from kronrat.cli.errors import Refused
from kronrat.cli.serve import run_loop, serve
from kronrat.cli.speech import console
from kronrat.crowd import chronicle, hostile, restart
from kronrat.crowd.beside import Beside, Bots, measure_beside
from kronrat.crowd.reviewed import Reviewed, measure_reviewed
from kronrat.crowd.tables import BUSY, METRICS_TOKEN, Plan, Report, measure, shortest
from kronrat.crowd.tables import Server as Address
from kronrat.server.app import Server
from kronrat.server.settings import Settings
from kronrat.shelf import list_games, load

REST_MS = 1_000  # tables that everybody has left are put to rest early, so that their memory shows
NO_LIMIT = 1_000_000  # clients that play flat out are faster than people may be
STARTING_S = 30.0


def plan_of(games: str | None, tables: int, seats: int, rate: float, seconds: float, spectators: int = 0) -> Plan:
    """One game, or several of them side by side: `a,b`, or `all`."""
    named = list_games() if games == "all" else (games or list_games()[0]).split(",")
    plans = []
    for game in [load(id) for id in named]:
        game.check_seats(seats)
        least, options = shortest(game, seats), game.left_alone({})
        plans.append(Plan(game.id, tables, seats, rate, seconds, least, options, spectators=spectators))
    least = min([plan.shortest for plan in plans])
    first, *others = [dataclasses.replace(plan, shortest=least) for plan in plans]
    return dataclasses.replace(first, others=tuple(others))


def run(
    games: str | None,
    tables: int,
    seats: int,
    seconds: float,
    rate: float,
    database: str | None,
    as_json: bool,
    spectators: int = 0,
    processes: int = 1,
) -> None:
    if processes > 1 and _kind(database) == "SQLite":
        raise Refused("several processes share a PostgreSQL database; name one with --database")
    plan = plan_of(games, tables, seats, rate, seconds, spectators)
    if plan.choices_before < 1:
        raise Refused(
            f"each table would make {plan.choices_of_a_table} choices, and games would end; "
            "take more tables, fewer seconds or a lower rate"
        )
    with tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder, contextlib.ExitStack() as held:
        first = held.enter_context(running(database or f"{folder}/db"))
        others = [held.enter_context(running(database or "", public=first)) for _ in range(processes - 1)]
        report = run_loop(measure([first, *others], plan, tell))
    if as_json:
        print(json.dumps({**surroundings(database), **dataclasses.asdict(report), "valid": report.valid}))
    else:
        _show(report, database)
    if not report.valid:
        raise Refused(
            f"the clients took {report.client_share:.0%} of a core, more than {BUSY:.0%}: they measured themselves"
        )


def run_restart(games: str | None, tables: int, seconds: float, as_json: bool) -> None:
    """A start over many running tables with limits."""
    game = games or list_games()[0]
    with tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder:
        file = Path(folder) / "db"
        with running(str(file)) as address:
            tell(f"copying a table {tables:,} times")
            run_loop(restart.prepare(Address(address), file, game, tables))
        found = run_loop(restart.measure(lambda: running(str(file), wait=False), tables, seconds, tell))
    if as_json:
        print(json.dumps({**surroundings(None), **dataclasses.asdict(found)}))
        return
    _tell_figures(
        ("running tables with a limit", f"{found.tables:,}", ""),
        ("ready after", f"{found.ready_s:.1f}", "s"),
        ("memory", f"{found.memory_mb:,.0f}", "MB"),
        ("tables that were read", f"{found.loaded:,}", ""),
        ("requests, median", f"{found.median_ms:,.1f}", "ms"),
        ("99 of 100 within", f"{found.p99_ms:,.1f}", "ms"),
        ("longest", f"{found.longest_ms:,.1f}", "ms"),
    )


def run_past(past: chronicle.Past, requests: int, database: str | None, as_json: bool) -> None:
    """Lists and profiles at a server where people have played for years."""
    with tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder:
        kept = database or f"{folder}/db"
        start = partial(running, kept, wait=False)
        found = run_loop(chronicle.measure(kept, start, list_games(), past, requests, tell))
    if as_json:
        print(json.dumps({**surroundings(database), **dataclasses.asdict(found)}))
        return
    console().print(
        f"{past.people:,} people, {past.finished:,} finished and {past.running:,} running tables, {_kind(database)}",
        style="bold",
    )
    _tell_figures(
        ("ready after", f"{found.ready_s:.1f}", "s"),
        ("all ratings worked out again in", f"{found.counted_s:.1f}", "s"),
        ("ratings", f"{found.ratings:,}", ""),
        ("ratings that differed", f"{found.different:,}", ""),
    )
    grid = _grid("asked for", "requests", "median ms", "99 of 100", "longest")
    for one in found.told:
        grid.add_row(one.what, str(one.requests), f"{one.median_ms:.1f}", f"{one.p99_ms:.1f}", f"{one.longest_ms:.1f}")
    console().print(grid)


def run_hostile(games: str | None, seats: int, seconds: float, as_json: bool) -> None:
    """One player beside strangers who mean harm, with the limits of every server."""
    plan = plan_of(games, 1, seats, 1, 1)
    with (
        tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder,
        running(f"{folder}/db", limited=True) as address,
    ):
        found = run_loop(hostile.measure(address, plan, seconds, tell))
    if as_json:
        print(json.dumps({**surroundings(None), "attacks": [dataclasses.asdict(one) for one in found]}))
        return
    grid = _grid("attack", "choices", "median ms", "99 of 100", "longest", "attempts")
    for one in found:
        times = [f"{ms:,.1f}" for ms in (one.median_ms, one.p99_ms, one.longest_ms)]
        grid.add_row(one.kind, str(one.choices), *times, str(one.attempts))
    console().print(grid)


def _grid(first: str, *others: str) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column(first)
    for heading in others:
        grid.add_column(heading, justify="right")
    return grid


def _tell_figures(*rows: tuple[str, str, str]) -> None:
    """Print what was measured: its name, the figure and the unit of each."""
    grid = _grid("figure", "")
    grid.add_column("")
    for row in rows:
        grid.add_row(*row)
    console().print(grid)


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


def run_reviewed(
    game_id: str | None, tables: int, seats: int, seconds: float, rate: float, rounds: int, as_json: bool
) -> None:
    """People with and without a review that is made beside their tables."""
    game = load(game_id or list_games()[0])
    game.check_seats(seats)
    plan = Plan(game.id, tables, seats, rate, seconds, shortest(game, seats), game.left_alone({}))
    if 2 * rounds * plan.choices_of_a_table >= plan.shortest:
        raise Refused("games would end; take more tables, fewer rounds or seconds, or a lower rate")
    with tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder, running(f"{folder}/db") as address:
        found = run_loop(measure_reviewed(address, plan, rounds, tell))
    if as_json:
        print(json.dumps({**surroundings(None), **dataclasses.asdict(found), "later": found.later}))
    else:
        _show_reviewed(found)


@contextlib.contextmanager
def running(database: str, public: str = "", limited: bool = False, wait: bool = True) -> Iterator[str]:
    """The address of a server process; `public` is that of the first of several, `limited` that it has usual limits."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(public_url=public or address, rest_ms=REST_MS, metrics_token=METRICS_TOKEN)
        if not limited:
            settings = dataclasses.replace(
                settings,
                message_burst=NO_LIMIT,
                message_rate=NO_LIMIT,
                connections=NO_LIMIT,
                connections_per_address=NO_LIMIT,
                look_burst=NO_LIMIT,
                list_burst=NO_LIMIT,
                join_burst=NO_LIMIT,
            )
        process = multiprocessing.get_context("spawn").Process(target=_serve, args=(listening, database, settings))
        process.start()
    try:
        end = time.monotonic() + STARTING_S
        while wait and not _answers(address):
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
    played = ", ".join([plan.game, *[other.game for other in plan.others]])
    seats = f"{plan.seats} seats" + (f" and {plan.spectators} spectators" if plan.spectators else "")
    out.print(f"{played}: {plan.tables} tables with {seats}, {plan.rate:g} choices a second", style="bold")
    out.print(f"{engine()} rules, Python {platform.python_version()}, {_kind(database)}", style="dim")
    _tell_figures(
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
    )


def _show_beside(found: Beside, database: str | None) -> None:
    plan, bots, out = found.plan, found.bots, console()
    out.print(
        f"{plan.tables} tables of people, {plan.rate:g} choices a second, "
        f"beside {bots.tables} tables with {bots.seats} × {bots.name}",
        style="bold",
    )
    out.print(f"{engine()} rules, Python {platform.python_version()}, {_kind(database)}", style="dim")
    grid = _grid("from choice to last client", "without bots", "with them")
    grid.add_row("median", f"{found.median_ms:,.1f} ms", f"{found.median_with_bots_ms:,.1f} ms")
    grid.add_row("99 of 100 within", f"{found.p99_ms:,.1f} ms", f"{found.p99_with_bots_ms:,.1f} ms")
    for number, (without, beside) in enumerate(found.p99_of_rounds, 1):
        grid.add_row(f"  in round {number}", f"{without:,.1f} ms", f"{beside:,.1f} ms")
    out.print(grid)
    out.print(
        f"{found.choices} choices of people each; bots chose {found.bot_choices} times, "
        f"and a quick one {found.failures} times instead"
    )


def _show_reviewed(found: Reviewed) -> None:
    plan, out = found.plan, console()
    out.print(f"{plan.tables} tables of people, {plan.rate:g} choices a second, beside a review", style="bold")
    out.print(f"{engine()} rules, Python {platform.python_version()}, SQLite", style="dim")
    grid = _grid("from choice to last client", "without a review", "beside one")
    grid.add_row("median", f"{found.median_ms:,.1f} ms", f"{found.median_with_review_ms:,.1f} ms")
    grid.add_row("99 of 100 within", f"{found.p99_ms:,.1f} ms", f"{found.p99_with_review_ms:,.1f} ms")
    for number, (without, beside) in enumerate(found.p99_of_rounds, 1):
        grid.add_row(f"  in round {number}", f"{without:,.1f} ms", f"{beside:,.1f} ms")
    out.print(grid)
    lasted = f"in {found.whole} of {found.rounds} rounds the review lasted to the end"
    out.print(f"{found.choices} choices of people each; {lasted}")
