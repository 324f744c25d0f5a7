"""Whether reviews can be trusted: chances against results, luck over many games, and how much of a loss lasts.

At every quiet moment of fresh games the chance of each seat, by its own knowledge, is compared with what became of it.
The luck of every seat has to come to nothing on average. Some of the games are reviewed too: what luck leaves of the
results is compared with what was lost by choices. The part that lasts is the slope between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import exp, log
from typing import Any

from kronrat.arena.executors import Here, Processes
from kronrat.arena.record import record
from kronrat.arena.series import Plain, Series
from kronrat.bots.search import Budget
from kronrat.core.flow import CHANCE, State
from kronrat.core.judgement import victories_of
from kronrat.core.match import Match
from kronrat.core.numbers import add_up
from kronrat.shelf import load
from kronrat.study.foresight import Chances, Foresight, dice_by_purpose, error_of_mean, plus
from kronrat.study.fortune import luck_of
from kronrat.study.lasting import lasting_of
from kronrat.study.reviewing import POSITIONS, quiet_moments, review

BINS = 10
NEWTON = 12  # steps
MOST_SURE = 10.0
TINY = 1e-9


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
    games_foreseen: list[list[tuple[float, float]]] = field(default_factory=list)  # what was predicted, and who won
    lucks: list[Chances] = field(default_factory=list)  # of each game, by seat
    lost: list[float] = field(default_factory=list)  # what choices explain, before it is known how much of it lasts,
    left: list[float] = field(default_factory=list)  # and what luck leaves of the results
    by_bot: dict[str, list[tuple[float, float | None]]] = field(default_factory=dict)  # loss and accuracy
    lost_most: dict[str, int] = field(default_factory=dict)  # in how many games, by bot

    def add(self, found: Plain) -> None:
        self.games += 1
        for predicted, won in found["predictions"]:
            one = self.bins[min(BINS - 1, int(BINS * predicted))]
            one.count, one.predicted, one.won = one.count + 1, one.predicted + predicted, one.won + won
        self.games_foreseen.append([(one[0], one[1]) for one in found["predictions"]])
        self.lucks += [found["luck"]] if found["luck"] else []
        if found["seats"]:
            most = min(found["seats"], key=lambda seat: seat["errors"])["bot"]
            self.lost_most[most] = self.lost_most.get(most, 0) + 1
        for seat in found["seats"]:
            self.lost.append(seat["lost"])
            self.left.append(seat["left"])
            self.by_bot.setdefault(seat["bot"], []).append((seat["errors"], seat["accuracy"]))

    def curve(self) -> list[tuple[float, float]]:
        """What was predicted in each bin, and how much of it came true."""
        return [(one.predicted / one.count, one.won / one.count) for one in self.bins if one.count]

    def mean_error(self) -> float:
        """The mean difference between predictions and results, over all bins by their size."""
        whole = sum([one.count for one in self.bins])
        return add_up([abs(one.predicted - one.won) for one in self.bins]) / whole if whole else 0.0

    def sureness(self) -> tuple[float, float] | None:
        """The part of the log odds that holds, by logistic regression, and its standard error over games.

        1: chances are as sure as they may be; less: too sure. None where there is nothing to tell it from.
        """
        games = [[(log(p / (1 - p)), won) for p, won in one if 0.0 < p < 1.0] for one in self.games_foreseen]
        if len(games) < 3 or not any([odds for one in games for odds, _ in one]):
            return None
        part = 1.0
        for _ in range(NEWTON):
            pulls, bend = [0.0] * len(games), 0.0
            for number, one in enumerate(games):
                for odds, won in one:
                    chance = 1.0 / (1.0 + exp(-part * odds))
                    pulls[number] += odds * (won - chance)
                    bend += odds * odds * chance * (1.0 - chance)
            if bend < TINY:
                return None
            part = min(MOST_SURE, max(-MOST_SURE, part + add_up(pulls) / bend))
        return part, float(add_up([one * one for one in pulls]) ** 0.5 / bend)

    def lasting(self) -> tuple[float, float] | None:
        """How much of a loss lasts, and the standard error of that; None where nobody lost anything."""
        squares = add_up([lost * lost for lost in self.lost])
        if len(self.lost) < 3 or not squares:
            return None
        slope = add_up([lost * left for lost, left in zip(self.lost, self.left, strict=True)]) / squares
        rest = [left - slope * lost for lost, left in zip(self.lost, self.left, strict=True)]
        reviewed = sum(self.lost_most.values())
        free = len(rest) - reviewed  # in each game the last seat follows from the others
        repeated = len(rest) / max(1, free)
        return slope, float((repeated * add_up([one * one for one in rest]) / (len(rest) - 1) / squares) ** 0.5)

    def luck_by_seat(self) -> list[tuple[float, float]]:
        """The mean luck of each seat, and the standard error of that; none where luck was not looked at."""
        if not self.lucks:
            return []
        seats = [[game[seat] for game in self.lucks] for seat in range(len(self.lucks[0]))]
        return [(add_up(lucks) / len(lucks), error_of_mean(lucks)) for lucks in seats]

    def plain(self) -> Plain:
        """Everything as one JSON object."""
        lasting, sureness = self.lasting(), self.sureness()
        return {
            "games": self.games,
            "predictions": sum([one.count for one in self.bins]),
            "mean_error": self.mean_error(),
            "bins": [
                {"count": one.count, "predicted": one.predicted / one.count, "won": one.won / one.count}
                for one in self.bins
                if one.count
            ],
            "sureness": None if sureness is None else {"part": sureness[0], "error": sureness[1]},
            "lucks": len(self.lucks),
            "luck": [{"mean": mean, "error": error} for mean, error in self.luck_by_seat()],
            "reviewed": sum(self.lost_most.values()),
            "lasting": None if lasting is None else {"slope": lasting[0], "error": lasting[1]},
            "bots": {bot: _of_bot(found, self.lost_most.get(bot, 0)) for bot, found in self.by_bot.items()},
        }


def _of_bot(found: list[tuple[float, float | None]], lost_most: int) -> Plain:
    known = [accuracy for _, accuracy in found if accuracy is not None]
    return {
        "seats": len(found),
        "errors": add_up([errors for errors, _ in found]) / len(found),
        "accuracy": add_up(known) / len(known) if known else None,
        "lost_most": lost_most,
    }


def calibrate(
    series: Series,
    games: int,
    reviews: int = 0,
    positions: int = POSITIONS,
    luck: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Calibration:
    """Play games of a checked series, and review the first of them; each draw is compared with `luck` others."""
    found = Calibration()
    plain = series.plain()
    tasks: Iterator[dict[str, Any]] = (
        {"series": plain, "number": number, "positions": positions if number < reviews else 0, "luck": luck}
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
        found = review(game, match.journal, Budget(positions=task["positions"]))
        lasting = lasting_of(match.state)
        for seat, bot in enumerate(seating):
            one = found.account(seat)
            lost = (one.errors + one.others) / lasting
            left = one.result - one.start - one.luck
            own = {"errors": one.errors, "accuracy": one.accuracy}
            seats.append({"bot": bot, "lost": lost, "left": left, **own})
    foresight, predictions = Foresight(), list[tuple[float, float]]()
    for _, state in quiet_moments(game, match.journal):
        if state.stack:
            predictions += [(foresight.chances(state, seat)[seat], won[seat]) for seat in range(series.seats)]
    return {"predictions": predictions, "seats": seats, "luck": _luck(match, task["luck"]) if task["luck"] else []}


def _luck(match: Match, samples: int) -> Chances:
    """What all answers of CHANCE gave each seat."""
    state: State = match.game.new(match.state.seats, match.options)
    whole, foresight = [0.0] * state.seats, Foresight()
    seed = match.journal.header["seed"]
    for number in match.journal.counting():
        line = match.journal.lines[number - 1]
        if line.seat == CHANCE:
            found = luck_of(state, line.choice, foresight, dice_by_purpose(f"{seed} {number}"), samples)
            whole = plus(whole, found.gain)
        state.apply(line.seat, line.choice)
    return whole
