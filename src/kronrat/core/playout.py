"""Random play to the end: the rollout of search, and what the benchmark measures."""

from __future__ import annotations

from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, State


def play_randomly(state: State, dice: Dice, chooser: Dice) -> int:
    """Every seat takes any of its options with equal chance; returns how many choices the seats made.

    Where several seats may choose at once, it is by lot whose turn it is; CLOCK is one of them.
    """
    choices = 0
    while state.stack:
        deciding = state.deciding()
        seat = deciding[0] if len(deciding) == 1 else deciding[chooser.below(len(deciding))]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
        else:
            options = state.options(seat)
            state.apply(seat, options[chooser.below(len(options))])
            choices += seat >= 0
    return choices
