"""Numbers for bots that play The King's Favor: the goals of this year and the next, fame, and points."""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.appraisal import Belongings, tools_worth
from kronrat.games.orleans.kings_favor.goals import is_fulfilled
from kronrat.games.orleans.kings_favor.scoring import points
from kronrat.games.orleans.kings_favor.sheet import PLAYING, booklet_of
from kronrat.games.orleans.realm import count
from kronrat.games.orleans.state import EMPTY, State
from kronrat.games.orleans.tables import GoalRow

OUT: Final = -1_000.0
GOAL: Final = 20.0
NEXT_GOAL: Final = 8.0  # of the year to come
FAME: Final = 1.3
POINT: Final = 0.5
YEAR: Final = 50.0
LEAST_AHEAD: Final = 0.05
FOOD: Final = 2.0  # something for the next autumn


def worth(state: State, seat: int) -> float:
    me, booklet = state.players[seat], booklet_of(state, seat)
    if booklet.points != PLAYING:
        return OUT + booklet.points
    total = POINT * points(state, seat) + YEAR * booklet.years + FAME * me.fame
    ahead = max(LEAST_AHEAD, 1.0 - state.round / (len(state.story.epochs) * state.tables.numbers["seasons"]))
    mine = Belongings(state, me)
    total += tools_worth(state, me, mine, ahead)
    total += FOOD * any([mine.tokens[food] for food in state.tables.food])
    epochs = state.story.epochs
    for n, goal in enumerate(epochs[me.epoch].goals):
        total += GOAL * (1.0 if is_fulfilled(state, seat, n) else 0.6 * _progress(state, seat, mine, goal))
    if me.epoch + 1 < len(epochs):
        for goal in epochs[me.epoch + 1].goals:
            total += NEXT_GOAL * _progress(state, seat, mine, goal)
    return total


def _progress(state: State, seat: int, mine: Belongings, goal: GoalRow) -> float:
    """How much of a goal is there, from nothing to all of it."""
    me = state.players[seat]
    if goal.send != EMPTY:
        return float(mine.has(goal.send))
    if goal.reach:
        return min(1.0, me.fame / goal.field)
    return min(1.0, count(state, me, goal.count, None) / goal.least)
