"""Orders: what a player who is waiting wants to be answered when asked next. Nobody else ever learns of them.

They are kept beside the records of a table, because a record has a number that everybody sees. An order is carried out
like a command of its player, under an id of its own, so that it is played once, whatever happens in between.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import proxy

import msgspec

from kronrat.core.flow import Choice
from kronrat.server import wire
from kronrat.server.ledger import command_key
from kronrat.server.planning import Draft
from kronrat.server.records import Sheet
from kronrat.server.refusal import Refusal
from kronrat.server.table import Table
from kronrat.server.timing import Asked
from kronrat.words.sentences import snake

if TYPE_CHECKING:
    from kronrat.server.live import LiveTable

MOST_ORDERS = 20
MOST_CHOICES = 12
LONGEST_CHOICE = 40  # words
_changed = msgspec.structs.replace


def kind_of(asked: Asked) -> str:
    return snake(type(asked.question).__name__)


def order_for(sheet: Sheet, kind: str) -> wire.Order | None:
    """The order for a question: one that is for this time before one that is for always."""
    fitting = [order for order in sheet.orders if order.kind == kind]
    return next((order for order in fitting if not order.always), fitting[0] if fitting else None)


def chosen(order: wire.Order, options: list[Choice]) -> Choice | None:
    """The first choice of an order that is possible."""
    return next((tuple(choice) for choice in order.choices if tuple(choice) in options), None)


def without(sheet: Sheet, order: wire.Order) -> Sheet:
    """What is left when an order was carried out."""
    return _changed(sheet, orders=[other for other in sheet.orders if other.always or other.id != order.id])


def given_up(sheet: Sheet, order: wire.Order) -> Sheet:
    """What is left when nothing of an order was possible: the orders behind it have counted on it."""
    left = [other for other in sheet.orders if other.always]
    return _changed(sheet, orders=left, dropped=[*sheet.dropped, order.kind], drops=sheet.drops + 1)


def checked(orders: list[wire.Order]) -> list[wire.Order]:
    """Orders as they are kept; raises `Refusal`."""
    if len(orders) > MOST_ORDERS:
        raise Refusal("too_many")
    for order in orders:
        if not order.kind.isidentifier() or len(order.kind) > 64 or not 0 < len(order.choices) <= MOST_CHOICES:
            raise Refusal("malformed")
        if any([not 0 < len(choice) <= LONGEST_CHOICE for choice in order.choices]):
            raise Refusal("malformed")
    return [_changed(order, id=secrets.token_urlsafe(9)) for order in orders]


class Orders:
    """Carries out the orders at one table by correspondence."""

    def __init__(self, live: LiveTable) -> None:
        self._live: LiveTable = proxy(live)  # not a reference cycle, so that a table that rests is freed at once
        self._looked: dict[int, Asked] = {}  # seat -> the question that was last compared with its orders

    def waiting(self) -> list[int]:
        """The seats of people whose questions have not been compared with their orders."""
        table = self._live.table
        if table.row.pace != "correspondence" or table.past is not None:
            return []
        asked = table.timing.asked
        return [s for s in table.deciding() if not table.bot_of(s) and s in asked and self._looked.get(s) != asked[s]]

    async def carry_out(self) -> None:
        """Answer one of the questions for which there is an order. The caller holds the lock of the table."""
        store = self._live.office.store
        for seat in self.waiting():
            table = self._live.table
            asked = table.timing.asked[seat]
            sheet = await store.sheet(table.row.id, seat)
            mine = sheet is not None and sheet.guest == table.seats[seat].guest
            played = sheet is not None and mine and await self._answer(table, sheet, seat, asked)
            self._looked[seat] = asked
            if sheet is not None:
                await store.look(table.row.id, seat, table.version)
            if played:
                return

    async def _answer(self, table: Table, sheet: Sheet, seat: int, asked: Asked) -> bool:
        """Play what is ordered; whether something was."""
        ledger = self._live.ledger
        for order in sheet.orders:
            if not order.always and ledger.knows(_key(sheet, order, asked)):
                sheet = await self._keep(sheet, without, order)  # it was played, and then the server ended
        fitting = order_for(sheet, kind_of(asked))
        if fitting is None:
            return False
        choice = chosen(fitting, table.running().state.options(seat))
        if choice is None:
            if not fitting.always:
                await self._keep(sheet, given_up, fitting)
            return False
        now, answer, key = self._live.office.clock.now(), choice, _key(sheet, fitting, asked)
        try:
            await ledger.carry_out(key, lambda: _plan(self._live.table, seat, asked, answer, now))
        except Refusal:
            return False  # others were quicker, so that it is another question now
        self._live.office.counts["orders"] += 1
        if not fitting.always:
            await self._keep(sheet, without, fitting)
        return True

    async def _keep(self, sheet: Sheet, change: Callable[[Sheet, wire.Order], Sheet], order: wire.Order) -> Sheet:
        """Keep a sheet as it is after a change, which is made again if its player has changed it meanwhile."""
        store = self._live.office.store
        while not await store.keep_sheet(change(sheet, order)):
            newer = await store.sheet(sheet.table, sheet.seat)
            if newer is None:
                break
            sheet = newer
        return _changed(change(sheet, order), version=sheet.version + 1)


def _key(sheet: Sheet, order: wire.Order, asked: Asked) -> str:
    """The id of what an order does: one that is for always does it at every question."""
    return command_key(sheet.guest, f"order {order.id} {asked.version}" if order.always else f"order {order.id}")


def _plan(table: Table, seat: int, asked: Asked, choice: Choice, now: int) -> Draft:
    if table.timing.asked.get(seat) != asked or table.bot_of(seat):
        raise Refusal("stale")  # its player was quicker, on another process
    return Draft(table, now).add_choice(seat, choice)
