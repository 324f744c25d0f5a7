"""Lessons are played by the rules: a change of rules that breaks one fails here."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.lessons import LEARNER, Lesson, lessons_of
from kronrat.server import wire
from kronrat.server.lessons import LessonTable
from kronrat.server.pages import WEB
from kronrat.words import Words, languages

LESSONS = {f"{game}-{id}": (game, lesson) for game in kronrat.list_games() for id, lesson in lessons_of(game).items()}
EACH = pytest.mark.parametrize(("game", "lesson"), LESSONS.values(), ids=LESSONS)


def taught(game: str, lesson: Lesson, at: int = 0) -> LessonTable:
    return LessonTable(kronrat.load(game), lesson, at, now=0)


def play(table: LessonTable, choice: list[str | int]) -> list[wire.Message]:
    return table.answer(wire.Play("1", table.table.version, LEARNER, choice), now=0)


@EACH
def test_every_lesson_can_be_played_from_its_first_step_to_its_last(game: str, lesson: Lesson) -> None:
    table = taught(game, lesson)
    for number, step in enumerate(lesson.steps):
        if step.wants is None:
            continue
        assert table.at == number
        assert len(table.table.running().state.options(LEARNER)) > 1  # otherwise nobody is asked
        assert isinstance(play(table, list(step.wants))[-1], wire.Done)
    assert table.at == len(lesson.steps)


@EACH
def test_other_choices_are_refused_and_change_nothing(game: str, lesson: Lesson) -> None:
    table = taught(game, lesson)
    version, state = table.table.version, table.table.running().state
    wanted = lesson.steps[table.at].wants
    other = next(choice for choice in state.options(LEARNER) if choice != wanted)
    for choice, code in ((other, "lesson"), (("nothing", 7), "rule")):
        (refused,) = play(table, list(choice))
        assert isinstance(refused, wire.Refused)
        assert refused.code == code
    assert table.table.version == version


@EACH
def test_a_lesson_may_be_entered_at_any_step(game: str, lesson: Lesson) -> None:
    """It is then where it would be if it had been played to there."""
    table = taught(game, lesson)
    for number, step in enumerate(lesson.steps):
        again = taught(game, lesson, at=number)
        assert again.at == table.at
        assert again.table.running().journal.lines == table.table.running().journal.lines
        if step.wants is not None:
            play(table, list(step.wants))


@EACH
def test_steps_are_few_and_what_happens_follows_a_choice(game: str, lesson: Lesson) -> None:
    assert 6 <= len(lesson.steps) <= 9
    assert lesson.steps[-1].wants is None  # the last one says how to go on
    for before, step in zip(lesson.steps, lesson.steps[1:], strict=False):
        assert not step.before or before.wants is not None, step.id


@EACH
def test_every_step_has_a_picture_that_needs_no_words(game: str, lesson: Lesson) -> None:
    drawn = "".join([(folder / "sprite.svg").read_text(encoding="utf-8") for folder in (box_of(game).web, WEB)])
    for step in lesson.steps:
        pictures = step.scenes or [step.picture]
        assert all(pictures), step.id
        parts = [part for picture in pictures for part in picture]
        assert all([f'id="{part}"' in drawn or part in "+=→/" or part.isdigit() for part in parts]), step.id


@EACH
@pytest.mark.parametrize("lang", languages())
def test_every_step_has_its_words(game: str, lesson: Lesson, lang: str) -> None:
    words = Words(lang, game, kronrat.load(game).variant(lesson.options))
    for step in lesson.steps:
        for part in step.parts:
            assert words.say(f"learn.{lesson.id}.{step.id}.{part}")
