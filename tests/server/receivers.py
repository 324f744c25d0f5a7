"""Those who get notices, for real: a push service with its browser, an address of somebody's own, a mail server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kronrat.server.notices.push import bytes_of, text_of

Plain = dict[str, Any]


# -- over HTTP ---------------------------------------------------------------------------------------------------------


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Plain:
        found: Plain = json.loads(self.body)
        return found


@dataclass
class Receiver:
    """Answers everything with the same number, or not at all."""

    url: str = ""
    status: int = 201
    silent: bool = False
    location: str = ""
    pause: Callable[[], float] | None = None  # how long it takes to answer
    got: list[Request] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            headers = {name.lower(): value for name, _, value in [line.partition(": ") for line in lines if line]}
            body = await reader.readexactly(int(headers["content-length"]))
            self.got.append(Request(first.split()[1], headers, body))
            if self.pause is not None:
                await asyncio.sleep(self.pause())
            if self.silent:
                await reader.read()  # until the other side goes
            else:
                more = f"Location: {self.location}\r\n" if self.location else ""
                writer.write(f"HTTP/1.1 {self.status} So\r\n{more}Content-Length: 0\r\n\r\n".encode())
                await writer.drain()
        writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield receiver
    finally:
        server.close()


# -- a browser that has subscribed -------------------------------------------------------------------------------------


class Subscriber:
    """The other end of Web Push, written from RFC 8291 and 8292 for itself."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))

    @property
    def subscription(self) -> Plain:
        return {"endpoint": self.endpoint, "p256dh": text_of(self._public), "auth": text_of(self._auth)}

    @property
    def _public(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, request: Request, server_key: str) -> Plain:
        """What a message says to this browser; fails if it is not from the server with this key."""
        self._check_sender(request, server_key)
        assert request.headers["content-encoding"] == "aes128gcm"
        body = request.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = _derived(shared, self._auth, b"WebPush: info\0" + self._public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text, end, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\x02")
        assert end
        assert not padding.strip(b"\0")
        told: Plain = json.loads(text)
        return told

    def _check_sender(self, request: Request, server_key: str) -> None:
        scheme, _, said = request.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in said.split(","))
        assert (scheme, parts["k"]) == ("vapid", server_key)
        head, claims, signature = parts["t"].split(".")
        raw = bytes_of(signature)
        numbers = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(server_key))
        known.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        assert self.endpoint.startswith(json.loads(bytes_of(claims))["aud"])


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


# -- mail --------------------------------------------------------------------------------------------------------------


@dataclass
class MailServer:
    port: int = 0
    refuses: str = ""  # what it answers to every recipient, if it takes none
    asleep: asyncio.Event | None = None  # what it waits for before it takes a letter
    got: list[EmailMessage] = field(default_factory=list)
    begun: int = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.begun += 1
        if self.asleep is not None:
            await self.asleep.wait()
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        assert envelope.rcpt_tos == [letter["To"]]
        self.got.append(letter)
        return "250 OK"


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    handler = MailServer()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(handler, loop=loop), "127.0.0.1", 0)
    handler.port = server.sockets[0].getsockname()[1]
    try:
        yield handler
    finally:
        server.close()
