"""Load in real time: many raids of Tumult Royal at once, and hands that reach for the same tile.

As in `kronrat.crowd.tables` this is the clients' side, for a process of its own. A crowd lifts and returns tiles at
fixed times, whether the server keeps up or not. In a contest two hands reach for one tile after reactions of the same
spread; one of them has a longer way to the server, which is made here by holding back what is sent and received.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from kronrat.arena.intervals import wilson
from kronrat.crowd.tables import AT_ONCE, BUSY, PATIENCE_S, Server, at, some_address
from kronrat.server import wire

GAME = "tumult"
QUEUES = ("fcfs", "fair")
LONGEST_S = 40  # that a raid can last
MARGIN_S = 1.0  # at its beginning and end, in which nobody acts

CONTEST_S = 1.7  # from one contest to the next: reach, hold, return, and rest
REACTION_S, SPREAD_S = 0.6, 0.1
FARTHER_S = 0.2  # round trip
HOLDING_S = 0.35  # a little more than a hand must hold a tile


@dataclass(frozen=True)
class Plan:
    tables: int
    seats: int
    rate: float  # intents a second, of each client
    seconds: float
    contests: int


@dataclass(frozen=True)
class Crowd:
    """Many raids at once. Times are from when an intent was due until its maker had heard of the grant."""

    queue: str
    grants: int
    refused: dict[str, int]
    median_ms: float
    p99_ms: float
    longest_ms: float
    cpu_ms: float  # of the server, for each intent
    server_share: float  # of one core
    client_share: float


@dataclass(frozen=True)
class Contest:
    """Two hands, one tile: how often the one with the longer way was first."""

    queue: str
    contests: int
    won_by_far: int
    void: int  # in which not exactly one of both was granted the tile
    low: float  # of the interval around the share of the far hand
    high: float

    @property
    def share(self) -> float:
        return self.won_by_far / max(1, self.contests)


@dataclass(frozen=True)
class Report:
    plan: Plan
    crowds: list[Crowd]
    contests: list[Contest]

    @property
    def valid(self) -> bool:
        return all(crowd.client_share <= BUSY for crowd in self.crowds)


async def measure(address: str, plan: Plan, tell: Callable[[str], None]) -> Report:
    """Raid at a fresh server and say how it went."""
    server, dice = Server(address), random.Random(1)
    tell("warming up")
    await _crowd(server, plan, "fcfs", dice, tables=min(2, plan.tables), seconds=2.0)
    crowds, contests = list[Crowd](), list[Contest]()
    for queue in QUEUES:
        tell(f"{plan.tables} raids at once, {queue}")
        crowds.append(await _crowd(server, plan, queue, dice, plan.tables, plan.seconds))
    for queue in QUEUES:
        tell(f"{plan.contests} contests, {queue}")
        contests.append(await _contest(server, plan.contests, queue, dice))
    return Report(plan, crowds, contests)


# -- a crowd -----------------------------------------------------------------------------------------------------------


async def _crowd(server: Server, plan: Plan, queue: str, dice: random.Random, tables: int, seconds: float) -> Crowd:
    latencies: list[float] = []
    refused: Counter[str] = Counter()

    async def lift_and_return(hand: Hand, begin: float) -> None:
        """At equal distances, whatever was answered before."""
        first = begin + MARGIN_S + dice.random() / plan.rate
        for number in range(round(plan.rate * seconds)):
            due = first + number / plan.rate
            await _sleep_until(due)
            lifts = [option for option in hand.options if option[0] == "lift"]
            answer = await hand.play(dice.choice(lifts) if lifts else ["return"])
            if answer.type == "done":
                latencies.append(time.perf_counter() - due)
            else:
                refused[answer.says or answer.code] += 1

    async with Raids(server, tables, plan.seats, dice, queue) as raids:
        begin = await raids.begin()
        await _sleep_until(begin + MARGIN_S / 2)
        before, wall, client = await server.vitals(), time.perf_counter(), time.process_time()
        await asyncio.gather(*[lift_and_return(hand, begin) for table in raids.tables for hand in table])
        took, client = time.perf_counter() - wall, time.process_time() - client
        cpu = (await server.vitals()).cpu_s - before.cpu_s
    latencies.sort()
    return Crowd(
        queue=queue,
        grants=len(latencies),
        refused=dict(refused),
        median_ms=at(latencies, 0.5),
        p99_ms=at(latencies, 0.99),
        longest_ms=at(latencies, 1),
        cpu_ms=1_000 * cpu / (len(latencies) + refused.total()),
        server_share=cpu / took,
        client_share=client / took,
    )


# -- contests ----------------------------------------------------------------------------------------------------------


async def _contest(server: Server, wanted: int, queue: str, dice: random.Random) -> Contest:
    rounds = min(wanted, int((LONGEST_S - 2 * MARGIN_S) / CONTEST_S))
    won: Counter[int] = Counter()  # by the place at the table

    async def reach(hand: Hand, due: float, slot: int) -> bool:
        await _sleep_until(due + max(0.0, dice.gauss(REACTION_S, SPREAD_S)))
        if (await hand.play(["lift", slot])).type != "done":
            return False
        await asyncio.sleep(HOLDING_S)
        await hand.play(["return"])
        return True

    async def compete(table: Sequence[Hand], begin: float) -> None:
        for number in range(rounds):
            due = begin + MARGIN_S + number * CONTEST_S
            lifted = await asyncio.gather(*[reach(hand, due, number % 15) for hand in table])
            won[lifted.index(True) if lifted.count(True) == 1 else -1] += 1

    async with Raids(server, -(-wanted // rounds), 2, dice, queue, FARTHER_S) as raids:
        begin = await raids.begin()
        await asyncio.gather(*[compete(table, begin) for table in raids.tables])
    contests = won[0] + won[1]
    low, high = wilson(won[1], max(1, contests))
    return Contest(queue, contests, won[1], won[-1], low, high)


# -- clients -----------------------------------------------------------------------------------------------------------


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - time.perf_counter()))


class _Question(msgspec.Struct):
    kind: str
    options: list[wire.Choice]


class _Clock(msgspec.Struct):
    starts_in: int = 0


class _Heard(msgspec.Struct):
    type: str
    version: int = 0
    question: _Question | None = None
    same_question: bool = False
    clock: _Clock | None = None
    n: int = 0
    id: str = ""
    code: str = ""
    says: str = ""


_heard = msgspec.json.Decoder(_Heard)
_encode = msgspec.json.Encoder().encode


class Hand:
    """One client at one seat. With `lag` everything takes so many seconds longer, there and back."""

    def __init__(self, seat: int, socket: ClientConnection, lag: float = 0.0) -> None:
        self.seat = seat
        self.socket = socket
        self.lag = lag
        self.version = 0
        self.question: _Question | None = None
        self.begins = 0.0  # when the countdown is over; 0: that is not known
        self._waiting: dict[str, asyncio.Future[_Heard]] = {}
        self._ids = count()
        self._changed = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def options(self) -> list[wire.Choice]:
        return self.question.options if self.question else []

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        async for text in self.socket:
            if self.lag:
                loop.call_later(self.lag, self._hear, _heard.decode(text))
            else:
                self._hear(_heard.decode(text))

    def _hear(self, heard: _Heard) -> None:
        if heard.type == "ping":
            self._send(_encode(wire.Pong(heard.n)).decode())
        elif heard.type in ("full", "delta"):
            self.version = heard.version
            if not heard.same_question:
                self.question = heard.question
            if heard.clock and not self.begins:
                self.begins = time.perf_counter() + heard.clock.starts_in / 1_000
            self._changed.set()
        elif heard.id in self._waiting:
            self._waiting.pop(heard.id).set_result(heard)

    def _send(self, text: str) -> None:
        task = asyncio.create_task(self._send_later(text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_later(self, text: str) -> None:
        if self.lag:
            await asyncio.sleep(self.lag)
        await self.socket.send(text)

    async def ask(self, id: str, command: wire.Command) -> _Heard:
        self._waiting[id] = asyncio.get_running_loop().create_future()
        self._send(_encode(command).decode())
        async with asyncio.timeout(PATIENCE_S):
            return await self._waiting[id]

    async def play(self, choice: wire.Choice) -> _Heard:
        id = f"{self.seat}-{next(self._ids)}"
        return await self.ask(id, wire.Play(id, self.version, self.seat, choice))

    async def until(self, what: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                self._changed.clear()
                await self._changed.wait()

    async def get_ready(self) -> None:
        """Answer whatever is asked before the raid."""
        while not (self.question and self.question.kind == "ready"):
            if self.question:
                await self.play(self.question.options[0])
            else:
                self._changed.clear()
                await self._changed.wait()


class Raids:
    """Tables on the brink of their first raid, open as long as this is entered. What goes wrong at one ends all."""

    def __init__(
        self, server: Server, tables: int, seats: int, dice: random.Random, queue: str, farther: float = 0.0
    ) -> None:
        self.tables: list[list[Hand]] = [[] for _ in range(tables)]
        self._server = server
        self._dice = dice
        self._lags = [0.0] * (seats - 1) + [farther / 2]
        self._options = {"raid": "live", "raid_seconds": str(LONGEST_S), "raid_queue": queue}
        self._listening = asyncio.TaskGroup()

    async def __aenter__(self) -> Raids:
        await self._listening.__aenter__()
        places = asyncio.Semaphore(AT_ONCE)

        async def open(table: list[Hand]) -> None:
            async with places:
                await self._open(table)

        await asyncio.gather(*[open(table) for table in self.tables])
        return self

    async def _open(self, table: list[Hand]) -> None:
        server, origin = self._server, some_address(self._dice)
        tokens = [await server.welcome(f"Guest {number}", origin) for number in range(len(self._lags))]
        id = await server.open_table(len(tokens), tokens[0], origin, GAME, **self._options)
        for seat, (token, lag) in enumerate(zip(tokens, self._lags, strict=True)):
            hand = Hand(seat, await server.connect(id, seat, token), lag)
            table.append(hand)
            self._listening.create_task(hand.listen())
            if seat:
                await hand.ask("sit", wire.Sit("sit", seat, secrets.token_hex(16)))
        await _all(table, Hand.get_ready)

    async def begin(self) -> float:
        """Everybody at all tables is ready; when the last countdown is over."""
        hands = [hand for table in self.tables for hand in table]
        await asyncio.sleep(1.5)  # until the way to everybody has been measured
        await asyncio.gather(*[hand.play(["ready"]) for hand in hands])
        await _all(hands, lambda hand: hand.until(lambda: hand.begins))
        return max([hand.begins for hand in hands])

    async def __aexit__(self, *problem: Any) -> None:
        await _all([hand for table in self.tables for hand in table], lambda hand: hand.socket.close())
        await self._listening.__aexit__(*problem)


async def _all(hands: Sequence[Hand], do: Callable[[Hand], Awaitable[None]]) -> None:
    await asyncio.gather(*[do(hand) for hand in hands])
