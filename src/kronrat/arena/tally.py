"""Counting what happens in many games, for tables of evidence; the caller says which events matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kronrat.arena.series import Keys, Series
from kronrat.arena.simulation import Progress, play_series
from kronrat.arena.sums import Key
from kronrat.bots import BotName


@dataclass(frozen=True)
class Tally:
    """Counts over all games. A key is the name of an event's class and the facts that were asked for."""

    games: int
    winning_scores: Counter[int]
    events: Counter[Key]
    games_with: Counter[Key]

    @property
    def median_winning_score(self) -> float:
        return median(self.winning_scores)

    def share(self, *key: object) -> float:
        """The share of games in which this happened at least once."""
        return self.games_with[key] / self.games


def tally(
    game: str,
    seats: int,
    options: Mapping[str, str],
    bots: Sequence[BotName],
    games: int,
    seed: str,
    keys: Keys,
    jobs: int = 1,
    data: str | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Count events by their class and by some of their facts: `keys={"PearlTaken": ["colour"]}`."""
    series = Series(game, seats, options, tuple(bots), seed, data, keys).checked()
    sums = play_series(series, games, jobs, progress)
    return Tally(sums.games, sums.winning_scores, sums.events, sums.games_with)


def median(counts: Mapping[int, int]) -> float:
    """The median of values that are given with their counts."""
    if not counts:
        raise ValueError("nothing was counted")
    middle = sum(counts.values()) / 2
    passed = 0
    values = sorted(counts)
    for place, value in enumerate(values):
        passed += counts[value]
        if passed > middle:
            return value
        if passed == middle:
            return (value + values[place + 1]) / 2
    raise AssertionError("counts are positive")
