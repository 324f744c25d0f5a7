"""Counting events, medians, and how sure a share is."""

from __future__ import annotations

import pytest

from kronrat.arena.intervals import wilson
from kronrat.arena.tally import median

GAMES = 12


def test_median_of_counts() -> None:
    assert median({3: 1}) == 3
    assert median({1: 1, 2: 1}) == 1.5
    assert median({1: 1, 5: 3}) == 5
    assert median({40: 2, 30: 1, 35: 2}) == 35
    with pytest.raises(ValueError, match="nothing"):
        median({})


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (930, 1000, 0.9125, 0.9442),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (2.5, 10, 0.0809, 0.5578),
    ],
)
def test_wilson_interval(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-3)


def test_nothing_is_known_without_games() -> None:
    assert wilson(0, 0) == (0, 1)
