"""What places, deeds, marked fields and epochs do, as objects made from the words of the data.

An effect is one class, which says its word and what the data must give with it. In a row of effects only the last may
ask something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from kronrat.core.flow import Reason
from kronrat.games.orleans.rules.tables import Op

if TYPE_CHECKING:
    from kronrat.games.orleans.rules.places import Place
    from kronrat.games.orleans.rules.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """Override what the effect needs and does. `place` is where it happens, before its followers have left."""

    word: ClassVar[str] = ""  # how the data names it
    needs: ClassVar[tuple[str, ...]] = ()  # the figures of its row without which it means nothing
    at_place: ClassVar[bool] = False  # it looks at the tokens of its place, and happens nowhere else
    draws: ClassVar[bool] = False  # the followers of its place go back into the bag only after the whole effect
    sends: ClassVar[bool] = False  # it uses up one token of its place and leaves the others

    def __init__(self, op: Op, rule: str) -> None:
        self.op = op
        self.rule = rule

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        """Whether it could happen now. [OS-ACT-10]"""
        return True

    def why_impossible(self, state: State, seat: int) -> str:
        """The rule that names what is missing."""
        return "OS-ACT-10"

    def refusal(self, state: State, seat: int, place: Place) -> Reason:
        """The same in words."""
        return Reason(self.why_impossible(state, seat), "reason.no_effect", {"place": place.id})

    def missing(self, state: State, seat: int) -> str:
        """Why it could not happen, as a word: its own, where the words for it say enough."""
        return self.word

    def run(self, state: State, seat: int, place: Place | None) -> None:
        """Act, or push the question that the effect asks."""
        raise NotImplementedError


def by_word(kinds: Iterable[type[Effect]]) -> dict[str, type[Effect]]:
    return {kind.word: kind for kind in kinds}


class Workshop:
    """Makes effects; a story brings words of its own."""

    def __init__(self, kinds: Mapping[str, type[Effect]]) -> None:
        self._kinds = kinds

    def make(self, ops: list[Op], rule: str) -> list[Effect]:
        return [self._kinds[op.do](op, rule) for op in ops]
