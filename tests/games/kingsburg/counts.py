"""How many games the evidence of this game rests on: in the quick run, and in the full one, whose figures are kept."""

from __future__ import annotations

from tests.profile import amount

GAMES = {
    "random": (160, 10_000),
    "greedy": (8, 504),
    "modules": (3, 313),
    "memory": (600, 10_000),
    "strength": (40, 1_000),
    "like": (24, 500),
}


def games(what: str) -> int:
    return amount(*GAMES[what])
