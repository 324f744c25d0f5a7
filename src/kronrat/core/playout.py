"""Play to the end or to a stop, with random choices or with a policy: what search and the benchmark rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, CLOCK, Chance, Decision, State, Together
from kronrat.core.policy import Policy

Stop = Callable[[State], bool]

HASTE: Final = 12  # choices that each seat makes in a playout before a CLOCK answers


def play_randomly(state: State, dice: Dice, chooser: Dice) -> int:
    """Every seat chooses among its options with equal probability; returns how many choices the seats made.

    Where several seats may choose at once, one of them is drawn at random; CLOCK counts as one.
    """
    choices = 0
    while state.stack:
        offer = state.offer
        if offer is not None:  # the usual case: the question of one seat, with its options found
            choice = offer[chooser.below(len(offer))]
            cast(Decision, state.stack.pop()).resolve(state, choice)
            state.settle()
            choices += 1
            continue
        top = state.stack[-1]
        if isinstance(top, Chance):
            state.apply(CHANCE, state.sample(dice))
            continue
        if isinstance(top, Together):
            part = top.parts[chooser.below(len(top.parts))]
            options = part.options(state)
            state.answer(top, part, options[chooser.below(len(options))])
            choices += part.seat >= 0
            continue
        asked = cast(Decision, top)
        options = asked.options(state)
        state.apply(asked.seat, options[chooser.below(len(options))])
        choices += asked.seat >= 0
    return choices


def play_on(state: State, policy: Policy, dice: Dice, stop: Stop, times: int, most: int) -> int:
    """All seats follow a policy until `stop` has begun to hold so many times; returns how many choices they made.

    It ends as well when the game does, or after `most` choices. `dice` answer for CHANCE, and for policies that draw
    lots. A CLOCK answers when every seat has had some choices, or has nothing left to do but to begin again.
    """
    choices, hurried = 0, 0
    was_there = stop(state)
    while state.stack:
        is_there = stop(state)
        if is_there and not was_there:
            times -= 1
            if times <= 0:
                break
        was_there = is_there
        if choices >= most:
            break
        deciding = state.deciding()
        seat = deciding[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
            continue
        if CLOCK in deciding:
            hurried += 1
            seat = _next_hand(state, deciding, dice) if hurried <= HASTE * state.seats else CLOCK
            if seat == CLOCK:
                hurried = 0
                state.apply(CLOCK, state.options(CLOCK)[0])
                continue
        for choice in policy.choose(state, seat, dice):
            state.apply(seat, choice)
            choices += 1
    return choices


def _next_hand(state: State, deciding: tuple[int, ...], dice: Dice) -> int:
    """Any seat that has something to choose, or CLOCK if there is none."""
    able = [seat for seat in deciding if seat >= 0 and len(state.options(seat)) > 1]
    return able[dice.below(len(able))] if able else CLOCK
