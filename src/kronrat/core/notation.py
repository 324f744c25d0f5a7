"""Choices and seats as text: words and numbers joined by blanks, as in a journal."""

from __future__ import annotations

import re
import sys

from kronrat.core.flow import CHANCE, CLOCK, Choice

_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_SPECIAL_SEATS = {"*": CHANCE, "%": CLOCK}


class BadNotation(ValueError):
    """Text that is neither a choice nor a seat."""


def choice_text(choice: Choice) -> str:
    return " ".join(map(str, choice))


def parse_choice(text: str) -> Choice:
    """`influence 9 4 5` as a choice: numbers become ints, the first part must be a word."""
    parts = text.split()
    if not parts:
        raise BadNotation("a choice has at least one word")
    if not _WORD.fullmatch(parts[0]):
        raise BadNotation(f"a choice starts with a word, not {parts[0]!r}")
    return tuple([_parse_part(part) for part in parts])


def _parse_part(part: str) -> str | int:
    if _WORD.fullmatch(part):
        return sys.intern(part)  # a journal repeats the same words again and again
    if _NUMBER.fullmatch(part) and len(part) <= 9 and str(int(part)) == part:
        return int(part)
    raise BadNotation(f"{part[:40]!r} is neither a word nor a number")


def seat_text(seat: int) -> str:
    return "*" if seat == CHANCE else "%" if seat == CLOCK else str(seat)


def parse_seat(text: str) -> int:
    special = _SPECIAL_SEATS.get(text)
    if special is not None:
        return special
    number = seat_number(text)
    if number is None:
        raise BadNotation(f"{text[:40]!r} is not a seat")
    return number


def seat_number(text: str) -> int | None:
    """The seat number in this text; None if it is not one, or too long for one."""
    if len(text) <= 2 and text.isascii() and text.isdigit() and str(int(text)) == text:
        return int(text)
    return None
