"""What a match remembers of its lines: which of them still count, what taking one back needs, and who may know it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from kronrat.core.flow import CHANCE, State
from kronrat.core.journal import Line

CHECKPOINTS, APART = 4, 16  # how many earlier positions a match keeps, and how many choices are between two of them


class UndoRefused(ValueError):
    """This choice cannot be taken back, or not without the others' consent."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What the match remembers of a line, to judge whether it can still be taken back."""

    dice_after: int
    sealed: bool  # given inside a sealed phase
    unsealed: bool  # its answer was the last one of a sealed phase
    revealed: bool  # somebody learned something hidden through it
    witnesses: tuple[int, ...] | None


@lru_cache(maxsize=4_096)
def mark_of(dice_after: int, sealed: bool, unsealed: bool, revealed: bool, witnesses: tuple[int, ...] | None) -> Mark:
    """The same for all lines of all games of which the same is remembered: it takes as much memory as a line."""
    return Mark(dice_after, sealed, unsealed, revealed, witnesses)


_UNDO = Mark(0, sealed=False, unsealed=False, revealed=False, witnesses=None)


class Positions:
    """A few positions that a match has been in, so that taking something back need not replay the whole game.

    The newest one is from just before the newest choice, because that is the one usually taken back.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, State]] = []  # the number of choices before it, and the position, never played on

    def fork(self) -> Positions:
        other = Positions()
        other._kept = self._kept[:]
        return other

    def has(self, choices: int) -> bool:
        """Whether the newest one is the position after this many choices."""
        return bool(self._kept) and self._kept[-1][0] == choices

    def note(self, choices: int, state: State) -> None:
        """Keep the position after this many choices, just before the next one. It must not be played on any more."""
        kept = self._kept
        if len(kept) > 1 and kept[-1][0] - kept[-2][0] < APART:
            kept.pop()
        kept.append((choices, state))
        if len(kept) > CHECKPOINTS + 1:
            del kept[0]

    def before(self, choices: int) -> tuple[int, State] | None:
        """The newest position after at most this many choices, to be played on; later ones are forgotten."""
        while self._kept and self._kept[-1][0] > choices:
            self._kept.pop()
        if not self._kept:
            return None
        reached, state = self._kept[-1]
        return reached, state.clone()


class History:
    """The lines of a match and what is remembered of them. Lines count from 1."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines  # those of the journal itself
        self.positions = Positions()
        self.counting: list[int] = []  # what `journal.counting` would return, without reading all lines each time
        self._marks: list[Mark] = []
        self._private: list[int] = []  # the lines that not everybody may know at once
        self._fixed = 0  # lines of another game, of which this one is a variation: they cannot be taken back
        self._fixed_dice = 0  # how far the dice were read by them

    def fork(self, lines: list[Line]) -> History:
        """The same for a match that is played on independently."""
        other = History(lines)
        other.positions = self.positions.fork()
        other.counting = self.counting[:]
        other._marks = self._marks[:]
        other._private = self._private[:]
        other._fixed, other._fixed_dice = self._fixed, self._fixed_dice
        return other

    def fix(self, dice: int) -> None:
        """From now on none of the lines so far can be taken back; so far the dice were read."""
        self._fixed, self._fixed_dice = len(self.lines), dice
        self.positions = Positions()

    def append(self, line: Line, mark: Mark) -> None:
        self.lines.append(line)
        self._marks.append(mark)
        self.counting.append(len(self._marks))
        if mark.witnesses is not None:
            self._private.append(len(self._marks))

    def line(self, number: int) -> Line:
        return self.lines[number - 1]

    def newest(self, seat: int) -> int | None:
        """The number of the seat's newest choice that still counts."""
        for number in reversed(self.counting):
            if number <= self._fixed:
                break
            if self.lines[number - 1].seat == seat >= 0:
                return number
        return None

    def since(self, number: int) -> list[int]:
        """This choice and all later ones that still count."""
        return self.counting[bisect_left(self.counting, number) :]

    def is_free(self, number: int) -> bool:
        """Whether a seat's newest choice may be taken back without asking anybody."""
        later = self.since(number)
        if any([self._marks[n - 1].revealed for n in later]):
            return False
        return len(later) == 1 or self._still_sealed(later)

    def stands_alone(self, line: Line, number: int) -> bool:
        """Whether the seat may take this back as it is: the last choice, or its newest of a phase still sealed."""
        is_last = bool(self.counting) and number == self.counting[-1] and number > self._fixed
        return is_last or (self.newest(line.seat) == number and self._still_sealed(self.since(number)))

    def _still_sealed(self, numbers: list[int]) -> bool:
        """Whether all these choices belong to a sealed phase that is not over."""
        return all([self._marks[n - 1].sealed and not self._marks[n - 1].unsealed for n in numbers])

    def still_sealed(self) -> list[int]:
        """The choices that belong to a sealed phase which is not over."""
        found: list[int] = []
        for number in reversed(self.counting):
            if not self._still_sealed([number]):
                break
            found.append(number)
        return found

    def strike(self, line: Line) -> int:
        """Make a choice no longer count; returns how many of those that count were made before it."""
        number = cast(int, line.undoes)
        self.lines.append(line)
        self._marks.append(_UNDO)
        place = bisect_left(self.counting, number)
        del self.counting[place]
        return place

    def dice_position(self) -> int:
        """How far the dice were read by the choices that count."""
        for number in reversed(self.counting):
            if number <= self._fixed:
                break
            if self.lines[number - 1].seat == CHANCE:
                return self._marks[number - 1].dice_after
        return self._fixed_dice

    def hidden_from(self, seat: int | None, since: int = 1) -> set[int]:
        """The numbers of the lines from `since` on whose answers this seat may not know yet."""
        private = self._private[bisect_left(self._private, since) :]
        hidden = {n for n in private if seat not in cast(tuple[int, ...], self._marks[n - 1].witnesses)}
        sealed = [n for n in hidden if self._marks[n - 1].sealed]
        if sealed:
            opened = next((n for n in reversed(self.counting) if self._marks[n - 1].unsealed), 0)
            hidden -= {n for n in sealed if n <= opened and self._counts(n)}
        return hidden

    def _counts(self, number: int) -> bool:
        """Whether this line still counts."""
        place = bisect_left(self.counting, number)
        return place < len(self.counting) and self.counting[place] == number
