"""What a beginner is told at the first encounter: tips, each with the rule it is about.

A box says them in `coach.py`, and so may each of its parts: `TIPS`, in the order of their weight. Whether a tip fits is
decided by the game, from what the seat that is asked may know; the words are `tip.<id>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kronrat.box import box_of
from kronrat.core.flow import Choice

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
