"""`kronrat arena`: who is stronger, as tables, as one JSON object, and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

from rich import box
from rich.table import Table

from kronrat.arena.climbing import climb
from kronrat.arena.executors import Cluster
from kronrat.arena.ladder import Ladder
from kronrat.arena.picture import draw
from kronrat.arena.report import Record, Report
from kronrat.cli.errors import Refused
from kronrat.cli.figures import number, progress_in
from kronrat.cli.files import check_new, write_new
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import console, words_of
from kronrat.words import Words


def run(
    game: str,
    bots: str,
    seats: int,
    games: int,
    option: list[str],
    ms: float | None,
    positions: int | None,
    seed: str,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    keep: Path | None,
    plot: Path | None,
    data: Path | None,
    lang: str | None,
    luck: int = 0,
) -> None:
    words = words_of(lang)
    folder = None if data is None else str(data)
    if plot is not None:
        check_new(plot)
    if keep is not None and not keep.absolute().parent.is_dir():
        raise Refused(f"{keep}: there is no such folder")
    ladder = Ladder(game, seats, settings(option), tuple(names_in(bots)), seed, positions, ms, folder, luck).checked()
    executor = None if cluster is None else Cluster(cluster, jobs)
    began = perf_counter()
    with progress_in(words) as progress:
        report = climb(ladder, games, jobs or 1, executor, progress, keep)
    if plot is not None:
        write_new(plot, draw(report, _heading(report, words), words.say("cli.rating_axis")))
    if as_json:
        print(json.dumps(report.plain(perf_counter() - began)))
    else:
        show(report, words)


def _heading(report: Report, words: Words) -> str:
    ladder = report.ladder
    heading = words.say("cli.simulation", game=ladder.game, players=ladder.seats)
    options = ", ".join(f"{name}={value}" for name, value in ladder.options.items())
    return f"{heading}: {options}" if options else heading


def show(report: Report, words: Words) -> None:
    out = console()
    out.print(_heading(report, words), style="bold")
    out.print(_ratings(report, words))
    out.print(_cross(report, words))
    parity = number(words, 100 / report.ladder.seats, ".1f")
    out.print(words.say("cli.arena_says", n=report.games, parity=parity), soft_wrap=True)
    if report.cut_short:
        out.print(words.say("cli.cut_short", n=report.cut_short), style="yellow")


def _ratings(report: Report, words: Words) -> Table:
    """One row for each bot, the strongest first."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    without_luck = ["adjusted"] if report.ladder.luck else []
    columns = ["bot", "rating", "rating_span", "played", "share", "interval", *without_luck, "ms_mean", "ms_max"]
    for column in columns:
        table.add_column(words.say(f"cli.{column}"), justify="left" if column == "bot" else "right")
    for bot in sorted(report.ratings, key=lambda bot: -report.ratings[bot]):
        watch, (low, high) = report.watches[bot], report.spans[bot]
        table.add_row(
            bot,
            number(words, report.ratings[bot], ".0f"),
            f"{number(words, low, '.0f')}–{number(words, high, '.0f')}",
            str(report.total[bot].games),
            *_share(report.total[bot], words),
            *[_adjusted(report.total[bot], words) for _ in without_luck],
            number(words, watch.total / max(1, watch.choices), ".1f"),
            number(words, watch.longest, ".0f"),
        )
    return table


def _cross(report: Report, words: Words) -> Table:
    """The share of the bot of each row, alone against the bot of each column."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(words.say("cli.arena_cross"))
    for bot in report.ladder.names:
        table.add_column(bot, justify="right")
    for bot, row in report.cross.items():
        cells = ["" if other == bot else _share(row[other], words)[0] for other in report.ladder.names]
        table.add_row(bot, *cells)
    return table


def _adjusted(record: Record, words: Words) -> str:
    """The share without luck and twice its error."""
    found = record.adjusted
    if found is None:
        return "–"
    share, error = found
    return f"{number(words, 100 * share, '.1f')} ± {number(words, 200 * error, '.1f')}"


def _share(record: Record, words: Words) -> list[str]:
    plain = record.plain()
    share, low, high = [number(words, 100 * plain[name], ".1f") for name in ("share", "low", "high")]
    return [f"{share}\u00a0%", f"{low}–{high}"]
