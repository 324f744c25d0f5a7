"""Planted mistakes, listed in a TOML file: each changes one place of the program, and a test of its rule must fail.

A test can carry the id of a rule and prove nothing; a planted mistake that no test notices reveals that.

    [at_least]          # how many there must be, by the beginnings of the ids of their rules
    MY = 60

    [[mistake]]
    rule = "MY-1"    # the rule that is broken, of the catalogue
    kind = "limit"      # off by one, figure, effect, limit, order, tie-break, moment, edition
    says = "what goes wrong, in one line"
    file = "rules/game.py"    # relative to the package of the project
    old = "the right text, which is there once (else `nth` says which one is meant)"
    new = "the wrong text"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

KINDS = ("off by one", "figure", "effect", "limit", "order", "tie-break", "moment", "edition")
FIELDS = {"rule", "kind", "says", "file", "old", "new"}


class BadMistake(ValueError):
    """A mistake that cannot be planted as it is written."""


@dataclass(frozen=True)
class Mistake:
    number: int  # its place in the list, from 1
    rule: str  # the rule that it breaks: a test with this id must fail
    kind: str
    says: str  # what goes wrong, in one line
    file: str
    old: str
    new: str
    nth: int  # which of several places; 0 if `old` must occur only once

    def plant(self, text: str) -> str:
        """The text of the file with the mistake in it."""
        found = text.count(self.old)
        if not found:
            raise BadMistake(f"{self} cannot be planted: the old text is not in {self.file} any more")
        if not self.nth and found > 1:
            raise BadMistake(f"{self} cannot be planted: the old text occurs {found} times in {self.file}")
        if self.nth > found:
            raise BadMistake(f"{self} cannot be planted: the old text occurs only {found} times in {self.file}")
        parts = text.split(self.old)
        place = max(self.nth, 1)
        return self.old.join(parts[:place]) + self.new + self.old.join(parts[place:])

    def __str__(self) -> str:
        return f"{self.number} ({self.rule}: {self.says})"


def mistakes_in(file: Path) -> list[Mistake]:
    """The mistakes of a list; raises BadMistake at an entry that lacks a field or has a strange one."""
    if not file.is_file():
        raise BadMistake(f"there is no list of mistakes {file}")
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["mistake"]
    return [_read(number, entry) for number, entry in enumerate(entries, 1)]


def least_in(file: Path) -> dict[str, int]:
    """How many there must be, by the beginnings of the ids of their rules."""
    found: dict[str, int] = tomllib.loads(file.read_text(encoding="utf-8")).get("at_least", {})
    return found


def _read(number: int, entry: dict[str, str | int]) -> Mistake:
    given = set(entry)
    if given - {"nth"} != FIELDS:
        raise BadMistake(f"{number}: fields {sorted(given ^ FIELDS - {'nth'})} are missing or unknown")
    words = {name: str(value) for name, value in entry.items() if name != "nth"}
    mistake = Mistake(number=number, nth=int(entry.get("nth", 0)), **words)
    if mistake.kind not in KINDS:
        raise BadMistake(f"{mistake}: {mistake.kind!r} is not one of {', '.join(KINDS)}")
    if not mistake.says or "\n" in mistake.says or not mistake.old or mistake.old == mistake.new:
        raise BadMistake(f"{mistake}: needs one line that says it, and an old text that differs from the new one")
    return mistake
