"""Numbers for bots that play The First Kingdom: how far the tasks are, and what helps with those left."""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.rules.appraisal import Belongings, tools_worth
from kronrat.games.orleans.rules.realm import churches_of, villages_of
from kronrat.games.orleans.rules.state import CRAFTSMAN, MONK, WOOD, State
from kronrat.games.orleans.stories.first_kingdom.rules.ascent import is_met, price
from kronrat.games.orleans.stories.first_kingdom.rules.printed import printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import sheet_of
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import open_fields

CITIZEN: Final = 10.0
FIELD: Final = 12.0  # of a task
CHURCH: Final = 15.0
FAME: Final = 1.2
EPOCH: Final = 16.0
AREA: Final = 3.0  # on the way to the next number of the control board
VILLAGE: Final = 3.5
OWN_CHURCH: Final = 6.0
NEEDED: Final = 4.0  # a token that an open field waits for
NEEDED_FOR_CHURCH: Final = 6.0
WEALTH: Final = 0.5
WEALTH_AT_LAST: Final = 3.0  # when nothing else is left to do
MET: Final = 6.0  # a condition of the next ascent
LEAST_AHEAD: Final = 0.2  # of the game, when little is left to do
PRICE: Final = 0.6  # a coin that the next ascent still lacks
CHURCH_TAKES: Final = (CRAFTSMAN, MONK, WOOD)


def worth(state: State, seat: int) -> float:
    sheet, me, printed = sheet_of(state, seat), state.players[seat], printed_of(state)
    fields = open_fields(state, seat)
    mine = Belongings(state, me)
    rich = min(mine.wealth, printed.wealth_needed)
    done = sheet.citizens >= printed.citizens_needed and sheet.church and not fields
    total = CITIZEN * sheet.citizens + FIELD * sheet.crossed.bit_count() + CHURCH * sheet.church
    total += FAME * me.fame + EPOCH * me.epoch
    total += (WEALTH_AT_LAST if done else WEALTH) * rich
    areas, villages, churches = me.areas.bit_count(), villages_of(state, me), churches_of(state, me)
    total += AREA * min(areas, printed.control[0][-1]) + VILLAGE * min(villages, printed.control[1][-1])
    total += OWN_CHURCH * min(churches, printed.control[2][-1])
    steps = sheet.citizens + sheet.crossed.bit_count() + sheet.church
    ahead = max(LEAST_AHEAD, 1.0 - steps / (printed.citizens_needed + steps_of_tasks(state)))
    total += tools_worth(state, me, mine, ahead)
    for _, token, _ in fields:
        total += NEEDED * mine.has(token)
    if not sheet.church:
        for token in CHURCH_TAKES:
            total += NEEDED_FOR_CHURCH * mine.has(token)
    return total + _next_ascent(state, seat)


def measure_names(state: State) -> list[str]:
    fields = [f"{task.id} {n}" for task in printed_of(state).tasks for n in range(len(task.fields))]
    return [
        "citizens",
        "church",
        "lacking",
        "at_hand",
        "ascent",
        *[f"cubes {column}" for column in range(len(printed_of(state).control))],
        *fields,
    ]


def measures(state: State, seat: int) -> list[float]:
    """What is done of the tasks, and what there is for those left."""
    sheet, mine, fields = sheet_of(state, seat), Belongings(state, state.players[seat]), open_fields(state, seat)
    at_hand = len([token for _, token, _ in fields if mine.has(token)])
    found = [float(sheet.citizens), 1.0 if sheet.church else 0.0, float(len(fields)), float(at_hand)]
    found += [_next_ascent(state, seat), *[float(cubes) for cubes in sheet.cubes]]
    found += [1.0 if sheet.crossed >> n & 1 else 0.0 for n in range(steps_of_tasks(state) - 1)]
    return found


def steps_of_tasks(state: State) -> int:
    """All fields of all tasks, and the church."""
    return 1 + sum([len(task.fields) for task in printed_of(state).tasks])


def _next_ascent(state: State, seat: int) -> float:
    """What the condition of the next ascent has and lacks."""
    me, worth = state.players[seat], 0.0
    for condition in state.story.epochs[me.epoch].conditions:
        worth += MET * is_met(state, seat, condition)
        worth -= PRICE * max(0, price(state, seat, condition) - me.coins)
    return worth
