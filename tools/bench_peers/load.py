"""What `kronrat bench server` and `kronrat bench race` say, run in one environment after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bench_peers.ours import Plan, Said, kronrat
from bench_peers.tables import bullets

SHARES = {"the server's share of a core": "server_share", "the clients' share of a core": "client_share"}


def run(what: str, plan: Plan, describe: Callable[[Mapping[str, Any]], str]) -> tuple[str, list[Said]]:
    """The facts of the runs as a list for the document, and what each said."""
    facts = plan.circumstances()
    said = [kronrat(python, "bench", what) for python in plan.pythons.values()]
    facts += [
        f"{describe(said[0]['plan'])}, {said[0]['database']}",
        *[f"**{one['engine']}: not valid**, the clients were too busy" for one in said if not one["valid"]],
    ]
    return bullets(facts), said
