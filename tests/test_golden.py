"""Golden journals replay to the same positions for ever, or the rules version changes. `tools/golden` records them."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.testing import Golden, scores
from tests.folders import GAMES, games_here, golden_games

AGAIN = "if the rules were meant to change, run tools/golden and review the difference"
every_golden_game = pytest.mark.parametrize("golden", golden_games(), ids=lambda golden: golden.path.stem)


@every_golden_game
def test_a_golden_journal_replays_to_its_digests_and_scores(golden: Golden) -> None:
    journal = golden.journal()
    match = kronrat.replay(kronrat.load(golden.game), journal)
    assert match.over
    assert len(journal.checks) == golden.turn(match) + 1, "one where each year or round begins, one for the end"
    assert scores(match) == journal.header["scores"], AGAIN


@every_golden_game
def test_the_dice_of_a_golden_journal_came_from_its_seed(golden: Golden) -> None:
    journal = golden.journal()
    rolled = [line for line in journal.lines if line.seat == kronrat.CHANCE]
    assert kronrat.verify(kronrat.load(golden.game), journal) == len(rolled)


@every_golden_game
def test_the_same_choices_are_offered_in_the_same_order(golden: Golden) -> None:
    assert golden.record().journal.text() == golden.path.read_text(encoding="utf-8"), AGAIN


def test_every_game_has_journals_and_none_that_nobody_records() -> None:
    assert {golden.game for golden in golden_games()} == set(games_here())
    assert sorted(GAMES.rglob("*.journal")) == sorted(golden.path for golden in golden_games())
