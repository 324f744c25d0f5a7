"""Where bots think that take their time: in processes of their own, so that no table waits for a bot of another one.

A process is started when it is first needed. It gets a position as a dump and answers with a choice. One that dies, or
is still thinking when patience ends, is given up with all it knows, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any
from zlib import crc32

from kronrat.bots import Advice, Adviser, Bot, Budget, Turn, make_bot
from kronrat.core.dice import Dice, fresh_secret
from kronrat.core.flow import Choice, State
from kronrat.core.game import Game
from kronrat.data.shared import files_by_game
from kronrat.shelf import load

Thought = tuple[Choice, int | None]  # what a bot does, and after how many milliseconds; None: it does nothing

ADVICE = "advice"  # in place of a bot: what the strongest one would say
_POLITE = 10  # how far the processes stand back behind the server
_REMEMBERED = 512  # bots that a process keeps, because some remember what they were about to do


class MindLost(Exception):
    """The process in which a bot was thinking has died."""


class MindFailed(Exception):
    """The bot has raised an exception."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: its class as `module:Class`, the table that it plays at, the position and its seat there.

    `ms` is the thinking time of bots that can be told one.
    """

    bot: str
    table: str
    state: State
    seat: int
    ms: float | None = None


class Mind:
    """One process and the thread that talks to it; one question at a time."""

    def __init__(self, figures: tuple[str, ...] = ()) -> None:
        self.free = asyncio.Lock()
        self._figures = figures
        self._thread = ThreadPoolExecutor(1, "mind")
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    async def think(self, question: Question) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(self._ask, question))

    def _ask(self, question: Question) -> Any:
        if self._process is None:
            self._begin()
        line, game = self._line, question.state.game
        assert line is not None
        try:
            told = (question.bot, question.table, game.id, game.dump(question.state), question.seat, question.ms)
            line.send((*told, fresh_secret()))
            answer, problem = line.recv()
        except (EOFError, OSError) as loss:
            raise MindLost(f"the process of {question.bot} has died") from loss
        if problem:
            raise MindFailed(problem)
        return answer

    def _begin(self) -> None:
        """Start the process; freshly, because a fork would inherit the connections of the server."""
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=answer_questions, args=(theirs, self._figures), name="mind", daemon=True)
        self._process.start()
        theirs.close()

    def give_up(self) -> None:
        """End the process, whatever it does; whoever waits for its answer hears that it is lost."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def close(self) -> None:
        self.give_up()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Minds:
    """The processes of one server."""

    def __init__(self, count: int | None = None, figures: tuple[str, ...] = ()) -> None:
        self._minds = [Mind(figures) for _ in range(count or max(1, (os.cpu_count() or 1) - 1))]

    async def think(self, question: Question, patience_s: float) -> Thought:
        """The choice of a bot; raises whatever has become of it. Waiting for a free process counts as thinking."""
        choice, delay = await self._answer(question, patience_s)
        return choice, delay

    async def advise(self, table: str, state: State, seat: int, patience_s: float) -> list[Advice]:
        """All answers that the strongest bot compares for this seat, best first; raises as `think` does."""
        found = await self._answer(Question(ADVICE, table, state, seat), patience_s)
        return [Advice(*advice) for advice in found]

    async def _answer(self, question: Question, patience_s: float) -> Any:
        async with asyncio.timeout(patience_s):
            mind = self._mind_of(question.table)
            async with mind.free:
                try:
                    return await mind.think(question)
                except MindFailed:
                    raise
                except BaseException:
                    mind.give_up()
                    raise

    def _mind_of(self, table: str) -> Mind:
        """The one that has thought for this table before, unless it is busy and another is not."""
        usual = self._minds[crc32(table.encode()) % len(self._minds)]
        if not usual.free.locked():
            return usual
        return next((mind for mind in self._minds if not mind.free.locked()), usual)

    def close(self) -> None:
        for mind in self._minds:
            mind.close()


# -- in the other process --------------------------------------------------------------------------------------------


def answer_questions(line: Connection, figures: tuple[str, ...] = ()) -> None:
    """Answer until the server is gone; `figures` are the files with which its games are played."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(_POLITE)
    data = files_by_game(figures)
    games: dict[str, Game] = {}
    bots: OrderedDict[tuple[str, str, int], Bot] = OrderedDict()
    while True:
        try:
            bot, table, game, dump, seat, ms, seed = line.recv()
        except (EOFError, OSError):
            return
        try:
            if game not in games:
                games[game] = load(game, data.get(game))
            turn = Turn(games[game].restore(dump), seat, Dice(seed))
            if bot == ADVICE:
                adviser = Adviser()
                found = adviser.advise(turn, adviser.width)
                told: tuple[Any, str] = (
                    [(one.answer, one.share, one.less, one.error, one.shares) for one in found],
                    "",
                )
            else:
                key = (bot, table, seat)
                mine = bots.pop(key, None) or make_bot(bot, None if ms is None else Budget(ms=ms))
                told = (ponder(mine, turn), "")
                bots[key] = mine
                if len(bots) > _REMEMBERED:
                    bots.popitem(last=False)
        except Exception as problem:
            told = (None, repr(problem))
        try:
            line.send(told)
        except OSError:
            return


def ponder(bot: Bot, turn: Turn) -> Thought:
    turn.choice = bot.decide(turn)
    return turn.choice, bot.delay(turn)
