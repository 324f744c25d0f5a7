"""Positions for perft that are known by the question asked there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.perft.count import Position


@dataclass(frozen=True, kw_only=True)
class Asked(Position):
    """Somebody is asked this, with so many options at least."""

    question: str
    options: int = 2

    def is_here(self, state: Any, seat: int) -> bool:
        return type(state.decision(seat)).__name__ == self.question and len(state.options(seat)) >= self.options
