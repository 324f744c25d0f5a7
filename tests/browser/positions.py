"""Positions that a test wants, found by random play. The dice are fixed, so a position stays the same.

A position is described by what somebody is asked there; the first game of random play that comes to it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.game import Game
from kronrat.core.journal import Line
from kronrat.core.match import Match
from kronrat.core.seeds import NONCE_BYTES, TableSeed
from kronrat.words.sentences import snake

GAMES = 20_000  # before a search is given up

Wanted = Callable[[str, tuple[Choice, ...], Match], bool]  # the kind of a question, its options, and where it is asked


def secret(number: int) -> bytes:
    return sha256(f"the secret of game {number}".encode()).digest()


def nonce(place: int) -> bytes:
    return bytes([place + 1]) * NONCE_BYTES


@dataclass(frozen=True)
class Position:
    """A game up to some question; `seat` is asked it."""

    game: str
    secret: bytes
    seats: int
    options: dict[str, str]
    lines: tuple[Line, ...]
    seat: int = 0
    kind: str = ""
    choices: tuple[Choice, ...] = ()


def seed_of_game(number: int, people: int) -> TableSeed:
    return TableSeed(secret(number), tuple([nonce(place) for place in range(people)]))


def at(match: Match, number: int, seat: int = 0, kind: str = "", choices: tuple[Choice, ...] = ()) -> Position:
    """Where a match has come to."""
    lines = tuple(match.journal.lines)
    return Position(match.game.id, secret(number), match.state.seats, dict(match.options), lines, seat, kind, choices)


def questions(match: Match, chooser: Dice) -> Iterator[tuple[int, str, tuple[Choice, ...]]]:
    """Play on at random, and yield before each choice who is asked what."""
    while not match.over:
        seat = match.state.deciding()[0]
        decision = match.state.decision(seat)
        assert decision is not None
        options = tuple(match.state.options(seat))
        yield seat, snake(type(decision).__name__), options
        match.play(seat, options[chooser.below(len(options))])


def find(
    game: Game, wanted: Wanted, options: Mapping[str, str], seats: int = 3, people: int = 0, seat: int = 0
) -> Position:
    """The first position at which `seat` is asked what is wanted. Without a number all seats are people."""
    for number in range(GAMES):
        match = Match(game, seats, game.left_alone(options), seed_of_game(number, people or seats), keyed=False)
        for asked, kind, choices in questions(match, Dice(seed_of_text(f"choices of game {number}"))):
            if asked == seat and wanted(kind, choices, match):
                return at(match, number, asked, kind, choices)
    raise LookupError("no such position")


def asked(kind: str, *words: str | int, least: int = 2) -> Wanted:
    """A question of this kind with at least this many answers, which contain all these words."""

    def wanted(asked: str, options: tuple[Choice, ...], match: Match) -> bool:
        if asked != kind or len(options) < least:
            return False
        said = {word for option in options for word in option}
        return all(word in said for word in words)

    return wanted
