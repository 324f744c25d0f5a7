"""Where a game leaves another one of which it is a variation, as it is written in the header of its journal.

    origin 146 9c41… 146 same
    origin 146 9c41… 144 new 0 5d0c…

That is: after the first 146 lines that count in the journal with the digest 9c41…, of which 144 are repeated here,
with the same dice; or with new ones, and with what seat 0 did not know dealt anew. With new dice the seed of the
lines before is named too, so that they can be checked. Where the other journal is a variation itself, what it says
comes first, separated by a comma.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kronrat.core.journal import BrokenJournal, Journal

_BEND = re.compile(r"([0-9]{1,6}) ([0-9a-f]{64}) ([0-9]{1,6}) (?:same|new ([0-9]) ([0-9a-f]{64}))")


@dataclass(frozen=True)
class Bend:
    """One such place."""

    place: int  # how many lines that count the other game had
    digest: str  # of its journal
    lines: int  # how many of them are repeated here
    seat: int | None = None  # with new dice: from whose knowledge hidden things were dealt anew
    seed: bytes = b""  # with new dice: the one before


def bends_text(bends: Sequence[Bend]) -> str:
    return ", ".join([_text(bend) for bend in bends])


def _text(bend: Bend) -> str:
    dice = "same" if bend.seat is None else f"new {bend.seat} {bend.seed.hex()}"
    return f"{bend.place} {bend.digest} {bend.lines} {dice}"


def bends_of(journal: Journal, seats: int) -> tuple[Bend, ...]:
    """What the header of a journal says of its origin; empty if it is no variation."""
    text = journal.header.get("origin")
    if text is None:
        return ()
    try:
        found = read_bends(text)
    except ValueError as problem:
        raise _broken(journal, str(problem)) from problem
    counts = [bend.lines for bend in found]
    if counts != sorted(counts) or counts[-1] > len(journal.lines):
        raise _broken(journal, "it has fewer lines than are said to come from its origin")
    if any([(bend.seat is not None and bend.seat >= seats) or bend.lines > bend.place for bend in found]):
        raise _broken(journal, "its origin cannot be as it says")
    if any([line.undoes is not None for line in journal.lines[: counts[-1]]]):
        raise _broken(journal, "lines that come from its origin are taken back")
    return found


def read_bends(text: str) -> tuple[Bend, ...]:
    """What `bends_text` wrote."""
    found: list[Bend] = []
    for part in text.split(", "):
        match = _BEND.fullmatch(part)
        if match is None:
            raise ValueError("expected 'origin PLACE DIGEST LINES same' or '… new SEAT SEED'")
        place, digest, lines, seat, seed = match.groups()
        fresh = (None, b"") if seat is None else (int(seat), bytes.fromhex(seed))
        found.append(Bend(int(place), digest, int(lines), *fresh))
    return tuple(found)


def _broken(journal: Journal, problem: str) -> BrokenJournal:
    return BrokenJournal(journal.row_of_header("origin"), problem)
