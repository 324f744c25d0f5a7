"""Strangers who mean harm, and what another player notices of them.

Each kind of attack goes on over a few connections that come back as soon as they are cut off, while one person plays
at a table of their own, choice by choice.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from kronrat.crowd.tables import Plan, Server, Tables, at

CONNECTIONS = 4  # of each kind
FRAMES = 200  # that are sent together
PAUSE_S = 0.01  # before an attacker comes back
THINKING_S = 0.05  # of the player who means no harm
TEXT, PING = 0x81, 0x89


@dataclass(frozen=True)
class Target:
    """What one of the attackers has before them, and the address they come from, as a proxy would tell it."""

    address: str
    table: str
    origin: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc


@dataclass(frozen=True)
class Noticed:
    """What the other player noticed of one kind of attack."""

    kind: str
    choices: int
    median_ms: float
    p99_ms: float
    longest_ms: float
    attempts: int  # connections that the attackers opened


async def measure(address: str, plan: Plan, seconds: float, tell: Callable[[str], None]) -> list[Noticed]:
    """One kind after the other; the first row is without any."""
    server, found = Server(address), list[Noticed]()
    token = await server.welcome("Stranger", "10.9.9.9")
    table = await server.open_table(plan.game, plan.seats, token, "10.9.9.9", **plan.options)
    for kind in ATTACKS:
        tell(f"{kind}, {seconds:g} seconds")
        async with _attackers(kind, address, table) as attempts:
            latencies = sorted(await _play(server, plan, seconds))
            tried = attempts.value
        median, p99, longest = [at(latencies, part) for part in (0.5, 0.99, 1)]
        found.append(Noticed(kind, len(latencies), median, p99, longest, tried))
    return found


@contextlib.asynccontextmanager
async def _attackers(kind: str, address: str, table: str) -> AsyncIterator[Any]:
    """A process in which they attack by now, and how often they have come."""
    processes = multiprocessing.get_context("spawn")
    attempts = processes.Value("i", 0)
    process = processes.Process(target=_attack, args=(kind, address, table, attempts), daemon=True)
    process.start()
    try:
        while attempts.value < CONNECTIONS and process.is_alive():  # it takes a while to begin
            await asyncio.sleep(0.1)
        yield attempts
    finally:
        process.kill()
        process.join()


def _attack(kind: str, address: str, table: str, attempts: Any) -> None:
    async def all_of_them() -> None:
        targets = [Target(address, table, f"10.66.0.{number}") for number in range(CONNECTIONS)]
        await asyncio.gather(*[_again(ATTACKS[kind], target, attempts) for target in targets])

    asyncio.run(all_of_them())


async def _play(server: Server, plan: Plan, seconds: float) -> list[float]:
    """One table after the other, choice by choice; how long each took."""
    dice, found, played = random.Random(1), list[float](), 0.0
    while played < seconds:
        async with Tables(server, plan, 1, dice) as alone:
            party, begin = alone.parties[0], time.perf_counter()
            while played + time.perf_counter() - begin < seconds and not party.over:
                await party.play(1)
                await asyncio.sleep(THINKING_S)
            played += time.perf_counter() - begin
        found += party.latencies
    return found


async def _again(attack: Attack, target: Target, attempts: Any) -> None:
    """Attack, and come back when the line is cut."""
    where = urlsplit(target.address)
    while True:
        attempts.value += 1
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            try:
                await attack(reader, writer, target)
            finally:
                writer.transport.abort()
        await asyncio.sleep(PAUSE_S)


# -- kinds of attack ---------------------------------------------------------------------------------------------------

Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Target], Awaitable[None]]


async def _nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    await asyncio.sleep(3_600)


async def _texts(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    await _join(reader, writer, target)
    await _pour(writer, FRAMES * _frame(TEXT, b"{}"))


async def _commands(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    await _join(reader, writer, target)
    body = b'{"type":"why","id":"x","seat":0,"choice":["' + 200 * b"a" + b'"]}'
    await _pour(writer, FRAMES * _frame(TEXT, body))


async def _long_texts(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    await _join(reader, writer, target)
    await _pour(writer, 4 * _frame(TEXT, 15_000 * b"["))


async def _pings(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    await _join(reader, writer, target)
    await _pour(writer, FRAMES * _frame(PING, b"0123456789"))


async def _requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    reading = asyncio.create_task(reader.read(-1))
    try:
        await _pour(writer, 10 * _head("/api/tables", target))
    finally:
        reading.cancel()


async def _journals(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    body = b"kronrat 1\ngame x\n" + 20_000 * b"0 pass\n"
    head = f"POST /api/replay HTTP/1.1\r\nhost: {target.host}\r\norigin: {target.address}\r\n"
    rest = f"x-forwarded-for: {target.origin}\r\ncontent-length: {len(body)}\r\n\r\n"
    reading = asyncio.create_task(reader.read(-1))
    try:
        await _pour(writer, f"{head}{rest}".encode() + body)
    finally:
        reading.cancel()


async def _slow_heads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    for sign in _head("/", target):
        writer.write(bytes([sign]))
        await writer.drain()
        await asyncio.sleep(0.5)


ATTACKS: dict[str, Attack] = {
    "nobody": _nothing,
    "texts that mean nothing": _texts,
    "commands": _commands,
    "long texts": _long_texts,
    "pings that nobody reads": _pings,
    "requests": _requests,
    "journals to be replayed": _journals,
    "heads that never end": _slow_heads,
}


async def _pour(writer: asyncio.StreamWriter, lot: bytes) -> None:
    while True:
        writer.write(lot)
        await writer.drain()
        await asyncio.sleep(0)


async def _join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    writer.write(
        f"GET /ws/{target.table} HTTP/1.1\r\nhost: {target.host}\r\norigin: {target.address}\r\n"
        f"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nx-forwarded-for: {target.origin}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")


def _head(path: str, target: Target) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: {target.host}\r\nx-forwarded-for: {target.origin}\r\n\r\n".encode()


def _frame(kind: int, body: bytes) -> bytes:
    """A frame as clients send it, masked."""
    mask = os.urandom(4)
    length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack("!H", len(body))
    return bytes([kind]) + length + mask + bytes([sign ^ mask[n % 4] for n, sign in enumerate(body)])
