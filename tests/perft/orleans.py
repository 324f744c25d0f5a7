"""Perft of Orléans Stories: how many ways a position can go on, and its options in their order.

CHANCE says one thing only, drawn from fixed dice. The positions are stations of random games from fixed seeds, some of
which begin at a later hour, because random players hardly ever leave the first epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.notation import choice_text
from tests.conformance.orleans import game, late_game
from tests.perft.tumult import perft

FILE = Path(__file__).parent / "orleans.perft"
HEAD = """# Numbers of paths from fixed positions of Orléans Stories, depth by depth, and the options in their order.
# CHANCE says one thing only. Written by tools/golden --perft; see tests/perft/orleans.py.
"""


@dataclass(frozen=True)
class Position:
    """Where a random game stands as soon as somebody is asked this, with so many options at least."""

    name: str
    story: str
    seats: int
    question: str
    depth: int
    options: int = 2
    late: bool = False

    def state(self) -> Any:
        rules = late_game() if self.late else game()
        for attempt in range(2_000):
            dice = Dice(seed_of_text(f"perft {self.name} {attempt}"))
            options = {"story": self.story, **({"rounds": "4"} if self.story == "first-kingdom" else {})}
            state: Any = rules.new(self.seats, options)
            while not state.over and not self._is_here(state):
                deciding = state.deciding()
                seat = deciding[dice.below(len(deciding))]
                choices = state.options(seat)
                state.apply(seat, state.sample(dice) if seat == CHANCE else choices[dice.below(len(choices))])
            if not state.over:
                return state
        raise AssertionError(f"no game comes to {self}")

    def _is_here(self, state: Any) -> bool:
        seat = state.deciding()[0]
        return type(state.decision(seat)).__name__ == self.question and len(state.options(seat)) >= self.options


FIRST, FAVOR = "first-kingdom", "kings-favor"
POSITIONS = [
    Position("home", FIRST, 4, question="StartVillage", depth=3),
    Position("plan", FIRST, 2, question="Plan", depth=2),
    Position("late-plan", FIRST, 3, question="Plan", depth=1, options=60, late=True),
    Position("recall", FIRST, 3, question="Recall", depth=2, options=4, late=True),
    Position("turn", FIRST, 3, question="Turn", depth=3, options=3, late=True),
    Position("send", FIRST, 3, question="Send", depth=3, options=3, late=True),
    Position("expand", FIRST, 4, question="Expand", depth=3, options=3, late=True),
    Position("build", FIRST, 3, question="Build", depth=2, late=True),
    Position("trade", FIRST, 4, question="Trade", depth=2, options=8, late=True),
    Position("card", FIRST, 3, question="TakeCard", depth=2, options=3, late=True),
    Position("feed", FAVOR, 3, question="Store", depth=2, options=3, late=True),
    Position("favor-plan", FAVOR, 2, question="Plan", depth=2),
    Position("favor-turn", FAVOR, 4, question="Turn", depth=3, options=3, late=True),
]


def describe(position: Position) -> str:
    state = position.state()
    seat = state.deciding()[0]
    counts = " ".join(str(perft(state, depth)) for depth in range(1, position.depth + 1))
    where = f"story={position.story} seats={position.seats} round={state.round}"
    options = [f"  {choice_text(choice)}" for choice in state.options(seat)]
    return "\n".join([f"{position.name} {where}", f"paths {counts}", f"options of {seat}", *options, ""])


def write() -> Path:
    FILE.write_text(HEAD + "\n" + "\n".join(describe(position) for position in POSITIONS), encoding="utf-8")
    return FILE
