"""Positions of Tumult Royal for perft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kronrat
from kronrat.core.game import Game
from kronrat.testing import Asked, Book, Position


@dataclass(frozen=True, kw_only=True)
class InRound(Asked):
    """In that round."""

    raid: str
    round: int

    def rules(self) -> Game:
        return kronrat.load("tumult")

    def table(self) -> Mapping[str, str]:
        return {"raid": self.raid}

    def is_here(self, state: Any, seat: int) -> bool:
        return bool(state.round == self.round) and super().is_here(state, seat)

    def where(self, state: Any) -> str:
        return f"raid={self.raid} seats={self.seats} round={self.round}"


def at(name: str, raid: str, seats: int, round: int, question: str, depth: int, options: int = 2) -> Position:
    return InRound(name=name, raid=raid, seats=seats, round=round, question=question, depth=depth, options=options)


BOOK = Book(
    "tumult",
    "Tumult Royal",
    "CHANCE says one thing only",
    [
        at("sides", "draft", 2, round=0, question="ChooseSide", depth=4),
        at("first-statue", "draft", 3, round=0, question="FirstStatue", depth=3),
        at("draft", "draft", 2, round=1, question="DraftLift", depth=4),
        at("look", "draft", 4, round=3, question="DraftLook", depth=3),
        at("live", "live", 2, round=1, question="Rob", depth=3),
        at("grace", "live", 3, round=2, question="LastTile", depth=3),
        at("orders", "orders", 2, round=1, question="GiveOrder", depth=2),
        at("placing", "draft", 2, round=4, question="Place", depth=4, options=5),
        at("paying", "draft", 3, round=5, question="Pay", depth=3, options=3),
        at("turning-up", "draft", 4, round=3, question="TurnUp", depth=3),
    ],
    Path(__file__).parent / "positions.perft",
)
