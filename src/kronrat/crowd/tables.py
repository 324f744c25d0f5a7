"""Load for a server: tables full of people who play at random over real WebSockets, and how quickly they are served.

All of this is the clients' side and belongs in a process of its own. Choices are due at fixed times, whether the
server keeps up or not: where it does not, their waiting counts.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kronrat.core.game import Game
from kronrat.core.match import Match
from kronrat.server import wire
from kronrat.server.people import COOKIE

SAMPLE = 8  # games played to find how many choices one has,
SAFE = 0.6  # and the share of the shortest of them that no other game falls below
WARM_UP = 2  # whole games before anything is measured, so that the server has met all its code and cards
AT_ONCE = 16  # tables that are opened side by side
PATIENCE_S = 60.0
QUIET_S = 2.0  # before memory is read
METRICS_TOKEN = "bench"  # of the servers that are measured
BUSY = 0.85  # of a core: a client that takes more measures itself


@dataclass(frozen=True)
class Plan:
    """Which game is played at how many tables, and how fast."""

    game: str
    tables: int
    seats: int
    rate: float  # choices a second, of all tables together
    seconds: float
    shortest: int  # choices that a game has at least
    options: Mapping[str, str] = field(default_factory=dict)
    others: tuple[Plan, ...] = ()  # other games that are played beside it, table by table in turn
    spectators: int = 0  # at each table

    def of(self, number: int) -> Plan:
        """The plan of one of the tables."""
        return (self, *self.others)[number % (1 + len(self.others))]

    @property
    def choices_of_a_table(self) -> int:
        return round(self.rate * self.seconds / self.tables)

    @property
    def choices_before(self) -> int:
        """How far a table may have come when the measuring begins, so that no game ends while it lasts."""
        return self.shortest - self.choices_of_a_table


@dataclass(frozen=True)
class Report:
    """What was found. A table's memory is what the server grew by, divided by their number."""

    plan: Plan
    choices_a_second: float  # that were made
    median_ms: float  # from the time a choice was due until the last client of its table had seen it
    p99_ms: float
    longest_ms: float
    cpu_ms: float  # of the server, for each choice
    server_share: float  # of one core
    client_share: float
    most_choices_a_second: float  # when nobody waits
    table_kb: float  # in the middle of a game, with everybody connected and nobody moving
    left_table_kb: float  # when everybody has gone, but the table is still in memory
    resting_table_kb: float  # when it was put to rest

    @property
    def valid(self) -> bool:
        return self.client_share <= BUSY


def shortest(game: Game, seats: int) -> int:
    """The number of choices that a game has at least, found by playing some random games."""
    return int(SAFE * min([_length(game, seats, number) for number in range(SAMPLE)]))


def _length(game: Game, seats: int, number: int) -> int:
    match, dice = Match(game, seats, game.left_alone({}), f"length {number}"), random.Random(number)
    choices = 0
    while not match.over:
        seat = dice.choice(match.state.deciding())
        match.play(seat, dice.choice(match.state.options(seat)))
        choices += 1
    return choices


async def measure(addresses: Sequence[str], plan: Plan, tell: Callable[[str], None]) -> Report:
    """Play at a fresh server, of one or several processes, and say how it went."""
    server, dice = Server(*addresses), random.Random(1)
    tell("warming up")
    for _ in range(WARM_UP):
        async with Tables(server, plan, 1, dice) as alone:
            await alone.play_out()
    empty = await server.vitals_at_rest()
    tell("opening tables")
    async with Tables(server, plan, plan.tables, dice) as tables:
        tell("playing into the middle of the games, flat out")
        begin = time.perf_counter()
        made = await tables.play([dice.randint(1, plan.choices_before) for _ in range(plan.tables)])
        most = made / (time.perf_counter() - begin)
        await asyncio.sleep(QUIET_S)
        quiet = await server.vitals()
        tell(f"{plan.rate:g} choices a second for {plan.seconds:g} seconds")
        begin, client_cpu = time.perf_counter(), time.process_time()
        latencies = sorted(await tables.play_by_the_clock(plan.rate, plan.seconds))
        took, client_cpu = time.perf_counter() - begin, time.process_time() - client_cpu
        busy = await server.vitals()
    tell("everybody has left")
    await asyncio.sleep(QUIET_S)
    left = await server.vitals()
    resting = await server.vitals_at_rest()
    cpu = busy.cpu_s - quiet.cpu_s

    def per_table(found: Vitals) -> float:
        return (found.memory - empty.memory) / plan.tables / 1_000

    return Report(
        plan=plan,
        choices_a_second=len(latencies) / took,
        median_ms=at(latencies, 0.5),
        p99_ms=at(latencies, 0.99),
        longest_ms=at(latencies, 1),
        cpu_ms=1_000 * cpu / len(latencies),
        server_share=cpu / took,
        client_share=client_cpu / took,
        most_choices_a_second=most,
        table_kb=per_table(quiet),
        left_table_kb=per_table(left),
        resting_table_kb=per_table(resting),
    )


