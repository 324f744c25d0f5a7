"""A terminal for tests: run a command, type lines, read what it says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from kronrat.cli.app import app

SURROUNDINGS = {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "LC_MESSAGES": "", "LANG": "", "PYTHONUTF8": "1"}
KRONRAT = (sys.executable, "-c", "from kronrat.cli import main; main()")


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    out: str
    err: str
    code: int


def kronrat(*words: str | Path, typed: Iterable[str | int] = (), **surroundings: str) -> Said:
    """Run a command in this process; it must never end in a traceback."""
    lines = "".join(f"{line}\n" for line in typed)
    ran = CliRunner().invoke(app, [str(word) for word in words], input=lines, env={**SURROUNDINGS, **surroundings})
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return Said(ran.stdout, ran.stderr, ran.exit_code)


def kronrat_process(*words: str | Path, typed: str = "") -> Said:
    """Run a command as a process of its own."""
    ran = subprocess.run(
        [*KRONRAT, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **SURROUNDINGS},
        timeout=60,
        check=False,
    )
    return Said(ran.stdout, ran.stderr, ran.returncode)


def refused(said: Said) -> str:
    """The one line in which a command complained; it said nothing else."""
    assert said.code == 2, said
    assert said.out == ""
    assert said.err.startswith("kronrat: ")
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    return said.err.removeprefix("kronrat: ").rstrip()
