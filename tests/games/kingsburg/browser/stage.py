"""Kingsburg for the tests of the frame."""

from __future__ import annotations

from functools import cache

from tests.browser.positions import Position, asked
from tests.games.kingsburg.browser.page import KingsburgPage
from tests.games.kingsburg.browser.positions import GAME, KINDS, ended, find, position_of

__all__ = ["KINDS", "PAGE", "USUAL", "ended", "position_of", "secret", "usual"]

PAGE = KingsburgPage
USUAL = "influence"


@cache
def usual(seats: int = 3, seat: int = 0, people: int = 0) -> Position:
    """Somebody places dice, and others will."""
    return find(asked(USUAL, least=6), seats=seats, seat=seat, people=people)


@cache
def secret(seats: int = 3) -> Position:
    """The first player has looked at the enemy of the year."""
    return find(lambda kind, _, match: kind == USUAL and GAME.view(match.state, 0)["players"][0]["peeked"], seats=seats)
