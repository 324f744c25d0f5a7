"""The web application: pages, the interface over HTTP, and the WebSocket of a table."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from itertools import count
from typing import Any, TypeVar

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import kronrat
from kronrat.arena.measured import strengths
from kronrat.bots import LEVELS, USUAL, list_bots, list_thinkers
from kronrat.box import box_of
from kronrat.coaching import Picture, exercise_of
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import BadOption, Game, Switch
from kronrat.core.journal import BrokenJournal, Journal
from kronrat.core.notation import seat_number
from kronrat.data.shared import files_by_game
from kronrat.lessons import Lesson, lessons_of, trials_of
from kronrat.rulebook import ENGLISH
from kronrat.server import pages, qr, study, telling, variations, wire
from kronrat.server.accountant import Accountant
from kronrat.server.aside import AsideTable
from kronrat.server.audience import is_late_for
from kronrat.server.bus import Bus, bus_for
from kronrat.server.clock import Clock
from kronrat.server.clubhouse import Clubhouse
from kronrat.server.companions import Companions
from kronrat.server.connection import Connection
from kronrat.server.guard import KnownHost, Measuring, NotTooOften, SafeHeaders, from_our_page
from kronrat.server.hearing import Hearing, understand
from kronrat.server.hub import Hub
from kronrat.server.identity import Identity, Reception, label_of
from kronrat.server.lessons import LessonTable
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.lines import LINE, Line
from kronrat.server.live import LiveTable
from kronrat.server.lobby import Lobby
from kronrat.server.meeting import Meeting
from kronrat.server.notices.doors import Doors
from kronrat.server.notices.messenger import Messenger
from kronrat.server.packing import Packing
from kronrat.server.people import COOKIE, SAFE_COOKIE, YEARS_10, People
from kronrat.server.puzzles import Puzzles
from kronrat.server.ranks import Ranks
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.reviews import Reviews, Work
from kronrat.server.seating import clean_name, is_id
from kronrat.server.settings import Settings
from kronrat.server.statistics import Statistics
from kronrat.server.store import Store, StoreUnavailable
from kronrat.server.table import Table
from kronrat.server.turns import Turns
from kronrat.server.variations import Begun
from kronrat.study.apart import key_of
from kronrat.words import Words, languages
from kronrat.words.catalogue import NoCatalogue, plural_rule

log = logging.getLogger(__name__)

T = TypeVar("T")
SEND_PATIENCE_S = 20.0  # a client that reads nothing for this long is disconnected
FAREWELL_S = 1.0  # for such a client to read that it is disconnected
BEAT_S = 1.0  # how long it is believed that the database can be written
VARIATION_BYTES = 2 * study.JOURNAL_BYTES  # a journal as text in JSON, and a few wishes
STUDIES_AT_ONCE = 2  # journals read, checked or replayed at once
STUDIES_IN_LINE = 40  # including those that wait; later requests are refused and may try again
EXERCISES = 1_000  # different ones of a game
FIRST_PINGS, FIRST_PING_S = 9, 0.1  # the first ones come quickly, so that the round trip is known soon
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
        self.turns = Turns(self.hub, self.lobby)
        self.reviews = Reviews(self.hub.store, self.settings)
        self.accountant = Accountant(self.hub.office)
        self.identity = Identity(self.hub, self.people, self._reception())
        self.companions = Companions(self.hub, self._reception())
        self.meeting = Meeting(self.hub, self._reception())
        self.companions.on_block = self.meeting.keep_apart
        self.clubhouse = Clubhouse(self.hub, self._reception(), self.companions)
        self.messenger = Messenger(self.hub)
        self.doors = Doors(self.hub, self.messenger, self._reception())
        self.ranks = Ranks(self.hub, self._reception())
        self.puzzles = Puzzles(self.hub, self.games, self._reception())
        self.statistics = Statistics(self.hub, self.games, self._reception())
        self.connections: Counter[str] = Counter()  # by `client_of`
        self._cookie = SAFE_COOKIE if self.settings.secure else COOKIE
        self._requests = Buckets(lambda: Bucket(self.settings.request_burst, self.settings.request_rate))
        self._lists = Buckets(lambda: Bucket(self.settings.list_burst, self.settings.list_rate))
        self._studying = asyncio.Semaphore(STUDIES_AT_ONCE)
        self._to_study = 0
        self._beating = asyncio.Lock()
        self._next_beat = 0.0
        self._words: dict[tuple[str, str, str], bytes] = {}
        self._rules: dict[tuple[str, str], bytes] = {}
        self._watch()

    def app(self) -> Starlette:
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/api/me", self.me, methods=get),
            Route("/api/me", self.new_name, methods=post),
            Route("/api/me/absence", self.absence, methods=["PUT"]),
            *self.identity.routes(),
            *self.companions.routes(),
            *self.meeting.routes(),
            *self.clubhouse.routes(),
            *self.doors.routes(),
            *self.ranks.routes(),
            *self.puzzles.routes(),
            *self.statistics.routes(),
            Route("/api/turns", self.my_turns, methods=get),
            Route("/api/games", self.all_games, methods=get),
            Route("/api/games/{game}", self.game_info, methods=get),
            Route("/api/words/{lang}", self.words, methods=get),
            Route("/api/words/{lang}/{game}", self.words, methods=get),
            Route("/api/words/{lang}/{game}/{variant}", self.words, methods=get),
            Route("/api/rules/{game}", self.rules, methods=get),
            Route("/api/workshop/{game}", self.workshop, methods=get),
            Route("/api/workshop/{game}", self.check_figures, methods=post),
            Route("/api/qr", self.qr_code, methods=post),
            Route("/api/seals", self.seal, methods=post),
            Route("/api/tables", self.tables, methods=get),
            Route("/api/tables", self.new_table, methods=post),
            Route("/api/variations", self.play_on, methods=post),
            Route("/api/tables/{table}/rematch", self.rematch, methods=post),
            Route("/api/tables/{table}/orders", self.orders, methods=get),
            Route("/api/tables/{table}/orders", self.order, methods=["PUT"]),
            Route("/api/tables/{table}/log", self.whole_log, methods=get),
            Route("/api/tables/{table}/journal", self.journal, methods=get),
            Route("/api/tables/{table}/replay", self.table_replay, methods=get),
            Route("/api/tables/{table}/review", self.review, methods=[*get, *post, "DELETE"]),
            Route("/api/deals/{deal}", self.deal, methods=get),
            Route("/api/replay", self.replay, methods=post),
            Route("/api/verify", self.verify, methods=post),
            Route("/healthz", self.health, methods=get),
            Route("/readyz", self.readiness, methods=get),
            Route("/metrics", self.metrics, methods=get),
            Route("/credits", pages.credits, methods=get),
            Route("/sw.js", pages.service_worker, methods=get),
            Route("/manifest.webmanifest", pages.manifest, methods=get),
            Route("/api/lessons/{game}/{lesson}", self.lesson, methods=get),
            Route("/api/exercises/{game}/{number:int}", self.exercise, methods=get),
            Route("/api/trials/{game}/{trial}", self.trial, methods=post),
            WebSocketRoute("/ws/lesson/{game}/{lesson}/{at:int}", self.lesson_socket),
            WebSocketRoute("/ws/puzzle/{puzzle}", self.puzzle_socket),
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

    # -- who asks ----------------------------------------------------------------------------------------------------

    async def _guest(self, request: Request | WebSocket) -> Guest | None:
        return await self.people.find(request.cookies.get(self._cookie, ""))

    async def _named_guest(self, request: Request) -> Guest:
        guest = await self._guest(request)
        if guest is None:
            raise Refusal("needs_name")
        return guest

    async def _read(self, request: Request, kind: type[T]) -> T:
        """A request that changes something: from our own page, not too often, and well formed."""
        return _decoded(await self._body(request, wire.MESSAGE_BYTES), kind)

    async def _body(self, request: Request, limit: int) -> bytes:
        if not from_our_page(request.headers, self.settings.public_url):
            raise Refusal("foreign_page")
        self._slow_down(request)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise Refusal("too_long")
        return bytes(body)

    def _slow_down(self, request: Request) -> None:
        if not self._requests.take(client_of(request.client)):
            raise Refusal("too_fast")

    def _look(self, request: Request) -> None:
        if not self._lists.take(client_of(request.client)):
            raise Refusal("too_fast")

    # -- people, games and words -------------------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        guest = await self._guest(request)
        old = "" if guest or self._cookie == COOKIE else request.cookies.get(COOKIE, "")
        if old:
            guest = await self.people.find(old)
        response = _json(wire.Me(guest.name if guest else ""))
        if old and guest:  # who came before the cookie had its present name
            self._give_token(response, old)
            response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")
        return response

    async def new_name(self, request: Request) -> Response:
        name = clean_name((await self._read(request, wire.NewName)).name)
        if not name:
            raise Refusal("needs_name")
        guest = await self._guest(request)
        token = request.cookies.get(self._cookie, "")
        if guest is None:
            guest, token = await self.people.welcome(name, label_of(request))
        elif guest.name != name:
            guest = await self.people.rename(token, guest, name)
        response = _json(wire.Me(guest.name))
        self._give_token(response, token)
        return response

    def _reception(self) -> Reception:
        return Reception(
            guest=self._guest,
            named_guest=self._named_guest,
            look=self._look,
            check=lambda request: self._body(request, wire.MESSAGE_BYTES),
            read=self._read,
            token=lambda request: request.cookies.get(self._cookie, ""),
            give_token=self._give_token,
            take_token=self._take_token,
            answer=_json,
        )

    def _take_token(self, response: Response) -> None:
        response.delete_cookie(self._cookie, path="/", secure=self.settings.secure, httponly=True, samesite="lax")

    def _give_token(self, response: Response, token: str) -> None:
        response.set_cookie(
            self._cookie, token, max_age=YEARS_10, httponly=True, samesite="lax", secure=self.settings.secure, path="/"
        )

    async def all_games(self, request: Request) -> Response:
        return _json([_game_line(game) for game in self.games.values()])

    async def game_info(self, request: Request) -> Response:
        game = self.games.get(request.path_params["game"])
        if game is None:
            raise HTTPException(404, "there is no such game")
        given = {name: value for name, value in request.query_params.items() if len(name) + len(value) < 200}
        try:
            switches = game.switches(given)
            decisive = [switch.name for switch in switches if switch.main or switch.many]
            asked = {switch.name: given.get(switch.name, switch.default) for switch in switches}
            known = strengths(game.id, asked, decisive)
        except BadOption as problem:
            raise HTTPException(400, str(problem)) from problem
        told = [_switch(switch) for switch in switches]
        rows: Any = game.rows
        info = wire.GameInfo(
            id=game.id,
            seat_counts=list(game.seat_counts),
            switches=told,
            bots=list(list_bots()),
            usual_bot=USUAL,
            rows=rows,
            rules_version=game.rules_version,
            data_digest=game.data_digest,
            ratings={str(n): {bot: round(one.rating) for bot, one in found.items()} for n, found in known.items()},
            errors={str(n): {bot: round(2 * one.error) for bot, one in found.items()} for n, found in known.items()},
            levels=list(LEVELS),
            thinkers=list_thinkers(),
            longest_think_s=self.settings.longest_think_s,
        )
        return _json(info)

    async def words(self, request: Request) -> Response:
        given = request.path_params
        key = (given["lang"], given.get("game", ""), given.get("variant", ""))
        if key not in self._words:
            lang, game, variant = key
            if lang not in languages() or (game and game not in self.games) or len(variant) > 16:
                raise HTTPException(404, "there are no such words")
            try:
                words = await asyncio.to_thread(_words_of, lang, game, variant)
            except NoCatalogue as problem:
                raise HTTPException(404, str(problem)) from problem
            if len(self._words) > 64:
                self._words.clear()
            self._words[key] = words
        return _json_bytes(self._words[key])

    async def rules(self, request: Request) -> Response:
        game = self.games.get(request.path_params["game"])
        if game is None:
            raise HTTPException(404, "there is no such game")
        lang = request.query_params.get("lang", ENGLISH)
        if lang not in languages():
            raise HTTPException(404, "there are no rules in this language")
        key = (game.id, lang)
        if key not in self._rules:
            self._rules[key] = await asyncio.to_thread(lambda: msgspec.json.encode(study.rule_texts(game, lang)))
        return _json_bytes(self._rules[key])

    async def workshop(self, request: Request) -> Response:
        """What may be compared with a copy of the game."""
        game = request.path_params["game"]
        if game not in self.games:
            raise HTTPException(404, "there is no such game")
        return _json_bytes(await self._study(lambda: msgspec.json.encode(study.figures(game))))

    async def check_figures(self, request: Request) -> Response:
        """Whether what somebody typed can be right; nothing of it is kept here."""
        game = request.path_params["game"]
        if game not in self.games:
            raise HTTPException(404, "there is no such game")
        body = await self._body(request, study.FIGURES_BYTES)
        typed = _decoded(body, wire.TypedFigures)
        return _json_bytes(await self._study(lambda: msgspec.json.encode(study.checked(game, typed))))

    # -- lessons -----------------------------------------------------------------------------------------------------

    def _lesson(self, where: Request | WebSocket) -> tuple[Game, Lesson] | None:
        game = self.games.get(where.path_params["game"])
        lesson = None if game is None else lessons_of(game.id).get(where.path_params["lesson"])
        return None if game is None or lesson is None else (game, lesson)

    async def lesson(self, request: Request) -> Response:
        found = self._lesson(request)
        lang = request.query_params.get("lang", ENGLISH)
        if found is None or lang not in languages():
            raise HTTPException(404, "there is no such lesson")
        game, lesson = found
        words = Words(lang, game.id, game.variant(lesson.options))
        steps = [
            wire.LessonStep(
                step.id,
                step.at,
                None if step.wants is None else list(step.wants),
                {part: words.say(f"learn.{lesson.id}.{step.id}.{part}") for part in step.parts},
                list(step.picture),
                [list(scene) for scene in step.scenes],
                step.also,
            )
            for step in lesson.steps
        ]
        return _json(wire.LessonInfo(lesson.id, game.id, steps, dict(lesson.options)))

    async def exercise(self, request: Request) -> Response:
        """Something to be tried beside the rules; worked out by them, for every selection at once."""
        self._slow_down(request)
        game = self.games.get(request.path_params["game"])
        dice = Dice(seed_of_text(f"exercise {request.path_params['number'] % EXERCISES}"))
        made = None if game is None else exercise_of(game, dice)
        if made is None:
            raise HTTPException(404, "there is no such exercise")
        pieces, goals = ([_picture(one) for one in some] for some in (made.pieces, made.goals))
        return _json(wire.ExerciseInfo(pieces, goals, [list(found) for found in made.reached]))

    async def trial(self, request: Request) -> Response:
        wish = await self._read(request, wire.NewTrial)
        game = self.games.get(request.path_params["game"])
        trial = None if game is None else trials_of(game.id).get(request.path_params["trial"])
        if game is None or trial is None:
            raise HTTPException(404, "there is no such trial")
        return _json(await self.lobby.try_out(await self._named_guest(request), game.id, trial, wish.nonce), 201)

    async def lesson_socket(self, socket: WebSocket) -> None:
        """A lesson from some step on. Nothing of it is kept: when the line is cut, the page asks for its step again."""
        found, at = self._lesson(socket), socket.path_params["at"]
        await self._aside(socket, lambda now: None if found is None else LessonTable(*found, at, now))

    async def puzzle_socket(self, socket: WebSocket) -> None:
        """The position of a puzzle."""
        await self._aside(socket, lambda now: self.puzzles.table(socket.path_params["puzzle"], now))

    async def _aside(self, socket: WebSocket, opened: Callable[[int], AsideTable | None]) -> None:
        client = client_of(socket.client)
        if not from_our_page(socket.headers, self.settings.public_url) or not self._has_room_for(client):
            await socket.close(4403)
            return
        self.connections[client] += 1
        try:
            await socket.accept()
            table = opened(self.hub.office.clock.now())
            if table is None:
                await socket.close(4404)
                return
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._teach(socket, table)
        finally:
            self.connections[client] -= 1

    async def _teach(self, socket: WebSocket, table: AsideTable) -> None:
        settings, clock = self.settings, self.hub.office.clock
        bucket = Bucket(settings.message_burst, settings.message_rate)
        await socket.send_text(_text(table.full(clock.now())))
        while True:
            text = await socket.receive_text()
            await asyncio.sleep(0)  # neither receiving nor sending lets others have their turn
            command = understand(text, bucket)
            if isinstance(command, wire.Pong | wire.Gaze):
                continue
            answers = [command] if isinstance(command, wire.Refused) else table.answer(command, clock.now())
            for answer in answers:
                await socket.send_text(_text(answer))

    # -- tables ------------------------------------------------------------------------------------------------------

    async def tables(self, request: Request) -> Response:
        self._look(request)
        return _json(await self.lobby.tables(await self._guest(request)))

    async def seal(self, request: Request) -> Response:
        await self._body(request, wire.MESSAGE_BYTES)
        return _json(await self.lobby.seal(await self._named_guest(request)), 201)

    async def new_table(self, request: Request) -> Response:
        wish = await self._read(request, wire.NewTable)
        return _json(await self.lobby.open(await self._named_guest(request), wish), 201)

    async def play_on(self, request: Request) -> Response:
        """Open a table that goes on from a moment of a finished game."""
        body = await self._body(request, VARIATION_BYTES)
        wish, guest = _decoded(body, wire.NewVariation), await self._named_guest(request)

        def begun_with(journal: Journal, game: Game, by_bots: Collection[int]) -> Begun:
            return variations.begin(game, journal, wish, wish.table, by_bots)

        if wish.table:
            live = await self.hub.find(wish.table)
            if live is None:
                raise Refusal("unknown_table")
            async with live.alone() as table:
                if table.stage != "over":
                    raise Refusal("not_now")
                table.running()
                journal, by_bots = table.journal_for(None), table.lines_by_bots()
            journal = await self.hub.office.deals.with_secret(live.row, journal, "over")
            if live.row.deal and "secret" not in journal.header:
                raise Refusal("not_now")  # others still play with the same dice
            begun = await self._study(lambda: begun_with(journal, live.game, by_bots))
        else:
            begun = await self._study(lambda: begun_with(*self._journal(wish.journal.encode()), ()))
        return _json(await self.lobby.vary(guest, wish, begun), 201)

    async def rematch(self, request: Request) -> Response:
        wish = await self._read(request, wire.Rematch)
        live = await self._table(request)
        return _json(await self.lobby.rematch(await self._named_guest(request), live, wish), 201)

    async def my_turns(self, request: Request) -> Response:
        return _json(await self.turns.of(await self._named_guest(request)))

    async def absence(self, request: Request) -> Response:
        wish = await self._read(request, wire.Absence)
        return _json(await self.turns.be_absent(await self._named_guest(request), wish))

    async def orders(self, request: Request) -> Response:
        self._slow_down(request)
        return await self._ordered(await self._named_guest(request), await self._table(request), _seat(request))

    async def order(self, request: Request) -> Response:
        wish = await self._read(request, wire.OrderSheet)
        guest, live, seat = await self._named_guest(request), await self._table(request), _seat(request)
        await self.turns.order(guest, live, seat, wish)
        return await self._ordered(guest, live, seat)

    async def _ordered(self, guest: Guest, live: LiveTable, seat: int) -> Response:
        told = await self.turns.orders(guest, live, seat)
        return _json_bytes(await self._study(lambda: msgspec.json.encode(told())))

    async def qr_code(self, request: Request) -> Response:
        """The address of a table or a league as a picture that a phone can read."""
        path = (await self._read(request, wire.Link)).path
        address = (self.settings.public_url or str(request.base_url)).rstrip("/") + path
        if not path.startswith(("/t/", "/league/")) or len(address.encode()) > qr.LONGEST:
            raise Refusal("malformed")
        return _json(wire.QrCode(qr.svg(address)))

    async def _table(self, request: Request) -> LiveTable:
        live = await self.hub.find(request.path_params["table"])
        if live is None:
            raise Refusal("unknown_table")
        if live.row.deal:
            guest = await self._guest(request)
            sits = guest is not None and bool(live.table.seating.of(guest.id))
            if not sits and not await self._is_cleared(live.id, guest.id if guest else ""):
                raise Refusal("not_yet")
        return live

    async def _is_cleared(self, table: str, guest: str) -> bool:
        """Whether somebody who does not sit at a table may see it."""
        live = await self.hub.find(table)
        return live is None or await self.hub.office.deals.is_cleared(live.row, guest)

    async def deal(self, request: Request) -> Response:
        """Tables with the same dice, and how everybody did."""
        self._look(request)
        id = request.path_params["deal"]
        found = await self.hub.office.deals.told(id, await self._guest(request)) if is_id(id) else None
        if found is None:
            raise HTTPException(404, "there is no such deal")
        return _json(found)

    async def whole_log(self, request: Request) -> Response:
        self._slow_down(request)
        guest, live = await self._guest(request), await self._table(request)
        async with live.alone() as table:
            _check_in_time(guest, table)
            told = telling.whole_log(table, _front(request, guest, table))
        return _json_bytes(await self._study(lambda: msgspec.json.encode(told())))

    async def journal(self, request: Request) -> Response:
        self._slow_down(request)
        guest, live = await self._guest(request), await self._table(request)
        async with live.alone() as table:
            _check_in_time(guest, table)
            journal, stage = table.journal_for(_front(request, guest, table)), table.stage
        journal = await self.hub.office.deals.with_secret(live.row, journal, stage)
        text = await self._study(lambda: journal.text().encode())
        name = f"{live.row.game}-{live.id}.kronrat"
        return PlainTextResponse(
            text, headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        )

    async def table_replay(self, request: Request) -> Response:
        self._slow_down(request)
        guest, live = await self._guest(request), await self._table(request)
        async with live.alone() as table:
            if table.stage != "over":
                raise Refusal("not_now")
            table.running()
            front = _front(request, guest, table)
            journal, names, by_bots = table.journal_for(None), table.seating.names(), table.lines_by_bots()
            bots = [seat.bot for seat in table.seats]
        journal = await self.hub.office.deals.with_secret(live.row, journal, "over")
        return _json_bytes(await self._study(lambda: _replay(live.game, journal, names, front, by_bots, bots)))

    async def review(self, request: Request) -> Response:
        """How far the review of a finished table is; POST begins it, DELETE stops it."""
        asked = request.method
        if asked == "GET":
            self._slow_down(request)
        else:
            await self._body(request, wire.MESSAGE_BYTES)
        guest, live = await self._guest(request), await self._table(request)
        if guest is None and asked != "GET":
            raise Refusal("needs_name")
        async with live.alone() as table:
            if table.stage != "over":
                raise Refusal("not_now")
            match = table.running()
            journal, seats, options = table.journal_for(None), match.state.seats, match.options
        positions = self.settings.review_positions
        key = await asyncio.to_thread(key_of, live.game, journal, seats, options, positions)
        if asked == "DELETE" and guest is not None:
            await self.reviews.stop(key, guest.id)
        if asked == "POST" and guest is not None:
            work: Work | None = await self.reviews.begin(Work(live.id, key, guest.id, live.game.id, journal.text()))
        else:
            work = await self.reviews.find(live.id, key)
        if work is None:
            return _json(wire.ReviewFile("none"))
        ahead, mine = self.reviews.ahead_of(work), work.under_way and guest is not None and guest.id == work.guest
        return _json_bytes(await self._study(lambda: _review(work, ahead, mine)))

    async def replay(self, request: Request) -> Response:
        body = await self._body(request, study.JOURNAL_BYTES + 1)
        seat = seat_number(request.query_params.get("seat", ""))

        def replay() -> bytes:
            journal, game = self._journal(body)
            return _replay(game, journal, (), seat, ())

        return await self._studied(replay)

    def _journal(self, body: bytes) -> tuple[Journal, Game]:
        """A stranger's journal and its game."""
        journal = study.read_journal(body)
        return journal, study.game_of(journal, self.games)

    async def verify(self, request: Request) -> Response:
        body = await self._body(request, study.JOURNAL_BYTES + 1)
        origin = await self._origin_of(request.query_params.get("table", ""))

        def verify() -> bytes:
            journal, game = self._journal(body)
            return msgspec.json.encode(study.verified(game, journal, origin))

        return await self._studied(verify)

    async def _origin_of(self, id: str) -> Journal | None:
        """The journal of the game of which a table is a variation, if it was played here and is still there."""
        row = await self.hub.store.table(id) if is_id(id) else None
        live = await self.hub.find(row.origin.table) if row is not None and row.origin.table else None
        if live is None:
            return None
        async with live.alone() as table:
            journal = table.journal_for(None) if table.stage == "over" and table.past is None else None
        return None if journal is None else await self.hub.office.deals.with_secret(live.row, journal, "over")

    async def _study(self, work: Callable[[], T]) -> T:
        """Work beside the tables: a few at once, so that the tables stay quick, with a limited queue."""
        if self._to_study >= STUDIES_IN_LINE:
            raise Refusal("try_again")
        self._to_study += 1
        try:
            async with self._studying:
                return await asyncio.to_thread(work)
        finally:
            self._to_study -= 1

    async def _studied(self, work: Callable[[], bytes]) -> Response:
        """Work on a stranger's journal."""
        try:
            return _json_bytes(await self._study(work))
        except BrokenJournal:
            raise
        except ValueError as problem:
            raise HTTPException(400, str(problem)) from problem

    # -- how it goes -------------------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Whether this process can keep what is played; if not, it should be started anew or looked at."""
        await self._beat()
        return _json({"ok": True})

    async def readiness(self, request: Request) -> Response:
        """Whether people should be sent here: the tables with something to do have been looked for."""
        if not self.hub.ready:
            raise Refusal("try_again")
        await self._beat()
        return _json({"ok": True})

    async def _beat(self) -> None:
        """Try to write, unless that was possible a moment ago: everybody may ask."""
        async with self._beating:
            if time.monotonic() >= self._next_beat:
                await self.hub.store.beat(self.hub.office.clock.now())
                self._next_beat = time.monotonic() + BEAT_S

    async def metrics(self, request: Request) -> Response:
        """For those who show the token; without one in the settings, metrics have a port of their own or none."""
        token = self.settings.metrics_token
        shown = request.headers.get("authorization", "")
        if not token or not hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
            raise HTTPException(404, "there is nothing here")
        return await self.metrics_for_all(request)

    async def metrics_for_all(self, request: Request) -> Response:
        return Response(self.hub.office.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    def metrics_app(self) -> Starlette:
        """What answers at the port for metrics."""
        return Starlette(routes=[Route("/metrics", self.metrics_for_all, methods=["GET"])])

    def _watch(self) -> None:
        """Have told what can be read at any time."""
        hub, watch = self.hub, self.hub.office.metrics.watch
        watch("tables", "tables in memory", lambda: len(hub.tables))
        watch("connections", "open WebSockets", self.connections.total)
        watch("appends_waiting", "appends that wait to be kept", lambda: hub.store.waiting)
        watch("transactions", "transactions that kept appends", lambda: hub.store.transactions)
        watch("studies_waiting", "replays and checks that are made or wait", lambda: self._to_study)
        watch("reviews_waiting", "reviews that are made or wait", lambda: self.reviews.waiting)
        watch("notices_under_way", "notices that are being sent", lambda: self.messenger.under_way)
        watch("quarantined", "tables in quarantine", lambda: len(hub.damaged))
        watch("ready", "1 once the tables with something to do have been looked for", lambda: hub.ready)

    # -- the WebSocket -----------------------------------------------------------------------------------------------

    def _has_room_for(self, client: str) -> bool:
        """Whether this client may open another connection: nobody may take all the places."""
        self.connections += Counter()  # drops addresses that have gone
        settings = self.settings
        few = self.connections[client] < settings.connections_per_address
        return few and self.connections.total() < settings.connections

    async def table_socket(self, socket: WebSocket) -> None:
        client = client_of(socket.client)
        if not from_our_page(socket.headers, self.settings.public_url) or not self._has_room_for(client):
            await socket.close(4403)
            return
        self.connections[client] += 1  # before the first await: many may come at once
        try:
            await self._converse(socket)
        finally:
            self.connections[client] -= 1

    async def _converse(self, socket: WebSocket) -> None:
        try:
            line: Line = socket.scope[LINE]
            connection = Connection(self.hub.office, await self._guest(socket))
            if not self.settings.public_url:  # else it may be that of a proxy
                connection.proof = line.round_trip
            await socket.accept()
            table = socket.path_params["table"]
            connection.cleared = await self._is_cleared(table, connection.guest_id)
            live = await self.hub.join(table, connection, socket.query_params.get("seat", ""))
        except StoreUnavailable:
            await socket.close(1013)
            return
        except Refusal as refusal:  # nothing of it can be shown, or not yet
            await socket.close(4410 if refusal.code == "not_yet" else 4409)
            return
        if live is None:
            await socket.close(4404)
            return
        hearing = Hearing(connection, live)
        tasks = [asyncio.create_task(_send_all(socket, connection, live, line))]
        if live.table.real_time:
            tasks.append(asyncio.create_task(self._measure(connection)))
        try:
            connection.line = line
            line.listen(hearing.hear)
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
        finally:
            connection.line = None
            line.hang_up()
            hearing.end()
            live.leave(connection)
            for task in tasks:  # nobody waits for them: what they raise would hold on to all of this
                task.add_done_callback(_note_failure)
                task.cancel()
            if line.is_open:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(socket.close(1013), FAREWELL_S)

    async def _measure(self, connection: Connection) -> None:
        """Keep measuring the round trip to a client."""
        for number in count(1):
            connection.ping(number)
            await self.hub.office.clock.sleep(FIRST_PING_S if number < FIRST_PINGS else self.settings.ping_s)


def _decoded(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise HTTPException(400, str(problem)) from problem


def _front(request: Request, guest: Guest | None, table: Table) -> int | None:
    """The seat from which a table is looked at: one of mine, any when the game is over, or none."""
    wanted = request.query_params.get("seat", "")
    mine = table.seating.of(guest.id if guest else "")
    if wanted == "":
        return mine[0] if mine else None
    if wanted == "watch":
        return None
    seat = seat_number(wanted)
    if seat is None or seat >= table.row.seats:
        raise Refusal("malformed")
    if seat not in mine and table.stage != "over":
        raise Refusal("not_yours")
    return seat


def _check_in_time(guest: Guest | None, table: Table) -> None:
    """Somebody who sees a table only as it was gets neither its log nor its journal before the end."""
    if is_late_for(table, "" if guest is None else guest.id):
        raise Refusal("not_now")


def _seat(request: Request) -> int:
    seat = seat_number(request.query_params.get("seat", ""))
    if seat is None:
        raise Refusal("malformed")
    return seat


def _note_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a connection failed", exc_info=task.exception())


async def _send_all(socket: WebSocket, connection: Connection, live: LiveTable, line: Line) -> None:
    """Send what could not be sent at once, in order; one that was too slow gets the whole table instead."""
    with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, StoreUnavailable):
        while True:
            texts = await connection.next_texts()
            if connection.behind:
                async with live.alone():
                    connection.behind = False
                    texts = [live.audience.full(connection)]
            async with asyncio.timeout(SEND_PATIENCE_S):
                for text in texts:
                    await socket.send_text(text.decode())
    line.hang_up()


def _words_of(lang: str, game: str, variant: str) -> bytes:
    said = {**_names_of_bots(), **Words(lang, game, variant).catalogue()}
    return msgspec.json.encode(wire.WordsFile(lang, plural_rule(lang), said))


def _replay(*given: Any) -> bytes:
    return msgspec.json.encode(study.replay_file(*given))


def _review(work: Work, ahead: int, mine: bool) -> bytes:
    outline = msgspec.json.decode(work.outline, type=list[list[float]])
    report = msgspec.json.decode(work.report, type=wire.ReviewReport) if work.report else None
    return msgspec.json.encode(wire.ReviewFile(work.state, work.done, ahead, mine, outline, report))


def _game_line(game: Game) -> wire.GameLine:
    box = box_of(game.id)
    return wire.GameLine(
        id=game.id,
        seat_counts=list(game.seat_counts),
        switches=[_switch(switch) for switch in game.switches({})],
        minutes=list(box.minutes),
        weight=box.weight,
        round=list(box.round),
        first=wire.FirstTable(list(box.first.bots), dict(box.first.options)),
        exercise=any([hasattr(coach, "exercise") for coach in box.coaches()]),
        lessons=list(lessons_of(game.id)),
        trials=list(trials_of(game.id)),
    )


def _picture(picture: Picture) -> wire.Picture:
    return wire.Picture(picture.icon, picture.says, dict(picture.facts))


def _switch(switch: Switch) -> wire.SwitchInfo:
    return wire.SwitchInfo(
        switch.name,
        list(switch.values),
        switch.default,
        switch.rule,
        switch.many,
        switch.live,
        switch.main,
        switch.words,
    )


def _names_of_bots() -> dict[str, str | list[str]]:
    """The names of bots that no catalogue has a word for, because somebody else has written them."""
    return {f"bot.{bot}": bot[:1].upper() + bot[1:] for bot in list_bots()}


def _text(message: wire.Message) -> str:
    return msgspec.json.encode(message).decode()


def _json(value: Any, status: int = 200) -> Response:
    return _json_bytes(msgspec.json.encode(value), status)


def _json_bytes(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


async def _refused(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return _json(wire.Problem(refusal.code, refusal.detail), STATUS.get(refusal.code, 400))


async def _broken(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, BrokenJournal)
    return _json(wire.Problem("broken_journal", problem.problem, problem.line), 422)


async def _store_away(_: Request, problem: Exception) -> Response:
    log.warning("store: %s", problem)
    return _json(wire.Problem("try_again"), 503)


async def _gone(_: Request, __: Exception) -> Response:
    """Somebody has left in the middle of a request; nobody will read this."""
    return Response(status_code=400)


async def _http_problem(request: Request, problem: Exception) -> Response:
    """A person who meets an unknown address in the browser gets our page, which says so; programs get a message."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return await pages.shell(request, 404)
    return _json(wire.Problem("http", str(problem.detail)), problem.status_code)
