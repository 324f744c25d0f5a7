"""How many games the evidence of this game rests on: in the quick run, and in the full one, whose figures are kept."""

from __future__ import annotations

from tests.profile import amount

GAMES = {
    "random": (12, 2_500),
    "greedy": (2, 1_000),
    "strength": (8, 500),
    "years": (2, 100),
    "time": (2, 200),
    "ahead": (1, 20),
    "spared": (1, 200),
}


def games(what: str) -> int:
    return amount(*GAMES[what])
