"""`kronrat balance`: how often each trait wins, as a table that is also Markdown."""

from __future__ import annotations

from pathlib import Path

from kronrat.arena.balance import balance
from kronrat.cli.settings import names_in, settings
from kronrat.cli.simulate import Progress
from kronrat.cli.speech import words_of
from kronrat.words import Words


def run(
    game: str,
    seats: int,
    games: int,
    bots: str,
    option: list[str],
    seed: str,
    jobs: int,
    data: Path | None,
    lang: str | None,
) -> None:
    words = words_of(lang)
    progress = Progress(words)
    folder = None if data is None else str(data)
    try:
        shares = balance(game, settings(option), seats, games, names_in(bots), seed, jobs, folder, progress)
    finally:
        progress.close()
    named = Words(words.lang, game)
    heads = [words.say(f"cli.{column}") for column in ("trait", "played", "wins", "share", "interval")]
    print(f"| {' | '.join(heads)} |\n|---|---:|---:|---:|---:|")
    for share in shares:
        low, high = share.interval
        interval = f"{100 * low:.1f}–{100 * high:.1f} %"
        print(f"| {named.say(share.trait)} | {share.played} | {share.won:g} | {100 * share.rate:.1f} % | {interval} |")
