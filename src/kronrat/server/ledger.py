"""The records of one table as this process knows them: drafts are appended, and what others appended is read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from weakref import WeakMethod

import msgspec

from kronrat.core.game import BadOption, Game
from kronrat.server import telling
from kronrat.server.office import Office
from kronrat.server.past import Past
from kronrat.server.planning import Draft
from kronrat.server.records import Keepsake, Record, TableRow, Unread
from kronrat.server.refusal import Refusal
from kronrat.server.results import outcome_of
from kronrat.server.table import Change, Table, fold_past

log = logging.getLogger(__name__)

SIGHT_EVERY = 64  # after this many lines of a journal its views are kept anew
ATTEMPTS = 4  # attempts to append a command's records before somebody else appends others


def command_key(guest: str, id: str) -> str:
    """The key of a command: separate for each guest, so that nobody can use up another's ids."""
    return f"{guest}:{id}"


class Ledger:
    """`table` is always exactly what the kept records add up to. The caller holds the lock of the table."""

    def __init__(
        self, office: Office, row: TableRow, game: Game, on_changes: Callable[[Sequence[Change]], None]
    ) -> None:
        self.table = _before_its_records(row, game, office.since)
        self._office = office
        self._listener = WeakMethod(on_changes)  # not a reference cycle, so that a table that rests is freed at once
        self._commands: set[int] = set()  # hashes, because a table has many and the keys themselves are not needed
        self._behind = False  # whether the store may have records that were not read
        self._sight_version = self._sight_lines = 0  # the version of the newest keepsake, as far as this process knows

    def _on_changes(self, changes: Sequence[Change]) -> None:
        listener = self._listener()
        if listener is not None:
            listener(changes)

    def knows(self, command: str) -> bool:
        return bool(command) and hash(command) in self._commands

    # -- reading -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read the whole table. A long game takes its time, which must not be at the expense of other tables."""
        row, game, store = self.table.row, self.table.game, self._office.store
        records = await store.records(row.id)
        current = row.is_of(game)
        trouble = ""
        if current is not False and self.table.past is None:
            try:
                self._on_changes(await asyncio.to_thread(self._take, records))
            except Exception as problem:
                log.exception("the records of table %s cannot be followed by today's rules", row.id)
                trouble = "" if current is None else _trouble(problem, records)
                current = False
        if current is False or self.table.past is not None:
            await self._open_past(records, trouble)
        elif current is None:
            self.table.row = msgspec.structs.replace(row, rules=game.rules_version, data=game.data_digest)
            await store.settle_version(self.table.row)

    async def _open_past(self, records: Sequence[Record], trouble: str = "") -> None:
        """The same for a table of other rules or data, or for one in trouble: nothing of it is played."""
        row, game = self.table.row, self.table.game
        summary, kept = await self._office.store.kept(row.id)
        followed = None if kept else await asyncio.to_thread(_followed, row, game, records)
        stage = "gathering" if summary is None else summary.stage
        past = Past(stage, kept or followed, sure=kept is not None, trouble=trouble)
        self.table = fold_past(row, game, records, self._office.since, past)
        self._on_changes([Change(info=True, hands=True)])
        if trouble:
            self._office.counts["tables_quarantined"] += 1
            await self._office.store.set_trouble(row.id, trouble)

    async def quarantine(self, trouble: str) -> None:
        """Play no more here, because that fails again and again or the host wants it so; it is shown as it is now."""
        with suppress(Exception):
            sight = self.new_keepsake()
            if sight is not None:
                await self._office.store.keep({self.table.row.id: sight})
        records = await self._office.store.records(self.table.row.id)
        await self._open_past(records, trouble)

    async def read_on(self) -> None:
        """Read what was appended elsewhere, and pass it on."""
        self._behind = True
        if self.table.past is not None:
            trouble = self.table.past.trouble
            await self._open_past(await self._office.store.records(self.table.row.id), trouble)
            self._behind = False
            return
        records = await self._office.store.records(self.table.row.id, self.table.version)
        try:
            changes = self._take(records)
        except Exception as problem:
            log.exception("what was appended to table %s cannot be followed", self.table.row.id)
            trouble = _trouble(problem, records)
            self.table = _not_played(self.table.row, self.table.game, self._office.since, trouble)
            await self.read_on()
            return
        self._behind = False
        self._on_changes(changes)

    async def be_sure(self) -> None:
        """Read on if the outcome of an append is not known."""
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
        """Keep what is planned, and plan again whenever others were faster. False: it was kept before."""
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
            sight = telling.keepsake(draft.table) if self._is_sight_due(draft.table) else None
            outcome = outcome_of(draft.table, draft.now) if self._ends(draft.table) else None
            with self._office.metrics.append_s.time():
                kept = await self._office.store.append(
                    self.table.row.id, records, draft.table.summary(), epoch, sight, outcome
                )
        except BaseException:
            self._behind = True
            raise
        if not kept:
            await self.read_on()
            return False
        if sight is not None:
            self._sight_version, self._sight_lines = sight.version, sight.lines
        if outcome is not None:
            self._office.ended.set()
        self._note_commands(records)
        self._office.bus.publish(self.table.row.id, draft.table.version)
        self.adopt(draft)
        return True

    def _ends(self, table: Table) -> bool:
        """Whether the game is over with what is to be kept, or left by everybody."""
        return self.table.stage == "playing" and table.stage in ("over", "closed")

    def adopt(self, draft: Draft) -> None:
        """Take over the table of a draft whose records are kept, and tell what changed."""
        self.table = draft.table
        self._on_changes(draft.changes)

    # -- keepsakes ---------------------------------------------------------------------------------------------------

    def _is_sight_due(self, table: Table) -> bool:
        """Views are kept now and then, so that a crash before an upgrade loses little, and when the game is over."""
        if table.match is None:
            return False
        new = len(table.line_versions) - self._sight_lines
        return new >= SIGHT_EVERY or (new > 0 and table.match.over)

    def new_keepsake(self) -> Keepsake | None:
        """What is to be kept of the table before it leaves the memory; None if that was done."""
        table = self.table
        if table.past is not None or table.match is None or self._sight_version == table.version:
            return None
        self._sight_version, self._sight_lines = table.version, len(table.line_versions)
        return telling.keepsake(table)


def _before_its_records(row: TableRow, game: Game, since: int) -> Table:
    """The table before its records; one of other rules may have options that no longer exist."""
    if row.is_of(game) is not False:
        with suppress(BadOption):
            return Table(row, game, since)
    return _not_played(row, game, since)


def _not_played(row: TableRow, game: Game, since: int, trouble: str = "") -> Table:
    return Table(row, game, since, Past("gathering", None, sure=False, trouble=trouble))


def _trouble(problem: Exception, records: Sequence[Record]) -> str:
    """Why a table cannot be followed by its own rules; nothing if another release has written to it."""
    strange = any(isinstance(record.body, Unread) and record.body.is_of_another_release for record in records)
    return "" if strange else repr(problem)


def _followed(row: TableRow, game: Game, records: Sequence[Record]) -> Keepsake | None:
    """What today's rules make of the records of a table, up to the first one that they cannot follow."""
    try:
        table = Table(row, game)
        with suppress(Exception):  # today's rules may fail in any way
            for record in records:
                table.apply(record)
        return telling.keepsake(table)
    except Exception:
        log.exception("today's rules show nothing of table %s", row.id)
        return None
