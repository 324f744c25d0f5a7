"""What keeps strangers' pages and oversized requests out, and what a browser is told to do with ours."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Address, Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.metrics import Metrics
from kronrat.server.settings import Settings

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class KnownHost:
    """Without a public address, answers only to addresses and to the names of this machine.

    A page of somebody else could otherwise let its own name lead to this machine, and would then be one of our pages.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._any = bool(settings.public_url)
        name = socket.gethostname().lower()
        self._names = {"", "localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}
        self._names.update([host.lower() for host in settings.hosts])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._any or self.knows(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await Response(b'{"code":"foreign_page"}', 421, None, "application/json")(scope, receive, send)

    def knows(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or "" if host.isascii() else host
        try:
            ip_address(name)
        except ValueError:
            return name in self._names or name.endswith(".localhost")
        return True


class Measuring:
    """Measures how long requests take."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 500

        async def send_measured(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, send_measured)
        finally:
            self._metrics.requests_s.labels(f"{status // 100}xx").observe(time.perf_counter() - begin)


class NotTooOften:
    """Refuses an address that asks for too much, before anything is done for it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._looks = Buckets(lambda: Bucket(settings.look_burst, settings.look_rate))
        self._joins = Buckets(lambda: Bucket(settings.join_burst, settings.join_rate))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._may(scope["type"], client_of(_address(scope))):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
        else:
            headers = {"retry-after": "1", "cache-control": "no-store"}
            await Response(b'{"code":"too_fast"}', 429, headers, "application/json")(scope, receive, send)

    def _may(self, kind: str, client: str) -> bool:
        return self._looks.take(client) and (kind != "websocket" or self._joins.take(client))


def _address(scope: Scope) -> Address | None:
    client = scope.get("client")
    return None if client is None else Address(*client)


class SafeHeaders:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app = app
        self.headers = dict(HEADERS)
        if secure:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_safely)


def from_our_page(headers: Mapping[str, str] | Headers, public_url: str) -> bool:
    """Whether the request comes from one of our pages. Browsers name the page's origin; nothing else is trusted."""
    origin = headers.get("origin", "")
    if public_url:
        ours = urlsplit(public_url)
        return origin == f"{ours.scheme}://{ours.netloc}"
    host = headers.get("host", "")
    return bool(host) and origin in (f"http://{host}", f"https://{host}")
