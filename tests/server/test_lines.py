"""Clients that flood, stay silent, or read nothing: they are cut off, and nobody else has to wait for them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from kronrat.server import wire
from kronrat.server.connection import Connection
from kronrat.server.hub import Hub
from kronrat.server.lines import PIECE, Line, framed
from kronrat.server.live import LiveTable
from tests.server.by_hand import until
from tests.server.client import AT_ONCE, PATIENCE_S, TRY_AGAIN, Browser, Host, bot, me, serving

pytestmark = pytest.mark.anyio

PING, TEXT = 0x9, 0x1
BURST, REFUSALS = 20, 30
STRICT = replace(AT_ONCE, message_burst=BURST, message_rate=0.0, refusals=REFUSALS)


class Raw:
    """A connection that sends what it likes, and reads what it gets until the server cuts it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def until_cut(self) -> bytes:
        async with asyncio.timeout(PATIENCE_S):
            got = b""
            try:
                while part := await self.reader.read(65_536):
                    got += part
            except ConnectionError:
                pass
            return got


@asynccontextmanager
async def raw(host: Host, first: str = "") -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(host.url.rpartition(":")[2]))
    writer.write(first.encode())
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def raw_socket(browser: Browser, path: str) -> AsyncIterator[Raw]:
    """A WebSocket without a library that would keep its user from anything."""
    lines = [f"GET {path} HTTP/1.1", f"host: {browser.host.url[7:]}", f"origin: {browser.host.origin}"]
    lines += ["connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"]
    lines += ["sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    async with raw(browser.host, "\r\n".join(lines)) as line:
        await line.reader.readuntil(b"\r\n\r\n")
        yield line


def frame(kind: int, content: bytes = b"") -> bytes:
    return bytes([0x80 | kind, 0x80 | len(content)]) + b"\0\0\0\0" + content


async def a_table(host: Host, browser: Browser) -> str:
    return f"/ws/{await browser.open(me(), bot())}"


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_of_any_length_is_framed_as_websockets_are(length: int) -> None:
    text = length * b"x"
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


# -- conversations ---------------------------------------------------------------------------------------------------


async def line_of(host: Host, table: str) -> Line:
    """That of the only one who looks at a table."""
    [connection] = (await host.live(table)).connections
    assert isinstance(connection.line, Line)
    return connection.line


async def code_of(socket: ClientConnection) -> int | None:
    """With which the server closes a connection."""
    async with asyncio.timeout(PATIENCE_S):
        await socket.wait_closed()
    return socket.close_code


async def test_while_somebody_is_here_nothing_is_kept_of_the_request_that_began_it(database: str) -> None:
    async with serving(database) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            line = await line_of(host, table)
            await until(lambda: not line.tasks)
            assert not hasattr(line, "scope")
            assert (await player.ask("look"))["type"] == "full"


async def test_who_is_hung_up_on_twice_leaves_once_and_may_come_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, leave = list[Connection](), LiveTable.leave

    def noted(live: LiveTable, connection: Connection) -> None:
        left.append(connection)
        leave(live, connection)

    monkeypatch.setattr(LiveTable, "leave", noted)
    async with serving(database) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            line = await line_of(host, table)
            line.hang_up()
            line.hang_up()
            assert await code_of(player.socket) == TRY_AGAIN
            await until(lambda: not host.server.connections.total())
        async with anna.at(table):
            assert host.server.connections.total() == 1
        await until(lambda: not host.server.connections.total())
        assert len(left) == 2


async def test_when_the_server_ends_everybody_has_left_and_knows_why(database: str) -> None:
    async with serving(database) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        socket, live = await anna.socket(table), await host.live(table)
        await socket.recv()
        assert live.connections
    assert await code_of(socket) == 1012
    assert not live.connections
    assert not host.server.connections.total()


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Whoever comes waits at the door of a table: somebody is there, and the door is opened."""
    there, opened, join = asyncio.Event(), asyncio.Event(), Hub.join

    async def wait(hub: Hub, id: str, connection: Connection, wanted: str) -> LiveTable | None:
        there.set()
        await opened.wait()
        return await join(hub, id, connection, wanted)

    monkeypatch.setattr(Hub, "join", wait)
    return there, opened


async def test_who_goes_before_the_table_is_told_has_left(
    database: str, held_up: tuple[asyncio.Event, asyncio.Event]
) -> None:
    there, opened = held_up
    async with serving(database) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        socket = await anna.socket(table)
        await there.wait()
        socket.transport.abort()
        opened.set()
        await until(lambda: not host.server.connections.total())
        assert not (await host.live(table)).connections


async def test_what_is_said_before_the_table_is_told_is_heard(
    database: str, held_up: tuple[asyncio.Event, asyncio.Event]
) -> None:
    there, opened = held_up
    async with serving(database) as host, host.browser("Anna") as anna:
        socket = await anna.socket(await anna.open(me(), bot()))
        await there.wait()
        await socket.send('{"type":"look","id":"early"}')
        opened.set()
        async with asyncio.timeout(PATIENCE_S):
            while '"answer_to":"early"' not in str(await socket.recv()):
                pass
        await socket.close()


async def test_what_cannot_be_sent_at_once_is_sent_in_order(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "is_free", False)
    async with (
        serving(database) as host,
        host.browser("Anna") as anna,
        anna.at(await anna.open(me(), bot())) as player,
    ):
        for number in range(20):
            assert (await player.ask("chat", text=f"word {number}"))["type"] == "done"
        await player.check()


async def test_a_conversation_that_fails_is_ended(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: Line, __: bytes) -> None:
        raise ValueError("it cannot be said")

    monkeypatch.setattr(Line, "say_when_free", fail)
    async with serving(database) as host, host.browser("Anna") as anna:
        assert await code_of(await anna.socket(await anna.open(me(), bot()))) == TRY_AGAIN
        await until(lambda: not host.server.connections.total())
    assert [record.message for record in caplog.records if "a connection failed" in record.message]


# -- floods ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"{}", b'{"type":"look","id":"x"}', b'{"type":"pong","n":1}', b"x"])
async def test_a_flood_of_messages_is_cut_off(database: str, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[wire.Message] = []
    told = Connection.tell

    def tell(self: Connection, message: wire.Message) -> None:
        heard.append(message)
        told(self, message)

    monkeypatch.setattr(Connection, "tell", tell)
    async with serving(database, STRICT) as host, host.browser("Anna") as anna:
        async with raw_socket(anna, await a_table(host, anna)) as line:
            line.writer.write(20_000 * frame(TEXT, content))
            await line.until_cut()
        assert len(heard) <= BURST + REFUSALS
        async with anna.at(await anna.open(me(), bot())) as player:
            await player.check()


async def test_a_flood_at_a_lesson_is_cut_off(database: str) -> None:
    async with serving(database, STRICT) as host, host.browser("Anna") as anna:
        games = (await anna.get("/api/games")).json()
        path = next(f"/ws/lesson/{game['id']}/{game['lessons'][0]}/0" for game in games if game.get("lessons"))
        async with raw_socket(anna, path) as line:
            line.writer.write(5_000 * frame(TEXT, b"{}"))
            assert (await line.until_cut()).count(b"malformed") <= BURST + REFUSALS


async def test_while_messages_are_refused_others_have_their_turn(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refusing costs so little that it could go on for ever without one turn of the loop."""
    turns, refused = 0, []
    told = Connection.tell

    def tell(self: Connection, message: wire.Message) -> None:
        refused.append(turns)
        told(self, message)

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(Connection, "tell", tell)
    patient = replace(STRICT, message_burst=0, refusals=10_000)
    async with (
        serving(database, patient) as host,
        host.browser("Anna") as anna,
        raw_socket(anna, await a_table(host, anna)) as line,
    ):
        counting = asyncio.create_task(count_turns())
        line.writer.write(500 * frame(TEXT, b"{}"))
        async with asyncio.timeout(PATIENCE_S):
            while len(refused) < 500:
                await asyncio.sleep(0)
        counting.cancel()
    assert len(set(refused)) > 400


async def test_a_flood_of_pings_is_cut_off_before_it_fills_the_memory(database: str) -> None:
    async with (
        serving(database, STRICT) as host,
        host.browser("Anna") as anna,
        raw_socket(anna, await a_table(host, anna)) as line,
    ):
        content = os.urandom(100)
        line.writer.write(5_000 * frame(PING, content))
        at_once = PIECE // len(content)  # are answered together before they are counted
        assert (await line.until_cut()).count(content) <= BURST + REFUSALS + at_once


async def test_somebody_who_is_merely_quick_stays(database: str) -> None:
    async with (
        serving(database, STRICT) as host,
        host.browser("Anna") as anna,
        anna.at(await anna.open(me(), bot())) as player,
    ):
        answers = [await player.ask("look") for _ in range(BURST + REFUSALS - 5)]
        assert answers[-1]["code"] == "too_fast"


# -- silence ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun", ["", "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ", "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET"]
)
async def test_a_request_that_never_ends_is_cut_off(database: str, begun: str) -> None:
    async with serving(database, replace(AT_ONCE, header_s=0.05)) as host, raw(host, begun) as line:
        await line.until_cut()


async def test_a_body_that_never_ends_is_cut_off(database: str) -> None:
    async with serving(database, replace(AT_ONCE, request_s=0.05)) as host:
        head = f"POST /api/me HTTP/1.1\r\nhost: {host.url[7:]}\r\norigin: {host.origin}\r\ncontent-length: 90\r\n\r\n{{"
        async with raw(host, head) as line:
            await line.until_cut()


async def test_a_request_that_is_not_sent_to_its_end_is_not_worth_a_report(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(database) as host:
        head = f"POST /api/me HTTP/1.1\r\nhost: {host.url[7:]}\r\norigin: {host.origin}\r\ncontent-length: 90\r\n\r\n{{"
        async with raw(host, head):
            await asyncio.sleep(0.02)
        async with host.browser("Anna"):
            pass
    assert not caplog.records
