"""How often people may do what leaves a record at a table; what was used comes back with time.

It is worked out from the records alone, so every process agrees. One person cannot use up what is meant for others:
each has an allowance, and those who have no seat have a common one besides, which players do not need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ALL = "*"  # the common allowance of people without a seat; no guest is called that


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and one more after each of these times."""

    most: int
    every_ms: int


ALLOWED = {
    "say": Allowance(300, 20_000),  # a player
    "call": Allowance(20, 30_000),  # somebody without a seat,
    "call all": Allowance(200, 20_000),  # and all of these together
    "sit": Allowance(10, 60_000),
    "sit all": Allowance(200, 20_000),
}


class Allowances:
    """What has been used at one table."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], tuple[float, int]] = {}  # kind and person -> how much, and when

    def fork(self) -> Allowances:
        other = Allowances()
        other._used = self._used.copy()
        return other

    def has(self, uses: Iterable[tuple[str, str]], now: int) -> bool:
        return all(self._left(use, now) >= 1 for use in uses)

    def use(self, uses: Iterable[tuple[str, str]], at: int) -> None:
        for use in uses:
            self._used[use] = (ALLOWED[use[0]].most - self._left(use, at) + 1, at)
        if len(self._used) > 1_000:
            self._used = {use: used for use, used in self._used.items() if self._left(use, at) < ALLOWED[use[0]].most}

    def _left(self, use: tuple[str, str], now: int) -> float:
        allowed = ALLOWED[use[0]]
        used, at = self._used.get(use, (0.0, now))
        return allowed.most - max(0.0, used - max(0, now - at) / allowed.every_ms)


def uses_of_chat(guest: str, plays: bool) -> list[tuple[str, str]]:
    return [("say", guest)] if plays else [("call", guest), ("call all", ALL)]


def uses_of_sitting(guest: str, invited: bool) -> list[tuple[str, str]]:
    """An invited guest sits down even where strangers have used up what they have."""
    return [("sit", guest)] if invited else [("sit", guest), ("sit all", ALL)]
