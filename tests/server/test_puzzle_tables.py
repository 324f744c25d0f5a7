"""The table of a puzzle: the position as its seat knows it, and one choice."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.core.notation import parse_choice
from kronrat.server import wire
from kronrat.server.puzzles import PuzzleTable
from kronrat.study.puzzle import puzzles_of


@pytest.mark.parametrize("game", [game for game in kronrat.list_games() if puzzles_of(kronrat.load(game))])
def test_the_position_is_shown_as_its_seat_knows_it_and_takes_one_choice(game: str) -> None:
    rules = kronrat.load(game)
    puzzle = puzzles_of(rules)[0]
    table = PuzzleTable(rules, puzzle, now=0)
    full = table.full(now=0)
    state = puzzle.position(rules)
    assert full.view == rules.view(state, puzzle.seat)
    assert full.question is not None
    assert [tuple(option) for option in full.question.options] == state.options(puzzle.seat)
    refused = table.answer(wire.Play("1", full.version, puzzle.seat, ["dance"]), now=0)
    assert isinstance(refused[0], wire.Refused)
    choice = list(parse_choice(puzzle.best[0]))
    told = table.answer(wire.Play("2", full.version, puzzle.seat, choice), now=0)
    assert [type(one) for one in told] == [wire.Delta, wire.Done]
    assert table.full(now=0).question is None
    again = table.answer(wire.Play("3", table.table.version, puzzle.seat, choice), now=0)
    assert isinstance(again[0], wire.Refused)
