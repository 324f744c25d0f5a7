"""Random play to the end: the rollout of search, and what the benchmark measures."""

from __future__ import annotations

from typing import cast

from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, Decision, State


def play_randomly(state: State, dice: Dice, chooser: Dice) -> int:
    """Every seat chooses among its options with equal probability; returns how many choices the seats made.

    Where several seats may choose at once, one of them is drawn at random; CLOCK counts as one.
    """
    choices = 0
    while state.stack:
        offer = state.offer
        if offer is not None:  # the usual case: the question of one seat, with its options found
            state.apply(cast(Decision, state.stack[-1]).seat, offer[chooser.below(len(offer))])
            choices += 1
            continue
        deciding = state.deciding()
        seat = deciding[0] if len(deciding) == 1 else deciding[chooser.below(len(deciding))]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
        else:
            options = state.options(seat)
            state.apply(seat, options[chooser.below(len(options))])
            choices += seat >= 0
    return choices
