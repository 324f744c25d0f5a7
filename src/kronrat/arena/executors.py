"""Where chunks of work are done: here, in other processes of this machine, or on a cluster."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Protocol

from kronrat.arena.series import Plain
from kronrat.core.game import BadOption

Work = Callable[[Plain], Plain]  # a function of a module, so that another process finds it by name
Results = Generator[Plain, None, None]  # closing it early ends what is under way

_AHEAD = 2  # chunks waiting for each process: none is idle, and a long series is never listed as a whole
_PATIENCE = 5.0  # seconds to wait for an answer at the address of a cluster
_LOSSES = 5  # after so many lost processes without a result in between, the work itself must be killing them
_DEADLY = "processes die again and again over the same work"


class Executor(Protocol):
    """Does a piece of work for every chunk."""

    def run(self, work: Work, chunks: Iterable[Plain]) -> Results:
        """The result of each chunk exactly once, in any order."""


class Here:
    """One chunk after the other, in this process."""

    def run(self, work: Work, chunks: Iterable[Plain]) -> Results:
        yield from map(work, chunks)


class Processes:
    """Several processes of this machine, freshly started: they share nothing with this one but the chunks.

    A process that dies takes its pool with it. A new pool then repeats only what was not finished.
    Whatever ends the run early, an interrupt or a game that fails, ends the processes in the middle of their chunks.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Work, chunks: Iterable[Plain]) -> Results:
        left = iter(chunks)
        lost: list[Plain] = []
        losses = 0
        while True:
            pending = [*lost, *islice(left, max(0, self.jobs * _AHEAD - len(lost)))]
            lost = []
            pool = self._pool()
            try:
                running = _submit(pool, work, pending, lost)
                while running:
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        chunk = running.pop(future)
                        if _died(future):
                            lost.append(chunk)
                            continue
                        losses = 0
                        yield future.result()
                        if not lost:
                            running.update(_submit(pool, work, islice(left, 1), lost))
            except BaseException:
                _terminate(pool)
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
            if not lost:
                return
            losses += 1
            if losses == _LOSSES:
                raise RuntimeError(_DEADLY)

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)


def _submit(
    pool: ProcessPoolExecutor, work: Work, chunks: Iterable[Plain], lost: list[Plain]
) -> dict[Future[Plain], Plain]:
    submitted: dict[Future[Plain], Plain] = {}
    for chunk in chunks:
        try:
            submitted[pool.submit(work, chunk)] = chunk
        except BrokenProcessPool:  # it broke just now; the futures that it held will say so too
            lost.append(chunk)
    return submitted


def _died(future: Future[Plain]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _terminate(pool: ProcessPoolExecutor) -> None:
    """End its processes at once; from Python 3.14 on, a pool can do this itself."""
    for process in list(pool._processes.values()):
        process.terminate()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """A Ray cluster; `address` is that of a running one, or `local` for one of its own on this machine.

    A chunk whose worker was lost is done again. `workers` limits how many work at a time; by default all do.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.address = address
        self.workers = workers

    def run(self, work: Work, chunks: Iterable[Plain]) -> Results:
        try:
            import ray
            from ray.exceptions import RayError, RayTaskError
        except ImportError:
            raise BadOption("a cluster needs Ray, which is not installed: pip install 'kronrat[cluster]'") from None
        self._join()
        try:
            # Losses are counted here, because Ray would retry some of them for ever.
            remote = ray.remote(work).options(max_retries=0)
            workers = self.workers or _processors()
            left = iter(chunks)
            running = {remote.remote(chunk): (chunk, 0) for chunk in islice(left, workers * _AHEAD)}
            while running:
                done = ray.wait(list(running))[0][0]
                chunk, losses = running.pop(done)
                try:
                    result = ray.get(done)
                except RayTaskError as failure:
                    raise failure.cause from None
                except RayError as loss:
                    losses += 1
                    if losses == _LOSSES:
                        raise RuntimeError(_DEADLY) from loss
                    running[remote.remote(chunk)] = (chunk, losses)
                else:
                    yield result
                    running |= {remote.remote(chunk): (chunk, 0) for chunk in islice(left, 1)}
        finally:
            ray.shutdown()

    def _join(self) -> None:
        """Become part of the cluster; raises BadOption if there is none."""
        import ray

        try:
            if self.address == "local":
                ray.init(num_cpus=self.workers, include_dashboard=False, log_to_driver=False)
            else:
                _knock(self.address)
                ray.init(address=self.address, log_to_driver=False, logging_level=logging.ERROR)
        except (ValueError, OSError, OverflowError, RuntimeError) as problem:
            reason = str(problem).partition("\n")[0]
            raise BadOption(f"no Ray cluster can be reached at {self.address!r}: {reason}") from problem


def _processors() -> int:
    """How many processors the cluster has that we have joined."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()
    return max(1, int(resources.get("CPU", 1)))


def _knock(address: str) -> None:
    """Ray waits for minutes if nobody listens, so knock first; raises OSError. Names without a port are Ray's own."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
