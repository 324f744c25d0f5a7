"""Bots that think in processes of their own: what they remember, and what becomes of those that fail, die or hang."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kronrat.bots import LEVELS
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, State
from kronrat.server.minds import MindFailed, MindLost, Minds, Question, Thought
from kronrat.server.settings import Settings
from tests.server.client import FREE, bot, me, serving
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
        for ms, place in ((None, 0), (1.0, 1)):
            question = Question("tests.server.odd_bots:Patient", f"{ms}", state, seat, ms)
            assert (await minds.think(question, PATIENT_S))[0] == options[place]
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


async def test_somebody_who_plays_with_bots_is_advised_and_nobody_else(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with serving(database) as host, host.browser("Anna") as anna, host.browser("Ben") as ben:
        alone = await anna.open(me(), bot("greedy"))
        async with anna.at(alone) as player:
            while player.question is None:
                await player.hear()
            answer = await player.ask("advise", seat=0)
            assert answer["type"] == "advised"
            assert 1 <= len(answer["hints"]) <= 3
            assert answer["hints"][0]["answer"][0] in player.question["options"]
            assert (await player.ask("advise", seat=1))["code"] == "not_yours"
        together = await anna.open(me(), FREE)
        async with anna.at(together) as player, ben.at(together) as other:
            await other.ask("sit", seat=1, nonce="0" * 32)
            for one, seat in ((player, 0), (other, 1)):
                assert (await one.ask("advise", seat=seat))["code"] == "not_now"


async def test_somebody_who_waits_for_advice_may_play_on_and_asks_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = asyncio.Event()

    async def slow(*_: object) -> list[object]:
        await spoken.wait()
        raise MindLost("it thought too long")

    monkeypatch.setattr(Minds, "advise", slow)
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}") as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot("greedy"))
        async with anna.at(table) as player:
            while player.question is None:
                await player.hear()
            await player.send({"type": "advise", "id": "first", "seat": 0})
            assert (await player.ask("advise", seat=0))["code"] == "too_fast"
            assert (await player.play(player.question["options"][0]))["type"] == "done"
            spoken.set()
            answer = await player.until(lambda message: message.get("id") == "first")
            assert answer["code"] == "no_advice"


async def test_bots_think_as_long_as_they_were_told_when_the_table_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[float | None, float]] = []

    async def at_once(_: Minds, question: Question, patience_s: float) -> Thought:
        asked.append((question.ms, patience_s))
        return question.state.options(question.seat)[0], 0

    monkeypatch.setattr(Minds, "think", at_once)
    settings = Settings(bot_ms=500.0, bot_patience_s=20.0, longest_think_s=3, bot_pause_ms=0)
    async with serving(f"sqlite:///{tmp_path / 'tables.db'}", settings) as host, host.browser("Anna") as anna:
        info = (await anna.get(f"/api/games/{any_game().id}")).json()
        assert (info["thinkers"], info["longest_think_s"]) == ([LEVELS[-1]], 3)
        for think_s, expected in ((0, (500.0, 20.0)), (3, (3_000.0, 23.0))):
            asked.clear()
            table = await anna.open(bot(LEVELS[-1]), me(), think_s=think_s)
            async with anna.at(table, 1) as player:
                while player.question is None or not asked:
                    if player.question is None:
                        await player.hear()
                    else:
                        await player.play(player.question["options"][0])
            assert set(asked) == {expected}
        refused = await anna.http.post(
            "/api/tables", json={"game": any_game().id, "seats": [me(), bot("page")], "think_s": 4}
        )
        assert refused.json()["code"] == "malformed"
