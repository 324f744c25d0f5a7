"""How strong people are, game by game: the Plackett-Luce model of `openskill`, in points as of `kronrat.arena.ratings`.

What is believed of somebody is a mean and its standard error. A game changes both for everybody who was ranked in it;
a bot, whose strength was measured, only serves as a yardstick. Four hundred points are ten times the strength, at
tables of every size: the noise of a result (`beta`) is chosen for each number of players so that it is.

The library shrinks an error only a little with each game unless it is told otherwise (`_sure`). With what is chosen
here, errors are about as large as they are said to be: `tests/arena/test_skills.py` plays a thousand games between
players whose strengths are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from typing import Any

from kronrat.arena.ratings import MIDDLE

START_ERROR = 200.0  # of somebody about whom nothing is known; much more would make the first games count too much
LONG_AWAY_ERROR = START_ERROR  # nobody is less known than a newcomer
RESTLESSNESS = 3.0  # people change: what is added to an error with every game,
PER_DAY = 9.0  # and to its square with every day without one: from 50 points to 76 in a year

_POINTS = 400.0 / log(10.0)  # in which strength grows by a factor of e


@dataclass(frozen=True)
class Skill:
    """What is believed of somebody's strength."""

    mean: float = MIDDLE
    error: float = START_ERROR  # the standard error; 95 of 100 are within two of them

    def rested(self, days: float) -> Skill:
        """The same after some days without a game: less certain."""
        grown = sqrt(self.error**2 + PER_DAY * max(0.0, days))
        return Skill(self.mean, max(self.error, min(LONG_AWAY_ERROR, grown)))


@dataclass(frozen=True)
class Ranked:
    """Somebody in the ranking of one game; shared places are equal."""

    place: int
    skill: Skill


def after(ranked: Sequence[Ranked]) -> list[Skill]:
    """What is believed of everybody after a game; with fewer than two of them it says nothing."""
    if len(ranked) < 2:
        return [one.skill for one in ranked]
    model = _model(len(ranked))
    teams = [[model.rating(mu=one.skill.mean, sigma=one.skill.error)] for one in ranked]
    rated: Any = model.rate(teams, ranks=[float(one.place) for one in ranked])
    return [Skill(float(team[0].mu), float(team[0].sigma)) for team in rated]


@cache
def _model(players: int) -> Any:
    from openskill.models import PlackettLuce  # only where somebody is rated

    beta = _POINTS / sqrt(players)
    return PlackettLuce(mu=MIDDLE, sigma=START_ERROR, beta=beta, tau=RESTLESSNESS, gamma=_sure)


def _sure(*_: Any) -> float:
    """By how much of what a game tells an error shrinks: all of it."""
    return 1.0
