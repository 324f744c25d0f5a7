"""What a result is worth to each seat, and what positions promise: shares of one whole, so that all are comparable."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from kronrat.core.numbers import add_up

if TYPE_CHECKING:
    from kronrat.core.game import Standing

PLACE: Final = 0.1  # so much of a result is the place, the rest is the victory
_STEPS: Final = 4  # after which chances no longer change by a tenth of a point


def shares_of(standing: list[Standing]) -> list[float]:
    """The result of a game by seat; seats that share a place share what it is worth. Together they are 1."""
    seats = len(standing)
    places = [0] * seats
    for result in standing:
        places[result.seat] = result.place
    winners = places.count(1)
    shares: list[float] = []
    for place in places:
        behind = 0.0
        for other in places:
            behind += 1.0 if other > place else 0.5 if other == place else 0.0
        victory = 1.0 / winners if place == 1 else 0.0
        shares.append(_mixed(victory, behind - 0.5, seats))
    return shares


def expected_shares(values: list[float], spread: float) -> list[float]:
    """What seats whose positions have these values may expect, if values still change by about `spread` points."""
    best = max(values)
    weights = [exp((value - best) / spread) for value in values]
    whole = add_up(weights)
    shares: list[float] = []
    for mine in weights:
        behind = 0.0
        for other in weights:
            both = mine + other
            behind += mine / both if both > 0.0 else 0.5
        shares.append(_mixed(mine / whole, behind - 0.5, len(values)))
    return shares


def victories_of(standing: list[Standing]) -> list[float]:
    """The victory of a game by seat, shared by those who share the first place."""
    places = [0] * len(standing)
    for result in standing:
        places[result.seat] = result.place
    winners = places.count(1)
    return [1.0 / winners if place == 1 else 0.0 for place in places]


def chances_of(shares: list[float]) -> list[float]:
    """The chance of victory of seats that may expect these shares of the result: without what the place is worth.

    The place follows from the chances by the same model as in `expected_shares`, so they are approached step by step.
    """
    seats = len(shares)
    if seats == 1:
        return shares
    chances = shares
    for _ in range(_STEPS):
        apart: list[float] = []
        for mine in chances:
            behind = -0.5
            for other in chances:
                both = mine + other
                behind += mine / both if both > 0.0 else 0.5
            apart.append(behind)
        places = [_mixed(0.0, behind, seats) for behind in apart]
        found = [max(0.0, (share - place) / (1.0 - PLACE)) for share, place in zip(shares, places, strict=True)]
        whole = add_up(found)
        chances = [chance / whole for chance in found]
    return chances


def _mixed(victory: float, behind: float, seats: int) -> float:
    """A share of the victory, and of the place by how many of the others are behind."""
    if seats == 1:
        return victory
    return (1.0 - PLACE) * victory + PLACE * behind * 2.0 / (seats * (seats - 1))
