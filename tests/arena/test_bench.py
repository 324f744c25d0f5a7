"""The benchmark: it runs for every game, counts what it claims to, and says so. How fast it is does not matter here."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kronrat
from kronrat.arena.bench import (
    GROWING,
    MICROSECONDS,
    PER_SECOND,
    TASKS,
    Workload,
    bench,
    engine,
    find_positions,
    usual_seats,
)
from kronrat.cli.bench import run
from kronrat.core.game import BadOption, Game
from kronrat.shelf import load
from tests.pearls import Tiny
from tests.shelf import ANY, any_game, other_options

FIGURES = [name for names in TASKS for name in names]
BRIEF = 0.001  # seconds for each figure


# Every day one that is on the shelf and one that is not.
OFTEN = [any_game(), Tiny()]
SELDOM = [load(game) for game in kronrat.list_games() if game != ANY]
every_game = pytest.mark.parametrize(
    "game", [*OFTEN, *(pytest.param(game, marks=pytest.mark.full) for game in SELDOM)], ids=lambda game: game.id
)


def check(figures: dict[str, Any]) -> None:
    for name, figure in figures.items():
        assert figure["unit"] == (PER_SECOND if name in ("decisions", "games") else MICROSECONDS)
        assert 0 < figure["low"] <= figure["median"] <= figure["high"]
        assert figure["count"] > 0


@every_game
def test_every_game_can_be_measured(game: Game) -> None:
    report = bench(game, repeat=2, seconds=BRIEF)
    assert (report.game, report.table.seats) == (game.id, usual_seats(game))
    plain = json.loads(json.dumps(report.plain()))
    assert list(plain["table"]["figures"]) == FIGURES
    assert plain["table"]["options"] == game.settle_options(game.left_alone({}))
    check(plain["table"]["figures"])
    assert report.table.figures["decisions"].count > report.table.figures["games"].count
    for row in plain["growth"]:
        assert list(row["figures"]) == list(GROWING)
        check(row["figures"])
    assert {row["seats"] for row in plain["growth"]} == set(game.seat_counts)


@every_game
def test_positions_are_decisions_of_seats(game: Game) -> None:
    positions = find_positions(game, game.seat_counts[-1], game.settle_options(game.left_alone({})))
    assert len(positions) > 10
    for state, seat, choice in positions:
        assert seat in state.deciding()
        assert choice in state.options(seat)


@every_game
def test_measuring_leaves_the_positions_alone(game: Game) -> None:
    work = Workload(game, usual_seats(game), {})
    before = [game.digest(position.state) for position in work.positions]
    for task in work.lay_out():
        task.measure(BRIEF)
    assert [game.digest(position.state) for position in work.positions] == before


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    bench(any_game(), 2, other_options(), 2, BRIEF, lambda done, total: told.append((done, total)))
    total = told[0][1]
    assert told == [(done, total) for done in range(1, total + 1)]


@pytest.mark.parametrize(
    ("seats", "options", "repeat", "seconds"),
    [(99, {}, 1, 1.0), (4, {"colour": "red"}, 1, 1.0), (4, {}, 0, 1.0), (4, {}, 1, 0.0), (4, {}, 1, float("nan"))],
)
def test_what_cannot_be_measured_is_refused(seats: int, options: dict[str, str], repeat: int, seconds: float) -> None:
    with pytest.raises(BadOption):
        bench(any_game(), seats, options, repeat, seconds)


# -- the command -------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_the_command_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    run(None, None, [], repeat=1, seconds=BRIEF, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["kronrat", "engine", "python", "repeat", "seconds", "games"]
    assert said["engine"] == engine()
    assert tuple(report["game"] for report in said["games"]) == kronrat.list_games()


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    ((option, value),) = other_options().items()
    run(ANY, 2, [f"{option}={value}"], repeat=1, seconds=BRIEF, as_json=False)
    said = capsys.readouterr()
    assert f"{ANY}, 2 seats, {option}={value}" in said.out
    assert f"{engine()} rules" in said.out
    for figure in ("decisions", "games", "options", "clone", "dump and restore", "view", "redeal", "preview"):
        assert figure in said.out
    assert said.err == ""
