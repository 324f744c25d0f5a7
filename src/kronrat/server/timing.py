"""Time at a table: since when each question has been open, when time is over for each seat, and the rules' clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import proxy

from kronrat.core.flow import CLOCK, Decision, Step, Together
from kronrat.server.calendar import Calendar
from kronrat.server.records import ClockKept, Record

if TYPE_CHECKING:
    from kronrat.server.table import Table

SETTLING_MS = 120_000  # for people to come back after a restart of the server, before anybody's time is over
COMEBACK = 10  # who comes back where there is only a reserve, and none of it is left, gets this part of it again


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that waits for a seat, and since when."""

    question: Decision
    version: int
    at: int


@dataclass(frozen=True, slots=True)
class Running:
    """A clock of the rules at work: the question that time will answer, and who keeps it."""

    question: Decision
    keeper: str  # the process
    begin: int  # before that nobody may act
    end: int
    lasts: int
    resumed: bool = False  # its first keeper is gone


class Timing:
    """The times of one table."""

    def __init__(self, table: Table) -> None:
        self._table: Table = proxy(table)  # not a reference cycle, so that a replaced table is freed at once
        self.asked: dict[int, Asked] = {}
        self.clock: Running | None = None  # since when it has had a keeper
        self.waiting_since: int | None = None  # when the first of several people has answered, and waits for the rest
        self._used: dict[int, int] = {}  # seat -> milliseconds of its reserve

    def fork(self, table: Table) -> Timing:
        other = Timing(table)
        other.asked, other.clock, other.waiting_since = self.asked.copy(), self.clock, self.waiting_since
        other._used = self._used.copy()
        return other

    # -- records -----------------------------------------------------------------------------------------------------

    def note_line(self, record: Record, mover: int, phase: Step, by_bot: bool) -> None:
        """A line was played, by this seat, while this step was on top."""
        if not by_bot:
            self.note_use(record, mover)
        self._note_questions(record, mover)
        if self._table.real_time:
            self._note_waiting(record, phase, by_bot)
            self._note_clock(record)

    def note_set_up(self, now: int) -> None:
        """A position was set up: everybody is asked from now on."""
        state, version = self._table.running().state, self._table.version
        questions = {seat: state.decision(seat) for seat in self._table.deciding()}
        self.asked = {seat: Asked(asked, version, now) for seat, asked in questions.items() if asked is not None}

    def _note_questions(self, record: Record, mover: int) -> None:
        """Note since when each question has been open; an equal question to anybody but the mover is the same one."""
        state = self._table.running().state
        asked: dict[int, Asked] = {}
        for seat in self._table.deciding():
            decision = state.decision(seat)
            assert decision is not None
            before = self.asked.get(seat)
            if before is not None and seat != mover and (before.question is decision or before.question == decision):
                asked[seat] = before
            else:
                asked[seat] = Asked(decision, record.version, record.at)
        self.asked = asked

    def _note_waiting(self, record: Record, phase: Step, by_bot: bool) -> None:
        """Remember since when a person has been waiting for others who are asked too; bots do not mind."""
        state = self._table.running().state
        goes_on = isinstance(phase, Together) and bool(state.stack) and type(state.stack[-1]) is type(phase)
        if not goes_on or self.is_asked:
            self.waiting_since = None
        elif self.waiting_since is None and not by_bot:
            self.waiting_since = record.at

    def _note_clock(self, record: Record) -> None:
        """Note the clock that runs now; the process that kept the previous one keeps it too."""
        game, state = self._table.game, self._table.running().state
        question = state.decision(CLOCK)
        if question is None:
            self.clock = None
        elif self.clock is not None and self.clock.question != question:
            begin, lasts = record.at + game.countdown(state), game.time_limit(state)
            self.clock = Running(question, self.clock.keeper, begin, begin + lasts, lasts)

    def note_keeper(self, record: Record, body: ClockKept) -> None:
        """A process keeps the clock from now on. If it takes over, the time left is that left at the newest line."""
        game, state, before = self._table.game, self._table.running().state, self.clock
        question = state.decision(CLOCK)
        assert question is not None
        lasts = game.time_limit(state)
        if before is None:
            begin, left = record.at + game.countdown(state), lasts
        else:
            begin, left = record.at + body.pause, max(0, before.end - max(before.begin, self._table.moved))
        self.clock = Running(question, body.by, begin, begin + left, lasts, resumed=before is not None)

    def note_use(self, record: Record, seat: int) -> None:
        """What a seat has taken beyond the time for one choice comes off its reserve."""
        asked = self.asked.get(seat)
        if asked is not None and self._reserve and not self._table.bot_of(seat):
            taken = self._calendar(seat).between(asked.at, record.at) - self._limit
            self._used[seat] = min(self._reserve, self._used.get(seat, 0) + max(0, taken))

    def note_return(self, record: Record, seat: int) -> None:
        """Give a player who is back the whole time for the choice again; where there is none, some of the reserve."""
        if seat in self.asked:
            self.asked[seat] = replace(self.asked[seat], at=record.at)
        if not self._limit and self._reserve:
            self._used[seat] = min(self._used.get(seat, 0), self._reserve - self._reserve // COMEBACK)

    # -- when time is over -------------------------------------------------------------------------------------------

    @property
    def is_asked(self) -> bool:
        """Whether a clock of the rules runs, or should."""
        table = self._table
        if not table.real_time or table.match is None or table.closed:
            return False
        return table.match.state.decision(CLOCK) is not None

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is over. Bots have none, and where the rules have a clock, that one counts."""
        if not (self._limit or self._reserve) or seat not in self.asked or self._table.bot_of(seat) or self.is_asked:
            return None
        allowed = self._limit + self.reserve_left(seat)
        return max(self._calendar(seat).after(self.asked[seat].at, allowed), self._settled_after(allowed))

    def reserve_left(self, seat: int) -> int:
        """How much of its reserve a seat had left when it last chose."""
        return self._reserve - self._used.get(seat, 0)

    @property
    def _limit(self) -> int:
        return 1_000 * self._table.row.limit_s

    @property
    def _reserve(self) -> int:
        return 1_000 * self._table.row.terms.reserve_s

    def _calendar(self, seat: int) -> Calendar:
        """When the clock of a seat runs."""
        terms = self._table.row.terms
        return Calendar(terms.zone, terms.weekends, self._table.absences.pauses(seat))

    def _settled_after(self, limit: int) -> int:
        """Before this nobody's time is over: while the server was down nobody could answer."""
        return self._table.served_since + min(limit, SETTLING_MS)

    def reserves(self) -> dict[str, int]:
        """What is left of the reserves of people, where there are any."""
        if not self._reserve:
            return {}
        return {str(n): self.reserve_left(n) for n, seat in enumerate(self._table.seats) if seat.has_person}

    def deadlines(self) -> dict[str, int]:
        return {str(seat): due for seat in self.asked if (due := self.deadline(seat)) is not None}

    def patience(self) -> dict[int, int]:
        """The people for whom another, who has answered, is waiting, and until when."""
        table = self._table
        if self.waiting_since is None or table.match is None:
            return {}
        found: dict[int, int] = {}
        for seat in self.asked:
            lapse = None if table.bot_of(seat) else table.game.lapse(table.match.state, seat)
            if lapse is not None and lapse.waited_ms is not None:
                found[seat] = max(self.waiting_since + lapse.waited_ms, self._settled_after(lapse.waited_ms))
        return found

    def announced(self) -> dict[str, int]:
        """When the time of each seat is over, for whatever reason."""
        found = self.deadlines()
        for seat, due in self.patience().items():
            found[str(seat)] = min(due, found.get(str(seat), due))
        return found
