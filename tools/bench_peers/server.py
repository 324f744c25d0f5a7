"""The server under load: what `kronrat bench server` says, as one column for each kind of rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench_peers.tables import Bar, bars, short, table, whole

Said = Mapping[str, Any]  # the object that `kronrat bench server --json` prints

P99_MS, TABLE_KB = 100, 300
ROWS = {
    "choices that were made, /s": ("choices_a_second", whole),
    "from a choice to the last client, median, ms": ("median_ms", short),
    "99 of 100 within, ms": ("p99_ms", short),
    "longest, ms": ("longest_ms", short),
    "the server's time for a choice, ms": ("cpu_ms", short),
    "flat out, choices/s": ("most_choices_a_second", whole),
    "memory of a table with everybody connected, KB": ("table_kb", whole),
    "when everybody has gone, KB": ("left_table_kb", whole),
    "when it was put to rest, KB": ("resting_table_kb", whole),
}
SHARES = {"the server's share of a core": "server_share", "the clients' share of a core": "client_share"}


def measure(pythons: Sequence[Path]) -> str:
    """The text for the document; all cores may be used, for clients and server are two processes."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    load = " ".join(f"{average:.2f}" for average in os.getloadavg())
    said = [_run(python) for python in pythons]
    plan = said[0]["plan"]
    facts = [
        f"measured {datetime.now(UTC):%Y-%m-%d}; load averages at the beginning {load}",
        f"{plan['tables']} tables with {plan['seats']} seats, {plan['rate']:g} choices a second for "
        f"{plan['seconds']:g} seconds, {said[0]['database']}",
        *[f"**{one['engine']}: not valid**, the clients were too busy" for one in said if not one["valid"]],
    ]
    found = [Bar(f"99 of 100 choices within, {one['engine']}, ms", P99_MS, one["p99_ms"], at_most=True) for one in said]
    found += [Bar(f"memory of a table, {one['engine']}, KB", TABLE_KB, one["table_kb"], at_most=True) for one in said]
    return "\n\n".join(["\n".join(f"- {fact}" for fact in facts), bars(found), _figures(said)])


def _run(python: Path) -> Said:
    print(f"kronrat bench server: {python.parent.parent.name}", file=sys.stderr, flush=True)
    program = [str(python), "-c", "from kronrat.cli import main; main()", "bench", "server", "--json"]
    ran = subprocess.run(program, stdout=subprocess.PIPE, check=False)  # a run that is not valid says so itself
    return dict(json.loads(ran.stdout))


def _figures(said: Sequence[Said]) -> str:
    rows = [(title, *[number(one[name]) for one in said]) for title, (name, number) in ROWS.items()]
    rows += [(title, *[f"{100 * one[name]:.0f} %" for one in said]) for title, name in SHARES.items()]
    return table(("", *[one["engine"] for one in said]), rows)
