"""`kronrat puzzles`: positions in which one choice is the best, found, gathered, checked and solved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kronrat.arena.intervals import wilson
from kronrat.arena.series import Series
from kronrat.bots import LEVELS
from kronrat.box import box_ids
from kronrat.cli.drawing import drawing_of
from kronrat.cli.errors import Refused
from kronrat.cli.figures import number, progress_in
from kronrat.cli.files import check_new, write_new
from kronrat.cli.options import is_number, numbered_option, print_options
from kronrat.cli.session import Session
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import console, words_of
from kronrat.cli.typed import read_choice
from kronrat.core.dice import SEED_BYTES, Dice
from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.core.match import Match
from kronrat.core.notation import BadNotation, parse_choice
from kronrat.shelf import load
from kronrat.study.puzzle import BadPuzzles, Puzzle, event_of, of_the_day, puzzles_of
from kronrat.study.puzzle_files import find as find_in_series
from kronrat.study.puzzle_files import findings, text_of
from kronrat.study.puzzle_files import gather as gathered
from kronrat.study.puzzling import still_best
from kronrat.words import Words


def find(
    game: str, file: Path, seats: int, games: int, bots: str, option: list[str], seed: str, lang: str | None
) -> None:
    words = words_of(lang)
    series = Series(game, seats, settings(option), tuple(names_in(bots)[:seats]), seed).checked()
    try:
        with progress_in(words) as progress:
            for done in find_in_series(series, games, file):
                progress(done, games)
        count = sum([len(puzzles) for puzzles in findings(series, file)])
    except (BadPuzzles, OSError) as problem:
        raise Refused(str(problem)) from None
    print(words.say("cli.puzzles.found", n=count, file=str(file)))


def gather(game: str, files: Sequence[Path], out: Path, most: int, lang: str | None) -> None:
    words = words_of(lang)
    check_new(out)
    try:
        collection = gathered(load(game), files, most)
    except (BadPuzzles, OSError) as problem:
        raise Refused(str(problem)) from None
    write_new(out, text_of(collection))
    print(words.say("cli.puzzles.found", n=len(collection.puzzles), file=str(out)))


def check(game: str, seed: str, most: int | None, as_json: bool, lang: str | None) -> None:
    """Whether a deeper search with other dice finds the same solutions."""
    words, rules = words_of(lang), load(game)
    puzzles = list(_puzzles(rules))[:most]
    wrong: list[str] = []
    with progress_in(words) as progress:
        for done, puzzle in enumerate(puzzles, 1):
            if not still_best(rules, puzzle, seed):
                wrong.append(puzzle.id)
            progress(done, len(puzzles))
    held = len(puzzles) - len(wrong)
    low, high = wilson(held, len(puzzles))
    if as_json:
        print(
            json.dumps({"game": game, "puzzles": len(puzzles), "held": held, "interval": [low, high], "wrong": wrong})
        )
        return
    interval = f"{number(words, 100 * low, '.1f')}–{number(words, 100 * high, '.1f')} %"
    print(words.say("cli.puzzles.held", held=held, n=len(puzzles), interval=interval))
    if wrong:
        print(words.say("cli.puzzles.wrong", ids=", ".join(wrong)))


def play(game: str | None, id: str | None, today: bool, lang: str | None) -> None:
    """One puzzle after the other, or one of them."""
    games = [load(game)] if game else [load(one) for one in box_ids()]
    for rules, puzzle in _asked(games, id, today):
        if not Solving(rules, puzzle, lang).run():
            return
        print()


def _puzzles(game: Game) -> Sequence[Puzzle]:
    try:
        found = puzzles_of(game)
    except BadPuzzles as problem:
        raise Refused(str(problem)) from None
    if not found:
        raise Refused(f"there are no puzzles of {game.id}")
    return found


def _asked(games: Sequence[Game], id: str | None, today: bool) -> Iterator[tuple[Game, Puzzle]]:
    """Easy ones first; of all games in turn."""
    day = datetime.now(UTC).date()
    if today:
        game = sorted(games, key=lambda one: one.id)[day.toordinal() % len(games)]
        daily = of_the_day(_puzzles(game), day)
        assert daily is not None
        yield game, daily
        return
    if id is not None:
        found = [(game, puzzle) for game in games for puzzle in _puzzles(game) if puzzle.id == id]
        if not found:
            raise Refused(f"there is no puzzle {id}")
        yield from found
        return
    shelves = [
        [(game, puzzle) for puzzle in sorted(_puzzles(game), key=lambda one: (one.level, one.id))] for game in games
    ]
    for place in range(max([len(shelf) for shelf in shelves])):
        yield from [shelf[place] for shelf in shelves if place < len(shelf)]


class Solving:
    """One puzzle at the terminal."""

    def __init__(self, game: Game, puzzle: Puzzle, lang: str | None) -> None:
        self._game = game
        self._puzzle = puzzle
        options = game.settle_options(puzzle.options)
        self._words: Words = words_of(lang, game.id, game.variant(options))
        self._out: Console = console()
        match = Match(game, puzzle.seats, options, "puzzle", roll=False)
        match.state = puzzle.position(game)
        self._session = Session(match, puzzle.seat, {}, Dice(bytes(SEED_BYTES)), self._words)

    def run(self) -> bool:
        """Show, ask, and tell the solution; False if the player wants to go."""
        words, puzzle, session = self._words, self._puzzle, self._session
        level = words.say(f"bot.{LEVELS[min(puzzle.level, len(LEVELS) - 1)]}")
        title = words.say("cli.puzzles.title", game=self._game.id, id=puzzle.id, level=level)
        self._out.print(Text(title, "bold"))
        drawing_of(self._game.id).draw(
            self._out, words, self._game.rows, self._game.view(session.match.state, puzzle.seat)
        )
        print_options(self._out, session)
        self._out.print(words.say("cli.puzzles.ask", seat=puzzle.seat))
        choice = self._read()
        if choice is None:
            return False
        self._tell(choice)
        return True

    def _read(self) -> Choice | None:
        """What the player chooses; None at the end of the input, or if they want to go."""
        while True:
            try:
                typed = input("> ").strip()
            except EOFError:
                return None
            if typed in ("quit", "q"):
                return None
            try:
                choice = (
                    numbered_option(self._out, self._session, typed)
                    if is_number(typed)
                    else read_choice(self._session, typed)
                )
            except BadNotation:
                choice = ()
            if choice is None:
                continue
            reason = self._session.match.state.why_not(self._puzzle.seat, choice)
            if reason is None:
                return choice
            self._out.print(
                self._words.say("cli.refused", reason=self._words.reason(reason), rule=reason.rule), style="yellow"
            )

    def _tell(self, choice: Choice) -> None:
        words, puzzle, question = self._words, self._puzzle, self._session.question
        best, tempting = (parse_choice(some[0]) for some in (puzzle.best, puzzle.tempting))
        said = {"best": words.choice(best, question), "tempting": words.choice(tempting, question)}
        solved = puzzle.solves(choice)
        verdict, n = ("solved", 0) if solved else ("missed", self._points(puzzle.loss(choice)))
        self._out.print(words.say(f"cli.puzzles.{verdict}", n=n, **said), style="green" if solved else "yellow")
        self._out.print(words.say("cli.puzzles.why", n=self._points(puzzle.loss(tempting)), **said))
        telling = drawing_of(self._game.id).telling
        for reason in puzzle.reasons:
            text = telling(words, self._game.rows, event_of(self._game, reason))
            often = {"best": round(100 * reason.best), "tempting": round(100 * reason.tempting)}
            more = "more" if reason.best > reason.tempting else "less"
            line = words.say(f"cli.puzzles.{more}", said=text, **often)
            self._out.print(Padding(Text(line, "dim"), (0, 0, 0, 4), expand=False))
        found = ", ".join(
            [f"{words.say(f'bot.{level}')} {count}/8" for level, count in zip(LEVELS, puzzle.solved, strict=True)]
        )
        self._out.print(words.say("cli.puzzles.levels", found=found), style="dim")

    def _points(self, part: float) -> int:
        return max(1, round(100 * part))
