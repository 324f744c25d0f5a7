"""The saved game: a header and one line for each choice, as text that a person can read.

    kronrat 1
    game <id>
    …
    <blank>
    * roll 0 1 3 5
    @5120 0 influence 8 3 5
    0 undo 2

Lines count from 1. An undo line takes a line back: what counts is the rest, in order. A line `= digest` states the
digest of the position reached there and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mypy_extensions import mypyc_attr

from kronrat.core.flow import Choice
from kronrat.core.notation import BadNotation, choice_text, parse_choice, parse_seat, seat_text

FORMAT = "kronrat 1"
HIDDEN: Choice = ("hidden",)  # in place of a choice that the reader may not know yet
STILL_HIDDEN = "this choice is hidden: the game was still going on"


@mypyc_attr(allow_interpreted_subclasses=True)
class BrokenJournal(ValueError):
    """A journal that cannot be read or replayed: which line, and what was expected there.

    >>> kronrat.Journal.parse("a letter")
    Traceback (most recent call last):
    kronrat.core.journal.BrokenJournal: line 1: expected ...
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Line:
    """One answer, with the driver's clock reading if there was one."""

    seat: int
    choice: Choice
    ms: int | None = None

    @property
    def undoes(self) -> int | None:
        return int(self.choice[1]) if self.choice[0] == "undo" else None

    def __str__(self) -> str:
        stamp = "" if self.ms is None else f"@{self.ms} "
        return f"{stamp}{seat_text(self.seat)} {choice_text(self.choice)}"


@dataclass
class Journal:
    """Header and lines. `checks` maps a number of lines to the digest expected once they are played.

    >>> match = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example")
    >>> kronrat.Journal.parse(match.journal.text()).lines == match.journal.lines
    True
    """

    header: dict[str, str]
    lines: list[Line] = field(default_factory=list)
    checks: dict[int, str] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)  # where each line is in the file it was read from
    check_rows: dict[int, int] = field(default_factory=dict)
    header_rows: dict[str, int] = field(default_factory=dict)

    def row_of(self, number: int) -> int:
        """Where a line is in the file it was read from."""
        return self.rows[number - 1] if 0 < number <= len(self.rows) else number

    def row_of_header(self, name: str) -> int:
        """Where an entry of the header is in the file it was read from."""
        return self.header_rows.get(name, 1)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called; empty if the header does not say."""
        names = "".join([sign for sign in self.header.get("names", "") if sign.isprintable()])
        return tuple(names.split("|")) if names else ()

    def counting(self) -> list[int]:
        """The numbers of the lines that were not taken back, in order; undo lines themselves never count."""
        undone = {line.undoes for line in self.lines}
        return [n for n, line in enumerate(self.lines, 1) if line.undoes is None and n not in undone]

    def text(self) -> str:
        """The journal as it is written into a file."""
        head = [FORMAT, *[f"{name} {value}".rstrip() for name, value in self.header.items()], ""]
        body = [f"= {self.checks[0]}"] if 0 in self.checks else []
        for number, line in enumerate(self.lines, 1):
            body.append(str(line))
            if number in self.checks:
                body.append(f"= {self.checks[number]}")
        return "\n".join([*head, *body]) + "\n"

    @staticmethod
    def parse(text: str) -> Journal:
        """The journal in a text; raises BrokenJournal."""
        return _Reader(text.split("\n")).read()


class _Reader:
    """Reads a journal's text line by line, so that every complaint can name its line."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.at = 0
        self.counting: set[int] = set()  # kept here, because asking the journal after each line would be slow

    def read(self) -> Journal:
        if self.rows[0].strip() != FORMAT:
            raise BrokenJournal(1, f"expected {FORMAT!r}, found {self.rows[0][:40]!r}")
        journal = Journal(self._header())
        journal.header_rows = {name: row for row, name in enumerate(journal.header, 2)}
        for number in range(self.at, len(self.rows)):
            row = self.rows[number].strip()
            if row:
                self._body_line(journal, row, number + 1)
        return journal

    def _header(self) -> dict[str, str]:
        header: dict[str, str] = {}
        for number, row in enumerate(self.rows[1:], 2):
            if not row.strip():
                self.at = number
                return header
            name, _, value = row.strip().partition(" ")
            if name in header:
                raise BrokenJournal(number, f"{name!r} is twice in the header")
            header[name] = value
        raise BrokenJournal(len(self.rows), "expected a blank line after the header")

    def _body_line(self, journal: Journal, row: str, number: int) -> None:
        if row.startswith("= "):
            if len(journal.lines) in journal.checks:
                raise BrokenJournal(number, "two digests are given in one place")
            journal.checks[len(journal.lines)] = row[2:]
            journal.check_rows[len(journal.lines)] = number
            return
        try:
            line = parse_line(row)
        except BadNotation as problem:
            raise BrokenJournal(number, f"expected 'SEAT CHOICE', {problem}") from problem
        if line.choice[0] == "undo":
            self._check_undo(journal, line, number)
        else:
            self.counting.add(len(journal.lines) + 1)
        journal.lines.append(line)
        journal.rows.append(number)

    def _check_undo(self, journal: Journal, line: Line, number: int) -> None:
        target = line.choice[1] if len(line.choice) == 2 else None
        if not isinstance(target, int) or target not in self.counting:
            raise BrokenJournal(number, "expected 'undo N' with the number of a choice that still counts")
        if journal.lines[target - 1].seat != line.seat:
            raise BrokenJournal(number, f"expected an undo by the seat that made choice {target}")
        self.counting.remove(target)


def parse_line(row: str) -> Line:
    ms: int | None = None
    if row.startswith("@"):
        stamp, _, row = row.partition(" ")
        if not stamp[1:].isascii() or not stamp[1:].isdigit() or len(stamp) > 16:
            raise BadNotation(f"{stamp[:40]!r} is not a time")
        ms = int(stamp[1:])
    seat, _, choice = row.partition(" ")
    return Line(parse_seat(seat), parse_choice(choice), ms)


def join_pairs(pairs: Mapping[str, str]) -> str:
    """Options as they are written in a header: `edition=2e plus2=season`."""
    return " ".join(f"{name}={value}" for name, value in pairs.items())


def split_pairs(parts: Iterable[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not name or not equals:
            raise ValueError(f"expected NAME=VALUE, found {part[:40]!r}")
        if name in pairs:
            raise ValueError(f"{name!r} is given twice")
        pairs[name] = value
    return pairs
