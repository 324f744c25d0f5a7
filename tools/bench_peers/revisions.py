"""tools/compare REVISION [--plain | --compiled] [--game GAME …] [--rounds N] [--seconds S] [--instructions]

How many times as fast random play, clones and views are as in another revision of the rules. That revision is laid out
under build/compare and built there. Both sides do the same work in turns, on one core; ratios are taken within a round.
Prints a Markdown table of their medians, with the lowest and the highest. With --instructions valgrind counts what the
processor does in random play instead: the same on a busy machine, but blind to caches.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bench_peers.environment import ROOT
from bench_peers.ours import ENGINES, FAST, PLAIN, SEATS, Table, tables_to_compare
from bench_peers.rounds import TOOLS, Contender, Process, Spread, one_core
from bench_peers.tables import ratio, spread, table

TASKS = ("play", "clone", "view")
PYTHONS = {"plain": PLAIN.relative_to(ROOT), "compiled": FAST.relative_to(ROOT)}  # the same in every revision
TARGETS = {"plain": ".venv/ready", "compiled": "fast"}  # of its Makefile
COUNTED = (200, 260)  # games of the runs whose instructions are counted; the first ones fill what is memoised


def lay_out(revision: str) -> Path:
    """The folder with the sources of a revision; it stays, so that they are built once."""
    name = ["git", "rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}"]
    commit = subprocess.run(name, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    folder = ROOT / "build" / "compare" / commit
    if not folder.exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        folder.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return folder


def build(folder: Path, engine: str) -> Path:
    subprocess.run(["make", "-s", TARGETS[engine]], cwd=folder, check=True, stdout=sys.stderr)
    return folder / PYTHONS[engine]


def compare(now: Path, then: Path, where: Table, rounds: int, seconds: float) -> list[Spread]:
    """How many times as fast each task is now, at one table."""
    game, options = where
    words = [game, SEATS, *options.split()]
    with (
        closing(Process(Contender("now", now, "time_kronrat", words))) as present,
        closing(Process(Contender("then", then, "time_kronrat", words))) as past,
    ):
        return [measure(present, past, task, rounds, seconds) for task in TASKS]


def measure(now: Process, then: Process, task: str, rounds: int, seconds: float) -> Spread:
    """Both do the same in turns, and who begins changes. How much they do is found first, which warms them up."""
    count = 1
    while min([side.ask(task, 0, count)["seconds"] for side in (now, then)]) < seconds:
        count *= 2
    ratios = []
    for number in range(1, rounds + 1):
        order = (now, then) if number % 2 else (then, now)
        speeds = {}
        for side in order:
            said = side.ask(task, number * count, count)
            speeds[side] = said["done"] / said["seconds"]
        ratios.append(speeds[now] / speeds[then])
    return Spread.of(ratios)


def count(now: Path, then: Path, where: Table) -> float:
    """How many times as many instructions a choice of random play took; start-up is in both runs, and falls out."""
    costs = []
    for python in (now, then):
        (few, choices), (many, more) = [_count(python, where, games) for games in COUNTED]
        costs.append((many - few) / (more - choices))
    return costs[1] / costs[0]


def _count(python: Path, where: Table, games: int) -> tuple[int, int]:
    """Instructions and choices of a process that plays so many games."""
    game, options = where
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    words = [*valgrind, str(python), "-m", "bench_peers.time_kronrat", game, SEATS, *options.split()]
    own = {**os.environ, "PYTHONPATH": str(TOOLS), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    ran = subprocess.run(words, input=f"play 0 {games}", capture_output=True, text=True, check=True, env=own)
    (collected,) = re.findall(r"Collected : (\d+)", ran.stderr)
    return int(collected), json.loads(ran.stdout)["done"]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tools/compare", description=__doc__)
    parser.add_argument("revision", help="what git calls it: a commit, a tag, a branch")
    kind = parser.add_mutually_exclusive_group()
    for engine in ENGINES:
        kind.add_argument(f"--{engine}", dest="engines", action="store_const", const=(engine,), default=ENGINES)
    parser.add_argument("--game", action="append", help="leave out the others; may be given several times")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.3, help="of the quicker side in one round, at least")
    parser.add_argument("--instructions", action="store_true", help="of random play, counted by valgrind")
    asked = parser.parse_args(arguments)
    folder = lay_out(asked.revision)
    pythons = {engine: (build(ROOT, engine), build(folder, engine)) for engine in asked.engines}
    wanted = [where for where in tables_to_compare() if not asked.game or where[0] in asked.game]
    rows = []
    with one_core():
        for engine, (now, then) in pythons.items():
            for where in wanted:
                print(engine, *where, file=sys.stderr, flush=True)
                if asked.instructions:
                    found = [ratio(count(now, then, where))]
                else:
                    found = [spread(one, ratio) for one in compare(now, then, where, asked.rounds, asked.seconds)]
                rows.append((f"{engine}, {where[0]} `{where[1]}`", *found))
    tasks = TASKS[:1] if asked.instructions else TASKS
    print(table((f"times as fast as {asked.revision}", *tasks), rows))


if __name__ == "__main__":
    main(sys.argv[1:])
