"""Positions of Kingsburg for perft. Its dice show only a few faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.flow import CHANCE, Choice
from kronrat.core.game import Game
from kronrat.testing import Book, Position

FACES = (2, 5)


@dataclass(frozen=True, kw_only=True)
class Words(Position):
    """Somebody may say these words together in that year and phase."""

    edition: str
    year: int
    phase: int
    words: str

    def rules(self) -> Game:
        return kronrat.load("kingsburg")

    def table(self) -> Mapping[str, str]:
        return {"edition": self.edition}

    def is_here(self, state: Any, seat: int) -> bool:
        if seat == CHANCE or (state.year, state.phase) != (self.year, self.phase):
            return False
        return any(set(self.words.split()) <= set(choice) for choice in state.options(seat))

    def where(self, state: Any) -> str:
        return f"edition={self.edition} seats={self.seats} year={self.year} phase={self.phase}"

    def chances(self, state: Any) -> Sequence[Choice]:
        """The outcomes of which all dice show a listed face; all, if there are none."""
        outcomes: list[Choice] = [choice for choice, _ in state.outcomes()]
        dice_from = 2 if outcomes[0][0] == "roll" else 1
        listed = [choice for choice in outcomes if all(word in (*FACES, "bonus") for word in choice[dice_from:])]
        return listed or outcomes


def at(name: str, edition: str, seats: int, year: int, phase: int, words: str, depth: int) -> Position:
    return Words(name=name, edition=edition, seats=seats, year=year, phase=phase, words=words, depth=depth)


BOOK = Book(
    "kingsburg",
    "Kingsburg",
    f"Dice show only {' and '.join(map(str, FACES))}",
    [
        at("first-choice", "2e", 2, year=1, phase=1, words="take", depth=5),
        at("first-influence", "1e", 2, year=1, phase=2, words="influence", depth=8),
        at("five-at-court", "2e", 5, year=1, phase=4, words="influence", depth=5),
        at("bonus-dice", "2e", 3, year=3, phase=2, words="bonus", depth=7),
        at("envoy-at-court", "1e", 3, year=2, phase=6, words="influence envoy", depth=7),
        at("market", "2e", 2, year=3, phase=4, words="influence market", depth=6),
        at("token-and-bonus", "1e", 4, year=3, phase=2, words="influence bonus plus2", depth=4),
        at("building", "1e", 4, year=3, phase=6, words="build", depth=8),
        at("envoy-builds", "2e", 3, year=2, phase=6, words="build envoy", depth=8),
        at("rerolls", "2e", 3, year=4, phase=2, words="use", depth=5),
        at("recruiting", "1e", 2, year=4, phase=7, words="recruit", depth=8),
        at("defeat", "2e", 4, year=4, phase=8, words="lose", depth=8),
        at("last-winter", "2e", 4, year=5, phase=7, words="recruit", depth=8),
    ],
    Path(__file__).parent / "positions.perft",
)
