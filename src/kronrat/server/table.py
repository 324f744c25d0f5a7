"""One table: its seats and its match, folded from records. Commands become records; only records change the table.

Nothing here waits, stores or sends. `plan` answers a command with the bodies of the records it would append, or raises
`Refusal`; `apply` takes a record that is kept. So a table is the same whichever process reads its records.
"""

from __future__ import annotations

import secrets
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kronrat.bots import DEFAULT, list_bots
from kronrat.core.dice import commitment
from kronrat.core.events import Event
from kronrat.core.flow import CLOCK, Choice, Decision, IllegalChoice, Reason, Step, Together
from kronrat.core.game import Game
from kronrat.core.journal import Journal, Line, parse_line
from kronrat.core.match import Match
from kronrat.core.seeds import NONCE_BYTES, TableSeed
from kronrat.core.undo import UndoRefused
from kronrat.server import wire
from kronrat.server.records import Record, Summary, TableRow

Body = dict[str, Any]

KEPT_ENTRIES = 48  # of the log, for those who connect; the whole log is a replay away
KEPT_CHAT = 100
STAND_IN = DEFAULT  # the bot that holds the seat of somebody absent
MOST = {"chat": 2_000, "wish": 200, "sit": 1_000, "arrange": 1_000}  # records of a kind that a table keeps
MOST_UNDOS = 500  # lines of a journal that take others back; games and what is taken back in them end
SETTLING_MS = 120_000  # for people to come back after the server was away, before anybody's time is over


