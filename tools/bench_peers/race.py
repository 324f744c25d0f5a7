"""Live races on one server: what `kronrat bench race` says, as columns for each kind of rules and each queue."""

from __future__ import annotations

from collections.abc import Sequence

from bench_peers.load import SHARES, run
from bench_peers.ours import Plan, Said
from bench_peers.rounds import Spread
from bench_peers.tables import Bar, bars, percent, short, table, whole

PLACES = ("race",)

P99_MS = {"fcfs": 60, "fair": 170}
LEAST_SHARE, MOST_SHARE = 0.40, 0.60  # of contests that the hand with the longer way wins in the fair queue
NAMES = {"fcfs": "first come", "fair": "fair"}
ROWS = {
    "grants": ("grants", whole),
    "from intent to grant, median, ms": ("median_ms", short),
    "99 of 100 within, ms": ("p99_ms", short),
    "longest, ms": ("longest_ms", short),
    "the server's time for an intent, ms": ("cpu_ms", short),
}


def measure(plan: Plan) -> dict[str, str]:
    facts, said = run(
        "race",
        plan,
        lambda load: (
            f"{load['tables']} races at once, {load['seats']} clients each, {load['rate']:g} intents a second "
            f"of each client for {load['seconds']:g} seconds"
        ),
    )
    return {"race": "\n\n".join([facts, bars(_bars(said)), _figures(said), _contests(said)])}


def _bars(said: Sequence[Said]) -> list[Bar]:
    found: list[Bar] = []
    for one in said:
        for crowd in one["crowds"]:
            name = f"99 of 100 grants within, {NAMES[crowd['queue']]}, {one['engine']}, ms"
            found.append(Bar(name, P99_MS[crowd["queue"]], Spread.of([crowd["p99_ms"]]), at_most=True))
    for one in said:
        share = Spread.of(contest["share"] for contest in one["contests"] if contest["queue"] == "fair")
        name = f"contests won with 200 ms more round trip, fair, {one['engine']}"
        found += [
            Bar(name, LEAST_SHARE, share, number=percent),
            Bar(name, MOST_SHARE, share, at_most=True, number=percent),
        ]
    return found


def _figures(said: Sequence[Said]) -> str:
    crowds = [(one["engine"], crowd) for one in said for crowd in one["crowds"]]
    rows = [(title, *[number(crowd[name]) for _, crowd in crowds]) for title, (name, number) in ROWS.items()]
    rows.insert(1, ("refused", *[whole(sum(crowd["refused"].values())) for _, crowd in crowds]))
    rows += [(title, *[percent(crowd[name]) for _, crowd in crowds]) for title, name in SHARES.items()]
    return table(("", *[f"{engine}, {NAMES[crowd['queue']]}" for engine, crowd in crowds]), rows)


def _contests(said: Sequence[Said]) -> str:
    rows = [
        (
            f"{one['engine']}, {NAMES[contest['queue']]}",
            whole(contest["contests"]),
            percent(contest["share"]),
            f"{percent(contest['low'])} to {percent(contest['high'])}",
            whole(contest["void"]),
        )
        for one in said
        for contest in one["contests"]
    ]
    return table(("contests of two hands", "number", "won with 200 ms more", "95 % interval", "void"), rows)
