"""Leagues over HTTP: opened, joined by a link, met for an evening, with standings."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.bots import USUAL
from kronrat.core.dice import fresh_secret
from kronrat.core.game import BadOption, Game
from kronrat.server import leagues, wire
from kronrat.server.companions import Companions, Invitation
from kronrat.server.company import handle_of
from kronrat.server.hub import Hub
from kronrat.server.leagues import League, LeagueTable, Member
from kronrat.server.limits import Bucket, Buckets
from kronrat.server.lobby import LONGEST_LIMIT_S, new_row
from kronrat.server.planning import plan_opening
from kronrat.server.reception import Reception
from kronrat.server.records import Guest, Seat
from kronrat.server.refusal import Refusal
from kronrat.server.seating import is_id, new_invite, shown_text
from kronrat.server.store import adding
from kronrat.server.table import Table

T = TypeVar("T")

AT_ONCE, EVERY_S = 30, 2.0  # what one person changes here, and then once more every so many seconds


class Clubhouse:
    """Where leagues meet."""

    def __init__(self, hub: Hub, reception: Reception, companions: Companions) -> None:
        self._hub = hub
        self._at = reception
        self._companions = companions
        self._deeds = Buckets(lambda: Bucket(AT_ONCE, 1 / EVERY_S))

    def routes(self) -> list[Route]:
        get, post, away = ["GET"], ["POST"], ["DELETE"]
        return [
            Route("/api/leagues", self.mine, methods=get),
            Route("/api/leagues", self.open, methods=post),
            Route("/api/leagues/{league}", self.league, methods=get),
            Route("/api/leagues/{league}/members", self.join, methods=post),
            Route("/api/leagues/{league}/members", self.leave, methods=away),
            Route("/api/leagues/{league}/members/{handle}", self.remove, methods=away),
            Route("/api/leagues/{league}/here", self.be_here, methods=["PUT"]),
            Route("/api/leagues/{league}/evenings", self.open_evening, methods=post),
        ]

    @property
    def _now(self) -> int:
        return self._hub.office.clock.now()

    async def _look(self, work: Callable[[Connection], T]) -> T:
        return await self._hub.store.look_up(work)

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._hub.store.care(work)

    # -- looking -----------------------------------------------------------------------------------------------------

    async def mine(self, request: Request) -> Response:
        guest = await self._at.guest(request)
        found = await self._look(lambda c: leagues.leagues_of(c, guest.id)) if guest else []
        lines = [wire.LeagueName(one.id, one.name, one.game, one.evenings) for one in found]
        return self._at.answer(wire.Leagues(lines))

    async def league(self, request: Request) -> Response:
        return await self._told(_league_in(request), await self._at.guest(request))

    async def _told(self, id: str, guest: Guest | None, status: int = 200) -> Response:
        me = "" if guest is None else guest.id
        league, known, tables = await self._look(lambda c: _looked(c, id))
        return self._at.answer(told_league(league, known, tables, me, self._now), status)

    # -- belonging ---------------------------------------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        wish: wire.NewLeague = await self._at.read(request, wire.NewLeague)
        guest = await self._at.named_guest(request, self._deeds)
        game, name = self._hub.games.get(wish.game), shown_text(wish.name)[: leagues.NAME_LENGTH].rstrip()
        if game is None or not name or not 1 <= wish.evenings <= leagues.MOST_EVENINGS:
            raise Refusal("malformed")
        if not 0 <= wish.limit_s <= LONGEST_LIMIT_S:
            raise Refusal("malformed")
        id, options = secrets.token_urlsafe(12), _options(game, wish.options)
        league = League(id, name, game.id, options, wish.limit_s, wish.evenings, guest.id, self._now)
        await self._do(lambda c: leagues.open_league(c, league, guest.name))
        return await self._told(id, guest, 201)

    async def join(self, request: Request) -> Response:
        await self._at.check(request)
        guest, id = await self._at.named_guest(request, self._deeds), _league_in(request)
        await self._do(partial(leagues.join, league=id, guest=guest.id, name=guest.name, at=self._now))
        return await self._told(id, guest, 201)

    async def leave(self, request: Request) -> Response:
        await self._at.check(request)
        guest, id = await self._at.named_guest(request, self._deeds), _league_in(request)
        await self._look(lambda c: leagues.find(c, id))
        await self._do(lambda c: leagues.leave(c, id, guest.id))
        return self._at.answer({})

    async def remove(self, request: Request) -> Response:
        """The owner sends somebody away."""
        await self._at.check(request)
        guest = await self._at.named_guest(request, self._deeds)
        id, handle = _league_in(request), request.path_params["handle"]
        league, known, _ = await self._look(lambda c: _looked(c, id))
        if league.owner != guest.id:
            raise Refusal("not_yours")
        gone = next((one.guest for one in known if handle_of(guest.id, one.guest) == handle), "")
        if gone in ("", guest.id):
            raise Refusal("unknown_person")
        await self._do(lambda c: leagues.leave(c, id, gone))
        return await self._told(id, guest)

    async def be_here(self, request: Request) -> Response:
        wish: wire.Here = await self._at.read(request, wire.Here)
        guest, id = await self._at.named_guest(request), _league_in(request)
        at = self._now if wish.here else 0
        await self._do(lambda c: leagues.be_here(c, id, guest.id, at))
        return await self._told(id, guest)

    # -- evenings ----------------------------------------------------------------------------------------------------

    async def open_evening(self, request: Request) -> Response:
        await self._at.check(request)
        guest, id = await self._at.named_guest(request, self._deeds), _league_in(request)
        league = await self._look(lambda c: leagues.find(c, id))
        game = self._hub.games.get(league.game)
        if game is None:
            raise Refusal("outdated")
        options, now = _options(game, league.options), self._now
        build = partial(_table_for, game, options, league, guest.id, now)
        kept = await self._do(lambda c: leagues.open_evening(c, id, guest.id, game.seat_counts, build, now))
        for place in kept:
            if place.guest != guest.id:
                invitation = Invitation(place.guest, place.table, league.game, guest.name, league.name)
                self._companions.on_invitation(invitation)
        return await self._told(id, guest, 201)


def _league_in(request: Request) -> str:
    id = str(request.path_params["league"])
    if not is_id(id):
        raise Refusal("unknown_league")
    return id


def _options(game: Game, options: dict[str, str]) -> dict[str, str]:
    try:
        return game.settle_options(options)
    except BadOption as problem:
        raise Refusal("malformed") from problem


def _looked(c: Connection, id: str) -> tuple[League, list[Member], list[LeagueTable]]:
    return leagues.find(c, id), leagues.members_of(c, id), leagues.tables_of(c, id)


def _table_for(
    game: Game, options: dict[str, str], league: League, owner: str, now: int, group: list[str]
) -> tuple[str, Callable[[Connection], None]]:
    """A table with a seat for each of these people; where the game needs more, bots play too."""
    bots = max(0, min(game.seat_counts) - len(group))
    sitting = [*[Seat("invited", invite=new_invite()) for _ in group], *[Seat("bot", bot=USUAL) for _ in range(bots)]]
    row = new_row(game, options, "live", len(sitting), now, owner=owner, secret=fresh_secret(), limit_s=league.limit_s)
    draft = plan_opening(Table(row, game), sitting, now)
    return row.id, adding(row, draft.records, draft.table.summary())


def told_league(league: League, known: list[Member], tables: list[LeagueTable], me: str, now: int) -> wire.League:
    here = leagues.present(known, now)
    return wire.League(
        id=league.id,
        name=league.name,
        game=league.game,
        options=league.options,
        limit_s=league.limit_s,
        evenings=league.evenings,
        evening=_evening(tables),
        members=[
            wire.LeagueMember(
                member.name,
                handle_of(me, member.guest) if me else "",
                member.guest in here,
                member.guest == me,
                member.guest == league.owner,
            )
            for member in known
        ],
        standings=[
            wire.LeagueLine(
                line.place, line.name, line.points, line.games, round(line.wins, 2), line.shared, line.guest == me
            )
            for line in leagues.standings(tables, known)
        ],
        tables=[_told_table(table, me) for table in tables],
        now=now,
        member=me in [member.guest for member in known],
        owner=bool(me) and me == league.owner,
        here=me in here,
    )


def _evening(tables: list[LeagueTable]) -> int:
    """The evening that is played, or comes next."""
    running = [table.number for table in tables if table.stage in ("gathering", "playing")]
    return max(running) if running else leagues.evening_to_come(tables)


def _told_table(table: LeagueTable, me: str) -> wire.LeagueTable:
    results = table.results or []
    told = [
        wire.LeagueResult(
            result.place,
            result.name,
            result.score,
            leagues.points_of(result, results) if result.guest else 0.0,
            result.bot,
            bool(me) and result.guest == me,
        )
        for result in sorted(results, key=lambda result: (result.place, result.name))
    ]
    mine = bool(me) and me in table.guests
    return wire.LeagueTable(table.id, table.number, table.opened, table.stage, told, mine)
