"""tools/bench [--only PART …] [--rounds N] [--seconds S] [--write FILE]

Random play of other engines and of ours in turns, ours alone, two jobs beside one, then our server; prints Markdown,
and writes it into a document between its marks, part by part.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench_peers import environment, jobs, operations, ours, peers, race, server, tables
from bench_peers.environment import ROOT
from bench_peers.ours import Plan

DOCUMENT = ROOT / "docs" / "benchmarks.md"
MACHINE = "machine"

Measure = Callable[[Plan], dict[str, str]]  # the texts of a part, by the places in the document where they go
PARTS: Mapping[str, tuple[Sequence[str], Measure]] = {
    "peers": (peers.PLACES, peers.measure),
    "operations": (operations.PLACES, operations.measure),
    "jobs": (jobs.PLACES, jobs.measure),
    "server": (server.PLACES, server.measure),
    "race": (race.PLACES, race.measure),
}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench", description=__doc__)
    parser.add_argument("--only", choices=[*PARTS], nargs="+", default=[*PARTS], help="leave out the other parts")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one contender in one round")
    parser.add_argument("--write", type=Path, default=DOCUMENT, help="the document with the marks")
    asked = parser.parse_args(arguments)
    wanted = [name for name in PARTS if name in asked.only]
    tables.check(asked.write, [MACHINE, *[place for name in wanted for place in PARTS[name][0]]])

    plan = Plan(ours.environments(), asked.rounds, asked.seconds)
    write(asked.write, {MACHINE: tables.bullets(environment.machine())})
    failed = []
    for name in wanted:
        _, measure = PARTS[name]
        try:
            texts = measure(plan)
        except (OSError, ValueError, subprocess.SubprocessError) as failure:  # the other parts are worth having
            print(f"{name}: {failure!r}", file=sys.stderr)
            failed.append(name)
        else:
            write(asked.write, texts)
    if failed:
        print(f"not measured: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def write(document: Path, texts: Mapping[str, str]) -> None:
    for place, text in texts.items():
        print(f"\n{text}", flush=True)
        tables.replace(document, place, text)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
