"""Positions of Orléans Stories for perft; some games begin late, as random players hardly leave the first epoch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronrat.core.game import Game
from kronrat.testing import Asked, Book, Position
from tests.games.orleans.conformance import game, late_game

FIRST, FAVOR = "first-kingdom", "kings-favor"


@dataclass(frozen=True, kw_only=True)
class InStory(Asked):
    """In that story, perhaps at a later hour."""

    story: str
    late: bool = False

    def rules(self) -> Game:
        return late_game() if self.late else game()

    def table(self) -> Mapping[str, str]:
        return {"story": self.story, **({"rounds": "4"} if self.story == FIRST else {})}

    def where(self, state: Any) -> str:
        return f"story={self.story} seats={self.seats} round={state.round}"


def early(name: str, story: str, seats: int, question: str, depth: int) -> Position:
    return InStory(name=name, story=story, seats=seats, question=question, depth=depth)


def late(name: str, story: str, seats: int, question: str, depth: int, options: int = 2) -> Position:
    return InStory(name=name, story=story, seats=seats, question=question, depth=depth, options=options, late=True)


BOOK = Book(
    "orleans",
    "Orléans Stories",
    "CHANCE says one thing only",
    [
        early("home", FIRST, 4, question="StartVillage", depth=3),
        early("plan", FIRST, 2, question="Plan", depth=2),
        late("late-plan", FIRST, 3, question="Plan", depth=1, options=60),
        late("recall", FIRST, 3, question="Recall", depth=2, options=4),
        late("turn", FIRST, 3, question="Turn", depth=3, options=3),
        late("send", FIRST, 3, question="Send", depth=3, options=3),
        late("expand", FIRST, 4, question="Expand", depth=3, options=3),
        late("build", FIRST, 3, question="Build", depth=2),
        late("trade", FIRST, 4, question="Trade", depth=2, options=8),
        late("card", FIRST, 3, question="TakeCard", depth=2, options=3),
        late("feed", FAVOR, 3, question="Store", depth=2, options=3),
        early("favor-plan", FAVOR, 2, question="Plan", depth=2),
        late("favor-turn", FAVOR, 4, question="Turn", depth=3, options=3),
    ],
    Path(__file__).parent / "positions.perft",
)
