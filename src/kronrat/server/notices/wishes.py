"""What somebody wants to be told, where, and when not."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from kronrat.server.calendar import UTC, zone_named

Event = Literal["turn", "time", "begin", "end", "dropped", "invited"]
Topic = Literal["turn", "time", "game", "dropped", "invited"]  # what is chosen together
Kind = Literal["push", "mail", "hook"]

TOPICS: tuple[Topic, ...] = ("turn", "time", "game", "dropped", "invited")
KINDS: tuple[Kind, ...] = ("push", "mail", "hook")
TOPIC_OF: dict[Event, Topic] = {
    "turn": "turn", "time": "time", "begin": "game", "end": "game", "dropped": "dropped", "invited": "invited",
}  # fmt: skip
DAY_MINUTES = 24 * 60


class Wishes(msgspec.Struct, frozen=True):
    """Where each topic is told; quiet hours in minutes since midnight."""

    told: dict[Kind, list[Topic]] = {}
    quiet: bool = False
    quiet_from: int = 22 * 60
    quiet_to: int = 7 * 60
    bundle: bool = True
    zone: str = ""
    lang: str = "en"

    def wants(self, event: Event, kind: Kind) -> bool:
        return TOPIC_OF[event] in self.told.get(kind, ())

    @property
    def here(self) -> ZoneInfo:
        return zone_named(self.zone) or ZoneInfo(UTC)

    def quiet_at(self, at: int) -> tuple[int, int] | None:
        """From when to when it is quiet around this moment, in milliseconds since 1970; None if it is not."""
        if not self.quiet or self.quiet_from == self.quiet_to:
            return None
        now = datetime.fromtimestamp(at / 1_000, self.here)
        for day in (now - timedelta(days=1), now):  # quiet hours that began yesterday may go on
            begin = _clock_time(day, self.quiet_from)
            end = _clock_time(day if self.quiet_to > self.quiet_from else day + timedelta(days=1), self.quiet_to)
            if begin <= at < end:
                return begin, end
        return None


def _clock_time(day: datetime, minutes: int) -> int:
    """When a clock on the wall shows this time on that day; summer time may begin or end in between."""
    shown = day.replace(hour=minutes // 60, minute=minutes % 60, second=0, microsecond=0, fold=0)
    return int(shown.timestamp() * 1_000)
