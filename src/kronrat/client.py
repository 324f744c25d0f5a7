"""A seat at a table of any server, for a program: the small library behind docs/guides/bot-over-the-wire.md.

    from kronrat.client import Guest

    guest = Guest("http://127.0.0.1:8080", "Hoarder")
    guest.play(table, lambda question: question.options[0])

A guest speaks the same protocol as the page (`kronrat.server.wire`) and knows no rules: the options of a question are
all that is needed. A choice that the server refuses changes nothing, and a lost connection is made again.
"""

from __future__ import annotations

import json
import secrets
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Plain = dict[str, Any]
Choice = list[str | int]

NONCE_BYTES = 16
_TRIES = 3  # choices that may be refused before the first option is taken
_PAUSES_S = (0.2, 1.0, 5.0, 15.0)  # before a lost connection is tried again
_PATIENCE_S = 30.0


class Refused(Exception):
    """The server did not do what it was asked to; `code` says why, as in `kronrat.server.wire.Refused`."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the server refuses: {code}")
        self.code = code


@dataclass(frozen=True)
class Question:
    """What a seat is asked: its options are all that is legal, its view is all that it may know."""

    kind: str
    facts: Plain
    options: list[Choice]
    seat: int
    view: Plain
    version: int


Decide = Callable[[Question], Sequence[str | int]]


class Guest:
    """A guest of a server. With the `token` of an earlier one it is the same guest again, at the same seats."""

    def __init__(self, address: str, name: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        parts = urlsplit(self.address)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.token = token
        self.call("/api/me", {"name": name})

    def call(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Ask over HTTP: a POST if there is a body."""
        headers = {"origin": self.origin, "content-type": "application/json", "cookie": f"kronrat={self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
            for cookie in answer.headers.get_all("set-cookie", []):
                name, _, rest = cookie.partition("=")
                if name == "kronrat":
                    self.token = rest.partition(";")[0]
            text = answer.read()
        return json.loads(text) if text else None

    def open(self, game: str, seats: Sequence[Mapping[str, str]], **wishes: Any) -> str:
        """Open a table and return its id. The kind of a seat is `me`, `open`, `invited`, or `bot`, with a `bot`."""
        made = [{**seat, "nonce": _nonce()} if seat["kind"] == "me" else dict(seat) for seat in seats]
        return str(self.call("/api/tables", {"game": game, "seats": made, **wishes})["table"])

    def play(self, table: str, decide: Decide, seat: int | None = None, invite: str = "") -> Plain:
        """Sit down, unless this guest sits there already, and answer until the game is over; returns the last view."""
        visit = Visit(self, table, decide, seat, invite)
        failures = 0
        while True:
            try:
                visit.stay()
                return visit.view or {}
            except (ConnectionClosed, WebSocketException, OSError, TimeoutError):
                failures = 0 if visit.came_further() else failures + 1
                if failures == len(_PAUSES_S):
                    raise
                time.sleep(_PAUSES_S[failures])


class Visit:
    """One guest at one table, through as many connections as it takes."""

    def __init__(self, guest: Guest, table: str, decide: Decide, seat: int | None, invite: str) -> None:
        self.guest = guest
        self.table = table
        self.decide = decide
        self.seat = seat
        self.invite = invite
        self.view: Plain | None = None
        self.info: Plain = {}
        self.front: int | None = None
        self.question: Plain | None = None
        self.version = 0
        self._answered: tuple[int, int] | None = None  # the version of the question, and how often it was answered
        self._sent: dict[str, str] = {}  # id of a command that is under way -> its kind
        self._reached = 0

    def came_further(self) -> bool:
        """Whether anything was heard since this was asked last."""
        before, self._reached = self._reached, self.version
        return self.version > before

    def stay(self) -> None:
        """Follow the table over one connection until the game is over."""
        address = f"{self.guest.address.replace('http', 'ws', 1)}/ws/{self.table}"
        headers = {"cookie": f"kronrat={self.guest.token}"}
        self._sent.clear()
        self._answered = None
        origin = Origin(self.guest.origin)
        with connect(address, origin=origin, additional_headers=headers, open_timeout=_PATIENCE_S) as line:
            while True:
                self._hear(line, json.loads(line.recv()))
                if self.info.get("stage") in ("over", "closed"):
                    return
                self._answer(line)

    def _hear(self, line: ClientConnection, message: Plain) -> None:
        match message["type"]:
            case "full":
                self.version, self.info = message["version"], message["table"]
                self.front, self.view, self.question = message["front"], message.get("view"), message.get("question")
                if not message["mine"] and self.info["stage"] == "gathering":
                    self._sit(line)
                elif self.front is None and message["mine"]:
                    self._send(line, "front", seat=message["mine"][0])
            case "delta" if message["before"] != self.version:
                self._send(line, "look")
            case "delta":
                self.version, self.info = message["version"], message.get("table", self.info)
                self.view = patched(self.view, message.get("patch", []))
                if not message.get("same_question"):
                    self.question = message.get("question")
            case "ping":
                line.send(json.dumps({"type": "pong", "n": message["n"]}))
            case "done":
                if self._sent.pop(message["id"], "") == "sit":
                    self._send(line, "look")
            case "refused":
                self._refused(line, message)

    def _refused(self, line: ClientConnection, message: Plain) -> None:
        kind = self._sent.pop(message["id"], "")
        if kind == "sit":
            raise Refused(message["code"])
        if kind == "play" and message["code"] in ("stale", "too_fast", "try_again"):
            self._answered = None
            self._send(line, "look")

    def _sit(self, line: ClientConnection) -> None:
        if "sit" in self._sent.values():
            return
        free = [place for place, seat in enumerate(self.info["seats"]) if seat["kind"] in ("open", "invited")]
        seat = self.seat if self.seat is not None else next(iter(free), None)
        if seat is None:
            raise Refused("seat_taken")
        self._send(line, "sit", seat=seat, nonce=_nonce(), **({"invite": self.invite} if self.invite else {}))

    def _answer(self, line: ClientConnection) -> None:
        """Answer the open question, if it is not being answered; the first option, where others were refused."""
        question = self.question
        if question is None or self.front is None or "play" in self._sent.values():
            return
        asked, tries = self._answered or (-1, 0)
        tries = tries + 1 if asked == question["version"] else 1
        self._answered = (question["version"], tries)
        choice: Sequence[str | int] = question["options"][0]
        if tries <= _TRIES:
            choice = self.decide(
                Question(
                    question["kind"], question["facts"], question["options"], self.front, self.view or {}, self.version
                )
            )
        self._send(line, "play", version=self.version, seat=self.front, choice=list(choice))

    def _send(self, line: ClientConnection, kind: str, **fields: Any) -> None:
        id = secrets.token_hex(8)
        self._sent[id] = kind
        line.send(json.dumps({"type": kind, "id": id, **fields}))


def patched(view: Any, patch: Sequence[Sequence[Any]]) -> Any:
    """A view after the changes of a patch: `[path, value]` puts a value there, `[path]` removes it."""
    for path, *value in patch:
        if not path:
            view = value[0]
            continue
        inside = view
        for key in path[:-1]:
            inside = inside[key]
        if value:
            inside[path[-1]] = value[0]
        else:
            del inside[path[-1]]
    return view


def _nonce() -> str:
    """What a seat adds to the dice of its table."""
    return secrets.token_bytes(NONCE_BYTES).hex()
