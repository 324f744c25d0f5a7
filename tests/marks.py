"""`@rule("KB-…")` names the rules of the catalogue that a test proves."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

rule = pytest.mark.rule

TESTS = Path(__file__).parent


@cache
def marked() -> dict[str, list[tuple[str, int]]]:
    """The ids in `rule(…)` marks of all tests, each with the files, relative to the project, and the lines."""
    ids: dict[str, list[tuple[str, int]]] = {}
    for file in sorted(TESTS.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "rule(" not in text:
            continue  # most files, and reading them closely takes the longest
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "rule":
                place = file.relative_to(TESTS.parent).as_posix(), node.lineno
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{place}: an id in a mark must be spelt out"
                    ids.setdefault(str(argument.value), []).append(place)
    return ids
