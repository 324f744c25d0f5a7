"""Playing with whoever comes: who waits gets a seat at a table that is opened for strangers, and bots fill it.

The ticket of somebody who waits is a place that nobody has kept for them (`kronrat.server.company`). Which table it is
for is decided in one transaction, one after the other in all processes. Everything else is the table's: its seats
are for invited people, so that nobody sits there without a ticket; the dice are sealed before anybody sends a nonce;
and when its time has come, the table is filled whoever is connected to which process.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, select, text
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.box import box_of
from kronrat.core.dice import fresh_secret
from kronrat.server import company, wire
from kronrat.server.company import Place
from kronrat.server.hub import Hub
from kronrat.server.limits import Bucket, Buckets
from kronrat.server.lobby import new_row
from kronrat.server.planning import plan_leaving_a_place, plan_opening
from kronrat.server.reception import Reception
from kronrat.server.records import Seat, TableRow, Terms
from kronrat.server.refusal import Refusal
from kronrat.server.schema import heads, places, tables
from kronrat.server.seating import new_invite
from kronrat.server.store import adding
from kronrat.server.table import Table

LOCK = 0x6B726F6F  # a number of our own: one search at a time, in all processes
FILL_S = {"live": 60, "correspondence": 24 * 3_600}  # after so long bots take the free seats
LIMIT_S = {"live": 120, "correspondence": 3 * 24 * 3_600}  # for a choice: nobody waits for a stranger for ever
LATEST_MS = 10_000  # a table that is filled sooner than that is not joined any more
MOST_TABLES = 200  # that are looked at for somebody
AT_ONCE, EVERY_S = 8, 10.0  # searches of one person, and then one more every so many seconds


@dataclass(frozen=True)
class Sought:
    """What somebody would like to play."""

    game: str
    pace: wire.Pace
    seats: int
    rules: int
    data: str


def ticket_of(c: Connection, me: str) -> Place | None:
    """Where somebody waits for whoever comes, as long as that table gathers."""
    mine = select(places).where(places.c.guest == me, places.c.inviter == "")
    row = c.execute(mine.join(heads, heads.c.table_id == places.c.table_id).where(heads.c.stage == "gathering")).first()
    return None if row is None else Place(row.table_id, me, row.seat)


def seek(
    c: Connection, me: str, sought: Sought, fresh: str, open_table: Callable[[Connection], None], now: int
) -> Place:
    """A seat for somebody: the one they have, one at a table that waits, or the first at a `fresh` one."""
    if c.dialect.name == "postgresql":
        c.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    ticket = ticket_of(c, me)
    if ticket is not None:
        return ticket
    c.execute(delete(places).where(places.c.guest == me, places.c.inviter == ""))
    for table, created in _waiting(c, sought):
        others = c.execute(select(places.c.guest, places.c.seat).where(places.c.table_id == table)).all()
        free = sorted(set(range(sought.seats)) - {row.seat for row in others})
        soon = created + 1_000 * FILL_S[sought.pace] - LATEST_MS <= now
        if free and not soon and not company.apart(c, me, [row.guest for row in others]):
            return company.keep_place(c, Place(table, me, free[0]), now)
    open_table(c)
    return company.keep_place(c, Place(fresh, me, 0), now)


def _waiting(c: Connection, sought: Sought) -> list[tuple[str, int]]:
    """The tables at which somebody waits for this game, the oldest first."""
    asked = select(places.c.table_id).where(places.c.inviter == "")
    found = (
        select(tables.c.id, tables.c.created)
        .join_from(tables, heads)
        .where(tables.c.id.in_(asked), heads.c.stage == "gathering", heads.c.trouble == "")
        .where(tables.c.game == sought.game, tables.c.pace == sought.pace, tables.c.seats == sought.seats)
        .where(tables.c.rules == sought.rules, tables.c.data == sought.data)
        .order_by(tables.c.created, tables.c.id)
        .limit(MOST_TABLES)
    )
    return [(row.id, row.created) for row in c.execute(found)]


def leave(c: Connection, me: str) -> None:
    c.execute(delete(places).where(places.c.guest == me, places.c.inviter == ""))


def others_at(c: Connection, place: Place) -> list[str]:
    """Who else has a seat kept at this table."""
    return list(
        c.execute(
            select(places.c.guest).where(places.c.table_id == place.table, places.c.guest != place.guest)
        ).scalars()
    )


class Meeting:
    """Tables for whoever comes, over HTTP."""

    def __init__(self, hub: Hub, reception: Reception) -> None:
        self._hub = hub
        self._at = reception
        self._searches = Buckets(lambda: Bucket(AT_ONCE, 1 / EVERY_S))

    def routes(self) -> list[Route]:
        return [
            Route("/api/meetings", self.ticket, methods=["GET"]),
            Route("/api/meetings", self.seek, methods=["POST"]),
            Route("/api/meetings", self.leave, methods=["DELETE"]),
        ]

    async def ticket(self, request: Request) -> Response:
        guest = await self._at.named_guest(request)
        place = await self._hub.store.look_up(lambda c: ticket_of(c, guest.id))
        return self._at.answer(wire.Met() if place is None else wire.Met(place.table))

    async def seek(self, request: Request) -> Response:
        wish: wire.Seeking = await self._at.read(request, wire.Seeking)
        guest = await self._at.named_guest(request, self._searches)
        game = self._hub.games.get(wish.game)
        if game is None or (wish.seats and wish.seats not in game.seat_counts):
            raise Refusal("malformed")
        if game.real_time(game.settle_options({})) and wish.pace != "live":
            raise Refusal("malformed")
        now = self._hub.office.clock.now()
        seats = wish.seats or 1 + len(box_of(game.id).first.bots)
        row = self._new_table(wish, seats, now)
        sitting = [Seat("invited", invite=new_invite()) for _ in range(seats)]
        draft = plan_opening(Table(row, game), sitting, now)
        sought = Sought(wish.game, wish.pace, seats, game.rules_version, game.data_digest)
        opening = adding(row, draft.records, draft.table.summary())
        work = partial(seek, me=guest.id, sought=sought, fresh=row.id, open_table=opening, now=now)
        return self._at.answer(wire.Met((await self._hub.store.care(work)).table), 201)

    def _new_table(self, wish: wire.Seeking, seats: int, now: int) -> TableRow:
        """A table that belongs to nobody; the secret of its dice is drawn before anybody adds to them."""
        game = self._hub.games[wish.game]
        terms = Terms(fill_s=FILL_S[wish.pace])
        facts = (game, game.settle_options({}), wish.pace, seats, now)
        return new_row(*facts, owner="", secret=fresh_secret(), limit_s=LIMIT_S[wish.pace], terms=terms)

    async def leave(self, request: Request) -> Response:
        """Wait no more. Once the game has begun, that is leaving it, which is done at the table."""
        await self._at.check(request)
        await self.give_up((await self._at.named_guest(request)).id)
        return self._at.answer(wire.Met())

    async def give_up(self, guest: str) -> None:
        """The seat of somebody who waits is free again, under another invitation."""
        store = self._hub.store
        place = await store.look_up(lambda c: ticket_of(c, guest))
        live = None if place is None else await self._hub.find(place.table)
        if place is None or place.seat is None or live is None:
            return
        seat = place.seat
        async with live.alone():
            now = self._hub.office.clock.now()
            await live.ledger.carry_out("", lambda: plan_leaving_a_place(live.table, guest, seat, now))
        await store.care(lambda c: leave(c, guest))

    async def keep_apart(self, guest: str, other: str) -> None:
        """Somebody who has blocked another does not wait with them any longer."""
        place = await self._hub.store.look_up(lambda c: ticket_of(c, guest))
        if place is not None and other in await self._hub.store.look_up(lambda c: others_at(c, place)):
            with contextlib.suppress(Refusal):  # if the game has begun meanwhile, it goes on
                await self.give_up(guest)
