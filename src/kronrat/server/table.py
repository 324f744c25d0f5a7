"""One table: its seats and its match, folded from records. Only records change the table.

Nothing here waits, stores or sends. `apply` takes a record that is kept, so a table is the same whichever process
reads its records. What a command would append is worked out on a fork of the table, see `kronrat.server.planning`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from kronrat.core.bends import Bend, read_bends
from kronrat.core.dice import commitment
from kronrat.core.events import Event
from kronrat.core.flow import CLOCK, Choice, State
from kronrat.core.game import Game, Standing
from kronrat.core.journal import Journal, Line, parse_line
from kronrat.core.match import Match
from kronrat.core.pauses import Pause
from kronrat.core.seeds import TableSeed
from kronrat.server import wire
from kronrat.server.absences import Absences
from kronrat.server.allowances import Allowances, uses_of_chat, uses_of_sitting
from kronrat.server.counting import Counting
from kronrat.server.past import Past
from kronrat.server.records import (
    DEAL_MS,
    Absent,
    Advised,
    Agreed,
    Arranged,
    Became,
    Body,
    Chatted,
    ClockKept,
    Closed,
    Declined,
    Held,
    Left,
    Lined,
    Locked,
    Marked,
    Muted,
    Opened,
    Record,
    Rematched,
    Removed,
    Returned,
    Rose,
    Sat,
    Seat,
    Started,
    Summary,
    TableRow,
    Unread,
    Wished,
)
from kronrat.server.refusal import Refusal
from kronrat.server.seating import Seating
from kronrat.server.timing import Timing
from kronrat.server.undoing import Undoing

KEPT_ENTRIES = 48  # lines of the log for a new connection; the whole log takes a replay
KEPT_CHAT = 100
BACK_MS = 20_000  # for people to come back after a start of the server


@dataclass(frozen=True, slots=True)
class Happening:
    """What one line of the journal caused, for the log."""

    version: int
    at: int
    line: Line
    number: int  # of the line in the journal
    events: tuple[Event, ...]
    bot: bool
    undoes: int | None = None  # the version of the record that no longer counts
    pauses: tuple[Pause, ...] = ()  # while it is news


@dataclass
class Change:
    """What applying a record changed, so that only that is told."""

    happened: list[Happening] = field(default_factory=list)
    said: wire.Said | None = None
    info: bool = False  # seats, stage or wish
    hands: bool = False  # somebody got a seat or lost one


class Table:
    """The present of one table."""

    def __init__(self, row: TableRow, game: Game, served_since: int = 0, past: Past | None = None) -> None:
        self.row = row
        self.game = game
        self.served_since = served_since  # when the process that reads these records began
        self.past = past  # for a table of other rules or data, which is not played
        self.options = game.settle_options(row.options) if past is None else row.options
        self.real_time = past is None and game.real_time(self.options)
        self.owner = row.owner
        self.version = 0
        self.moved = row.created  # when the newest line was played
        self.started = 0  # when the first line was played; times of lines count from here
        self.closed = False  # given up before it began, or left by everybody
        self.rematch = ""
        self.match: Match | None = None
        self.seating = Seating([Seat()] * row.seats)
        self.before: list[Lined] = []  # the lines of another game, from where this one goes on
        self.undoing = Undoing(self)
        self.timing = Timing(self)
        self.absences = Absences()
        self.counting = Counting()
        self.log: deque[Happening] = deque(maxlen=KEPT_ENTRIES)
        self.chat: deque[wire.Said] = deque(maxlen=KEPT_CHAT)
        self.chat_count = 0
        self.muted: frozenset[str] = frozenset()  # guests whom the owner has silenced
        self.removed: frozenset[str] = frozenset()  # guests whom the owner has sent away
        self.locked = False  # only invited people sit down, only players talk
        self.allowances = Allowances()
        self._speakers: deque[str] = deque(maxlen=KEPT_CHAT)  # the guest of each message in `chat`
        self.line_versions: list[int] = []  # the version of each line of the journal
        self._lines_by_bots: list[int] = []
        self._past_lines: list[Line] = []  # of a journal that is not played
        self._torn = False  # whether a record of it could not be taken: the lines after that mean nothing
        self._kept: dict[type[Body | Unread], int] = {}  # how many records of each kind

    def fork(self) -> Table:
        """A second copy of the table, to be changed independently; they share their match until one plays on."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.seating = self.seating.fork()
        other.undoing, other.timing = self.undoing.fork(other), self.timing.fork(other)
        other.log, other.chat, other._speakers = self.log.copy(), self.chat.copy(), self._speakers.copy()
        other.allowances, other.absences = self.allowances.fork(), self.absences.fork()
        other.counting = self.counting.fork()
        other.line_versions, other._lines_by_bots = self.line_versions[:], self._lines_by_bots[:]
        other._kept = self._kept.copy()
        return other

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> wire.Stage:
        if self.past is not None:
            return self.past.stage
        if self.closed:
            return "closed"
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def begun(self) -> bool:
        return Started in self._kept

    @property
    def commitment(self) -> str:
        """What was promised about the dice; empty where they are those of a game without a promise."""
        return "" if self.row.origin.seed else commitment(self.row.secret)

    @property
    def bends(self) -> tuple[Bend, ...]:
        """Where this game leaves those that it is a variation of."""
        text = self.row.origin.bends
        return read_bends(text) if text else ()

    @property
    def nonces(self) -> list[str]:
        """What went into the dice beside the secret."""
        return self.row.nonces or self.seating.nonces()

    @property
    def seats(self) -> list[Seat]:
        return self.seating.seats

    def bot_of(self, seat: int) -> str:
        """The bot that answers for this seat now, if any."""
        return self.seating.bot_of(seat)

    def deciding(self) -> list[int]:
        if self.match is None or self.closed:
            return []
        return [seat for seat in self.match.state.deciding() if seat >= 0]

    def running(self) -> Match:
        """The match, which must have begun."""
        if self.past is not None:
            raise self.past.refusal
        if self.match is None:
            raise Refusal("not_now")
        return self.match

    def begin_again(self) -> Match:
        """The match before its first line."""
        nonces = tuple([bytes.fromhex(nonce) for nonce in self.nonces])
        plain = self.row.origin.seed
        seed = bytes.fromhex(plain) if plain else TableSeed(self.row.secret, nonces)
        return Match(self.game, self.row.seats, self.options, seed, roll=False, keyed=self.row.keyed, bends=self.bends)

    def _begin_watched(self) -> Match:
        match = self.begin_again()
        match.watched = True
        return match

    def set_up(self, state: State, now: int) -> None:
        """Begin at this position instead of the first one: for a table that is kept nowhere."""
        match = self._begin_watched()
        match.state = state
        self.match = match
        self.timing.note_set_up(now)

    def journal_for(self, seat: int | None) -> Journal:
        """The journal as this seat may know it, with the names of the players."""
        if self.past is None:
            journal = self.running().journal_for(seat)
        elif not self.begun:
            raise Refusal("not_now")
        else:
            journal = self.past.journal(self.row, self.nonces, self._past_lines, seat)
        if self.row.deal:  # others may still play with the same dice, see `kronrat.server.deals`
            journal.header.pop("secret", None)
        named = "|".join([name.replace("|", "/") for name in self.seating.names()])
        return Journal({**journal.header, "names": named}, journal.lines, journal.checks)

    def lines_by_bots(self) -> set[int]:
        """The numbers of the lines of the journal that a bot chose."""
        return set(self._lines_by_bots)

    def recent_choices(self) -> dict[int, tuple[Choice, int]]:
        """The newest choice of each seat, and when it was made."""
        found: dict[int, tuple[Choice, int]] = {}
        for line in reversed(self.running().journal.lines[-KEPT_ENTRIES:]):
            if line.seat >= 0 and line.ms is not None:
                found.setdefault(line.seat, (line.choice, self.started + line.ms))
        return found

    def last_of(self, seat: int) -> int:
        """The version at which this seat last chose or took something back."""
        lines = zip(reversed(self.running().journal.lines), reversed(self.line_versions), strict=True)
        return next((version for line, version in lines if line.seat == seat), 0)

    def speaker(self, number: int) -> str:
        """The guest who has said this; empty if that is not known any more."""
        said = zip(self.chat, self._speakers, strict=True)
        return next((guest for message, guest in said if message.n == number), "")

    def chat_for(self, blocked: Collection[str]) -> list[wire.Said]:
        """What was said, without what these people have said."""
        if not blocked:
            return list(self.chat)
        said = zip(self.chat, self._speakers, strict=True)
        return [message for message, guest in said if guest not in blocked]

    def muted_lines(self) -> list[int]:
        """The numbers of the messages whose speakers are silenced."""
        said = zip(self.chat, self._speakers, strict=True)
        return [message.n for message, guest in said if guest in self.muted]

    def count(self, kind: type[Body]) -> int:
        """How many records of this kind the table has."""
        return self._kept.get(kind, 0)

    def summary(self) -> Summary:
        return Summary(
            stage=self.stage,
            seats=self.seating.shown(),
            deciding=[*self.deciding(), CLOCK] if self.timing.is_asked else self.deciding(),
            caption={} if self.match is None else self.game.caption(self.match.state),
            deadlines=self.timing.announced(),
            guests=self.seating.guests(),
            scores=[result.score for result in self._standing()],
            places=[result.place for result in self._standing()],
            since={str(seat): asked.at for seat, asked in self.timing.asked.items() if self.row.pace != "live"},
            reserves=self.timing.reserves(),
            absences={str(seat): absent for seat, absent in self.absences.announced.items()},
            errands=errands(self),
            begun=self.started,
            ended=self.moved if self.stage == "over" else 0,
            rematch=self.rematch,
        )

    def _standing(self) -> list[Standing]:
        """Where each seat came in, once the game is over."""
        if self.match is None or not self.match.over:
            return []
        return sorted(self.game.standing(self.match.state), key=lambda result: result.seat)

    # -- records: what has happened ----------------------------------------------------------------------------------

    def apply(self, record: Record, line: Line | None = None) -> Change:
        """Take over the next record. `line` is its content if this process has just made it: then it is not
        read and checked again.
        """
        if record.version != self.version + 1:
            raise ValueError(f"record {record.version} cannot follow {self.version}")
        self.version = record.version
        kind = type(record.body)
        self._kept[kind] = self._kept.get(kind, 0) + 1
        change = Change(info=True)
        match record.body:
            case Lined() as body if self.past is not None:
                self._note_past_line(record, body)
            case Lined() as body:
                self._apply_line(record, body, line, change)
            case Started():
                # The times of the lines before go on, so that no line is older than the one before it.
                self.started = record.at - max([parse_line(line.text).ms or 0 for line in self.before], default=0)
                self.match = self._begin_watched() if self.past is None else None
            case Closed():
                self._apply_close()
            case ClockKept() as body:
                if self.past is None:
                    self.timing.note_keeper(record, body)
                change.info = False
            case Wished() | Agreed() | Declined() as body:
                if self.past is None:  # nobody can answer a wish any more
                    self.undoing.fold(record, body)
            case Chatted() as body:
                self._apply_chat(record, body, change)
            case Muted(guest, on):
                self.muted = self.muted | {guest} if on else self.muted - {guest}
            case Removed(guest):
                self.removed, self.muted = self.removed | {guest}, self.muted | {guest}
                self.seating.remove(guest)
                change.hands = True
            case Became(guest, now):
                self._apply_became(guest, now)
                self.counting.become(guest, now)
                change.hands = True
            case Locked(on):
                self.locked = on
            case Absent() as body:
                self.absences.fold(record, body)
            case Advised(seat):
                self.counting.note_help(seat, "hints")
            case Rematched(table):
                self.rematch = table
            case Opened() | Sat() | Rose() | Marked() | Arranged() | Held() | Returned() | Left() as body:
                if isinstance(body, Opened):
                    self.before = body.lines
                if isinstance(body, Sat):
                    invited = self.seats[body.seat].kind == "invited"
                    self.allowances.use(uses_of_sitting(body.guest, invited), record.at)
                if isinstance(body, Held | Left) and self.past is None:
                    self.timing.note_use(record, body.seat)
                if isinstance(body, Held) and self.absences.lent(body.seat, record.at):
                    self.counting.note_help(body.seat, "lent")
                if isinstance(body, Left):
                    self.counting.left[body.seat] = self.seats[body.seat].guest
                self.seating.fold(body)
                change.hands = isinstance(body, Left)
                if isinstance(body, Returned | Left):
                    self.absences.end(body.seat, record.at)
                if isinstance(body, Returned):
                    self.timing.note_return(record, body.seat)
            case Unread(text):
                if self.past is None:
                    raise ValueError(f"record {record.version} cannot be read: {text[:80]}")
            case _:
                assert_never(record.body)
        return change

    def _apply_close(self) -> None:
        self.closed, self.timing.clock = True, None
        if not self.begun:
            self.seating.clear()

    def _apply_chat(self, record: Record, body: Chatted, change: Change) -> None:
        self.chat_count += 1
        change.said = wire.Said(self.chat_count, record.at, body.name, body.text, body.seat)
        change.info = False
        self.chat.append(change.said)
        self._speakers.append(body.guest)
        self.allowances.use(uses_of_chat(body.guest or body.name, body.seat is not None), record.at)

    def _apply_became(self, guest: str, now: str) -> None:
        self.seating.become(guest, now)
        self.owner = now if self.owner == guest else self.owner
        self.muted, self.removed = (
            frozenset([now if one == guest else one for one in some]) for some in (self.muted, self.removed)
        )
        self._speakers = deque([now if one == guest else one for one in self._speakers], self._speakers.maxlen)

    def take_past(self, record: Record) -> None:
        """Take over a record of a table that is not played, as far as that is possible."""
        try:
            self.apply(record)
        except Exception:  # it may be damaged in any way
            self._torn = True
            self.version = record.version
        if isinstance(record.body, Unread):
            self._torn = True

    def _note_past_line(self, record: Record, body: Lined) -> None:
        """Keep a line as text: without its rules it cannot be played."""
        if self._torn:
            return
        self._past_lines.append(parse_line(body.text))
        self.line_versions.append(record.version)
        self.moved = record.at

    def _apply_line(self, record: Record, body: Lined, made: Line | None, change: Change) -> None:
        match = self.running()
        line = parse_line(body.text) if made is None else made
        undoes = None if line.undoes is None else self.line_versions[line.undoes - 1]
        timed, phase, had_wish = self.timing.is_asked, match.state.stack[-1], self.undoing.wish is not None
        trusted = made is not None and undoes is None
        events = tuple(match.append(line) if trusted else match.follow(line))
        self.line_versions.append(record.version)
        self.moved = record.at
        number = len(self.line_versions)
        happening = Happening(record.version, record.at, line, number, events, body.bot, undoes)
        if body.bot:
            self._lines_by_bots.append(number)
        self.log.append(happening)
        change.happened.append(replace(happening, pauses=tuple(match.pauses)) if match.pauses else happening)
        change.info = had_wish or match.over
        self.undoing.note_line(number, undoes is not None, timed)
        self.timing.note_line(record, line.seat, phase, body.bot)


