"""`kronrat balance`: how often each trait wins, as a table that is also Markdown."""

from __future__ import annotations

from pathlib import Path

from kronrat.arena.balance import balance
from kronrat.cli.figures import progress_in, victories
from kronrat.cli.settings import names_in, settings
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
    folder = None if data is None else str(data)
    chosen, names = settings(option), names_in(bots)
    with progress_in(words) as progress:
        found = balance(game, chosen, seats, games, names, seed, jobs, folder, progress)
    if not found.shares:
        print(words.say("cli.no_traits"))
        return
    named = Words(words.lang, game)
    heads = [words.say(f"cli.{column}") for column in ("trait", "played", "wins", "share", "interval")]
    print(f"| {' | '.join(heads)} |\n|---|---:|---:|---:|---:|")
    for share in found.shares:
        cells = [named.say(share.trait), str(share.played), *victories(words, share)]
        print(f"| {' | '.join(cells)} |")
    if found.cut_short:
        print(f"\n{words.say('cli.cut_short', n=found.cut_short)}")
