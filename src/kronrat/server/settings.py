"""How a server is run; everything that a host or a test may want to change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any

PREFIX = "KRONRAT_"  # of settings in the environment


class BadSetting(ValueError):
    """A setting in the environment that cannot be understood."""


@dataclass(frozen=True)
class Settings:
    public_url: str = ""  # the address under which browsers reach it; empty: whatever host they name
    hosts: tuple[str, ...] = ()  # further names under which it may be reached where there is no public address
    bot_pause_ms: int = 500  # at least this long between two visible steps of bots
    bot_ms: float | None = None  # how long bots think about a choice that can be told; None: as long as is usual
    longest_think_s: int = 10  # the longest that somebody who opens a table may tell them
    bot_patience_s: float = 20.0  # for a bot that thinks longer than it was told and this, a quick one chooses
    advice_patience_s: float = 8.0  # for a hint; a person waits for it
    grace_live_ms: int = 60_000  # after so long an absence a bot may hold a seat
    grace_correspondence_ms: int = 3 * 24 * 3_600_000
    rest_ms: int = 120_000  # a table nobody looks at leaves the memory after this time
    lease_ms: int = 6_000  # how long a process drives a table before it must renew its lease
    resume_pause_ms: int = 3_000  # for people to come back before a clock that stopped with the server goes on
    ping_s: float = 4.0  # between two measurements of the round trip to a client, at tables in real time
    unproven_trip_ms: int = 60  # believed of a round trip that a proxy hides: half of it is what a late answer can gain
    queue: int = 64  # messages that may wait for a slow client before it gets the whole table instead
    message_burst: int = 60  # commands of one connection at once,
    message_rate: float = 20.0  # and each second
    refusals: int = 100  # beyond that, until the connection is cut; control frames count as well
    request_burst: int = 120  # the same for HTTP requests that change or compute something, by address
    request_rate: float = 10.0
    header_s: float = 10.0  # for the head of a request to arrive; a silent connection is cut
    request_s: float = 120.0  # for the rest of it, and for its answer to be read
    look_burst: int = 4_000  # requests of any kind, by address: a whole class may open the page at once
    look_rate: float = 400.0
    join_burst: int = 400  # connections that one address opens at once, as after a restart,
    join_rate: float = 20.0  # and each second: a client that is cut off must not come back again and again
    connections: int = 4_000
    connections_per_address: int = 400  # enough for a school behind one address, but not all places there are
    tables_per_guest: int = 40  # unfinished ones

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")

    def with_environment(self, given: Mapping[str, str]) -> Settings:
        """These settings with those of the environment, such as KRONRAT_LOOK_RATE=50; raises `BadSetting`."""
        known = {f"{PREFIX}{field.name.upper()}": field for field in fields(self)}
        changes = {known[name].name: _value(name, known[name], text) for name, text in given.items() if name in known}
        return replace(self, **changes)


def _value(name: str, field: Field[Any], text: str) -> Any:
    kind = type(field.default)
    if kind is str:
        return text
    if kind is tuple:
        return tuple([part.strip() for part in text.split(",") if part.strip()])
    try:
        return int(text) if kind is int else float(text)
    except ValueError as problem:
        raise BadSetting(f"{name} is a number, not {text!r}") from problem
