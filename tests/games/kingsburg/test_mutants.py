"""Every rule of Kingsburg has a planted mistake of its own."""

from __future__ import annotations

from kronrat.rulebook import rules_of
from kronrat.testing import mistakes_in
from tests.folders import project_of


def test_every_rule_of_kingsburg_has_its_mistake() -> None:
    told = {mistake.rule for mistake in mistakes_in(project_of("kingsburg").mistakes)}
    assert sorted({rule.id for rule in rules_of("kingsburg")} - told) == []
