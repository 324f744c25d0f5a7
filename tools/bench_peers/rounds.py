"""Contenders that take turns: each is a process of its own, and only one of them plays at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
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
    """An engine with a way to play: where its Python lies, and what it runs."""

    name: str
    python: Path
    module: str
    arguments: Sequence[str] = ()
    path: Path | None = None  # where its sources lie, if they are not installed
    survey: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)

    @property
    def version(self) -> str:
        return str(self.survey["version"])

    def a_game(self, what: str) -> float:
        return float(self.survey[what] / self.survey["games"])

    @property
    def options(self) -> float:
        """How many options a player has on average, over all that he is asked."""
        return float(self.survey["options"] / self.survey["asked"])

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


class _Process:
    """A contender at work."""

    def __init__(self, contender: Contender) -> None:
        path = os.pathsep.join(str(part) for part in (TOOLS, contender.path) if part is not None)
        self.contender = contender
        self.process = subprocess.Popen(
            [str(contender.python), "-m", f"bench_peers.{contender.module}", *contender.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def close(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()

    def answer(self) -> dict[str, Any]:
        line = "" if self.process.stdout is None else self.process.stdout.readline()
        if not line:
            raise ChildProcessError(f"{self.contender.name} came to an end")
        return dict(json.loads(line))

    def play(self, seconds: float) -> dict[str, Any]:
        if self.process.stdin is not None:
            print(seconds, file=self.process.stdin, flush=True)
        return self.answer()


def compare(contenders: Sequence[Contender], rounds: int, seconds: float) -> list[Contender]:
    """Let all of them play in turns, and return those that could. The first round only warms them up."""
    at_work: list[_Process] = []
    try:
        for contender in contenders:
            _tell(f"{contender.name}: counting")
            process = _Process(contender)
            try:
                contender.survey = process.answer()
            except ChildProcessError as failure:
                _tell(str(failure))
                process.close()
            else:
                at_work.append(process)
        for number in range(rounds + 1):
            _tell(f"round {number} of {rounds}" if number else "warming up")
            for process in at_work:
                played = process.play(seconds)
                if number:
                    process.contender.rounds.append(played)
    finally:
        for process in at_work:
            process.close()
    return [process.contender for process in at_work]


def pin_to_a_core() -> int | None:
    """Stay on the core that is idle most, with all processes started from here; None where that cannot be done."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    allowed = os.sched_getaffinity(0)
    before = _idle()
    time.sleep(1)
    after = _idle()
    core = max(sorted(allowed), key=lambda number: after.get(number, 0) - before.get(number, 0))
    os.sched_setaffinity(0, {core})
    return core


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
