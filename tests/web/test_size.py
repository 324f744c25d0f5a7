"""The page stays light: the scripts, styles and words that a table loads fit into 150 KB gzipped."""

import gzip
import json
import re
from pathlib import Path

import pytest

from kronrat.box import box_of
from kronrat.server.pages import WEB
from kronrat.shelf import list_games
from kronrat.words import Words, languages

LIMIT = 150_000
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
    files = [file.read_bytes() for file in [*scripts, *styles]]
    assert len(scripts) > 20
    for lang in languages():
        words = json.dumps(Words(lang, game).catalogue(), ensure_ascii=False).encode()
        assert sum(len(gzip.compress(data)) for data in [*files, words]) < LIMIT
