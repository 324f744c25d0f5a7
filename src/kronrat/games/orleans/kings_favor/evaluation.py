"""Numbers for bots that play The King's Favor."""

from __future__ import annotations

from kronrat.games.orleans.kings_favor.goals import missed
from kronrat.games.orleans.kings_favor.scoring import points
from kronrat.games.orleans.kings_favor.sheet import PLAYING, booklet_of
from kronrat.games.orleans.state import State


def worth(state: State, seat: int) -> float:
    """Points, fame on the way to the castle, and above all the goals of this year."""
    booklet = booklet_of(state, seat)
    if booklet.points != PLAYING:
        return -500.0 + booklet.points
    return points(state, seat) + 1.0 * state.players[seat].fame - 12.0 * len(missed(state, seat))
