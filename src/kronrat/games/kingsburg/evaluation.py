"""Numbers for bots: what a position is worth to a seat, in points."""

from __future__ import annotations

from kronrat.games.kingsburg.state import State


def value(state: State, seat: int) -> float:
    return float(state.players[seat].vp)
