"""What may be put on a table of The First Kingdom by hand: the round, epochs, citizens and tasks."""

from __future__ import annotations

from functools import partial
from typing import Final

from kronrat.games.orleans.pieces import begin_round, enter
from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.stories.first_kingdom.rules.printed import KingdomPrinted, printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import TaskSheet, chronicle_of, sheet_of
from kronrat.games.orleans.stories.first_kingdom.rules.story import FirstKingdom
from kronrat.pieces import Piece

MOST_ROUNDS: Final = 99


def pieces(state: State) -> list[Piece]:
    if not state.round or not isinstance(state.story, FirstKingdom):
        return []
    printed = printed_of(state)
    epochs = tuple([str(number) for number in range(1, len(state.story.epochs) + 1)])
    masks = _fields_of_tasks(printed)
    tasks = tuple(masks)
    found = [Piece("round", "term.round", state.round, partial(begin_round, state), None, 1, MOST_ROUNDS)]
    for seat in state.playing:
        sheet, now = sheet_of(state, seat), str(state.players[seat].epoch + 1)
        done = tuple([task for task in tasks if sheet.crossed & masks[task] == masks[task]])
        found += [
            Piece("epoch", "term.epoch", now, partial(_enter, state, seat), seat, values=epochs, names="epoch"),
            Piece(
                "citizens", "task.citizens", sheet.citizens, partial(setattr, sheet, "citizens"), seat,
                0, printed.citizens_needed,
            ),
            Piece("tasks", "term.tasks", done, partial(_cross, sheet, masks), seat, values=tasks, names="task"),
        ]  # fmt: skip
    return found


def _fields_of_tasks(printed: KingdomPrinted) -> dict[str, int]:
    """The bits of every task on the sheet, where they are one task after the other."""
    masks, first = dict[str, int](), 0
    for task in printed.tasks:
        if task.fields:
            masks[task.id] = (1 << len(task.fields)) - 1 << first
            first += len(task.fields)
    return masks


def _enter(state: State, seat: int, epoch: str) -> None:
    """Whoever enters an epoch has its narration read to all. [OS-FK-EPOCH-7]"""
    enter(state, seat, int(epoch) - 1)
    chronicle_of(state).read |= (1 << int(epoch)) - 1


def _cross(sheet: TaskSheet, masks: dict[str, int], wanted: tuple[str, ...]) -> None:
    """All fields of a task, or none of it where it was done before."""
    for task, mask in masks.items():
        if task in wanted:
            sheet.crossed |= mask
        elif sheet.crossed & mask == mask:
            sheet.crossed &= ~mask
