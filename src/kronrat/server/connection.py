"""One browser at one table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from statistics import median
from typing import Protocol

import msgspec

from kronrat.server import wire
from kronrat.server.company import NO_REGARD
from kronrat.server.limits import Bucket
from kronrat.server.office import Office
from kronrat.server.records import Guest

PINGS = 9  # samples whose median is the round trip to a client,
PINGS_NEEDED = 5  # once there are this many
SLACK_MS = 20  # by which a page may answer later than its operating system

Front = int | None  # the seat from which a table is looked at; None is a spectator

_encode = msgspec.json.Encoder().encode


class Speaker(Protocol):
    """Somebody to whom texts can be sent at once, as long as they are free."""

    @property
    def is_free(self) -> bool: ...

    def say(self, text: bytes) -> None: ...

    def hang_up(self) -> None: ...


class Connection:
    """Messages are sent at once, or wait in a queue; a client that reads too slowly gets the whole table anew."""

    def __init__(self, office: Office, guest: Guest | None) -> None:
        settings = office.settings
        self.guest = guest
        self.front: Front = None
        self.watches = False  # looks from outside, whatever seats are theirs: others may see this screen
        self.late = False  # was last shown the table as it was some time ago
        self.regard = NO_REGARD
        self.bucket = Bucket(settings.message_burst, settings.message_rate)
        self.behind = False
        self.is_looking = True  # a page says so when nobody sees it
        self.cleared = True  # whether it may watch a table at which it does not sit, see `kronrat.server.deals`
        self.advice: asyncio.Task[None] | None = None  # that this client has asked for last
        self._counts = office.counts
        self._clock = office.clock
        self._most = settings.queue
        self._unproven = settings.unproven_trip_ms
        self.proof: Callable[[], int | None] = lambda: None  # the round trip as the operating system knows it
        self._pinged: dict[int, int] = {}  # number -> when
        self._trips: list[int] = []  # the newest ones: a deque would take 0.7 KB for each client
        self.line: Speaker | None = None  # on which can be spoken at once
        self._waiting: list[bytes] = []
        self._send_late: Callable[[], None] | None = None
        self._sending = False  # whether what waits is being sent

    @property
    def guest_id(self) -> str:
        return "" if self.guest is None else self.guest.id

    @property
    def round_trip(self) -> int:
        """The round trip to this client in milliseconds; 0 while that is not known."""
        return round(median(self._trips)) if len(self._trips) >= PINGS_NEEDED else 0

    @property
    def proven_trip(self) -> int:
        """The part of the round trip that a client cannot have made up by answering late."""
        proof = self.proof()
        return min(self.round_trip, self._unproven if proof is None else proof + SLACK_MS)

    def ping(self, number: int) -> None:
        self._pinged.pop(number - PINGS, None)
        self._pinged[number] = self._clock.now()
        self.tell(wire.Ping(number, self.round_trip))

    def heard_pong(self, number: int) -> None:
        sent = self._pinged.pop(number, None)
        if sent is not None:
            self._trips = [*self._trips, max(0, self._clock.now() - sent)][-PINGS:]

    def speak_on(self, line: Speaker, send_late: Callable[[], None]) -> None:
        """Send texts on this line from now on; `send_late` is called whenever some have to wait."""
        self.line, self._send_late = line, send_late
        if self._waiting or self.behind:
            self._begin_to_send()

    def fall_silent(self) -> None:
        """Send nothing more."""
        self.line = self._send_late = None

    def tell(self, message: wire.Message) -> None:
        self.tell_text(_encode(message))

    def tell_text(self, text: bytes) -> None:
        if self.behind:
            return
        if self.line is not None and not self._waiting and not self._sending and self.line.is_free:
            self.line.say(text)
            return
        if len(self._waiting) < self._most:
            self._waiting.append(text)
        else:
            self._counts["overflows"] += 1
            self.behind = True
            self._waiting.clear()
        self._begin_to_send()

    def _begin_to_send(self) -> None:
        if self._send_late is not None and not self._sending:
            self._sending = True
            self._send_late()

    def take_waiting(self) -> list[bytes]:
        """What could not be sent at once; nothing for a client that is behind."""
        texts, self._waiting = self._waiting, []
        self._sending = bool(texts) or self.behind  # until it is on its way, nothing overtakes it
        return texts
