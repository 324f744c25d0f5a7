"""The tests of the games: each has a folder here, and what the tests of all games need is found in it by its name.

recordings.py    GAMES: the golden journals in `golden/`
perft.py         BOOK: the positions in `positions.perft`
mutants.toml     planted mistakes, and how many there must be
permissions.toml what the rules permit and how it is declined; permissions.py has POSITIONS where that is asked
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from kronrat.testing import Book, Golden, Project

ROOT = Path(__file__).parents[1]
GAMES = Path(__file__).parent / "games"


def games_here() -> list[str]:
    """The games that have a folder of tests."""
    return sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


def golden_games() -> list[Golden]:
    return [golden for game in games_here() for golden in _in(game, "recordings").GAMES]


def perft_books() -> list[Book]:
    return [_in(game, "perft").BOOK for game in games_here()]


def project_of(game: str) -> Project:
    """Where mistakes are planted in a game of ours."""
    return Project(
        ROOT,
        mistakes=GAMES / game / "mutants.toml",
        package=Path("src") / "kronrat",
        copied=("src", "tests", "docs", "pyproject.toml"),
    )


def _in(game: str, module: str) -> Any:
    return import_module(f"tests.games.{game}.{module}")
