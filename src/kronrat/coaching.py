"""What a beginner is told at the first encounter: tips, each with the rule it is about; and an exercise to be tried.

A box says tips in `coach.py`, and so may each of its parts: `TIPS`, in the order of their weight. Whether a tip fits is
decided by the game, from what the seat that is asked may know; the words are `tip.<id>`.

The `coach.py` of a box may have a function `exercise` too: some pieces, and what every selection of them leads to, as
the rules have it. Its words are `exercise.title`, `exercise.text` and `exercise.none`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kronrat.box import box_of
from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, Decision
from kronrat.core.game import Game

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Asked:
    """What somebody is asked, and all that this player may know."""

    view: Mapping[str, Any]
    seat: int
    kind: str
    facts: Facts
    options: Sequence[Choice]

    @property
    def me(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["players"][self.seat]
        return found


def rule_of(decision: Decision) -> str:
    """The rule that asks: that of the question, or of the card or place for which it is asked."""
    return decision.rule or str(getattr(decision, "rule_id", ""))


def facts_of(decision: Decision) -> dict[str, Any]:
    """What a question is about, for its words and for those of its answers."""
    return dict(zip(decision.FIELDS, decision.values(), strict=True))


@dataclass(frozen=True)
class Tip:
    """Something worth knowing at some question; `fits` gives the facts of its sentence, or None where it does not."""

    id: str
    rule: str
    kinds: Sequence[str]  # of question
    fits: Callable[[Asked], Facts | None]


@cache
def tips_of(game: str) -> tuple[Tip, ...]:
    """All tips of a game and of its parts."""
    return tuple([tip for coach in box_of(game).coaches() for tip in coach.TIPS])


def told_at(game: str, asked: Asked) -> list[tuple[Tip, Facts]]:
    """The tips that fit a question, with the facts of their sentences."""
    found = [(tip, tip.fits(asked)) for tip in tips_of(game) if asked.kind in tip.kinds]
    return [(tip, facts) for tip, facts in found if facts is not None]


@dataclass(frozen=True)
class Picture:
    """A drawing of the game's sprite, and the message that names what it shows."""

    icon: str
    says: str
    facts: Facts


@dataclass(frozen=True)
class Exercise:
    """Pieces that a learner may select; `reached` has the goals for every selection, which is the bits of a number."""

    pieces: Sequence[Picture]
    goals: Sequence[Picture]
    reached: Sequence[Sequence[int]]


def exercise_of(game: Game, dice: Dice) -> Exercise | None:
    """The exercise of a game, with pieces as the dice have it; None if its box has none."""
    for coach in box_of(game.id).coaches():
        if hasattr(coach, "exercise"):
            made: Exercise = coach.exercise(game, dice)
            return made
    return None


def selections(pieces: int) -> list[list[int]]:
    """All selections of so many pieces, in the order of their bits."""
    return [[n for n in range(pieces) if bits >> n & 1] for bits in range(1 << pieces)]
