"""Perft: how many ways a position can go on, and its options in their order; an unexplained change is a bug.

The positions come from random games with fixed seeds. CHANCE has one answer there, or a single roll would drown
everything else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, Choice
from kronrat.core.game import Game
from kronrat.core.notation import choice_text

ATTEMPTS = 2_000  # games to try until one has such a question
HEAD = """# Numbers of paths from fixed positions of {title}, depth by depth, and the options there in their order.
# {chance}. Written by Book.write of kronrat.testing.perft; the positions are in the module beside this file.
"""


@dataclass(frozen=True, kw_only=True)
class Position(ABC):
    """A position in a random game: the first one that fits."""

    name: str
    seats: int
    depth: int

    @abstractmethod
    def rules(self) -> Game:
        """The game that is played."""

    @abstractmethod
    def table(self) -> Mapping[str, str]:
        """The options of the table."""

    @abstractmethod
    def is_here(self, state: Any, seat: int) -> bool:
        """Whether the first seat that decides has the question that is meant."""

    @abstractmethod
    def where(self, state: Any) -> str:
        """Words for the reader of the file."""

    def chances(self, state: Any) -> Sequence[Choice]:
        """What CHANCE may say here: one thing only, drawn from fixed dice."""
        return [state.sample(Dice(seed_of_text("perft")))]

    def state(self) -> Any:
        """The first position of this kind that fixed dice lead to."""
        rules = self.rules()
        for attempt in range(ATTEMPTS):
            dice = Dice(seed_of_text(f"perft {self.name} {attempt}"))
            state: Any = rules.new(self.seats, rules.left_alone(self.table()))
            while not state.over and not self.is_here(state, state.deciding()[0]):
                deciding = state.deciding()
                seat = deciding[dice.below(len(deciding))]
                options = state.options(seat)
                state.apply(seat, state.sample(dice) if seat == CHANCE else options[dice.below(len(options))])
            if not state.over:
                return state
        raise AssertionError(f"no game comes to {self}")

    def paths(self, state: Any, depth: int) -> int:
        """How many paths of this length all seats have together; one that ends early with the game counts too."""
        if depth == 0 or state.over:
            return 1
        count = 0
        for seat in state.deciding():
            choices = self.chances(state) if seat == CHANCE else state.options(seat)
            if depth == 1:
                count += len(choices)
                continue
            for choice in choices:
                child = state.clone()
                child.apply(seat, choice)
                count += self.paths(child, depth - 1)
        return count

    def describe(self) -> str:
        """The position and its counts as the file has them."""
        state = self.state()
        seat = state.deciding()[0]
        counts = " ".join(str(self.paths(state, depth)) for depth in range(1, self.depth + 1))
        options = [f"  {choice_text(choice)}" for choice in state.options(seat)]
        return "\n".join([f"{self.name} {self.where(state)}", f"paths {counts}", f"options of {seat}", *options, ""])


@dataclass(frozen=True, kw_only=True)
class Asked(Position):
    """Somebody is asked this question, with at least this many options."""

    question: str
    options: int = 2

    def is_here(self, state: Any, seat: int) -> bool:
        return type(state.decision(seat)).__name__ == self.question and len(state.options(seat)) >= self.options


@dataclass(frozen=True)
class Book:
    """All positions of a game and the file that has their counts."""

    game: str
    title: str
    chance: str  # what CHANCE answers, for the reader
    positions: Sequence[Position]
    path: Path

    def write(self) -> Path:
        """Count all positions anew into the file."""
        head = HEAD.format(title=self.title, chance=self.chance)
        text = "\n".join([head, *(position.describe() for position in self.positions)])
        self.path.write_text(text, encoding="utf-8")
        return self.path

    def check(self) -> None:
        """Fails unless every position goes on in as many ways, with the same options, as is written down."""
        written = self.written()
        assert list(written) == [position.name for position in self.positions], "other positions are written down"
        for position in self.positions:
            assert position.describe().strip() == written[position.name], f"{position.name} has changed"

    def written(self) -> dict[str, str]:
        """The sections of the file by the name of their position."""
        sections = self.path.read_text(encoding="utf-8").split("\n\n")[1:]
        return {section.split(" ", 1)[0]: section.strip() for section in sections}
