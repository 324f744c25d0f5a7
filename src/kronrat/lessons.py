"""Lessons: a first game that is explained step by step, as data in the folder of a game; and trials of a part of it.

A lesson is a file `lessons/<id>.toml` in the box, or in the folder of one of its parts. It has a secret, from which the
dice follow, and steps: what the page points at, what happens before, and what the learner is asked to choose, if
anything. The rules play it, so a lesson never shows what they would not allow.

A trial is a file `trials/<id>.toml`: a table against bots that begins right at the part to be tried, and is left when
that part is over. It names the questions that belong to it, and can be repeated with other dice.
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

PARTS = ("title", "text", "do", "done")  # of what a step says
LEARNER = 0  # the seat of the person who learns


@dataclass(frozen=True)
class LessonStep:
    """One card of a lesson. `at` selects what it points at, `also` what is needed besides, such as the piece that goes
    there; without `wants` it is only read.

    Its `picture` is a row of drawings of the page, with signs such as `+` or `→` between them. A card that opens a
    lesson may have `scenes` instead, which tell the game in a few pictures; scene n is called `<n>.title` and explained
    by `<n>.text`.

    What happens `before` is shown step by step; with `cut` a longer time passes, and only what came of it is shown.
    """

    id: str
    at: str
    before: Sequence[Line]
    wants: Choice | None
    cut: bool
    picture: Sequence[str]
    scenes: Sequence[Sequence[str]]
    also: str = ""

    @property
    def parts(self) -> Sequence[str]:
        """Of what it says; a card that is only read has nothing to do."""
        told = [f"{number}.{part}" for number, _ in enumerate(self.scenes, 1) for part in PARTS[:2]]
        return [*(PARTS[:2] if self.wants is None else PARTS), *told]


@dataclass(frozen=True)
class Lesson:
    """A course through the beginning of a game."""

    id: str
    secret: bytes
    seats: int
    options: Mapping[str, str]
    steps: Sequence[LessonStep]


@dataclass(frozen=True)
class Trial:
    """A part of a game that is tried; `asks` are the kinds of question that belong to it."""

    id: str
    bots: Sequence[str]
    options: Mapping[str, str]
    asks: Sequence[str]


def lessons_of(game: str) -> dict[str, Lesson]:
    """The lessons of a game and of its parts by their ids; none if there is no such folder."""
    return {file.stem: _read(file) for file in _files(game, "lessons")}


def trials_of(game: str) -> dict[str, Trial]:
    """The trials of a game and of its parts by their ids."""
    return {file.stem: _trial(file) for file in _files(game, "trials")}


def _files(game: str, folder: str) -> list[Path]:
    box = box_of(game)
    return [file for home in (box.folder, *box.part_folders) for file in sorted((home / folder).glob("*.toml"))]


def _trial(file: Path) -> Trial:
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    return Trial(id=file.stem, bots=given["bots"], options=given["options"], asks=given["asks"])


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
        cut=given.get("cut", False),
        picture=given.get("picture", "").split(),
        scenes=[scene.split() for scene in given.get("scenes", [])],
        also=given.get("also", ""),
    )
