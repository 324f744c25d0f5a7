"""Planted mistakes, listed in `<game>.toml`: each changes one place of the program, and the test of its rule must fail.

A test can carry the id of a rule and prove nothing; a mistake against that rule which no test notices shows it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from kronrat.box import box_of
from tests.marks import marked

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
PACKAGE = Path("src") / "kronrat"  # `file` of a mistake is relative to this

KINDS = ("off by one", "figure", "effect", "limit", "order", "tie-break", "moment", "edition")
FIELDS = {"rule", "kind", "says", "file", "old", "new"}
HEADING = re.compile(r"^###\s+([A-Z][A-Z0-9]*-\S+)", re.MULTILINE)


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
    nth: int  # which of several places; 0 if `old` must stand in one place only

    def plant(self, text: str) -> str:
        """The text of the file with the mistake in it."""
        found = text.count(self.old)
        if not found:
            raise BadMistake(f"{self} cannot be planted: the old text is not in {self.file} any more")
        if not self.nth and found > 1:
            raise BadMistake(f"{self} cannot be planted: the old text stands {found} times in {self.file}")
        if self.nth > found:
            raise BadMistake(f"{self} cannot be planted: the old text stands only {found} times in {self.file}")
        parts = text.split(self.old)
        place = max(self.nth, 1)
        return self.old.join(parts[:place]) + self.new + self.old.join(parts[place:])

    def __str__(self) -> str:
        return f"{self.number} ({self.rule}: {self.says})"


def games() -> list[str]:
    """The games that have a list."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def mistakes_of(game: str) -> list[Mistake]:
    """The list of a game; raises BadMistake at an entry that lacks a field or has a strange one."""
    path = FOLDER / f"{game}.toml"
    if not path.exists():
        raise BadMistake(f"there is no list of mistakes for {game!r}; there are lists for {', '.join(games())}")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mistake"]
    return [_read(number, entry) for number, entry in enumerate(entries, 1)]


def _read(number: int, entry: dict[str, str | int]) -> Mistake:
    given = set(entry)
    if given - {"nth"} != FIELDS:
        raise BadMistake(f"{number}: fields {sorted(given ^ FIELDS - {'nth'})} are missing or unknown")
    words = {name: str(value) for name, value in entry.items() if name != "nth"}
    mistake = Mistake(number=number, nth=int(entry.get("nth", 0)), **words)
    if mistake.kind not in KINDS:
        raise BadMistake(f"{mistake}: {mistake.kind!r} is none of {', '.join(KINDS)}")
    if not mistake.says or "\n" in mistake.says or not mistake.old or mistake.old == mistake.new:
        raise BadMistake(f"{mistake}: needs one line that says it, and an old text that differs from the new one")
    return mistake


def rules_of(game: str) -> set[str]:
    """The ids of the catalogue."""
    text = (box_of(game).book / "rules.en.md").read_text(encoding="utf-8")
    return set(HEADING.findall(text))


def files_by_rule() -> dict[str, list[str]]:
    """For each rule the test files with a mark of its id, relative to the project."""
    return {
        id: sorted({file for file, _ in places if Path(file).name.startswith("test_")})
        for id, places in marked().items()
    }
