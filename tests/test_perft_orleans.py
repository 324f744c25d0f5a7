"""Paths and the order of options at fixed positions of Orléans Stories. `tools/golden --perft` writes them down."""

from __future__ import annotations

import pytest

from tests.perft.orleans import FILE, POSITIONS, Position, describe

AGAIN = "if the rules were meant to change, run tools/golden --perft and review the difference"


def written() -> dict[str, str]:
    """The sections of the file by the name of their position."""
    sections = FILE.read_text(encoding="utf-8").split("\n\n")[1:]
    return {section.split(" ", 1)[0]: section.strip() for section in sections}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_paths_and_order_of_options(position: Position) -> None:
    assert describe(position).strip() == written()[position.name], AGAIN


def test_there_is_nothing_written_that_nobody_counts() -> None:
    assert list(written()) == [position.name for position in POSITIONS]
