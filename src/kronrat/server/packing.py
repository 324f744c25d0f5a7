"""Answers are packed once, beside the loop: what many ask for is ready for all of them."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from hashlib import blake2b

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SHORTEST = 1_000  # bytes; anything shorter travels as it is
REMEMBERED = 16_000_000  # bytes of packed answers
AT_ONCE = 2  # threads that pack
PACKABLE = ("text/", "application/json", "image/svg+xml", "application/manifest")


def pack(body: bytes) -> bytes:
    return gzip.compress(body, 5)


class Packing:
    """Packs whole answers for clients that can unpack them; what is sent piece by piece is left alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._packed: OrderedDict[bytes, bytes] = OrderedDict()
        self._being_packed: dict[bytes, asyncio.Task[bytes]] = {}
        self._size = 0
        self._threads = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def send_packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                begin, start = start, None
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    message = await self._answer(begin, message)
                await send(begin)
            await send(message)

        await self.app(scope, receive, send_packed)

    async def _answer(self, start: Message, message: Message) -> Message:
        headers, body = MutableHeaders(scope=start), message.get("body", b"")
        if not headers.get("content-type", "").startswith(PACKABLE) or "content-encoding" in headers:
            return message
        headers.add_vary_header("Accept-Encoding")
        if len(body) < SHORTEST:
            return message
        packed = await self._pack(body)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(packed))
        return {**message, "body": packed}

    async def _pack(self, body: bytes) -> bytes:
        key = blake2b(body, digest_size=16).digest()
        if key in self._packed:
            self._packed.move_to_end(key)
            return self._packed[key]
        if key not in self._being_packed:  # of many who ask at once, one has it packed
            self._being_packed[key] = asyncio.create_task(self._pack_anew(key, body))
            self._being_packed[key].add_done_callback(lambda _: self._being_packed.pop(key, None))
        return await asyncio.shield(self._being_packed[key])

    async def _pack_anew(self, key: bytes, body: bytes) -> bytes:
        async with self._threads:
            packed = await asyncio.to_thread(pack, body)
        self._packed[key] = packed
        self._size += len(packed)
        while self._size > REMEMBERED:
            self._size -= len(self._packed.popitem(last=False)[1])
        return packed
