"""The tasks of the king: what is sent for them, and the end of a year. [OS-KF-GOAL, OS-KF-END]"""

from __future__ import annotations

from kronrat.core.flow import Step
from kronrat.games.orleans.rules.epochs import enter_epoch
from kronrat.games.orleans.rules.realm import count
from kronrat.games.orleans.rules.state import EMPTY, State
from kronrat.games.orleans.rules.story import Target
from kronrat.games.orleans.stories.kings_favor.rules.events import GoalsChecked, YearEnded
from kronrat.games.orleans.stories.kings_favor.rules.leaving import clear_booklet, eliminate, give_favourite
from kronrat.games.orleans.stories.kings_favor.rules.printed import GoalRow, printed_of
from kronrat.games.orleans.stories.kings_favor.rules.scoring import finish
from kronrat.games.orleans.stories.kings_favor.rules.sheet import booklet_of


def goals_of(state: State, seat: int) -> list[GoalRow]:
    """Those of the present epoch only. [OS-KF-GOAL-2]"""
    return printed_of(state).goals[state.players[seat].epoch]


def open_fields(state: State, seat: int) -> list[Target]:
    """The fields of the booklet that still wait for their token. [OS-KF-GOAL-1]"""
    sent = booklet_of(state, seat).sent
    goals = enumerate(goals_of(state, seat))
    return [(goal.id, goal.send) for n, goal in goals if goal.send != EMPTY and not sent >> n & 1]


def lay_on_booklet(state: State, seat: int, goal: str) -> None:
    """The token stays there, and nothing else comes of it. [OS-KF-GOAL-4, OS-KF-GOAL-5]"""
    number = [row.id for row in goals_of(state, seat)].index(goal)
    booklet_of(state, seat).sent |= 1 << number


def progress(state: State, seat: int, number: int, goal: GoalRow) -> tuple[int, int]:
    """How much there is of a goal, the `number`th of this epoch, and how much the king asks for.

    Sent, or at this moment controlled, built or reached. [OS-KF-GOAL-3, OS-KF-GOAL-6]
    """
    if goal.send != EMPTY:
        return booklet_of(state, seat).sent >> number & 1, 1
    me = state.players[seat]
    if goal.reach:
        return me.fame, goal.field
    return count(state, me, goal.count, None), goal.least


def is_fulfilled(state: State, seat: int, number: int, goal: GoalRow) -> bool:
    have, need = progress(state, seat, number, goal)
    return have >= need


def missed(state: State, seat: int) -> list[GoalRow]:
    """Each goal line and each field is a part-task of its own. [OS-KF-END-4]"""
    return [goal for n, goal in enumerate(goals_of(state, seat)) if not is_fulfilled(state, seat, n, goal)]


class EndYear(Step):
    """The king looks at everybody; then the survivors ascend together. [OS-KF-END-1, OS-KF-END-5, OS-KF-END-7]"""

    def run(self, state: State) -> None:
        epochs = state.story.epochs
        epoch = state.players[state.playing[0]].epoch  # all are in the same [OS-KF-FLOW-2]
        for seat in state.turn_order():
            judge(state, seat)
        if state.listener is not None:
            state.tell(YearEnded("OS-KF-END-5", epochs[epoch].id))
        for seat in state.playing:
            booklet_of(state, seat).years += 1
        if not state.playing:
            finish(state, "OS-KF-WIN-3")
        elif len(state.playing) == 1:
            finish(state, "OS-KF-WIN-1")
        elif epoch == len(epochs) - 1:
            finish(state, "OS-KF-WIN-2")
        else:
            for seat in state.playing:
                clear_booklet(state, seat)
                enter_epoch(state, seat, epoch + 1, "OS-KF-END-5")


def judge(state: State, seat: int) -> None:
    """A favourite tile for every part-task missed, as long as there are any. [OS-KF-END-1, OS-KF-END-8]"""
    failed = missed(state, seat)
    if state.listener is not None:
        found = [(goal.id, *progress(state, seat, n, goal)) for n, goal in enumerate(goals_of(state, seat))]
        state.tell(GoalsChecked("OS-KF-GOAL-3", seat, tuple([goal.id for goal in failed]), tuple(found)))
    if not all([goal.replaceable for goal in failed]):
        eliminate(state, seat, "OS-KF-END-2")  # no tile helps, so none is handed in for the others
        return
    for _ in failed:
        if not booklet_of(state, seat).favourites:
            eliminate(state, seat, "OS-KF-END-8")
            return
        give_favourite(state, seat, "OS-KF-END-1")
