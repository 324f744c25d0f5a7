"""Series of games of Kingsburg: what is counted and measured, and data of one's own in every process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kronrat.arena.bench import bench
from kronrat.arena.chunks import cut, play_chunk
from kronrat.arena.executors import Processes
from kronrat.arena.series import Series
from kronrat.arena.simulation import play_series, simulate
from kronrat.arena.tally import tally
from kronrat.core.game import BadOption
from kronrat.data import DataError
from kronrat.shelf import load

GAMES = 12
BRIEF = 0.001  # seconds for each figure


def series() -> Series:
    return Series("kingsburg", 4, {}, ("random",), "s").checked()


def test_growth_follows_seats_and_whatever_can_be_selected() -> None:
    game = load("kingsburg")
    rows = bench(game, 3, {"edition": "2e"}, 1, BRIEF).growth
    assert [row.seats for row in rows] == [2, 3, 4, 5, 3, 3, 3, 3]
    assert [row.options["modules"] for row in rows[4:]] == [
        "buildings", "governors", "army", "buildings,governors,army",
    ]  # fmt: skip


def test_what_was_selected_is_measured_alone() -> None:
    rows = bench(load("kingsburg"), 2, {"modules": "army"}, 1, BRIEF).growth
    assert [(row.seats, row.options["modules"]) for row in rows] == [(seats, "army") for seats in (2, 3, 4, 5)]


def test_events_are_counted_by_class_and_facts() -> None:
    keys = {"BattleFought": ["outcome"], "YearBegan": [], "BuildingBuilt": ["building"]}
    counted = tally("kingsburg", 3, {}, ["random", "points"], GAMES, "s", keys)
    assert counted.games == GAMES
    assert counted.events["YearBegan",] == 5 * GAMES
    battles = [count for key, count in counted.events.items() if key[0] == "BattleFought"]
    assert sum(battles) == 3 * 5 * GAMES
    assert {key[0] for key in counted.events} == keys.keys()
    assert counted.share("YearBegan") == 1
    assert counted.share("BuildingBuilt", "no_such_building") == 0
    assert 0 < counted.share("BuildingBuilt", "inn") <= 1
    assert sum(counted.winning_scores.values()) == GAMES
    assert min(counted.winning_scores) <= counted.median_winning_score <= max(counted.winning_scores)


def test_processes_do_not_change_the_counts() -> None:
    keys = {"BuildingBuilt": ["building", "seat"]}
    alone = tally("kingsburg", 2, {}, ["random"], GAMES, "s", keys)
    assert tally("kingsburg", 2, {}, ["random"], GAMES, "s", keys, jobs=2) == alone


def test_an_override_reaches_every_process(tmp_path: Path) -> None:
    (tmp_path / "advisors.toml").write_text("[jester]\ngain = { vp = 50 }\n")
    printed = simulate("kingsburg", {}, 2, 6, ["random"], "s").mean_scores["random"]
    for jobs in (1, 2):
        replaced = simulate("kingsburg", {}, 2, 6, ["random"], "s", jobs=jobs, data=str(tmp_path))
        assert replaced.mean_scores["random"] > printed + 30


def test_an_override_that_was_edited_is_read_again(tmp_path: Path) -> None:
    means = []
    for points in (0, 50):
        (tmp_path / "advisors.toml").write_text(f"[jester]\ngain = {{ vp = {points} }}\n")
        means.append(simulate("kingsburg", {}, 2, 6, ["random"], "s", data=str(tmp_path)).mean_scores["random"])
    assert means[1] > means[0] + 30


def test_data_that_broke_since_are_named_by_other_processes_too(tmp_path: Path) -> None:
    games = replace(series(), data=str(tmp_path))
    (tmp_path / "buildings.toml").write_text("[chapel]\ngold = -1\n")
    with pytest.raises(BadOption, match="chapel"):
        list(Processes(2).run(play_chunk, cut(games, 4, 2)))


def test_a_broken_override_is_refused_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "buildings.toml").write_text("[chapel]\ngold = -1\n")
    with pytest.raises(DataError, match="chapel"):
        simulate("kingsburg", {}, 2, 1, ["random"], "s", data=str(tmp_path))


def test_events_are_summed_with_the_games_that_are_kept() -> None:
    games = Series("kingsburg", 3, {}, ("random", "points"), "kept", keys={"BuildingBuilt": []}).checked()
    sums = play_series(games, 3, keep=lambda *_: None)
    assert sums == play_series(games, 3)
    assert sums.events["BuildingBuilt",] > 0
