"""The side of a benchmark that plays: told how many seconds, it plays whole games and says how many.

Runs in the environment of the engine that is measured, so it needs nothing but the standard library.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any, NamedTuple


class Counts(NamedTuple):
    """What a game had: answers of players, those among them with more than one option, options, answers of chance."""

    asked: int
    choices: int
    options: int
    chance: int


Play = Callable[[], int]  # plays one game in the way that is timed; returns what it counts as decisions
Survey = Callable[[], Counts]  # plays one game and counts everything; not timed

SURVEYED = 3.0  # seconds


def serve(version: str, counts: str, play: Play, survey: Survey) -> None:
    """`counts` says what `play` counts: all that was `asked`, or `choices` only."""
    totals, games = [0] * len(Counts._fields), 0
    began = process_time()
    while process_time() - began < SURVEYED:
        totals = [total + more for total, more in zip(totals, survey(), strict=True)]
        games += 1
    _say({"version": version, "counts": counts, "games": games, **dict(zip(Counts._fields, totals, strict=True))})
    for line in sys.stdin:
        _say(_round(play, float(line)))


def _round(play: Play, seconds: float) -> dict[str, Any]:
    decisions = games = 0
    wall = perf_counter()
    began = process_time()
    spent = 0.0
    while spent < seconds:
        decisions += play()
        games += 1
        spent = process_time() - began
    return {"decisions": decisions, "games": games, "seconds": spent, "wall": perf_counter() - wall}


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)
