"""Who is at a table at one moment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Presence:
    """Who is connected at one moment."""

    here: frozenset[int]
    away: dict[int, int]  # seat -> since when
    holdable: frozenset[int]
    watchers: int


NOBODY_HERE = Presence(frozenset(), {}, frozenset(), 0)
