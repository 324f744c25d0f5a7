"""Every rule of Kingsburg has a planted mistake of its own; a card that somebody made up may do without."""

from __future__ import annotations

from kronrat.games.kingsburg.testing import rules
from kronrat.rulebook import rules_of
from kronrat.testing import mistakes_in
from tests.folders import project_of


def test_every_rule_of_kingsburg_has_its_mistake() -> None:
    told = {mistake.rule for mistake in mistakes_in(project_of("kingsburg").mistakes)}
    rows = {**rules().rows["buildings"], **rules().rows["governors"]}
    made_up = [card for id, card in rules().tables.cards.items() if rows[id]["source"] == "reconstruction"]
    optional = {_without_number(card.rule) for card in made_up}
    missing = {rule.id for rule in rules_of("kingsburg")} - told
    assert sorted(id for id in missing if _without_number(id) not in optional) == []


def _without_number(rule: str) -> str:
    return rule.rpartition("-")[0]
