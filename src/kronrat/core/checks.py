"""Questions about the values of a dump, which may come from a stranger: all of it is asked before it is played with."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from kronrat.core.codec import BrokenDump


def demand(fits: bool, what: str) -> None:
    if not fits:
        raise BrokenDump(f"{what} cannot be like this")


def is_flag(value: Any) -> bool:
    return type(value) is bool


def is_number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def are_numbers(value: Any, least: int, most: int, count: int = -1) -> bool:
    """A tuple of such numbers; of just so many, if that is said."""
    right_size = isinstance(value, tuple) and (count < 0 or len(value) == count)
    return right_size and all([is_number(number, least, most) for number in value])


def are_flags(value: Any, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all([is_flag(flag) for flag in value])


def are_words(value: Any, known: Container[str] | None = None) -> bool:
    words = isinstance(value, tuple) and all([type(word) is str for word in value])
    return words and (known is None or all([word in known for word in value]))


def is_order(value: Any, seats: int) -> bool:
    """Every seat once."""
    return are_numbers(value, 0, seats - 1) and sorted(value) == list(range(seats))
