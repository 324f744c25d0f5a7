"""Reviews of finished games, for everybody who may see the table: one after the other, in processes beside the tables.

A review takes a minute or so. It is begun when somebody asks for it, may be looked at while it grows, and stopped by
whoever has begun it. Once made, it is kept with its table until the weights that it was made with are replaced. While
it is being made, only the process of the server in which it was begun knows of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from kronrat.data.shared import files_by_game
from kronrat.server import wire
from kronrat.server.profiles import note_review
from kronrat.server.refusal import Refusal
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable
from kronrat.study.apart import FAILED, OUTLINE, WHOLE, review_apart

log = logging.getLogger(__name__)

PER_GUEST = 2  # reviews that one person may have under way
REMEMBERED = 100  # reviews that failed or were stopped, so that whoever looks is told
LISTEN_S = 0.5


@dataclass
class Work:
    """A review that is wanted, being made, or over."""

    table: str
    key: str
    guest: str  # who has begun it
    game: str
    journal: str
    state: wire.ReviewState = "waiting"
    done: float = 0.0
    outline: str = "[]"
    report: str = ""
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    process: BaseProcess | None = field(default=None, repr=False)

    @property
    def under_way(self) -> bool:
        return self.state in ("waiting", "running")


class Reviews:
    """All reviews of one process of the server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._figures = files_by_game(settings.figures)
        self._works: dict[str, Work] = {}  # by key, the oldest first
        self._free = asyncio.Semaphore(max(1, settings.reviews_at_once))
        self._threads = ThreadPoolExecutor(max(1, settings.reviews_at_once), "review")

    @property
    def waiting(self) -> int:
        return sum([work.under_way for work in self._works.values()])

    def ahead_of(self, work: Work) -> int:
        """How many come before this one."""
        others = [other for other in self._works.values() if other.under_way]
        return others.index(work) if work in others else 0

    async def find(self, table: str, key: str) -> Work | None:
        """The review with this key, as far as it is."""
        known = self._works.get(key)
        if known is not None:
            return known
        body = await self._store.review(table, key)
        if body is None:
            return None
        kept: dict[str, Any] = json.loads(zlib.decompress(body))
        return Work(table, key, "", "", "", "done", 1.0, json.dumps(kept["outline"]), json.dumps(kept["report"]))

    async def begin(self, work: Work) -> Work:
        """This one, or the same if it is there already; raises `Refusal` where too many are wanted."""
        known = await self.find(work.table, work.key)
        if known is not None and (known.under_way or known.state == "done"):
            return known
        mine = [other for other in self._works.values() if other.under_way and other.guest == work.guest]
        if not self._settings.reviews_at_once:
            raise Refusal("not_now")
        if self.waiting >= self._settings.reviews_in_line or len(mine) >= PER_GUEST:
            raise Refusal("try_again")
        self._works.pop(work.key, None)
        self._works[work.key] = work
        work.task = asyncio.create_task(self._make(work))
        return work

    async def stop(self, key: str, guest: str) -> None:
        """Give up a review that this person has begun."""
        work = self._works.get(key)
        if work is None or not work.under_way:
            return
        if work.guest != guest:
            raise Refusal("not_yours")
        await self._give_up(work)

    async def close(self) -> None:
        for work in list(self._works.values()):
            if work.under_way:
                await self._give_up(work)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _give_up(self, work: Work) -> None:
        work.state = "stopped"
        if work.process is not None:
            work.process.kill()
        elif work.task is not None:
            work.task.cancel()
        if work.task is not None:
            with suppress(asyncio.CancelledError):
                await work.task

    # -- making one --------------------------------------------------------------------------------------------------

    async def _make(self, work: Work) -> None:
        async with self._free:
            if not work.under_way:
                return
            work.state = "running"
            loop = asyncio.get_running_loop()
            whole = await loop.run_in_executor(self._threads, partial(self._listen, work))
        if whole:
            await self._keep(work)
        self._forget_some()

    def _listen(self, work: Work) -> bool:
        """Hear what the process finds until it is over, and whether that is all; in a thread."""
        context = get_context("spawn")
        line, theirs = context.Pipe(duplex=False)
        figures = self._figures.get(work.game)
        given = (theirs, work.game, work.journal, self._settings.review_positions, figures)
        process = context.Process(target=review_apart, args=given, name="review", daemon=True)
        process.start()
        theirs.close()
        work.process = process
        until = monotonic() + self._settings.review_s
        try:
            while work.under_way:
                if monotonic() > until:
                    raise EOFError
                if line.poll(LISTEN_S):
                    self._hear(work, line)
            return work.state == "done"
        except (EOFError, OSError):
            if work.under_way:
                work.state = "failed"
                log.warning("the review of table %s has ended too early", work.table)
            return False
        finally:
            process.kill()
            process.join()
            line.close()
            work.process = None

    def _hear(self, work: Work, line: Connection) -> None:
        kind, done, text = line.recv()
        if kind == FAILED:
            log.error("the review of table %s failed: %s", work.table, text)
            work.state = "failed"
        elif kind == OUTLINE:
            work.outline = text
        else:
            work.report, work.done = text, done
            work.state = "done" if kind == WHOLE else work.state

    async def _keep(self, work: Work) -> None:
        body = zlib.compress(f'{{"outline":{work.outline},"report":{work.report}}}'.encode())
        try:
            await self._store.keep_review(work.table, work.key, body)
            await self._store.care(partial(note_review, table=work.table, seats=json.loads(work.report)["seats"]))
        except StoreUnavailable as problem:
            log.warning("a review is not kept: %s", problem)
        except Exception:  # such as a table that was deleted meanwhile
            log.exception("the review of table %s cannot be kept", work.table)
        else:
            self._works.pop(work.key, None)

    def _forget_some(self) -> None:
        over = [key for key, work in self._works.items() if not work.under_way]
        for key in over[: max(0, len(over) - REMEMBERED)]:
            del self._works[key]
