"""A table in the memory of this process: one command at a time, kept before it is told, told to everybody connected."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from statistics import median

import msgspec

from kronrat.core.flow import Choice, IllegalChoice
from kronrat.core.game import Game
from kronrat.server import telling, wire
from kronrat.server.bus import Answered, Bus, Passed
from kronrat.server.clock import Clock
from kronrat.server.limits import Bucket
from kronrat.server.race import Claim, Race, not_yet
from kronrat.server.records import Guest, Record, TableRow
from kronrat.server.settings import Settings
from kronrat.server.store import Store, StoreUnavailable
from kronrat.server.table import Body, Change, Happening, Refusal, Table
from kronrat.server.telling import Front, Presence, Told

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode
BOTS_AT_ONCE = 2  # that think; more of them would only take the interpreter from the tables
ATTEMPTS = 4  # to append a command's records before somebody else appends others
PINGS = 9  # of which the median is the round trip to a client,
PINGS_NEEDED = 5  # once there are so many
PASSED_ON_S = 1.0  # for the process that keeps a clock to answer a choice that was passed on to it


class Office:
    """What all tables of a process share."""

    def __init__(self, store: Store, bus: Bus, clock: Clock, settings: Settings, name: str) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        self.settings = settings
        self.name = name
        self.since = clock.now()  # when this process began to serve
        self.counts: Counter[str] = Counter()
        self.thinking = asyncio.Semaphore(BOTS_AT_ONCE)


class Connection:
    """One browser at one table. What it is told waits in a queue; who reads too slowly is told the whole table anew."""

    def __init__(self, office: Office, guest: Guest | None) -> None:
        settings = office.settings
        self.guest = guest
        self.front: Front = None
        self.bucket = Bucket(settings.message_burst, settings.message_rate)
        self.behind = False
        self._counts = office.counts
        self._clock = office.clock
        self._most = settings.queue
        self._pinged: dict[int, int] = {}  # number -> when
        self._trips: deque[int] = deque(maxlen=PINGS)
        self._waiting: list[str] = []
        self._wake: asyncio.Future[None] | None = None  # the sender's, while there is nothing to send

    @property
    def guest_id(self) -> str:
        return "" if self.guest is None else self.guest.id

    @property
    def round_trip(self) -> int:
        """How many milliseconds the way to this client and back takes; 0 as long as that is not known."""
        return round(median(self._trips)) if len(self._trips) >= PINGS_NEEDED else 0

    def ping(self, number: int) -> None:
        self._pinged.pop(number - PINGS, None)
        self._pinged[number] = self._clock.now()
        self.tell(wire.Ping(number, self.round_trip))

    def heard_pong(self, number: int) -> None:
        sent = self._pinged.pop(number, None)
        if sent is not None:
            self._trips.append(max(0, self._clock.now() - sent))

    def tell(self, message: wire.Message) -> None:
        self.tell_text(_encode(message).decode())

    def tell_text(self, text: str) -> None:
        if self.behind:
            return
        if len(self._waiting) < self._most:
            self._waiting.append(text)
        else:
            self._counts["overflows"] += 1
            self.behind = True
            self._waiting.clear()
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next_texts(self) -> list[str]:
        """What is to be sent next, as soon as there is something; for whoever is behind that is the whole table."""
        if not self._waiting and not self.behind:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        texts, self._waiting = self._waiting, []
        return texts


class LiveTable:
    """A table, its listeners, and the door to its records."""

    def __init__(self, office: Office, row: TableRow, game: Game) -> None:
        self.office = office
        self.row = row
        self.game = game
        self.table = Table(row, game, office.since)
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.changed = asyncio.Event()  # for whoever drives bots and clocks
        self.left: dict[int, int] = {}  # seat -> when its player was last here
        self.elsewhere: dict[str, tuple[frozenset[int], int, int]] = {}  # process -> seats, watchers, until when
        self.idle_since = office.clock.now()
        self.race: Race | None = None  # while a clock of the rules runs
        self._passed_on: dict[str, Claim] = {}
        self._told: dict[Front, Told] = {}
        self._people: wire.People | None = None  # what was told of them last
        self._doubtful = False  # it may hold what the store has not kept

    @property
    def id(self) -> str:
        return self.row.id

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[Table]:
        """The table for one command at a time, as the store has it."""
        async with self.lock:
            if self._doubtful:
                await self._rebuild()
            yield self.table

    # -- coming and going --------------------------------------------------------------------------------------------

    async def join(self, connection: Connection, wanted: str) -> None:
        """Tell a new connection the whole table, and from then on what changes. `wanted` is a seat, or `watch`."""
        async with self.alone():
            connection.front = self._first_front(connection.guest_id, wanted)
            self.connections.add(connection)
            self._tell_full(connection)
            self._people_changed()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if not any(other.front == connection.front for other in self.connections):
            self._told.pop(connection.front, None)
        if not self.connections:
            self.idle_since = self.office.clock.now()
        self._people_changed()

    def _first_front(self, guest: str, wanted: str) -> Front:
        mine = self.table.seats_of(guest)
        if wanted == "watch" or not mine:
            return None
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) in mine:
            return int(wanted)
        return mine[0] if len(mine) == 1 else None  # several people at one browser: first they say who looks

    def _people_changed(self) -> None:
        """Somebody came or went: tell everybody here, and the other processes."""
        self.publish_presence()
        self._note_absence()

    def _note_absence(self) -> None:
        """Note who left when, and tell everybody here."""
        now, here = self.office.clock.now(), self._here()
        for seat, sitting in enumerate(self.table.seats):
            if seat in here:
                self.left.pop(seat, None)
            elif sitting.has_person:
                self.left.setdefault(seat, now)
            else:
                self.left.pop(seat, None)
        self.tell_people()
        self.changed.set()

    def tell_people(self) -> None:
        """Tell who is here, unless everybody knows."""
        presence = self.presence()
        message = wire.People(telling.seats(self.table, presence), presence.watchers)
        if message != self._people:
            self._people = message
            self._tell_all(self.connections, message)

    def publish_presence(self) -> None:
        self.office.bus.publish_presence(self.office.name, self.id, sorted(self._here_locally()), self._watchers())

    def heard_presence(self, process: str, seats: Iterable[int], watchers: int, until: int) -> None:
        """Another process says who is connected there."""
        before = self.elsewhere.get(process, (frozenset(), 0, 0))[:2]
        self.elsewhere[process] = (frozenset(seats), watchers, until)
        if before != self.elsewhere[process][:2]:
            self._note_absence()

    def forget_the_silent(self) -> None:
        """A process that has not spoken for long has nobody connected any more."""
        now = self.office.clock.now()
        silent = [process for process, (_, _, until) in self.elsewhere.items() if until <= now]
        for process in silent:
            del self.elsewhere[process]
        if silent:
            self._note_absence()

    def _here_locally(self) -> set[int]:
        guests = {connection.guest_id for connection in self.connections}
        return {n for n, seat in enumerate(self.table.seats) if seat.guest and seat.guest in guests}

    def _here(self) -> set[int]:
        now = self.office.clock.now()
        remote = [seats for seats, _, until in self.elsewhere.values() if until > now]
        return self._here_locally().union(*remote)

    def anybody_here(self) -> bool:
        """Whether any of the people at the table is connected."""
        return any(seat.has_person and n not in self.left for n, seat in enumerate(self.table.seats))

    def _watchers(self) -> int:
        return len([c for c in self.connections if not self.table.seats_of(c.guest_id)])

    def presence(self) -> Presence:
        now, here = self.office.clock.now(), self._here()
        away = {seat: since for seat, since in self.left.items() if seat not in here}
        holdable = frozenset([seat for seat in away if now >= self.holdable_from(seat)])
        remote = [watchers for _, watchers, until in self.elsewhere.values() if until > now]
        return Presence(frozenset(here), away, holdable, self._watchers() + sum(remote))

    def holdable_from(self, seat: int) -> int:
        """From when on a bot may hold the seat of an absent player."""
        settings = self.office.settings
        if self.row.pace == "live":
            return self.left.get(seat, self.office.clock.now()) + settings.grace_live_ms
        asked = self.table.asked.get(seat)
        since = self.office.clock.now() if asked is None else asked[2]
        return since + settings.grace_correspondence_ms

    # -- commands ----------------------------------------------------------------------------------------------------

    async def obey(self, connection: Connection, command: wire.Command, arrived: int | None = None) -> None:
        """Carry out what a connection asks for, and answer. `arrived` tells when it came, where that matters."""
        try:
            match command:
                case wire.Preview() | wire.Why() | wire.Ask():
                    async with self.alone():
                        answer = self._answer(connection, command)
                case wire.Front() | wire.Look():
                    async with self.alone():
                        self._turn(connection, command)
                    return
                case wire.Play() if self.table.real_time:
                    await self._compete(connection, command, self.office.clock.now() if arrived is None else arrived)
                    return
                case _:
                    answer = await self._carry_out(connection, command)
        except (Refusal, StoreUnavailable) as problem:
            answer = self._refusal(command, problem)
        connection.tell(answer)

    def _refusal(self, command: wire.Command, problem: Refusal | StoreUnavailable) -> wire.Message:
        if isinstance(problem, Refusal):
            self.office.counts[f"refused_{problem.code}"] += 1
            return telling.reason_of(command.id, problem.code, problem.reason)
        log.warning("table %s: %s", self.id, problem)
        return wire.Refused(command.id, "try_again")

    def _answer(self, connection: Connection, command: wire.Preview | wire.Why | wire.Ask) -> wire.Message:
        """What may be asked without changing anything."""
        table, match = self.table, self.table.match
        if command.seat not in table.seats_of(connection.guest_id):
            raise Refusal("not_yours")
        if match is None:
            raise Refusal("not_now")
        if isinstance(command, wire.Ask):
            return self._hint(command)
        choice = tuple(command.choice)
        if isinstance(command, wire.Why):
            reason = match.state.why_not(command.seat, choice)
            if reason is not None:
                raise Refusal("rule", reason)
            return wire.Done(command.id, table.version)
        try:
            foreseen = match.state.preview(command.seat, choice)
        except IllegalChoice as refused:
            raise Refusal("rule", refused.reason) from refused
        return wire.Foreseen(command.id, telling.events(foreseen, command.seat))

    def _hint(self, command: wire.Ask) -> wire.Message:
        assert self.table.match is not None
        if len(command.topic) > wire.TOPIC_LENGTH:
            raise Refusal("too_long")
        try:
            view = self.game.view(self.table.match.state, command.seat)
            return wire.Hint(command.id, command.topic, self.game.hints(view, command.topic))
        except (KeyError, ValueError) as unknown:
            raise Refusal("malformed") from unknown

    def _turn(self, connection: Connection, command: wire.Front | wire.Look) -> None:
        """Show the table anew, perhaps from another seat of the same browser."""
        if isinstance(command, wire.Front):
            if command.seat is not None and command.seat not in self.table.seats_of(connection.guest_id):
                raise Refusal("not_yours")
            old, connection.front = connection.front, command.seat
            if not any(other.front == old for other in self.connections):
                self._told.pop(old, None)
        self._tell_full(connection, command.id)

    async def _carry_out(self, connection: Connection, command: wire.Command) -> wire.Message:
        _check_id(command.id)
        guest = connection.guest
        id, name = ("", "") if guest is None else (guest.id, guest.name)
        known_as = f"{id}:{command.id}"  # so that nobody can use up another's ids
        async with self.alone():
            for _ in range(ATTEMPTS):
                if self.table.knows_command(known_as):
                    return wire.Done(command.id, self.table.version)
                now = self.office.clock.now()
                away = sorted(self.presence().holdable) if isinstance(command, wire.Hold) else []
                bodies = self.table.plan(command, id, name, now, away)
                if await self.keep(bodies, now, known_as):
                    self.office.counts["choices" if isinstance(command, wire.Play) else "commands"] += 1
                    return wire.Done(command.id, self.table.version)
        raise Refusal("try_again")

    # -- in real time ------------------------------------------------------------------------------------------------

    async def _compete(self, connection: Connection, command: wire.Play, arrived: int) -> None:
        """A choice of a person at a table in real time: while a clock runs, it takes its place in the queue."""
        _check_id(command.id)
        choice, guest = tuple(command.choice), connection.guest_id
        claim = Claim(command.seat, choice, command, guest, connection.tell, arrived, connection.round_trip)
        await self._line_up(claim, command)

    async def _line_up(self, claim: Claim, command: wire.Play) -> None:
        async with self.alone() as table:
            if not table.time_is_asked or table.knows_command(claim.known_as):
                await self._settle([claim])
                return
            table.check_play(command, claim.guest)  # what the rules refuse now need not wait
            clock = table.clock
            if clock is None or clock.keeper == self.office.name or not self.office.store.shared:
                await self._settle(self._enter(claim))
            else:
                self._pass_on(claim, command, clock.keeper)

    def _pass_on(self, claim: Claim, command: wire.Play, keeper: str) -> None:
        """There is one queue for all, where the clock is kept. Whoever gets no answer from there may try again."""
        self._passed_on[claim.known_as] = claim
        name, way = self.office.name, (claim.arrived, claim.round_trip)
        self.office.bus.pass_on(Passed(keeper, name, self.id, claim.guest, command, *way))

        def give_up() -> None:
            if self._passed_on.pop(claim.known_as, None) and claim.answer:
                claim.answer(wire.Refused(command.id, "try_again"))

        asyncio.get_running_loop().call_later(PASSED_ON_S, give_up)

    async def heard_choice(self, letter: Passed) -> None:
        """A choice that another process has passed on."""
        play, bus = letter.play, self.office.bus

        def answer(message: wire.Message) -> None:
            assert isinstance(message, wire.Done | wire.Refused)
            bus.pass_on(Answered(letter.process, self.id, letter.guest, message))

        way = (letter.arrived, letter.round_trip)
        try:
            await self._line_up(Claim(play.seat, tuple(play.choice), play, letter.guest, answer, *way), play)
        except (Refusal, StoreUnavailable) as problem:
            answer(self._refusal(play, problem))

    async def heard_answer(self, letter: Answered) -> None:
        """What became of a choice that was passed on; first everybody here is told what happened."""
        claim = self._passed_on.pop(f"{letter.guest}:{letter.answer.id}", None)
        if claim is None or claim.answer is None:
            return
        if isinstance(letter.answer, wire.Done):
            with suppress(StoreUnavailable):
                await self.catch_up(letter.answer.version)
        claim.answer(letter.answer)

    async def compete(self, seat: int, choice: Choice) -> None:
        """The same for a bot, which has no way to go."""
        async with self.alone() as table:
            if table.match is not None and table.bot_of(seat) and choice in table.match.state.options(seat):
                with suppress(Refusal):
                    await self._settle(self._enter(Claim(seat, choice, arrived=self.office.clock.now())))

    def _enter(self, claim: Claim) -> list[Claim]:
        if self.race is None:
            raise not_yet(self.table)
        due = self.race.enter(claim, self.office.clock.now())
        self.changed.set()  # for whoever waits until the next one is due
        return due

    async def settle_race(self) -> None:
        """Carry out the choices whose moment in the queue has come."""
        async with self.alone():
            if self.race is not None:
                await self._settle(self.race.due(self.office.clock.now()))

    async def _settle(self, claims: Sequence[Claim]) -> None:
        """One after the other, as long as the rules allow it, and answer."""
        for claim in claims:
            try:
                answer = await self._grant(claim)
            except (Refusal, StoreUnavailable) as problem:
                if claim.command is None:
                    continue  # a bot thinks again
                answer = self._refusal(claim.command, problem)
            if claim.answer is not None:
                claim.answer(answer)

    async def _grant(self, claim: Claim) -> wire.Message:
        command = claim.command
        for _ in range(ATTEMPTS):
            if command is not None and self.table.knows_command(claim.known_as):
                return wire.Done(command.id, self.table.version)
            table, now = self.table, self.office.clock.now()
            if command is not None:
                bodies = table.plan(command, claim.guest, "", now, ())
            else:
                bodies = table.choose(claim.seat, claim.choice, now)
            if await self.keep(bodies, now, claim.known_as):
                self.office.counts["bot_choices" if command is None else "choices"] += 1
                return wire.Done("" if command is None else command.id, self.table.version)
        raise Refusal("try_again")

    def _note_race(self, happened: Sequence[Happening]) -> None:
        """A clock has begun, changed or ended, or somebody has acted in its time."""
        clock, race = self.table.clock, self.race
        if race is not None and race.clock is clock:
            for happening in happened:
                race.note(happening)
            return
        self.race = None if clock is None else Race(self.table)
        for claim in [] if race is None else race.left_over():
            if claim.command is not None and claim.answer is not None:
                claim.answer(wire.Refused(claim.command.id, "try_again"))

    # -- records -----------------------------------------------------------------------------------------------------

    async def keep(self, bodies: Sequence[Body], now: int, command: str = "", epoch: int | None = None) -> bool:
        """Append records and tell what they changed; False if others were faster. The lock is held by the caller.

        The table is changed first, because the lobby's summary follows from it. If the records are not kept, it is
        built anew from those that are, before anybody has seen it.
        """
        first = self.table.version + 1
        records = [Record(first + n, now, body, "" if n else command) for n, body in enumerate(bodies)]
        try:
            changes = [self.table.apply(record) for record in records]
            summary = self.table.summary(telling.seats(self.table, telling.NOBODY_HERE))
            kept = await self.office.store.append(self.id, records, summary, epoch)
        except BaseException:
            self._doubtful = True
            raise
        if not kept:
            await self._rebuild()
            return False
        self.office.bus.publish(self.id, self.table.version)
        self._tell_changes(changes)
        return True

    async def load(self) -> None:
        """Read the records that this process has not seen yet, and tell them."""
        records = await self.office.store.records(self.id, self.table.version)
        self._tell_changes([self.table.apply(record) for record in records])

    async def open(self) -> None:
        """Read the table from the store, before anybody looks at it."""
        self.table, changes = await self._folded()
        self._tell_changes([change for _, change in changes])

    async def catch_up(self, version: int | None = None) -> None:
        """Another process has appended, perhaps."""
        async with self.alone():
            if version is None or version > self.table.version:
                await self.load()

    async def _rebuild(self) -> None:
        """Forget what was not kept."""
        self._doubtful = True
        table, changes = await self._folded()
        self.table, self._doubtful = table, False
        before = min([told.version for told in self._told.values()], default=0)
        self._tell_changes([change for version, change in changes if version > before])

    async def _folded(self) -> tuple[Table, list[tuple[int, Change]]]:
        """The table as the store has it. A long game takes its time, and that is not to be the time of the others."""
        records = await self.office.store.records(self.id)
        table = Table(self.row, self.game, self.office.since)
        changes = await asyncio.to_thread(lambda: [(record.version, table.apply(record)) for record in records])
        return table, changes

    # -- telling -----------------------------------------------------------------------------------------------------

    def _tell_changes(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        happened = [happening for change in changes for happening in change.happened]
        self._note_race(happened)
        news = any(change.info for change in changes)
        begins = news and len(happened) == (0 if self.table.match is None else len(self.table.match.journal.lines))
        if begins or any(change.hands for change in changes):
            self._tell_everything()
        else:
            self._tell_deltas(happened, news)
            for change in changes:
                if change.said is not None:
                    self._tell_all(self.connections, wire.Spoken(change.said))
        self.changed.set()

    def _tell_everything(self) -> None:
        """Seats change hands and invitations are made: rare, and everybody's own matter."""
        self._told.clear()
        for connection in self.connections:
            wanted = "" if connection.front is None else str(connection.front)
            connection.front = self._first_front(connection.guest_id, wanted)
            self._tell_full(connection)
        self._people_changed()

    def _tell_deltas(self, happened: Sequence[Happening], news: bool) -> None:
        stale = {front: before for front, before in self._told.items() if before.version != self.table.version}
        presence, time = self.presence() if news else None, self.office.clock.now()
        now = telling.as_it_is(self.table, list(stale), presence, time)
        for front, before in stale.items():
            since = [happening for happening in happened if happening.version > before.version]
            message, after = telling.delta(self.table, front, before, since, now)
            self._told[front] = after
            lookers = [connection for connection in self.connections if connection.front == front]
            if front is None:
                lookers = self._tell_behind_curtain(lookers, message)
            self._tell_all(lookers, message)

    def _tell_behind_curtain(self, lookers: Sequence[Connection], message: wire.Delta) -> list[Connection]:
        """Who has seats but none in front is told whose choice could be taken back; returns the others."""
        others: list[Connection] = []
        for connection in lookers:
            needs, seat = telling.undo_behind_curtain(self.table, self.table.seats_of(connection.guest_id))
            if seat is None:
                others.append(connection)
            else:
                connection.tell(msgspec.structs.replace(message, undo=needs, undo_seat=seat))
        return others

    def _tell_all(self, connections: Iterable[Connection], message: wire.Message) -> None:
        text = ""
        for connection in connections:
            text = text or _encode(message).decode()
            connection.tell_text(text)

    def _tell_full(self, connection: Connection, answer_to: str = "") -> None:
        if connection.front not in self._told:
            self._told[connection.front] = telling.told(self.table, connection.front)
        connection.tell_text(self.full(connection, answer_to))

    def full(self, connection: Connection, answer_to: str = "") -> str:
        now = self.office.clock.now()
        message = telling.full(self.table, self.presence(), connection.guest_id, connection.front, now, answer_to)
        return _encode(message).decode()


def _check_id(id: str) -> None:
    if not 0 < len(id) <= 64 or not id.isascii() or not id.isprintable():
        raise Refusal("malformed")
