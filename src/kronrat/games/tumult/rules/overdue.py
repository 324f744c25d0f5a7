"""What is chosen for a player whose time for a choice is over, where the rules say so."""

from __future__ import annotations

from kronrat.core.flow import Choice
from kronrat.games.tumult.rules.coronation import TurnUp
from kronrat.games.tumult.rules.draft import DraftLift, DraftLook
from kronrat.games.tumult.rules.orders import SUBMIT, GiveOrder
from kronrat.games.tumult.rules.raid import RETURN, STOP
from kronrat.games.tumult.rules.riots import MERCY, UseMercy
from kronrat.games.tumult.rules.state import State


def overdue(state: State, seat: int) -> Choice | None:
    """The raid goes on without the player, an order counts as it is, mercy is used, and any hidden land will do.

    [TR-DIG-ASYNC-7, TR-DIG-ASYNC-9, TR-P3-19, TR-CHR-1]
    """
    question = state.decision(seat)
    if isinstance(question, DraftLift):
        return STOP
    if isinstance(question, DraftLook):
        return RETURN
    if isinstance(question, GiveOrder):
        return SUBMIT
    if isinstance(question, UseMercy):
        return MERCY
    if isinstance(question, TurnUp):
        return question.options(state)[0]
    return None
