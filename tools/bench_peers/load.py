"""What `kronrat bench server` and `kronrat bench raid` say, run in one environment after another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Said = Mapping[str, Any]  # the object that such a command prints with --json

SHARES = {"the server's share of a core": "server_share", "the clients' share of a core": "client_share"}


def run(what: str, pythons: Sequence[Path], plan: Callable[[Mapping[str, Any]], str]) -> tuple[str, list[Said]]:
    """The facts of the runs as a list for the document, and what each said.

    All cores may be used, for clients and server are two processes.
    """
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    load = " ".join(f"{average:.2f}" for average in os.getloadavg())
    said = [_run(what, python) for python in pythons]
    facts = [
        f"measured {datetime.now(UTC):%Y-%m-%d}; load averages at the beginning {load}",
        f"{plan(said[0]['plan'])}, {said[0]['database']}",
        *[f"**{one['engine']}: not valid**, the clients were too busy" for one in said if not one["valid"]],
    ]
    return "\n".join(f"- {fact}" for fact in facts), said


def _run(what: str, python: Path) -> Said:
    print(f"kronrat bench {what}: {python.parent.parent.name}", file=sys.stderr, flush=True)
    program = [str(python), "-c", "from kronrat.cli import main; main()", "bench", what, "--json"]
    ran = subprocess.run(program, stdout=subprocess.PIPE, check=False)  # a run that is not valid says so itself
    return dict(json.loads(ran.stdout))