def errands(table: Table) -> list[int]:
    """When a bot sits down for a player who is away, and when it gives the seat back; or when bots fill a table, or a
    table is closed whose dice others wait to know.
    """
    if table.stage == "gathering":
        return [*filling(table), *[table.row.created + DEAL_MS] * bool(table.row.deal)]
    if table.stage != "playing":
        return []
    lent = {seat: absent for seat, absent in table.absences.announced.items() if absent.bot}
    return [absent.until if table.seats[seat].held else absent.since for seat, absent in lent.items()]


def filling(table: Table) -> list[int]:
    """When bots take the free seats. After a start of the server people first have time to come back."""
    terms, created = table.row.terms, table.row.created
    if not terms.fill_s or all(seat.kind in ("human", "bot") for seat in table.seats):
        return []
    due = created + 1_000 * terms.fill_s
    return [due if created >= table.served_since else max(due, table.served_since + BACK_MS)]


def fold(row: TableRow, game: Game, records: Sequence[Record], served_since: int = 0) -> Table:
    """The table that these records make."""
    table = Table(row, game, served_since)
    for record in records:
        table.apply(record)
    return table


def fold_past(row: TableRow, game: Game, records: Sequence[Record], served_since: int, past: Past) -> Table:
    """The same for a table that is not played: what cannot be taken is left out, and the journal ends there."""
    table = Table(row, game, served_since, past)
    for record in records:
        table.take_past(record)
    return table
