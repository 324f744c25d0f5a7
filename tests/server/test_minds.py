"""Bots that think in processes of their own: what they remember, and what becomes of those that fail, die or hang."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, State
from kronrat.server.minds import MindFailed, MindLost, Minds, Question
from tests.shelf import any_game

pytestmark = pytest.mark.anyio

PATIENT_S = 60.0


@asynccontextmanager
async def one_mind() -> AsyncIterator[Minds]:
    minds = Minds(1)
    try:
        yield minds
    finally:
        minds.close()


def position() -> tuple[State, int]:
    """The first question of a game to a seat."""
    state, dice = any_game().new(2), Dice(seed_of_text("minds"))
    while state.deciding() == (CHANCE,):
        state.apply(CHANCE, state.sample(dice))
    return state, state.deciding()[0]


def asked(bot: str, table: str = "t") -> Question:
    state, seat = position()
    return Question(f"tests.server.odd_bots:{bot}", table, state, seat)


async def test_a_bot_answers_from_another_process_and_remembers_each_table() -> None:
    state, seat = position()
    options = state.options(seat)
    async with one_mind() as minds:
        for table in ("one", "two"):
            for number in range(2):
                choice, delay = await minds.think(asked("Counting", table), PATIENT_S)
                assert choice == options[number % len(options)]
                assert delay is not None


async def test_a_bot_that_fails_dies_or_hangs_is_told_apart_and_the_next_one_answers() -> None:
    """Every process takes a second to start, and three of them are needed to see that."""
    async with one_mind() as minds:
        with pytest.raises(MindFailed, match="no idea"):
            await minds.think(asked("Raising"), PATIENT_S)
        with pytest.raises(MindLost):
            await minds.think(asked("Dying"), PATIENT_S)
        await minds.think(asked("Counting"), PATIENT_S)
        with pytest.raises(TimeoutError):
            await minds.think(asked("Hanging"), 0.2)
        choice, _ = await minds.think(asked("Counting"), PATIENT_S)
        state, seat = position()
        assert choice == state.options(seat)[0]  # what it remembered was lost with its process


async def test_two_questions_to_one_process_are_answered_one_after_the_other() -> None:
    async with one_mind() as minds:
        thoughts = await asyncio.gather(*[minds.think(asked("Counting", str(table)), PATIENT_S) for table in range(4)])
    assert len({choice for choice, _ in thoughts}) == 1
