"""Players who say that they will be away: a bot plays for them until a date, or their clock stands still."""

from __future__ import annotations

from dataclasses import dataclass, field

from kronrat.server.calendar import Span
from kronrat.server.records import Absent, Record


@dataclass
class Absences:
    """What the players of one table have said; the newest word of each counts."""

    announced: dict[int, Absent] = field(default_factory=dict)
    _pauses: dict[int, list[Span]] = field(default_factory=dict)  # in which the clock of a seat stands still

    def fork(self) -> Absences:
        return Absences(self.announced.copy(), {seat: spans[:] for seat, spans in self._pauses.items()})

    # -- records -----------------------------------------------------------------------------------------------------

    def fold(self, record: Record, body: Absent) -> None:
        self.end(body.seat, record.at)
        if body.until > record.at:
            self.announced[body.seat] = body
            if not body.bot:
                self._pauses.setdefault(body.seat, []).append((max(body.since, record.at), body.until))

    def end(self, seat: int, at: int) -> None:
        """A player is here again, or has left for good."""
        self.announced.pop(seat, None)
        self._pauses[seat] = [(since, min(until, at)) for since, until in self.pauses(seat) if since < at]

    # -- what follows ------------------------------------------------------------------------------------------------

    def pauses(self, seat: int) -> list[Span]:
        return self._pauses.get(seat, [])

    def days_off(self, seat: int, at: int) -> int:
        """For how long the clock of a seat has stood still until then, in milliseconds."""
        return sum([min(until, at) - since for since, until in self.pauses(seat) if since < at])

    def lent(self, seat: int, at: int) -> Absent | None:
        """What was said by a player for whom a bot plays at that time."""
        absent = self.announced.get(seat)
        return absent if absent is not None and absent.bot and absent.since <= at < absent.until else None
