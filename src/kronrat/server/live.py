"""A table in the memory of this process: one command at a time, stored before anybody connected hears of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

from kronrat.bots.advice import HINTS
from kronrat.core.flow import IllegalChoice
from kronrat.core.game import ODDS, Game
from kronrat.server import planning, telling, wire
from kronrat.server.attendance import Attendance
from kronrat.server.audience import Audience
from kronrat.server.connection import Connection
from kronrat.server.contest import Contest
from kronrat.server.ledger import Ledger, command_key
from kronrat.server.office import Office
from kronrat.server.orders import Orders
from kronrat.server.planning import NOBODY, Draft
from kronrat.server.records import TableRow
from kronrat.server.refusal import Refusal
from kronrat.server.store import StoreUnavailable
from kronrat.server.table import Change, Table

log = logging.getLogger(__name__)


class LiveTable:
    """A table, everybody who is there, and the order in which commands are carried out."""

    def __init__(self, office: Office, row: TableRow, game: Game) -> None:
        self.office = office
        self.row = row
        self.game = game
        self.lock = asyncio.Lock()
        self.let_go = False  # whether another has taken its place
        self.connections: set[Connection] = set()
        self.changed = asyncio.Event()  # for the driver of bots and clocks
        self.idle_since = self._moved_here = office.clock.now()
        self.ledger = Ledger(office, row, game, self._tell_changes)
        self.attendance = Attendance(office, self.ledger, self.connections)
        self.audience = Audience(office, self.ledger, self.attendance, self.connections)
        self.contest = Contest(self)
        self.orders = Orders(self)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def table(self) -> Table:
        return self.ledger.table

    @property
    def moved(self) -> int:
        """When the newest line was played, even if the clock of the process that kept it is ahead of ours."""
        return min(self.table.moved, self._moved_here)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[Table]:
        """Hold the table for one command, up to date with the store."""
        async with self.lock:
            if self.let_go:
                raise Refusal("try_again")
            await self.ledger.be_sure()
            yield self.table

    async def open(self) -> None:
        """Read the table from the store, before anybody looks at it."""
        await self.ledger.open()
        self.attendance.everybody_is_away()

    def begin(self, opening: Draft) -> None:
        """The same for a table that was stored a moment ago."""
        self.ledger.adopt(opening)
        self.attendance.everybody_is_away()

    async def catch_up(self, version: int | None = None) -> None:
        """Read what another process may have appended."""
        async with self.alone():
            if version is None or version > self.table.version:
                await self.ledger.read_on()

    async def keep(self, draft: Draft, epoch: int | None = None) -> bool:
        """Append what follows from no command; False if others were faster. The lock is held by the caller."""
        return await self.ledger.keep(draft, epoch=epoch)

    def _tell_changes(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        happened = [happening for change in changes for happening in change.happened]
        if happened:
            self._moved_here = self.office.clock.now()
        self.contest.note(happened)
        if self.row.deal:
            self._send_away_strangers()
        if not self.audience.tell_changes(changes, happened):
            self._people_changed()
        self.changed.set()

    # -- coming and going --------------------------------------------------------------------------------------------

    async def join(self, connection: Connection, wanted: str) -> None:
        """Tell a new connection the whole table, and from then on what changes. `wanted` is a seat, or `watch`."""
        async with self.alone():
            if not self._may_look(connection):
                raise Refusal("not_yet")
            self.audience.join(connection, wanted)
            self._people_changed()

    def _may_look(self, connection: Connection) -> bool:
        """Whether somebody may see a table whose dice others have too: who plays elsewhere with them may not yet."""
        return connection.cleared or self.table.stage == "gathering" or self._sits(connection)

    def _sits(self, connection: Connection) -> bool:
        return bool(self.table.seating.of(connection.guest_id))

    def _send_away_strangers(self) -> None:
        """When the game begins, those leave who may not see it; they learn why when they come back."""
        for connection in [one for one in self.connections if not self._may_look(one)]:
            self.audience.leave(connection)
            if connection.line is not None:
                connection.line.hang_up()

    def leave(self, connection: Connection) -> None:
        self.audience.leave(connection)
        if not self.connections:
            self.idle_since = self.office.clock.now()
        self._people_changed()

    def _people_changed(self) -> None:
        """Somebody came or went: tell everybody here, and the other processes."""
        self.attendance.publish()
        self._note_absence()

    def _note_absence(self) -> None:
        self.attendance.note()
        self.audience.tell_people()
        self.changed.set()

    def heard_presence(self, process: str, seats: Iterable[int], watchers: int, until: int) -> None:
        """Note who is connected to another process."""
        if self.attendance.hear(process, seats, watchers, until):
            self._note_absence()

    def forget_the_silent(self) -> None:
        """Forget who is connected to processes that have been silent for long."""
        if self.attendance.forget_the_silent():
            self._note_absence()

    # -- commands ----------------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, command: wire.Command, arrived: int | None = None) -> None:
        """Carry out what a connection asks for, and answer. `arrived` is when it came, where that matters."""
        try:
            match command:
                case wire.Preview() | wire.Why() | wire.Ask():
                    async with self.alone():
                        answer = self._answer(connection, command)
                case wire.Advise():
                    self._begin_advice(connection, command)
                    return
                case wire.Front() | wire.Look():
                    async with self.alone():
                        self._turn(connection, command)
                    return
                case wire.Play() if self.table.real_time:
                    _check_id(command.id)
                    time = self.office.clock.now() if arrived is None else arrived
                    await self.contest.enter_person(connection, command, time)
                    return
                case _:
                    answer = await self._carry_out(connection, command)
        except (Refusal, StoreUnavailable) as problem:
            answer = self.refusal(command, problem)
        except Exception:
            answer = self._failure(connection, command)
        connection.tell(answer)

    def refusal(self, command: wire.Command, problem: Refusal | StoreUnavailable) -> wire.Message:
        if isinstance(problem, Refusal):
            self.office.counts[f"refused_{problem.code}"] += 1
            return telling.reason_of(command.id, problem.code, problem.reason)
        log.warning("table %s: %s", self.id, problem)
        return wire.Refused(command.id, "try_again")

    def _failure(self, connection: Connection, command: wire.Command) -> wire.Message:
        """What is said of the exception at hand: a command that was kept is done all the same."""
        log.exception("table %s: %s failed", self.id, type(command).__name__)
        self.office.counts["failures"] += 1
        kept = self.ledger.knows(command_key(connection.guest_id, command.id))
        return wire.Done(command.id, self.table.version) if kept else wire.Refused(command.id, "failed")

    async def _carry_out(self, connection: Connection, command: wire.Command) -> wire.Message:
        _check_id(command.id)
        guest = connection.guest or NOBODY
        if isinstance(command, wire.Sit):  # who sits down there wants to see what is theirs
            connection.watches = False

        def plan() -> Draft:
            away = sorted(self.attendance.presence().holdable) if isinstance(command, wire.Hold) else []
            return planning.plan(self.table, command, guest, self.office.clock.now(), away)

        if isinstance(command, wire.Sit):
            await self.office.deals.check_sit(self.row, guest.id)
        async with self.alone():
            if await self.ledger.carry_out(command_key(guest.id, command.id), plan):
                self.office.counts["choices" if isinstance(command, wire.Play) else "commands"] += 1
            return wire.Done(command.id, self.table.version)

    def _answer(self, connection: Connection, command: wire.Preview | wire.Why | wire.Ask) -> wire.Message:
        """Answer a question that changes nothing."""
        if command.seat not in self.table.seating.of(connection.guest_id):
            raise Refusal("not_yours")
        state = self.table.running().state
        if isinstance(command, wire.Ask):
            return self._hint(command)
        choice = tuple(command.choice)
        if isinstance(command, wire.Why):
            reason = state.why_not(command.seat, choice)
            if reason is not None:
                raise Refusal("rule", reason)
            return wire.Done(command.id, self.table.version)
        try:
            foreseen = state.preview(command.seat, choice)
        except IllegalChoice as refused:
            raise Refusal("rule", refused.reason) from refused
        return wire.Foreseen(command.id, telling.events(foreseen, command.seat))

    def _begin_advice(self, connection: Connection, command: wire.Advise) -> None:
        """Have advice found beside everything else, one at a time: its asker may go on playing meanwhile."""
        if connection.advice is not None and not connection.advice.done():
            raise Refusal("too_fast")
        connection.advice = asyncio.create_task(self._tell_advice(connection, command))

    async def _tell_advice(self, connection: Connection, command: wire.Advise) -> None:
        try:
            answer = await self._advise(connection, command)
        except (Refusal, StoreUnavailable) as problem:
            answer = self.refusal(command, problem)
        except Exception:
            answer = self._failure(connection, command)
        connection.tell(answer)

    async def _advise(self, connection: Connection, command: wire.Advise) -> wire.Message:
        """What the strongest bot would do; for somebody who plays with bots alone, so that no other person suffers."""
        async with self.alone() as table:
            if command.seat not in table.seating.of(connection.guest_id):
                raise Refusal("not_yours")
            alone = sum([seat.has_person for seat in table.seats]) == 1
            if not alone or command.seat not in table.deciding():
                raise Refusal("not_now")
            if table.row.rated and command.seat not in table.counting.helped:  # kept before anything is told
                await self.ledger.carry_out("", self._plan_of_advice(command.seat))
            state = self.table.running().state.clone()
        try:
            found = await self.office.minds.advise(self.id, state, command.seat, self.office.settings.advice_patience_s)
        except Exception as problem:
            log.exception("no advice at table %s", self.id)
            raise Refusal("no_advice") from problem
        return wire.Advised(command.id, [telling.hinted(advice) for advice in found[:HINTS]])

    def _plan_of_advice(self, seat: int) -> Callable[[], Draft]:
        return lambda: planning.plan_advised(self.table, seat, self.office.clock.now())

    def _hint(self, command: wire.Ask) -> wire.Message:
        if len(command.topic) > wire.TOPIC_LENGTH:
            raise Refusal("too_long")
        if command.topic == ODDS and not self.table.row.terms.odds:
            raise Refusal("no_odds")
        try:
            view = self.game.view(self.table.running().state, command.seat)
            return wire.Hint(command.id, command.topic, self.game.hints(view, command.topic))
        except (KeyError, ValueError) as unknown:
            raise Refusal("malformed") from unknown

    def _turn(self, connection: Connection, command: wire.Front | wire.Look) -> None:
        """Show the table anew, perhaps from another seat of the same browser."""
        if isinstance(command, wire.Front):
            if command.seat is not None and command.seat not in self.table.seating.of(connection.guest_id):
                raise Refusal("not_yours")
            self.audience.turn(connection, command.seat)
        self.audience.tell_full(connection, command.id)


def _check_id(id: str) -> None:
    if not 0 < len(id) <= 64 or not id.isascii() or not id.isprintable():
        raise Refusal("malformed")
