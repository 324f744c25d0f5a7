"""Arithmetic that is the same on every version of Python."""

from __future__ import annotations


def add_up(numbers: list[float]) -> float:
    """The sum from left to right: the built-in one rounds otherwise since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total
