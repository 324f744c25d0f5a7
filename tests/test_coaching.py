"""What beginners are told has its words and its rule, and every question of every game says what one does at it."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.coaching import exercise_of, tips_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Chance, Decision
from kronrat.lessons import trials_of
from kronrat.rulebook import rules_of
from kronrat.server.pages import WEB
from kronrat.words import Words, languages
from kronrat.words.sentences import snake

each_game = pytest.mark.parametrize("game", kronrat.list_games())
each_language = pytest.mark.parametrize("lang", languages())


def questions_of(game: str) -> list[type[Decision]]:
    """What players may be asked."""
    steps = kronrat.load(game).steps.values()
    return [
        step for step in steps if issubclass(step, Decision) and not issubclass(step, Chance) and "seat" in step.FIELDS
    ]


def kinds_of(game: str) -> set[str]:
    return {snake(question.__name__) for question in questions_of(game)}


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
    missing = [kind for kind in sorted(kinds_of(game)) if f"now.{kind}" not in known]
    assert missing == []


@each_game
def test_every_question_says_why_it_is_asked(game: str) -> None:
    """By a rule of the catalogue, or of the card or place for which it is asked (`tests.coached` meets those)."""
    rules = {rule.id for rule in rules_of(game)}
    unknown = [kind for kind in questions_of(game) if kind.rule not in rules and "rule_id" not in kind.FIELDS]
    assert unknown == []


@each_game
@each_language
def test_every_trial_has_its_words_and_asks_what_exists(game: str, lang: str) -> None:
    known = Words(lang, game).catalogue()
    for trial in trials_of(game).values():
        assert set(trial.asks) <= kinds_of(game)
        assert all([f"trial.{trial.id}.{part}" in known for part in ("title", "text", "over")])


@each_game
def test_an_exercise_is_drawn_named_and_worked_out_for_every_selection(game: str) -> None:
    made = [exercise_of(kronrat.load(game), Dice(seed_of_text(str(number)))) for number in range(5)]
    drawn = "".join([(folder / "sprite.svg").read_text(encoding="utf-8") for folder in (box_of(game).web, WEB)])
    for exercise in made:
        assert exercise is not None
        assert len(exercise.reached) == 1 << len(exercise.pieces)
        assert any(exercise.reached)
        assert all([0 <= goal < len(exercise.goals) for found in exercise.reached for goal in found])
        for picture in (*exercise.pieces, *exercise.goals):
            assert f'id="{picture.icon}"' in drawn
            assert all([Words(lang, game).say(picture.says, **picture.facts) for lang in languages()])
    assert len({str(exercise) for exercise in made}) > 1


@each_game
@each_language
def test_an_exercise_says_what_to_do(game: str, lang: str) -> None:
    assert {f"exercise.{part}" for part in ("title", "text", "none")} <= Words(lang, game).catalogue().keys()
