"""Whoever asks something over HTTP: who it is, whether it comes too often, and how it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from kronrat.core.journal import BrokenJournal
from kronrat.server import wire
from kronrat.server.guard import from_our_page
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.people import COOKIE, SAFE_COOKIE, YEARS_10, People
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.seating import clean_name
from kronrat.server.settings import Settings

T = TypeVar("T")
STUDIES_AT_ONCE = 2  # journals read, checked or replayed at once
STUDIES_IN_LINE = 40  # including those that wait; later requests are refused and may try again
LABEL_LENGTH = 60
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS", "Linux": "Linux",
}  # fmt: skip


class Reception:
    """Where every request begins: it knows who asks, refuses what comes too often, and hands out work in turn."""

    def __init__(self, people: People, settings: Settings) -> None:
        self._people = people
        self._settings = settings
        self._cookie = SAFE_COOKIE if settings.secure else COOKIE
        self._requests = Buckets(lambda: Bucket(settings.request_burst, settings.request_rate))
        self._lists = Buckets(lambda: Bucket(settings.list_burst, settings.list_rate))
        self._studying = asyncio.Semaphore(STUDIES_AT_ONCE)
        self.studies = 0  # that are made or wait

    def routes(self) -> list[Route]:
        return [
            Route("/api/me", self.me, methods=["GET"]),
            Route("/api/me", self.new_name, methods=["POST"]),
        ]

    # -- who asks ----------------------------------------------------------------------------------------------------

    async def guest(self, request: Request | WebSocket) -> Guest | None:
        return await self._people.find(request.cookies.get(self._cookie, ""))

    async def named_guest(self, request: Request, deeds: Buckets | None = None) -> Guest:
        """Somebody with a name, who does not too often what is counted there."""
        guest = await self.guest(request)
        if guest is None:
            raise Refusal("needs_name")
        if deeds is not None and not deeds.take(guest.id):
            raise Refusal("too_fast")
        return guest

    def token(self, request: Request) -> str:
        return request.cookies.get(self._cookie, "")

    def give_token(self, response: Response, token: str) -> None:
        response.set_cookie(
            self._cookie, token, max_age=YEARS_10, httponly=True, samesite="lax", secure=self._settings.secure, path="/"
        )

    def take_token(self, response: Response) -> None:
        response.delete_cookie(self._cookie, path="/", secure=self._settings.secure, httponly=True, samesite="lax")

    async def me(self, request: Request) -> Response:
        guest = await self.guest(request)
        old = "" if guest or self._cookie == COOKIE else request.cookies.get(COOKIE, "")
        if old:
            guest = await self._people.find(old)
        response = answer(wire.Me(guest.name if guest else ""))
        if old and guest:  # who came before the cookie had its present name
            self.give_token(response, old)
            response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")
        return response

    async def new_name(self, request: Request) -> Response:
        name = clean_name((await self.read(request, wire.NewName)).name)
        if not name:
            raise Refusal("needs_name")
        guest = await self.guest(request)
        token = request.cookies.get(self._cookie, "")
        if guest is None:
            guest, token = await self._people.welcome(name, label_of(request))
        elif guest.name != name:
            guest = await self._people.rename(token, guest, name)
        response = answer(wire.Me(guest.name))
        self.give_token(response, token)
        return response

    # -- what they ask -----------------------------------------------------------------------------------------------

    async def read(self, request: Request, kind: type[T]) -> T:
        """A request that changes something: from our own page, not too often, and well formed."""
        return decoded(await self.body(request, wire.MESSAGE_BYTES), kind)

    async def check(self, request: Request) -> None:
        """That a request comes from our page, and not too often; it says nothing more."""
        await self.body(request, wire.MESSAGE_BYTES)

    async def body(self, request: Request, limit: int) -> bytes:
        if not from_our_page(request.headers, self._settings.public_url):
            raise Refusal("foreign_page")
        self.slow_down(request)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise Refusal("too_long")
        return bytes(body)

    def slow_down(self, request: Request) -> None:
        if not self._requests.take(client_of(request.client)):
            raise Refusal("too_fast")

    def look(self, request: Request) -> None:
        """Somebody looks up a list."""
        if not self._lists.take(client_of(request.client)):
            raise Refusal("too_fast")

    # -- work for them -----------------------------------------------------------------------------------------------

    async def study(self, work: Callable[[], T]) -> T:
        """Work beside the tables: a few at once, so that the tables stay quick, with a limited queue."""
        if self.studies >= STUDIES_IN_LINE:
            raise Refusal("try_again")
        self.studies += 1
        try:
            async with self._studying:
                return await asyncio.to_thread(work)
        finally:
            self.studies -= 1

    async def studied(self, work: Callable[[], bytes]) -> Response:
        """Work on a stranger's journal."""
        try:
            return as_json(await self.study(work))
        except BrokenJournal:
            raise
        except ValueError as problem:
            raise HTTPException(400, str(problem)) from problem

    @staticmethod
    def answer(value: Any, status: int = 200) -> Response:
        return answer(value, status)


def decoded(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise HTTPException(400, str(problem)) from problem


def label_of(request: Request) -> str:
    """A browser and its system, as they call themselves."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in _BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS.items() if sign in agent), "")
    return ", ".join([part for part in (browser, system) if part])[:LABEL_LENGTH]


def answer(value: Any, status: int = 200) -> Response:
    return as_json(msgspec.json.encode(value), status)


def as_json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})
