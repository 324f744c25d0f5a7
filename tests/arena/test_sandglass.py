"""Simulated time, on a game that nobody plays."""

from __future__ import annotations

import pytest

from kronrat.arena.driver import play_out
from kronrat.arena.sandglass import Act, Sandglass
from kronrat.bots import Bot, BotFailed, RandomBot, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CLOCK, Choice, State
from tests.pearls import Tiny


class Steady(Bot):
    """Grabs one pearl after this many milliseconds, or never."""

    name = "steady"

    def __init__(self, ms: int | None) -> None:
        self.ms = ms

    def decide(self, turn: Turn) -> Choice:
        return turn.options[0]

    def delay(self, turn: Turn) -> int | None:
        return self.ms


def grabbing() -> State:
    """Two seats before a pile of pearls."""
    state = Tiny().new(2)
    dice = Dice(seed_of_text("tide 5"))
    while CLOCK not in state.deciding():
        seat = state.deciding()[0]
        state.apply(seat, state.sample(dice) if seat < 0 else state.options(seat)[-1])
    return state


def acts(state: State, *bots: Bot) -> list[Act]:
    sandglass, told = Sandglass(dict(enumerate(bots)), Dice(seed_of_text("lots"))), list[Act]()
    while CLOCK in state.deciding():
        act = sandglass.next(state)
        state.play(act.seat, act.choice)
        told.append(act)
    return told


def test_the_faster_hand_acts_more_often() -> None:
    told = acts(grabbing(), Steady(300), Steady(500))
    assert [(act.seat, act.ms) for act in told][:3] == [(0, 300), (1, 500), (0, 600)]


def test_a_bot_that_does_nothing_never_acts_and_the_clock_ends_it() -> None:
    told = acts(grabbing(), Steady(None), Steady(None))
    assert told == [Act(CLOCK, ("time", "up"), 60_000)]


def test_nothing_acts_at_the_deadline_or_after_it() -> None:
    told = acts(grabbing(), Steady(59_999), Steady(60_000))
    assert [(act.seat, act.ms) for act in told] == [(0, 59_999), (CLOCK, 60_000)]


def test_the_same_moment_is_parted_by_lot() -> None:
    firsts = set()
    for number in range(30):
        state = grabbing()
        sandglass = Sandglass({0: Steady(400), 1: Steady(400)}, Dice(seed_of_text(f"lot {number}")))
        firsts.add(sandglass.next(state).seat)
    assert firsts == {0, 1}


def test_every_bot_plays_a_game_with_a_clock_to_its_end() -> None:
    state = Tiny().new(3)
    assert play_out(state, [RandomBot()] * 3, Dice(seed_of_text("a")), Dice(seed_of_text("b"))) > 0
    assert state.over


def test_a_bot_that_fails_is_named() -> None:
    class Failing(Steady):
        def delay(self, turn: Turn) -> int | None:
            raise ArithmeticError("no hand")

    with pytest.raises(BotFailed, match="the bot steady failed: ArithmeticError: no hand"):
        acts(grabbing(), Failing(0), Steady(300))
