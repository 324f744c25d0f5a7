"""What a second process gives: the same series of random games with one job and with two, in turns."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from bench_peers.ours import ENGINES, SEATS, Plan, Said, kronrat, table_for
from bench_peers.rounds import Spread
from bench_peers.tables import Bar, bars, bullets, ratio, spread, table, whole

PLACES = ("bars of jobs", "jobs")

LEAST = 1.7  # times the games of one job
TRIED = 500  # games that tell how long the series has to be
LONGER = 10  # times as long as other contenders play: beside it the start of processes is to be small
TIMES = ("seconds", "games_per_s", "decisions_per_s")  # what may differ between two runs


@dataclass
class Race:
    """One engine with one job and with two; speeds are games a second by the wall clock, start included."""

    engine: str
    python: Path
    games: int
    one: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)

    def round(self) -> None:
        for jobs, speeds in ((1, self.one), (2, self.two)):
            began = perf_counter()
            said = simulate(self.python, self.games, jobs)
            speeds.append(self.games / (perf_counter() - began))
            self.results.append({name: value for name, value in said.items() if name not in TIMES})

    @property
    def times(self) -> Spread:
        return Spread.of(two / one for one, two in zip(self.one, self.two, strict=True))

    @property
    def same(self) -> bool:
        return all(result == self.results[0] for result in self.results)


def measure(plan: Plan) -> dict[str, str]:
    facts = plan.circumstances()
    races: list[Race] = []
    if usable_cores() < 2:
        facts.append("**not measured: two jobs**, for only one core may be used here")
    else:
        races = [
            Race(engine, python, series_length(python, LONGER * plan.seconds))
            for engine, python in plan.pythons.items()
        ]
    for _ in range(plan.rounds):
        for race in races:
            race.round()
    return dict(zip(PLACES, (bars(list_bars(races)), "\n\n".join([bullets(facts), *figures(races)])), strict=True))


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def series_length(python: Path, seconds: float) -> int:
    """How many games one job plays in about so many seconds, in hundreds."""
    speed = float(simulate(python, TRIED, 1)["games_per_s"])
    return 100 * max(1, round(speed * seconds / 100))


def simulate(python: Path, games: int, jobs: int) -> Said:
    game, option = table_for("main")
    words = (game, "--seats", SEATS, "--option", option, "--games", str(games), "--jobs", str(jobs))
    return kronrat(python, "simulate", *words)


def list_bars(races: list[Race]) -> list[Bar]:
    found = {race.engine: race.times for race in races}
    return [Bar(f"games of two jobs, {engine}", LEAST, found.get(engine), number=ratio) for engine in ENGINES]


def figures(races: list[Race]) -> list[str]:
    rows = [
        (
            race.engine,
            whole(race.games),
            spread(Spread.of(race.one), whole),
            spread(Spread.of(race.two), whole),
            spread(race.times, ratio),
            "the same" if race.same else "**different**",
        )
        for race in races
    ]
    headings = ("rules", "games of the series", "one job, games/s", "two jobs, games/s", "two beside one", "sums")
    return [table(headings, rows)] if rows else []
