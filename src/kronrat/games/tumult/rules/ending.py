"""How the game ends: by a 25th statue at once, or by a difference in the chronicle."""

from __future__ import annotations

from kronrat.games.tumult.rules.events import EndChecked, EndReason, GameEnded
from kronrat.games.tumult.rules.standing import standing
from kronrat.games.tumult.rules.state import STATUES, State
from kronrat.games.tumult.rules.tables import NO_NUMBER


def put_statues(state: State, seat: int, wanted: int) -> int:
    """Take statues from the front of the track, at most those that are left. [TR-P4-6, TR-P4-10]"""
    me = state.players[seat]
    count = min(wanted, STATUES - me.statues)
    me.statues += count
    return count


def end_by_statues(state: State, seat: int) -> bool:
    """A player who has placed all statues wins on the spot. [TR-END-6]"""
    if state.players[seat].statues < STATUES:
        return False
    _end(state, "TR-END-6", "statues")
    return True


def end_by_difference(state: State) -> bool:
    """After a double space: over if the last is too far behind, and on the space of 0 in any case. [TR-END-1]"""
    number = state.tables.chronicle[len(state.chronicle) - 1].number
    if number == NO_NUMBER:
        return False
    statues = [player.statues for player in state.players]
    difference = max(statues) - min(statues)
    if state.listener is not None:
        state.tell(EndChecked("TR-END-2", difference, number))
    if number == 0:
        _end(state, "TR-END-4", "chronicle")
        return True
    if difference > number:
        _end(state, "TR-END-3", "difference")
        return True
    return False


def _end(state: State, rule: str, reason: EndReason) -> None:
    state.stack.clear()
    if state.listener is not None:
        state.tell(GameEnded(rule, standing(state)[0].seat, reason))
