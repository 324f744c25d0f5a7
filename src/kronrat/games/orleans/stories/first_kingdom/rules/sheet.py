"""The task sheet of a player, and the chronicle of all. [OS-FK-GOAL-1]"""

from __future__ import annotations

from typing import ClassVar, cast

from mypy_extensions import mypyc_attr

from kronrat.games.orleans.rules.realm import churches_of, villages_of
from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.rules.story import CommonSheet, Sheet
from kronrat.games.orleans.stories.first_kingdom.rules.events import (
    CitizenJoined,
    ControlReached,
    TaskCompleted,
    TaskFieldCrossed,
)
from kronrat.games.orleans.stories.first_kingdom.rules.printed import COLUMNS, printed_of


@mypyc_attr(acyclic=True)
class TaskSheet(Sheet):
    """Citizens struck, fields crossed, the own church, and the cubes on the control board."""

    FIELDS: ClassVar[tuple[str, ...]] = ("citizens", "crossed", "church", "cubes")

    citizens: int
    crossed: int  # bits of the fields of all tasks, one task after the other
    church: bool  # has built one
    cubes: tuple[int, ...]  # how many thresholds of each column were reached

    def clone(self) -> TaskSheet:
        new = TaskSheet()
        new.citizens = self.citizens
        new.crossed = self.crossed
        new.church = self.church
        new.cubes = self.cubes
        return new


@mypyc_attr(acyclic=True)
class Chronicle(CommonSheet):
    """Which narration cards were read, and which trials are overcome."""

    FIELDS: ClassVar[tuple[str, ...]] = ("read", "overcome")

    read: int  # bits of the epochs that somebody has entered
    overcome: int  # bits of the epochs whose malus has become a bonus

    def clone(self) -> Chronicle:
        new = Chronicle()
        new.read = self.read
        new.overcome = self.overcome
        return new


def new_sheet() -> TaskSheet:
    sheet = TaskSheet()
    sheet.citizens = sheet.crossed = 0
    sheet.church = False
    sheet.cubes = (0,) * len(COLUMNS)
    return sheet


def new_chronicle() -> Chronicle:
    """The first narration card is read before the game. [OS-FK-SETUP-7, OS-FK-EPOCH-7]"""
    chronicle = Chronicle()
    chronicle.read = 1
    chronicle.overcome = 0
    return chronicle


def sheet_of(state: State, seat: int) -> TaskSheet:
    return cast(TaskSheet, state.players[seat].sheet)


def chronicle_of(state: State) -> Chronicle:
    return cast(Chronicle, state.common)


def strike_citizen(state: State, seat: int, rule: str) -> None:
    """More than are asked for have no effect; none is ever lost. [OS-FK-CITIZEN-6, OS-FK-CITIZEN-8]"""
    sheet = sheet_of(state, seat)
    if sheet.citizens < printed_of(state).citizens_needed:
        sheet.citizens += 1
        if state.listener is not None:
            state.tell(CitizenJoined(rule, seat, sheet.citizens))


def cross(state: State, seat: int, number: int, rule: str) -> None:
    """Cross a field, the `number`th of all tasks. [OS-FK-TASK-1, OS-FK-TASK-2]"""
    sheet = sheet_of(state, seat)
    sheet.crossed |= 1 << number
    if state.listener is not None:
        first = 0
        for task in printed_of(state).tasks:
            if number < first + len(task.fields):
                state.tell(TaskFieldCrossed(rule, seat, task.id, TOKENS[task.fields[number - first]]))
                if sheet.crossed >> first & (1 << len(task.fields)) - 1 == (1 << len(task.fields)) - 1:
                    state.tell(TaskCompleted("OS-FK-TASK-2", seat, task.id))
                return
            first += len(task.fields)


def move_cubes(state: State, seat: int) -> None:
    """A citizen for every number of the control board that is reached for the first time. [OS-FK-CONTROL-2, -3, -8]"""
    me, sheet = state.players[seat], sheet_of(state, seat)
    counts = (me.areas.bit_count(), villages_of(state, me), churches_of(state, me))
    for column, thresholds in enumerate(printed_of(state).control):
        reached = sheet.cubes[column]
        while reached < len(thresholds) and thresholds[reached] <= counts[column]:
            if state.listener is not None:
                state.tell(ControlReached("OS-FK-CONTROL-2", seat, COLUMNS[column], thresholds[reached]))
            strike_citizen(state, seat, "OS-FK-CITIZEN-2")
            reached += 1
            sheet.cubes = (*sheet.cubes[:column], reached, *sheet.cubes[column + 1 :])
