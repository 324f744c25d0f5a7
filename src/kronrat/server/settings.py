"""How a server is run; everything that a host or a test may want to change.

Settings come from a file in TOML (`look_rate = 50`), from the environment (KRONRAT_LOOK_RATE=50), and from the options
of the command; the later of these count more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any

from kronrat.server.logs import FORMATS, LEVELS

PREFIX = "KRONRAT_"  # of settings in the environment
SECURITIES = ("starttls", "tls", "none")  # of the line to a mail server


class BadSetting(ValueError):
    """A setting that cannot be understood."""


@dataclass(frozen=True)
class Settings:
    public_url: str = ""  # the address under which browsers reach it; empty: whatever host they name
    hosts: tuple[str, ...] = ()  # further names under which it may be reached where there is no public address
    figures: tuple[str, ...] = ()  # files of the workshop, at most one for each game: what its tables are played with
    bot_pause_ms: int = 500  # at least this long between two visible steps of bots
    bot_ms: float | None = None  # how long bots think about a choice that can be told; None: as long as is usual
    longest_think_s: int = 10  # the longest that somebody who opens a table may tell them
    bot_patience_s: float = 20.0  # for a bot that thinks longer than it was told and this, a quick one chooses
    advice_patience_s: float = 8.0  # for a hint; a person waits for it
    ranks_ms: int = 10_000  # how old a list of ratings may be that is shown
    reviews_at_once: int = 1  # finished games that are reviewed at the same time, each on a core of its own; 0: none
    reviews_in_line: int = 20  # including those that wait; more are refused
    review_positions: int = 3_000  # that are looked at for each choice; fewer are quicker and less certain
    review_s: float = 900.0  # after which a review is given up
    grace_live_ms: int = 60_000  # after so long an absence a bot may hold a seat
    grace_correspondence_ms: int = 3 * 24 * 3_600_000
    rest_ms: int = 120_000  # a table nobody looks at leaves the memory after this time
    lease_ms: int = 3_000  # how long a process drives a table before it must renew its lease
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
    list_burst: int = 200  # lists of tables, by address: each is looked up anew, and a page asks every four seconds
    list_rate: float = 40.0
    join_burst: int = 400  # connections that one address opens at once, as after a restart,
    join_rate: float = 20.0  # and each second: a client that is cut off must not come back again and again
    connections: int = 4_000
    connections_per_address: int = 400  # enough for a school behind one address, but not all places there are
    tables_per_guest: int = 40  # unfinished ones
    keep_finished_days: int = 0  # tables that are over or were given up are deleted after so many days; 0: never
    keep_unfinished_days: int = 0  # the same for those at which nothing has happened
    keep_chat_days: int = 0  # what was said at tables is deleted after so many days
    keep_guests_days: int = 0  # people who sit at no table and have not come back for so long are forgotten
    notice_delay_s: float = 20.0  # who looks at the table within that time is not told elsewhere
    notice_look_s: float = 2.0  # how often is looked what people are to be told
    notice_bundle_s: float = 3_600.0  # who wants notices bundled is told of one table no more often than this
    notice_private: bool = False  # whether notices may go to addresses of a private network, and without TLS
    smtp_host: str = ""  # the mail server; without it nobody is offered e-mail
    smtp_port: int = 587
    smtp_security: str = "starttls"  # or tls from the beginning, or none
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # as in "Kronrat <games@example.org>"
    metrics_token: str = ""  # who shows it may read /metrics
    metrics_port: int = 0  # a port of their own, where everybody who reaches it may; 0: none
    metrics_host: str = "127.0.0.1"  # where that port listens
    log_level: str = "warning"
    log_format: str = "text"  # or json
    access_log: bool = False  # every request, at the level `info`

    @property
    def can_mail(self) -> bool:
        return bool(self.smtp_host)

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")

    def with_environment(self, given: Mapping[str, str]) -> Settings:
        """These settings with those of the environment, such as KRONRAT_LOOK_RATE=50; raises `BadSetting`."""
        known = {f"{PREFIX}{field.name.upper()}": field for field in fields(self)}
        changes = {known[name].name: _value(name, known[name], text) for name, text in given.items() if name in known}
        return replace(self, **changes).checked()

    def with_file(self, given: Mapping[str, Any]) -> Settings:
        """These settings with those of a file; raises `BadSetting`."""
        known = {field.name: field for field in fields(self)}
        if unknown := sorted(set(given) - set(known)):
            raise BadSetting(f"there is no setting {', '.join(unknown)}")
        return replace(self, **{name: _value(name, known[name], value) for name, value in given.items()}).checked()

    def checked(self) -> Settings:
        if self.log_level not in LEVELS:
            raise BadSetting(f"log_level is one of {', '.join(LEVELS)}, not {self.log_level!r}")
        if self.log_format not in FORMATS:
            raise BadSetting(f"log_format is one of {', '.join(FORMATS)}, not {self.log_format!r}")
        if self.smtp_security not in SECURITIES:
            raise BadSetting(f"smtp_security is one of {', '.join(SECURITIES)}, not {self.smtp_security!r}")
        if self.smtp_host and "@" not in self.mail_from:
            raise BadSetting("with smtp_host, mail_from has to be an address such as games@example.org")
        return self


def _value(name: str, field: Field[Any], given: Any) -> Any:
    """A setting as text in the environment, or as a value in a file."""
    kind: type[Any] = type(field.default)
    try:
        if kind is str:
            return str(given)
        if kind is tuple:
            parts = given.split(",") if isinstance(given, str) else given
            return tuple([str(part).strip() for part in parts if str(part).strip()])
        if kind is bool:
            return given if isinstance(given, bool) else _BOOLEANS[str(given).lower()]
        return int(given) if kind is int else float(given)
    except (KeyError, TypeError, ValueError) as problem:
        wanted = "yes or no" if kind is bool else "a list" if kind is tuple else "a number"
        raise BadSetting(f"{name} is {wanted}, not {given!r}") from problem


_BOOLEANS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
