"""`kronrat stats`: many games counted, from a folder of journals or the database of a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from kronrat.cli.errors import Refused
from kronrat.cli.figures import number, progress_in
from kronrat.cli.files import make_empty, read_game
from kronrat.cli.speech import words_of
from kronrat.core.game import BadOption
from kronrat.core.journal import BrokenJournal
from kronrat.shelf import list_games, load
from kronrat.study.tables_of_data import tables_of, write_csv, write_parquet
from kronrat.study.tallying import LENGTH, LEVEL, PERSON, SEAT, Line, NotFinished, Statistics, Tally, summed, tally
from kronrat.words import Words

Named = list[tuple[str, Tally]]
Progress = Callable[[int, int], None]


def run(
    source: str,
    game: str | None,
    seats: int | None,
    level: str,
    csv: Path | None,
    parquet: Path | None,
    as_json: bool,
    lang: str | None,
) -> None:
    words = words_of(lang)
    for folder in (csv, parquet):
        if folder is not None:
            make_empty(folder)
    with progress_in(words) as progress:
        found = _from_folder(Path(source), progress) if Path(source).is_dir() else _from_database(source, progress)
    found = [(name, one) for name, one in found if game in (None, one.game) and seats in (None, one.seats)]
    if not found:
        raise Refused(f"{source}: there are no finished games that can be counted")
    statistics = summed([one for _, one in found], level)
    tables = tables_of(found, statistics) if csv or parquet else {}
    if csv:
        write_csv(csv, tables)
    if parquet:
        write_parquet(parquet, tables)
    if as_json:
        print(json.dumps([asdict(one) for one in statistics]))
        return
    for one in statistics:
        Telling(words.lang, one).tell()


def _from_folder(folder: Path, progress: Progress) -> Named:
    """All journals in a folder and below it; what is no finished game is left out."""
    files = sorted(folder.rglob("*.kronrat"))
    found: Named = []
    for done, file in enumerate(files, 1):
        try:
            journal, game = read_game(file, None)
            found.append((str(file.relative_to(folder)), tally(game, journal)))
        except (Refused, BadOption, BrokenJournal, NotFinished):
            continue
        progress(done, len(files))
    return found


def _from_database(source: str, progress: Progress) -> Named:
    from kronrat.cli.serve import file_of
    from kronrat.server.statistics import count_table, finished, known
    from kronrat.server.store import Store, StoreUnavailable

    address = source if "://" in source else f"sqlite:///{Path(source).absolute()}"
    file = file_of(address)
    if file is not None and not file.is_file():
        raise Refused(f"{source}: there is no such folder or database")

    async def all_of_it() -> Named:
        store = Store(address)
        await store.open()
        found: Named = []
        try:
            for id in list_games():
                game, tables = load(id), await store.look_up(partial(finished, game=id))
                for done, (table, body) in enumerate(tables.items(), 1):
                    one = (
                        await count_table(store, game, table)
                        if body is None
                        else next(iter(known({table: body})), None)
                    )
                    found += [] if one is None else [(table, one)]
                    progress(done, len(tables))
        finally:
            await store.close()
        return found

    try:
        return asyncio.run(all_of_it())
    except StoreUnavailable as problem:
        raise Refused(str(problem)) from problem


class Telling:
    """Statistics as tables that are also Markdown."""

    def __init__(self, lang: str, statistics: Statistics) -> None:
        game = load(statistics.game)
        options = dict([pair.split("=", 1) for pair in statistics.kind.split()])
        self._words = Words(lang, game.id, game.variant(game.settle_options(options)))
        self._frame = Words(lang)
        self._statistics = statistics

    def tell(self) -> None:
        words, found = self._words, self._statistics
        print(f"# {words.say('cli.stats.title', game=found.game, n=found.seats, games=found.games)}")
        if found.kind:
            print(f"\n{found.kind}")
        for what in dict.fromkeys([line.what for line in found.lines]):
            self._table(what, [line for line in found.lines if line.what == what])
        print()

    def _table(self, what: str, lines: Sequence[Line]) -> None:
        words = self._words
        named = words if words.has(f"stats.{what}") else self._frame
        print(f"\n## {named.say(f'stats.{what}')}\n")
        heads = ["value", "n", "part", "interval"]
        if what == LENGTH:
            heads = ["value", "n", "mean", "interval"]
        elif any([line.mean for line in lines]):
            heads = ["value", "n", "share", "interval", "points"]
        print(f"| {' | '.join([words.say(f'cli.stats.{head}') for head in heads])} |")
        print(f"|---|{'---:|' * (len(heads) - 1)}")
        for line in lines:
            cells = {
                "value": name_of(self._frame, words, line),
                "n": str(line.n),
                "share": f"{number(words, 100 * line.share, '.1f')} %",
                "part": f"{number(words, 100 * line.share, '.1f')} %",
                "points": number(words, line.mean, ".1f"),
                "mean": number(words, line.mean, ".1f"),
                "interval": self._interval(line),
            }
            print(f"| {' | '.join([cells[head] for head in heads])} |")

    def _interval(self, line: Line) -> str:
        scale, unit = (1, "") if line.what == LENGTH else (100, " %")
        return f"{number(self._words, scale * line.low, '.1f')}–{number(self._words, scale * line.high, '.1f')}{unit}"


def name_of(frame: Words, words: Words, line: Line) -> str:
    """What a value is called, by the words of pages or by those of the game."""
    if line.what == SEAT:
        return frame.say("stats.seat.place", n=int(line.value) + 1)
    if line.what == LEVEL:
        says = "stats.person" if line.value == PERSON else f"bot.{line.value}"
        return frame.say(says) if frame.has(says) else line.value
    if line.what == LENGTH:
        says = f"stats.length.{line.value}"
        return next((one.say(says) for one in (words, frame) if one.has(says)), line.value)
    return words.say(line.value) if words.has(line.value) else line.value
