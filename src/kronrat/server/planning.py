"""What commands would make of a table: the records they append, and the table as these leave it.

A `Draft` is worked out on a fork of the table, so that every line is played once: when its records are kept, the
table of the draft takes the place of the other. If they are not, the draft is forgotten, and nothing has changed.
Every function here returns a draft or raises `Refusal`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kronrat.bots import DEFAULT, USUAL, Greedy, Turn, list_bots
from kronrat.core.dice import Dice
from kronrat.core.flow import Choice, IllegalChoice
from kronrat.core.journal import Line
from kronrat.core.undo import UndoRefused
from kronrat.server import wire
from kronrat.server.allowances import uses_of_chat, uses_of_sitting
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
    Guest,
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
    Wished,
)
from kronrat.server.refusal import Refusal
from kronrat.server.seating import check_nonce, clean_name, is_invited, new_invite, shown_text
from kronrat.server.table import Change, Table
from kronrat.words.sentences import snake

# Records that a table keeps.
MOST: dict[type[Body], int] = {
    Wished: 200,
    Arranged: 1_000,
    Marked: 500,
    Muted: 500,
    Locked: 500,
    Absent: 500,
    Removed: 500,
}
NOBODY = Guest("", "")


class Draft:
    """Records that are not kept yet, and the table as they would leave it."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table.fork()
        self.now = now
        self.records: list[Record] = []
        self.changes: list[Change] = []
        self._match = table.match  # shared with the table, so it is forked before anything is played

    def add(self, body: Body, line: Line | None = None) -> Draft:
        record = Record(self.table.version + 1, self.now, body)
        self.records.append(record)
        self.changes.append(self.table.apply(record, line))
        return self

    def add_line(self, line: Line, bot: bool = False) -> None:
        """A line that the match of this draft has made."""
        if self.table.match is self._match:
            self.table.match = self.table.running().fork()
        self.add(Lined(str(line), bot), line)

    def add_choice(self, seat: int, choice: Choice, bot: bool = False) -> Draft:
        """A choice and the chance answers that follow it."""
        try:
            line = self.table.running().line_of(seat, choice, self._ms)
        except IllegalChoice as refused:
            raise Refusal("rule", refused.reason) from refused
        self.add_line(line, bot)
        return self.add_rolls(bot)

    def add_rolls(self, bot: bool = False) -> Draft:
        while (line := self.table.running().next_roll()) is not None:
            self.add_line(line, bot)
        return self

    def add_undo(self, seat: int) -> Draft:
        """Take back the newest choice of a seat, and what followed it."""
        try:
            lines = self.table.running().lines_of_undo(seat, consent=True, ms=self._ms)
        except UndoRefused as refused:
            raise Refusal("nothing_to_undo") from refused
        for line in lines:
            self.add_line(line)
        return self

    def begin_if_complete(self) -> Draft:
        """Fix the dice and begin the game once everybody is here."""
        if self.table.match is None and self.table.seating.complete:
            self.add(Started())
            for line in self.table.before:
                self.add(line)  # followed as a line that was played elsewhere, so that the dice come along
            self.add_rolls()
        return self

    @property
    def _ms(self) -> int:
        return max(0, self.now - self.table.started)


# -- what nobody commands ----------------------------------------------------------------------------------------------


def plan_opening(table: Table, seats: Sequence[Seat], now: int, lines: Sequence[Lined] = ()) -> Draft:
    """The first records of a new table; one without free seats begins at once, after the lines of another game."""
    return Draft(table, now).add(Opened(list(seats), list(lines))).begin_if_complete()


def plan_trial(table: Table, seats: Sequence[Seat], kinds: Sequence[str], now: int) -> Draft:
    """The first records of a table that is only to try out something: bots choose until a question of it is asked."""
    draft, bot, dice = plan_opening(table, seats, now), Greedy(), Dice(table.row.secret)
    while True:
        state = draft.table.running().state
        asked = [(seat, state.decision(seat)) for seat in state.deciding() if seat >= 0]
        if not asked or any([snake(type(decision).__name__) in kinds for _, decision in asked]):
            return draft
        seat = asked[0][0]
        draft.add_choice(seat, bot.decide(Turn(state.clone(), seat, dice)), bot=True)


def plan_choice(table: Table, seat: int, choice: Choice, now: int) -> Draft:
    """A choice made not by a person but by a bot, by time or by silence."""
    return Draft(table, now).add_choice(seat, choice, bot=seat >= 0)


