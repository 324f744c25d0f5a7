"""Perft: how many ways a position can go on, and its options in their order; unexplained change is a mistake.

CHANCE is limited to a few listed answers, else a single roll would drown everything. The positions are stations of
random games from fixed seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice
from kronrat.core.notation import choice_text

FILE = Path(__file__).parent / "kingsburg.perft"
FACES = (2, 5)  # what dice may show here
HEAD = """# Numbers of paths from fixed positions of Kingsburg, depth by depth, and the options there in their order.
# Dice show only {faces}. Written by tools/golden --perft; see tests/perft/count.py.
"""


@dataclass(frozen=True)
class Position:
    """Where a random game stands as soon as somebody may say these words together in that year and phase."""

    name: str
    edition: str
    seats: int
    year: int
    phase: int
    words: str
    depth: int

    def state(self) -> Any:
        game = kronrat.load("kingsburg")
        for attempt in range(1_000):  # until a game comes by that has such a question
            dice = Dice(seed_of_text(f"perft {self.name} {attempt}"))
            state: Any = game.new(self.seats, {"edition": self.edition})
            while not state.over and not self._is_here(state):
                (seat,) = state.deciding()
                options = state.options(seat)
                choice = state.sample(dice) if seat == CHANCE else options[dice.below(len(options))]
                state.apply(seat, choice)
            if not state.over:
                return state
        raise AssertionError(f"no game comes to {self}")

    def _is_here(self, state: Any) -> bool:
        (seat,) = state.deciding()
        if seat == CHANCE or (state.year, state.phase) != (self.year, self.phase):
            return False
        return any(set(self.words.split()) <= set(choice) for choice in state.options(seat))


POSITIONS = [
    Position("first-choice", "2e", 2, year=1, phase=1, words="take", depth=5),
    Position("first-influence", "1e", 2, year=1, phase=2, words="influence", depth=8),
    Position("five-at-court", "2e", 5, year=1, phase=4, words="influence", depth=5),
    Position("bonus-dice", "2e", 3, year=3, phase=2, words="bonus", depth=7),
    Position("envoy-at-court", "1e", 3, year=2, phase=6, words="influence envoy", depth=7),
    Position("market", "2e", 2, year=3, phase=4, words="influence market", depth=6),
    Position("token-and-bonus", "1e", 4, year=3, phase=2, words="influence bonus plus2", depth=4),
    Position("building", "1e", 4, year=3, phase=6, words="build", depth=8),
    Position("envoy-builds", "2e", 3, year=2, phase=6, words="build envoy", depth=8),
    Position("rerolls", "2e", 3, year=4, phase=2, words="use", depth=5),
    Position("recruiting", "1e", 2, year=4, phase=7, words="recruit", depth=8),
    Position("defeat", "2e", 4, year=4, phase=8, words="lose", depth=8),
    Position("last-winter", "2e", 4, year=5, phase=7, words="recruit", depth=8),
]


def answers(state: Any) -> list[Choice]:
    """What CHANCE may say here: the outcomes of which all dice show a listed face; all, if there are none."""
    outcomes: list[Choice] = [choice for choice, _ in state.outcomes()]
    dice_from = 2 if outcomes[0][0] == "roll" else 1
    listed = [choice for choice in outcomes if all(word in (*FACES, "bonus") for word in choice[dice_from:])]
    return listed or outcomes


def perft(state: Any, depth: int) -> int:
    """The number of paths of this length; a path that reaches the end of the game before counts too."""
    if depth == 0 or state.over:
        return 1
    (seat,) = state.deciding()
    choices = answers(state) if seat == CHANCE else state.options(seat)
    if depth == 1:
        return len(choices)
    paths = 0
    for choice in choices:
        child = state.clone()
        child.apply(seat, choice)
        paths += perft(child, depth - 1)
    return paths


def describe(position: Position) -> str:
    state = position.state()
    (seat,) = state.deciding()
    counts = " ".join(str(perft(state, depth)) for depth in range(1, position.depth + 1))
    where = f"edition={position.edition} seats={position.seats} year={position.year} phase={position.phase}"
    options = [f"  {choice_text(choice)}" for choice in state.options(seat)]
    return "\n".join([f"{position.name} {where}", f"paths {counts}", f"options of {seat}", *options, ""])


def text() -> str:
    faces = " and ".join(map(str, FACES))
    return HEAD.format(faces=faces) + "\n" + "\n".join(describe(position) for position in POSITIONS)


def write() -> Path:
    FILE.write_text(text(), encoding="utf-8")
    return FILE
