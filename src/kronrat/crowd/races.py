"""Load in real time: many races at once, where hands take what others want too.

As in `kronrat.crowd.tables` this is the clients' side, for a process of its own. A crowd takes things and gives them
back at fixed times, whether the server keeps up or not. In a contest two hands reach for one thing after reactions of
the same spread; one of them has a longer round trip to the server, simulated by holding back what is sent and
received. The `Tempo` of a game says what hands do in it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from kronrat.arena.intervals import wilson
from kronrat.core.game import Game, Tempo
from kronrat.crowd.tables import AT_ONCE, BUSY, PATIENCE_S, Server, at, some_address
from kronrat.server import wire

QUEUES = ("fcfs", "fair")
MARGIN_S = 1.0  # at the beginning and end of a race, in which nobody acts

CONTEST_S = 1.7  # from one contest to the next: reach, hold, return, and rest
REACTION_S, SPREAD_S = 0.6, 0.1
FARTHER_S = 0.2  # round trip
HELD_LONGER_S = 0.05  # more than a hand must hold what it took


@dataclass(frozen=True)
class Plan:
    game: str
    tables: int
    seats: int
    rate: float  # intents a second, of each client
    seconds: float
    contests: int


@dataclass(frozen=True)
class Crowd:
    """Many races at once. Times are from when an intent was due until its maker had heard of the grant."""

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
    """Two hands, one thing: how often the one with the longer round trip was first."""

    queue: str
    contests: int
    won_by_far: int
    void: int  # in which not exactly one of them got it
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


@dataclass(frozen=True)
class Custom:
    """How a game is played in real time: the options of its tables, and what hands do at them."""

    game: str
    queue: str
    options: dict[str, str]
    tempo: Tempo

    @property
    def lasts_s(self) -> float:
        return self.tempo.lasts / 1_000

    def takes(self, hand: Hand) -> list[wire.Choice]:
        """What this hand may take now."""
        return [option for option in hand.options if option[0] in self.tempo.takes]

    @property
    def gives_back(self) -> wire.Choice:
        return [self.tempo.puts_down[-1]]


def is_in_real_time(game: Game) -> bool:
    """Whether there are tables of this game whose hands take what others want too."""
    options = game.settle_options(_live(game))
    return game.real_time(options) and bool(game.tempo(options).takes)


def custom_of(game: Game, queue: str) -> Custom:
    """The tables with the longest races, with this queue."""
    options = _live(game)

    def worth(value: str, name: str) -> tuple[bool, int]:
        tempo = game.tempo(game.settle_options({**options, name: value}))
        return tempo.fair == (queue == "fair"), tempo.lasts

    for switch in game.switches(options):
        if switch.name not in options and not switch.many:
            options[switch.name] = max([switch.default, *switch.values], key=partial(worth, name=switch.name))
    return Custom(game.id, queue, options, game.tempo(game.settle_options(options)))


def _live(game: Game) -> dict[str, str]:
    return {switch.name: switch.live for switch in game.switches({}) if switch.live}


async def measure(address: str, plan: Plan, customs: Sequence[Custom], tell: Callable[[str], None]) -> Report:
    """Race at a fresh server and say how it went."""
    server, dice = Server(address), random.Random(1)
    tell("warming up")
    await _crowd(server, plan, customs[0], dice, tables=min(2, plan.tables), seconds=2.0)
    crowds, contests = list[Crowd](), list[Contest]()
    for custom in customs:
        tell(f"{plan.tables} races at once, {custom.queue}")
        crowds.append(await _crowd(server, plan, custom, dice, plan.tables, plan.seconds))
    for custom in customs:
        tell(f"{plan.contests} contests, {custom.queue}")
        contests.append(await _contest(server, plan.contests, custom, dice))
    return Report(plan, crowds, contests)


# -- a crowd -----------------------------------------------------------------------------------------------------------


async def _crowd(server: Server, plan: Plan, custom: Custom, dice: random.Random, tables: int, seconds: float) -> Crowd:
    latencies: list[float] = []
    refused: Counter[str] = Counter()

    async def take_and_give_back(hand: Hand, begin: float) -> None:
        """Act at regular intervals, whatever was answered before."""
        first = begin + MARGIN_S + dice.random() / plan.rate
        for number in range(round(plan.rate * seconds)):
            due = first + number / plan.rate
            await _sleep_until(due)
            takes = custom.takes(hand)
            answer = await hand.play(dice.choice(takes) if takes else custom.gives_back)
            if answer.type == "done":
                latencies.append(time.perf_counter() - due)
            else:
                refused[answer.says or answer.code] += 1

    async with Races(server, custom, tables, plan.seats, dice) as races:
        begin = await races.begin()
        await _sleep_until(begin + MARGIN_S / 2)
        before, wall, client = await server.vitals(), time.perf_counter(), time.process_time()
        await asyncio.gather(*[take_and_give_back(hand, begin) for table in races.tables for hand in table])
        took, client = time.perf_counter() - wall, time.process_time() - client
        cpu = (await server.vitals()).cpu_s - before.cpu_s
    latencies.sort()
    return Crowd(
        queue=custom.queue,
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


async def _contest(server: Server, wanted: int, custom: Custom, dice: random.Random) -> Contest:
    rounds = min(wanted, int((custom.lasts_s - 2 * MARGIN_S) / CONTEST_S))
    holding_s = custom.tempo.holding / 1_000 + HELD_LONGER_S
    won: Counter[int] = Counter()  # by the place at the table

    async def reach(hand: Hand, due: float, thing: wire.Choice) -> bool:
        await _sleep_until(due + max(0.0, dice.gauss(REACTION_S, SPREAD_S)))
        if (await hand.play(thing)).type != "done":
            return False
        await asyncio.sleep(holding_s)
        await hand.play(custom.gives_back)
        return True

    async def compete(table: Sequence[Hand], begin: float) -> None:
        things = custom.takes(table[0])
        for number in range(rounds):
            due = begin + MARGIN_S + number * CONTEST_S
            taken = await asyncio.gather(*[reach(hand, due, things[number % len(things)]) for hand in table])
            won[taken.index(True) if taken.count(True) == 1 else -1] += 1

    async with Races(server, custom, -(-wanted // rounds), 2, dice, FARTHER_S) as races:
        begin = await races.begin()
        await asyncio.gather(*[compete(table, begin) for table in races.tables])
    contests = won[0] + won[1]
    low, high = wilson(won[1], max(1, contests))
    return Contest(custom.queue, contests, won[1], won[-1], low, high)


# -- clients -----------------------------------------------------------------------------------------------------------


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - time.perf_counter()))


class _Question(msgspec.Struct):
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
    """One client at one seat. With `lag` everything takes that many seconds longer, each way."""

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
        """Answer whatever is asked before the race, until the one answer that is left says: ready."""
        while len(self.options) != 1:
            if self.options:
                await self.play(self.options[0])
            else:
                self._changed.clear()
                await self._changed.wait()


class Races:
    """Tables on the brink of their first race, open as long as this is entered. What goes wrong at one ends all."""

    def __init__(
        self, server: Server, custom: Custom, tables: int, seats: int, dice: random.Random, farther: float = 0.0
    ) -> None:
        self.tables: list[list[Hand]] = [[] for _ in range(tables)]
        self._server = server
        self._custom = custom
        self._dice = dice
        self._lags = [0.0] * (seats - 1) + [farther / 2]
        self._listening = asyncio.TaskGroup()

    async def __aenter__(self) -> Races:
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
        custom = self._custom
        id = await server.open_table(custom.game, len(tokens), tokens[0], origin, **custom.options)
        for seat, (token, lag) in enumerate(zip(tokens, self._lags, strict=True)):
            hand = Hand(seat, await server.connect(id, seat, token), lag)
            table.append(hand)
            self._listening.create_task(hand.listen())
            if seat:
                await hand.ask("sit", wire.Sit("sit", seat, secrets.token_hex(16)))
        await _all(table, Hand.get_ready)

    async def begin(self) -> float:
        """Make everybody at all tables ready; returns when the last countdown is over."""
        hands = [hand for table in self.tables for hand in table]
        await asyncio.sleep(1.5)  # until the round trip to everybody has been measured
        await asyncio.gather(*[hand.play(hand.options[0]) for hand in hands])
        await _all(hands, lambda hand: hand.until(lambda: hand.begins))
        return max([hand.begins for hand in hands])

    async def __aexit__(self, *problem: Any) -> None:
        await _all([hand for table in self.tables for hand in table], lambda hand: hand.socket.close())
        await self._listening.__aexit__(*problem)


async def _all(hands: Sequence[Hand], do: Callable[[Hand], Awaitable[None]]) -> None:
    await asyncio.gather(*[do(hand) for hand in hands])
