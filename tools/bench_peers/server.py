"""The server under load: what `kronrat bench server` says, as one column for each kind of rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench_peers.load import SHARES, Said, run
from bench_peers.tables import Bar, bars, short, table, whole

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


def measure(pythons: Sequence[Path]) -> str:
    """The text for the document."""
    facts, said = run(
        "server",
        pythons,
        lambda plan: (
            f"{plan['tables']} tables with {plan['seats']} seats, {plan['rate']:g} choices a second for "
            f"{plan['seconds']:g} seconds"
        ),
    )
    found = [Bar(f"99 of 100 choices within, {one['engine']}, ms", P99_MS, one["p99_ms"], at_most=True) for one in said]
    found += [Bar(f"memory of a table, {one['engine']}, KB", TABLE_KB, one["table_kb"], at_most=True) for one in said]
    return "\n\n".join([facts, bars(found), _figures(said)])


def _figures(said: Sequence[Said]) -> str:
    rows = [(title, *[number(one[name]) for one in said]) for title, (name, number) in ROWS.items()]
    rows += [(title, *[f"{100 * one[name]:.0f} %" for one in said]) for title, name in SHARES.items()]
    return table(("", *[one["engine"] for one in said]), rows)
