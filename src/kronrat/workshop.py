"""The workshop of those who own a game: our figures, doubtful ones first, and what is printed on their own copy.

What they type is checked at once by whatever checks component data, and kept in one file. The file is data like a
folder of corrections (`--data FILE`) and holds figures and words of the rules only, never a text of a card.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kronrat.box import box_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.data import DataError, Tables
from kronrat.data.entry import PROVENANCE
from kronrat.data.shared import read_shared, shared_text, toml
from kronrat.data.tables import Fields, Rows, source_of
from kronrat.shelf import tables_of

Place = tuple[str, str, str]  # table, entry, and the path to a figure in it: "cost.first"
Typed = Mapping[Place, str]

LONGEST = 800  # signs of what is typed for one figure
MOST_CHOICES = 5_000  # of a game that has to come to its end
TRUE, FALSE = ("yes", "true", "ja", "1"), ("no", "false", "nein", "0")
NOTHING = "-"  # typed for an empty list or word
_WORD = re.compile(r"[\w=|.+-]{0,40}")  # of the rules: no sentence fits


@dataclass(frozen=True)
class Figure:
    """One figure as we have it, and what is known about it."""

    table: str
    entry: str
    field: str
    name: str  # the message that names the entry; empty if there is none
    kind: str  # how it is typed: number, flag, words, or rows, which are written as in the files
    text: str  # our value, as it would be typed
    source: str
    note: str
    reconstructed: str  # the part of the entry that is made up

    @property
    def place(self) -> Place:
        return self.table, self.entry, self.field

    @property
    def doubtful(self) -> bool:
        return self.source == "reconstruction" or bool(self.reconstructed)


@dataclass(frozen=True)
class Problem:
    """Why a figure, or an entry as a whole (then `field` is empty), cannot be right: `figure.wrong.<says>` in words."""

    table: str
    entry: str
    field: str
    says: str
    fact: str = ""


class Unreadable(ValueError):
    """Something typed that is not a value of its kind; its text is what `Problem.says`."""


@dataclass(frozen=True)
class Checked:
    """What was typed, checked: problems, or the text of a file that can be played with."""

    problems: list[Problem]
    changed: int  # figures that differ from ours
    confirmed: int  # figures that are as on the copy
    text: str


def figures_of(game: str) -> list[Figure]:
    """Every figure that may be corrected, doubtful ones first, otherwise in the order of the tables."""
    tables = tables_of(game)
    found = [figure for table in _own_tables(game) for figure in _figures(game, table, tables)]
    return sorted(found, key=lambda figure: not figure.doubtful)


def check(game: str, typed: Typed) -> Checked:
    """Whether the typed figures can be right, each and together, and whether a game with them comes to its end."""
    ours = {figure.place: figure for figure in figures_of(game)}
    problems: list[Problem] = []
    corrections: dict[tuple[str, str], Fields] = {}  # by table and entry
    changed = confirmed = 0
    for place, text in typed.items():
        table, entry, field = place
        try:
            value = read(ours[place], text)
        except KeyError:
            problems.append(Problem(*place, "unknown"))
        except Unreadable as wrong:
            problems.append(Problem(*place, str(wrong)))
        else:
            changed += told(value) != ours[place].text
            confirmed += told(value) == ours[place].text
            _put(corrections.setdefault((table, entry), {}), field, value)
    problems += _wrong_together(game, corrections)
    rows = _by_table(corrections)
    if not problems and changed:
        problems += _endless(game, rows)
    return Checked(problems, changed, confirmed, "" if problems else shared_text(game, rows))


def typed_in(game: str, text: str) -> dict[Place, str]:
    """The figures of a shared file as they would be typed; raises DataError."""
    ours = {figure.place for figure in figures_of(game)}
    found: dict[Place, str] = {}
    for table, entries in read_shared(game, text, "the file").items():
        for entry, fields in entries.items():
            found |= {(table, entry, path): told(value) for path, value in _paths(fields, table, entry, ours)}
    return found


def read(figure: Figure, text: str) -> Any:
    """What was typed as a value of the figure's kind; raises Unreadable."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise Unreadable("length")
    if figure.kind == "number":
        if not re.fullmatch(r"-?\d{1,4}", text):
            raise Unreadable("number")
        return int(text)
    if figure.kind == "flag":
        if text.lower() not in TRUE + FALSE:
            raise Unreadable("flag")
        return text.lower() in TRUE
    value = _rows(text) if figure.kind == "rows" else _words(figure, text)
    for word in _texts(value):
        if not _WORD.fullmatch(word):
            raise Unreadable("word")
    return value


