"""Tests that name the rules they prove: `@pytest.mark.rule("MY-1")`, with ids of the rule catalogue.

pytest has to know the mark:

    [tool.pytest.ini_options]
    markers = ["rule(*ids): the rules of the catalogue that this test proves"]
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from kronrat.rulebook import rules_of

CORE = ("CORE-OVER", "CORE-NOT-ASKED", "CORE-FORM", "CORE-UNKNOWN")  # what the core refuses in every game

Places = list[tuple[str, int]]  # files, relative to the project, and lines


@cache
def rule_ids(game: str) -> frozenset[str]:
    """The ids of the rule catalogue of an installed game, and the core's own."""
    return frozenset([*[rule.id for rule in rules_of(game)], *CORE])


@cache
def marked(tests: Path, root: Path) -> dict[str, Places]:
    """The ids in the `rule(…)` marks of all tests of a folder, each with its places."""
    ids: dict[str, Places] = {}
    for file in sorted(tests.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "rule(" not in text:
            continue  # most files have no marks, and parsing them takes the longest
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "rule":
                place = file.relative_to(root).as_posix(), node.lineno
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{place}: an id in a mark must be spelt out"
                    ids.setdefault(str(argument.value), []).append(place)
    return ids
