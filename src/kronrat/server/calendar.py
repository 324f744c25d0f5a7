"""Time that counts: when an amount of it will have passed for a player whose clock stands still now and then.

It stands still at weekends, where that was agreed, and while its player is on holiday. Days begin and end at midnight
in the time zone of the table, so a Sunday may have 23 or 25 hours.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Span = tuple[int, int]  # from the first millisecond to before the second, since 1970

SATURDAY = 5
UTC = "UTC"


@cache
def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of this name, such as Europe/Berlin; None if there is none."""
    try:
        return ZoneInfo(name or UTC)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def midnight(day: datetime, zone: ZoneInfo) -> int:
    """When a day begins there, in milliseconds since 1970."""
    return int(datetime.combine(day.date(), time.min, zone).timestamp()) * 1_000


class Calendar:
    """When the clock of one player runs."""

    def __init__(self, zone: str = UTC, weekends: bool = False, pauses: Sequence[Span] = ()) -> None:
        self._zone = zone_named(zone) or ZoneInfo(UTC)
        self._weekends = weekends  # whether the clock stands still on Saturdays and Sundays
        self._pauses = sorted(pauses)

    def after(self, start: int, ms: int) -> int:
        """When so much time that counts has passed since `start`."""
        at = start
        for begin, end in self._rests(start):
            counted = max(0, begin - at)
            if ms <= counted:
                break
            ms, at = ms - counted, max(at, end)
        return at + ms

    def between(self, start: int, end: int) -> int:
        """How much time that counts passes from `start` to `end`."""
        at, counted = start, 0
        for begin, over in self._rests(start):
            if begin >= end:
                break
            counted, at = counted + max(0, begin - at), max(at, over)
        return counted + max(0, end - at)

    def _rests(self, start: int) -> Iterator[Span]:
        """The times in which the clock stands still, in order, from the one that `start` may be in."""
        pauses = [pause for pause in self._pauses if pause[1] > start]
        return heapq.merge(pauses, self._weekends_from(start)) if self._weekends else iter(pauses)

    def _weekends_from(self, start: int) -> Iterator[Span]:
        day = datetime.fromtimestamp(start / 1_000, self._zone)
        saturday = day + timedelta(days=SATURDAY - day.weekday())
        while True:
            yield midnight(saturday, self._zone), midnight(saturday + timedelta(days=2), self._zone)
            saturday += timedelta(days=7)
