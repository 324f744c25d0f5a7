"""A server in a thread beside the tests, with doors that a browser does not have.

Browsers reach it under `url`. A test may also set up tables at some position, and look at a table as
the server has it, to know what the page has to offer.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

import kronrat
from kronrat.cli.serve import configured, run_loop
from kronrat.core.flow import Choice, Decision, State
from kronrat.core.journal import Line
from kronrat.core.match import Match
from kronrat.core.seeds import ONE_STREAM
from kronrat.server.app import Server
from kronrat.server.planning import Draft, plan_opening
from kronrat.server.records import Lined, Record, Seat, TableRow, Terms
from kronrat.server.settings import Settings
from kronrat.server.table import Table, fold
from kronrat.server.wire import Pace, UndoPolicy
from kronrat.words.sentences import snake
from tests.browser.positions import Position, nonce

T = TypeVar("T")
PATIENCE_S = 60.0
LONG_AGO = 1_767_600_000_000  # when tables that are set up were played: the fifth of January 2026
GRACE_MS = 300  # after so long an absence a bot may hold a seat
YEARS_100 = 100 * 365 * 24 * 3_600_000
SETTINGS = Settings(
    bot_pause_ms=0,
    ranks_ms=0,
    grace_live_ms=GRACE_MS,
    grace_correspondence_ms=YEARS_100,
    message_burst=100_000,
    request_burst=100_000,
    look_burst=100_000,
    join_burst=100_000,
    notice_private=True,
    smtp_host="127.0.0.1",  # where nobody listens: a test that wants letters brings a mail server
    smtp_port=9,
    smtp_security="none",
    mail_from="games@example.org",
)


@dataclass(frozen=True)
class Guest:
    """Somebody whom the server knows by the token of a cookie."""

    name: str
    id: str
    token: str


@dataclass(frozen=True)
class Asked:
    """What a seat is asked, as the server has it."""

    kind: str
    decision: Decision
    options: tuple[Choice, ...]


class House:
    def __init__(self, folder: Path) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._database = f"sqlite:///{folder / 'tables.db'}"
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=lambda: run_loop(self._serve()), name="house", daemon=True)

    # -- open and closed ---------------------------------------------------------------------------------------------

    def __enter__(self) -> House:
        self._thread.start()
        self._ready.result(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._running.should_exit = True
        self._thread.join(PATIENCE_S)

    async def _serve(self) -> None:
        try:
            self._loop = asyncio.get_running_loop()
            self.server = Server(self._database, SETTINGS)
            self._running = uvicorn.Server(configured(self.server))
            serving = asyncio.create_task(self._running.serve(sockets=[self._listening]))
            while not self._running.started:
                await asyncio.sleep(0.005)
        except BaseException as problem:
            self._ready.set_exception(problem)
            raise
        self._ready.set_result(None)
        await serving

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the server's own loop do something."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    # -- guests and tables -------------------------------------------------------------------------------------------

    def guest(self, name: str) -> Guest:
        guest, token = self.do(self.server.people.welcome(name))
        return Guest(name, guest.id, token)

    def set_up(
        self,
        position: Position,
        people: Sequence[Guest | str],
        pace: Pace = "correspondence",
        undo: UndoPolicy = "consent",
        limit_s: int = 0,
        dice: int = ONE_STREAM,
        odds: bool = True,
    ) -> str:
        """A table at this position; `people` sit in seat order, and a text is the level of a bot. Returns its id.

        The pace is a slow one, so that nobody is missed.
        """
        sitting = [_seat(place, person) for place, person in enumerate(people)]
        game = kronrat.load(position.game)
        row = TableRow(
            id=secrets.token_urlsafe(12),
            game=position.game,
            options=position.options,
            pace=pace,
            undo=undo,
            limit_s=limit_s,
            listed=False,
            owner=next((person.id for person in people if isinstance(person, Guest)), ""),
            secret=position.secret,
            created=LONG_AGO,
            seats=len(sitting),
            rules=game.rules_version,
            data=game.data_digest,
            dice=dice,
            terms=Terms(odds=odds),
        )
        opening = plan_opening(Table(row, game), sitting, LONG_AGO).records[:2]  # the dice come with the position
        bodies = [*[record.body for record in opening], *[Lined(str(line)) for line in position.lines]]
        records = [Record(number, LONG_AGO + 1_000 * number, body) for number, body in enumerate(bodies, 1)]
        self.do(self.server.hub.store.add_table(row, records, fold(row, game, records).summary()))
        return row.id

    def play(self, table: str, seat: int, choice: Choice) -> None:
        """What a person at another browser chooses."""

        async def played() -> None:
            live = await self.server.hub.find(table)
            assert live is not None
            async with live.alone() as now:
                assert await live.ledger.keep(Draft(now, live.office.clock.now()).add_choice(seat, choice))

        self.do(played())

    # -- looking -----------------------------------------------------------------------------------------------------

    def look(self, table: str, at: Callable[[Table], T]) -> T:
        """Something about a table, between two of its commands."""

        async def looked() -> T:
            live = await self.server.hub.find(table)
            assert live is not None
            async with live.alone() as now:
                return at(now)

        return self.do(looked())

    def version(self, table: str) -> int:
        return self.look(table, lambda now: now.version)

    def state(self, table: str) -> State:
        """A copy of the game's state."""
        return self.look(table, lambda now: _match(now).state.clone())

    def view(self, table: str, seat: int | None) -> dict[str, Any]:
        return self.look(table, lambda now: now.game.view(_match(now).state, seat))

    def deciding(self, table: str) -> list[int]:
        return self.look(table, lambda now: now.deciding())

    def asked(self, table: str, seat: int) -> Asked | None:
        """What a seat is asked now."""
        state = self.state(table)
        decision = state.decision(seat)
        return None if decision is None else Asked(kind_of(decision), decision, tuple(state.options(seat)))

    def choices(self, table: str) -> list[tuple[int, Choice]]:
        """All choices of people and bots that count, in their order."""

        def told(now: Table) -> list[Line]:
            journal = _match(now).journal
            return [journal.lines[number - 1] for number in journal.counting()]

        return [(line.seat, line.choice) for line in self.look(table, told) if line.seat >= 0]


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def kind_of(decision: Decision) -> str:
    return snake(type(decision).__name__)


def _seat(place: int, person: Guest | str) -> Seat:
    if isinstance(person, str):
        return Seat("bot", bot=person)
    return Seat("human", person.id, person.name, nonce=nonce(place).hex())
