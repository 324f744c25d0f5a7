"""Numbers for bots: what a position is worth to a seat. Each story knows its own goal."""

from __future__ import annotations

from kronrat.games.orleans.state import State


def value(state: State, seat: int) -> float:
    return state.story.worth(state, seat)
