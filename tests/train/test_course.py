"""A course of learning from nothing: the same everywhere, goes on where it was, and leads to weights that are used."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kronrat
from kronrat.bots import Learned
from kronrat.bots.weights import Weights, read_weights
from kronrat.cli.app import app
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import BadOption
from kronrat.core.playout import play_on
from kronrat.core.policy import LookAhead
from kronrat.train import course as courses
from kronrat.train.course import Course, checked, run
from kronrat.train.fitting import fit
from kronrat.train.selfplay import Lessons, quick_game, unpacked

GAME = kronrat.list_games()[0]
TINY = Course(game=GAME, seats=2, options={}, seed="tiny", games=6, generations=2, positions=5, units=0, epochs=3)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "CHUNK", 2)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Weights]:
    folder = tmp_path_factory.mktemp("course")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(courses, "CHUNK", 2)
        return folder, run(checked(TINY), folder, 1, lambda _: None)


def numbers(weights: Weights) -> Weights:
    """Without the day."""
    return replace(weights, provenance=replace(weights.provenance, date=""))


def test_a_course_from_nothing_leads_to_weights_that_are_used(learned: tuple[Path, Weights]) -> None:
    folder, weights = learned
    told = weights.provenance
    assert (told.games, told.generation, told.seed) == (12, 1, "tiny")
    assert told.positions > told.games
    assert any(weights.straight)
    rules = kronrat.load(GAME)
    assert weights.refusal(rules) == ""
    state = rules.new(2, checked(TINY).options)
    play_on(state, LookAhead(), Dice(seed_of_text("after")), rules.quiet, 4, 1_000)
    shares = Learned([weights]).shares(state)
    assert sum(shares) == pytest.approx(1.0)
    assert shares != [0.5, 0.5]
    log = [json.loads(line) for line in (folder / courses.LOG).read_text().splitlines()]
    assert [line["generation"] for line in log] == [0, 1]
    assert [line["games"] for line in log] == [6, 12]


def test_the_same_course_gives_the_same_weights_and_goes_on_where_it_was(
    learned: tuple[Path, Weights], tmp_path: Path
) -> None:
    folder, weights = learned
    kept = ["course.json", "lessons-0-0.bin", "lessons-0-4.bin"]  # as if it had been broken off
    for name in kept:
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in kept[1:]}
    assert numbers(run(checked(TINY), tmp_path, 1, lambda _: None)) == numbers(weights)
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in kept[1:]} == before
    for file in folder.glob("lessons-*.bin"):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_a_course_goes_on_from_weights_and_keeps_how_they_are_used(
    learned: tuple[Path, Weights], tmp_path: Path
) -> None:
    _, before = learned
    before = replace(before, trust=0.5, search={"width": 3.0}, levels={"page": {"forgets": 9.0}})
    later = checked(replace(TINY, games=2, generations=1, start=before))
    weights = run(later, tmp_path, 1, lambda _: None)
    told = weights.provenance
    assert (told.games, told.generation) == (before.provenance.games + 2, before.provenance.generation + 1)
    assert (weights.trust, weights.search) == (before.trust, before.search)
    assert weights.levels == before.levels
    assert weights.straight != before.straight
    assert run(later, tmp_path, 1, lambda _: None) == weights


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": 0}, "another version of the rules"),
        ({"seats": 3}, "at other tables"),
        ({"own": []}, "from other features"),
        ({"bias": [0.0]}, "1 hidden units, not 0"),
    ],
)
def test_a_course_does_not_go_on_from_what_was_learned_for_something_else(
    learned: tuple[Path, Weights], change: dict[str, Any], reason: str
) -> None:
    start = replace(learned[1], **change)
    with pytest.raises(BadOption, match=reason):
        checked(replace(TINY, start=start))


def test_another_course_does_not_mix_with_it(learned: tuple[Path, Weights]) -> None:
    folder, _ = learned
    with pytest.raises(BadOption, match="holds another course"):
        run(checked(replace(TINY, seed="other")), folder, 1, print)


def test_lessons_are_what_they_were_after_packing() -> None:
    rules, lessons = kronrat.load(GAME), Lessons()
    for number in range(2):
        quick_game(rules, 2, checked(TINY).options, f"packed {number}", lessons)
    again = unpacked(lessons.packed())
    assert (again.ends, again.features) == (lessons.ends, lessons.features)
    assert (again.shares, again.guesses) == (lessons.shares, lessons.guesses)
    assert unpacked(Lessons().packed()).games == 0
    again.extend(lessons)
    assert again.ends == [*lessons.ends, *[lessons.ends[-1] + end for end in lessons.ends]]


def test_what_is_learned_foresees_results_better_than_chance() -> None:
    rules, lessons, options = kronrat.load(GAME), Lessons(), checked(TINY).options
    for number in range(20):
        quick_game(rules, 2, options, f"better {number}", lessons)
    names = rules.feature_names(rules.new(2, options))
    found = fit(lessons, names, 2, units=0, epochs=4, seed="fit")
    assert found.loss < 0.69  # of somebody who knows nothing
    assert fit(lessons, names, 2, units=0, epochs=4, seed="fit") == found


def test_the_command_says_where_the_weights_are(tmp_path: Path) -> None:
    told = {"games": 3, "generations": 1, "units": 0, "epochs": 1}
    asked = [word for name, value in told.items() for word in (f"--{name}", str(value))]
    result = CliRunner().invoke(app, ["train", GAME, "--folder", str(tmp_path), *asked])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("generation 0: 3 games,")
    assert read_weights(tmp_path / "weights-0.json").provenance.games == 3
    assert "weights-0.json" in "".join(lines[1:])


def test_the_command_refuses_what_the_game_does_not_have(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["train", GAME, "--folder", str(tmp_path), "--option", "no=such"])
    assert result.exit_code != 0
    assert "has no option" in result.output
