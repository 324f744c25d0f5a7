"""Requests to addresses that strangers have named: nothing inside our own network is reached, and nothing is followed.

The name is looked up here, and the connection goes to the very number that was looked at. A name that leads elsewhere a
moment later (DNS rebinding) therefore gains nothing.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from kronrat.server.notices.delivery import SENT, Delivery

CONNECT_S = 10.0
ANSWER_S = 15.0
LONGEST_ADDRESS = 1_000
HEAD_BYTES = 16_384
TRIED = 3  # numbers of one name
GONE = (404, 410)
PORTS = {"http": 80, "https": 443}
# A gateway that got no answer cannot tell whether its message has arrived.
UNSURE = (502, 504)
_TRANSLATED = IPv6Network("64:ff9b::/96")  # stands for IPv4 addresses, private ones too


class BadAddress(ValueError):
    """An address to which nothing is sent; the text is a word for which there are words."""


class _Cut(Exception):
    """The other side has not answered."""


def parts_of(address: str, private: bool = False) -> SplitResult:
    """The parts of an address; raises `BadAddress` if nothing can be sent there, whatever its name leads to."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS.get(parts.scheme, 0)
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError as problem:
        raise BadAddress("malformed") from problem
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not plain or not host or not port or parts.username or parts.scheme not in PORTS:
        raise BadAddress("malformed")
    if parts.scheme == "http" and not private:
        raise BadAddress("plain")
    if not private and not _may_be_public(host):
        raise BadAddress("private")
    return parts


def _may_be_public(host: str) -> bool:
    """What can be said of a name or number before it is looked up."""
    try:
        return is_public(ip_address(host))
    except ValueError:
        return host != "localhost" and not host.endswith((".localhost", ".local", ".internal"))


def is_public(number: IPv4Address | IPv6Address) -> bool:
    """Whether a number belongs to the internet at large, however it is disguised."""
    if isinstance(number, IPv6Address):
        inner = number.ipv4_mapped or number.sixtofour or (number.teredo or (None, None))[1]
        if inner is not None:
            return is_public(inner)
        if number in _TRANSLATED:
            return is_public(IPv4Address(int(number) & 0xFFFFFFFF))
    return number.is_global and not number.is_multicast and not number.is_reserved and not number.is_unspecified


async def post(
    address: str, headers: Mapping[str, str], body: bytes, private: bool = False, gone: tuple[int, ...] = ()
) -> Delivery:
    """Post something, and say what became of it; `gone` are the answers after which it is of no use to go on."""
    try:
        parts = parts_of(address, private)
        reader, writer = await _connected(parts, private)
    except BadAddress as problem:
        return Delivery("failed", str(problem))
    except (OSError, ssl.SSLError, TimeoutError):
        return Delivery("failed", "unreachable")
    try:
        async with asyncio.timeout(ANSWER_S):
            writer.write(_request(parts, headers, body))
            await writer.drain()
            status = await _status(reader)
    except (OSError, ssl.SSLError, TimeoutError, _Cut, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return Delivery("unsure", "silent")
    finally:
        writer.transport.abort()
    if 200 <= status < 300:
        return SENT
    return Delivery("gone" if status in gone else "unsure" if status in UNSURE else "failed", str(status))


async def _connected(parts: SplitResult, private: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host = (parts.hostname or "").encode("idna").decode()
    port = parts.port or PORTS[parts.scheme]
    async with asyncio.timeout(CONNECT_S):
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        numbers = [given[0] for *_, given in found]
        allowed = [number for number in numbers if private or is_public(ip_address(str(number).partition("%")[0]))]
        if not allowed:
            raise BadAddress("private")
        secure = _tls() if parts.scheme == "https" else None
        problem: OSError | None = None
        for number in allowed[:TRIED]:
            try:
                return await asyncio.open_connection(
                    str(number), port, ssl=secure, server_hostname=host if secure else None, limit=HEAD_BYTES
                )
            except OSError as refused:
                problem = refused
        raise problem or OSError("no address")


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
    head = [f"POST {path} HTTP/1.1", *[f"{name}: {value}" for name, value in named.items()]]
    return "\r\n".join([*head, "", ""]).encode() + body


async def _status(reader: asyncio.StreamReader) -> int:
    """The number that is answered; the rest of the answer is nothing to us."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        words = head.split(None, 2)
        if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
            raise _Cut
        if not 100 <= int(words[1]) < 200:
            return int(words[1])
