"""A server that listens, and browsers without a screen: guests over HTTP, and players over real WebSockets.

    async with serving(database) as host, host.browser("Anna") as anna:
        table = await anna.open(me(), bot())
        async with anna.at(table) as player:
            await player.play(player.question["options"][0])

A player keeps the table as a page does: from one `Full` and the deltas after it, and fails where a delta is missing.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kronrat.cli.serve import configured
from kronrat.core.dice import seed_of_text
from kronrat.server import driver, lobby
from kronrat.server.app import Server
from kronrat.server.bus import Bus
from kronrat.server.clock import Clock
from kronrat.server.live import LiveTable
from kronrat.server.people import COOKIE
from kronrat.server.settings import Settings
from tests.server.patched import patched
from tests.shelf import ANY, everything

Plain = dict[str, Any]

PATIENCE_S = 20.0  # for an answer; long, because test machines may be busy
MUCH = 100_000
TRY_AGAIN = 1013  # with which the server closes a connection that may come back
AT_ONCE = Settings(  # nobody waits, nothing is too much
    bot_pause_ms=0,
    advice_patience_s=60.0,  # on a busy machine, too
    ranks_ms=0,
    message_burst=MUCH,
    request_burst=MUCH,
    look_burst=MUCH,
    join_burst=MUCH,
)
ALL_MODULES = everything()


def nonce(number: int = 0) -> str:
    return f"{number:032x}"


def steady_dice(patch: pytest.MonkeyPatch, seed: str = "steady") -> None:
    """From now on new tables and their bots have the same dice in every run."""
    patch.setattr(lobby, "fresh_secret", lambda: seed_of_text(seed))
    patch.setattr(driver, "fresh_secret", lambda: seed_of_text(f"{seed} bots"))


def me(name: str = "") -> Plain:
    return {"kind": "me", "nonce": nonce(), "name": name}


def bot(level: str = "random") -> Plain:
    return {"kind": "bot", "bot": level}


FREE: Plain = {"kind": "open"}
INVITED: Plain = {"kind": "invited"}


# -- the server ------------------------------------------------------------------------------------------------------


class Host:
    """A server in this event loop, under an address of its own."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.url = f"http://127.0.0.1:{port}"
        self.origin = server.settings.public_url or self.url

    @asynccontextmanager
    async def browser(self, name: str = "", token: str = "") -> AsyncIterator[Browser]:
        """A browser; with a name it introduces itself, with a token it has been here before."""
        cookies = httpx.Cookies()
        if token:
            cookies.set(COOKIE, token, domain="127.0.0.1")
        async with httpx.AsyncClient(
            base_url=self.url, headers={"origin": self.origin}, cookies=cookies, timeout=PATIENCE_S
        ) as http:
            browser = Browser(self, http)
            if name:
                (await http.post("/api/me", json={"name": name})).raise_for_status()
            yield browser

    async def live(self, table: str) -> LiveTable:
        """The table as the server has it in memory."""
        live = await self.server.hub.find(table)
        assert live is not None
        return live

    async def digest(self, table: str) -> tuple[int, str]:
        """Version and position: what a refused command leaves as it was."""
        now = (await self.live(table)).table
        return now.version, "" if now.match is None else now.game.digest(now.match.state)


class _Uvicorn(uvicorn.Server):
    """Leaves signals to the tests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def people(stack: AsyncExitStack, host: Host, *names: str) -> list[Browser]:
    """Somebody with each of these names."""
    return [await stack.enter_async_context(host.browser(name)) for name in names]


@asynccontextmanager
async def serving(
    database: str,
    settings: Settings = AT_ONCE,
    clock: Clock | None = None,
    bus: Bus | None = None,
    send_buffer: int = 0,
) -> AsyncIterator[Host]:
    """Run a server on a free port until the block ends; it ends as by Ctrl-C.

    With a small `send_buffer` (in bytes) the system keeps little for a client that does not read.
    """
    server = Server(database, settings, clock=clock, bus=bus)
    listening = socket.create_server(("127.0.0.1", 0))
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    running = _Uvicorn(configured(server))
    task = asyncio.create_task(running.serve(sockets=[listening]))
    while not running.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.005)
    try:
        yield Host(server, listening.getsockname()[1])
    finally:
        running.should_exit = True
        await task


# -- a guest ---------------------------------------------------------------------------------------------------------


class Browser:
    """One guest's browser, known by its cookie."""

    def __init__(self, host: Host, http: httpx.AsyncClient) -> None:
        self.host = host
        self.http = http

    @property
    def token(self) -> str:
        return self.http.cookies.get(COOKIE) or ""

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def open(self, *seats: Plain, **wishes: Any) -> str:
        """Open a table of any game, unless another one is wished for; its id."""
        answer = await self.http.post("/api/tables", json={"game": ANY, "seats": list(seats), **wishes})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    @asynccontextmanager
    async def at(self, table: str, seat: int | str = "") -> AsyncIterator[Player]:
        """Look at a table; the whole of it has arrived."""
        player = await self._arrive(table, seat)
        try:
            yield player
        finally:
            await player.socket.close()

    async def _arrive(self, table: str, seat: int | str) -> Player:
        """As every page does, once more where the server lets go of it at once: the table may be read anew just now."""
        while True:
            player = Player(await self.socket(table, seat), self)
            try:
                await player.until(lambda message: message["type"] == "full")
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code != TRY_AGAIN:
                    raise
            except BaseException:
                await player.socket.close()
                raise
            else:
                return player

    async def socket(self, table: str, seat: int | str = "", **given: Any) -> ClientConnection:
        """A bare WebSocket."""
        headers = {"cookie": f"{COOKIE}={self.token}"} if self.token else {}
        address = f"{self.host.url.replace('http', 'ws')}/ws/{table}?seat={seat}"
        given = {"additional_headers": headers, "origin": self.host.origin, "compression": None, **given}
        return await connect(address, open_timeout=PATIENCE_S, close_timeout=1, **given)