def told(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(one, (dict, list)) for one in value):
        return " ".join(map(str, value)) or NOTHING
    if isinstance(value, (int, str)):
        return str(value) or NOTHING
    return toml(_spare(value))


def _words(figure: Figure, text: str) -> Any:
    words = [] if text == NOTHING else re.split(r"[\s,]+", text)
    if figure.kind == "word":
        return "" if not words else text
    return [int(word) if re.fullmatch(r"-?\d{1,4}", word) else word for word in words]


def _rows(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        raise Unreadable("rows") from None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(one)


def _spare(value: Any) -> Any:
    """Rows without what is empty in them, as they are written by hand."""
    if isinstance(value, dict):
        spared = {name: _spare(one) for name, one in value.items()}
        return {name: one for name, one in spared.items() if one not in (0, "", False, [], {})}
    return [_spare(one) for one in value] if isinstance(value, list) else value


# -- our figures -------------------------------------------------------------------------------------------------------


def _own_tables(game: str) -> list[str]:
    """Without those of older profiles, which follow from the newest."""
    schema = box_of(game).schema()
    return list(schema.TABLES) if schema else []


def _figures(game: str, table: str, tables: Tables) -> Iterator[Figure]:
    box = box_of(game)
    schema = box.schema()
    left_out = [*PROVENANCE, *[name for kind in ("FIXED", "OURS") for name in getattr(schema, kind, {}).get(table, ())]]
    kind = getattr(box.terminal(), "KINDS", {}).get(table, "")
    for entry, fields in tables.rows[table].items():
        for name, value in fields.items():
            if name in left_out:
                continue
            for path, one in _leaves(name, value):
                yield Figure(
                    table,
                    entry,
                    path,
                    f"{kind}.{entry}" if kind else "",
                    _kind(one),
                    told(one),
                    source_of(fields, name),
                    fields["note"],
                    fields["reconstructed"],
                )


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A group of numbers is typed number by number."""
    if isinstance(value, dict) and value and all(isinstance(one, int) for one in value.values()):
        for name, one in value.items():
            yield f"{path}.{name}", one
    else:
        yield path, value


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int):
        return "number"
    if isinstance(value, str):
        return "word"
    return "words" if isinstance(value, list) and not any(isinstance(one, (dict, list)) for one in value) else "rows"


def _paths(fields: Fields, table: str, entry: str, ours: set[Place]) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        for path, one in _leaves(name, value):
            if (table, entry, path) in ours:
                yield path, one


def _put(fields: Fields, path: str, value: Any) -> None:
    name, _, inner = path.partition(".")
    if inner:
        fields.setdefault(name, {})[inner] = value
    else:
        fields[name] = value


# -- what cannot be right ----------------------------------------------------------------------------------------------


def _by_table(corrections: Mapping[tuple[str, str], Fields]) -> Rows:
    rows: Rows = {}
    for (table, entry), fields in corrections.items():
        rows.setdefault(table, {})[entry] = fields
    return rows


def _wrong_together(game: str, corrections: Mapping[tuple[str, str], Fields]) -> Iterator[Problem]:
    """What the checks of the data find. They stop at the first; without its entry they may find another."""
    left = dict(corrections)
    while left:
        try:
            tables_of(game, _by_table(left))
            return
        except DataError as wrong:
            place = next((place for place in left if place[1] == wrong.entry), list(left)[-1])
            named, _, problem = wrong.problem.partition(": ")
            field = named if re.fullmatch(r"[\w.]+", named) and problem else ""
            limit = re.fullmatch(r"expected int ([<>])= (-?\d+)", problem)
            if field and limit:
                yield Problem(*place, field, "most" if limit[1] == "<" else "least", limit[2])
            else:
                yield Problem(*place, field, "other", problem if field else wrong.problem)
            del left[place]


def _endless(game: str, rows: Rows) -> Iterator[Problem]:
    """One game of random choices, with as few players as can be."""
    tables = tables_of(game, rows)
    rules = box_of(game).game_class()(tables.rows, tables.digest)
    state: Any = rules.new(rules.seat_counts[0], rules.left_alone({}))
    dice = Dice(seed_of_text(f"workshop {game}"))
    for _ in range(MOST_CHOICES):
        if state.over:
            return
        seat = state.deciding()[0]
        options = [] if seat == CHANCE else state.options(seat)
        state.apply(seat, options[dice.below(len(options))] if options else state.sample(dice))
    yield Problem("", "", "", "endless")
