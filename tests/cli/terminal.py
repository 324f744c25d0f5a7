"""A terminal for tests: run a command, type lines, read what it says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kronrat.cli.app import app

SURROUNDINGS = {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "LC_MESSAGES": "", "LANG": "", "PYTHONUTF8": "1"}
COMMANDS = typer.main.get_command(app)  # put together once: that takes as long as many a command
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
    with CliRunner().isolation(input=lines, env={**SURROUNDINGS, **surroundings}) as (out, err, _):
        with pytest.raises(SystemExit) as end:
            COMMANDS.main([str(word) for word in words], prog_name="kronrat")
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return Said(out.getvalue().decode(), err.getvalue().decode(), int(end.value.code or 0))


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
