"""Numbers for bots that play The King's Favor: the goals of this year and the next, fame, and points."""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.rules.appraisal import Belongings, tools_worth
from kronrat.games.orleans.rules.realm import count
from kronrat.games.orleans.rules.state import COINS, EMPTY, State
from kronrat.games.orleans.stories.kings_favor.rules.goals import is_fulfilled
from kronrat.games.orleans.stories.kings_favor.rules.printed import GoalRow, printed_of
from kronrat.games.orleans.stories.kings_favor.rules.scoring import points
from kronrat.games.orleans.stories.kings_favor.rules.seasons import season_of
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING, booklet_of

OUT: Final = -1_000.0
GOAL: Final = 20.0
BEGUN: Final = (0.7, 0.55, 0.4, 0.2)  # share of a goal that is begun, by season: in the end only all of it counts
NEXT_GOAL: Final = 10.0  # of the year to come
FAME: Final = 2.0
POINT: Final = 0.5
FAVOURITE: Final = 25.0  # the tile, beside its points
LEAST_AHEAD: Final = 0.05
FOOD: Final = 2.0  # something for the next autumn


def worth(state: State, seat: int) -> float:
    me, booklet = state.players[seat], booklet_of(state, seat)
    if booklet.points != PLAYING:
        return OUT + booklet.points
    goals = printed_of(state).goals
    ahead = max(LEAST_AHEAD, 1.0 - state.round / (len(goals) * state.tables.numbers["seasons"]))
    mine = Belongings(state, me)
    done = sum([len(asked) for asked in goals[: booklet.years]])  # so that nobody hurries to the end of a year
    total = POINT * points(state, seat) + FAME * me.fame + FAVOURITE * booklet.favourites + GOAL * done
    total += tools_worth(state, me, mine, ahead)
    total += FOOD * any([mine.tokens[food] for food in state.tables.food])
    begun = BEGUN[season_of(state)] if state.round else BEGUN[0]
    coins = mine.coins
    for n, goal in enumerate(goals[me.epoch]):
        if is_fulfilled(state, seat, n):
            total += GOAL
        else:
            total += GOAL * begun * _progress(state, seat, mine, goal, mine.coins)
            coins -= max(0, goal.send - COINS)
    if me.epoch + 1 < len(goals):
        for goal in goals[me.epoch + 1]:
            total += NEXT_GOAL * _progress(state, seat, mine, goal, max(0, coins))
    return total


def _progress(state: State, seat: int, mine: Belongings, goal: GoalRow, coins: int) -> float:
    """How much of a goal is there, from nothing to all of it."""
    me = state.players[seat]
    if goal.send >= COINS:
        return min(1.0, coins / (goal.send - COINS))
    if goal.send != EMPTY:
        return float(mine.tokens[goal.send] > 0)
    if goal.reach:
        return min(1.0, me.fame / goal.field)
    return min(1.0, count(state, me, goal.count, None) / goal.least)
