"""Positions for bots to think about."""

from __future__ import annotations

from collections.abc import Iterator

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK, State

LOOKED_AT = 8  # positions of each game


def positions(game: str, apart: int = 7) -> Iterator[tuple[State, int]]:
    """Some positions of a random game in which a seat has to choose, and that seat."""
    rules, dice = kronrat.load(game), Dice(seed_of_text("search"))
    state = rules.new(rules.seat_counts[-1])
    found, met = 0, 0
    while not state.over and found < LOOKED_AT:
        seat = next(seat for seat in state.deciding() if seat != CLOCK)
        if seat != CHANCE and len(state.options(seat)) > 1:
            met += 1
            if met % apart == 0:
                found += 1
                yield state, seat
        options = [] if seat == CHANCE else state.options(seat)
        state.apply(seat, options[dice.below(len(options))] if options else state.sample(dice))
