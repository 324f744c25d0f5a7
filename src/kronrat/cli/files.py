"""Files and folders: read with clear complaints, and never written over others."""

from __future__ import annotations

from pathlib import Path

from kronrat.cli.errors import Refused
from kronrat.core.game import BadOption, Game
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.shelf import load


def read_journal(file: Path) -> Journal:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{file}: line 1: expected a journal, found something that is not UTF-8 text") from None
    try:
        return Journal.parse(text)
    except BrokenJournal as problem:
        raise Refused(f"{file}: {problem}") from None


def read_game(file: Path, data: Path | None) -> tuple[Journal, Game]:
    """A journal, and its game with the component data it was played with."""
    journal = read_journal(file)
    try:
        return journal, load(journal.header.get("game", ""), data)
    except BadOption as problem:
        raise Refused(f"{file}: line 1: {problem}") from None


def check_new(file: Path) -> None:
    """Complain now rather than at the end of a long game."""
    try:
        exists, folder_exists = file.exists(), file.absolute().parent.is_dir()
    except OSError as error:
        raise Refused(f"{file}: cannot be written: {error.strerror}") from None
    if exists:
        raise Refused(f"{file}: exists already and is not written over")
    if not folder_exists:
        raise Refused(f"{file}: there is no such folder")


def write_new(file: Path, text: str) -> None:
    check_new(file)
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(text)
    except (OSError, ValueError) as error:
        raise Refused(f"{file}: cannot be written: {error}") from None


def make_empty(folder: Path) -> None:
    """Make a folder, or take one in which nothing is yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
    except OSError as error:
        raise Refused(f"{folder}: cannot be written: {error.strerror}") from None
    if taken:
        raise Refused(f"{folder}: is not empty")
