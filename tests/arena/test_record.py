"""One game of bots through a match, with its journal."""

from __future__ import annotations

import pytest

from kronrat import Journal, TableSeed, replay, verify
from kronrat.arena.record import record
from kronrat.core.seeds import Seed
from tests.shelf import any_game, other_options

game = any_game()


@pytest.mark.parametrize("seats", game.seat_counts)
def test_a_recorded_game_can_be_replayed_and_verified(seats: int) -> None:
    match = record(game, seats, ["random", "points"], other_options(), "record")
    assert match.over
    journal = Journal.parse(match.journal.text())
    again = replay(game, journal)
    assert game.digest(again.state) == game.digest(match.state)
    assert verify(game, journal) > 0


@pytest.mark.parametrize(
    ("same", "other"),
    [
        ("same", "other"),
        (b"s" * 32, b"o" * 32),
        (TableSeed(b"s" * 32, (b"a" * 16,)), TableSeed(b"s" * 32, (b"b" * 16,))),
    ],
)
def test_the_same_seed_gives_the_same_journal(same: Seed, other: Seed) -> None:
    first, second = (record(game, 2, ["random"], seed=same).journal.text() for _ in range(2))
    assert first == second != record(game, 2, ["random"], seed=other).journal.text()


def test_a_secret_is_revealed_in_the_journal_at_the_end() -> None:
    match = record(game, 2, ["random"])
    assert "secret" in match.journal.header
    assert verify(game, match.journal) > 0
