"""Ratings and profiles over HTTP."""

from __future__ import annotations

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.server import profiles, wire
from kronrat.server.hub import Hub
from kronrat.server.profiles import Board, Careers, Who
from kronrat.server.reception import Reception
from kronrat.server.refusal import Refusal
from kronrat.server.seating import is_id

PACES = ("", "live", "correspondence")


class Ranks:
    """Who is how strong, and what is told of them."""

    def __init__(self, hub: Hub, reception: Reception) -> None:
        self._hub = hub
        self._at = reception
        self._kept_ms = hub.office.settings.ranks_ms
        self._boards: dict[tuple[str, str], tuple[int, Board]] = {}
        self._careers = Careers()

    def routes(self) -> list[Route]:
        return [
            Route("/api/ranks/{game}", self.ranks, methods=["GET"]),
            Route("/api/people/{person}", self.person, methods=["GET"]),
            Route("/api/me/privacy", self.privacy, methods=["PUT"]),
        ]

    async def ranks(self, request: Request) -> Response:
        game, pace = request.path_params["game"], request.query_params.get("pace", "")
        if game not in self._hub.games or pace not in PACES:
            raise HTTPException(404, "there are no such ratings")
        self._at.look(request)
        guest, board = await self._at.guest(request), await self._board(game, pace)
        if guest is None:
            return self._at.answer(board.ranks)
        own = partial(profiles.own_line, board=board, pace=pace, guest=guest.id, now=self._now)
        return self._at.answer(board.seen_by(guest.id, await self._hub.store.look_up(own)))

    async def _board(self, game: str, pace: str = "") -> Board:
        """The list of a game, looked up anew now and then: it changes little, and many look at it."""
        until, board = self._boards.get((game, pace), (0, None))
        if board is None or until <= self._now:
            find = partial(profiles.board_of, game=game, pace=pace, now=self._now)
            board = await self._hub.store.look_up(find)
            self._boards[game, pace] = (self._now + self._kept_ms, board)
        return board

    async def person(self, request: Request) -> Response:
        self._at.look(request)
        guest = await self._at.guest(request)
        return await self._profile(request.path_params["person"], guest.id if guest else "")

    async def privacy(self, request: Request) -> Response:
        wish: wire.Privacy = await self._at.read(request, wire.Privacy)
        guest = await self._at.named_guest(request)
        await self._hub.store.care(partial(profiles.set_private, guest=guest.id, private=wish.private))
        return await self._profile("me", guest.id)

    async def _profile(self, asked: str, viewer: str) -> Response:
        if asked == "me" and not viewer:
            raise Refusal("needs_name")
        who = Who(viewer if asked == "me" else asked, viewer)
        boards = {game: await self._board(game) for game in self._hub.games}
        find = partial(profiles.profile_of, who=who, boards=boards, now=self._now, careers=self._careers)
        found = await self._hub.store.look_up(find) if is_id(who.id) else None
        if found is None:
            raise HTTPException(404, "there is nobody of this name")
        return self._at.answer(found)

    @property
    def _now(self) -> int:
        return self._hub.office.clock.now()
