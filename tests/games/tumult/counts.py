"""How many games the evidence of this game rests on: in the quick run, and in the full one, whose figures are kept."""

from __future__ import annotations

from tests.profile import amount

GAMES = {
    "band": (40, 2_000),
    "random": (12, 4_749),
    "greedy": (3, 252),
    "strength": (20, 1_000),
}


def games(what: str) -> int:
    return amount(*GAMES[what])
