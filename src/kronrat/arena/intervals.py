"""How sure a share is."""

from __future__ import annotations

from math import sqrt

_Z95 = 1.959963984540054  # 95 % of a normal distribution is within this many standard deviations


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval (Wilson score) for the share of games that are won."""
    if games < 1:
        return 0.0, 1.0
    share = wins / games
    spread = _Z95 * _Z95 / games
    centre = share + spread / 2
    half = _Z95 * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread))
