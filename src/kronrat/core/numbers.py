"""Arithmetic that is the same on every version of Python."""

from __future__ import annotations


def add_up(numbers: list[float]) -> float:
    """The sum from left to right: the built-in one rounds otherwise since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def thousandths(part: int, whole: int) -> int:
    """A chance, rounded; only what is impossible is 0, and only what is certain 1,000."""
    rounded = (2_000 * part + whole) // (2 * whole)
    return rounded if part in (0, whole) else min(999, max(1, rounded))