def plan_time_over(table: Table, seats: Sequence[int], now: int) -> Draft:
    """For seats whose time is over: what the rules choose for the first of them, or a bot for all."""
    state = table.running().state
    for seat in seats:
        choice = table.game.overdue(state, seat)
        if choice is not None:
            return plan_choice(table, seat, choice, now)
    return plan_hold(table, seats, now)


def plan_hold(table: Table, seats: Sequence[int], now: int, bot: str = DEFAULT) -> Draft:
    """A bot sits in for these; a wish that waited only for their consent is granted."""
    draft = Draft(table, now)
    for seat in seats:
        draft.add(Held(seat, bot))
    return _fulfil_wish(draft)


def plan_clock(table: Table, process: str, pause: int, now: int) -> Draft:
    """This process keeps the clock; where another one did, nobody may act for a short time."""
    return Draft(table, now).add(ClockKept(process, pause))


def plan_filling(table: Table, here: Collection[int], now: int) -> Draft:
    """Bots take the free seats, and those of people who are not `here` where everybody has to be.

    A table where nobody is left is closed, and one of a deal that did not begin in time.
    """
    draft = Draft(table, now)
    if table.row.deal and now >= table.row.created + DEAL_MS:
        return draft.add(Closed())
    for number, seat in enumerate(table.seats):
        if seat.kind == "human" and table.row.pace == "live" and number not in here:
            draft.add(Rose(number))
    if not draft.table.seating.nonces():
        return draft.add(Closed())
    for number, seat in enumerate(draft.table.seats):
        if seat.kind in ("open", "invited"):
            draft.add(Arranged(number, "bot", USUAL, "", ""))
    return draft.begin_if_complete()


def plan_leaving_a_place(table: Table, guest: str, seat: int, now: int) -> Draft:
    """Somebody does not want the seat any more that was kept for them: whoever gets it next is invited anew."""
    _check_gathering(table)
    if table.seats[seat].kind == "human" and table.seats[seat].guest != guest:
        raise Refusal("not_yours")
    check_room_for(table, Arranged)
    return Draft(table, now).add(Arranged(seat, "invited", "", "", new_invite()))


def plan_becoming(table: Table, guest: str, now_known_as: str, now: int) -> Draft:
    """Somebody is known as another guest from now on, who must not sit here already: nobody plays twice in secret."""
    if table.past is not None:
        raise table.past.refusal
    if table.seating.of(now_known_as) or not (table.seating.of(guest) or table.owner == guest):
        raise Refusal("one_seat")
    return Draft(table, now).add(Became(guest, now_known_as))


def plan_advised(table: Table, seat: int, now: int) -> Draft:
    """A player is about to be advised where that makes a difference."""
    return Draft(table, now).add(Advised(seat))


def plan_rematch(table: Table, other: str, now: int) -> Draft:
    return Draft(table, now).add(Rematched(other))


def _fulfil_wish(draft: Draft) -> Draft:
    """Grant a wish that no longer needs anybody's consent."""
    undoing = draft.table.undoing
    if undoing.wish is not None and not undoing.missing():
        draft.add_undo(undoing.wish.seat)
    return draft


# -- commands ----------------------------------------------------------------------------------------------------------


def plan(table: Table, command: wire.Command, guest: Guest, now: int, away: Sequence[int] = ()) -> Draft:
    """What a command would do; `away` are the seats absent so long that a bot may hold them."""
    if table.past is not None:
        raise table.past.refusal
    match command:
        case wire.Play():
            check_asked(table, command, guest.id)
            return Draft(table, now).add_choice(command.seat, tuple(command.choice))
        case wire.Undo():
            return _plan_undo(table, command, guest.id, now)
        case wire.Consent():
            return _plan_consent(table, command, guest.id, now)
        case wire.Sit():
            return _plan_sit(table, command, guest, now)
        case wire.Rise():
            return _plan_rise(table, command.seat, guest.id, now)
        case wire.Ready():
            return _plan_ready(table, command, guest.id, now)
        case wire.Close():
            return _plan_close(table, guest.id, now)
        case wire.Arrange():
            return _plan_arrange(table, command, guest.id, now)
        case wire.Hold():
            return _plan_hold(table, command, guest.id, now, away)
        case wire.Return():
            return _plan_return(table, command.seat, guest.id, now)
        case wire.Chat():
            return _plan_chat(table, command.text, guest, now)
        case wire.Mute():
            return _plan_mute(table, command, guest.id, now)
        case wire.Remove():
            return _plan_remove(table, command, guest.id, now)
        case wire.Lock():
            _check_owner(table, guest.id)
            check_room_for(table, Locked)
            return Draft(table, now).add(Locked(command.on))
    raise Refusal("malformed")


