"""The page stays light: the scripts and styles that a table loads fit into 130 KB gzipped, its words into 33."""

import gzip
import json
import re
from pathlib import Path

import pytest

from kronrat.box import box_of
from kronrat.server.pages import WEB, without_comments
from kronrat.shelf import list_games
from kronrat.words import Words, languages

LIMIT = 130_000
WORDS = 33_000
STYLES = ("tokens.css", "fonts.css", "ui.css", "table.css")
IMPORT = re.compile(
    r"""(?m)^(?!\s*/?\*).*(?:from|import)\s*["']((?:\./|/static/)[^"']+)["']"""
)  # types are in comments


def loaded_with(*first: Path) -> set[Path]:
    """These modules and all that they import at once; what is imported later, on demand, is not a table's."""
    found: set[Path] = set()
    waiting = [file.resolve() for file in first]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            names = IMPORT.findall(file.read_text(encoding="utf-8"))
            waiting += [
                (WEB / name.removeprefix("/static/") if name[0] == "/" else file.parent / name) for name in names
            ]
    return found


@pytest.mark.parametrize("game", list_games())
def test_a_table_is_light(game: str) -> None:
    scripts = loaded_with(WEB / "app.js", WEB / "table.js", box_of(game).web / "index.js")
    styles = [*[WEB / name for name in STYLES], box_of(game).web / "table.css"]
    assert len(scripts) > 20
    assert sum(len(gzip.compress(served(file))) for file in [*scripts, *styles]) < LIMIT
    for lang in languages():
        words = json.dumps(Words(lang, game).catalogue(), ensure_ascii=False).encode()
        assert len(gzip.compress(words)) < WORDS


def served(file: Path) -> bytes:
    return without_comments(file, 0.0).encode()


def test_only_comments_are_left_out() -> None:
    """No text of a script looks like the beginning of a comment, and what is left has as many lines."""
    scripts = [*WEB.glob("*.js"), *[file for game in list_games() for file in box_of(game).web.glob("*.js")]]
    for script in scripts:
        lines = script.read_text(encoding="utf-8").splitlines()
        quoted = [line for line in lines if re.search(r"""["'`][^"'`/]*/\*\*|/\*\*[^*]*["'`][^*]*$""", line)]
        assert [line for line in quoted if "@" not in line and not line.lstrip().startswith("/**")] == []
        assert served(script).decode().count("\n") == len(lines)
    sheets = [*WEB.glob("*.css"), *[file for game in list_games() for file in box_of(game).web.glob("*.css")]]
    for sheet in sheets:
        left = served(sheet).decode()
        assert "*/" not in left
        assert left.count("{") == left.count("}")  # nothing between two comments is lost
        assert left.count("\n") == sheet.read_text(encoding="utf-8").count("\n")
