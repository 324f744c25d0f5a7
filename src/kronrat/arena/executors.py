"""Where chunks of work are done: here, or in other processes of this machine."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Protocol

from kronrat.arena.series import Plain

Work = Callable[[Plain], Plain]  # a function of a module, so that another process finds it by name

_AHEAD = 2  # chunks waiting for each process: none is idle, and a long series is never listed as a whole


class Executor(Protocol):
    """Does a piece of work for every chunk."""

    def run(self, work: Work, chunks: Iterable[Plain]) -> Iterator[Plain]:
        """The result of each chunk exactly once, in any order."""


class Here:
    """One chunk after the other, in this process."""

    def run(self, work: Work, chunks: Iterable[Plain]) -> Iterator[Plain]:
        return map(work, chunks)


class Processes:
    """Several processes of this machine, freshly started: they share nothing with this one but the chunks."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Work, chunks: Iterable[Plain]) -> Iterator[Plain]:
        left = iter(chunks)
        pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
        try:
            running: set[Future[Plain]] = {pool.submit(work, chunk) for chunk in islice(left, self.jobs * _AHEAD)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(work, chunk) for chunk in islice(left, len(done))}
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
