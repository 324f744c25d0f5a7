"""`kronrat simulate`: many games, one table or one JSON object."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import monotonic

from rich import box
from rich.table import Table

from kronrat.arena.intervals import wilson
from kronrat.arena.simulation import Result
from kronrat.arena.simulation import simulate as run_simulation
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import console, words_of
from kronrat.words import Words

_PATIENCE = 3.0  # seconds before progress is shown, and between two lines of it
_MOMENT = 0.2  # the same where one line is written anew
_CLEAR = "\r\x1b[K"


class Progress:
    """Tells on stderr how far a long run is: in place on a terminal, line by line elsewhere."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.began = self.told = monotonic()
        self.in_place = sys.stderr.isatty()
        self.shown = False

    def __call__(self, done: int, games: int) -> None:
        now = monotonic()
        pause = _MOMENT if self.in_place and self.shown else _PATIENCE
        if now - self.told < pause:
            return
        self.told = now
        self.shown = True
        left = (now - self.began) / done * (games - done)
        text = self.words.say("cli.progress", done=done, games=games, seconds=round(left))
        if self.in_place:
            print(f"{_CLEAR}{text}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.in_place and self.shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)


def run(
    game: str,
    seats: int,
    games: int,
    bots: str,
    option: list[str],
    seed: str,
    jobs: int,
    as_json: bool,
    data: Path | None,
    lang: str | None,
    cluster: str | None,
) -> None:
    words = words_of(lang)
    progress = Progress(words)
    folder = None if data is None else str(data)
    chosen, names = settings(option), names_in(bots)
    try:
        result = run_simulation(game, chosen, seats, games, names, seed, jobs, folder, progress, cluster)
    finally:
        progress.close()
    if as_json:
        print(json.dumps(result.plain()))
    else:
        show(result, words)


def show(result: Result, words: Words) -> None:
    out = console()
    options = ", ".join(f"{name}={value}" for name, value in result.options.items())
    out.print(words.say("cli.simulation", game=result.game, players=result.seats, options=options), style="bold")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("bot", "mean_score", "wins", "share", "interval"):
        table.add_column(words.say(f"cli.{column}"), justify="left" if column == "bot" else "right")
    for bot, wins in result.wins.items():
        low, high = wilson(wins, result.games)
        share = wins / result.games
        interval = f"{_percent(low)}–{_percent(high)}"
        table.add_row(bot, f"{result.mean_scores[bot]:.2f}", f"{wins:g}", _percent(share), interval)
    out.print(table)
    speed = {
        "seconds": f"{result.seconds:.1f}",
        "games_per_s": f"{result.games_per_s:.1f}",
        "decisions_per_s": f"{result.decisions_per_s:.0f}",
    }
    out.print(words.say("cli.simulated", n=result.finished, decisions=result.decisions, **speed))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
