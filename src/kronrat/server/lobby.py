"""Opening tables, and the lists of them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence, Set
from typing import Any

import msgspec
from sqlalchemy import Connection

from kronrat.bots import list_bots
from kronrat.core.dice import commitment, fresh_secret
from kronrat.core.game import BadOption, Game
from kronrat.core.seeds import KEYED_DICE
from kronrat.data.shared import files_by_game
from kronrat.lessons import Trial
from kronrat.server import company, store, wire
from kronrat.server.correspondence import terms_of
from kronrat.server.deals import MOST_TABLES
from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.planning import plan_rematch
from kronrat.server.records import Guest, Origin, Seat, Summary, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.seating import check_nonce, clean_name, is_id, new_invite
from kronrat.server.variations import Begun

LONGEST_LIMIT_S = 30 * 24 * 3_600
WATCHED = 10  # running games are listed, the newest ones


class Lobby:
    """Where tables are found and opened."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._own_data = set(files_by_game(hub.office.settings.figures))  # games with figures of the host's own copy

    async def tables(self, guest: Guest | None) -> wire.Lobby:
        now = self.hub.office.clock.now()
        return await self.hub.store.look_up(lambda c: self._tables(c, "" if guest is None else guest.id, now))

    def _tables(self, c: Connection, guest: str, now: int) -> wire.Lobby:
        """All lists over one connection, because every look at the lobby asks for them."""
        mine = [self.mine(*line, guest) for line in store.tables_of(c, guest)] if guest else []
        blocked = company.blocked_by(c, guest) if guest else frozenset[str]()
        inviting = self._of_others(c, guest, "gathering", blocked)
        running = self._of_others(c, guest, "playing", blocked, WATCHED)
        return wire.Lobby(mine, inviting, running, now, self._invited(c, guest) if guest else [])

    def _invited(self, c: Connection, guest: str) -> list[wire.Invited]:
        """Tables where a seat is kept for somebody."""
        by = company.places_of(c, guest)
        lines = store.some_tables(c, list(by)) if by else []
        return [wire.Invited(self.mine(*line, guest), by[line[0].id]) for line in lines]

    def mine(self, row: TableRow, summary: Summary, changed: int, guest: str) -> wire.TableLine:
        damaged = row.id in self.hub.damaged
        line = table_line(row, summary, changed, guest, damaged or self.hub.is_outdated(row))
        line.damaged = damaged
        return line

    def _of_others(
        self, c: Connection, guest: str, stage: str, blocked: Set[str], limit: int = 50
    ) -> list[wire.TableLine]:
        """Public tables; those that everybody has left, that can no longer be played, or where somebody sits whom the
        guest does not want to meet, are not listed.
        """
        return [
            table_line(*found, guest)
            for found in store.listed(c, stage, limit, guest, self.hub.versions)
            if not self.hub.is_outdated(found[0]) and blocked.isdisjoint(found[1].guests.values())
        ]

    async def seal(self, guest: Guest) -> wire.Sealed:
        """Draw the secret of a table to come, before anybody has added anything to its dice."""
        seal, secret = secrets.token_urlsafe(12), fresh_secret()
        await self.hub.store.add_seal(seal, guest.id, secret, self.hub.office.clock.now())
        return wire.Sealed(seal, commitment(secret))

    async def _secret(self, guest: Guest, seal: str) -> bytes:
        """What is under the seal; without one a secret is drawn now."""
        if not seal:
            return fresh_secret()
        now = self.hub.office.clock.now()
        secret = await self.hub.store.take_seal(seal, guest.id, now) if is_id(seal) else None
        if secret is None:
            raise Refusal("unknown_seal")
        return secret

    async def try_out(self, guest: Guest, game: str, trial: Trial, nonce: str) -> wire.Tried:
        """A table that begins right at what is to be tried."""
        seats = [wire.SeatWish("me", nonce=nonce), *[wire.SeatWish("bot", bot=bot) for bot in trial.bots]]
        wish = wire.NewTable(game, seats, dict(trial.options), undo="off", listed=False)
        opened = await self.open(guest, wish, trial.asks)
        return wire.Tried(opened.table, opened.commitment, list(trial.asks))

    async def vary(self, guest: Guest, wish: wire.NewVariation, begun: Begun) -> wire.Opened:
        """A table that goes on from another game; only whoever has its address finds it."""
        seal = wish.seal if wish.dice == "new" else ""
        again = wire.NewTable(
            begun.game, wish.seats, begun.options, undo=wish.undo, listed=False, seal=seal, think_s=wish.think_s
        )
        return await self.open(guest, again, begun=begun)

    async def open(
        self, guest: Guest, wish: wire.NewTable, trial: Sequence[str] = (), begun: Begun | None = None
    ) -> wire.Opened:
        """Keep a new table."""
        if wish.game not in self.hub.games:
            raise Refusal("malformed")
        game = self.hub.games[wish.game]
        options = _settled(game, len(wish.seats), wish.options)
        longest_think_s = self.hub.office.settings.longest_think_s
        if not 0 <= wish.limit_s <= LONGEST_LIMIT_S or not 0 <= wish.think_s <= longest_think_s:
            raise Refusal("malformed")
        if not 1 <= wish.copies <= MOST_TABLES:
            raise Refusal("malformed")
        sitting = [_seat(guest, seat) for seat in wish.seats]
        if all(seat.kind == "bot" for seat in sitting):
            raise Refusal("malformed")  # without a person there is nobody to add to the dice
        if game.real_time(options):
            if wish.pace != "live":
                raise Refusal("malformed")
            if len([seat for seat in sitting if seat.guest]) > 1:
                raise Refusal("one_seat")
        if wish.rated and len([seat for seat in sitting if seat.guest]) > 1:
            raise Refusal("one_each")
        if wish.rated and wish.game in self._own_data:
            raise Refusal("own_data")
        if await self.hub.store.unfinished_of(guest.id, self.hub.versions) >= self.hub.office.settings.tables_per_guest:
            raise Refusal("too_many_tables")
        first = new_row(
            game,
            options,
            wish.pace,
            len(sitting),
            self.hub.office.clock.now(),
            owner=guest.id,
            secret=begun.secret if begun and begun.secret else await self._secret(guest, wish.seal),
            dice=begun.dice if begun else KEYED_DICE,
            undo=wish.undo,
            limit_s=wish.limit_s,
            listed=wish.listed,
            think_s=wish.think_s,
            terms=terms_of(wish),
            rated=wish.rated,
            nonces=begun.nonces if begun else [],
            origin=begun.origin if begun else Origin(),
        )
        if wish.copies > 1:
            return await self._deal(first, sitting, wish)
        await self.hub.create(first, sitting, trial, begun.lines if begun else ())
        return wire.Opened(first.id, commitment(first.secret))

    async def _deal(self, first: TableRow, sitting: list[Seat], wish: wire.NewTable) -> wire.Opened:
        """Several tables with the same dice; who sits at the first of them sits at no other."""
        nonces = [seat.nonce for seat in sitting if seat.guest]
        if len(nonces) > 1:
            raise Refusal("one_each")
        if not nonces:
            raise Refusal("malformed")  # somebody has to add to the dice
        deal = secrets.token_urlsafe(12)
        for number in range(wish.copies):
            seats = [Seat("open") if number and seat.guest else seat for seat in sitting]
            seats = [_another(seat) if number else seat for seat in seats]
            turned = number % len(seats) if wish.rotated else 0
            id = secrets.token_urlsafe(12) if number else first.id
            row = msgspec.structs.replace(
                first, id=id, listed=False, deal=deal, nonces=nonces, created=first.created + number
            )
            await self.hub.create(row, [*seats[-turned:], *seats[:-turned]] if turned else seats)
        return wire.Opened(first.id, commitment(first.secret), deal)

    async def rematch(self, guest: Guest, live: LiveTable, wish: wire.Rematch) -> wire.Opened:
        """The same table once more. The first player to ask opens it; the others find its id at the old one."""
        async with live.alone() as table:
            mine = table.seating.of(guest.id)
            if not mine:
                raise Refusal("not_yours")
            if table.past is not None:
                raise table.past.refusal
            if table.stage != "over":
                raise Refusal("not_now")
            if table.row.origin.bends:
                raise Refusal("not_now")  # who wants to try it again plays on from the same moment again
            if table.rematch:
                return await self._opened(table.rematch)
            if len(wish.nonces) != len(mine):
                raise Refusal("malformed")
            nonces = dict(zip(mine, wish.nonces, strict=True))
            seats = [_seat_again(number, seat, nonces) for number, seat in enumerate(table.seats)]
            row = table.row
            again = wire.NewTable(
                row.game, seats, row.options, row.pace, row.undo, row.limit_s, False,
                wish.seal, min(row.think_s, self.hub.office.settings.longest_think_s),
                **msgspec.structs.asdict(row.terms),
                rated=row.rated,
            )  # fmt: skip
            opened = await self.open(guest, again)
            await live.keep(plan_rematch(table, opened.table, self.hub.office.clock.now()))
            first = live.table.rematch
            return opened if first in ("", opened.table) else await self._opened(first)

    async def _opened(self, table: str) -> wire.Opened:
        """The answer for a table that has just been opened, or was before."""
        row = await self.hub.store.table(table)
        if row is None:
            raise Refusal("unknown_table")
        return wire.Opened(row.id, commitment(row.secret))


