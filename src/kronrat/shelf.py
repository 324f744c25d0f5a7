"""The shelf of games: which there are, and how to take one down."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import cast

from kronrat.core.game import BadOption, Game
from kronrat.data import load_tables
from kronrat.games import CLASSES


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(CLASSES)


def load(game: str, data: str | Path | None = None) -> Game:
    """A game with its component tables; `data` is a folder with entries that replace the built-in ones."""
    if game not in CLASSES:
        raise BadOption(f"there is no game {game!r}; there are {', '.join(CLASSES)}")
    tables = load_tables(game, data)
    kind = getattr(import_module(f"kronrat.games.{game}.game"), CLASSES[game])
    return cast(Game, kind(tables.rows, tables.digest))