async def narrow_socket(browser: Browser, table: str) -> ClientConnection:
    """A WebSocket of a client that does not read on its own, and whose system keeps little for it."""
    bare = socket.socket()
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    bare.connect(("127.0.0.1", int(browser.host.url.rpartition(":")[2])))
    return await browser.socket(table, sock=bare, max_queue=1)


class Player:
    """A page at a table. `heard` is the text of everything it was told."""

    def __init__(self, socket: ClientConnection, browser: Browser) -> None:
        self.socket = socket
        self.browser = browser
        self.heard: list[str] = []
        self.version = 0
        self.view: Plain | None = None
        self.question: Plain | None = None
        self.info: Plain = {}
        self.front: int | None = None
        self.mine: list[int] = []
        self.undo = ""
        self.undo_seat: int | None = None
        self.deadlines: Plain = {}
        self.clock: Plain | None = None
        self.log: list[Plain] = []
        self.chat: list[Plain] = []
        self.full: Plain = {}  # the newest one
        self.before_full: tuple[Any, ...] = ()  # what was known when it came
        self._ids = 0

    # -- hearing -----------------------------------------------------------------------------------------------------

    async def hear(self) -> Plain:
        """Take the next message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE_S)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Plain = json.loads(text)
        take = getattr(self, f"_take_{message['type']}", None)
        if take is not None:
            take(message)
        return message

    async def until(self, wanted: Callable[[Plain], object]) -> Plain:
        """Take messages up to the first one that is wanted."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def catch_up(self, version: int) -> None:
        while self.version < version:
            await self.hear()

    @property
    def known(self) -> tuple[Any, ...]:
        """All that a page draws. A new page gets only the newest entries of the log; an older one may know more."""
        table = (self.version, self.view, self.question, self.info, self.front, self.mine)
        return *table, self.undo, self.undo_seat, self.deadlines, self.chat, self.log[-1:]

    async def check(self) -> None:
        """What was built from deltas is what a new connection gets."""
        await self.ask("look")
        assert self.before_full == self.known

    def _take_full(self, message: Plain) -> None:
        self.before_full = self.known
        self.full = message
        self.version, self.info = message["version"], {"watchers": 0, **message["table"]}
        self.front, self.mine = message["front"], message["mine"]
        self.view, self.question = message.get("view"), message.get("question")
        self.log, self.chat = message["log"], message["chat"]
        self.undo, self.deadlines = message.get("undo", ""), message.get("deadlines", {})
        self.undo_seat, self.clock = message.get("undo_seat"), message.get("clock")

    def _take_delta(self, message: Plain) -> None:
        assert message["before"] == self.version, "a delta is missing"
        assert message["version"] > self.version
        self.version = message["version"]
        self.view = patched(self.view, message.get("patch", []))
        if not message.get("same_question"):
            self.question = message.get("question")
        self.log = [*self.log, *message.get("log", [])]
        self.undo, self.deadlines = message.get("undo", ""), message.get("deadlines", {})
        self.undo_seat, self.clock = message.get("undo_seat"), message.get("clock")
        if "table" in message:
            self.info = {"watchers": 0, **message["table"]}

    def _take_people(self, message: Plain) -> None:
        self.info = {**self.info, "seats": message["seats"], "watchers": message["watchers"]}

    def _take_spoken(self, message: Plain) -> None:
        self.chat = [*self.chat, message["said"]]

    # -- speaking ----------------------------------------------------------------------------------------------------

    async def send(self, message: Plain | str | bytes) -> None:
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def ask(self, command: str, **fields: Any) -> Plain:
        """Send a command and take everything up to its answer."""
        self._ids += 1
        id = fields.setdefault("id", f"c{self._ids}-{secrets.token_hex(4)}")
        await self.send({"type": command, **fields})
        return await self.until(lambda message: id in (message.get("id"), message.get("answer_to")))

    async def play(self, choice: list[str | int], **fields: Any) -> Plain:
        seat = self.front if "seat" not in fields else fields.pop("seat")
        return await self.ask("play", **{"version": self.version, "seat": seat, "choice": choice, **fields})

    @property
    def over(self) -> bool:
        return bool(self.info["stage"] == "over")


async def play_on(
    random: Random, *players: Player, choices: int = 10_000, after: Callable[[Player], Any] | None = None
) -> None:
    """Play at random for every seat that is asked, until this many choices were made or the game is over.

    Everybody has the newest version after each choice; `after` is awaited then with the player who chose.
    """
    while choices and not players[0].over:
        asked = [player for player in players if player.question]
        if not asked:  # a bot's turn
            await asyncio.gather(*[player.until(lambda message: message["type"] == "delta") for player in players])
            await level(*players)
            continue
        player = random.choice(asked)
        assert player.question is not None
        answer = await player.play(random.choice(player.question["options"]))
        assert answer["type"] == "done", answer
        await level(*players)
        choices -= 1
        if after is not None:
            await after(player)


async def level(*players: Player) -> None:
    """Let everybody hear up to the newest version that anybody has heard."""
    newest = max(player.version for player in players)
    await asyncio.gather(*[player.catch_up(newest) for player in players])
