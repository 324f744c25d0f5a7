"""Lessons: a first game that is explained step by step, as data in the folder of a game.

A lesson is a file `lessons/<id>.toml` in the box. It has a secret, from which the dice follow, and steps: what the page
points at, what happens before, and what the learner is asked to choose, if anything. The rules play it, so a lesson
never shows what they would not allow.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from kronrat.box import box_of
from kronrat.core.flow import Choice
from kronrat.core.journal import Line, parse_line

LEARNER = 0  # the seat of the person who learns


@dataclass(frozen=True)
class LessonStep:
    """One card of a lesson. `at` selects what it points at; without `wants` it is only read."""

    id: str
    at: str
    before: Sequence[Line]
    wants: Choice | None


@dataclass(frozen=True)
class Lesson:
    """A course through the beginning of a game."""

    id: str
    secret: bytes
    seats: int
    options: Mapping[str, str]
    steps: Sequence[LessonStep]


def lessons_of(game: str) -> dict[str, Lesson]:
    """The lessons of a game by their ids; none if its box has no such folder."""
    files = sorted((box_of(game).folder / "lessons").glob("*.toml"))
    return {file.stem: _read(file) for file in files}


def _read(file: Path) -> Lesson:
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    return Lesson(
        id=file.stem,
        secret=sha256(given["secret"].encode()).digest(),
        seats=given["seats"],
        options=given["options"],
        steps=[_step(step) for step in given["steps"]],
    )


def _step(given: dict[str, Any]) -> LessonStep:
    wants = given.get("wants")
    return LessonStep(
        id=given["id"],
        at=given["at"],
        before=[parse_line(line) for line in given.get("before", [])],
        wants=None if wants is None else parse_line(f"{LEARNER} {wants}").choice,
    )
