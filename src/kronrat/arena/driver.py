"""Plays one game to its end with bots in all seats."""

from __future__ import annotations

from collections.abc import Sequence

from kronrat.arena.luck import Luck
from kronrat.arena.sandglass import Sandglass
from kronrat.bots import Bot, Turn, failure_of, refuse
from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, CLOCK, State


def play_out(state: State, bots: Sequence[Bot], dice: Dice, bot_dice: Dice, luck: Luck | None = None) -> int:
    """Play on until the game is over; returns how many choices the seats made.

    Where several seats may choose at once, the first of them does; while a CLOCK runs, time is simulated.
    """
    decisions = 0
    sandglass = Sandglass(dict(enumerate(bots)), bot_dice)
    while not state.over:
        deciding = state.deciding()
        seat = deciding[0]
        if seat == CHANCE and luck is not None:
            luck.answer(state, state.sample(dice))
        elif seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
        elif CLOCK in deciding:
            act = sandglass.next(state)
            state.apply(act.seat, act.choice)
            decisions += act.seat != CLOCK
            if CLOCK not in state.deciding():
                sandglass.rest()
        else:
            turn = Turn(state, seat, bot_dice)
            try:
                choice = bots[seat].decide(turn)
            except Exception as problem:
                raise failure_of(bots[seat], problem) from problem
            if choice not in state.options(seat):
                refuse(bots[seat], state, seat, choice)
            state.apply(seat, choice)
            decisions += 1
    return decisions
