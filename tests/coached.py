"""Which tips a player would be told in games that are played at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import kronrat
from kronrat.coaching import Asked, rule_of, told_at
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.rulebook import rules_of
from kronrat.words import Words, languages
from kronrat.words.sentences import snake


def tips_told(game: str, options: Mapping[str, str], seeds: Sequence[str], most: int = 400) -> set[str]:
    """The ids of all tips of some games, each read in every language; a game is followed for `most` choices."""
    rules, told = kronrat.load(game), set[str]()
    book = {rule.id for rule in rules_of(game)}
    settled = rules.settle_options(rules.left_alone(options))
    words = [Words(lang, game, rules.variant(settled), ["A", "B", "C"]) for lang in languages()]
    for seed in seeds:
        state, dice = rules.new(3, settled), Dice(seed_of_text(seed))
        for _ in range(most):
            if not state.stack:
                break
            seat = state.deciding()[0]
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(dice))
                continue
            decision, choices = state.decision(seat), state.options(seat)
            if decision is not None and seat >= 0:
                facts = dict(zip(decision.FIELDS, decision.values(), strict=True))
                kind = snake(type(decision).__name__)
                assert rule_of(decision) in book, f"{kind} does not say why it is asked"
                found = told_at(game, Asked(rules.view(state, seat), seat, kind, facts, choices))
                told |= {tip.id for tip, _ in found}
                assert all([said.say(f"tip.{tip.id}", **facts) for tip, facts in found for said in words])
            state.apply(seat, choices[dice.below(len(choices))])
    return told
