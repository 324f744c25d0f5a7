"""Everybody who looks at a table: what each of them has seen, and what they are told when it changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kronrat.core.notation import seat_number
from kronrat.server import telling, wire
from kronrat.server.attendance import Attendance
from kronrat.server.connection import Connection, Front
from kronrat.server.lateness import Lateness, as_it_was
from kronrat.server.ledger import Ledger
from kronrat.server.office import Office
from kronrat.server.table import Change, Happening, Table
from kronrat.server.telling import Seen

_encode = msgspec.json.Encoder().encode


class Audience:
    """The connections of one table. All that look from the same seat share one text."""

    def __init__(self, office: Office, ledger: Ledger, attendance: Attendance, connections: set[Connection]) -> None:
        self.connections = connections
        self._office = office
        self._ledger = ledger
        self._attendance = attendance
        self._seen: dict[Front, Seen] = {}
        self._people: wire.People | None = None  # what was last sent about them
        self._lateness = Lateness(ledger.table.row.terms.watch_delay_s)

    # -- coming and going --------------------------------------------------------------------------------------------

    def join(self, connection: Connection, wanted: str) -> None:
        connection.watches = wanted == "watch"
        connection.front = self._first_front(connection, wanted)
        self.connections.add(connection)
        self.tell_full(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._forget(connection.front)

    def turn(self, connection: Connection, front: Front) -> None:
        """Show the table from another seat from now on."""
        old, connection.front = connection.front, front
        connection.watches = connection.watches and front is None
        self._forget(old)

    def _forget(self, front: Front) -> None:
        if not any(other.front == front for other in self.connections):
            self._seen.pop(front, None)

    def _first_front(self, connection: Connection, wanted: str) -> Front:
        mine = self._ledger.table.seating.of(connection.guest_id)
        if connection.watches or not mine:
            return None
        if seat_number(wanted) in mine:
            return seat_number(wanted)
        return mine[0] if len(mine) == 1 else None  # several people at one browser: they first say who is looking

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell_people(self) -> None:
        """Tell everybody who is here, unless they know."""
        presence = self._attendance.presence()
        message = wire.People(telling.seats(self._ledger.table, presence), presence.watchers)
        if message != self._people:
            self._people = message
            _tell_all(self.connections, message)

    def tell_changes(self, changes: Sequence[Change], happened: Sequence[Happening]) -> bool:
        """Tell everybody what has changed. False: seats have changed hands and everybody was sent the whole table."""
        match = self._ledger.table.match
        news = any(change.info for change in changes)
        begins = news and len(happened) == (0 if match is None else len(match.journal.lines))
        self._note_moment()
        if begins or any(change.hands for change in changes):
            self._tell_everything()
            return False
        self._tell_deltas(happened, news)
        for connection in [one for one in self.connections if one.late and not self._is_late(one)]:
            self.tell_full(connection)  # when the game is over, everybody may see everything
        for change in changes:
            if change.said is not None:
                self._tell_said(change.said)
        return True

    def _tell_said(self, said: wire.Said) -> None:
        """Tell everybody what was said, but those who do not want to hear the speaker."""
        speaker = self._ledger.table.speaker(said.n)
        _tell_all([one for one in self.connections if speaker not in one.regard.blocked], wire.Spoken(said))

    def _tell_everything(self) -> None:
        """Send everybody the whole table after changes of seats or invitations, which are rare and differ for each."""
        self._seen.clear()
        for connection in self.connections:
            wanted = "" if connection.front is None else str(connection.front)
            connection.front = self._first_front(connection, wanted)
            self.tell_full(connection)

    def _tell_deltas(self, happened: Sequence[Happening], news: bool) -> None:
        table = self._ledger.table
        stale = {front: before for front, before in self._seen.items() if before.version != table.version}
        presence, time = self._attendance.presence() if news else None, self._office.clock.now()
        now = telling.as_it_is(table, list(stale), happened, presence, time)
        for front, before in stale.items():
            since = [happening for happening in happened if happening.version > before.version]
            message, self._seen[front] = telling.delta(table, front, before, since, now)
            lookers = [one for one in self.connections if one.front == front and not one.late]
            _tell_all(self._tell_several(lookers, message), message)

    def _tell_several(self, lookers: Sequence[Connection], message: wire.Delta) -> list[Connection]:
        """A browser with several people, or with none in front, is told whose choice could be taken back; returns
        the others.
        """
        others: list[Connection] = []
        table = self._ledger.table
        for connection in lookers:
            mine = table.seating.of(connection.guest_id)
            several = len(mine) > 1 or (connection.front is None and bool(mine))
            needs, seat = table.undoing.needs_at(connection.front, mine) if several else ("", None)
            if seat is None:
                others.append(connection)
            else:
                connection.tell(msgspec.structs.replace(message, undo=needs, undo_seat=seat))
        return others

    def tell_full(self, connection: Connection, answer_to: str = "") -> None:
        connection.late = self._is_late(connection)
        if connection.front not in self._seen and not connection.late:
            self._seen[connection.front] = telling.seen(self._ledger.table, connection.front)
        connection.tell_text(self.full(connection, answer_to))

    def full(self, connection: Connection, answer_to: str = "") -> bytes:
        table, presence, now = self._ledger.table, self._attendance.presence(), self._office.clock.now()
        seen_by = (connection.guest_id, connection.front)
        message = telling.full(table, presence, *seen_by, now, answer_to, connection.regard)
        if connection.late:
            if self._lateness.is_empty:  # this process has just read the table
                self._note_moment(table.moved)
            message = as_it_was(self._lateness.shown(now), message)
        return _encode(message)

    # -- spectators who are behind -----------------------------------------------------------------------------------

    def _is_late(self, connection: Connection) -> bool:
        return is_late_for(self._ledger.table, connection.guest_id)

    def _note_moment(self, at: int | None = None) -> None:
        table, now = self._ledger.table, self._office.clock.now()
        if self._lateness.delay and table.stage == "playing":
            moment = telling.full(table, self._attendance.presence(), "", None, now)
            self._lateness.note(now if at is None else min(at, now), moment)

    def release(self) -> None:
        """Tell spectators who are behind what may be seen by now."""
        if self._lateness.delay and self._lateness.release(self._office.clock.now()):
            for connection in [one for one in self.connections if one.late]:
                self.tell_full(connection)

    def next_release(self) -> int | None:
        """When there is something to tell them."""
        waiting = self._lateness.delay and any(one.late for one in self.connections)
        return self._lateness.next_release() if waiting else None


def is_late_for(table: Table, guest: str) -> bool:
    """Whether this guest may see the table only as it was some time ago."""
    delayed = bool(table.row.terms.watch_delay_s) and table.stage == "playing"
    return delayed and not table.seating.of(guest) and not (guest and guest == table.owner)


def _tell_all(connections: Iterable[Connection], message: wire.Message) -> None:
    text = b""
    for connection in connections:
        text = text or _encode(message)
        connection.tell_text(text)
