"""The records of one table as this process knows them: what is drafted is appended, what others appended is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from kronrat.core.game import Game
from kronrat.server.office import Office
from kronrat.server.planning import Draft
from kronrat.server.records import Record, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.table import Change, Table

ATTEMPTS = 4  # to append a command's records before somebody else appends others


def command_key(guest: str, id: str) -> str:
    """Under what a command is kept: of each guest apart, so that nobody can use up another's ids."""
    return f"{guest}:{id}"


class Ledger:
    """`table` is what the kept records make, and never anything else. The caller holds the lock of the table."""

    def __init__(
        self, office: Office, row: TableRow, game: Game, on_changes: Callable[[Sequence[Change]], None]
    ) -> None:
        self.table = Table(row, game, office.since)
        self._office = office
        self._on_changes = on_changes
        self._commands: set[int] = set()  # hashes: a table has many, and the keys themselves say nothing
        self._behind = False  # the store may have records that were not read

    def knows(self, command: str) -> bool:
        return bool(command) and hash(command) in self._commands

    # -- reading -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read the whole table. A long game takes its time, and that is not to be the time of the others."""
        records = await self._office.store.records(self.table.row.id)
        self._on_changes(await asyncio.to_thread(self._take, records))

    async def read_on(self) -> None:
        """Read what was appended elsewhere, and tell it."""
        self._behind = True
        records = await self._office.store.records(self.table.row.id, self.table.version)
        self._behind = False
        self._on_changes(self._take(records))

    async def be_sure(self) -> None:
        """Read on if an append ended without a word about what became of it."""
        if self._behind:
            await self.read_on()

    def _take(self, records: Sequence[Record]) -> list[Change]:
        changes = [self.table.apply(record) for record in records]
        self._note_commands(records)
        return changes

    def _note_commands(self, records: Sequence[Record]) -> None:
        self._commands.update([hash(record.command) for record in records if record.command])

    # -- appending ---------------------------------------------------------------------------------------------------

    async def carry_out(self, command: str, plan: Callable[[], Draft]) -> bool:
        """Keep what is planned, which is planned anew whenever others were faster. False: that was done before."""
        for _ in range(ATTEMPTS):
            if self.knows(command):
                return False
            if await self.keep(plan(), command):
                return True
        raise Refusal("try_again")

    async def keep(self, draft: Draft, command: str = "", epoch: int | None = None) -> bool:
        """Append the records of a draft, adopt its table, and tell what changed; False if others were faster."""
        records = draft.records
        if command:
            records = [msgspec.structs.replace(records[0], command=command), *records[1:]]
        try:
            kept = await self._office.store.append(self.table.row.id, records, draft.table.summary(), epoch)
        except BaseException:
            self._behind = True
            raise
        if not kept:
            await self.read_on()
            return False
        self._note_commands(records)
        self._office.bus.publish(self.table.row.id, draft.table.version)
        self.adopt(draft)
        return True

    def adopt(self, draft: Draft) -> None:
        """Take over the table of a draft whose records are kept, and tell what changed."""
        self.table = draft.table
        self._on_changes(draft.changes)
