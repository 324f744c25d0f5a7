"""Paying with whole tiles: which sets of tiles cover a cost without one too many."""

from __future__ import annotations

from itertools import product

from kronrat.core.flow import Choice
from kronrat.games.tumult.rules.state import TILES, Demand

Counts = tuple[int, ...]  # how many tiles there are of each face
Values = tuple[int, ...]  # the symbols on tiles of one kind, ascending

_sets: dict[tuple[int, int, int, int], list[Values]] = {}


def counted(faces: list[int]) -> Counts:
    counts = [0] * len(TILES)
    for face in faces:
        counts[face] += 1
    return tuple(counts)


def symbols_in(counts: Counts, kind: int) -> int:
    return counts[3 * kind] + 2 * counts[3 * kind + 1] + 3 * counts[3 * kind + 2]


def covers(counts: Counts, cost: Demand) -> bool:
    """Whether these tiles suffice. [TR-P4-PAY-1]"""
    return symbols_in(counts, 0) >= cost[0] and symbols_in(counts, 1) >= cost[1] and symbols_in(counts, 2) >= cost[2]


def value_sets(demand: int, ones: int, twos: int, threes: int) -> list[Values]:
    """Every set of tiles of one kind that covers a demand, and of which none could be left out. [TR-P4-PAY-6]

    The one with the fewest symbols comes first, of these the one with the fewest tiles. [TR-AMB-18]
    """
    key = (demand, ones, twos, threes)
    known = _sets.get(key)
    if known is None:
        found: list[Values] = []
        for a, b, c in product(range(ones + 1), range(twos + 1), range(threes + 1)):
            values: Values = (*[1] * a, *[2] * b, *[3] * c)
            paid = a + 2 * b + 3 * c
            if paid >= demand and (not values or paid - values[0] < demand):
                found.append(values)
        found.sort(key=lambda values: (sum(values), len(values), values))
        _sets[key] = known = found
    return known


def payments(counts: Counts, cost: Demand) -> list[Choice]:
    """Every legal payment, written `pay TILE…`; the proposed one first. [TR-P4-PAY-4, TR-P4-PAY-5, TR-AMB-18]"""
    by_kind: list[list[list[str]]] = []
    for kind in range(3):
        ones, twos, threes = counts[3 * kind], counts[3 * kind + 1], counts[3 * kind + 2]
        sets = value_sets(cost[kind], ones, twos, threes)
        by_kind.append([[TILES[3 * kind + value - 1] for value in values] for values in sets])
    choices: list[Choice] = [("pay", *bread, *marble, *tools) for bread, marble, tools in product(*by_kind)]
    if len(choices) > 1:
        choices.sort(key=paid_and_tiles)
    return choices


def paid_and_tiles(choice: Choice) -> tuple[int, int]:
    return paid_symbols(choice), len(choice)


def paid_symbols(choice: Choice) -> int:
    return sum([TILES.index(str(tile)) % 3 + 1 for tile in choice[1:]])