def at(latencies: Sequence[float], part: float) -> float:
    """The latency that this share of all choices did not exceed, in milliseconds; they are sorted."""
    return 1_000 * latencies[min(len(latencies) - 1, int(part * len(latencies)))]


# -- the server, seen from outside -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Vitals:
    cpu_s: float
    memory: float
    tables: int


def some_address(dice: random.Random) -> str:
    """A random address, so that the guests are not taken for one client."""
    return f"10.{dice.randrange(256)}.{dice.randrange(256)}.{dice.randrange(256)}"


class Server:
    """Its address and what can be asked of it without a WebSocket.

    Every table comes from an address of its own, as behind a proxy; otherwise the server would take all these people
    for one who is too fast.
    """

    def __init__(self, address: str, *others: str) -> None:
        self.address = address
        self._processes = (address, *others)

    async def counts(self) -> Counter[str]:
        """Everything that its processes count, by name."""
        found: Counter[str] = Counter()
        for address in self._processes:
            _, text = await self._request("/metrics", address=address)
            told = [line.rsplit(" ", 1) for line in text.decode().splitlines() if line and not line.startswith("#")]
            found.update({name: float(value) for name, value in told})
        return found

    async def vitals(self) -> Vitals:
        named = await self.counts()
        return Vitals(
            named["process_cpu_seconds_total"], named["process_resident_memory_bytes"], int(named["kronrat_tables"])
        )

    async def vitals_at_rest(self) -> Vitals:
        """The vitals once it has no table left in memory."""
        while True:
            found = await self.vitals()
            if not found.tables:
                return found
            await asyncio.sleep(QUIET_S)

    async def welcome(self, name: str, origin: str) -> str:
        """The token of a new guest."""
        cookie, _ = await self._request("/api/me", {"name": name}, origin)
        return cookie.partition(f"{COOKIE}=")[2].partition(";")[0]

    async def open_table(
        self,
        game: str,
        seats: int,
        token: str,
        origin: str,
        bots: Sequence[str] = (),
        **options: str,
    ) -> str:
        """A table with so many seats for people, and these bots."""
        sitting: list[Any] = [{"kind": "me", "nonce": secrets.token_hex(16)}, *[{"kind": "open"}] * (seats - 1)]
        sitting += [{"kind": "bot", "bot": bot} for bot in bots]
        limit = int(options.pop("limit_s", 0))
        wish = {"game": game, "seats": sitting, "options": options, "limit_s": limit}
        _, answer = await self._request("/api/tables", wish, origin, token)
        return str(json.loads(answer)["table"])

    async def tables(self, token: str) -> bytes:
        """The lists of the lobby."""
        return (await self._request("/api/tables", token=token))[1]

    async def look(self, path: str, token: str = "", method: str = "GET") -> bytes:
        """What is told at an address."""
        return (await self._request(path, token=token, method=method))[1]

    def connect(self, table: str, seat: int | str, token: str, number: int = 0) -> connect:
        """A WebSocket; of several processes, neighbours at a table have different ones."""
        return connect(
            self._processes[number % len(self._processes)].replace("http", "ws", 1) + f"/ws/{table}?seat={seat}",
            additional_headers={"origin": self.address, "cookie": f"{COOKIE}={token}"},
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE_S,
        )

    async def _request(
        self,
        path: str,
        body: dict[str, Any] | None = None,
        origin: str = "",
        token: str = "",
        address: str = "",
        method: str | None = None,
    ) -> tuple[str, bytes]:
        """The cookie that was set, and the answer."""
        headers = {
            "origin": self.address,
            "x-forwarded-for": origin,
            "cookie": f"{COOKIE}={token}",
            "authorization": f"Bearer {METRICS_TOKEN}",
        }
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request((address or self.address) + path, data, headers, method=method)

        def ask() -> tuple[str, bytes]:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.headers.get("set-cookie", ""), answer.read()

        return await asyncio.to_thread(ask)


# -- what is read of its messages --------------------------------------------------------------------------------------


class _Question(msgspec.Struct):
    options: list[wire.Choice]


class _Info(msgspec.Struct):
    stage: str


class _Heard(msgspec.Struct):
    type: str
    version: int = 0
    question: _Question | None = None
    same_question: bool = False
    table: _Info | None = None
    code: str = ""


_heard = msgspec.json.Decoder(_Heard)
_encode = msgspec.json.Encoder().encode


# -- people ------------------------------------------------------------------------------------------------------------


class Seat:
    """One client of one table."""

    def __init__(self, number: int, table: Party, socket: ClientConnection) -> None:
        self.number = number
        self.table = table
        self.socket = socket
        self.version = 0
        self.options: list[wire.Choice] = []

    async def listen(self) -> None:
        async for text in self.socket:
            self._hear(_heard.decode(text))

    def _hear(self, heard: _Heard) -> None:
        if heard.type == "refused":
            raise RuntimeError(f"the server refused a choice: {heard.code}")
        if heard.type not in ("full", "delta"):
            return
        self.version = heard.version
        if not heard.same_question:
            self.options = heard.question.options if heard.question else []
        self.table.told(heard.table)

    async def say(self, command: wire.Command) -> None:
        await self.socket.send(_encode(command).decode())


