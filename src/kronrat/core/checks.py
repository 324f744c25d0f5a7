"""Checks of the values in a dump: it may come from a stranger, so all of it is checked before anybody plays on it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from kronrat.core.codec import BrokenDump


def demand(fits: bool, what: str) -> None:
    if not fits:
        raise BrokenDump(f"{what} is not possible")


def is_flag(value: Any) -> bool:
    return type(value) is bool


def is_number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def are_numbers(value: Any, least: int, most: int, count: int = -1) -> bool:
    """Whether this is a tuple of such numbers, and of this length if one is given."""
    right_size = isinstance(value, tuple) and (count < 0 or len(value) == count)
    return right_size and all([is_number(number, least, most) for number in value])


def are_flags(value: Any, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all([is_flag(flag) for flag in value])


def are_words(value: Any, known: Container[str] | None = None) -> bool:
    words = isinstance(value, tuple) and all([type(word) is str for word in value])
    return words and (known is None or all([word in known for word in value]))


def is_order(value: Any, seats: int) -> bool:
    """Whether this names every seat exactly once."""
    return are_numbers(value, 0, seats - 1) and sorted(value) == list(range(seats))
