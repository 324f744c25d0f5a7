"""Which traits win: seats, and whatever a game says one seat has and others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kronrat.arena.intervals import wilson
from kronrat.arena.series import Series
from kronrat.arena.simulation import Progress, play_series
from kronrat.bots import BotName


@dataclass(frozen=True)
class Share:
    """How often a trait was played and won with; a shared victory counts in parts."""

    trait: str
    played: int
    won: float

    @property
    def rate(self) -> float:
        return self.won / self.played

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.played)


@dataclass(frozen=True)
class Balance:
    """The shares of all traits, best first, and how many of the games the limit of their table ended."""

    shares: list[Share]
    cut_short: int


def balance(
    game: str,
    options: Mapping[str, str],
    seats: int,
    games: int,
    bots: Sequence[BotName],
    seed: str,
    jobs: int = 1,
    data: str | None = None,
    progress: Progress | None = None,
) -> Balance:
    """The win rate of every trait."""
    series = Series(game, seats, options, tuple(bots), seed, data).checked()
    sums = play_series(series, games, jobs, progress)
    shares = [Share(trait, played, float(sums.won_with[trait])) for trait, played in sums.played_with.items()]
    return Balance(sorted(shares, key=lambda share: (-share.rate, share.trait)), sums.games - sums.finished)
