"""The page stays light: what a table loads, without fonts and the sprite, fits into 120 KB gzipped."""

import gzip
import re
from pathlib import Path

import pytest

from kronrat.server.pages import WEB, has_drawing
from kronrat.shelf import games

LIMIT = 120_000
STYLES = ("tokens.css", "fonts.css", "ui.css", "table.css")
IMPORT = re.compile(r"""(?:from|import)\s*["'](\.{1,2}/[^"']+)["']""")


def loaded_with(*first: Path) -> set[Path]:
    """These modules and all that they import at once; what is imported later, on demand, is not a table's."""
    found: set[Path] = set()
    waiting = [file.resolve() for file in first]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [(file.parent / name).resolve() for name in IMPORT.findall(file.read_text(encoding="utf-8"))]
    return found


@pytest.mark.parametrize("game", [game for game in games() if has_drawing(game)])
def test_a_table_is_light(game: str) -> None:
    scripts = loaded_with(WEB / "app.js", WEB / "table.js", WEB / game / "index.js")
    styles = [WEB / name for name in (*STYLES, f"{game}.css")]
    sizes = {file: len(gzip.compress(file.read_bytes())) for file in [*scripts, *styles]}
    assert len(scripts) > 20
    assert sum(sizes.values()) < LIMIT
