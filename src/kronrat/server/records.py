"""What a table is made of: a row that never changes, and records that are only ever appended.

A record is one choice, one chance answer, one undo or one change of seats. All records of a
table in order are the table; no process has more than a copy of it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kronrat.core.game import Game
from kronrat.core.seeds import KEYED_DICE, ONE_STREAM
from kronrat.server import wire

GONE = "gone"  # how the ids of people begin who were deleted
DEAL_MS = 14 * 24 * 3_600_000  # a table of a deal that has not begun by then is closed: others wait to know its dice


class Guest(msgspec.Struct, frozen=True):
    """A person, known by a token in a cookie of which the store keeps the hash."""

    id: str
    name: str


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed beside the limit for a choice: about time, and about help."""

    reserve_s: int = 0  # for all choices of a seat together, when the time for one of them is over
    weekends: bool = False  # whether clocks stand still on Saturdays and Sundays
    holiday_days: int = 0  # how long the clock of each seat may stand still because its player is away
    zone: str = ""  # the time zone in which days begin and end
    fill_s: int = 0  # after so long bots take the seats that are still free; 0: never
    watch_delay_s: int = 0  # by so much spectators are behind
    odds: bool = True  # whether people see how likely things are


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table goes on from, if it is a variation of another game."""

    bends: str = ""  # as in the header of its journal (`kronrat.core.bends`); empty: it is not a variation
    table: str = ""  # where the other game was played, if that was here
    seed: str = ""  # with the same dice, where they have a seed but no secret


class TableRow(msgspec.Struct, frozen=True):
    """What was fixed when the table was opened."""

    id: str
    game: str
    options: dict[str, str]
    pace: wire.Pace
    undo: wire.UndoPolicy
    limit_s: int
    listed: bool
    owner: str  # the guest who opened it
    secret: bytes
    created: int  # milliseconds since 1970
    seats: int
    rules: int | None = None  # the version of the rules it was begun with; None where that was not kept yet
    data: str | None = None  # the digest of the component data, likewise
    dice: int = ONE_STREAM  # the version of its dice
    think_s: int = 0  # how long bots think that can be told; 0 is as usual
    terms: Terms = Terms()
    rated: bool = False  # whether everybody who sits down agrees that the result counts
    deal: str = ""  # the deal whose dice it shares with other tables, see `kronrat.server.deals`
    nonces: list[str] = []  # what went into the dice of a deal or of an origin, instead of what those add who sit down
    origin: Origin = Origin()

    @property
    def keyed(self) -> bool:
        """Whether every moment has dice of its own."""
        return self.dice == KEYED_DICE

    def is_of(self, game: Game) -> bool | None:
        """Whether the table was begun with these rules and this data; None where that is not known."""
        if self.rules is None or self.data is None:
            return None
        return (self.rules, self.data) == (game.rules_version, game.data_digest)


class Seat(msgspec.Struct, frozen=True):
    """One seat and the guest or bot who sits there."""

    kind: wire.SeatKind = "open"
    guest: str = ""
    name: str = ""
    bot: str = ""
    nonce: str = ""
    invite: str = ""
    held: str = ""  # the bot that sits in for a player who is absent or has left

    @property
    def has_person(self) -> bool:
        """Whether somebody sits here who has not left for good, present or not."""
        return self.kind == "human" and bool(self.guest)


# -- what a record says: one class for each thing that can happen, stored as JSON and told apart by `kind` -------------


class Lined(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="line"):
    """A line of the journal was played."""

    text: str
    bot: bool = False


class Opened(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="open"):
    """The table exists, with these seats."""

    seats: list[Seat]
    lines: list[Lined] = []  # of another game, from where this one goes on


class Sat(msgspec.Struct, frozen=True, tag_field="kind", tag="sit"):
    seat: int
    guest: str
    name: str
    nonce: str


class Rose(msgspec.Struct, frozen=True, tag_field="kind", tag="rise"):
    """A seat was given back before the game began."""

    seat: int


class Marked(msgspec.Struct, frozen=True, tag_field="kind", tag="ready"):
    """Somebody asks the others to wait before the game begins, or is ready."""

    seat: int
    ready: bool


class Arranged(msgspec.Struct, frozen=True, tag_field="kind", tag="arrange"):
    """The owner has said what a seat is for."""

    seat: int
    to: wire.SeatKind
    bot: str
    name: str
    invite: str


class Closed(msgspec.Struct, frozen=True, tag_field="kind", tag="close"):
    """Given up before it began, or left by everybody."""


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="start"):
    """Everybody is here: the dice are fixed."""


class ClockKept(msgspec.Struct, frozen=True, tag_field="kind", tag="clock"):
    """A process keeps the clock of the rules from now on."""

    by: str
    pause: int  # time before anybody may act, where another process kept it until now


class Held(msgspec.Struct, frozen=True, tag_field="kind", tag="hold"):
    """A bot sits in for somebody who is absent."""

    seat: int
    bot: str


class Returned(msgspec.Struct, frozen=True, tag_field="kind", tag="return"):
    seat: int


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="leave"):
    """A player has left the running game for good, and a bot plays on."""

    seat: int
    bot: str


class Absent(msgspec.Struct, frozen=True, tag_field="kind", tag="absent"):
    """A player will be away: a bot plays meanwhile, or the clock stands still. Without an end: is here after all."""

    seat: int
    since: int = 0
    until: int = 0
    bot: str = ""  # empty: the clock stands still


class Advised(msgspec.Struct, frozen=True, tag_field="kind", tag="advise"):
    """A player has asked what the strongest bot would do, at a table that is rated."""

    seat: int


class Wished(msgspec.Struct, frozen=True, tag_field="kind", tag="wish"):
    """Somebody would like to take back a choice and asks the others."""

    seat: int


class Agreed(msgspec.Struct, frozen=True, tag_field="kind", tag="agree"):
    seat: int


class Declined(msgspec.Struct, frozen=True, tag_field="kind", tag="decline"):
    seat: int


class Chatted(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="chat"):
    name: str
    text: str
    seat: int | None = None
    guest: str = ""  # who said it, so that the owner of the table can silence them


class Muted(msgspec.Struct, frozen=True, tag_field="kind", tag="mute"):
    """The owner does not want to hear somebody any more, or again."""

    guest: str
    on: bool


class Locked(msgspec.Struct, frozen=True, tag_field="kind", tag="lock"):
    """From now on only invited people sit down and only players talk, or everybody again."""

    on: bool


class Removed(msgspec.Struct, frozen=True, tag_field="kind", tag="remove"):
    """The owner has sent somebody away, who can no longer sit down or talk here."""

    guest: str


class Became(msgspec.Struct, frozen=True, tag_field="kind", tag="become"):
    """Somebody is known as another guest from now on: the same person, who is known better elsewhere."""

    guest: str
    now: str


class Rematched(msgspec.Struct, frozen=True, tag_field="kind", tag="rematch"):
    """The same table was opened once more."""

    table: str


class Unread(msgspec.Struct, frozen=True, tag_field="kind", tag="unread"):
    """A record that cannot be read, because it is of another release or damaged; its table is not played here."""

    text: str

    @property
    def is_of_another_release(self) -> bool:
        """Whether it is in order, so that another release may have written it."""
        try:
            return bool(msgspec.json.decode(self.text, type=_Kind).kind)
        except msgspec.DecodeError:
            return False


class _Kind(msgspec.Struct):
    kind: str


SeatBody = Opened | Sat | Rose | Marked | Arranged | Held | Returned | Left
WishBody = Wished | Agreed | Declined
PersonBody = Chatted | Muted | Removed | Became
GameBody = Closed | Started | Lined | ClockKept | Rematched
Body = SeatBody | WishBody | PersonBody | GameBody | Absent | Advised | Locked


class Record(msgspec.Struct, frozen=True):
    version: int  # 1, 2, 3 … without gaps
    at: int  # milliseconds since 1970
    body: Body | Unread
    command: str = ""  # the idempotency id of the command that caused it, on the first of its records


class Summary(msgspec.Struct, frozen=True):
    """What the lobby lists, kept beside the records so that no table needs to be played through for it."""

    stage: wire.Stage
    seats: list[wire.Seat]
    deciding: list[int]  # the seats that are asked; CLOCK is a seat too
    caption: dict[str, Any]
    deadlines: dict[str, int]
    guests: dict[str, str]  # seat -> guest who sits there
    scores: list[int] = []  # by seat, once the game is over
    places: list[int] = []  # likewise; shared places are equal
    since: dict[str, int] = {}  # seat -> when its question was asked
    reserves: dict[str, int] = {}  # seat -> milliseconds that are left of its reserve, where there is one
    absences: dict[str, Absent] = {}  # seat -> when its player will be away, for that player alone
    errands: list[int] = []  # when something is to be done here, whoever sits at the table
    begun: int = 0  # when the game began, and when it was over
    ended: int = 0
    rematch: str = ""  # the table that was opened once more


class Sheet(msgspec.Struct, frozen=True):
    """The orders of one seat, see `kronrat.server.orders`."""

    table: str
    seat: int
    guest: str
    orders: list[wire.Order] = []
    dropped: list[
        str
    ] = []  # the kinds of questions to which nothing ordered was possible, until their player has seen it
    version: int = 0  # 0: not kept yet
    looked: int = 0  # the version of the table at which they were last compared with a question
    drops: int = 0  # how many orders were dropped so far, seen by their player or not


class Sight(msgspec.Struct, frozen=True):
    """What could be seen of a game from one seat, or by spectators."""

    view: wire.Plain
    log: list[wire.Entry]  # the newest ones
    hidden: list[int]  # the numbers of the lines whose choices could not be known from there


class Keepsake(msgspec.Struct, frozen=True):
    """A table as its own rules showed it, for the day when the rules have changed."""

    version: int
    lines: int  # of its journal, so far
    sights: dict[str, Sight]  # by seat; empty for spectators