def check_asked(table: Table, command: wire.Play, guest: str) -> None:
    """Raise `Refusal` unless this guest plays at the seat and has seen what is asked there."""
    _check_plays(table, command.seat, guest)
    asked = table.timing.asked.get(command.seat)
    if asked is not None and command.version < asked.version:
        raise Refusal("stale")


def check_play(table: Table, command: wire.Play, guest: str) -> None:
    """Raise `Refusal` if this choice is not possible now."""
    check_asked(table, command, guest)
    reason = table.running().state.why_not(command.seat, tuple(command.choice))
    if reason is not None:
        raise Refusal("rule", reason)


def _plan_undo(table: Table, command: wire.Undo, guest: str, now: int) -> Draft:
    _check_plays(table, command.seat, guest)
    match, undoing = table.running(), table.undoing
    if table.row.undo == "off":
        raise Refusal("undo_off")
    if not undoing.is_possible(command.seat):
        raise Refusal("nothing_to_undo")
    if undoing.spent:
        raise Refusal("undos_spent")
    if command.version < table.last_of(command.seat):
        raise Refusal("stale")
    if match.undo_is_free(command.seat):
        return Draft(table, now).add_undo(command.seat)
    if table.row.undo == "free":
        raise Refusal("undo_off")
    if command.version < table.line_versions[-1]:
        raise Refusal("stale")
    if not table.seating.others_to_ask(command.seat):
        return Draft(table, now).add_undo(command.seat)
    if undoing.wish is not None:
        raise Refusal("wish_pending")  # one after the other: a wish cannot displace another
    check_room_for(table, Wished)
    return Draft(table, now).add(Wished(command.seat))


def _plan_consent(table: Table, command: wire.Consent, guest: str, now: int) -> Draft:
    table.seating.check_mine(command.seat, guest)
    wish = table.undoing.wish
    if wish is None:
        raise Refusal("not_now")
    if command.version != wish.version:
        raise Refusal("stale")
    if not command.agree:
        return Draft(table, now).add(Declined(command.seat))
    mine = [seat for seat in table.undoing.missing() if table.seats[seat].guest == guest]
    if not mine:
        raise Refusal("not_now")
    return _fulfil_wish(Draft(table, now).add(Agreed(mine[0])))


def _plan_sit(table: Table, command: wire.Sit, guest: Guest, now: int) -> Draft:
    _check_gathering(table)
    table.seating.check(command.seat)
    seat = table.seats[command.seat]
    name = clean_name(command.name) or guest.name
    if not guest.id or not name:
        raise Refusal("needs_name")
    if guest.id in table.removed:
        raise Refusal("removed")
    if seat.kind not in ("open", "invited"):
        raise Refusal("seat_taken")
    if seat.kind == "invited" and not is_invited(command.invite, seat):
        raise Refusal("needs_invite")
    if table.seating.of(guest.id) and (table.real_time or table.row.rated):
        raise Refusal("one_seat" if table.real_time else "one_each")
    if table.locked and seat.kind == "open" and guest.id != table.owner:
        raise Refusal("locked")
    check_nonce(command.nonce)
    _check_allowed(table, uses_of_sitting(guest.id, seat.kind == "invited"), now)
    return Draft(table, now).add(Sat(command.seat, guest.id, name, command.nonce)).begin_if_complete()


def _plan_rise(table: Table, seat: int, guest: str, now: int) -> Draft:
    """Give a seat back; once the game runs, leave it to a bot for good."""
    table.seating.check_mine(seat, guest)
    if table.stage == "gathering":
        return Draft(table, now).add(Rose(seat))
    if table.stage != "playing":
        raise Refusal("not_now")
    draft = Draft(table, now).add(Left(seat, DEFAULT))
    if not any(other.has_person for other in draft.table.seats):
        return draft.add(Closed())
    wish = table.undoing.wish
    if wish is not None and wish.seat == seat:
        return draft.add(Declined(seat))
    return _fulfil_wish(draft)


def _plan_ready(table: Table, command: wire.Ready, guest: str, now: int) -> Draft:
    """The game waits for whoever is not ready; where nobody else is missing it begins now."""
    _check_gathering(table)
    table.seating.check_mine(command.seat, guest)
    if command.on == (command.seat not in table.seating.waiting):
        raise Refusal("not_now")
    if not command.on:  # who waits may always be ready again
        check_room_for(table, Marked)
    return Draft(table, now).add(Marked(command.seat, command.on)).begin_if_complete()


