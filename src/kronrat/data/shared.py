"""Corrections in one file, to be shared: the game, and for each table and entry the figures that were read off a copy.

    game = "my_game"

    [cards.ferry]
    price = 3

It holds figures only: what is known of them, notes or texts are no part of it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kronrat.data.entry import PROVENANCE
from kronrat.data.tables import DataError, Rows

HEAD = "# What is printed on a copy of the game. Played with by `--data FILE`, as by a folder of corrections.\n"


def shared_text(game: str, rows: Rows) -> str:
    """These corrections as the text of a file."""
    parts = [
        "\n".join([f"[{table}.{entry}]", *[f"{name} = {toml(value)}" for name, value in fields.items()]])
        for table, entries in rows.items()
        for entry, fields in entries.items()
    ]
    return "\n\n".join([f'{HEAD}game = "{game}"', *parts]) + "\n"


def game_in(file: Path) -> str:
    """The game whose figures a file holds; raises DataError."""
    try:
        named = tomllib.loads(file.read_text(encoding="utf-8")).get("game")
    except OSError as error:
        raise DataError(file, "", f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(file, "", f"is not valid TOML: {error}") from None
    if not isinstance(named, str):
        raise DataError(file, "", "names no game: it is not a file of the workshop")
    return named


def files_by_game(files: Iterable[str]) -> dict[str, str]:
    """These files by the game whose figures they hold; raises DataError."""
    return {game_in(Path(file)): file for file in files}


def read_shared(game: str, text: str, file: Path | str) -> Rows:
    """The corrections in the text of a file; raises DataError."""
    try:
        held = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(file, "", f"is not valid TOML: {error}") from None
    named = held.pop("game", None)
    if named != game:
        raise DataError(file, "", f"holds figures of {named!r}, not of {game!r}" if named else "names no game")
    for table, entries in held.items():
        if not isinstance(entries, dict) or not all(isinstance(fields, dict) for fields in entries.values()):
            raise DataError(file, table, "a table of entries with their figures is expected")
        for entry, fields in entries.items():
            for name in sorted(fields.keys() & PROVENANCE):
                raise DataError(file, entry, f"{name}: a shared file holds figures only")
    return held


def toml(value: Any) -> str:
    """A plain value as it is written in TOML, on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join([f'{name} = {toml(one)}' for name, one in value.items()])} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
