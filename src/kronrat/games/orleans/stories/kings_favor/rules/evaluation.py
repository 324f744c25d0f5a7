"""Numbers for bots that play The King's Favor: the goals of this year and the next, fame, and points."""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.rules.appraisal import Belongings, Worths, tools_worth
from kronrat.games.orleans.rules.realm import count
from kronrat.games.orleans.rules.state import COINS, EMPTY, State
from kronrat.games.orleans.stories.kings_favor.rules.goals import is_fulfilled
from kronrat.games.orleans.stories.kings_favor.rules.printed import GoalRow, printed_of
from kronrat.games.orleans.stories.kings_favor.rules.scoring import points_with
from kronrat.games.orleans.stories.kings_favor.rules.seasons import season_of
from kronrat.games.orleans.stories.kings_favor.rules.sheet import PLAYING, booklet_of

OUT: Final = -1_000.0
GOAL: Final = 20.0
# Share of a goal that is begun, by season: in the end only all of it counts.
BEGUN: Final[Worths] = (0.7, 0.55, 0.4, 0.2)
NEXT_GOAL: Final = 10.0  # of the year to come
FAME: Final = 2.0
POINT: Final = 0.5
FAVOURITE: Final = 25.0  # the tile, beside its points
LEAST_AHEAD: Final = 0.05
FOOD: Final = 2.0  # something for the next autumn
LEAST_SPREAD: Final = 8.0  # of what is still open, at the end
SPREAD: Final = 22.0  # and in the beginning, beside it


def worth(state: State, seat: int) -> float:
    me, booklet = state.players[seat], booklet_of(state, seat)
    if booklet.points != PLAYING:
        return OUT + booklet.points
    goals = printed_of(state).goals
    ahead = _ahead(state)
    mine = Belongings(state, me)
    done = sum([len(asked) for asked in goals[: booklet.years]])  # so that nobody hurries to the end of a year
    total = POINT * points_with(state, seat, mine.wealth) + FAME * me.fame
    total += FAVOURITE * booklet.favourites + GOAL * done
    total += tools_worth(state, me, mine, ahead)
    total += FOOD * any([mine.tokens[food] for food in state.tables.food])
    begun = BEGUN[season_of(state)] if state.round else BEGUN[0]
    coins = mine.coins
    for n, goal in enumerate(goals[me.epoch]):
        if is_fulfilled(state, seat, n, goal):
            total += GOAL
        else:
            total += GOAL * begun * _progress(state, seat, mine, goal, mine.coins)
            coins -= max(0, goal.send - COINS)
    if me.epoch + 1 < len(goals):
        for goal in goals[me.epoch + 1]:
            total += NEXT_GOAL * _progress(state, seat, mine, goal, max(0, coins))
    return total


def _ahead(state: State) -> float:
    """How much of the game is still to come, from all of it to next to nothing."""
    rounds = len(printed_of(state).goals) * state.tables.numbers["seasons"]
    return max(LEAST_AHEAD, 1.0 - state.round / rounds)


def spread(state: State) -> float:
    """By how much worths still change."""
    return LEAST_SPREAD + SPREAD * _ahead(state)


def measure_names(state: State) -> list[str]:
    most = max([len(asked) for asked in printed_of(state).goals])
    return ["favourites", "years", "season", "points", "left", "begun", "next", *[f"goal {n}" for n in range(most)]]


def measures(state: State, seat: int) -> list[float]:
    """The points, and how much of the goals of this epoch and of the next is there."""
    me, booklet, goals = state.players[seat], booklet_of(state, seat), printed_of(state).goals
    mine, begun, coming = Belongings(state, me), 0.0, 0.0
    for goal in goals[me.epoch]:
        begun += _progress(state, seat, mine, goal, mine.coins)
    if me.epoch + 1 < len(goals):
        for goal in goals[me.epoch + 1]:
            coming += _progress(state, seat, mine, goal, mine.coins)
    points = points_with(state, seat, mine.wealth)
    found = [float(booklet.favourites), float(booklet.years)]
    found += [float(season_of(state)) if state.round else 0.0, float(points), _ahead(state), begun, coming]
    asked = goals[me.epoch]
    for n in range(max([len(some) for some in goals])):
        found.append(1.0 if n < len(asked) and is_fulfilled(state, seat, n, asked[n]) else 0.0)
    return found


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
