"""Numbers of paths and the order of options at fixed positions. `tools/golden --perft` writes them down."""

from __future__ import annotations

import pytest

from kronrat.testing import Book, Position
from tests.folders import games_here, perft_books

AGAIN = "if the rules were meant to change, run tools/golden --perft and review the difference"
BOOKS = perft_books()


@pytest.mark.parametrize(
    ("book", "position"),
    [pytest.param(book, position, id=f"{book.game}-{position.name}") for book in BOOKS for position in book.positions],
)
def test_paths_and_order_of_options(book: Book, position: Position) -> None:
    assert position.describe().strip() == book.written()[position.name], AGAIN


def test_every_game_is_counted_and_nothing_written_that_nobody_counts() -> None:
    assert [book.game for book in BOOKS] == games_here()
    for book in BOOKS:
        assert list(book.written()) == [position.name for position in book.positions]
