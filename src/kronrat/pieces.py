"""What may be put on a table by hand, as far as a game says so: the board of an analysis sets positions up with it.

The box of a game may have a module `pieces` with one function:

    def pieces(state):
        \"\"\"What can be put on this table; nothing before the game has been set up.\"\"\"
        return [Piece("vp", "term.vp", me.vp, partial(setattr, me, "vp"), seat=seat, most=99)]

A piece is a number, a flag, one of several words, or some of them, as its value is. `put` changes the state to another
value, with whatever follows from it; what the rules forbid it refuses with a `Misfit`. Afterwards the position is
looked at like every one that a stranger brings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kronrat.box import box_of
from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, CLOCK, Phase, Reason, State

Value: TypeAlias = bool | int | str | tuple[str, ...]
Kind = Literal["number", "flag", "word", "words"]
MOST_CHOICES = 1_000  # until a game is set up


class Misfit(ValueError):
    """What cannot be put there; `reason` says why."""

    def __init__(self, rule: str, says: str, **facts: Any) -> None:
        super().__init__(f"{rule}: {says}")
        self.reason = Reason(rule, says, facts)


@dataclass(frozen=True)
class Piece:
    """Something on the table: what it is now, and how it becomes another."""

    id: str
    says: str  # the message that names it
    value: Value
    put: Callable[[Any], object]
    seat: int | None = None  # whose it is; None: it belongs to the table
    least: int = 0  # of a number
    most: int = 0
    values: tuple[str, ...] = ()  # the words that may be chosen
    names: str = ""  # their messages are `NAMES.WORD`; without it they stand for themselves
    group: str = ""  # the message of the heading it is under, where there are several alike

    @property
    def kind(self) -> Kind:
        if isinstance(self.value, tuple):
            return "words"
        if isinstance(self.value, str):
            return "word"
        return "flag" if isinstance(self.value, bool) else "number"

    def takes(self, value: Any) -> bool:
        """Whether this is a value of its kind and within its bounds."""
        if self.kind == "words":
            return isinstance(value, tuple) and len(set(value)) == len(value) and set(value) <= set(self.values)
        if self.kind == "word":
            return isinstance(value, str) and value in self.values
        if self.kind == "flag":
            return isinstance(value, bool)
        return type(value) is int and self.least <= value <= self.most


def pieces_of(state: State) -> list[Piece]:
    """All that can be put on this table; each changes this very state."""
    return [piece for module in box_of(state.game.id).pieces() for piece in module.pieces(state)]


def put(state: State, id: str, seat: int | None, value: Any) -> None:
    """Put something there; raises `Misfit`, after which the state is of no use."""
    piece = next((one for one in pieces_of(state) if (one.id, one.seat) == (id, seat)), None)
    if piece is None or not piece.takes(value):
        raise Misfit("CORE-FORM", "web.pieces.misfit")
    if value != piece.value:
        piece.put(value)
        state.offer = None


def skip_to(state: State, *phases: int) -> None:
    """Leave out whatever would happen before one of these phases, for a time that is put."""
    while not (isinstance(step := state.stack[-1], Phase) and step.phase in phases):
        state.stack.pop()


def set_up(state: State, dice: Dice) -> int:
    """Let the set-up of a game fall by lot until something can be put there; how many choices that took."""
    silent = not box_of(state.game.id).pieces()
    for number in range(MOST_CHOICES):
        if silent or state.over or pieces_of(state):
            return number
        seat = next((seat for seat in state.deciding() if seat != CLOCK), CLOCK)
        options = state.options(seat) if seat != CHANCE else []
        state.play(seat, state.sample(dice) if seat == CHANCE else options[dice.below(len(options))])
    return MOST_CHOICES
