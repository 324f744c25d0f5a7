"""The server under load: what `kronrat bench server` says, as one column for each kind of rules."""

from __future__ import annotations

from collections.abc import Sequence

from bench_peers.load import SHARES, run
from bench_peers.ours import Plan, Said
from bench_peers.rounds import Spread
from bench_peers.tables import Bar, bars, percent, short, table, whole

PLACES = ("server",)

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


def measure(plan: Plan) -> dict[str, str]:
    facts, said = run(
        "server",
        plan,
        lambda load: (
            f"{load['tables']} tables with {load['seats']} seats, {load['rate']:g} choices a second for "
            f"{load['seconds']:g} seconds"
        ),
    )
    return {"server": "\n\n".join([facts, bars(_bars(said)), _figures(said)])}


def _bars(said: Sequence[Said]) -> list[Bar]:
    asked = (
        ("99 of 100 choices within, {}, ms", P99_MS, "p99_ms"),
        ("memory of a table, {}, KB", TABLE_KB, "table_kb"),
    )
    return [
        Bar(text.format(one["engine"]), most, Spread.of([one[name]]), at_most=True)
        for text, most, name in asked
        for one in said
    ]


def _figures(said: Sequence[Said]) -> str:
    rows = [(title, *[number(one[name]) for one in said]) for title, (name, number) in ROWS.items()]
    rows += [(title, *[percent(one[name]) for one in said]) for title, name in SHARES.items()]
    return table(("", *[one["engine"] for one in said]), rows)
