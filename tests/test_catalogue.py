"""Rule catalogue and tests agree both ways: every rule is proven by a test that names it, and no test names another."""

from __future__ import annotations

from collections import Counter

import pytest

from kronrat.box import box_of
from kronrat.rulebook import rules_of
from tests.folders import games_here
from tests.marks import marked

each_game = pytest.mark.parametrize("game", games_here())


@each_game
def test_every_rule_has_one_heading(game: str) -> None:
    counts = Counter([rule.id for rule in rules_of(game)])
    assert counts, "no rule was found"
    assert [id for id, count in counts.items() if count > 1] == []
    assert [id for id in counts if not id.startswith(box_of(game).prefix)] == []


@each_game
def test_every_rule_is_proven_by_a_test(game: str) -> None:
    assert [rule.id for rule in rules_of(game) if rule.id not in marked()] == []


def test_every_mark_names_a_rule_of_the_catalogue() -> None:
    known = {rule.id for game in games_here() for rule in rules_of(game)}
    assert {id: places for id, places in marked().items() if id not in known} == {}
