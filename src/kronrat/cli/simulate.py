"""`kronrat simulate`: many games, one table or one JSON object."""

from __future__ import annotations

import json
from pathlib import Path

from rich import box
from rich.table import Table

from kronrat.arena.balance import Share
from kronrat.arena.simulation import Keep, Result
from kronrat.arena.simulation import simulate as run_simulation
from kronrat.cli.figures import number, progress_in, victories
from kronrat.cli.files import make_empty, write_new
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import console, words_of
from kronrat.words import Words


def run(
    game: str,
    seats: int,
    games: int,
    bots: str,
    option: list[str],
    seed: str,
    jobs: int | None,
    as_json: bool,
    data: Path | None,
    lang: str | None,
    cluster: str | None,
    journals: Path | None,
) -> None:
    words = words_of(lang)
    folder = None if data is None else str(data)
    chosen, names = settings(option), names_in(bots)
    keep = None if journals is None else _keeper(journals, games)
    with progress_in(words) as progress:
        result = run_simulation(game, chosen, seats, games, names, seed, jobs, folder, progress, cluster, keep)
    if as_json:
        print(json.dumps(result.plain()))
    else:
        show(result, words)
        if journals is not None:
            console().print(words.say("cli.journals", n=result.games, folder=str(journals)), soft_wrap=True)


def _keeper(folder: Path, games: int) -> Keep:
    """Writes journals into a folder that holds nothing else, each named by the number of its game."""
    make_empty(folder)
    digits = len(str(games - 1))
    return lambda number, journal: write_new(folder / f"{number:0{digits}}.kronrat", journal)


def show(result: Result, words: Words) -> None:
    out = console()
    options = ", ".join(f"{name}={value}" for name, value in result.options.items())
    heading = words.say("cli.simulation", game=result.game, players=result.seats)
    out.print(f"{heading}: {options}" if options else heading, style="bold")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("bot", "mean_score", "wins", "share", "interval"):
        table.add_column(words.say(f"cli.{column}"), justify="left" if column == "bot" else "right")
    for bot, wins in result.wins.items():
        score = number(words, result.mean_scores[bot], ".2f")
        table.add_row(bot, score, *victories(words, Share(bot, result.games, wins)))
    out.print(table)
    speed = {
        "seconds": number(words, result.seconds, ".1f"),
        "games_per_s": number(words, result.games_per_s, ".1f"),
        "decisions_per_s": number(words, result.decisions_per_s, ".0f"),
    }
    out.print(words.say("cli.simulated", n=result.games, decisions=result.decisions, **speed))
    if result.finished < result.games:
        out.print(words.say("cli.cut_short", n=result.games - result.finished), style="yellow")
