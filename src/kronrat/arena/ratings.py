"""How strong bots are, from all their games at once: the Plackett-Luce model, fitted by the MM algorithm (Hunter 2004).

A ranking is drawn seat by seat from the first place on, each seat with a probability in proportion to the strength of
its bot. Four hundred points of a rating are ten times the strength, as in chess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations, product
from math import exp, log

Ranking = tuple[str, ...]  # the bots of one game from first place to last
Rankings = Mapping[Ranking, float]  # how often each was seen

MIDDLE = 1500.0  # the rating of the bot that others are measured by, or of the mean

_ELO = 400.0 / log(10.0)
_DRAWS = 1.0  # with an imaginary bot of middling strength, so that no rating is infinite
_CLOSE = 1e-5  # in logarithms of strengths: less than a hundredth of a point
_LONGEST = 20_000


def rankings_of(bots: Sequence[str], places: Sequence[int]) -> dict[Ranking, Fraction]:
    """The ranking of one game; where a place is shared, all orders of those who share it, in equal parts."""
    seats = sorted(range(len(bots)), key=lambda seat: places[seat])
    groups = [[bots[seat] for seat in group] for _, group in groupby(seats, key=lambda seat: places[seat])]
    orders = [[*map(tuple, permutations(group))] for group in groups]
    found: Counter[Ranking] = Counter()
    for order in product(*orders):
        found[tuple(bot for group in order for bot in group)] += 1
    whole = sum(found.values())
    return {ranking: Fraction(count, whole) for ranking, count in found.items()}


def rate(rankings: Rankings, anchor: str | None = None, start: Mapping[str, float] | None = None) -> dict[str, float]:
    """The ratings of all bots that were ranked. The anchor has the middle rating, or else the mean of all has it."""
    bots = sorted({bot for ranking in rankings for bot in ranking})
    strength = {bot: exp((start[bot] - MIDDLE) / _ELO) if start else 1.0 for bot in bots}
    wins, stages = _stages(rankings, bots)
    for _ in range(_LONGEST):
        strength, change = _improved(strength, wins, stages)
        if change < _CLOSE:
            break
    return _anchored({bot: _ELO * log(strength[bot]) for bot in bots}, anchor)


Stage = tuple[tuple[tuple[str, int], ...], float]  # seats of each bot that are still to be ranked, and how often


def _stages(rankings: Rankings, bots: Iterable[str]) -> tuple[dict[str, float], list[Stage]]:
    """How often each bot was the next one ranked, and among whom; a stage between equals says nothing."""
    wins = dict.fromkeys(bots, _DRAWS / 2)
    among: dict[tuple[tuple[str, int], ...], float] = {}
    for ranking, count in rankings.items():
        for place in range(len(ranking) - 1):
            left = tuple(sorted(Counter(ranking[place:]).items()))
            if len(left) > 1:
                wins[ranking[place]] += float(count)
                among[left] = among.get(left, 0.0) + float(count)
    return wins, list(among.items())


def _improved(
    strength: Mapping[str, float], wins: Mapping[str, float], stages: Sequence[Stage]
) -> tuple[dict[str, float], float]:
    """Strengths that are more likely, and by how much a logarithm has changed at most."""
    expected = {bot: _DRAWS / (mine + 1.0) for bot, mine in strength.items()}
    for left, count in stages:
        each = count / sum([seats * strength[bot] for bot, seats in left])
        for bot, seats in left:
            expected[bot] += seats * each
    better = {bot: wins[bot] / expected[bot] for bot in strength}
    return better, max([abs(log(better[bot] / strength[bot])) for bot in strength])


def _anchored(points: Mapping[str, float], anchor: str | None) -> dict[str, float]:
    middle = points.get(anchor or "", sum(points.values()) / len(points))
    return {bot: MIDDLE + mine - middle for bot, mine in points.items()}
