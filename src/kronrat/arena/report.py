"""What a ladder found: shares of victories with their intervals, ratings, and who beats whom.

The share of a bot is that of its games alone against a table of others; with n seats an equal one has 1/n. All seats of
a table are played with the same dice, so luck with them is the same for both sides: that is what `error` is taken from,
the differences between tables. Wilson intervals do not know of it and are on the safe side. Where luck was noted,
`adjusted` is the share without what luck explains of it, and `adjusted_error` its error, with tables as blocks, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from kronrat.arena.bouts import Watch
from kronrat.arena.intervals import wilson
from kronrat.arena.ladder import Ladder
from kronrat.arena.luck import adjusted
from kronrat.arena.ratings import Ranking, rankings_of, rate
from kronrat.arena.series import Plain
from kronrat.bots import DEFAULT
from kronrat.core.dice import Dice, seed_of_text

_RESAMPLED = 100  # ladders drawn from the tables of this one, to see how sure a rating is
_INTERVAL = 0.95


@dataclass
class Record:
    """The games of one bot alone against others, by table."""

    games: int = 0
    won: float = 0.0
    points: float = 0.0
    their_points: float = 0.0
    by_table: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    luck_by_table: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, table: int, won: float, points: float, their_points: float, luck: float | None = None) -> None:
        self.games += 1
        self.won += won
        self.points += points
        self.their_points += their_points
        self.by_table[table].append(won)
        if luck is not None:
            self.luck_by_table[table].append(luck)

    @property
    def adjusted(self) -> tuple[float, float] | None:
        """The share without luck and its standard error, where the luck of all games was noted."""
        means = [[sum(some) / len(some) for some in found.values()] for found in (self.by_table, self.luck_by_table)]
        return adjusted(*means) if len(means[0]) == len(means[1]) else None

    @property
    def error(self) -> float | None:
        """The standard error of the share, where every table counts as one."""
        means = [sum(shares) / len(shares) for shares in self.by_table.values()]
        count = len(means)
        if count < 2:
            return None
        mean = sum(means) / count
        return sqrt(sum([(one - mean) ** 2 for one in means]) / (count - 1) / count)

    def plain(self) -> Plain:
        low, high = wilson(self.won, self.games)
        error, without_luck = self.error, self.adjusted
        fair = {} if without_luck is None else dict(zip(("adjusted", "adjusted_error"), without_luck, strict=True))
        return {
            "games": self.games,
            "share": round(self.won / self.games, 4) if self.games else None,
            "low": round(low, 4),
            "high": round(high, 4),
            "error": None if error is None else round(error, 4),
            **{name: round(value, 4) for name, value in fair.items()},
            "points": round(self.points / self.games, 2) if self.games else None,
            "their_points": round(self.their_points / self.games, 2) if self.games else None,
        }


class Report:
    """Sums up the results of a ladder; they may come in any order."""

    def __init__(self, ladder: Ladder, results: Iterable[Plain]) -> None:
        self.ladder = ladder
        self.games = 0
        self.cut_short = 0  # games that a limit of their table ended
        self.total = {bot: Record() for bot in ladder.names}
        self.cross = {bot: {other: Record() for other in ladder.names if other != bot} for bot in ladder.names}
        self.watches = {bot: Watch() for bot in ladder.names}
        self._ranked: dict[int, dict[Ranking, float]] = defaultdict(lambda: defaultdict(float))  # by table
        for result in sorted(results, key=lambda result: int(result["number"])):
            self._add(result)
        self.ratings = self._rate(list(self._ranked))
        self.spans = self._resampled()

    def _add(self, result: Plain) -> None:
        bout = self.ladder.bout(result["number"])
        bots, places, scores = bout.seating(self.ladder.seats), result["places"], result["scores"]
        self.games += 1
        self.cut_short += result.get("cut_short", False)  # games kept by earlier versions do not tell
        for ranking, part in rankings_of(bots, places).items():
            self._ranked[bout.table][ranking] += float(part)
        sides = [(bout.seat, bout.alone, bout.others)]
        if self.ladder.seats == 2:
            sides.append((1 - bout.seat, bout.others, bout.alone))
        for seat, bot, other in sides:
            won = (places[seat] == 1) / places.count(1)
            theirs = (sum(scores) - scores[seat]) / (len(scores) - 1)
            for record in (self.total[bot], self.cross[bot][other]):
                record.add(bout.table, won, scores[seat], theirs, result["luck"][seat] if self.ladder.luck else None)
        for bot, (choices, total, longest) in zip((bout.alone, bout.others), result["spent"], strict=True):
            watch = self.watches[bot]
            watch.choices += choices
            watch.total += total
            watch.longest = max(watch.longest, longest)

    def _rate(self, tables: Sequence[int], start: dict[str, float] | None = None) -> dict[str, float]:
        together: dict[Ranking, float] = defaultdict(float)
        for table in tables:
            for ranking, count in self._ranked[table].items():
                together[ranking] += count
        return rate(together, DEFAULT, start)

    def _resampled(self) -> dict[str, tuple[float, float]]:
        """The interval of each rating: what it would be with other tables, drawn from those that were played."""
        tables, dice = list(self._ranked), Dice(seed_of_text("resampled"))
        found: dict[str, list[float]] = {bot: [] for bot in self.ratings}
        for _ in range(_RESAMPLED):
            drawn = [tables[dice.below(len(tables))] for _ in tables]
            for bot, points in self._rate(drawn, self.ratings).items():
                found[bot].append(points)
        cut = round(_RESAMPLED * (1 - _INTERVAL) / 2)
        return {bot: (sorted(some)[cut], sorted(some)[-1 - cut]) for bot, some in found.items()}

    def plain(self, seconds: float | None = None) -> dict[str, Any]:
        """The one machine-readable object of `arena --json`."""
        ladder = self.ladder
        return {
            "game": ladder.game,
            "options": dict(ladder.options),
            "seats": ladder.seats,
            "seed": ladder.seed,
            "positions": ladder.positions,
            "ms": ladder.ms,
            "rules": ladder.rules,
            "data": ladder.digest,
            "games": self.games,
            "cut_short": self.cut_short,
            "parity": round(1 / ladder.seats, 4),
            "seconds": None if seconds is None else round(seconds, 3),
            "bots": {bot: self._plain_bot(bot) for bot in ladder.names},
            "cross": {bot: {other: record.plain() for other, record in row.items()} for bot, row in self.cross.items()},
        }

    def _plain_bot(self, bot: str) -> Plain:
        watch, (low, high) = self.watches[bot], self.spans[bot]
        return {
            **self.total[bot].plain(),
            "rating": round(self.ratings[bot], 1),
            "rating_low": round(low, 1),
            "rating_high": round(high, 1),
            "choices": watch.choices,
            "ms_mean": round(watch.total / watch.choices, 3) if watch.choices else None,
            "ms_max": round(watch.longest, 3),
        }
