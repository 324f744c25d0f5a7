"""What is printed on the components, as the rules read it."""

from __future__ import annotations

from kronrat.core.flow import State


def price(state: State, ware: str) -> int:
    return int(state.game.rows["wares"][ware]["price"])


def worth(state: State, ware: str) -> int:
    return int(state.game.rows["wares"][ware]["worth"])


def pearls_of(state: State, place: str) -> int:
    """What a place holds: for each diver, or for all of them at the reef."""
    row = state.game.rows["places"][place]
    return int(row["pearls"]) + state.seats * int(row["per_player"])
