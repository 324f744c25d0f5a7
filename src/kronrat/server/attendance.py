"""Who is at a table: connected here or to another process, since when absent, and whose seat a bot may hold."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from kronrat.server.connection import Connection
from kronrat.server.ledger import Ledger
from kronrat.server.office import Office
from kronrat.server.presence import Presence


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who is connected to another process, according to its last message."""

    seats: frozenset[int]
    watchers: int
    until: int  # when that message is too old


class Attendance:
    """Who is at one table."""

    def __init__(self, office: Office, ledger: Ledger, connections: Set[Connection]) -> None:
        self.left: dict[int, int] = {}  # seat -> when its player was last here
        self._office = office
        self._ledger = ledger
        self._connections = connections
        self._elsewhere: dict[str, Elsewhere] = {}  # by process

    def everybody_is_away(self) -> None:
        """Note that everybody is away when this process first reads the table."""
        now = self._office.clock.now()
        self.left = {number: now for number, seat in enumerate(self._ledger.table.seats) if seat.has_person}

    def note(self) -> None:
        """Somebody came or went: note who left when."""
        now, here = self._office.clock.now(), self._here()
        for seat, sitting in enumerate(self._ledger.table.seats):
            if sitting.has_person and seat not in here:
                self.left.setdefault(seat, now)
            else:
                self.left.pop(seat, None)

    def hear(self, process: str, seats: Iterable[int], watchers: int, until: int) -> bool:
        """Note who is connected to another process; returns whether that is news."""
        before, now = self._elsewhere.get(process), Elsewhere(frozenset(seats), watchers, until)
        self._elsewhere[process] = now
        known = (frozenset[int](), 0) if before is None else (before.seats, before.watchers)
        return known != (now.seats, now.watchers)

    def forget_the_silent(self) -> bool:
        """Forget who is connected to processes that have been silent for long; returns whether there were any."""
        now = self._office.clock.now()
        silent = [process for process, said in self._elsewhere.items() if said.until <= now]
        for process in silent:
            del self._elsewhere[process]
        return bool(silent)

    def publish(self) -> None:
        """Tell the other processes who is connected here."""
        bus, table = self._office.bus, self._ledger.table
        bus.publish_presence(self._office.name, table.row.id, sorted(self._here_locally()), self._watchers())

    def anybody_here(self) -> bool:
        """Whether any of the people at the table is connected."""
        return any(seat.has_person and n not in self.left for n, seat in enumerate(self._ledger.table.seats))

    def presence(self) -> Presence:
        now, here = self._office.clock.now(), self._here()
        away = {seat: since for seat, since in self.left.items() if seat not in here}
        playing = self._ledger.table.past is None
        holdable = frozenset([seat for seat in away if playing and now >= self.holdable_from(seat)])
        remote = [said.watchers for said in self._elsewhere.values() if said.until > now]
        return Presence(frozenset(here), away, holdable, self._watchers() + sum(remote))

    def holdable_from(self, seat: int) -> int:
        """The time from which a bot may hold the seat of an absent player."""
        settings, table, now = self._office.settings, self._ledger.table, self._office.clock.now()
        if table.row.pace == "live":
            return self.left.get(seat, now) + settings.grace_live_ms
        asked = table.timing.asked.get(seat)
        return (now if asked is None else asked.at) + settings.grace_correspondence_ms

    def _here_locally(self) -> set[int]:
        guests = {connection.guest_id for connection in self._connections}
        return {n for n, seat in enumerate(self._ledger.table.seats) if seat.guest and seat.guest in guests}

    def _here(self) -> set[int]:
        now = self._office.clock.now()
        remote = [said.seats for said in self._elsewhere.values() if said.until > now]
        return self._here_locally().union(*remote)

    def _watchers(self) -> int:
        seating = self._ledger.table.seating
        return len([c for c in self._connections if not seating.of(c.guest_id)])
