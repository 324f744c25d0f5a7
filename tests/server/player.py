"""A client that plays at random and never gives up, as the page does.

It comes back whenever the connection is lost, gets the whole table, and sends again whatever was not answered, with
the same id.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.shelf import ANY

Message = dict[str, Any]

LOST = (OSError, EOFError, TimeoutError, WebSocketException)
PAUSE_S = 0.05  # before coming back
SECOND_THOUGHT_S = 0.05  # before a command that the server has put off is sent again


class Player:
    """One guest at one seat of one table. With several addresses, the next one is tried when one does not answer."""

    def __init__(self, name: str, addresses: Sequence[str], dice: random.Random, chatty: float = 0.05) -> None:
        self.name = name
        self.addresses = list(addresses)
        self.dice = dice
        self.chatty = chatty  # how often there is something else to say than a choice
        self.patience_s = 20.0  # with a server that is silent
        self.token = ""
        self.table = ""
        self.seat = -1
        self.version = 0
        self.over = False
        self.question: Message | None = None
        self.undo = ""
        self.seats: list[Message] = []
        self.sent: dict[str, Message] = {}  # id -> command
        self.done: dict[str, int] = {}  # id -> version, in the order of the answers
        self.refused: dict[str, str] = {}
        self.said_again = 0
        self.connected = 0  # how often
        self.paused = False
        self.heard: dict[int, float] = {}  # version -> when
        self.waiting = ""  # the id of the command that is not answered yet
        self._resumed = False  # this connection has sent the whole table

    @property
    def finished(self) -> bool:
        """The game is over, and nothing is left unanswered."""
        return self.over and not self.waiting

    # -- before the game ---------------------------------------------------------------------------------------------

    async def arrive(self) -> None:
        """Become a guest."""
        async with self._http() as http:
            answer = await http.post("/api/me", json={"name": self.name})
            answer.raise_for_status()
            self.token = answer.cookies["kronrat"]

    async def open_table(self, seats: Sequence[Message], **wishes: Any) -> str:
        async with self._http() as http:
            answer = await http.post("/api/tables", json={"game": ANY, "seats": seats, **wishes})
            answer.raise_for_status()
            return str(answer.json()["table"])

    async def get(self, path: str) -> str:
        async with self._http() as http:
            return (await http.get(path)).raise_for_status().text

    def _http(self) -> httpx.AsyncClient:
        here = self.addresses[0]
        cookies = {"kronrat": self.token} if self.token else {}
        return httpx.AsyncClient(base_url=here, headers={"origin": here}, cookies=cookies, timeout=60)

    # -- the game ----------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Play until the game is over, whatever happens on the way."""
        while not self.finished:
            try:
                async with self._connect() as socket:
                    await self._session(socket)
            except LOST:
                self.addresses.append(self.addresses.pop(0))
            if not self.finished:
                await asyncio.sleep(PAUSE_S * self.dice.uniform(0.5, 1.5))

    def _connect(self) -> connect:
        here = self.addresses[0]
        there = here.replace("http", "ws", 1) + f"/ws/{self.table}?seat={self.seat}"
        headers = {"origin": here, "cookie": f"kronrat={self.token}"}
        return connect(
            there,
            additional_headers=headers,
            compression=None,
            open_timeout=self.patience_s,
            ping_interval=self.patience_s / 2,
            ping_timeout=self.patience_s / 2,
            close_timeout=0.1,
        )

    async def _session(self, socket: ClientConnection) -> None:
        self.connected += 1
        self._resumed = False
        async for text in socket:
            message: Message = msgspec.json.decode(text)
            await self._hear(socket, message)
            if self.finished:
                return
            if not self.waiting and not self.paused:
                await self._speak(socket)

    async def _hear(self, socket: ClientConnection, message: Message) -> None:
        match message["type"]:
            case "full":
                self._hear_full(message)
                if not self._resumed:
                    self._resumed = True
                    await self._say_again(socket)
            case "delta":
                assert message["before"] == self.version, f"{self.name} missed something"
                self._hear_delta(message)
            case "people":
                self.seats = message["seats"]
            case "done":
                self.done.setdefault(message["id"], message["version"])
                self._settle(message["id"])
            case "refused" if message["code"] in ("try_again", "too_fast"):
                await asyncio.sleep(SECOND_THOUGHT_S)
                await self._say_again(socket)
            case "refused":
                self.refused[message["id"]] = message["code"]
                self._settle(message["id"])
            case "bye":
                raise OSError(message["code"])

    def _settle(self, id: str) -> None:
        if self.waiting == id:
            self.waiting = ""

    def _hear_full(self, message: Message) -> None:
        self.version = message["version"]
        self.question = message.get("question")
        self.undo = message.get("undo", "")
        self._hear_table(message["table"])
        if self.seat not in message["mine"]:
            self.question = None

    def _hear_delta(self, message: Message) -> None:
        self.version = message["version"]
        self.heard[self.version] = time.monotonic()
        if not message.get("same_question"):
            self.question = message.get("question")
        self.undo = message.get("undo", "")
        if message.get("table"):
            self._hear_table(message["table"])

    def _hear_table(self, table: Message) -> None:
        self.over = table["stage"] == "over"
        self.seats = table["seats"]

    async def _speak(self, socket: ClientConnection) -> None:
        """Something to do, if there is anything."""
        if self.seat < len(self.seats) and self.seats[self.seat]["kind"] in ("open", "invited"):
            await self._say(socket, {"type": "sit", "seat": self.seat, "nonce": secrets.token_hex(16)})
        elif self.question is None:
            return
        elif self.dice.random() < self.chatty:
            await self._say(socket, self._aside())
        else:
            choice = self.dice.choice(self.question["options"])
            await self._say(socket, {"type": "play", "version": self.version, "seat": self.seat, "choice": choice})

    def _aside(self) -> Message:
        if self.undo == "free" and self.dice.random() < 0.5:
            return {"type": "undo", "version": self.version, "seat": self.seat}
        return {"type": "chat", "text": f"{self.name} {len(self.sent)}"}

    async def _say(self, socket: ClientConnection, command: Message) -> None:
        id = secrets.token_hex(10)
        self.sent[id] = {**command, "id": id}
        self.waiting = id
        await socket.send(msgspec.json.encode(self.sent[id]).decode())

    async def _say_again(self, socket: ClientConnection) -> None:
        if self.waiting:
            self.said_again += 1
            await socket.send(msgspec.json.encode(self.sent[self.waiting]).decode())


async def company(
    names: Sequence[str], bots: int, addresses: Sequence[str], dice: random.Random, **wishes: Any
) -> list[Player]:
    """People at a new table, the first of whom has opened it; bots sit behind them."""
    players = [Player(name, addresses, dice) for name in names]
    for player in players:
        await player.arrive()
    seats: list[Message] = [{"kind": "me", "nonce": secrets.token_hex(16)}]
    seats += [{"kind": "open"}] * (len(names) - 1) + [{"kind": "bot", "bot": "greedy"}] * bots
    table = await players[0].open_table(seats, **wishes)
    for seat, player in enumerate(players):
        player.table, player.seat = table, seat
    return players
