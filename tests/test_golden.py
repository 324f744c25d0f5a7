"""Golden journals replay to the same positions for ever, or the rules version changes. `tools/golden` records them."""

from __future__ import annotations

import pytest

import kronrat
from tests.golden.record import FOLDER, GAMES, path_of, record, scores

YEARS = 5
AGAIN = "if the rules were meant to change, run tools/golden and review the difference"


@pytest.fixture(params=GAMES, ids=lambda game: "-".join(map(str, game)))
def journal(request: pytest.FixtureRequest) -> kronrat.Journal:
    edition, seats = request.param
    return kronrat.Journal.parse(path_of(edition, seats).read_text(encoding="utf-8"))


def test_a_golden_journal_replays_to_its_digests_and_scores(journal: kronrat.Journal) -> None:
    assert len(journal.checks) == YEARS + 1, "one for the beginning of each year, one for the end"
    match = kronrat.replay(kronrat.load("kingsburg"), journal)
    assert match.over
    assert scores(match) == journal.header["scores"], AGAIN


def test_the_dice_of_a_golden_journal_came_from_its_seed(journal: kronrat.Journal) -> None:
    rolled = [line for line in journal.lines if line.seat == kronrat.CHANCE]
    assert kronrat.verify(kronrat.load("kingsburg"), journal) == len(rolled)


@pytest.mark.parametrize(("edition", "seats"), GAMES)
def test_the_same_choices_are_offered_in_the_same_order(edition: str, seats: int) -> None:
    assert record(edition, seats).journal.text() == path_of(edition, seats).read_text(encoding="utf-8"), AGAIN


def test_there_is_no_journal_that_nobody_records() -> None:
    assert sorted(FOLDER.glob("kingsburg-*.journal")) == sorted(path_of(*game) for game in GAMES)
