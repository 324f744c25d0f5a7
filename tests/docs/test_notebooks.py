"""The notebooks run from top to bottom, say what they mean to say, and are kept without what they showed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.profile import FULL

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_from_top_to_bottom(notebook: Path, tmp_path: Path) -> None:
    """In daily runs with fewer games."""
    copy = tmp_path / notebook.name
    text = notebook.read_text(encoding="utf-8")
    assert text.count("GAMES = ") == 1
    copy.write_text(text if FULL else text.replace("GAMES = ", "GAMES = 3  # instead of "), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "notebook.py", copy],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    (picture,) = [cell["image/svg+xml"] for cell in shown if "image/svg+xml" in cell]
    assert picture.startswith("<svg")
    assert picture.count("<text") > 4
    assert sum("printed" in cell for cell in shown) >= 2


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_kept_without_what_it_showed(notebook: Path) -> None:
    book = json.loads(notebook.read_text(encoding="utf-8"))
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in cells] == [[]] * len(cells)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)


def test_the_bot_has_no_more_lines_than_promised() -> None:
    (book,) = [json.loads(one.read_text(encoding="utf-8")) for one in NOTEBOOKS if "40_lines" in one.name]
    (bot,) = [cell["source"] for cell in book["cells"] if any(line.startswith("class ") for line in cell["source"])]
    assert len(bot) <= 40