def _plan_close(table: Table, guest: str, now: int) -> Draft:
    _check_gathering(table)
    if not guest or guest != table.owner:
        raise Refusal("not_yours")
    return Draft(table, now).add(Closed())


def _plan_arrange(table: Table, command: wire.Arrange, guest: str, now: int) -> Draft:
    _check_gathering(table)
    table.seating.check(command.seat)
    if guest != table.owner:
        raise Refusal("not_yours")
    if command.kind == "human" or (command.kind == "bot" and command.bot not in list_bots()):
        raise Refusal("malformed")
    if table.seats[command.seat].guest == guest and len(table.seating.of(guest)) == 1:
        raise Refusal("not_now")  # an owner gives up their own seat by rising
    check_room_for(table, Arranged)
    bot = command.bot if command.kind == "bot" else ""
    invite = new_invite() if command.kind == "invited" else ""
    return Draft(table, now).add(Arranged(command.seat, command.kind, bot, "", invite)).begin_if_complete()


def _plan_hold(table: Table, command: wire.Hold, guest: str, now: int, away: Sequence[int]) -> Draft:
    table.running()
    table.seating.check(command.seat)
    seat = table.seats[command.seat]
    others = [mine for mine in table.seating.of(guest) if mine != command.seat]
    if not others or seat.guest == guest:
        raise Refusal("not_yours")
    if not seat.has_person or seat.held:
        raise Refusal("not_now")
    if command.seat not in away:
        raise Refusal("present")
    return plan_hold(table, [command.seat], now)


def _plan_return(table: Table, seat: int, guest: str, now: int) -> Draft:
    table.seating.check_mine(seat, guest)
    if not table.seats[seat].held:
        raise Refusal("not_now")
    return Draft(table, now).add(Returned(seat))


def _plan_chat(table: Table, text: str, guest: Guest, now: int) -> Draft:
    said = shown_text(text)
    if not guest.id or not guest.name:
        raise Refusal("needs_name")
    if not said:
        raise Refusal("malformed")
    if len(said) > wire.CHAT_LENGTH:
        raise Refusal("too_long")
    mine = table.seating.of(guest.id)
    if guest.id in table.muted:
        raise Refusal("muted")
    if table.locked and not mine and guest.id != table.owner:
        raise Refusal("locked")
    _check_allowed(table, uses_of_chat(guest.id, bool(mine)), now)
    name = table.seats[mine[0]].name if mine else guest.name
    return Draft(table, now).add(Chatted(name, said, mine[0] if mine else None, guest.id))


def _plan_mute(table: Table, command: wire.Mute, guest: str, now: int) -> Draft:
    _check_owner(table, guest)
    speaker = table.speaker(command.n)
    if not speaker or speaker == guest:
        raise Refusal("not_now")
    check_room_for(table, Muted)
    return Draft(table, now).add(Muted(speaker, command.on))


def _plan_remove(table: Table, command: wire.Remove, guest: str, now: int) -> Draft:
    """Send somebody away, by their seat or by something that they have said; a game that runs is taken from nobody."""
    _check_owner(table, guest)
    if command.seat is not None:
        table.seating.check(command.seat)
    gone = table.speaker(command.n) if command.seat is None else table.seats[command.seat].guest
    if not gone or gone == guest or gone in table.removed:
        raise Refusal("not_now")
    if table.match is not None and table.seating.of(gone):
        raise Refusal("not_now")
    check_room_for(table, Removed)
    return Draft(table, now).add(Removed(gone))


# -- checks ------------------------------------------------------------------------------------------------------------


def _check_gathering(table: Table) -> None:
    if table.match is not None or table.closed:
        raise Refusal("not_now")


def _check_plays(table: Table, seat: int, guest: str) -> None:
    """The game runs, and this guest plays at the seat, not a bot."""
    table.seating.check_mine(seat, guest)
    if table.seats[seat].held:
        raise Refusal("not_now")
    table.running()


def _check_owner(table: Table, guest: str) -> None:
    if not guest or guest != table.owner:
        raise Refusal("not_yours")


def _check_allowed(table: Table, uses: Sequence[tuple[str, str]], now: int) -> None:
    """What one has done too often can be done again later."""
    if not table.allowances.has(uses, now):
        raise Refusal("too_fast")


def check_room_for(table: Table, kind: type[Body]) -> None:
    """A table does not grow for ever."""
    if table.count(kind) >= MOST[kind]:
        raise Refusal("too_many")