def new_row(
    game: Game, options: dict[str, str], pace: wire.Pace, seats: int, now: int, owner: str, secret: bytes, **wishes: Any
) -> TableRow:
    """What is fixed when a table is opened, with the rules and data of today."""
    fixed: dict[str, Any] = {"undo": "consent", "limit_s": 0, "listed": False, "dice": KEYED_DICE, **wishes}
    return TableRow(
        id=secrets.token_urlsafe(12),
        game=game.id,
        options=options,
        pace=pace,
        owner=owner,
        secret=secret,
        created=now,
        seats=seats,
        rules=game.rules_version,
        data=game.data_digest,
        **fixed,
    )


def _seat_again(number: int, seat: Seat, nonces: dict[int, str]) -> wire.SeatWish:
    if number in nonces:
        return wire.SeatWish("me", nonce=nonces[number], name=seat.name)
    return wire.SeatWish("bot", bot=seat.bot) if seat.kind == "bot" else wire.SeatWish("open")


def _seat(guest: Guest, wish: wire.SeatWish) -> Seat:
    match wish.kind:
        case "me":
            check_nonce(wish.nonce)
            return Seat("human", guest.id, clean_name(wish.name) or guest.name, nonce=wish.nonce)
        case "bot":
            if wish.bot not in list_bots():
                raise Refusal("malformed")
            return Seat("bot", bot=wish.bot)
        case "invited":
            return Seat("invited", invite=new_invite())
        case _:
            return Seat("open")


