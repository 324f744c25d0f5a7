"""Which tables somebody may see."""

from __future__ import annotations

from starlette.requests import Request

from kronrat.server.hub import Hub
from kronrat.server.live import LiveTable
from kronrat.server.reception import Reception
from kronrat.server.refusal import Refusal


class Access:
    """Finds the table that a request is about, and refuses one whose dice somebody else still plays with."""

    def __init__(self, hub: Hub, reception: Reception) -> None:
        self._hub = hub
        self._at = reception

    async def table(self, request: Request) -> LiveTable:
        return await self.named(request.path_params["table"], request)

    async def named(self, id: str, request: Request) -> LiveTable:
        """The table with this id, if whoever asks may see it."""
        live = await self._hub.find(id)
        if live is None:
            raise Refusal("unknown_table")
        if live.row.deal:
            guest = await self._at.guest(request)
            sits = guest is not None and bool(live.table.seating.of(guest.id))
            if not sits and not await self.is_cleared(live.id, guest.id if guest else ""):
                raise Refusal("not_yet")
        return live

    async def is_cleared(self, table: str, guest: str) -> bool:
        """Whether somebody who does not sit at a table may see it."""
        live = await self._hub.find(table)
        return live is None or await self._hub.office.deals.is_cleared(live.row, guest)
