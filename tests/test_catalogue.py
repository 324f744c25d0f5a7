"""Rule catalogue and tests agree both ways: every rule is proven by a test that names it, and no test names another."""

from __future__ import annotations

import re
from collections import Counter

from kronrat.box import box_ids, box_of
from tests.marks import marked

HEADING = re.compile(r"^###\s+([A-Z][A-Z0-9]*-\S+)", re.MULTILINE)


def catalogued() -> list[str]:
    books = [box_of(game).book / "rules.en.md" for game in box_ids()]
    return [id for book in books for id in HEADING.findall(book.read_text(encoding="utf-8"))]


def test_every_rule_has_one_heading() -> None:
    counts = Counter(catalogued())
    assert counts, "no rule was found"
    assert [id for id, count in counts.items() if count > 1] == []


def test_every_rule_is_proven_by_a_test() -> None:
    assert [id for id in catalogued() if id not in marked()] == []


def test_every_mark_names_a_rule_of_the_catalogue() -> None:
    known = set(catalogued())
    assert {id: places for id, places in marked().items() if id not in known} == {}
