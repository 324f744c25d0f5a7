"""`kronrat review`: a finished game, with what was luck, and where it was won and lost."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kronrat.bots import Budget
from kronrat.cli.drawing import drawing_of
from kronrat.cli.errors import Refused
from kronrat.cli.figures import number, progress_in
from kronrat.cli.files import read_game
from kronrat.cli.speech import console, words_of
from kronrat.core.events import Forced
from kronrat.core.game import BadOption, Rows
from kronrat.core.header import options_of, seats_of
from kronrat.core.journal import BrokenJournal
from kronrat.study import NotOver, Review, report, review
from kronrat.study.consequences import Consequence
from kronrat.study.reviewing import CHOICE, Moment, Verdict
from kronrat.study.verdicts import FROM_INACCURACY, FROM_MISTAKE, INACCURACY, MISTAKE
from kronrat.words import Words

_STYLES = {INACCURACY: "yellow", MISTAKE: "red"}


def run(
    file: Path,
    seat: int | None,
    ms: float | None,
    positions: int | None,
    as_json: bool,
    data: Path | None,
    lang: str | None,
) -> None:
    journal, game = read_game(file, data)
    budget = None if ms is None and positions is None else Budget(positions, ms)
    try:
        seats, variant = seats_of(journal), game.variant(game.settle_options(options_of(journal)))
        if seat is not None and not 0 <= seat < seats:
            raise Refused(f"--seat {seat}: {file} has seats 0 to {seats - 1}")
        words = words_of(lang, game.id, variant, journal.names)
        with progress_in(words, "cli.review.progress") as progress:
            found = review(game, journal, budget, progress=progress)
    except (BrokenJournal, BadOption, NotOver) as problem:
        raise Refused(f"{file}: {problem}") from None
    if as_json:
        names = list(journal.names)
        print(json.dumps({"game": game.id, "names": names, **report(found, seat)}, ensure_ascii=False))
        return
    Telling(console(), words, game.rows).tell(found, seat)


class Telling:
    """Tells a review in words."""

    def __init__(self, out: Console, words: Words, rows: Rows) -> None:
        self._out = out
        self._words = words
        self._rows = rows

    def tell(self, found: Review, seat: int | None) -> None:
        self._tell_accounts(found)
        points = found.turning_points()
        if points:
            self._head("cli.review.turning")
            verdicts = {one.line: one for one in found.verdicts}
            for moment in points:
                self._tell_moment(moment, verdicts.get(moment.line))
        worse = [one for one in found.verdicts if one.mark in _STYLES and seat in (None, one.seat)]
        if worse:
            self._head("cli.review.worse")
            for verdict in worse:
                self._tell_verdict(verdict)

    def _tell_accounts(self, found: Review) -> None:
        words = self._words
        table = Table(box=None, padding=(0, 2, 0, 0))
        table.add_column(words.say("cli.review.player"))
        for column in ("start", "luck", "errors", "others", "unknown", "result", "accuracy", "marks"):
            table.add_column(words.say(f"cli.review.{column}"), justify="right", no_wrap=column == "marks")
        for seat in range(found.seats):
            account = found.account(seat)
            sums = (account.luck, account.errors, account.others, account.unknown)
            accuracy = "–" if account.accuracy is None else self._percent(account.accuracy)
            table.add_row(
                words.player(seat), self._percent(account.start), *[self._points(one) for one in sums],
                self._percent(account.result), accuracy, " ".join(map(str, account.marks.values())),
            )  # fmt: skip
        self._out.print(table)
        noise = number(words, 100 * found.account(0).noise, ".1f")
        limits = {"inaccuracy": round(100 * FROM_INACCURACY), "mistake": round(100 * FROM_MISTAKE)}
        self._out.print(words.say("cli.review.sum", noise=noise, positions=found.positions, **limits), style="dim")

    def _head(self, id: str) -> None:
        self._out.print()
        self._out.print(self._words.say(id), style="bold")

    def _tell_moment(self, moment: Moment, verdict: Verdict | None) -> None:
        if moment.kind == CHOICE and verdict is not None:
            self._tell_verdict(verdict)
            return
        seats = range(len(moment.change))
        most = max(seats, key=lambda one: abs(moment.change[one]))
        telling = drawing_of(self._words.game).telling
        told = [one for one in moment.events if one.seen_by(None) and not one.fleeting and not isinstance(one, Forced)]
        happened = " ".join([telling(self._words, self._rows, event) for event in told[:2]])
        facts = {"line": moment.line, "seat": most, "points": self._points(moment.change[most]), "happened": happened}
        self._line(self._words.say("cli.review.stroke", **facts), "")

    def _tell_verdict(self, verdict: Verdict) -> None:
        words, found = self._words, verdict.comparison
        facts = {"line": verdict.line, "seat": verdict.seat, "points": self._points(-verdict.loss)}
        chosen, best = self._said(verdict, chosen=True), self._said(verdict, chosen=False)
        mark = words.say(f"study.mark.{verdict.mark}")
        said = words.say("cli.review.choice", mark=mark, chosen=chosen, best=best, **facts)
        self._line(said, _STYLES.get(verdict.mark, ""))
        for one in found.consequences:
            self._line(self._consequence(one), "dim", 4)

    def _said(self, verdict: Verdict, chosen: bool) -> str:
        """An answer in words; of one in several choices, only those that the other does not have."""
        found = verdict.comparison
        mine, other = (found.chosen, found.best) if chosen else (found.best, found.chosen)
        shown = [choice for choice in mine if choice not in other] or list(mine[-1:])
        return ", ".join([self._words.choice(choice, verdict.decision) for choice in shown])

    def _consequence(self, one: Consequence) -> str:
        said = drawing_of(self._words.game).telling(self._words, self._rows, one.event)
        often = {"best": round(100 * one.best), "chosen": round(100 * one.chosen)}
        return self._words.say("study.consequence", said=said, **often)

    def _line(self, text: str, style: str, indent: int = 2) -> None:
        self._out.print(Padding(Text(text, style), (0, 0, 0, indent), expand=False))

    def _percent(self, part: float) -> str:
        return f"{number(self._words, 100 * part, '.0f')} %"

    def _points(self, part: float) -> str:
        """A difference in percentage points."""
        return number(self._words, 100 * part, "+.1f").replace("-", "−")
