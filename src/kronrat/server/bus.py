"""How server processes hear of each other: that a table has new records, and who is connected elsewhere.

Nothing that must not be lost goes this way. A notice names a table and its version; processes that serve that
table read the records from the store. A process that may have missed notices is told so, and looks for itself. Choices
at a table in real time are passed on to the process that keeps its clock; one that is lost is not answered, and its
client sends it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from kronrat.server import wire
from kronrat.server.engine import address, is_postgres

if TYPE_CHECKING:
    import psycopg

CHANNEL = "kronrat"
PAYLOAD_BYTES = 7_999  # what PostgreSQL carries in one notice
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 10.0  # between attempts to connect again
FAREWELL_S = 1.0  # time for what is still unsent when the bus closes

log = logging.getLogger(__name__)


class Advanced(msgspec.Struct, frozen=True, tag="version"):
    """A table has records up to this version."""

    table: str
    version: int


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Which seats of a table are connected to a process, and how many spectators are."""

    process: str
    table: str
    seats: list[int]
    watchers: int


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A choice at a table in real time, for the process that keeps its clock."""

    keeper: str
    process: str  # the process that wants to know the answer
    table: str
    guest: str
    play: wire.Play
    arrived: int
    round_trip: int


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What became of a choice that was passed on."""

    process: str
    table: str
    guest: str
    answer: wire.Done | wire.Refused


class Envelope(msgspec.Struct, frozen=True):
    """What travels. PostgreSQL brings notices to their sender as well, who recognises its own by `sender`."""

    sender: str
    content: Advanced | Presence | Passed | Answered


OnVersion = Callable[[str, int], None]  # table and version
OnPresence = Callable[[Presence], None] | None
OnPassed = Callable[[Passed | Answered], None] | None
Resync = Callable[[], None] | None


class Bus:
    """Between processes. Publishing never waits; callbacks get only what other processes have published."""

    async def open(self) -> None:
        """Begin to hear whatever is published elsewhere."""

    async def close(self) -> None:
        """Send what is left to be sent, and stop listening."""

    def publish(self, table: str, version: int) -> None:
        """Tell the others that a table has new records."""

    def publish_presence(self, process: str, table: str, seats: Sequence[int], watchers: int = 0) -> None:
        """Tell the others who is connected here. The newest message of a process about a table counts."""

    def pass_on(self, message: Passed | Answered) -> None:
        """Tell another process of a choice, or what became of it."""

    def listen(
        self, on_version: OnVersion, on_presence: OnPresence = None, resync: Resync = None, on_passed: OnPassed = None
    ) -> None:
        """Call these from now on. `resync` means that notices may have been missed: look at every table."""


class LocalBus(Bus):
    """For one process alone: there is nobody to tell."""


class PostgresBus(Bus):
    """LISTEN and NOTIFY, each on a connection of its own, because one that listens can do nothing else."""

    def __init__(self, url: str) -> None:
        self._url = address(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = secrets.token_hex(8)
        self._listeners: list[tuple[OnVersion, OnPresence, Resync, OnPassed]] = []
        self._unsaid: dict[tuple[str, ...], str] = {}  # only the newest message on each subject matters
        self._more = asyncio.Event()
        self._hearing = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await (await self._connect()).close()  # an address that leads nowhere is a mistake, to be reported at once
        self._tasks = [
            asyncio.create_task(self._connected(self._hear)),
            asyncio.create_task(self._connected(self._say)),
        ]
        await self._hearing.wait()

    async def close(self) -> None:
        hearing, saying = self._tasks
        hearing.cancel()
        self._closing = True
        self._more.set()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(saying, FAREWELL_S)
        await asyncio.gather(hearing, return_exceptions=True)

    def publish(self, table: str, version: int) -> None:
        self._put(("version", table), Advanced(table, version))

    def publish_presence(self, process: str, table: str, seats: Sequence[int], watchers: int = 0) -> None:
        self._put(("presence", process, table), Presence(process, table, list(seats), watchers))

    def pass_on(self, message: Passed | Answered) -> None:
        id = message.play.id if isinstance(message, Passed) else message.answer.id
        self._put((type(message).__name__, message.table, message.guest, id), message)

    def listen(
        self, on_version: OnVersion, on_presence: OnPresence = None, resync: Resync = None, on_passed: OnPassed = None
    ) -> None:
        self._listeners.append((on_version, on_presence, resync, on_passed))

    def _put(self, subject: tuple[str, ...], content: Advanced | Presence | Passed | Answered) -> None:
        payload = msgspec.json.encode(Envelope(self._name, content))
        if len(payload) > PAYLOAD_BYTES:
            raise ValueError(f"{len(payload)} bytes are too long for a notice")
        self._unsaid[subject] = payload.decode()
        self._more.set()

    async def _connect(self) -> psycopg.AsyncConnection:
        """With keepalives the kernel notices when the other side has vanished without a word."""
        import psycopg

        return await psycopg.AsyncConnection.connect(
            self._url,
            autocommit=True,
            application_name="kronrat bus",
            connect_timeout=5,
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
        )

    async def _connected(self, work: Callable[[psycopg.AsyncConnection], Awaitable[None]]) -> None:
        """Do this over a connection until it is done, and over another one whenever the connection is lost."""
        import psycopg

        pause = FIRST_PAUSE_S
        while True:
            try:
                async with await self._connect() as connection:
                    pause = FIRST_PAUSE_S
                    return await work(connection)
            except psycopg.OperationalError as problem:
                log.warning("the bus lost its connection: %s", problem)
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # so that processes do not all try at the same moment
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _hear(self, connection: psycopg.AsyncConnection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        if self._hearing.is_set():  # a reconnection
            for _, _, resync, _ in self._listeners:
                if resync:
                    _call(resync)
        self._hearing.set()
        async for notify in connection.notifies():
            _call(self._deliver, notify.payload)

    def _deliver(self, payload: str) -> None:
        envelope = _envelope.decode(payload)
        if envelope.sender == self._name:
            return
        for on_version, on_presence, _, on_passed in self._listeners:
            if isinstance(envelope.content, Advanced):
                on_version(envelope.content.table, envelope.content.version)
            elif isinstance(envelope.content, Presence):
                if on_presence:
                    on_presence(envelope.content)
            elif on_passed:
                on_passed(envelope.content)

    async def _say(self, connection: psycopg.AsyncConnection) -> None:
        """Send in batches: what gathers meanwhile goes into the next one, as does what could not be sent."""
        while True:
            while not self._unsaid:
                if self._closing:
                    return
                self._more.clear()
                await self._more.wait()
            lot = dict(self._unsaid)
            await connection.execute(_NOTIFY, (CHANNEL, list(lot.values())))
            for subject, payload in lot.items():
                if self._unsaid[subject] is payload:
                    del self._unsaid[subject]


_NOTIFY = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"
_envelope = msgspec.json.Decoder(Envelope)


def _call(callback: Callable[..., None], *facts: object) -> None:
    """Pass what has come to its listener; if it cannot be read or the listener fails, the next ones are still heard."""
    try:
        callback(*facts)
    except Exception:
        log.exception("a notice of the bus was lost")


def bus_for(url: str) -> Bus:
    """The bus that goes with a store: PostgreSQL serves several processes, a SQLite file one."""
    return PostgresBus(url) if is_postgres(address(url)) else LocalBus()
