"""The web application: all parts of it put together, and the WebSocket of a table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

import kronrat
from kronrat.core.journal import BrokenJournal
from kronrat.data.shared import files_by_game
from kronrat.server import pages, wire
from kronrat.server.access import Access
from kronrat.server.accountant import Accountant
from kronrat.server.analyses import Analyses
from kronrat.server.archive import Archive
from kronrat.server.bookshelf import Bookshelf
from kronrat.server.bus import Bus, bus_for
from kronrat.server.clock import Clock
from kronrat.server.clubhouse import Clubhouse
from kronrat.server.companions import Companions
from kronrat.server.connection import Connection
from kronrat.server.conversation import Conversation
from kronrat.server.foyer import Foyer
from kronrat.server.guard import KnownHost, Measuring, NotTooOften, SafeHeaders
from kronrat.server.hub import Hub
from kronrat.server.identity import Identity
from kronrat.server.lines import LINE, Line
from kronrat.server.lobby import Lobby
from kronrat.server.meeting import Meeting
from kronrat.server.notices.doors import Doors
from kronrat.server.notices.messenger import Messenger
from kronrat.server.packing import Packing
from kronrat.server.people import People
from kronrat.server.places import Place, Places
from kronrat.server.pulse import Pulse
from kronrat.server.puzzles import Puzzles
from kronrat.server.ranks import Ranks
from kronrat.server.reception import Reception, answer
from kronrat.server.refusal import Refusal
from kronrat.server.reviews import Reviews
from kronrat.server.school import School
from kronrat.server.settings import Settings
from kronrat.server.statistics import Statistics
from kronrat.server.store import Store, StoreUnavailable
from kronrat.server.turns import Turns

log = logging.getLogger(__name__)

STATUS = {
    "malformed": 400, "too_long": 413, "needs_name": 401, "not_yours": 403, "foreign_page": 403,
    "unknown_table": 404, "not_now": 409, "seat_taken": 409, "one_seat": 409, "too_fast": 429, "too_many_tables": 429,
    "unknown_seal": 409, "no_moment": 409, "outdated": 409, "damaged": 409, "stale": 409,
    "one_each": 409, "one_deal": 409, "not_yet": 403, "own_data": 409,
    "has_games": 409, "unknown_code": 404, "bad_passkey": 403, "try_again": 503,
    "bad_address": 400, "unknown_person": 404, "unknown_league": 404, "too_many": 429,
}  # fmt: skip


class Server:
    """Everything one process serves."""

    def __init__(
        self,
        database: str,
        settings: Settings | None = None,
        durable: bool = False,
        clock: Clock | None = None,
        bus: Bus | None = None,
    ) -> None:
        self.settings = settings or Settings()
        figures = files_by_game(self.settings.figures)
        self.games = {id: kronrat.load(id, figures.get(id)) for id in kronrat.list_games()}
        self.hub = Hub(Store(database, durable), bus or bus_for(database), self.games, self.settings, clock)
        self.people = People(self.hub.store, self.hub.office.clock)
        self.lobby = Lobby(self.hub)
        self.reviews = Reviews(self.hub.store, self.settings)
        self.accountant = Accountant(self.hub.office)
        self.messenger = Messenger(self.hub)
        self.connections = Places(self.settings)
        self.pulse = Pulse(self.hub)
        self.reception = at = Reception(self.people, self.settings)
        self.access = Access(self.hub, at)
        self.identity = Identity(self.hub, self.people, at)
        self.companions = Companions(self.hub, at)
        self.meeting = Meeting(self.hub, at)
        self.companions.on_block = self.meeting.keep_apart
        self.clubhouse = Clubhouse(self.hub, at, self.companions)
        self.doors = Doors(self.hub, self.messenger, at)
        self.ranks = Ranks(self.hub, at)
        self.puzzles = Puzzles(self.hub, self.games, at)
        self.analyses = Analyses(self.hub, self.games, self.puzzles, self.access, self.connections, at)
        self.statistics = Statistics(self.hub, self.games, at)
        self.bookshelf = Bookshelf(self.games, self.settings, at)
        self.school = School(self.hub, self.games, self.lobby, self.puzzles, self.connections, at)
        self.foyer = Foyer(self.hub, self.lobby, Turns(self.hub, self.lobby), self.access, at)
        self.archive = Archive(self.hub, self.games, self.lobby, self.reviews, self.access, at)
        self._watch()

    def app(self) -> Starlette:
        get = ["GET"]
        parts = (
            self.reception, self.identity, self.companions, self.meeting, self.clubhouse, self.doors, self.ranks,
            self.puzzles, self.analyses, self.statistics, self.bookshelf, self.school, self.foyer, self.archive,
            self.pulse,
        )  # fmt: skip
        routes: list[BaseRoute] = [
            *[route for part in parts for route in part.routes()],
            Route("/credits", pages.credits, methods=get),
            Route("/sw.js", pages.service_worker, methods=get),
            Route("/manifest.webmanifest", pages.manifest, methods=get),
            WebSocketRoute("/ws/{table}", self.table_socket),
            Mount("/static", pages.static_files(), name="static"),
            *[Mount(f"/games/{game}", pages.files_of(game), name=game) for game in self.games],
            *[Route(path, pages.shell, methods=get) for path in pages.PATHS],
        ]
        return Starlette(
            routes=routes,
            middleware=[
                Middleware(Measuring, metrics=self.hub.office.metrics),
                Middleware(SafeHeaders, secure=self.settings.secure),
                Middleware(NotTooOften, settings=self.settings),
                Middleware(KnownHost, settings=self.settings),
                Middleware(Packing),
            ],
            exception_handlers={
                Refusal: _refused,
                BrokenJournal: _broken,
                StoreUnavailable: _store_away,
                HTTPException: _http_problem,
                ClientDisconnect: _gone,
            },
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.hub.open()
        self.accountant.open()
        try:
            await self.messenger.open()
            yield
        finally:
            await self.doors.close()
            await self.messenger.close()
            await self.accountant.close()
            await self.reviews.close()
            await self.statistics.close()
            await self.hub.close()

    def _watch(self) -> None:
        """Have told what can be read at any time."""
        hub, watch = self.hub, self.hub.office.metrics.watch
        watch("tables", "tables in memory", lambda: len(hub.tables))
        watch("connections", "open WebSockets", self.connections.total)
        watch("appends_waiting", "appends that wait to be kept", lambda: hub.store.waiting)
        watch("transactions", "transactions that kept appends", lambda: hub.store.transactions)
        watch("studies_waiting", "replays and checks that are made or wait", lambda: self.reception.studies)
        watch("reviews_waiting", "reviews that are made or wait", lambda: self.reviews.waiting)
        watch("notices_under_way", "notices that are being sent", lambda: self.messenger.under_way)
        watch("quarantined", "tables in quarantine", lambda: len(hub.damaged))
        watch("ready", "1 once the tables with something to do have been looked for", lambda: hub.ready)

    # -- the WebSocket -----------------------------------------------------------------------------------------------

    async def table_socket(self, socket: WebSocket) -> None:
        if not self.connections.admits(socket):
            await socket.close(4403)
            return
        place, begun = self.connections.take(socket), False
        try:
            begun = await self._converse(socket, place)
        finally:
            if not begun:
                place.give_back()

    async def _converse(self, socket: WebSocket, place: Place) -> bool:
        """Begin a conversation, which then goes on by itself; False if none is to be had."""
        try:
            line: Line = socket.scope[LINE]
            connection = Connection(self.hub.office, await self.reception.guest(socket))
            if not self.settings.public_url:  # else it may be that of a proxy
                connection.proof = line.round_trip
            await socket.accept()
            table = socket.path_params["table"]
            connection.cleared = await self.access.is_cleared(table, connection.guest_id)
            live = await self.hub.join(table, connection, socket.query_params.get("seat", ""))
        except StoreUnavailable:
            await socket.close(1013)
        except Refusal as refusal:  # nothing of it can be shown, or not yet
            await socket.close({"not_yet": 4410, "try_again": 1013}.get(refusal.code, 4409))
        else:
            if live is not None:
                Conversation(connection, live, line, place).begin()
                return True
            await socket.close(4404)
        return False


async def _refused(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return answer(wire.Problem(refusal.code, refusal.detail), STATUS.get(refusal.code, 400))


async def _broken(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, BrokenJournal)
    return answer(wire.Problem("broken_journal", problem.problem, problem.line), 422)


async def _store_away(_: Request, problem: Exception) -> Response:
    log.warning("store: %s", problem)
    return answer(wire.Problem("try_again"), 503)


async def _gone(_: Request, __: Exception) -> Response:
    """Somebody has left in the middle of a request; nobody will read this."""
    return Response(status_code=400)


async def _http_problem(request: Request, problem: Exception) -> Response:
    """A person who meets an unknown address in the browser gets our page, which says so; programs get a message."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return await pages.shell(request, 404)
    return answer(wire.Problem("http", str(problem.detail)), problem.status_code)
