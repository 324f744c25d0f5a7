"""The shelf of games: what is on it, and how to take one down."""

from __future__ import annotations

from pathlib import Path

from kronrat.box import box_ids, box_of
from kronrat.core.game import Game
from kronrat.data import DataError, Tables, load_tables
from kronrat.data.shared import read_shared
from kronrat.data.tables import Override


def list_games() -> tuple[str, ...]:
    """The ids of all installed games.

    >>> kronrat.load(kronrat.list_games()[0]).id == kronrat.list_games()[0]
    True
    """
    return box_ids()


def load(game: str, data: str | Path | None = None) -> Game:
    """A game with its component tables; `data` is a folder, or one file, with entries that replace the built-in ones.

    >>> kronrat.load("halma")
    Traceback (most recent call last):
    kronrat.core.game.BadOption: there is no game 'halma'; there are ...
    """
    tables = tables_of(game, data)
    return box_of(game).game_class()(tables.rows, tables.digest)


def tables_of(game: str, data: Override | None = None) -> Tables:
    """What is printed on the components of a game, with its sources."""
    box = box_of(game)
    if isinstance(data, (str, Path)) and Path(data).is_file():
        data = read_shared(game, _text(Path(data)), data)
    return load_tables(box.data, box.schema(), data, [part / "data" for part in box.part_folders])


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(file, "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DataError(file, "", "is not UTF-8 text") from None
