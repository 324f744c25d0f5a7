"""Contenders that take turns: each is a process of its own, and only one of them plays at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

TOOLS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Spread:
    """The middle of all rounds, the lowest and the highest."""

    middle: float
    low: float
    high: float

    @staticmethod
    def of(values: Iterable[float]) -> Spread:
        found = list(values)
        return Spread(median(found), min(found), max(found))


@dataclass
class Contender:
    """An engine with a way to play: where its Python is, and what it runs."""

    name: str
    python: Path
    module: str
    arguments: Sequence[str] = ()
    survey: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)

    @property
    def version(self) -> str:
        return str(self.survey["version"])

    def a_game(self, what: str) -> float:
        return float(self.survey[what] / self.survey["games"])

    @property
    def share_of_choices(self) -> float:
        """What part of the answers had more than one option."""
        return float(self.survey["choices"] / self.survey["asked"])

    @property
    def options_per_answer(self) -> float:
        return float(self.survey["options"] / self.survey["asked"])

    @property
    def options_per_choice(self) -> float:
        """Without forced answers, which have one option each."""
        forced = self.survey["asked"] - self.survey["choices"]
        return float((self.survey["options"] - forced) / self.survey["choices"])

    def speeds(self, what: str) -> list[float]:
        """Per second and round: `games`, `choices` with more than one option, or all that was `asked`."""
        if what == "games":
            return [one["games"] / one["seconds"] for one in self.rounds]
        share = self.survey[what] / self.survey[self.survey["counts"]]
        return [share * one["decisions"] / one["seconds"] for one in self.rounds]

    def speed(self, what: str) -> Spread:
        return Spread.of(self.speeds(what))

    def times(self, other: Contender, what: str, mine: str = "") -> Spread:
        """How many times as fast as another, compared within each round; `mine` where ours counts something else."""
        pairs = zip(self.speeds(mine or what), other.speeds(what), strict=True)
        return Spread.of(own / its for own, its in pairs)

    @property
    def share_of_core(self) -> float:
        """What part of its core a contender had while it played; much less than 1 means that others were busy there."""
        return float(sum(one["seconds"] for one in self.rounds) / sum(one["wall"] for one in self.rounds))


class Process:
    """A contender at work."""

    def __init__(self, contender: Contender) -> None:
        self.contender = contender
        self.process = subprocess.Popen(
            [str(contender.python), "-m", f"bench_peers.{contender.module}", *contender.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TOOLS), "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def close(self) -> None:
        with suppress(BrokenPipeError):  # it may have died with a line still unread
            if self.process.stdin is not None:
                self.process.stdin.close()
        self.process.wait()

    def answer(self) -> dict[str, Any]:
        line = "" if self.process.stdout is None else self.process.stdout.readline()
        if not line:
            raise ChildProcessError(f"{self.contender.name} came to an end")
        return dict(json.loads(line))

    def ask(self, *words: object) -> dict[str, Any]:
        with suppress(BrokenPipeError):  # then there is no answer either
            if self.process.stdin is not None:
                print(*words, file=self.process.stdin, flush=True)
        return self.answer()


def compare(contenders: Sequence[Contender], rounds: int, seconds: float) -> list[Contender]:
    """Let all of them play in turns, and return those that could to the end. The first round only warms them up."""
    at_work: list[Process] = []
    try:
        for contender in contenders:
            _tell(f"{contender.name}: counting")
            process = Process(contender)
            at_work.append(process)
            try:
                contender.survey = process.answer()
            except ChildProcessError as failure:
                _dismiss(process, at_work, failure)
        for number in range(rounds + 1):
            _tell(f"round {number} of {rounds}" if number else "warming up")
            for process in at_work[:]:
                try:
                    played = process.ask(seconds)
                except ChildProcessError as failure:
                    _dismiss(process, at_work, failure)
                    continue
                if number:
                    process.contender.rounds.append(played)
    finally:
        for process in at_work:
            process.close()
    return [process.contender for process in at_work]


def _dismiss(process: Process, at_work: list[Process], failure: ChildProcessError) -> None:
    _tell(str(failure))
    process.close()
    at_work.remove(process)


@contextmanager
def one_core() -> Iterator[str]:
    """Stay on the core that is idle most, with all processes started from here; says which, where that can be done."""
    if not hasattr(os, "sched_setaffinity"):
        yield "one process at a time, not pinned to a core"
        return
    allowed = os.sched_getaffinity(0)
    before = _idle()
    time.sleep(1)
    after = _idle()
    core = max(sorted(allowed), key=lambda number: after.get(number, 0) - before.get(number, 0))
    os.sched_setaffinity(0, {core})
    try:
        yield f"one process at a time, pinned to core {core}"
    finally:
        os.sched_setaffinity(0, allowed)


def _idle() -> dict[int, int]:
    """Idle time of every core so far, where the system tells."""
    try:
        lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines if line.startswith("cpu") and line[3].isdigit()]
    return {int(word[0][3:]): int(word[4]) for word in words}


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
