"""What was played, over HTTP: logs, journals, replays, reviews, and games that go on from a moment of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.core.notation import seat_number
from kronrat.server import study, telling, variations, wire
from kronrat.server.access import Access
from kronrat.server.audience import is_late_for
from kronrat.server.hub import Hub
from kronrat.server.lobby import Lobby
from kronrat.server.reception import Reception, as_json, decoded
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.reviews import Reviews, Work
from kronrat.server.seating import is_id
from kronrat.server.table import Table
from kronrat.server.variations import Begun
from kronrat.study.apart import key_of

VARIATION_BYTES = 2 * study.JOURNAL_BYTES  # a journal as text in JSON, and a few wishes


class Archive:
    """What there is to read of the tables here, and of journals that somebody brings."""

    def __init__(
        self, hub: Hub, games: Mapping[str, Game], lobby: Lobby, reviews: Reviews, access: Access, reception: Reception
    ) -> None:
        self._hub = hub
        self._games = games
        self._lobby = lobby
        self._reviews = reviews
        self._access = access
        self._at = reception

    def routes(self) -> list[Route]:
        get, post = ["GET"], ["POST"]
        return [
            Route("/api/tables/{table}/log", self.whole_log, methods=get),
            Route("/api/tables/{table}/journal", self.journal, methods=get),
            Route("/api/tables/{table}/replay", self.table_replay, methods=get),
            Route("/api/tables/{table}/review", self.review, methods=[*get, *post, "DELETE"]),
            Route("/api/variations", self.play_on, methods=post),
            Route("/api/replay", self.replay, methods=post),
            Route("/api/verify", self.verify, methods=post),
        ]

    async def whole_log(self, request: Request) -> Response:
        self._at.slow_down(request)
        guest, live = await self._at.guest(request), await self._access.table(request)
        async with live.alone() as table:
            _check_in_time(guest, table)
            told = telling.whole_log(table, _front(request, guest, table))
        return as_json(await self._at.study(lambda: msgspec.json.encode(told())))

    async def journal(self, request: Request) -> Response:
        self._at.slow_down(request)
        guest, live = await self._at.guest(request), await self._access.table(request)
        async with live.alone() as table:
            _check_in_time(guest, table)
            journal, stage = table.journal_for(_front(request, guest, table)), table.stage
        journal = await self._hub.office.deals.with_secret(live.row, journal, stage)
        text = await self._at.study(lambda: journal.text().encode())
        name = f"{live.row.game}-{live.id}.kronrat"
        return PlainTextResponse(
            text, headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        )

    async def table_replay(self, request: Request) -> Response:
        self._at.slow_down(request)
        guest, live = await self._at.guest(request), await self._access.table(request)
        async with live.alone() as table:
            if table.stage != "over":
                raise Refusal("not_now")
            table.running()
            front = _front(request, guest, table)
            journal, names, by_bots = table.journal_for(None), table.seating.names(), table.lines_by_bots()
            bots = [seat.bot for seat in table.seats]
        journal = await self._hub.office.deals.with_secret(live.row, journal, "over")
        return as_json(await self._at.study(lambda: _replay(live.game, journal, names, front, by_bots, bots)))

    async def review(self, request: Request) -> Response:
        """How far the review of a finished table is; POST begins it, DELETE stops it."""
        asked = request.method
        if asked == "GET":
            self._at.slow_down(request)
        else:
            await self._at.check(request)
        guest, live = await self._at.guest(request), await self._access.table(request)
        if guest is None and asked != "GET":
            raise Refusal("needs_name")
        async with live.alone() as table:
            if table.stage != "over":
                raise Refusal("not_now")
            match = table.running()
            journal, seats, options = table.journal_for(None), match.state.seats, match.options
        positions = self._hub.office.settings.review_positions
        key = await asyncio.to_thread(key_of, live.game, journal, seats, options, positions)
        if asked == "DELETE" and guest is not None:
            await self._reviews.stop(key, guest.id)
        if asked == "POST" and guest is not None:
            work: Work | None = await self._reviews.begin(Work(live.id, key, guest.id, live.game.id, journal.text()))
        else:
            work = await self._reviews.find(live.id, key)
        if work is None:
            return self._at.answer(wire.ReviewFile("none"))
        ahead, mine = self._reviews.ahead_of(work), work.under_way and guest is not None and guest.id == work.guest
        return as_json(await self._at.study(lambda: _review(work, ahead, mine)))

    async def play_on(self, request: Request) -> Response:
        """Open a table that goes on from a moment of a finished game."""
        body = await self._at.body(request, VARIATION_BYTES)
        wish, guest = decoded(body, wire.NewVariation), await self._at.named_guest(request)

        def begun_with(journal: Journal, game: Game, by_bots: Collection[int]) -> Begun:
            return variations.begin(game, journal, wish, wish.table, by_bots)

        if wish.table:
            live = await self._hub.find(wish.table)
            if live is None:
                raise Refusal("unknown_table")
            async with live.alone() as table:
                if table.stage != "over":
                    raise Refusal("not_now")
                table.running()
                journal, by_bots = table.journal_for(None), table.lines_by_bots()
            journal = await self._hub.office.deals.with_secret(live.row, journal, "over")
            if live.row.deal and "secret" not in journal.header:
                raise Refusal("not_now")  # others still play with the same dice
            begun = await self._at.study(lambda: begun_with(journal, live.game, by_bots))
        else:
            begun = await self._at.study(lambda: begun_with(*self._journal(wish.journal.encode()), ()))
        return self._at.answer(await self._lobby.vary(guest, wish, begun), 201)

    async def replay(self, request: Request) -> Response:
        body = await self._at.body(request, study.JOURNAL_BYTES + 1)
        seat = seat_number(request.query_params.get("seat", ""))

        def replay() -> bytes:
            journal, game = self._journal(body)
            return _replay(game, journal, (), seat, ())

        return await self._at.studied(replay)

    async def verify(self, request: Request) -> Response:
        body = await self._at.body(request, study.JOURNAL_BYTES + 1)
        origin = await self._origin_of(request.query_params.get("table", ""))

        def verify() -> bytes:
            journal, game = self._journal(body)
            return msgspec.json.encode(study.verified(game, journal, origin))

        return await self._at.studied(verify)

    async def _origin_of(self, id: str) -> Journal | None:
        """The journal of the game of which a table is a variation, if it was played here and is still there."""
        row = await self._hub.store.table(id) if is_id(id) else None
        live = await self._hub.find(row.origin.table) if row is not None and row.origin.table else None
        if live is None:
            return None
        async with live.alone() as table:
            journal = table.journal_for(None) if table.stage == "over" and table.past is None else None
        return None if journal is None else await self._hub.office.deals.with_secret(live.row, journal, "over")

    def _journal(self, body: bytes) -> tuple[Journal, Game]:
        """A stranger's journal and its game."""
        journal = study.read_journal(body)
        return journal, study.game_of(journal, self._games)


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


def _replay(*given: Any) -> bytes:
    return msgspec.json.encode(study.replay_file(*given))


def _review(work: Work, ahead: int, mine: bool) -> bytes:
    outline = msgspec.json.decode(work.outline, type=list[list[float]])
    report = msgspec.json.decode(work.report, type=wire.ReviewReport) if work.report else None
    return msgspec.json.encode(wire.ReviewFile(work.state, work.done, ahead, mine, outline, report))
