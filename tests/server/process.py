"""The server as its users run it: `kronrat serve` in a process of its own, which a test may kill and start again.

Loading its modules takes most of a start, and says nothing about what is tested here. So they are loaded once, in a
process that does nothing else, and every start is a fork of that.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from subprocess import PIPE
from types import TracebackType

# How long a server may take to answer, in processor time of its own: a machine that is busy with other things gives it
# little of that, which says nothing about the server. Where nobody tells how much it had, the clock decides.
PATIENCE_CPU_S = 15.0
PATIENCE_S = 60.0
LONGEST_S = 900.0
PAUSE_S = 0.02
NURSERY = """
import os, sys
import kronrat
from kronrat.cli import main, serve
for game in kronrat.list_games():
    kronrat.load(game)
for wish in sys.stdin:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        try:
            main()
        finally:
            os._exit(1)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("over", flush=True)
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class _Started:
    """A process that was started by another one, which tells when it is over."""

    def __init__(self, nursery: subprocess.Popen[str]) -> None:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        nursery.stdin.write("start\n")
        nursery.stdin.flush()
        self._told = nursery.stdout
        self.pid = int(self._told.readline())

    @property
    def runs(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)
        assert self._told.readline() == "over\n"


class ServerProcess:
    """One process on a port that stays the same; its output goes to a file, for finding faults."""

    def __init__(
        self, database: str, output: Path, bot_pause_ms: int = 2, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.output = output
        words = ["serve", "--port", self.port, "--database", database, "--bot-pause", bot_pause_ms]
        self._command = [sys.executable, "-c", NURSERY, *[str(word) for word in words]]
        self._environment = {**os.environ, **(environment or {})}
        self._nursery: subprocess.Popen[str] | None = None
        self._process: _Started | None = None
        self.starting_s = 0.0  # the most processor time that it took until it answered

    async def start(self) -> None:
        """Start it and wait until it is well."""
        if self._nursery is None:
            with self.output.open("ab") as output:
                self._nursery = subprocess.Popen(
                    self._command, stdin=PIPE, stdout=PIPE, stderr=output, env=self._environment, text=True
                )
        self._process = await asyncio.to_thread(_Started, self._nursery)
        begun = time.monotonic()
        while not await asyncio.to_thread(self._is_well):
            assert self._process.runs, f"the server ended:\n{self.said()}"
            waited, used = time.monotonic() - begun, self._used_s()
            patient = waited < PATIENCE_S if used is None else used < PATIENCE_CPU_S and waited < LONGEST_S
            assert patient, f"the server does not answer after {waited:.0f} s, of which it had {used}:\n{self.said()}"
            await asyncio.sleep(PAUSE_S)
        self.starting_s = max(self.starting_s, self._used_s() or 0.0)

    def _used_s(self) -> float | None:
        """How much processor time the process has had; None where the system does not tell."""
        assert self._process is not None
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return None
        return sum([int(ticks) for ticks in told.rpartition(")")[2].split()[11:13]]) / os.sysconf("SC_CLK_TCK")

    def _is_well(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def kill(self) -> None:
        """SIGKILL: nothing can be finished or tidied up."""
        self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """End it as a supervisor does, and wait until it has finished what was begun."""
        await asyncio.to_thread(self._end, signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.end(how)
        self._process = None

    def freeze(self) -> None:
        """Stop it, as on a machine that sleeps."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)

    def said(self) -> str:
        return self.output.read_text(encoding="utf-8") if self.output.exists() else ""

    async def __aenter__(self) -> ServerProcess:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.runs:
            self.kill()
        if self._nursery is not None:
            self._nursery.communicate()  # nothing more is wished for
