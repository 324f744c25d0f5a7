"""The lines on which browsers speak: how long they may be silent, and how much they may send before they are cut.

What is refused here never reaches a table. Refusals that a page should hear of are those of `kronrat.server.app`; a
client that does not care about them is cut off.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from kronrat.server.limits import Bucket
from kronrat.server.settings import Settings

PIECE = 1_024  # bytes that are taken apart at once: what arrives together can hold thirty thousand frames
TRIP = "kronrat.trip"  # in the scope of a connection: the round trip that the system has measured, in milliseconds
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


class Line(_Timed, WebSocketsSansIOProtocol):
    """The WebSocket of a table. Every frame counts, also those that uvicorn answers itself."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        settings = self.settings
        self._frames = Bucket(settings.message_burst + settings.refusals, settings.message_rate)

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[begin : begin + PIECE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            known: dict[str, Any] = {TRIP: lambda: trip_of(self.transport)}
            cast("dict[str, Any]", self.scope).update(known)

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
