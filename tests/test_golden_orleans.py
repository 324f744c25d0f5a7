"""Golden journals of Orléans Stories replay to the same positions for ever. `tools/golden` records them."""

from __future__ import annotations

import pytest

import kronrat
from tests.golden.orleans import FOLDER, GAMES, path_of, record
from tests.golden.record import scores

AGAIN = "if the rules were meant to change, run tools/golden and review the difference"


@pytest.mark.parametrize(("story", "seats"), GAMES)
def test_a_golden_journal_replays_to_its_digests_and_scores(story: str, seats: int) -> None:
    journal = kronrat.Journal.parse(path_of(story, seats).read_text(encoding="utf-8"))
    game = kronrat.load("orleans")
    match = kronrat.replay(game, journal)
    assert match.over
    assert len(journal.checks) == game.view(match.state, None)["round"] + 1, "one for each round, one for the end"
    assert scores(match) == journal.header["scores"], AGAIN
    rolled = [line for line in journal.lines if line.seat == kronrat.CHANCE]
    assert kronrat.verify(game, journal) == len(rolled)


@pytest.mark.parametrize(("story", "seats"), GAMES)
def test_the_same_choices_are_offered_in_the_same_order(story: str, seats: int) -> None:
    assert record(story, seats).journal.text() == path_of(story, seats).read_text(encoding="utf-8"), AGAIN


def test_there_is_no_journal_that_nobody_records() -> None:
    assert sorted(FOLDER.glob("orleans-*.journal")) == sorted(path_of(*game) for game in GAMES)
