"""Puzzles: positions from played games in which one choice is clearly the best, and not the one that offers itself.

The box of a game keeps them in `puzzles.json`, together with the version of the rules and the digest of the data with
which they were found: with others they are no puzzles any more, and none of them is offered.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any

from kronrat.box import box_ids, box_of
from kronrat.core.codec import digest
from kronrat.core.events import Event
from kronrat.core.flow import Choice, State
from kronrat.core.game import Game
from kronrat.core.notation import parse_choice
from kronrat.data.shapes import Record, read
from kronrat.words.sentences import snake

FILE = "puzzles.json"
TRIES = 8  # how often each level was asked


class BadPuzzles(ValueError):
    """Puzzles that cannot be used here, in a sentence."""


class Follows(Record):
    """Something that happened after the best choice or the tempting one clearly more often than after the other."""

    event: str  # its name, as the page knows it
    facts: dict[str, Any]
    best: float  # in parts of 1
    tempting: float


class Puzzle(Record):
    """One position with its question. Choices are written as in a journal."""

    id: str
    seats: int
    options: dict[str, str]
    seat: int  # who is asked
    kind: str  # what is asked
    fields: dict[str, Any]  # of the position, as in a dump
    stack: list[Any]
    best: list[str]  # choices that come to the same
    tempting: list[str]  # what looks best at once
    chance: float  # of victory after the best choice
    lost: dict[str, float]  # of that, by every other choice
    points: list[float]  # after the best choice and after the tempting one, two quiet moments later, on average
    solved: list[int]  # how often each level found it
    reasons: list[Follows]

    @property
    def level(self) -> int:
        """The lowest level from which on all of them usually find it; as many as there are levels if none does."""
        weak = [place for place, count in enumerate(self.solved) if 2 * count <= TRIES]
        return weak[-1] + 1 if weak else 0

    def position(self, game: Game) -> State:
        """The position, as the rules have it."""
        dump = {
            "game": game.id,
            "rules": game.rules_version,
            "data": game.data_digest,
            "seats": self.seats,
            "options": game.settle_options(self.options),
            "fields": self.fields,
            "stack": self.stack,
        }
        state: State = game.restore(dump)
        return state

    def solves(self, choice: Choice) -> bool:
        return choice in [parse_choice(text) for text in self.best]

    def loss(self, choice: Choice) -> float:
        """What a choice loses of the chance of victory, about."""
        known = {parse_choice(text): lost for text, lost in self.lost.items()}
        return known.get(choice, 0.0)


class Collection(Record):
    """The puzzles of one game, and what they were found with."""

    game: str
    rules: int
    data: str
    puzzles: list[Puzzle]

    def refusal(self, game: Game) -> str:
        """Why they cannot be used with this game, or nothing."""
        if self.game != game.id:
            return f"these are puzzles of {self.game}, not of {game.id}"
        if self.rules != game.rules_version:
            return f"the puzzles of {game.id} were found with rules {self.rules}, these are rules {game.rules_version}"
        if self.data != game.data_digest:
            return f"the puzzles of {game.id} were found with other component data"
        return ""


def id_of(state: State, seat: int) -> str:
    """A name that follows from the position and from who is asked."""
    return digest({"position": state.game.dump(state), "seat": seat})[:10]


def read_collection(text: str) -> Collection:
    return read(json.loads(text), Collection)


@cache
def collection_of(game: str) -> Collection | None:
    """What is in the box of a game."""
    file = box_of(game).folder / FILE if game in box_ids() else None
    if file is None or not file.is_file():
        return None
    return read_collection(file.read_text(encoding="utf-8"))


def puzzles_of(game: Game) -> Sequence[Puzzle]:
    """The puzzles of a game; raises BadPuzzles where its rules or data are others than those they were found with."""
    found = collection_of(game.id)
    if found is None:
        return ()
    refusal = found.refusal(game)
    if refusal:
        raise BadPuzzles(refusal)
    return found.puzzles


def of_the_day(puzzles: Sequence[Puzzle], day: date, without: frozenset[str] = frozenset()) -> Puzzle | None:
    """The same for everybody: each day has an order of its own, and the first that was not dropped is taken."""
    left = [one for one in puzzles if one.id not in without]
    return min(left, key=lambda one: sha256(f"{day.isoformat()} {one.id}".encode()).digest(), default=None)


def event_of(game: Game, reason: Follows) -> Event:
    """What happened, as the rules themselves report it."""
    kind = _events_of(box_of(game.id).package)[reason.event]
    return kind(**{name: _frozen(value) for name, value in reason.facts.items()})


@cache
def _events_of(package: str) -> dict[str, type[Event]]:
    """All kinds of events of a game, by the names that the page knows."""
    found: dict[str, type[Event]] = {}
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"{package}."):
            found[snake(kind.__name__)] = kind
    return found


def _frozen(value: Any) -> Any:
    return tuple([_frozen(one) for one in value]) if isinstance(value, list) else value
