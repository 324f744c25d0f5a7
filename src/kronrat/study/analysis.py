"""An analysis: a position, and the choices that were tried from it as a tree with notes; and the same as text.

    kronrat-analysis 1
    title Was the mill worth it?
    names Anna|Ben
    position {"game":…}
    <blank>
    ; what is said of the position itself
    0 build mill
    ; what is said of the position after it
    (
      0 pass
    )
    * roll 3 4

A position is what a dump holds, in one line. Every other line is a choice as in a journal, `* …` for chance and `% …`
for time. What stands in brackets was tried instead of the choice before them. So every way from the position to the end
of a branch is a run of legal choices, and the rules play all of it again before anybody is shown anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kronrat.core.codec import BrokenDump
from kronrat.core.events import Event
from kronrat.core.flow import Choice, Decision, State
from kronrat.core.game import Game
from kronrat.core.journal import BrokenJournal, Line, parse_line
from kronrat.core.notation import BadNotation, choice_text, seat_text

FORMAT = "kronrat-analysis 1"
START = -1  # the parent of the first choices

# Limits of what a stranger may hand in.
TEXT_BYTES = 262_144
POSITION_LENGTH = 16_384  # signs of a position as text; those of play have a few thousand
NODES = 1_500
DEEPEST = 400  # choices from the position to the end of a branch
NESTED = 50  # brackets within brackets
TITLE_LENGTH = 80
NOTE_LENGTH = 1_000
NAME_LENGTH = 24


class BrokenAnalysis(BrokenJournal):
    """An analysis that cannot be read or played: which line, and what was expected there."""


@dataclass
class Node:
    """A choice that was tried, and what is said of the position after it."""

    parent: int  # its place in the list, before this one
    seat: int
    choice: Choice
    note: str = ""
    row: int = 0  # where it is in the file it was read from


@dataclass
class Analysis:
    """A tree as a list: a node comes after its parent, and the first child of each is the main line."""

    position: Mapping[str, Any]  # a dump
    title: str = ""
    names: tuple[str, ...] = ()
    note: str = ""
    nodes: list[Node] = field(default_factory=list)

    def children(self) -> dict[int, list[int]]:
        """The places of what was tried after each node, and after the position itself."""
        found: dict[int, list[int]] = {place: [] for place in range(START, len(self.nodes))}
        for place, node in enumerate(self.nodes):
            found[node.parent].append(place)
        return found

    def check(self) -> None:
        """Raise `BrokenAnalysis` where this is no tree or more than anybody may hand in."""
        if len(self.nodes) > NODES:
            raise BrokenAnalysis(1, f"an analysis has at most {NODES:,} choices")
        depths: dict[int, int] = {START: 0}
        for place, node in enumerate(self.nodes):
            row = node.row or place + 1
            if node.parent not in depths:
                raise BrokenAnalysis(row, "expected a choice after one that was there before it")
            depths[place] = depths[node.parent] + 1
            if depths[place] > DEEPEST:
                raise BrokenAnalysis(row, f"a branch has at most {DEEPEST} choices")
            if len(node.note) > NOTE_LENGTH:
                raise BrokenAnalysis(row, f"a note has at most {NOTE_LENGTH:,} signs")
        if len(self.note) > NOTE_LENGTH or len(self.title) > TITLE_LENGTH:
            raise BrokenAnalysis(1, f"a note has at most {NOTE_LENGTH:,} signs, a title {TITLE_LENGTH}")
        if len(self.names) > 8 or any([len(name) > NAME_LENGTH for name in self.names]):
            raise BrokenAnalysis(1, f"a name has at most {NAME_LENGTH} signs")
        if len(json.dumps(self.position)) > POSITION_LENGTH:
            raise BrokenAnalysis(1, f"a position has at most {POSITION_LENGTH:,} signs")

    # -- as text -------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The analysis as it is written into a file."""
        head = [FORMAT, f"title {_one_line(self.title)}".rstrip()]
        if self.names:
            head.append(f"names {'|'.join(_one_line(name).replace('|', '/') for name in self.names)}")
        head.append(f"position {json.dumps(self.position, ensure_ascii=False, separators=(',', ':'))}")
        return "\n".join([*head, "", *_noted(self.note, ""), *self._lines()]) + "\n"

    def _lines(self) -> list[str]:
        children, found = self.children(), list[str]()
        # What is still to be written, the next on top: a node to go on from, or a line.
        waiting: list[tuple[int, int] | str] = [(START, 0)]
        while waiting:
            top = waiting.pop()
            if isinstance(top, str):
                found.append(top)
                continue
            place, depth = top
            tried = children[place]
            if not tried:
                continue
            blank = "  " * depth
            main, *others = tried
            found += self._written(main, blank)
            waiting.append((main, depth))
            for other in reversed(others):
                waiting.append(f"{blank})")
                waiting.append((other, depth + 1))
                waiting += reversed([f"{blank}(", *self._written(other, f"{blank}  ")])
        return found

    def _written(self, place: int, blank: str) -> list[str]:
        node = self.nodes[place]
        return [f"{blank}{seat_text(node.seat)} {choice_text(node.choice)}", *_noted(node.note, blank)]

    @staticmethod
    def parse(text: str) -> Analysis:
        """The analysis in a text; raises `BrokenAnalysis`. Whether its choices are legal, `unfold` finds out."""
        analysis = _Reader(text.split("\n")).read()
        analysis.check()
        return analysis


