"""Perft of Tumult Royal: how many ways a position can go on, and its options in their order.

CHANCE says one thing only, drawn from fixed dice. The positions are stations of random games from fixed seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.notation import choice_text

FILE = Path(__file__).parent / "tumult.perft"
HEAD = """# Numbers of paths from fixed positions of Tumult Royal, depth by depth, and the options there in their order.
# CHANCE says one thing only. Written by tools/golden --perft; see tests/perft/tumult.py.
"""


@dataclass(frozen=True)
class Position:
    """Where a random game stands as soon as somebody is asked this in that round, with so many options at least."""

    name: str
    raid: str
    seats: int
    round: int
    question: str
    depth: int
    options: int = 2

    def state(self) -> Any:
        game = kronrat.load("tumult")
        for attempt in range(1_000):
            dice = Dice(seed_of_text(f"perft {self.name} {attempt}"))
            state: Any = game.new(self.seats, {"raid": self.raid})
            while not state.over and not self._is_here(state):
                deciding = state.deciding()
                seat = deciding[dice.below(len(deciding))]
                options = state.options(seat)
                state.apply(seat, state.sample(dice) if seat == CHANCE else options[dice.below(len(options))])
            if not state.over:
                return state
        raise AssertionError(f"no game comes to {self}")

    def _is_here(self, state: Any) -> bool:
        seat = state.deciding()[0]
        asked = type(state.decision(seat)).__name__ == self.question and state.round == self.round
        return asked and len(state.options(seat)) >= self.options


POSITIONS = [
    Position("sides", "draft", 2, round=0, question="ChooseSide", depth=4),
    Position("first-statue", "draft", 3, round=0, question="FirstStatue", depth=3),
    Position("draft", "draft", 2, round=1, question="DraftLift", depth=4),
    Position("look", "draft", 4, round=3, question="DraftLook", depth=3),
    Position("live", "live", 2, round=1, question="Rob", depth=3),
    Position("grace", "live", 3, round=2, question="LastTile", depth=3),
    Position("orders", "orders", 2, round=1, question="GiveOrder", depth=2),
    Position("placing", "draft", 2, round=4, question="Place", depth=4, options=5),
    Position("paying", "draft", 3, round=5, question="Pay", depth=3, options=3),
    Position("turning-up", "draft", 4, round=3, question="TurnUp", depth=3),
]


def perft(state: Any, depth: int) -> int:
    """The number of paths of this length, over all seats that may choose; the end of the game counts too."""
    if depth == 0 or state.over:
        return 1
    paths = 0
    for seat in state.deciding():
        if seat == CHANCE:
            choices = [state.sample(Dice(seed_of_text("perft")))]
        else:
            choices = state.options(seat)
        if depth == 1:
            paths += len(choices)
            continue
        for choice in choices:
            child = state.clone()
            child.apply(seat, choice)
            paths += perft(child, depth - 1)
    return paths


def describe(position: Position) -> str:
    state = position.state()
    seat = state.deciding()[0]
    counts = " ".join(str(perft(state, depth)) for depth in range(1, position.depth + 1))
    where = f"raid={position.raid} seats={position.seats} round={position.round}"
    options = [f"  {choice_text(choice)}" for choice in state.options(seat)]
    return "\n".join([f"{position.name} {where}", f"paths {counts}", f"options of {seat}", *options, ""])


def write() -> Path:
    FILE.write_text(HEAD + "\n" + "\n".join(describe(position) for position in POSITIONS), encoding="utf-8")
    return FILE
