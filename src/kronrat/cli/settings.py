"""Options and names as they are typed."""

from __future__ import annotations

from collections.abc import Iterable

from kronrat.core.game import BadOption
from kronrat.core.journal import split_pairs


def settings(typed: Iterable[str]) -> dict[str, str]:
    """`rounds=5` and the like, as a game takes them."""
    try:
        return split_pairs(typed)
    except ValueError as problem:
        raise BadOption(f"--option: {problem}") from None


def names_in(typed: str) -> list[str]:
    """Names joined by commas."""
    return [name.strip() for name in typed.split(",")]
