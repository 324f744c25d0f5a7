"""It plays to the end, it plays well, and it plays like Kingsburg."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

import kronrat
from kronrat.arena.intervals import wilson
from kronrat.arena.simulation import simulate
from kronrat.arena.tally import tally
from kronrat.games.kingsburg.rules.game import Kingsburg
from tests.evidence.figures import percent, write_down
from tests.games.kingsburg.counts import games
from tests.profile import FULL

ROOT = Path(__file__).parents[3]
EDITIONS = ("1e", "2e")
SEATS = (2, 3, 4, 5)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_without_an_error(bot: str) -> None:
    each = games(bot) // (len(EDITIONS) * len(SEATS))
    decisions = 0
    for edition in EDITIONS:
        for seats in SEATS:
            result = simulate("kingsburg", {"edition": edition}, seats, each, [bot], f"end {edition} {seats}")
            assert result.finished == result.games == each
            decisions += result.decisions
    write_down(
        f"1-games-{bot}",
        f"{bot.capitalize()} games over all seat counts and both editions end without an error",
        {"games": each * 8, "decisions": decisions},
    )


def test_games_with_every_combination_of_modules_end_without_an_error() -> None:
    modules = [",".join(some) for count in range(4) for some in combinations(("buildings", "governors", "army"), count)]
    each = games("modules")
    decisions = 0
    for chosen in modules:
        for seats in SEATS:
            options = {"edition": "2e", "modules": chosen}
            result = simulate("kingsburg", options, seats, each, ["random"], f"end {chosen} {seats}")
            assert result.finished == each
            decisions += result.decisions
    write_down(
        "1-games-modules",
        "Random games over all eight combinations of modules and all seat counts end without an error",
        {"games": each * len(modules) * len(SEATS), "decisions": decisions},
    )


def test_memory_stays_flat() -> None:
    """Tables are memoised, so the first games fill them; after that little may grow."""
    count = games("memory")
    measured = subprocess.run(
        [sys.executable, "-m", "tests.games.kingsburg.memory", str(count)], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    half, whole = [int(size) for size in measured.stdout.split()]
    assert whole - half <= (16 if FULL else 24), "megabytes"
    figures: dict[str, object] = {"MB after half of them": half, f"MB after {count}": whole}
    write_down("2-memory", f"Memory of a process that plays {count} games, half of them with all modules", figures)


@pytest.mark.parametrize(("rival", "bar"), [("random", 0.93), ("points", 0.65)])
def test_greedy_wins(rival: str, bar: float) -> None:
    count = games("strength")
    figures: dict[str, object] = {}
    for edition in EDITIONS:
        result = simulate("kingsburg", {"edition": edition}, 2, count, ["greedy", rival], "strength")
        won = result.wins["greedy"]
        low, high = wilson(won, count)
        assert low >= (bar if FULL else bar - 0.1)
        figures[edition] = f"{won:g} of {count}, 95 % interval {percent(low)} to {percent(high)}"
    write_down(f"3-greedy-{rival}", f"Greedy against {rival}, two players (bar {percent(bar)})", figures)


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_plays_like_kingsburg(edition: str) -> None:
    count = games("like")
    keys = {"BattleFought": ["enemy", "outcome"], "BuildingBuilt": ["building"]}
    counted = tally("kingsburg", 4, {"edition": edition}, ["greedy"], count, "like Kingsburg", keys)
    assert 35 <= counted.median_winning_score <= 50
    rules = cast(Kingsburg, kronrat.load("kingsburg"))
    battles = {year: {"victory": 0, "draw": 0, "defeat": 0} for year in range(1, 6)}
    for key, times in counted.events.items():
        if key[0] == "BattleFought":
            battles[rules.tables.enemies[key[1]].year][key[2]] += times
    assert all(result["victory"] and result["defeat"] for result in battles.values())
    shares = {b.id: counted.share("BuildingBuilt", b.id) for row in rules.base_sheet.rows for b in row}
    if FULL:
        assert min(shares.values()) >= 0.02, shares
    figures: dict[str, object] = {"median points of the winner": counted.median_winning_score}
    for year, result in battles.items():
        figures[f"battles of year {year}"] = ", ".join(f"{times} {outcome}" for outcome, times in result.items())
    figures["games in which a building was built"] = ", ".join(f"{id} {percent(s)}" for id, s in shares.items())
    write_down(
        f"4-like-kingsburg-{edition}",
        f"It plays like Kingsburg: {count} greedy four-player games, edition {edition}",
        figures,
    )
