"""The lines on which browsers speak: how long they may be silent, and how much they may send before they are cut.

What is refused here never reaches a table. Refusals that a page should hear of are those of `kronrat.server.app`; a
client that does not care about them is cut off.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from kronrat.server.limits import Bucket
from kronrat.server.settings import Settings

PIECE = 1_024  # bytes that are taken apart at once: what arrives together can hold thirty thousand frames
LINE = "kronrat.line"  # in the scope of a WebSocket: its line
_FREE = asyncio.Event()  # for all lines that are not held up: one of its own takes 0.9 KB
_FREE.set()
_RTT = struct.Struct("=68xI")  # where Linux tells it in its TCP_INFO, in microseconds


class _Timed:
    """A line that is cut at a certain time, unless something happens before."""

    settings: Settings
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _alarm: asyncio.TimerHandle | None = None

    def _cut_after(self, seconds: float) -> None:
        self._keep()
        self._alarm = self.loop.call_later(seconds, self._cut)

    def _keep(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _cut(self) -> None:
        self.transport.abort()


class Requests(_Timed, HttpToolsProtocol):
    """Requests over HTTP: each has its time to arrive, and to be answered and read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._cut_after(self.settings.header_s)

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if self._alarm is None and (cycle is None or cycle.response_complete):
            self._cut_after(self.settings.header_s)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._cut_after(self.settings.request_s)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self._keep()
        super().on_response_complete()
        if not self.cycle.response_complete:  # the next one has come already
            self._cut_after(self.settings.request_s)

    def timeout_keep_alive_handler(self) -> None:
        """Close a line on which nothing more is asked; a client that does not read the rest is not waited for."""
        super().timeout_keep_alive_handler()
        self._cut_after(self.settings.request_s)

    def handle_websocket_upgrade(self) -> None:
        self._keep()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows its owner


class Line(_Timed, WebSocketsSansIOProtocol):
    """The WebSocket of a table. Every frame counts, also those that uvicorn answers itself.

    Once somebody listens, texts go straight to the listener, and `say` writes at once: a queue and a task for each
    message would cost more than playing it. Then the application may return, and the line stays.
    """

    _listener: Callable[[str | None], None] | None = None  # until somebody hangs up

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        settings = self.settings
        self.writable = _FREE
        self._frames = Bucket(settings.message_burst + settings.refusals, settings.message_rate)

    def listen(self, listener: Callable[[str | None], None], ended: Callable[[], None]) -> None:
        """Hear texts from now on, and those that have come already; None stands for anything else.

        A moment after one side has hung up or the line was cut, `ended` is called, once.
        """
        queue, self.queue = self.queue, _End(self.loop, ended)  # type: ignore[assignment]  # uvicorn only tells it
        self._listener = listener
        while not queue.empty():
            message = queue.get_nowait()
            if message["type"] == "websocket.receive":
                listener(message.get("text"))
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writable = _FREE

    @property
    def is_open(self) -> bool:
        """Whether nobody has hung up."""
        return self.conn.state is OPEN and not self.transport.is_closing()

    @property
    def is_free(self) -> bool:
        """Whether the client has read enough to be told more at once."""
        return self.writable.is_set() and self.is_open

    def say(self, text: bytes) -> None:
        """Send a text now; only while the line is free."""
        self.transport.write(framed(text))

    async def say_when_free(self, text: bytes) -> None:
        """Send a text as soon as the client has read enough; one that is gone is told nothing."""
        await self.writable.wait()
        if self.is_open:
            self.say(text)

    def hang_up(self) -> None:
        """End the conversation; a client that is still there may come back later."""
        self._listener = None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1013})
        if self.is_open:
            self.conn.send_close(1013)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def round_trip(self) -> int | None:
        return trip_of(self.transport)

    def send_receive_event_to_app(self) -> None:
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type != "text":
            self._listener(None)
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self._listener(text)

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        self._listener = None
        super().connection_lost(exc)
        self.conn.parser = iter(())  # type: ignore[assignment]  # it knows its owner

    async def run_asgi(self) -> None:
        """Close the line when the application is done, unless somebody listens."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        self.send_500_response()  # unless it has been answered
        if self._listener is None and self.close_timer is None:
            self.transport.close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Forget the handshake: it knows the line, and takes more memory than all else that is kept of it."""
        super().on_task_complete(task)
        self.request.headers.clear()  # the parser does not let go of the request
        del self.scope, self.request, self.response

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[begin : begin + PIECE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)[LINE] = self

    def handle_text(self, event: Frame) -> None:
        if self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._counts():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counts():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counts():
            super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Close a line that has been dead for long; what was not read is not waited for."""
        super().keepalive_timeout()
        self._cut_after(self.settings.header_s)

    def _counts(self) -> bool:
        """Whether a frame is to be heard; after too many the line is cut."""
        if self._frames.take():
            return True
        self.transport.abort()
        return False


class _End:
    """Stands in the place of a queue: of all that would have been read there, only the end is told."""

    __slots__ = ("_ended", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop, ended: Callable[[], None]) -> None:
        self._loop = loop
        self._ended: Callable[[], None] | None = ended

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        if message["type"] == "websocket.disconnect" and self._ended is not None:
            self._loop.call_soon(self._ended)
            self._ended = None


def framed(text: bytes) -> bytes:
    """A text as one frame, as servers send it: not masked, and not packed."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b" % (length, text)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), text)


def lines_for(settings: Settings) -> tuple[type[Requests], type[Line]]:
    """The classes for uvicorn, which makes one object of them for each connection."""
    return type("Requests", (Requests,), {"settings": settings}), type("Line", (Line,), {"settings": settings})


def trip_of(transport: asyncio.Transport) -> int | None:
    """The round trip of a connection as the operating system knows it, in milliseconds; None where it does not.

    It is measured with the receipts of the other system, which a program there cannot hold back.
    """
    line = transport.get_extra_info("socket")
    if line is None or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        return int(_RTT.unpack_from(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104))[0]) // 1_000
    except (OSError, struct.error):
        return None
