"""`kronrat bench`: how fast the rules are in the Python that runs this, as tables or one JSON object."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version

import rich.progress
from rich import box
from rich.console import Console
from rich.table import Table

from kronrat.arena.bench import GROWING, PER_SECOND, Figure, Progress, Report, Row, bench, engine
from kronrat.cli.settings import settings
from kronrat.cli.speech import console
from kronrat.shelf import list_games, load

_NAMES = {
    "decisions": "random play, decisions",
    "games": "random play, games",
    "options": "options of a seat",
    "apply": "apply a choice",
    "clone": "clone",
    "dump_restore": "dump and restore",
    "view": "view of a seat",
    "redeal": "redeal for a seat",
    "preview": "preview of a choice",
}


def run(game: str | None, seats: int | None, option: list[str], repeat: int, seconds: float, as_json: bool) -> None:
    wanted = [load(id) for id in (list_games() if game is None else [game])]
    given = settings(option)
    with rich.progress.Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        reports = [bench(one, seats, given, repeat, seconds, _teller(bar, one.id)) for one in wanted]
    if as_json:
        print(json.dumps({**surroundings(repeat, seconds), "games": [report.plain() for report in reports]}))
    else:
        for report in reports:
            show(report, repeat)


def _teller(bar: rich.progress.Progress, game: str) -> Progress:
    line = bar.add_task(game)

    def tell(done: int, total: int) -> None:
        bar.update(line, completed=done, total=total)

    return tell


def surroundings(repeat: int, seconds: float) -> dict[str, str | int | float]:
    return {
        "kronrat": version("kronrat"),
        "engine": engine(),
        "python": platform.python_version(),
        "repeat": repeat,
        "seconds": seconds,
    }


def show(report: Report, repeat: int) -> None:
    out = console()
    table = report.table
    out.print(f"{report.game}, {table.seats} seats, {_listed(table.options)}", style="bold")
    runs = f"{engine()} rules, Python {platform.python_version()}"
    out.print(f"{runs}; median of {repeat}, lowest to highest", style="dim")
    out.print(_figures_of(table))
    out.print("Growth with seats and options", style="bold")
    out.print(_growth_of(report.growth))


def _figures_of(row: Row) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("figure", "median", "", "spread"):
        grid.add_column(heading, justify="left" if heading in ("figure", "") else "right")
    for name, figure in row.figures.items():
        unit = "/s" if figure.unit == PER_SECOND else "µs"
        spread = f"{_number(figure.low, figure)}–{_number(figure.high, figure)}"
        grid.add_row(_NAMES[name], _number(figure.median, figure), unit, spread)
    return grid


def _growth_of(rows: Sequence[Row]) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    common = rows[0].options  # rows with other seats but the same options come first
    grid.add_column("seats", justify="right")
    grid.add_column("options", overflow="fold")
    for name in GROWING:
        unit = "/s" if rows[0].figures[name].unit == PER_SECOND else "µs"
        grid.add_column(f"{name}\n{unit}", justify="right")
    for row in rows:
        changed = {name: value for name, value in row.options.items() if common.get(name) != value}
        figures = [row.figures[name] for name in GROWING]
        grid.add_row(str(row.seats), _listed(changed), *[_number(figure.median, figure) for figure in figures])
    return grid


def _listed(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items() if value)


def _number(value: float, figure: Figure) -> str:
    return f"{value:,.0f}" if figure.unit == PER_SECOND or value >= 100 else f"{value:.2f}"
