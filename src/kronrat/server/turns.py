"""The games somebody plays over days: which of them wait, orders for questions to come, and times away."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kronrat.bots import list_bots
from kronrat.core.dice import Dice, fresh_secret
from kronrat.server import wire
from kronrat.server.correspondence import check_absence, plan_absence
from kronrat.server.foresight import Prospects, foresee
from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.lobby import Lobby
from kronrat.server.orders import checked
from kronrat.server.planning import Draft
from kronrat.server.records import Guest, Sheet, Summary
from kronrat.server.refusal import Refusal

UNLIMITED = 1 << 62  # later than any deadline
_changed = msgspec.structs.replace


class Turns:
    """What the page of somebody's turns needs."""

    def __init__(self, hub: Hub, lobby: Lobby) -> None:
        self._hub = hub
        self._lobby = lobby

    # -- the list ----------------------------------------------------------------------------------------------------

    async def of(self, guest: Guest, unheard: frozenset[str] = frozenset()) -> wire.Turns:
        store = self._hub.store
        sheets: dict[str, list[Sheet]] = {}
        for sheet in await store.sheets_of(guest.id):
            sheets.setdefault(sheet.table, []).append(sheet)
        found = [
            _turn(self._lobby.mine(row, summary, changed, guest.id), summary, sheets.get(row.id, []), row.id in unheard)
            for row, summary, changed in await store.playing(guest.id)
        ]
        playable = [turn for turn in found if not turn.table.outdated]
        playable.sort(key=lambda turn: (not turn.table.my_turn, turn.table.deadline or UNLIMITED, turn.table.changed))
        return wire.Turns(playable, self._hub.office.clock.now(), list(list_bots()))

    # -- times away --------------------------------------------------------------------------------------------------

    async def be_absent(self, guest: Guest, wish: wire.Absence) -> wire.Turns:
        """Note it at every table by correspondence; where there are no holidays left, the table does not hear of it."""
        now = self._hub.office.clock.now()
        check_absence(wish, now)
        unheard: set[str] = set()
        for row, *_ in await self._hub.store.playing(guest.id):
            live = await self._hub.find(row.id) if row.pace == "correspondence" else None
            if live is None or live.table.past is not None:
                continue
            try:
                async with live.alone():
                    await live.ledger.carry_out("", _absence(live, guest.id, wish, now))
            except Refusal as refused:
                if str(refused) == "no_holidays":
                    unheard.add(row.id)
        return await self.of(guest, frozenset(unheard))

    # -- orders ------------------------------------------------------------------------------------------------------

    async def orders(self, guest: Guest, live: LiveTable, seat: int) -> Callable[[], wire.Ordered]:
        """What somebody has ordered, and what may come; to be worked out in a thread."""
        async with live.alone() as table:
            _check_may_order(live, guest, seat)
            sheet = await self._sheet(live, guest, seat)
            asked = seat in table.deciding()
            state = None if asked else table.running().state.clone()
        dice = Dice(fresh_secret())

        def told() -> wire.Ordered:
            found = Prospects(0, [], []) if state is None else foresee(live.game, state, seat, sheet, dice)
            return wire.Ordered(
                sheet.version, sheet.orders, found.expected, found.outcomes, found.worlds, asked, sheet.dropped
            )

        return told

    async def order(self, guest: Guest, live: LiveTable, seat: int, wish: wire.OrderSheet) -> None:
        """Keep the orders of a seat instead of those before."""
        orders = checked(wish.orders)
        async with live.alone() as table:
            _check_may_order(live, guest, seat)
            if seat in table.deciding() and any([not order.always for order in orders]):
                raise Refusal("not_now")  # it is asked already, and an order would be for a question after this
            sheet = await self._sheet(live, guest, seat)
            if wish.version != sheet.version:
                raise Refusal("stale")
            if not await self._hub.store.keep_sheet(_changed(sheet, orders=orders, dropped=[])):
                raise Refusal("stale")

    async def _sheet(self, live: LiveTable, guest: Guest, seat: int) -> Sheet:
        kept = await self._hub.store.sheet(live.id, seat)
        fresh = Sheet(live.id, seat, guest.id, looked=live.table.version)
        return fresh if kept is None or kept.guest != guest.id else kept


def _absence(live: LiveTable, guest: str, wish: wire.Absence, now: int) -> Callable[[], Draft]:
    return lambda: plan_absence(live.table, guest, wish, now)


def _check_may_order(live: LiveTable, guest: Guest, seat: int) -> None:
    table = live.table
    table.seating.check_mine(seat, guest.id)
    if table.past is not None:
        raise table.past.refusal
    if table.row.pace != "correspondence" or table.stage != "playing" or table.bot_of(seat):
        raise Refusal("not_now")


def _turn(table: wire.TableLine, summary: Summary, sheets: list[Sheet], unheard: bool) -> wire.Turn:
    """A game with what concerns the one of my seats that has the least time."""
    asked = [seat for seat in table.mine if seat in table.deciding] or table.mine
    seat = str(min(asked, key=lambda seat: summary.deadlines.get(str(seat), UNLIMITED)))
    absent = summary.absences.get(seat)
    return wire.Turn(
        table,
        since=summary.since.get(seat, 0),
        reserve_ms=summary.reserves.get(seat),
        orders=sum([len(sheet.orders) for sheet in sheets]),
        dropped=any([sheet.dropped for sheet in sheets]),
        away=[] if absent is None else [absent.since, absent.until],
        away_bot="" if absent is None else absent.bot,
        unheard=unheard,
    )
