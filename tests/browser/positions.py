"""Positions of Kingsburg that a test wants, found by random play. The dice are fixed, so a position stays the same.

A position is described by what somebody is asked there; the first game of random play that comes to it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

import kronrat
from kronrat.arena.record import let_bots_play
from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from kronrat.core.journal import Line
from kronrat.core.match import Match
from kronrat.core.seeds import NONCE_BYTES, TableSeed
from kronrat.games.kingsburg.rules.events import BuildingDestroyed
from kronrat.words.sentences import snake
from tests.browser.often import each

GAME = kronrat.load("kingsburg")
FIRST: Mapping[str, str] = {"edition": "1e"}
SECOND: Mapping[str, str] = {"edition": "2e"}
MODULES: Mapping[str, str] = {"edition": "2e", "modules": "buildings,governors,army"}
GAMES = 20_000  # before a search is given up

Wanted = Callable[[str, tuple[Choice, ...], Match], bool]  # the kind of a question, its options, and where it is asked


def secret(number: int) -> bytes:
    return sha256(f"the secret of game {number}".encode()).digest()


def nonce(place: int) -> bytes:
    return bytes([place + 1]) * NONCE_BYTES


@dataclass(frozen=True)
class Position:
    """A game up to some question; `seat` is asked it."""

    secret: bytes
    seats: int
    options: dict[str, str]
    lines: tuple[Line, ...]
    seat: int
    kind: str = ""
    choices: tuple[Choice, ...] = ()
    game: str = GAME.id


def random_games(seats: int, options: Mapping[str, str], people: int) -> Iterator[tuple[bytes, Match, Dice]]:
    """Games before their first choice, each with dice to choose by."""
    for number in range(GAMES):
        seed = TableSeed(secret(number), tuple([nonce(place) for place in range(people)]))
        yield seed.secret, Match(GAME, seats, options, seed), Dice(seed_of_text(f"choices of game {number}"))


def questions(match: Match, chooser: Dice) -> Iterator[tuple[int, str, tuple[Choice, ...]]]:
    """Play on by chance, and tell before each choice who is asked what."""
    while not match.over:
        seat = match.state.deciding()[0]
        decision = match.state.decision(seat)
        assert decision is not None
        options = tuple(match.state.options(seat))
        yield seat, snake(type(decision).__name__), options
        match.play(seat, options[chooser.below(len(options))])


def find(
    wanted: Wanted, seats: int = 3, options: Mapping[str, str] = SECOND, people: int = 0, seat: int = 0
) -> Position:
    """The first position at which `seat` is asked what is wanted. Without a number all seats are people."""
    for secret, match, chooser in random_games(seats, options, people or seats):
        for asked, kind, choices in questions(match, chooser):
            if asked == seat and wanted(kind, choices, match):
                return Position(secret, seats, dict(match.options), tuple(match.journal.lines), asked, kind, choices)
    raise LookupError("no such position")


def asked(kind: str, *words: str | int, least: int = 2) -> Wanted:
    """A question of this kind with so many answers at least, among which all these words stand."""

    def wanted(asked: str, options: tuple[Choice, ...], match: Match) -> bool:
        if asked != kind or len(options) < least:
            return False
        said = {word for option in options for word in option}
        return all(word in said for word in words)

    return wanted


# One position for every kind of question; the edition with its modules where the question needs them.
KINDS: Mapping[str, tuple[Wanted, Mapping[str, str]]] = {
    "keep_governor": (asked("keep_governor", least=3), MODULES),
    "take_goods": (asked("take_goods", least=3), SECOND),
    "roll_bonus_dice": (asked("roll_bonus_dice"), SECOND),
    "use_cards": (asked("use_cards", "statue", "die"), SECOND),
    "influence": (asked("influence", "bonus", "plus2", least=8), SECOND),
    "trade": (asked("trade", least=3), SECOND),
    "buy_goods": (asked("buy_goods"), SECOND),
    "build": (asked("build", least=4), MODULES),
    "recruit": (asked("recruit", "gold", "wood", "stone", least=5), SECOND),
    "act_first": (asked("act_first"), MODULES),
    "choose_token": (asked("choose_token", least=5), MODULES),
    "lose_goods": (asked("lose_goods", least=3), SECOND),
    "spare_building": (asked("spare_building"), MODULES),
}


every_kind = each("kind", KINDS, ("influence", "build"))


@cache
def position_of(kind: str) -> Position:
    """Where the first of three people is asked this."""
    wanted, options = KINDS[kind]
    return find(wanted, options=options)


@cache
def near_the_end() -> Position:
    """The first of two recruits for the last battle; the second will be asked too."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "recruit" or GAME.caption(match.state) != {"year": 5, "phase": 7}:
            return False
        later = deepcopy(match)
        later.play(0, ("done",))
        return later.state.deciding() == (1,)

    return find(wanted, seats=2)


@cache
def before_battle() -> Position:
    """The last one recruits; when he is done, the enemy comes and tears down one of his buildings."""

    def wanted(kind: str, options: tuple[Choice, ...], match: Match) -> bool:
        if kind != "recruit" or not any(line.choice[0] == "reinforce" for line in match.lines_of(0, ("done",))):
            return False
        events = deepcopy(match).play(0, ("done",))
        return any(isinstance(event, BuildingDestroyed) and event.seat == 0 for event in events)

    return find(wanted)


@cache
def well_played(seats: int, modules: bool = False) -> Match:
    """A whole game of bots that know what they do, so that it looks like a game of people."""
    seed = TableSeed(secret(0), tuple([nonce(place) for place in range(seats)]))
    match = Match(GAME, seats, MODULES if modules else SECOND, seed)
    let_bots_play(match, {seat: make_bot("greedy") for seat in range(seats)}, Dice(seed_of_text("the bots")))
    return match


def ended(seats: int = 3) -> Position:
    """A game that is over."""
    match = well_played(seats)
    return Position(secret(0), seats, dict(match.options), tuple(match.journal.lines), 0)


def moments(seats: int = 4, modules: bool = False) -> Iterator[tuple[Position, Match]]:
    """Every question to the first seat of a game that was played well, and the game up to there."""
    whole = well_played(seats, modules)
    seed = TableSeed(secret(0), tuple([nonce(place) for place in range(seats)]))
    match = Match(GAME, seats, whole.options, seed, roll=False)
    for line in whole.journal.lines:
        decision = match.state.decision(line.seat)
        if line.seat == 0 and decision is not None:
            choices = tuple(match.state.options(0))
            lines = tuple(match.journal.lines)
            yield (
                Position(secret(0), seats, dict(match.options), lines, 0, snake(type(decision).__name__), choices),
                match,
            )
        match.follow(line)
