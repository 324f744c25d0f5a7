"""Our own side: the environments with plain and with compiled rules, the games that are measured, and the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench_peers.environment import ROOT

PLAIN = ROOT / ".venv" / "bin" / "python"
FAST = ROOT / ".venv-fast" / "bin" / "python"
ENGINES = ("plain", "compiled")

SEATS = "4"
Said = Mapping[str, Any]  # the object that a command prints with --json
Table = tuple[str, str]  # a game and an option, or several


def _wished() -> dict[str, dict[str, Any]]:
    """What each game wants to be measured, from its tests."""
    files = sorted(ROOT.glob("tests/games/*/benchmarks.toml"))
    return {file.parent.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def table_for(what: str) -> Table:
    """The table of the one game that says so: `main` or `growing`."""
    ((game, wish),) = [(game, wish) for game, wish in _wished().items() if what in wish]
    return game, wish[what]


def tables_for_play() -> dict[str, Table]:
    """Further tables whose random play is measured, by title."""
    return {title: (game, option) for game, wish in _wished().items() for title, option in wish.get("play", {}).items()}


def tables_to_compare() -> list[Table]:
    """Where revisions are compared: games with their options, divided by blanks."""
    return [(game, options) for game, wish in _wished().items() for options in wish.get("compare", [])]


@dataclass(frozen=True)
class CloneBar:
    """How many microseconds a clone of a game may take, by engine."""

    title: str
    table: Table
    at_most: Mapping[str, float]


def clone_bars() -> list[CloneBar]:
    bars = [(game, wish["clone"]) for game, wish in _wished().items() if "clone" in wish]
    return [
        CloneBar(bar["title"], (game, bar["option"]), {engine: bar[engine] for engine in ENGINES}) for game, bar in bars
    ]


@dataclass(frozen=True)
class Plan:
    """Where our rules are, by engine, and how long everything is measured."""

    pythons: Mapping[str, Path]
    rounds: int
    seconds: float

    def circumstances(self) -> list[str]:
        """When a part of the page was measured, and what was missing."""
        load = " ".join(f"{average:.2f}" for average in os.getloadavg())
        facts = [f"measured {datetime.now(UTC):%Y-%m-%d}; load averages at the beginning {load}"]
        if "compiled" not in self.pythons:
            facts.append("**not measured: compiled rules**, which could not be built here")
        return facts


def environments() -> dict[str, Path]:
    """Plain rules, and compiled ones if they can be built here."""
    compiled = subprocess.run(["make", "-s", "fast"], cwd=ROOT, stdout=sys.stderr).returncode == 0
    return dict(zip(ENGINES, [PLAIN, FAST] if compiled else [PLAIN], strict=False))


def kronrat(python: Path, *words: str) -> Said:
    """What a command says, run in the environment of this Python; a run that is not valid says so itself."""
    print(f"{python.parent.parent.name}: kronrat {' '.join(words)}", file=sys.stderr, flush=True)
    program = [str(python), "-c", "from kronrat.cli import main; main()", *words, "--json"]
    return dict(json.loads(subprocess.run(program, stdout=subprocess.PIPE, check=False).stdout))
