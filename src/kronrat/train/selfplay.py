"""Games that a value is learned from: positions at quiet moments, and what came of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate

from kronrat.bots import Bot, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK, Choice, State
from kronrat.core.game import Game
from kronrat.core.judgement import shares_of
from kronrat.core.playout import play_on
from kronrat.core.policy import LookAhead

MOST_CHOICES = 100_000  # between two quiet moments
THOUSAND = 1_000


class Lessons:
    """Positions as a net sees them: a row of features each, and what seats got in the end, the viewer's first."""

    def __init__(self) -> None:
        self.ends: list[int] = []  # after each game: how many rows there are
        self.features: list[array[float]] = []
        self.shares: list[array[float]] = []
        self.guesses: list[array[float]] = []  # shares as the game's own numbers saw them coming
        self._viewers: list[int] = []  # of the rows of a game that is not over yet

    @property
    def games(self) -> int:
        return len(self.ends)

    def add(self, state: State, viewer: int) -> None:
        game = state.game
        self.features.append(array("f", game.features(state, viewer)))
        self.guesses.append(_seen_by(viewer, game.utility(state)))
        self._viewers.append(viewer)

    def end(self, state: State) -> None:
        """The game is over: now it is known what all its positions were worth."""
        result = shares_of(state.standing())
        self.shares += [_seen_by(viewer, result) for viewer in self._viewers]
        self._viewers = []
        self.ends.append(len(self.features))

    def extend(self, others: Lessons) -> None:
        before = len(self.features)
        self.ends += [before + end for end in others.ends]
        self.features += others.features
        self.shares += others.shares
        self.guesses += others.guesses

    def packed(self) -> bytes:
        numbers = [b"".join([row.tobytes() for row in rows]) for rows in (self.features, self.shares, self.guesses)]
        head = json.dumps([self.ends, *map(len, numbers)]).encode()
        return b"\n".join([head, b"".join(numbers)])


def unpacked(data: bytes) -> Lessons:
    """Lessons that were packed on a machine of this kind."""
    head, _, numbers = data.partition(b"\n")
    ends, *sizes = json.loads(head)
    starts = accumulate(sizes, initial=0)
    parts = [numbers[start : start + size] for start, size in zip(starts, sizes, strict=False)]
    lessons = Lessons()
    lessons.ends = ends
    rows = ends[-1] if ends else 0
    lessons.features, lessons.shares, lessons.guesses = [_rows(part, rows) for part in parts]
    return lessons


def _rows(data: bytes, count: int) -> list[array[float]]:
    flat = array("f")
    flat.frombytes(data)
    width = len(flat) // max(1, count)
    return [flat[row * width : (row + 1) * width] for row in range(count)]


def _seen_by(viewer: int, shares: list[float]) -> array[float]:
    return array("f", [*shares[viewer:], *shares[:viewer]])


class Exploring(LookAhead):
    """Mostly the best choice at once, now and then any candidate."""

    def __init__(self, per_thousand: int) -> None:
        super().__init__()
        self.per_thousand = per_thousand

    def choose(self, state: State, seat: int, dice: Dice) -> tuple[Choice, ...]:
        if dice.below(THOUSAND) >= self.per_thousand:
            return super().choose(state, seat, dice)
        candidates = state.game.candidates(state, seat)
        return candidates[dice.below(len(candidates))]


def quick_game(game: Game, seats: int, options: Mapping[str, str], seed: str, lessons: Lessons) -> None:
    """A game of the policy that looks one choice ahead, each with more or less exploration."""
    dice = Dice(seed_of_text(seed))
    policy = Exploring((0, 20, 60, 150)[dice.below(4)])
    state = game.new(seats, options)
    while state.stack:
        play_on(state, policy, dice, game.quiet, 1, MOST_CHOICES)
        if state.stack:
            lessons.add(state, dice.below(seats))
    lessons.end(state)


def thoughtful_game(game: Game, bots: Sequence[Bot], options: Mapping[str, str], seed: str, lessons: Lessons) -> None:
    """A game of bots; now and then chance chooses for one of them."""
    dice, seats = Dice(seed_of_text(seed)), len(bots)
    per_thousand = (0, 20, 60)[dice.below(3)]
    state = game.new(seats, options)
    was_quiet = True
    while state.stack:
        quiet = game.quiet(state)
        if quiet and not was_quiet:
            lessons.add(state, dice.below(seats))
        was_quiet = quiet
        deciding = state.deciding()
        seat = deciding[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
            continue
        if CLOCK in deciding:
            raise ValueError("bots learn at tables without a clock")
        if dice.below(THOUSAND) < per_thousand:
            candidates = game.candidates(state, seat)
            for choice in candidates[dice.below(len(candidates))]:
                state.apply(seat, choice)
        else:
            state.apply(seat, bots[seat].decide(Turn(state, seat, dice)))
    lessons.end(state)