class Party:
    """People at one table; one choice at a time is on its way."""

    def __init__(self, dice: random.Random) -> None:
        self.table = ""
        self.seats: list[Seat] = []
        self.latencies: list[float] = []
        self.due: deque[float] = deque()  # when the next choices should be made
        self.over = False
        self._dice = dice
        self._changed = asyncio.Event()
        self._since: float | None = None  # when the choice now on its way was due
        self._seen = 0  # the version that everybody had seen before it

    async def open(self, server: Server, plan: Plan, listening: asyncio.TaskGroup) -> None:
        """Become guests, sit down, and wait until the game has begun."""
        origin = some_address(self._dice)
        tokens = [await server.welcome(f"Guest {number}", origin) for number in range(1, plan.seats + 1)]
        id = self.table = await server.open_table(plan.game, plan.seats, tokens[0], origin, **plan.options)
        for number, token in enumerate(tokens):
            seat = Seat(number, self, await server.connect(id, number, token, number))
            self.seats.append(seat)
            listening.create_task(seat.listen())
            if number:
                await seat.say(wire.Sit(secrets.token_hex(10), number, secrets.token_hex(16)))
        for number in range(plan.spectators):
            spectator = Seat(-1, self, await server.connect(id, "watch", "", number))
            self.seats.append(spectator)
            listening.create_task(spectator.listen())
        await self._until(lambda: bool(self._asked()))

    async def close(self) -> None:
        for seat in self.seats:
            await seat.socket.close()

    def told(self, info: _Info | None) -> None:
        """One of the seats has heard something new."""
        if info is not None:
            self.over = info.stage == "over"
        if self._since is not None and all([seat.version > self._seen for seat in self.seats]):
            self.latencies.append(time.perf_counter() - self._since)
            self._since = None
        self._changed.set()

    async def play(self, choices: int) -> int:
        """Make one choice right after the other; returns how many were made."""
        begin = len(self.latencies)
        while len(self.latencies) - begin < choices and not self.over:
            self.due.append(time.perf_counter())
            await self.play_due()
        return len(self.latencies) - begin

    async def play_due(self) -> None:
        """Make the choice that is due, and wait until everybody has seen it."""
        seat = self._dice.choice(self._asked())
        self._seen = max([seat.version for seat in self.seats])
        self._since = self.due.popleft()
        await seat.say(wire.Play(secrets.token_hex(10), seat.version, seat.number, self._dice.choice(seat.options)))
        await self._until(lambda: self._since is None and (self.over or bool(self._asked())))

    async def play_when_due(self, choices: int) -> None:
        for _ in range(choices):
            await self._until(lambda: bool(self.due))
            if not self.over:
                await self.play_due()

    def add_due(self, due: float) -> None:
        self.due.append(due)
        self._changed.set()

    def _asked(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.options]

    async def _until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                self._changed.clear()
                await self._changed.wait()


class Tables:
    """Many tables, open as long as this is entered. Whatever goes wrong at one of them ends all."""

    def __init__(self, server: Server, plan: Plan, number: int, dice: random.Random) -> None:
        self._server = server
        self._plan = plan
        self._tables = [Party(dice) for _ in range(number)]
        self._listening = asyncio.TaskGroup()

    async def __aenter__(self) -> Tables:
        await self._listening.__aenter__()
        places = asyncio.Semaphore(AT_ONCE)

        async def open(number: int, table: Party) -> None:
            async with places:
                await table.open(self._server, self._plan.of(number), self._listening)

        await asyncio.gather(*[open(number, table) for number, table in enumerate(self._tables)])
        return self

    async def __aexit__(self, *problem: Any) -> None:
        await asyncio.gather(*[table.close() for table in self._tables])
        await self._listening.__aexit__(*problem)

    @property
    def parties(self) -> Sequence[Party]:
        return self._tables

    async def play_out(self) -> None:
        for table in self._tables:
            while not table.over:
                await table.play(1)

    async def play(self, choices: Sequence[int]) -> int:
        """Make this many choices at each table, without a pause; returns how many were made."""
        made = [table.play(number) for table, number in zip(self._tables, choices, strict=True)]
        return sum(await asyncio.gather(*made))

    async def play_by_the_clock(self, rate: float, seconds: float) -> list[float]:
        """Make choices at regular intervals, at one table after the other; returns how late each was seen."""
        for table in self._tables:
            table.latencies.clear()
        times = [number / rate for number in range(round(rate * seconds))]
        turns = [len(times[place :: len(self._tables)]) for place in range(len(self._tables))]
        playing = asyncio.gather(*[table.play_when_due(turn) for table, turn in zip(self._tables, turns, strict=True)])
        begin = time.perf_counter()
        for number, due in enumerate(times):
            await asyncio.sleep(max(0.0, begin + due - time.perf_counter()))
            self._tables[number % len(self._tables)].add_due(begin + due)
        await playing
        return [latency for table in self._tables for latency in table.latencies]
