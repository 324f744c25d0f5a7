"""It plays to the end, it plays well, and it plays like Kingsburg."""

from __future__ import annotations

import resource
from itertools import combinations
from typing import cast

import pytest

import kronrat
from kronrat.arena.intervals import wilson
from kronrat.arena.simulation import simulate
from kronrat.arena.tally import tally
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.playout import play_randomly
from kronrat.games.kingsburg.game import Kingsburg
from tests.evidence.figures import FULL, counts, percent, write_down

EDITIONS = ("1e", "2e")
SEATS = (2, 3, 4, 5)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_without_an_error(bot: str) -> None:
    games = counts(160, 10_000) if bot == "random" else counts(8, 504)
    each = games // (len(EDITIONS) * len(SEATS))
    decisions = 0
    for edition in EDITIONS:
        for seats in SEATS:
            result = simulate("kingsburg", {"edition": edition}, seats, each, [bot], f"end {edition} {seats}")
            assert result.finished == result.games == each
            decisions += result.decisions
    write_down(
        f"1-games-{bot}",
        f"{bot.capitalize()} games over all seat counts and both editions end without an error",
        f"kronrat simulate kingsburg --seats N --option edition=E --bots {bot} --games {each} --seed 'end E N'",
        {"games": each * 8, "decisions": decisions},
    )


def test_games_with_every_combination_of_modules_end_without_an_error() -> None:
    modules = [",".join(some) for count in range(4) for some in combinations(("buildings", "governors", "army"), count)]
    each = counts(3, 313)
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
        f"kronrat simulate kingsburg --seats N --option modules=M --bots random --games {each} --seed 'end M N'",
        {"games": each * len(modules) * len(SEATS), "decisions": decisions},
    )


def test_memory_stays_flat() -> None:
    """Tables are memoised, so the first games fill them; after that nothing may grow."""
    game = kronrat.load("kingsburg")
    games = counts(600, 10_000)
    sizes = []
    for number in range(games):
        dice, chooser = Dice(seed_of_text(f"m{number}")), Dice(seed_of_text(f"c{number}"))
        play_randomly(game.new(4, {"edition": "1e"}), dice, chooser)
        if number + 1 in (games // 2, games):
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    assert sizes[1] - sizes[0] <= (4 if FULL else 12), "megabytes"
    figures: dict[str, object] = {"MB after half of them": sizes[0], f"MB after {games}": sizes[1]}
    write_down("2-memory", f"Memory of a process that plays {games} games", "tests/evidence/test_kingsburg.py", figures)


@pytest.mark.parametrize(("rival", "bar"), [("random", 0.93), ("points", 0.65)])
def test_greedy_wins(rival: str, bar: float) -> None:
    games = counts(40, 1_000)
    figures: dict[str, object] = {}
    for edition in EDITIONS:
        result = simulate("kingsburg", {"edition": edition}, 2, games, ["greedy", rival], "strength")
        won = result.wins["greedy"]
        low, high = wilson(won, games)
        assert low >= (bar if FULL else bar - 0.1)
        figures[edition] = f"{won:g} of {games}, 95 % interval {percent(low)} to {percent(high)}"
    command = (
        f"kronrat simulate kingsburg --seats 2 --games {games} --bots greedy,{rival} --option edition=… --seed strength"
    )
    write_down(f"3-greedy-{rival}", f"Greedy against {rival}, two players (bar {percent(bar)})", command, figures)


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_plays_like_kingsburg(edition: str) -> None:
    games = counts(24, 500)
    keys = {"BattleFought": ["enemy", "outcome"], "BuildingBuilt": ["building"]}
    counted = tally("kingsburg", 4, {"edition": edition}, ["greedy"], games, "like Kingsburg", keys)
    assert 35 <= counted.median_winning_score <= 50
    rules = cast(Kingsburg, kronrat.load("kingsburg"))
    battles = {year: {"victory": 0, "draw": 0, "defeat": 0} for year in range(1, 6)}
    for key, count in counted.events.items():
        if key[0] == "BattleFought":
            battles[rules.tables.enemies[key[1]].year][key[2]] += count
    assert all(result["victory"] and result["defeat"] for result in battles.values())
    shares = {b.id: counted.share("BuildingBuilt", b.id) for row in rules.base_sheet.rows for b in row}
    if FULL:
        assert min(shares.values()) >= 0.02, shares
    figures: dict[str, object] = {"median points of the winner": counted.median_winning_score}
    for year, result in battles.items():
        figures[f"battles of year {year}"] = ", ".join(f"{count} {outcome}" for outcome, count in result.items())
    figures["games in which a building was built"] = ", ".join(f"{id} {percent(s)}" for id, s in shares.items())
    write_down(
        f"4-like-kingsburg-{edition}",
        f"It plays like Kingsburg: {games} greedy four-player games, edition {edition}",
        "tests/evidence/test_kingsburg.py with tally(seed='like Kingsburg')",
        figures,
    )
