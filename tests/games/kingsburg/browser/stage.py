"""Kingsburg for the tests of the frame."""

from __future__ import annotations

from functools import cache

from tests.browser.positions import Position, asked
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import KINDS, ended, find, position_of

__all__ = ["KINDS", "PAGE", "USUAL", "ended", "position_of", "usual"]

PAGE = KingsburgPage
USUAL = "influence"


@cache
def usual(seats: int = 3, seat: int = 0, people: int = 0) -> Position:
    """Somebody places dice, and others will."""
    return find(asked(USUAL, least=6), seats=seats, seat=seat, people=people)