class Refusal(Exception):
    """A command that changes nothing, and why; for a rule of the game with its reason."""

    def __init__(self, code: str, reason: Reason | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason


@dataclass
class Seat:
    kind: str = "open"
    guest: str = ""
    name: str = ""
    bot: str = ""
    nonce: str = ""
    invite: str = ""
    held: str = ""  # the bot that sits in for its absent player, or for one who has left

    @property
    def has_person(self) -> bool:
        """Whether somebody sits here who has not left for good, present or not."""
        return self.kind == "human" and bool(self.guest)


@dataclass(frozen=True, slots=True)
class Happening:
    """What one line of the journal brought, for the log."""

    version: int
    at: int
    line: Line
    number: int  # of the line in the journal
    events: tuple[Event, ...]
    bot: bool
    undoes: int | None = None  # the version of the record that no longer counts


@dataclass(frozen=True, slots=True)
class Running:
    """A clock of the rules at work: the question that time will answer, and who keeps it."""

    question: Decision
    keeper: str  # the process
    begin: int  # before that nobody may act
    end: int
    lasts: int
    resumed: bool = False  # its first keeper is gone


@dataclass
class Change:
    """What applying a record changed, so that only that is told."""

    happened: list[Happening] = field(default_factory=list)
    said: wire.Said | None = None
    info: bool = False  # seats, stage or wish
    hands: bool = False  # somebody got a seat or lost one


class Table:
    """The present of one table."""

    def __init__(self, row: TableRow, game: Game, served_since: int = 0) -> None:
        self.row = row
        self.game = game
        self.served_since = served_since  # when the process began that reads these records
        self.options = game.settle_options(row.options)
        self.version = 0
        self.moved = row.created  # when the newest line was played
        self.seats = [Seat() for _ in range(row.seats)]
        self.match: Match | None = None
        self.wish: wire.Wish | None = None
        self.rematch = ""
        self.closed = False  # given up before it began, or left by everybody
        self.started = 0  # when the first line was played; times of lines count from here
        self.log: deque[Happening] = deque(maxlen=KEPT_ENTRIES)
        self.chat: deque[wire.Said] = deque(maxlen=KEPT_CHAT)
        self.chat_count = 0
        self.asked: dict[int, tuple[Decision, int, int]] = {}  # seat -> question, version and time since when
        self.real_time = game.real_time(self.options)
        self.clock: Running | None = None  # from when on somebody keeps it
        self.waiting_since: int | None = None  # when the first of several people has answered, and waits for the rest
        self._in_time = 0  # the newest line that was chosen while a clock ran: time does not go back
        self.line_versions: list[int] = []  # the version of each line of the journal
        self._lines_by_bots: list[int] = []
        self._kept: Counter[str] = Counter()  # records of each kind
        self._undone = 0  # lines that take others back
        self._commands: set[int] = set()  # hashes: a table has many, and the ids themselves say nothing

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> wire.Stage:
        if self.closed:
            return "closed"
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def commitment(self) -> str:
        return commitment(self.row.secret)

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def deciding(self) -> list[int]:
        if self.match is None or self.closed:
            return []
        return [seat for seat in self.match.state.deciding() if seat >= 0]

    def bot_of(self, seat: int) -> str:
        """The bot that answers for this seat now, if any."""
        return self.seats[seat].bot or self.seats[seat].held

    @property
    def deserted(self) -> bool:
        """Whether nobody plays for himself: bots alone do not go on, the game waits until somebody is back."""
        return all(seat.held or not seat.has_person for seat in self.seats)

    @property
    def undos_spent(self) -> bool:
        return self._undone >= MOST_UNDOS

    @property
    def time_is_asked(self) -> bool:
        """Whether a clock of the rules runs, or should."""
        if not self.real_time or self.match is None or self.closed:
            return False
        return self.match.state.decision(CLOCK) is not None

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is over. Bots have none, and where the rules have a clock, that one counts."""
        if not self.row.limit_s or seat not in self.asked or self.bot_of(seat) or self.time_is_asked:
            return None
        limit = 1_000 * self.row.limit_s
        return max(self.asked[seat][2] + limit, self._settled_after(limit))

    def _settled_after(self, limit: int) -> int:
        """The earliest end of anybody's time: while the server was away nobody could answer."""
        return self.served_since + min(limit, SETTLING_MS)

    def deadlines(self) -> dict[str, int]:
        return {str(seat): due for seat in self.asked if (due := self.deadline(seat)) is not None}

    def patience(self) -> dict[int, int]:
        """The people for whom somebody waits who has answered, and until when."""
        if self.waiting_since is None or self.match is None:
            return {}
        found: dict[int, int] = {}
        for seat in self.asked:
            lapse = None if self.bot_of(seat) else self.game.lapse(self.match.state, seat)
            if lapse is not None and lapse.waited_ms is not None:
                found[seat] = max(self.waiting_since + lapse.waited_ms, self._settled_after(lapse.waited_ms))
        return found

    def announced(self) -> dict[str, int]:
        """When the time of each seat is over, for whatever reason."""
        found = self.deadlines()
        for seat, due in self.patience().items():
            found[str(seat)] = min(due, found.get(str(seat), due))
        return found

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def journal_for(self, seat: int | None) -> Journal:
        """The journal as this seat may know it, with the names of the players."""
        journal = self._running().journal_for(seat)
        named = "|".join([name.replace("|", "/") for name in self.names()])
        return Journal({**journal.header, "names": named}, journal.lines, journal.checks)

    def lines_by_bots(self) -> set[int]:
        """The numbers of the lines of the journal that a bot chose."""
        return set(self._lines_by_bots)

    def knows_command(self, id: str) -> bool:
        return hash(id) in self._commands

    def summary(self, seats: Sequence[wire.Seat]) -> Summary:
        caption = {} if self.match is None else self.game.caption(self.match.state)
        listed = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot, "held": seat.held} for seat in seats]
        guests = {str(number): seat.guest for number, seat in enumerate(self.seats) if seat.guest}
        deciding = [*self.deciding(), CLOCK] if self.time_is_asked else self.deciding()
        return Summary(self.stage, listed, deciding, caption, self.announced(), guests)

    # -- records: what has happened ----------------------------------------------------------------------------------

    def apply(self, record: Record) -> Change:
        """Take over the next record."""
        if record.version != self.version + 1:
            raise ValueError(f"record {record.version} cannot follow {self.version}")
        self.version = record.version
        if record.command:
            self._commands.add(hash(record.command))
        self._kept[record.body["kind"]] += 1
        change = Change()
        getattr(self, f"_apply_{record.body['kind']}")(record, record.body, change)
        return change

    def _apply_open(self, record: Record, body: Body, change: Change) -> None:
        self.seats = [Seat(**seat) for seat in body["seats"]]
        change.info = True

    def _apply_sit(self, record: Record, body: Body, change: Change) -> None:
        seat = self.seats[body["seat"]]
        seat.kind, seat.guest, seat.name, seat.nonce = "human", body["guest"], body["name"], body["nonce"]
        change.info = True

    def _apply_rise(self, record: Record, body: Body, change: Change) -> None:
        old = self.seats[body["seat"]]
        self.seats[body["seat"]] = Seat(kind="invited" if old.invite else "open", invite=old.invite)
        change.info = True

    def _apply_arrange(self, record: Record, body: Body, change: Change) -> None:
        self.seats[body["seat"]] = Seat(kind=body["to"], bot=body["bot"], name=body["name"], invite=body["invite"])
        change.info = True

    def _apply_close(self, record: Record, body: Body, change: Change) -> None:
        self.closed, self.clock = True, None
        if self.match is None:
            self.seats = [Seat() for _ in self.seats]
        change.info = True

    def _apply_start(self, record: Record, body: Body, change: Change) -> None:
        self.started = record.at
        self.match = self.begin_again()
        change.info = True

    def _apply_line(self, record: Record, body: Body, change: Change) -> None:
        match = self._running()
        line = parse_line(body["text"])
        undoes = None if line.undoes is None else self.line_versions[line.undoes - 1]
        self._undone += undoes is not None
        timed, phase = self.time_is_asked, match.state.stack[-1]
        events = tuple(match.follow(line))
        self.line_versions.append(record.version)
        self.moved = record.at
        happening = Happening(
            record.version, record.at, line, len(match.journal.lines), events, bool(body.get("bot")), undoes
        )
        if happening.bot:
            self._lines_by_bots.append(happening.number)
        self.log.append(happening)
        change.happened.append(happening)
        if self.wish is not None:
            self.wish, change.info = None, True
        if match.over:
            change.info = True
        self._note_questions(record, line.seat)
        if self.real_time:
            self._in_time = happening.number if timed else self._in_time
            self._note_waiting(record, phase, happening.bot)
            self._note_clock(record)

    def _note_waiting(self, record: Record, phase: Step, bot: bool) -> None:
        """Remember since when a person waits for others who are asked too; bots do not mind."""
        state = self._running().state
        goes_on = isinstance(phase, Together) and bool(state.stack) and type(state.stack[-1]) is type(phase)
        if not goes_on or self.time_is_asked:
            self.waiting_since = None
        elif self.waiting_since is None and not bot:
            self.waiting_since = record.at

    def _note_clock(self, record: Record) -> None:
        """Whoever keeps a clock keeps the one that follows it too."""
        state = self._running().state
        question = state.decision(CLOCK)
        if question is None:
            self.clock = None
        elif self.clock is not None and self.clock.question != question:
            begin, lasts = record.at + self.game.countdown(state), self.game.sand(state)
            self.clock = Running(question, self.clock.keeper, begin, begin + lasts, lasts)

    def _apply_clock(self, record: Record, body: Body, change: Change) -> None:
        """A process keeps the clock from now on. If another one did, what was left at the newest line is left now."""
        state, before = self._running().state, self.clock
        question = state.decision(CLOCK)
        assert question is not None
        lasts = self.game.sand(state)
        if before is None:
            begin, left = record.at + self.game.countdown(state), lasts
        else:
            begin, left = record.at + body["pause"], max(0, before.end - max(before.begin, self.moved))
        self.clock = Running(question, body["by"], begin, begin + left, lasts, resumed=before is not None)

    def recent_choices(self) -> dict[int, tuple[Choice, int]]:
        """The newest choice of each seat while this clock runs, and when it was made."""
        found: dict[int, tuple[Choice, int]] = {}
        for line in reversed(self._running().journal.lines[-KEPT_ENTRIES:]):
            if line.seat >= 0 and line.ms is not None:
                found.setdefault(line.seat, (line.choice, self.started + line.ms))
        return found

    def _note_questions(self, record: Record, mover: int) -> None:
        """Remember since when each question stands; an equal question to others than the mover is the same one."""
        state = self._running().state
        asked: dict[int, tuple[Decision, int, int]] = {}
        for seat in self.deciding():
            decision = state.decision(seat)
            assert decision is not None
            before = self.asked.get(seat)
            stands = before is not None and seat != mover and (before[0] is decision or before[0] == decision)
            asked[seat] = before if stands and before else (decision, record.version, record.at)
        self.asked = asked

    def _apply_hold(self, record: Record, body: Body, change: Change) -> None:
        self.seats[body["seat"]].held = body["bot"]
        change.info = True

    def _apply_return(self, record: Record, body: Body, change: Change) -> None:
        seat = body["seat"]
        self.seats[seat].held = ""
        if seat in self.asked:
            self.asked[seat] = (self.asked[seat][0], self.asked[seat][1], record.at)  # a fresh clock for the owner
        change.info = True

    def _apply_leave(self, record: Record, body: Body, change: Change) -> None:
        """Its player has left for good: a bot plays on. What was added to the dice stays."""
        seat = self.seats[body["seat"]]
        seat.guest, seat.held = "", body["bot"]
        change.info = change.hands = True

    def _apply_wish(self, record: Record, body: Body, change: Change) -> None:
        self.wish = wire.Wish(body["seat"], [], record.version)
        change.info = True

    def _apply_agree(self, record: Record, body: Body, change: Change) -> None:
        if self.wish is not None:
            self.wish = wire.Wish(self.wish.seat, [*self.wish.agreed, body["seat"]], self.wish.version)
        change.info = True

    def _apply_decline(self, record: Record, body: Body, change: Change) -> None:
        self.wish = None
        change.info = True

    def _apply_chat(self, record: Record, body: Body, change: Change) -> None:
        self.chat_count += 1
        change.said = wire.Said(self.chat_count, record.at, body["name"], body["text"], body.get("seat"))
        self.chat.append(change.said)

    def _apply_rematch(self, record: Record, body: Body, change: Change) -> None:
        self.rematch = body["table"]
        change.info = True

    # -- commands: what would happen ---------------------------------------------------------------------------------

    def plan(self, command: wire.Command, guest: str, guest_name: str, now: int, away: Sequence[int]) -> list[Body]:
        """The records of a command. `away` are the seats absent so long that a bot may hold them."""
        match command:
            case wire.Play():
                return self._plan_play(command, guest, now)
            case wire.Undo():
                return self._plan_undo(command, guest, now)
            case wire.Consent():
                return self._plan_consent(command, guest, now)
            case wire.Sit():
                return self._plan_sit(command, guest, guest_name)
            case wire.Rise():
                return self._plan_rise(command.seat, guest, now)
            case wire.Close():
                return self._plan_close(guest)
            case wire.Arrange():
                return self._plan_arrange(command, guest)
            case wire.Hold():
                return self._plan_hold(command, guest, now, away)
            case wire.Return():
                self._check_mine(command.seat, guest)
                if not self.seats[command.seat].held:
                    raise Refusal("not_now")
                return [{"kind": "return", "seat": command.seat}]
            case wire.Chat():
                return [self._plan_chat(command.text, guest, guest_name)]
        raise Refusal("malformed")

    def _plan_play(self, command: wire.Play, guest: str, now: int) -> list[Body]:
        return self.lines(self._asking(command, guest), command.seat, command.choice, now)

    def _asking(self, command: wire.Play, guest: str) -> Match:
        """The match, for somebody who knows what is asked."""
        match = self._match_of(command.seat, guest)
        since = self.asked.get(command.seat)
        if since is not None and command.version < since[1]:
            raise Refusal("stale")
        return match

    def check_play(self, command: wire.Play, guest: str) -> None:
        """Raise `Refusal` if this choice is not possible as things stand."""
        reason = self._asking(command, guest).state.why_not(command.seat, tuple(command.choice))
        if reason is not None:
            raise Refusal("rule", reason)

    def choose(self, seat: int, choice: Choice, now: int) -> list[Body]:
        """A choice that no person makes, but a bot, or time, or silence."""
        return self.lines(self._running(), seat, choice, now, bot=seat >= 0)

    def lines(self, match: Match, seat: int, choice: Sequence[str | int], now: int, bot: bool = False) -> list[Body]:
        """A choice and the chance answers that follow it."""
        try:
            lines = match.lines_of(seat, tuple(choice), max(0, now - self.started))
        except IllegalChoice as refused:
            raise Refusal("rule", refused.reason) from refused
        return [_line_body(line, bot) for line in lines]

    def _plan_undo(self, command: wire.Undo, guest: str, now: int) -> list[Body]:
        match = self._match_of(command.seat, guest)
        if self.row.undo == "off":
            raise Refusal("undo_off")
        if not self.may_undo(command.seat):
            raise Refusal("nothing_to_undo")
        if self.undos_spent:
            raise Refusal("undos_spent")
        if command.version < self._last_of(command.seat):
            raise Refusal("stale")
        if match.undo_is_free(command.seat):
            return self._undo_lines(match, command.seat, now)
        if self.row.undo == "free":
            raise Refusal("undo_off")
        if command.version < self.line_versions[-1]:
            raise Refusal("stale")
        if self.others_to_ask(command.seat):
            if self.wish is not None:
                raise Refusal("wish_pending")  # one after the other: nobody's wish pushes another's aside
            self._check_room_for("wish")
            return [{"kind": "wish", "seat": command.seat}]
        return self._undo_lines(match, command.seat, now)

    def may_undo(self, seat: int) -> bool:
        """Whether there is a choice to take back; none that a clock has seen."""
        newest = None if self._running().over or self.time_is_asked else self.newest_choice(seat)
        return newest is not None and newest > self._in_time

    def newest_choice(self, seat: int) -> int | None:
        """The number of the seat's newest line that still counts."""
        return None if self.match is None else self.match.newest(seat)

    def _last_of(self, seat: int) -> int:
        """The version at which this seat last chose or took something back."""
        lines = zip(reversed(self._running().journal.lines), reversed(self.line_versions), strict=True)
        return next((version for line, version in lines if line.seat == seat), 0)

    def _undo_lines(self, match: Match, seat: int, now: int) -> list[Body]:
        try:
            return [_line_body(line) for line in match.lines_of_undo(seat, consent=True, ms=max(0, now - self.started))]
        except UndoRefused as refused:
            raise Refusal("nothing_to_undo") from refused

    def others_to_ask(self, seat: int, held: Sequence[int] = ()) -> list[int]:
        """The people whose consent an undo needs: every other guest at the table, at a seat no bot holds."""
        asker = self.seats[seat].guest
        people: dict[str, int] = {}
        for number, other in enumerate(self.seats):
            if other.has_person and not other.held and number not in held and other.guest != asker:
                people.setdefault(other.guest, number)
        return list(people.values())

    def _plan_consent(self, command: wire.Consent, guest: str, now: int) -> list[Body]:
        self._check_mine(command.seat, guest)
        if self.wish is None:
            raise Refusal("not_now")
        if command.version != self.wish.version:
            raise Refusal("stale")
        if not command.agree:
            return [{"kind": "decline", "seat": command.seat}]
        needed = self.others_to_ask(self.wish.seat)
        mine = [seat for seat in needed if self.seats[seat].guest == guest]
        if not mine or mine[0] in self.wish.agreed:
            raise Refusal("not_now")
        agreed: list[Body] = [{"kind": "agree", "seat": mine[0]}]
        if set(needed) <= {*self.wish.agreed, mine[0]}:
            agreed += self._undo_lines(self._running(), self.wish.seat, now)
        return agreed

    def _plan_sit(self, command: wire.Sit, guest: str, guest_name: str) -> list[Body]:
        self._check_gathering()
        self._check_seat(command.seat)
        seat = self.seats[command.seat]
        name = clean_name(command.name) or guest_name
        if not guest or not name:
            raise Refusal("needs_name")
        if seat.kind not in ("open", "invited"):
            raise Refusal("seat_taken")
        if seat.kind == "invited" and not _same(command.invite, seat.invite):
            raise Refusal("needs_invite")
        if self.real_time and self.seats_of(guest):
            raise Refusal("one_seat")
        check_nonce(command.nonce)
        self._check_room_for("sit")
        sat: Body = {"kind": "sit", "seat": command.seat, "guest": guest, "name": name, "nonce": command.nonce}
        nonces = {number: other.nonce for number, other in enumerate(self.seats) if other.kind == "human"}
        nonces[command.seat] = command.nonce
        ready = all(seat.kind in ("human", "bot") for n, seat in enumerate(self.seats) if n != command.seat)
        return [sat, *self._start([nonces[n] for n in sorted(nonces)])] if ready else [sat]

    def _plan_rise(self, seat: int, guest: str, now: int) -> list[Body]:
        """Give a seat back; once the game runs, leave it to a bot for good."""
        self._check_mine(seat, guest)
        if self.stage == "gathering":
            return [{"kind": "rise", "seat": seat}]
        if self.stage != "playing":
            raise Refusal("not_now")
        left: list[Body] = [{"kind": "leave", "seat": seat, "bot": STAND_IN}]
        if not any(other.has_person for number, other in enumerate(self.seats) if number != seat):
            return [*left, {"kind": "close"}]
        if self.wish is not None and self.wish.seat == seat:
            return [*left, {"kind": "decline", "seat": seat}]
        return left + self._wish_without([seat], now)

    def _plan_close(self, guest: str) -> list[Body]:
        self._check_gathering()
        if not guest or guest != self.row.owner:
            raise Refusal("not_yours")
        return [{"kind": "close"}]

    def _plan_arrange(self, command: wire.Arrange, guest: str) -> list[Body]:
        self._check_gathering()
        self._check_seat(command.seat)
        if guest != self.row.owner:
            raise Refusal("not_yours")
        if command.kind == "human" or (command.kind == "bot" and command.bot not in list_bots()):
            raise Refusal("malformed")
        if self.seats[command.seat].guest == guest and len(self.seats_of(guest)) == 1:
            raise Refusal("not_now")  # the owner gives up the own seat by rising
        self._check_room_for("arrange")
        bot = command.bot if command.kind == "bot" else ""
        invite = new_invite() if command.kind == "invited" else ""
        arranged: Body = {
            "kind": "arrange", "seat": command.seat, "to": command.kind, "bot": bot, "name": "", "invite": invite,
        }  # fmt: skip
        others = [seat for number, seat in enumerate(self.seats) if number != command.seat]
        nonces = [seat.nonce for seat in others if seat.kind == "human"]
        if bot and nonces and all(seat.kind in ("human", "bot") for seat in others):
            return [arranged, *self._start(nonces)]
        return [arranged]

    def _start(self, nonces: Sequence[str]) -> list[Body]:
        """Everybody is here: the dice are settled and the game begins."""
        match = self.begin_again(nonces)
        while (line := match.next_roll()) is not None:
            match.append(line)
        return [{"kind": "start"}, *[_line_body(line) for line in match.journal.lines]]

    def opening(self, seats: Sequence[Seat]) -> list[Body]:
        """The first records of a new table; one without free seats begins at once."""
        opened: Body = {"kind": "open", "seats": [vars(seat) for seat in seats]}
        if all(seat.kind in ("human", "bot") for seat in seats):
            return [opened, *self._start([seat.nonce for seat in seats if seat.kind == "human"])]
        return [opened]

    def time_over(self, seats: Sequence[int], now: int) -> list[Body]:
        """For seats whose time is over: what the rules choose for the first of them, or a bot for all."""
        state = self._running().state
        for seat in seats:
            choice = self.game.overdue(state, seat)
            if choice is not None:
                return self.choose(seat, choice, now)
        return self.hold(seats, now)

    def hold(self, seats: Sequence[int], now: int) -> list[Body]:
        """A bot sits down for these; a wish that waited only for their consent comes true."""
        held: list[Body] = [{"kind": "hold", "seat": seat, "bot": STAND_IN} for seat in seats]
        return held + self._wish_without(seats, now)

    def _wish_without(self, seats: Sequence[int], now: int) -> list[Body]:
        """What becomes of a wish if these need not be asked any more."""
        if self.wish is None:
            return []
        missing = [seat for seat in self.others_to_ask(self.wish.seat, seats) if seat not in self.wish.agreed]
        return [] if missing else self._undo_lines(self._running(), self.wish.seat, now)

    def _plan_hold(self, command: wire.Hold, guest: str, now: int, away: Sequence[int]) -> list[Body]:
        self._running()
        self._check_seat(command.seat)
        seat = self.seats[command.seat]
        others = [s for s in self.seats_of(guest) if s != command.seat]
        if not others or seat.guest == guest:
            raise Refusal("not_yours")
        if not seat.has_person or seat.held:
            raise Refusal("not_now")
        if command.seat not in away:
            raise Refusal("present")
        return self.hold([command.seat], now)

    def keep_clock(self, process: str, pause: int) -> list[Body]:
        """This process keeps the clock; where another one did, nobody may act for a short time."""
        return [{"kind": "clock", "by": process, "pause": pause}]

    def _plan_chat(self, text: str, guest: str, guest_name: str) -> Body:
        said = shown(text)
        if not guest or not guest_name:
            raise Refusal("needs_name")
        if not said:
            raise Refusal("malformed")
        if len(said) > wire.CHAT_LENGTH:
            raise Refusal("too_long")
        self._check_room_for("chat")
        mine = self.seats_of(guest)
        name = self.seats[mine[0]].name if mine else guest_name
        return {"kind": "chat", "name": name, "text": said, "seat": mine[0] if mine else None}

    # -- small things ------------------------------------------------------------------------------------------------

    def begin_again(self, nonces: Sequence[str] | None = None) -> Match:
        """The match before its first line."""
        if nonces is None:
            nonces = [seat.nonce for seat in self.seats if seat.kind == "human"]
        seed = TableSeed(self.row.secret, tuple([bytes.fromhex(nonce) for nonce in nonces]))
        return Match(self.game, self.row.seats, self.options, seed, roll=False)

    def _running(self) -> Match:
        if self.match is None:
            raise Refusal("not_now")
        return self.match

    def _match_of(self, seat: int, guest: str) -> Match:
        """The match, for somebody who plays here and is not held by a bot."""
        self._check_mine(seat, guest)
        if self.seats[seat].held:
            raise Refusal("not_now")
        return self._running()

    def _check_gathering(self) -> None:
        if self.match is not None or self.closed:
            raise Refusal("not_now")

    def _check_room_for(self, kind: str) -> None:
        """A table does not grow for ever."""
        if self._kept[kind] >= MOST[kind]:
            raise Refusal("too_many")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refusal("malformed")

    def _check_mine(self, seat: int, guest: str) -> None:
        self._check_seat(seat)
        if not guest or self.seats[seat].guest != guest:
            raise Refusal("not_yours")


def _line_body(line: Line, bot: bool = False) -> Body:
    return {"kind": "line", "text": str(line), "bot": True} if bot else {"kind": "line", "text": str(line)}


def new_invite() -> str:
    return secrets.token_urlsafe(12)


def check_nonce(nonce: str) -> None:
    if len(nonce) != 2 * NONCE_BYTES or any(digit not in "0123456789abcdef" for digit in nonce):
        raise Refusal("malformed")


def _same(code: str, other: str) -> bool:
    return secrets.compare_digest(code.encode(), other.encode())


def shown(text: str) -> str:
    """A text on one line, without signs that cannot be seen, such as those that turn the direction of writing."""
    return " ".join("".join([sign for sign in text if sign.isprintable() or sign.isspace()]).split())


def clean_name(name: str) -> str:
    return shown(name)[: wire.NAME_LENGTH].rstrip()
