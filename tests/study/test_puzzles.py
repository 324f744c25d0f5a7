"""Puzzles in the boxes can be played and explained; they are found the same way every time, and refused elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest

import kronrat
from kronrat.arena.series import Series
from kronrat.bots import LEVELS
from kronrat.box import box_of
from kronrat.core.events import Event
from kronrat.core.notation import parse_choice
from kronrat.data.shapes import plain
from kronrat.study import puzzle_files, puzzling
from kronrat.study.consequences import consequences
from kronrat.study.foresight import dice_by_purpose
from kronrat.study.puzzle import (
    FILE,
    TRIES,
    BadPuzzles,
    Collection,
    Puzzle,
    collection_of,
    event_of,
    id_of,
    of_the_day,
    puzzles_of,
    read_collection,
)
from kronrat.study.weighing import GLANCE, Weighing
from kronrat.words import Words
from pearl_divers import testing
from tests.profile import FULL

WITH_PUZZLES = [game for game in kronrat.list_games() if collection_of(game)]
every_game = pytest.mark.parametrize("game", WITH_PUZZLES)

LARGEST = 300_000  # bytes
LEAST = 100  # puzzles of each game


def shipped(game: str) -> Collection:
    found = collection_of(game)
    assert found is not None
    return found


@every_game
def test_the_puzzles_of_a_box_are_in_a_small_file(game: str) -> None:
    found = shipped(game)
    assert len({one.id for one in found.puzzles}) == len(found.puzzles) >= LEAST
    assert (box_of(game).folder / FILE).stat().st_size < LARGEST
    assert found.refusal(kronrat.load(game)) == ""
    assert puzzle_files.text_of(found) == (box_of(game).folder / FILE).read_text(encoding="utf-8")


@every_game
def test_every_puzzle_is_a_question_with_one_best_answer(game: str) -> None:
    rules = kronrat.load(game)
    for puzzle in shipped(game).puzzles if FULL else shipped(game).puzzles[::10]:
        state = puzzle.position(rules)
        options = state.options(puzzle.seat)
        best, tempting = ([parse_choice(text) for text in some] for some in (puzzle.best, puzzle.tempting))
        assert id_of(state, puzzle.seat) == puzzle.id
        assert {*best, *map(parse_choice, puzzle.lost)} == set(options)
        assert set(tempting) <= set(options) - set(best)
        assert not set(best) & set(map(parse_choice, puzzle.lost))
        assert puzzle.solves(best[0])
        assert not puzzle.solves(tempting[0])
        assert puzzle.loss(best[0]) == 0
        assert len(puzzle.solved) == len(LEVELS)
        assert 2 * puzzle.solved[-1] > TRIES  # the strongest agrees
        assert puzzle.level < len(LEVELS)
        assert puzzle.reasons
        for reason in puzzle.reasons:
            assert event_of(rules, reason).facts()["seat"] == puzzle.seat


@every_game
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_reason_is_a_sentence(game: str, lang: str) -> None:
    """The page says it in full where the log of the game would leave it out."""
    rules = kronrat.load(game)
    for puzzle in shipped(game).puzzles:
        words = Words(lang, game, rules.variant(rules.settle_options(puzzle.options)))
        for reason in puzzle.reasons:
            assert words.event(event_of(rules, reason)).endswith(".")


@every_game
def test_what_looks_best_at_once_is_not_the_solution(game: str) -> None:
    rules = kronrat.load(game)
    for puzzle in shipped(game).puzzles if FULL else shipped(game).puzzles[::20]:
        weighing = Weighing(puzzle.position(rules), puzzle.seat, dice_by_purpose("test"), GLANCE)
        options = weighing.options()
        solution = next(one for one in options if puzzle.solves(one.choices[0]))
        assert solution.guess < max([one.guess for one in options])


@pytest.mark.full
@every_game
def test_a_deeper_search_with_other_dice_finds_the_same(game: str) -> None:
    """A sample of what `kronrat puzzles check` does; docs/puzzles.md has the figure for all."""
    rules, sample = kronrat.load(game), shipped(game).puzzles[::17]
    held = [puzzling.still_best(rules, puzzle, "a test") for puzzle in sample]
    assert held.count(False) <= 1


def test_puzzles_of_other_rules_or_data_are_refused_in_a_sentence() -> None:
    game = kronrat.load(WITH_PUZZLES[0])
    found = shipped(game.id)
    assert "rules" in replace(found, rules=found.rules + 1).refusal(game)
    assert "data" in replace(found, data="0").refusal(game)
    assert "not of" in replace(found, game="halma").refusal(game)


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzles_of(testing.game()) == ()


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    puzzles = shipped(WITH_PUZZLES[0]).puzzles
    today = date(2026, 11, 18)
    first = of_the_day(puzzles, today)
    assert first is not None
    assert of_the_day(list(reversed(puzzles)), today) == first
    second = of_the_day(puzzles, today, frozenset([first.id]))
    assert second is not None
    assert second.id != first.id
    days = Counter([getattr(of_the_day(puzzles, today + timedelta(days=n)), "id", "") for n in range(30)])
    assert len(days) > 20
    assert of_the_day([], today) is None


@dataclass(frozen=True)
class Paid(Event):
    seat: int


@dataclass(frozen=True)
class Bought(Event):
    seat: int


def test_what_always_happens_together_is_told_once() -> None:
    bought: list[Event] = [Paid("R-1", 0), Bought("R-1", 0)]
    told = consequences([bought] * 4, [[]] * 4, 0)
    assert [(type(one.event), one.best, one.chosen) for one in told] == [(Bought, 1.0, 0.0)]
    apart = consequences([bought, bought, bought, bought[:1]], [[]] * 4, 0)
    assert [type(one.event) for one in apart] == [Paid, Bought]


# -- finding -----------------------------------------------------------------------------------------------------------


def some_series() -> Series:
    return Series(WITH_PUZZLES[0], 2, {}, ("squire", "greedy"), "puzzles").checked()


def test_work_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    series, puzzles = some_series(), shipped(WITH_PUZZLES[0]).puzzles
    looked: list[int] = []

    def find_in(_: Series, number: int) -> list[Puzzle]:
        looked.append(number)
        return puzzles[number : number + 1]

    monkeypatch.setattr(puzzle_files, "find_in", find_in)
    file = tmp_path / "found.jsonl"
    assert list(puzzle_files.find(series, 2, file)) == [1, 2]
    with file.open("a", encoding="utf-8") as broken:
        broken.write('[{"id":')
    assert list(puzzle_files.find(series, 3, file)) == [3]
    assert looked == [0, 1, 2]
    assert [one.id for some in puzzle_files.findings(series, file) for one in some] == [one.id for one in puzzles[:3]]
    with pytest.raises(BadPuzzles, match="other games"):
        puzzle_files.findings(replace(series, seed="another"), file)


def test_a_collection_is_gathered_evenly_and_with_few_alike(tmp_path: Path) -> None:
    series, game = some_series(), kronrat.load(WITH_PUZZLES[0])
    puzzles = shipped(game.id).puzzles[:8]
    for name, some in (("a", puzzles[:6]), ("b", puzzles[6:])):
        lines = [puzzle_files.head_of(series), [plain(one) for one in some]]
        (tmp_path / name).write_text("".join([json.dumps(line) + "\n" for line in lines]), encoding="utf-8")
    found = puzzle_files.gather(game, [tmp_path / "a", tmp_path / "b"], 4, lambda puzzle: puzzle is not None)
    assert len(found.puzzles) == 4
    assert {one.id for one in puzzles[6:]} <= {one.id for one in found.puzzles}
    assert read_collection(puzzle_files.text_of(found)) == found
    doubted = puzzle_files.gather(game, [tmp_path / "b"], 4, lambda puzzle: puzzle.id != puzzles[7].id)
    assert [one.id for one in doubted.puzzles] == [puzzles[6].id]
    (tmp_path / "c").write_text("[1]\n", encoding="utf-8")
    with pytest.raises(BadPuzzles):
        puzzle_files.gather(game, [tmp_path / "c"], 4)


@pytest.mark.full
def test_the_same_seed_finds_the_same_puzzles() -> None:
    series = some_series()
    found = puzzling.find_in(series, 0)
    assert found
    assert [plain(one) for one in found] == [plain(one) for one in puzzling.find_in(series, 0)]
