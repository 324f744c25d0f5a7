"""What beginners are told has its words and its rule, and every question of every game says what one does at it."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.coaching import tips_of
from kronrat.core.flow import Chance, Decision
from kronrat.lessons import trials_of
from kronrat.rulebook import rules_of
from kronrat.words import Words, languages
from kronrat.words.sentences import snake

each_game = pytest.mark.parametrize("game", kronrat.list_games())
each_language = pytest.mark.parametrize("lang", languages())


def kinds_of(game: str) -> set[str]:
    """What players may be asked."""
    steps = kronrat.load(game).steps.values()
    return {
        snake(step.__name__)
        for step in steps
        if issubclass(step, Decision) and not issubclass(step, Chance) and "seat" in step.FIELDS
    }


@each_game
def test_every_tip_names_a_rule_and_questions_that_exist(game: str) -> None:
    rules = {rule.id for rule in rules_of(game)}
    for tip in tips_of(game):
        assert tip.rule in rules, tip.id
        assert set(tip.kinds) <= kinds_of(game), tip.id


@each_game
@each_language
def test_every_question_says_what_one_does(game: str, lang: str) -> None:
    known = Words(lang, game).catalogue()
    if not tips_of(game):
        pytest.skip("a game without a coach")
    missing = [kind for kind in sorted(kinds_of(game)) if f"now.{kind}" not in known]
    assert missing == []


@each_game
@each_language
def test_every_trial_has_its_words_and_asks_what_exists(game: str, lang: str) -> None:
    known = Words(lang, game).catalogue()
    for trial in trials_of(game).values():
        assert set(trial.asks) <= kinds_of(game)
        assert all([f"trial.{trial.id}.{part}" in known for part in ("title", "text", "over")])
