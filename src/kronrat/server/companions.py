"""Finding each other and keeping apart, over HTTP: friends, invitations, blocks, and complaints to the host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.server import accounts, company, wire
from kronrat.server.company import Friend, Place, Report, handle_of
from kronrat.server.hub import Hub
from kronrat.server.limits import Bucket, Buckets, client_of
from kronrat.server.live import LiveTable
from kronrat.server.reception import Reception
from kronrat.server.records import Guest
from kronrat.server.refusal import Refusal
from kronrat.server.seating import shown_text
from kronrat.server.table import Table

T = TypeVar("T")

# What one person may do of this at once, and then once every so many seconds.
AT_ONCE, EVERY_S = 20, 6.0
# Complaints from one address: somebody may come under any number of names.
COMPLAINTS, COMPLAINT_S = 20, 60.0


@dataclass(frozen=True)
class Invitation:
    """Somebody is invited to a table; who keeps the seat is named as the others know them."""

    guest: str
    table: str
    game: str
    by: str
    league: str = ""  # the name of the league that meets there


class Companions:
    """People and each other."""

    def __init__(self, hub: Hub, reception: Reception) -> None:
        self._hub = hub
        self._at = reception
        self._deeds = Buckets(lambda: Bucket(AT_ONCE, 1 / EVERY_S))
        self._complaints = Buckets(lambda: Bucket(COMPLAINTS, 1 / COMPLAINT_S))
        # Every invitation is told here, once, and nowhere else: whoever wants to notify people begins here.
        self.on_invitation: Callable[[Invitation], None] = lambda invitation: None
        self.on_block: Callable[[str, str], Awaitable[None]] = _nothing  # (somebody, whom they have blocked)

    def routes(self) -> list[Route]:
        get, post, away = ["GET"], ["POST"], ["DELETE"]
        return [
            Route("/api/friends", self.friends, methods=get),
            Route("/api/friends/{handle}/block", self.block_friend, methods=[*post, *away]),
            Route("/api/tables/{table}/invitations", self.invite, methods=post),
            Route("/api/tables/{table}/invitations", self.decline, methods=away),
            Route("/api/tables/{table}/blocks", self.block, methods=post),
            Route("/api/tables/{table}/reports", self.report, methods=post),
        ]

    @property
    def _now(self) -> int:
        return self._hub.office.clock.now()

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._hub.store.care(work)

    async def _table(self, request: Request) -> LiveTable:
        live = await self._hub.find(request.path_params["table"])
        if live is None:
            raise Refusal("unknown_table")
        return live

    # -- friends -----------------------------------------------------------------------------------------------------

    async def friends(self, request: Request) -> Response:
        return await self._friends(await self._at.named_guest(request))

    async def _friends(self, guest: Guest) -> Response:
        found = await self._hub.store.look_up(lambda c: company.friends_of(c, guest.id))
        return self._at.answer(wire.Friends([told_friend(guest.id, friend) for friend in found]))

    async def _friend(self, guest: Guest, handle: str) -> Friend:
        found = await self._hub.store.look_up(lambda c: company.friend_named(c, guest.id, handle))
        if found is None:
            raise Refusal("unknown_person")
        return found

    async def invite(self, request: Request) -> Response:
        """Keep a seat for a friend. Where one of the two has blocked the other none is kept, and nobody is told."""
        wish: wire.NewInvitation = await self._at.read(request, wire.NewInvitation)
        guest, live = await self._at.named_guest(request, self._deeds), await self._table(request)
        friend = await self._friend(guest, wish.friend)
        async with live.alone() as table:
            free, is_open = _invitable(table, guest.id, friend.guest)
        place = Place(live.id, friend.guest, None, guest.id)
        kept = await self._do(partial(company.invite, place=place, free=free, is_open=is_open, at=self._now))
        if kept is not None:
            self.on_invitation(Invitation(friend.guest, live.id, live.row.game, guest.name))
        return self._at.answer(told_friend(guest.id, friend), 201)

    async def decline(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request)
        table = request.path_params["table"]
        await self._do(lambda c: company.decline(c, guest.id, table))
        return self._at.answer({})

    # -- keeping apart -----------------------------------------------------------------------------------------------

    async def block_friend(self, request: Request) -> Response:
        await self._at.check(request)
        guest = await self._at.named_guest(request, self._deeds)
        friend = await self._friend(guest, request.path_params["handle"])
        if request.method == "DELETE":
            await self._do(lambda c: company.unblock(c, guest.id, friend.guest))
            await self._heard_anew(guest.id)
        else:
            await self._block(guest.id, friend.guest)
        return await self._friends(guest)

    async def block(self, request: Request) -> Response:
        wish: wire.SomebodyThere = await self._at.read(request, wire.SomebodyThere)
        guest, live = await self._at.named_guest(request, self._deeds), await self._table(request)
        async with live.alone() as table:
            other, _ = _somebody(table, wish.seat, wish.n)
        await self._block(guest.id, other)
        return self._at.answer({}, 201)

    async def _block(self, guest: str, other: str) -> None:
        await self._do(partial(company.block, me=guest, other=other, at=self._now))
        await self.on_block(guest, other)
        await self._heard_anew(guest)

    async def _heard_anew(self, guest: str) -> None:
        """Have all pages of somebody come back, in every process: what they may hear has changed."""
        at = self._now
        await self._do(partial(accounts.part, guest=guest, at=at))
        await self._hub.part(guest, at=at)

    async def report(self, request: Request) -> Response:
        wish: wire.Complaint = await self._at.read(request, wire.Complaint)
        guest, live = await self._at.named_guest(request, self._deeds), await self._table(request)
        if not self._complaints.take(client_of(request.client)):
            raise Refusal("too_fast")
        why = shown_text(wish.why)
        if not why:
            raise Refusal("malformed")
        if len(why) > wire.WHY_LENGTH:
            raise Refusal("too_long")
        async with live.alone() as table:
            other, name = _somebody(table, wish.seat, wish.n)
            said = next((one.text for one in table.chat if wish.seat is None and one.n == wish.n), "")
        if other == guest.id:
            raise Refusal("malformed")
        told = Report(company.new_report_id(), self._now, guest.id, other, name, live.id, said, why)
        await self._do(lambda c: company.report(c, told))
        return self._at.answer({}, 201)


async def _nothing(guest: str, other: str) -> None:
    pass


def told_friend(me: str, friend: Friend) -> wire.Friend:
    handle = handle_of(me, friend.guest)
    return wire.Friend(handle, friend.name, friend.game, friend.at, friend.games, friend.blocked)


def _invitable(table: Table, guest: str, friend: str) -> tuple[list[int], bool]:
    """The seats that are for invited people, and whether there are others; for the owner, and for those who sit."""
    if table.past is not None:
        raise table.past.refusal
    if table.stage != "gathering" or table.seating.of(friend):
        raise Refusal("not_now")
    owner = guest == table.owner
    if not owner and not table.seating.of(guest):
        raise Refusal("not_yours")
    free = [number for number, seat in enumerate(table.seats) if owner and seat.kind == "invited"]
    return free, not table.locked and any(seat.kind == "open" for seat in table.seats)


def _somebody(table: Table, seat: int | None, n: int) -> tuple[str, str]:
    """A person at a table and their name, by a seat or by something that they have said."""
    if seat is None:
        said = next((one for one in table.chat if one.n == n), None)
        found = table.speaker(n), "" if said is None else said.name
    else:
        table.seating.check(seat)
        found = table.seats[seat].guest, table.seats[seat].name
    if not found[0]:
        raise Refusal("unknown_person")
    return found
