"""python tools/notebook.py FILE: run a notebook from top to bottom, and say as JSON what each cell shows.

A kernel would need a dozen packages. A notebook is a list of cells, run one after the other in `__main__`, where the
last expression of a cell is shown: as HTML or SVG if it can draw itself so, otherwise as text.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

DRAWINGS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def cells_of(file: Path) -> list[str]:
    """The programs of a notebook, cell by cell."""
    book = json.loads(file.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


def shown_by(cell: str, names: dict[str, Any]) -> dict[str, str]:
    """Run a cell; what it prints, and what its last expression shows, by the kind of text."""
    tree = ast.parse(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value: Any = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    shown = {"printed": printed.getvalue()} if printed.getvalue() else {}
    if value is None:
        return shown
    drawn = {kind: getattr(value, name)() for name, kind in DRAWINGS.items() if hasattr(value, name)}
    return {**shown, **drawn, "text/plain": repr(value)}


if __name__ == "__main__":
    del __file__  # a notebook has none, and a bot that is written in it is found by `__main__` alone
    json.dump([shown_by(cell, globals()) for cell in cells_of(Path(sys.argv[1]))], sys.stdout)
