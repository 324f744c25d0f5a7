"""`kronrat bench race`: many live races at one server, and whether a slow connection is compensated."""

from __future__ import annotations

import dataclasses
import json
import platform
import tempfile

from rich import box
from rich.table import Table

from kronrat.arena.bench import engine
from kronrat.cli.bench_server import running, surroundings, tell
from kronrat.cli.errors import Refused
from kronrat.cli.serve import run_loop
from kronrat.cli.speech import console
from kronrat.crowd.races import MARGIN_S, QUEUES, Plan, Report, custom_of, is_in_real_time, measure
from kronrat.crowd.tables import BUSY
from kronrat.shelf import list_games, load

NAMES = {"fcfs": "first come, first served", "fair": "fair queue"}


def run(plan: Plan, database: str | None, as_json: bool) -> None:
    game = load(plan.game)
    game.check_seats(plan.seats)
    if not is_in_real_time(game):
        raise Refused(f"{plan.game} is not played in real time")
    customs = [custom_of(game, queue) for queue in QUEUES]
    most = customs[0].lasts_s - 2 * MARGIN_S - 1
    if not 1 <= plan.seconds <= most:
        raise Refused(f"a race is over too soon for {plan.seconds:g} seconds; take at most {most:g}")
    with (
        tempfile.TemporaryDirectory(prefix="kronrat-bench-") as folder,
        running(database or f"{folder}/db") as address,
    ):
        report = run_loop(measure(address, plan, customs, tell))
    if as_json:
        print(json.dumps({**surroundings(database), **_plain(report)}))
    else:
        _show(report)
    if not report.valid:
        raise Refused(f"the clients took more than {BUSY:.0%} of a core: they measured themselves")


def first_game() -> str:
    """The game to measure if none is named."""
    found = [id for id in list_games() if is_in_real_time(load(id))]
    if not found:
        raise Refused("no installed game is played in real time")
    return found[0]


def _plain(report: Report) -> dict[str, object]:
    contests = [{**dataclasses.asdict(one), "share": one.share} for one in report.contests]
    return {**dataclasses.asdict(report), "contests": contests, "valid": report.valid}


def _show(report: Report) -> None:
    plan, out = report.plan, console()
    out.print(
        f"{plan.tables} races at once with {plan.seats} seats, {plan.rate:g} intents a second of each client",
        style="bold",
    )
    out.print(f"{engine()} rules, Python {platform.python_version()}", style="dim")
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("figure")
    for crowd in report.crowds:
        grid.add_column(NAMES[crowd.queue], justify="right")
    for name, figures in (
        ("grants", [f"{crowd.grants:,}" for crowd in report.crowds]),
        ("refused", [f"{sum(crowd.refused.values()):,}" for crowd in report.crowds]),
        ("from intent to grant, median, ms", [f"{crowd.median_ms:,.1f}" for crowd in report.crowds]),
        ("99 of 100 within, ms", [f"{crowd.p99_ms:,.1f}" for crowd in report.crowds]),
        ("longest, ms", [f"{crowd.longest_ms:,.1f}" for crowd in report.crowds]),
        ("server's time for an intent, ms", [f"{crowd.cpu_ms:,.2f}" for crowd in report.crowds]),
        ("server's share of a core", [f"{crowd.server_share:.0%}" for crowd in report.crowds]),
        ("clients' share of a core", [f"{crowd.client_share:.0%}" for crowd in report.crowds]),
        ("contests of two hands", [f"{contest.contests:,}" for contest in report.contests]),
        ("won with 200 ms more round trip", [f"{contest.share:.0%}" for contest in report.contests]),
    ):
        grid.add_row(name, *figures)
    out.print(grid)