def _one_line(text: str) -> str:
    return " ".join("".join([sign if sign.isprintable() else " " for sign in text]).split())


def _noted(note: str, blank: str) -> list[str]:
    return [f"{blank}; {line}".rstrip() for line in note.split("\n")] if note else []


class _Reader:
    """Reads a text line by line, so that every complaint can name its line."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows

    def read(self) -> Analysis:
        if self._rows[0].strip() != FORMAT:
            raise BrokenAnalysis(1, f"expected {FORMAT!r}, found {self._rows[0][:40]!r}")
        header, begin = self._header()
        analysis = Analysis(
            position=self._position(header),
            title=header.get("title", ("", 0))[0],
            names=tuple([name for name in header.get("names", ("", 0))[0].split("|") if name]),
        )
        newest, stack = START, list[tuple[int, int]]()  # the newest choice; it and its parent before each bracket
        for number, row in enumerate(self._rows[begin:], begin + 1):
            row = row.strip()
            if row == "(":
                if newest == START:
                    raise BrokenAnalysis(number, "expected a choice, which the one in brackets takes the place of")
                if len(stack) == NESTED:
                    raise BrokenAnalysis(number, f"expected at most {NESTED} brackets within each other")
                stack.append((newest, newest))
                newest = analysis.nodes[newest].parent
            elif row == ")":
                if not stack:
                    raise BrokenAnalysis(number, "expected a choice, found a bracket that was not opened")
                newest = stack.pop()[0]
            elif row.startswith(";"):
                _add_note(analysis, newest, row[1:].strip())
            elif row:
                analysis.nodes.append(self._node(row, newest, number))
                newest = len(analysis.nodes) - 1
        if stack:
            raise BrokenAnalysis(len(self._rows), "expected a bracket that closes")
        return analysis

    def _header(self) -> tuple[dict[str, tuple[str, int]], int]:
        header: dict[str, tuple[str, int]] = {}
        for number, row in enumerate(self._rows[1:], 2):
            if not row.strip():
                return header, number
            name, _, value = row.strip().partition(" ")
            if name in header or name not in ("title", "names", "position"):
                raise BrokenAnalysis(number, f"expected 'title', 'names' or 'position' once each, found {name[:40]!r}")
            header[name] = (value, number)
        return header, len(self._rows)

    def _position(self, header: Mapping[str, tuple[str, int]]) -> Mapping[str, Any]:
        text, row = header.get("position", ("", 1))
        if len(text) > POSITION_LENGTH:
            raise BrokenAnalysis(row, f"a position has at most {POSITION_LENGTH:,} signs")
        try:
            position = json.loads(text)
        except (ValueError, RecursionError):
            position = None
        if not isinstance(position, dict):
            raise BrokenAnalysis(row, "expected 'position' and a dump in one line")
        return position

    def _node(self, row: str, parent: int, number: int) -> Node:
        try:
            line = parse_line(row)
        except BadNotation as problem:
            raise BrokenAnalysis(number, f"expected 'SEAT CHOICE', {problem}") from problem
        return Node(parent, line.seat, line.choice, row=number)


def _add_note(analysis: Analysis, place: int, text: str) -> None:
    if place == START:
        analysis.note = f"{analysis.note}\n{text}" if analysis.note else text
    else:
        node = analysis.nodes[place]
        node.note = f"{node.note}\n{text}" if node.note else text


# -- by the rules ------------------------------------------------------------------------------------------------------


def position_of(game: Game, dump: Mapping[str, Any]) -> State:
    """The position in a dump, if the rules know it and can go on from it; raises `BrokenDump`, in a sentence."""
    state: State = game.restore(dump)
    try:
        if game.dump(state) != {**dump, "options": state.game.options_of(state)}:
            raise BrokenDump("the position says something twice, and not the same")
        for seat in (None, *range(state.seats)):
            game.view(state, seat)
        game.standing(state)
        for seat in state.deciding():
            if seat >= 0 and not state.options(seat):
                raise BrokenDump(f"seat {seat} is asked something that has no answer")
    except BrokenDump:
        raise
    except Exception as problem:  # whatever nobody foresaw: it is no position of this game
        raise BrokenDump(f"the rules cannot go on from this position: {problem!r}") from problem
    return state


@dataclass(frozen=True)
class Played:
    """A choice as the rules played it."""

    asked: Decision  # the question that it answered
    events: tuple[Event, ...]


def play(state: State, seat: int, choice: Choice) -> Played:
    """Make a choice of a seat, of chance or of time, if it is legal; raises `IllegalChoice`."""
    asked, heard = state.decision(seat), list[Event]()
    state.listener = heard.append
    try:
        state.play(seat, choice)
    finally:
        state.listener = None
    assert asked is not None  # else nothing would have been legal
    for event in heard:
        if event.seen_by(None):
            state.memory = state.game.remember(state.memory, event)
    return Played(asked, tuple(heard))


def unfold(game: Game, analysis: Analysis, told: Callable[[Node, Played], Any]) -> list[Any]:
    """Play every branch; what `told` makes of each choice. Raises `BrokenAnalysis` where one is not legal."""
    states, left = {START: position_of(game, analysis.position)}, analysis.children()
    found: list[Any] = []
    for place, node in enumerate(analysis.nodes):
        siblings = left[node.parent]
        siblings.remove(place)
        # The last one that is tried from a position may use it up.
        state = states[node.parent].clone() if siblings else states.pop(node.parent)
        found.append(told(node, _legal(state, node, place)))
        if left[place]:
            states[place] = state
    return found


def _legal(state: State, node: Node, place: int) -> Played:
    reason = state.why_not(node.seat, node.choice)
    if reason is not None:
        line = Line(node.seat, node.choice)
        raise BrokenAnalysis(node.row or place + 1, f"'{line}' is not possible there ({reason.rule})")
    return play(state, node.seat, node.choice)


def of_lines(position: Mapping[str, Any], lines: Sequence[Line], title: str, names: Sequence[str]) -> Analysis:
    """What was played from a position, as the main line."""
    nodes = [Node(place - 1, line.seat, line.choice) for place, line in enumerate(lines)]
    return Analysis(position, title, tuple(names), nodes=nodes)
