"""Rule catalogue and tests agree both ways: every rule is proven by a test that names it, and no test names another."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
CATALOGUES = TESTS.parent / "docs" / "rules"

# Rules that are written down but not built yet, by the beginnings of their ids.
NOT_YET: tuple[str, ...] = ()

HEADING = re.compile(r"^###\s+((?:KB2?|OS|TR)-\S+)", re.MULTILINE)


def catalogued() -> list[str]:
    return [id for file in sorted(CATALOGUES.glob("*.md")) for id in HEADING.findall(file.read_text(encoding="utf-8"))]


def marked() -> dict[str, list[str]]:
    """The ids in `rule(…)` marks of all tests, each with where it stands."""
    ids: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_rule(node.func):
                where = f"{file.relative_to(TESTS)}:{node.lineno}"
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{where}: an id in a mark must be spelt out"
                    ids.setdefault(str(argument.value), []).append(where)
    return ids


def _is_rule(function: ast.expr) -> bool:
    """Whether this is `rule`, by itself or as `pytest.mark.rule`."""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name == "rule"


def is_later(id: str) -> bool:
    return id.startswith(NOT_YET)


def test_every_rule_has_one_heading() -> None:
    counts = Counter(catalogued())
    assert counts, "no rule was found"
    assert [id for id, count in counts.items() if count > 1] == []


def test_every_rule_is_proven_by_a_test() -> None:
    tested = marked()
    assert [id for id in catalogued() if id not in tested and not is_later(id)] == []


def test_every_mark_names_a_rule_of_the_catalogue() -> None:
    known = set(catalogued())
    assert {id: places for id, places in marked().items() if id not in known} == {}


def test_what_is_proven_does_not_count_as_not_built_yet() -> None:
    tested, rules = marked(), catalogued()
    for start in NOT_YET:
        open_rules = [id for id in rules if id.startswith(start) and id not in tested]
        assert open_rules, f"every rule of {start} is proven: take it out of NOT_YET"
