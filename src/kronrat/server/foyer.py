"""Tables over HTTP: found, opened and opened again, with orders for the next turns there."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.core.notation import seat_number
from kronrat.server import qr, wire
from kronrat.server.access import Access
from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.lobby import Lobby
from kronrat.server.reception import Reception, as_json
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.seating import is_id
from kronrat.server.turns import Turns


class Foyer:
    """What people do before they sit down at a table, and between their turns."""

    def __init__(self, hub: Hub, lobby: Lobby, turns: Turns, access: Access, reception: Reception) -> None:
        self._hub = hub
        self._lobby = lobby
        self._turns = turns
        self._access = access
        self._at = reception

    def routes(self) -> list[Route]:
        get, post, put = ["GET"], ["POST"], ["PUT"]
        return [
            Route("/api/me/absence", self.absence, methods=put),
            Route("/api/turns", self.my_turns, methods=get),
            Route("/api/qr", self.qr_code, methods=post),
            Route("/api/seals", self.seal, methods=post),
            Route("/api/tables", self.tables, methods=get),
            Route("/api/tables", self.new_table, methods=post),
            Route("/api/tables/{table}/rematch", self.rematch, methods=post),
            Route("/api/tables/{table}/orders", self.orders, methods=get),
            Route("/api/tables/{table}/orders", self.order, methods=put),
            Route("/api/deals/{deal}", self.deal, methods=get),
        ]

    async def tables(self, request: Request) -> Response:
        self._at.look(request)
        return self._at.answer(await self._lobby.tables(await self._at.guest(request)))

    async def seal(self, request: Request) -> Response:
        await self._at.check(request)
        return self._at.answer(await self._lobby.seal(await self._at.named_guest(request)), 201)

    async def new_table(self, request: Request) -> Response:
        wish = await self._at.read(request, wire.NewTable)
        return self._at.answer(await self._lobby.open(await self._at.named_guest(request), wish), 201)

    async def rematch(self, request: Request) -> Response:
        wish = await self._at.read(request, wire.Rematch)
        live = await self._access.table(request)
        return self._at.answer(await self._lobby.rematch(await self._at.named_guest(request), live, wish), 201)

    async def deal(self, request: Request) -> Response:
        """Tables with the same dice, and how everybody did."""
        self._at.look(request)
        id = request.path_params["deal"]
        found = await self._hub.office.deals.told(id, await self._at.guest(request)) if is_id(id) else None
        if found is None:
            raise HTTPException(404, "there is no such deal")
        return self._at.answer(found)

    async def qr_code(self, request: Request) -> Response:
        """The address of a table or a league as a picture that a phone can read."""
        path = (await self._at.read(request, wire.Link)).path
        address = (self._hub.office.settings.public_url or str(request.base_url)).rstrip("/") + path
        if not path.startswith(("/t/", "/league/")) or len(address.encode()) > qr.LONGEST:
            raise Refusal("malformed")
        return self._at.answer(wire.QrCode(qr.svg(address)))

    async def my_turns(self, request: Request) -> Response:
        return self._at.answer(await self._turns.of(await self._at.named_guest(request)))

    async def absence(self, request: Request) -> Response:
        wish = await self._at.read(request, wire.Absence)
        return self._at.answer(await self._turns.be_absent(await self._at.named_guest(request), wish))

    async def orders(self, request: Request) -> Response:
        self._at.slow_down(request)
        return await self._ordered(
            await self._at.named_guest(request), await self._access.table(request), _seat(request)
        )

    async def order(self, request: Request) -> Response:
        wish = await self._at.read(request, wire.OrderSheet)
        guest, live, seat = await self._at.named_guest(request), await self._access.table(request), _seat(request)
        await self._turns.order(guest, live, seat, wish)
        return await self._ordered(guest, live, seat)

    async def _ordered(self, guest: Guest, live: LiveTable, seat: int) -> Response:
        told = await self._turns.orders(guest, live, seat)
        return as_json(await self._at.study(lambda: msgspec.json.encode(told())))


def _seat(request: Request) -> int:
    seat = seat_number(request.query_params.get("seat", ""))
    if seat is None:
        raise Refusal("malformed")
    return seat