def _another(seat: Seat) -> Seat:
    """The same seat at another table: nobody is invited to two of them."""
    return Seat("invited", invite=new_invite()) if seat.kind == "invited" else seat


def _settled(game: Game, seats: int, options: dict[str, str]) -> dict[str, str]:
    try:
        game.check_seats(seats)
        return game.settle_options(options)
    except BadOption as problem:
        raise Refusal("malformed") from problem


def table_line(row: TableRow, summary: Summary, changed: int, guest: str, outdated: bool = False) -> wire.TableLine:
    mine = sorted([int(seat) for seat, sitting in summary.guests.items() if guest and sitting == guest])
    behind = bool(row.terms.watch_delay_s) and not mine and summary.stage == "playing"  # only its players know more
    deciding = [seat for seat in summary.deciding if seat >= 0 and not outdated and not behind]
    asked = [seat for seat in mine if seat in deciding]
    dues = [summary.deadlines[str(seat)] for seat in asked if str(seat) in summary.deadlines]
    return wire.TableLine(
        id=row.id,
        game=row.game,
        options=row.options,
        stage=summary.stage,
        pace=row.pace,
        limit_s=row.limit_s,
        seats=summary.seats,
        mine=mine,
        my_turn=bool(asked),
        deciding=deciding,
        caption={} if behind else summary.caption,
        changed=changed,
        deadline=min(dues, default=0),
        reserve_s=row.terms.reserve_s,
        weekends=row.terms.weekends,
        holiday_days=row.terms.holiday_days,
        outdated=outdated,
        scores=summary.scores,
        rated=row.rated,
        varied=bool(row.origin.bends),
    )
