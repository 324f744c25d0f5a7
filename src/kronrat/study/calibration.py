"""Whether reviews can be trusted: chances against results, luck over many games, and how much of a loss lasts.

At every quiet moment of fresh games the chance of each seat, by its own knowledge, is compared with what became of it.
Some of the games are reviewed too: then the luck of all seats has to come to nothing on average, and what luck leaves
of the results is compared with what was lost by choices. The part that lasts is the slope between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kronrat.arena.executors import Here, Processes
from kronrat.arena.record import record
from kronrat.arena.series import Plain, Series
from kronrat.bots.judging import Learned
from kronrat.bots.search import Budget
from kronrat.core.flow import State
from kronrat.core.judgement import victories_of
from kronrat.core.numbers import add_up
from kronrat.shelf import load
from kronrat.study.foresight import Foresight, error_of_mean
from kronrat.study.reviewing import POSITIONS, review

BINS = 10


@dataclass
class Bin:
    """Predictions of about the same chance, and how often they came true."""

    count: int = 0
    predicted: float = 0.0
    won: float = 0.0


@dataclass
class Calibration:
    """What was found in a series of games."""

    games: int = 0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])
    lucks: list[float] = field(default_factory=list)  # of each seat of each game that was reviewed
    lost: list[float] = field(default_factory=list)  # what choices explain, before it is known how much of it lasts,
    left: list[float] = field(default_factory=list)  # and what luck leaves of the results
    by_bot: dict[str, list[tuple[float, float | None]]] = field(default_factory=dict)  # loss and accuracy

    def add(self, found: Plain) -> None:
        self.games += 1
        for predicted, won in found["predictions"]:
            one = self.bins[min(BINS - 1, int(BINS * predicted))]
            one.count, one.predicted, one.won = one.count + 1, one.predicted + predicted, one.won + won
        for seat in found["seats"]:
            self.lucks.append(seat["luck"])
            self.lost.append(seat["lost"])
            self.left.append(seat["left"])
            self.by_bot.setdefault(seat["bot"], []).append((seat["errors"], seat["accuracy"]))

    def mean_error(self) -> float:
        """The mean difference between predictions and results, over all bins by their size."""
        whole = sum([one.count for one in self.bins])
        return add_up([abs(one.predicted - one.won) for one in self.bins]) / whole if whole else 0.0

    def lasting(self) -> tuple[float, float] | None:
        """How much of a loss lasts, and the standard error of that; None where nobody lost anything."""
        squares = add_up([lost * lost for lost in self.lost])
        if len(self.lost) < 3 or not squares:
            return None
        slope = add_up([lost * left for lost, left in zip(self.lost, self.left, strict=True)]) / squares
        rest = [left - slope * lost for lost, left in zip(self.lost, self.left, strict=True)]
        return slope, float((add_up([one * one for one in rest]) / (len(rest) - 1) / squares) ** 0.5)

    def plain(self) -> Plain:
        """Everything as one JSON object."""
        lasting, many = self.lasting(), max(1, len(self.lucks))
        return {
            "games": self.games,
            "predictions": sum([one.count for one in self.bins]),
            "mean_error": self.mean_error(),
            "bins": [
                {"count": one.count, "predicted": one.predicted / one.count, "won": one.won / one.count}
                for one in self.bins
                if one.count
            ],
            "reviewed": len(self.lucks),
            "luck": add_up(self.lucks) / many,
            "luck_size": add_up([abs(luck) for luck in self.lucks]) / many,
            "luck_error": error_of_mean(self.lucks),
            "lasting": None if lasting is None else {"slope": lasting[0], "error": lasting[1]},
            "bots": {bot: _of_bot(found) for bot, found in self.by_bot.items()},
        }


def _of_bot(found: list[tuple[float, float | None]]) -> Plain:
    known = [accuracy for _, accuracy in found if accuracy is not None]
    return {
        "seats": len(found),
        "errors": add_up([errors for errors, _ in found]) / len(found),
        "accuracy": add_up(known) / len(known) if known else None,
    }


def calibrate(
    series: Series,
    games: int,
    reviews: int = 0,
    positions: int = POSITIONS,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Calibration:
    """Play games of a checked series, and review the first of them."""
    found = Calibration()
    plain = series.plain()
    tasks: Iterator[dict[str, Any]] = (
        {"series": plain, "number": number, "positions": positions if number < reviews else 0}
        for number in range(games)
    )
    executor = Here() if jobs == 1 else Processes(jobs)
    for result in executor.run(play_one, tasks):
        found.add(result)
        if progress is not None:
            progress(found.games, games)
    return found


def play_one(task: Plain) -> Plain:
    """One game with its predictions, and its review if positions are given for it; in any process."""
    series, number = Series.from_plain(task["series"]), task["number"]
    game, seating = load(series.game, series.data), series.seating(number)
    match = record(game, series.seats, seating, series.options, series.seed_of(number))
    won = victories_of(match.state.standing())
    seats: list[Plain] = []
    if task["positions"]:
        judge = Learned()
        found = review(game, match.journal, Budget(positions=task["positions"]), judge)
        lasting = judge.lasting(match.state)
        for seat, bot in enumerate(seating):
            one = found.account(seat)
            lost = (one.errors + one.others) / lasting
            left = one.result - one.start - one.luck
            own = {"errors": one.errors, "accuracy": one.accuracy}
            seats.append({"bot": bot, "luck": one.luck, "lost": lost, "left": left, **own})
    state: State = game.new(series.seats, match.options)
    lines = [match.journal.lines[line - 1] for line in match.journal.counting()]
    predictions: list[tuple[float, float]] = []
    foresight = Foresight()
    for line in lines:
        was_quiet = game.quiet(state)
        state.apply(line.seat, line.choice)
        if state.stack and game.quiet(state) and not was_quiet:
            for seat in range(series.seats):
                predictions.append((foresight.chances(state, seat)[seat], won[seat]))
    return {"predictions": predictions, "seats": seats}
