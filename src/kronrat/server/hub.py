"""All tables that this process has in memory: found when needed, driven while they run, put to rest when idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from kronrat.core.game import Game
from kronrat.server import accounts, care, company, wire
from kronrat.server.bus import Answered, Bus, Passed, Presence
from kronrat.server.care import BY_HOST
from kronrat.server.clock import Clock
from kronrat.server.connection import Connection
from kronrat.server.driver import Driver
from kronrat.server.live import LiveTable
from kronrat.server.office import Office
from kronrat.server.past import Missing
from kronrat.server.planning import Draft, plan, plan_becoming, plan_opening, plan_trial
from kronrat.server.records import Became, Guest, Keepsake, Lined, Record, Seat, Summary, TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.seating import is_id
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable

log = logging.getLogger(__name__)

RETAIN_S = 3_600.0  # how often what is old is deleted
SWEEP_S = 5.0  # how often idle tables are put to rest, and how often tables without a driver are looked for
SHARED_SWEEP_S = 1.5  # the same where another process may have been lost, whose tables must go on
SIGHTS_AT_ONCE = 10  # tables whose views are kept in one transaction
FAILURES = 5  # of a driver in a row, until its table is put into quarantine
MOST_TABLES = 1_000  # of one person, that are left together
SOON_MS = 60_000  # a table with nothing to do for this long may rest


class Hub:
    """The tables of one process."""

    def __init__(
        self, store: Store, bus: Bus, games: Mapping[str, Game], settings: Settings, clock: Clock | None = None
    ) -> None:
        self.games = games
        self.store = store
        self.bus = bus
        self.office = Office(store, bus, clock or Clock(), settings, secrets.token_hex(8))
        self.versions = {id: (game.rules_version, game.data_digest) for id, game in games.items()}
        self.tables: dict[str, LiveTable] = {}
        self.ready = False  # whether the tables with something to do have been looked for
        self.damaged: set[str] = set()  # tables in quarantine
        self._found_outdated: set[str] = set()  # of tables whose rules and data were not kept
        self._opening: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._driving: dict[str, tuple[Driver, asyncio.Task[None]]] = {}
        self._resting_until: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._noticed = 0  # until when it is known what others have kept
        self._parted: Mapping[tuple[str, int], list[str]] = {}  # who was asked anew who they are, of late,
        self._parted_here: set[tuple[str, int]] = set()  # and who of them in this process, before it was noticed
        self.on_parting: Callable[[str], None] = lambda guest: None

    async def open(self) -> None:
        await self.store.open()
        self.office.begin(await self.store.newest())
        self.damaged = set(await self.store.in_trouble())
        await self.bus.open()
        self.bus.listen(self._heard_version, self._heard_presence, self._missed, self._heard_passed)
        self._noticed = self.office.clock.now()
        self._spawn(self._sweep())
        self._spawn(self._retain())

    async def close(self) -> None:
        self.ready = False
        driven = list(self._driving)  # drivers that end remove themselves
        for task in [*self._tasks, *[task for _, task in self._driving.values()]]:
            task.cancel()
        await asyncio.gather(*self._tasks, *[task for _, task in self._driving.values()], return_exceptions=True)
        self.office.minds.close()
        await self.store.finish_appends()
        await self._keep_sights(self.tables.values())
        if self.store.shared:
            for table in driven:
                with contextlib.suppress(StoreUnavailable):
                    await self.store.release(table, self.office.name)
        await self.bus.close()
        await self.store.close()

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- tables ------------------------------------------------------------------------------------------------------

    async def create(
        self, row: TableRow, sitting: list[Seat], trial: Sequence[str] = (), lines: Sequence[Lined] = ()
    ) -> None:
        """Keep a new table; one without free seats begins at once, a trial with its first question, a variation
        with the lines that it repeats.
        """
        live, now = LiveTable(self.office, row, self.games[row.game]), self.office.clock.now()
        draft = plan_trial(live.table, sitting, trial, now) if trial else plan_opening(live.table, sitting, now, lines)
        await self.store.add_table(row, draft.records, draft.table.summary())
        self.office.counts["tables_opened"] += 1
        if draft.table.match is not None and row.id not in self.tables and row.id not in self._opening:
            live.begin(draft)
            self._admit(live)

    async def find(self, id: str) -> LiveTable | None:
        """The table of this id, read from the store if it is not in memory."""
        live = self.tables.get(id)
        if live is not None or not is_id(id):
            return live
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._open_table(id))
            self._opening[id].add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    async def _open_table(self, id: str) -> LiveTable | None:
        try:
            row = await self.store.table(id)
            if row is None:
                return None
            live = LiveTable(self.office, row, self.games.get(row.game) or Missing({}, ""))
            await live.open()
            trouble = await self.store.trouble(id)
            if trouble.startswith(BY_HOST) and live.table.past is None:
                await live.ledger.quarantine(trouble)
        except StoreUnavailable:
            raise
        except Exception as problem:
            log.exception("table %s cannot be opened", id)
            self.office.counts["tables_quarantined"] += 1
            self.damaged.add(id)
            await self.store.set_trouble(id, repr(problem))
            raise Refusal("damaged") from problem
        if id not in self.tables:
            self._admit(live)
        await self._note_trouble(live)
        return self.tables[id]

    async def _note_trouble(self, live: LiveTable) -> None:
        """Remember which tables are in quarantine; one that can be read again no longer is."""
        past = live.table.past
        if past is not None and past.trouble:
            self.damaged.add(live.id)
        elif live.id in self.damaged:
            self.damaged.discard(live.id)
            await self.store.set_trouble(live.id, "")

    def is_outdated(self, row: TableRow) -> bool:
        """Whether a table is known to have been begun with other rules or data than ours."""
        live = self.tables.get(row.id)
        if row.id in self._found_outdated or row.game not in self.games or (live and live.table.past):
            return True
        return row.is_of(self.games[row.game]) is False

    async def _keep_sights(self, tables: Iterable[LiveTable]) -> None:
        """Keep what can be seen of these tables, for the day when their rules have changed."""
        waiting = list(tables)
        try:
            while waiting:
                some, waiting = waiting[:SIGHTS_AT_ONCE], waiting[SIGHTS_AT_ONCE:]
                kept = {live.id: await _sight_of(live) for live in some}
                await self.store.keep({id: sight for id, sight in kept.items() if sight is not None})
        except StoreUnavailable as problem:
            log.warning("views of some tables were not kept: %s", problem)

    def _admit(self, live: LiveTable) -> None:
        """Keep the table in memory, and drive it."""
        if live.table.past is not None:
            self._found_outdated.add(live.id)
        self.tables[live.id] = live
        self._resting_until.pop(live.id, None)
        driver = Driver(live)
        self._driving[live.id] = (driver, asyncio.create_task(self._drive(driver)))

    async def _drive(self, driver: Driver) -> None:
        """Drive a table, and begin again if the driver fails: the table must go on, unless it fails too often."""
        live, failures, version = driver.live, 0, -1
        while True:
            try:
                await driver.run()
            except StoreUnavailable as problem:
                log.warning("table %s: %s", live.id, problem)
            except Exception as problem:
                log.exception("driving table %s failed", live.id)
                self.office.counts["failures"] += 1
                failures = failures + 1 if live.table.version == version else 1
                version = live.table.version
                if failures >= FAILURES:
                    await self._quarantine(live, repr(problem))
            await self.office.clock.sleep(1)

    async def _quarantine(self, live: LiveTable, trouble: str) -> None:
        """Play no more at a table that fails again and again, so that its players know and nothing else suffers."""
        with contextlib.suppress(StoreUnavailable):
            async with live.lock:
                await live.ledger.quarantine(trouble)
            await self._note_trouble(live)

    async def join(self, id: str, connection: Connection, wanted: str) -> LiveTable | None:
        """The table for a new connection; None if there is no such table, or nothing to draw it with."""
        live = await self.find(id)
        if live is None or isinstance(live.game, Missing):
            return None
        if connection.guest_id:
            connection.regard = await self.store.look_up(partial(company.regard_of, me=connection.guest_id, table=id))
        if live.let_go:  # it was read anew meanwhile
            return await self.join(id, connection, wanted)
        await live.join(connection, wanted)
        return live

    # -- resting -----------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            try:
                await self._sweep_once()
                self.ready = True
            except StoreUnavailable as problem:
                log.warning("looking for tables: %s", problem)
            except Exception:
                log.exception("looking for tables failed")
            await self.office.clock.sleep(SHARED_SWEEP_S if self.store.shared else SWEEP_S)

    async def _sweep_once(self) -> None:
        await self._notice_the_host()
        due = await self.store.due(self.office.clock.now() + int(1_000 * SWEEP_S), self.versions)
        for id in [*due, *await self.store.ordered()]:
            if self._is_to_be_driven(id):
                await self._find_to_drive(id)
        await self._keep_sights(self._rest())

    async def _notice_the_host(self) -> None:
        """Follow what a host has done with `kronrat admin` since the last time."""
        since, self._noticed = self._noticed, self.office.clock.now() - int(1_000 * SWEEP_S)
        for id, version in (await self.store.moved_since(since)).items():
            live = self.tables.get(id)
            if live is not None and version > live.table.version and not live.lock.locked():
                self._spawn(self._catch_up(live, version))
        marked = await self.store.in_trouble()
        for id, live in list(self.tables.items()):
            trouble, past = marked.get(id, ""), live.table.past
            if trouble.startswith(BY_HOST) and past is None:
                await self._quarantine(live, trouble)
            elif past is not None and past.trouble.startswith(BY_HOST) and not trouble:
                self.damaged.discard(id)
                self._let_go(live)
        before, self._parted = self._parted, await self.store.look_up(lambda c: accounts.parted_since(c, since))
        for parting, tables in self._parted.items():
            if parting not in before and parting not in self._parted_here:
                await self.part(parting[0], tables)
        self._parted_here -= before.keys() - self._parted.keys()
        self._hang_up(set(await self.store.look_up(care.banned)))

    async def part(self, guest: str, tables: Sequence[str] = (), at: int | None = None) -> None:
        """Ask somebody anew who they are; tables where they have become nobody are read anew.

        With the time that was kept of it they are asked here only now, and not again when they have come back.
        """
        if at is not None:
            self._parted_here.add((guest, at))
        self.on_parting(guest)
        self._hang_up({guest})
        for live in [self.tables[id] for id in tables if id in self.tables]:
            async with live.lock:
                await self.store.care(partial(care.forget_at, table=live.id, guest=guest))  # if it was kept again since
                if self.tables.get(live.id) is live:
                    self._let_go(live)

    def _hang_up(self, guests: set[str]) -> None:
        for live in list(self.tables.values()) if guests else ():
            for connection in list(live.connections):
                if connection.guest_id in guests and connection.line is not None:
                    connection.line.hang_up()

    async def leave_all(self, guest: Guest) -> None:
        """Have somebody rise from every table that is not over."""
        for row, summary, _ in await self.store.tables_of(guest.id, MOST_TABLES):
            live = await self.find(row.id) if summary.stage in ("gathering", "playing") else None
            if live is None or live.table.past is not None:
                continue
            async with live.alone() as table:
                for seat in table.seating.of(guest.id):
                    with contextlib.suppress(Refusal):
                        await live.ledger.carry_out("", _rising(live, seat, guest))

    async def take_along(self, guest: str, now_known_as: str) -> tuple[int, int]:
        """Have somebody be another guest at all their tables; at how many that is so, and at how many it cannot be."""
        taken = left = 0
        lines = [*await self.store.tables_of(guest, MOST_TABLES), *await self.store.opened_by(guest, MOST_TABLES)]
        for row, summary, changed in {line[0].id: line for line in lines}.values():
            try:
                if summary.stage in ("over", "closed") and row.id not in self.tables:
                    await self._become_at_the_end(row.id, summary, changed, guest, now_known_as)
                else:
                    live = await self.find(row.id)
                    if live is None:
                        continue
                    async with live.alone():
                        await live.ledger.carry_out("", _becoming(live, guest, now_known_as))
                taken += 1
            except Refusal:
                left += 1
        return taken, left

    async def _become_at_the_end(
        self, table: str, summary: Summary, changed: int, guest: str, now_known_as: str
    ) -> None:
        """The same at a table that is over: it needs not be played through for that, and ends no later."""
        if now_known_as in summary.guests.values():
            raise Refusal("one_seat")
        sitting = {seat: now_known_as if one == guest else one for seat, one in summary.guests.items()}
        version = (await self.store.look_up(lambda c: care.version_of(c, table))) + 1
        record, after = Record(version, changed, Became(guest, now_known_as)), replace(summary, guests=sitting)
        if not await self.store.append(table, [record], after):
            raise Refusal("try_again")

    def _let_go(self, live: LiveTable) -> None:
        """Forget a table, so that it is read anew when its people come back, which they do by themselves."""
        _, task = self._driving.pop(live.id)
        task.cancel()
        live.let_go = True
        del self.tables[live.id]
        self._found_outdated.discard(live.id)
        for connection in list(live.connections):
            if connection.line is not None:
                connection.line.hang_up()

    # -- what is not kept for ever -----------------------------------------------------------------------------------

    async def _retain(self) -> None:
        """Delete what is older than the settings say, a little at a time."""
        while True:
            try:
                await self.delete_old()
            except StoreUnavailable as problem:
                log.warning("deleting what is old: %s", problem)
            except Exception:
                log.exception("deleting what is old failed")
            await self.office.clock.sleep(RETAIN_S)

    async def delete_old(self) -> None:
        settings, store, now = self.office.settings, self.store, self.office.clock.now()
        for stages, days in (
            (("over", "closed"), settings.keep_finished_days),
            (("gathering", "playing"), settings.keep_unfinished_days),
        ):
            find = partial(care.old_tables, stages=stages, before=now - days * care.DAY_MS)
            while days and (old := await store.look_up(find)):
                gone = [id for id in old if id not in self.tables and id not in self._opening]
                if not gone:
                    break  # those in memory are deleted when they have rested
                await store.care(partial(care.delete_tables, some=gone))
                self.office.counts["tables_deleted"] += len(gone)
        before = now - settings.keep_chat_days * care.DAY_MS
        while settings.keep_chat_days and (said := await store.look_up(lambda c: care.old_chat(c, before))):
            await store.care(partial(care.blot_out, said=said))
        if settings.keep_guests_days:
            before = now - settings.keep_guests_days * care.DAY_MS
            self.office.counts["guests_deleted"] += await store.care(lambda c: care.forget_guests(c, before))

    async def _find_to_drive(self, id: str) -> None:
        """Drive the tables that no process drives; one that cannot be read does not stop the others."""
        try:
            await self.find(id)
        except Refusal:
            self._resting_until[id] = self.office.clock.now() + SOON_MS

    def _is_to_be_driven(self, id: str) -> bool:
        if id in self.tables or id in self._found_outdated:
            return False
        return self._resting_until.get(id, 0) <= self.office.clock.now()

    def _rest(self) -> list[LiveTable]:
        """Let go of tables that nobody looks at and that are idle for a while; announce presence at others again."""
        resting: list[LiveTable] = []
        now, settings = self.office.clock.now(), self.office.settings
        for id, live in list(self.tables.items()):
            live.forget_the_silent()
            if live.connections:
                live.attendance.publish()
                continue
            driver, task = self._driving[id]
            due = driver.next_due()
            idle = now - live.idle_since > settings.rest_ms and not live.lock.locked()
            if idle and (due is None or due > now + SOON_MS or self.store.shared):
                task.cancel()
                del self.tables[id], self._driving[id]
                resting.append(live)
                if due is not None:
                    self._resting_until[id] = max(due, now + settings.lease_ms)
        return resting

    # -- other processes ---------------------------------------------------------------------------------------------

    def _heard_version(self, id: str, version: int) -> None:
        live = self.tables.get(id)
        if live is not None:
            self._spawn(self._catch_up(live, version))

    async def _catch_up(self, live: LiveTable, version: int | None) -> None:
        with contextlib.suppress(StoreUnavailable):
            await live.catch_up(version)

    def _heard_presence(self, presence: Presence) -> None:
        live = self.tables.get(presence.table)
        if live is not None:
            until = self.office.clock.now() + int(3_000 * SWEEP_S)
            live.heard_presence(presence.process, presence.seats, presence.watchers, until)

    def _heard_passed(self, letter: Passed | Answered) -> None:
        live = self.tables.get(letter.table)
        if live is None:
            return
        if (isinstance(letter, Answered) and letter.process == self.office.name) or (
            isinstance(letter, Passed) and letter.keeper == self.office.name
        ):
            self._spawn(self._hand_over(live, letter))

    async def _hand_over(self, live: LiveTable, letter: Passed | Answered) -> None:
        """Give a letter to the table, which must not go to rest meanwhile."""
        if isinstance(letter, Answered):
            await live.contest.heard_answer(letter)
        else:
            await live.contest.enter_passed(letter)

    def _missed(self) -> None:
        for live in self.tables.values():
            self._spawn(self._catch_up(live, None))


def _becoming(live: LiveTable, guest: str, now_known_as: str) -> Callable[[], Draft]:
    return lambda: plan_becoming(live.table, guest, now_known_as, live.office.clock.now())


def _rising(live: LiveTable, seat: int, guest: Guest) -> Callable[[], Draft]:
    return lambda: plan(live.table, wire.Rise("", seat), guest, live.office.clock.now(), [])


async def _sight_of(live: LiveTable) -> Keepsake | None:
    """What is to be kept of a table; None if it cannot be read or shown, so that the others are kept anyway."""
    try:
        await live.ledger.be_sure()
        return live.ledger.new_keepsake()
    except StoreUnavailable:
        raise
    except Exception:
        log.exception("the views of table %s were not kept", live.id)
        return None
