"""What is counted in many games: who won with what, in which seat, with which dice, and how long it took.

What is worth counting is said by the box of a game, in `stats.toml`, in its own events:

    [[count]]
    id = "pearls"          # its heading is the message `stats.pearls`
    event = "pearl_taken"  # an event with a seat,
    fact = "colour"        # and the fact of it that is counted
    says = "pearl"         # a value is called by the message `pearl.<value>`

With `first` only the first one of each seat counts: an opening. With `dice` all values of the fact are counted, of
all seats together, against even chances. Nothing else here knows a game.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Any

from kronrat.arena.intervals import wilson
from kronrat.box import box_ids, box_of
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.core.replay import Replay
from kronrat.data.shapes import Record, read
from kronrat.words.sentences import snake

FILE = "stats.toml"
VERSION = 1  # of what is counted; what was kept under another one is counted anew
PERSON = "person"
TRAITS = "traits"
LEVEL, SEAT, LENGTH = "level", "seat", "length"
_Z95 = 1.959963984540054


class Count(Record):
    """Something that is counted in every game, see above."""

    id: str
    event: str
    fact: str
    says: str = ""
    table: str = ""  # where the value is a number printed in a field of this table of component data,
    field: str = ""  # its entry is meant
    first: bool = False
    dice: bool = False


class _File(Record):
    count: list[Count]


@cache
def counts_of(game: str) -> tuple[Count, ...]:
    """What is counted in a game; nothing where its box does not say."""
    if game not in box_ids():
        return ()
    box = box_of(game)
    files = [home / FILE for home in (box.folder, *box.part_folders)]
    texts = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
    return tuple([count for text in texts for count in read(tomllib.loads(text), _File).count])


@dataclass
class Tally:
    """What happened in one finished game, as plain data."""

    game: str
    kind: str  # the options that make a different game of it
    seats: int
    levels: list[str]  # who sat there: a bot, or a person
    scores: list[int]
    won: list[float]  # a shared victory counts in parts
    choices: int
    end: dict[str, int]  # how far the game was, as its caption says
    counted: list[dict[str, dict[str, int]]]  # by seat: what -> value -> how often
    dice: dict[str, dict[str, int]] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return dict(vars(self))


class NotFinished(ValueError):
    """Only finished games are counted."""


def tally(game: Game, journal: Journal, levels: Sequence[str] = ()) -> Tally:
    """Play a journal again and count; `levels` says who sat there, if the journal does not."""
    run = Replay(game, journal)
    counting = _Counting(game, run.match.state.seats)
    run.match.state.listener = None
    while not run.finished:
        for event in run.step():
            counting.hear(event)
    state = run.match.state
    if not state.over:
        raise NotFinished("the game is not over yet")
    standing = sorted(state.standing(), key=lambda one: one.seat)
    winners = [one.place for one in standing].count(1)
    for seat in range(state.seats):
        for trait in game.traits(state, seat):
            counting.note(seat, TRAITS, trait)
    told = list(levels) or journal.header.get("bots", "").split() or [PERSON] * state.seats
    return Tally(
        game=game.id,
        kind=kind_of(game, run.match.options),
        seats=state.seats,
        levels=told,
        scores=[one.score for one in standing],
        won=[1 / winners if one.place == 1 else 0.0 for one in standing],
        choices=len([1 for number in journal.counting() if journal.lines[number - 1].seat >= 0]),
        end=game.caption(state),
        counted=counting.by_seat,
        dice=counting.dice,
    )


def kind_of(game: Game, options: dict[str, str]) -> str:
    """What makes a different game of it, as in a journal."""
    decisive = [switch.name for switch in game.switches(options) if switch.main or switch.many]
    return " ".join([f"{name}={options[name]}" for name in decisive if options.get(name)])


class _Counting:
    """Listens to one game."""

    def __init__(self, game: Game, seats: int) -> None:
        self._rows: Any = game.rows
        self._by_event: dict[str, list[Count]] = {}
        for count in counts_of(game.id):
            self._by_event.setdefault(count.event, []).append(count)
        self.by_seat: list[dict[str, dict[str, int]]] = [{} for _ in range(seats)]
        self.dice: dict[str, dict[str, int]] = {}

    def hear(self, event: Event) -> None:
        for count in self._by_event.get(snake(type(event).__name__), ()):
            value = getattr(event, count.fact)
            values = value if isinstance(value, tuple) else (value,)
            seat = getattr(event, "seat", CHANCE)
            for one in values:
                if count.dice:
                    found = self.dice.setdefault(count.id, {})
                    found[str(one)] = found.get(str(one), 0) + 1
                elif seat >= 0 and not (count.first and self.by_seat[seat].get(count.id)):
                    self.note(seat, count.id, self._called(count, one))

    def note(self, seat: int, what: str, value: str) -> None:
        found = self.by_seat[seat].setdefault(what, {})
        found[value] = found.get(value, 0) + 1

    def _called(self, count: Count, value: object) -> str:
        """The message that names a value."""
        if count.table:
            rows = self._rows[count.table]
            value = next((id for id, row in rows.items() if row[count.field] == value), value)
        return f"{count.says}.{value}" if count.says else str(value)


# -- many games --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """How often something was there, and how those fared who had it; the interval is one of 95 %."""

    what: str
    value: str
    n: int
    share: float  # of victories; of dice and lengths, of all
    low: float
    high: float
    mean: float  # of points; of lengths, the mean itself
    even: float  # the share that would be even


@dataclass(frozen=True)
class Statistics:
    """Games of one kind with so many players."""

    game: str
    kind: str
    seats: int
    games: int
    lines: list[Line]


def summed(tallies: Iterable[Tally], level: str = "") -> list[Statistics]:
    """Statistics for each kind of table and number of seats; of one level, if it is named."""
    groups: dict[tuple[str, str, int], list[Tally]] = {}
    for one in tallies:
        groups.setdefault((one.game, one.kind, one.seats), []).append(one)
    return [Statistics(*key, len(some), _lines(some, level)) for key, some in sorted(groups.items())]


def _lines(tallies: list[Tally], level: str) -> list[Line]:
    found: dict[tuple[str, str], _Sum] = {}
    even = 1 / tallies[0].seats

    def note(what: str, value: str, one: Tally, seat: int) -> None:
        found.setdefault((what, value), _Sum()).add(one.won[seat], one.scores[seat])

    for one in tallies:
        for seat in range(one.seats):
            if level not in ("", one.levels[seat]):
                continue
            note(LEVEL, one.levels[seat], one, seat)
            note(SEAT, str(seat), one, seat)
            for what, values in one.counted[seat].items():
                for value in values:
                    note(what, value, one, seat)
    order = {what: place for place, what in enumerate(dict.fromkeys([what for what, _ in found]))}
    ranked = sorted(found.items(), key=lambda pair: (order[pair[0][0]], _rank(pair[0], pair[1])))
    lines = [total.line(what, value, even) for (what, value), total in ranked]
    return [*lines, *_dice(tallies), *_lengths(tallies)]


def _rank(key: tuple[str, str], total: _Sum) -> tuple[Any, ...]:
    what, value = key
    return (int(value),) if what == SEAT else (-total.n, value)


class _Sum:
    def __init__(self) -> None:
        self.n = 0
        self.won = 0.0
        self.points = 0

    def add(self, won: float, points: int) -> None:
        self.n += 1
        self.won += won
        self.points += points

    def line(self, what: str, value: str, even: float) -> Line:
        low, high = wilson(self.won, self.n)
        return Line(what, value, self.n, self.won / self.n, low, high, self.points / self.n, even)


def _dice(tallies: list[Tally]) -> list[Line]:
    """How often each face fell, beside what is even among those that fell."""
    sums: dict[str, Counter[str]] = {}
    for one in tallies:
        for what, values in one.dice.items():
            sums.setdefault(what, Counter()).update(values)
    lines: list[Line] = []
    for what, faces in sums.items():
        whole = faces.total()
        for face in sorted(faces, key=lambda one: (len(one), one)):
            low, high = wilson(faces[face], whole)
            lines.append(Line(what, face, faces[face], faces[face] / whole, low, high, 0.0, 1 / len(faces)))
    return lines


def _lengths(tallies: list[Tally]) -> list[Line]:
    """How long games were: choices, and whatever the caption of the game counts."""
    lines: list[Line] = []
    for name in ["choices", *tallies[0].end]:
        numbers = [one.choices if name == "choices" else one.end.get(name, 0) for one in tallies]
        if name != "choices" and len(set(numbers)) == 1:
            continue  # all games end there
        n, mean = len(numbers), sum(numbers) / len(numbers)
        spread = sqrt(sum([(one - mean) ** 2 for one in numbers]) / (n - 1) / n) if n > 1 else 0.0
        lines.append(Line(LENGTH, name, n, 1.0, mean - _Z95 * spread, mean + _Z95 * spread, mean, 1.0))
    return lines
