"""What is said on a WebSocket: at a table, and at the board of an analysis."""

from __future__ import annotations

from typing import Any, Literal

from kronrat.server.wire.base import Choice, Help, Pace, Plain, SeatKind, Stage, Strict, Told, UndoNeeds, UndoPolicy

# -- from the browser, on the WebSocket of a table --------------------------------------------------------------------


class Play(Strict, tag="play"):
    """Answer the question to a seat."""

    id: str
    version: int
    seat: int
    choice: Choice


class Undo(Strict, tag="undo"):
    """Take back the seat's newest choice; where that is not free, ask the others for consent."""

    id: str
    version: int
    seat: int


class Consent(Strict, tag="consent"):
    """Answer somebody's wish to take back a choice; the asker withdraws the wish with `agree` false."""

    id: str
    seat: int
    agree: bool
    version: int  # of the wish, so that a late answer does not count for another one


class Preview(Strict, tag="preview"):
    """What would follow from this choice? Answered by `Foreseen` or `Refused` with the reason."""

    id: str
    seat: int
    choice: Choice


class Why(Strict, tag="why"):
    """Why is this choice not possible? Answered by `Refused` with the reason, or `Done` if it is possible."""

    id: str
    seat: int
    choice: Choice


class Ask(Strict, tag="ask"):
    """A hint of the game about my view, such as `dice`, or `odds` where the table has them. Answered by `Hint`."""

    id: str
    seat: int
    topic: str


class Advise(Strict, tag="advise"):
    """What would the strongest bot do? Answered by `Advised`; only where all other seats are played by bots."""

    id: str
    seat: int


class Front(Strict, tag="front"):
    """Show me the table from this seat of mine, or from outside. Answered by `Full`."""

    id: str
    seat: int | None


class Look(Strict, tag="look"):
    """I missed something: tell me the whole table again. Answered by `Full`."""

    id: str


class Sit(Strict, tag="sit"):
    """Take a seat. `nonce` (32 hexadecimal digits, made in the browser) goes into the dice."""

    id: str
    seat: int
    nonce: str
    invite: str = ""
    name: str = ""  # what this seat is called, if not as the guest: several people at one browser


class Rise(Strict, tag="rise"):
    """Give up a seat. While the game is played that is for good: a bot plays on, and without people nobody does."""

    id: str
    seat: int


class Ready(Strict, tag="ready"):
    """At a gathering table: the game may begin as far as this seat is concerned, or the others are asked to wait.

    Whoever sits down is ready.
    """

    id: str
    seat: int
    on: bool


class Arrange(Strict, tag="arrange"):
    """The owner of a gathering table changes what a seat is for: `open`, `invited` or `bot`."""

    id: str
    seat: int
    kind: SeatKind
    bot: str = ""


class Close(Strict, tag="close"):
    """The owner of a gathering table gives it up."""

    id: str


class Hold(Strict, tag="hold"):
    """Let a bot hold the seat of somebody who is absent. Any other player may, after the grace time."""

    id: str
    seat: int


class Return(Strict, tag="return"):
    """I am back: the bot leaves my seat."""

    id: str
    seat: int


class Chat(Strict, tag="chat"):
    id: str
    text: str


class Mute(Strict, tag="mute"):
    """The owner silences the speaker of this message at the table, or lets them talk again."""

    id: str
    n: int
    on: bool = True


class Remove(Strict, tag="remove"):
    """The owner sends somebody away, named by a seat while the table gathers, or by something that they have said.

    Who was sent away can neither sit down nor talk here any more.
    """

    id: str
    seat: int | None = None
    n: int = 0


class Lock(Strict, tag="lock"):
    """The owner lets only invited people sit down and only players talk, or everybody again."""

    id: str
    on: bool


class Pong(Strict, tag="pong"):
    """The answer to `Ping`, at once and with its number. It is not answered."""

    n: int


class Gaze(Strict, tag="gaze"):
    """Whether anybody sees this page, or it is hidden: who does not look gets notices. It is not answered."""

    on: bool


Command = (
    Play
    | Undo
    | Consent
    | Preview
    | Why
    | Ask
    | Advise
    | Front
    | Look
    | Sit
    | Rise
    | Ready
    | Arrange
    | Close
    | Hold
    | Return
    | Chat
    | Mute
    | Remove
    | Lock
)


# -- from the browser, on the WebSocket of an analysis -----------------------------------------------------------------


class Stroke(Strict):
    """A choice on the way through an analysis; chance is the seat -1, time is -2."""

    seat: int
    choice: Choice


class Lay(Strict, tag="lay"):
    """Put a position on the board and play these choices from it. Answered by `Full`.

    The first message of every connection has the position; later ones may leave it out if it is the same.
    """

    id: str
    lines: list[Stroke] = []
    position: Plain | None = None  # a dump
    names: list[str] = []
    front: int | None = None  # the seat from which it is shown, if it is asked there


class Roll(Strict, tag="roll"):
    """Let chance answer. Answered by `Placed` and `Full`, as `Play` is here."""

    id: str


class Outcomes(Strict, tag="outcomes"):
    """What may chance or time answer? Answered by `MayCome`."""

    id: str


PieceValue = bool | int | str | list[str]


class Put(Strict, tag="put"):
    """What can be put on the board by hand, after this piece, if one is named, has this value.

    Answered by `Pieces`, and by `Full` where that changes the position.
    """

    id: str
    piece: str = ""
    seat: int | None = None  # whose it is; nobody's: it belongs to the table
    value: PieceValue = ""


BoardCommand = Play | Preview | Why | Ask | Advise | Front | Look | Lay | Roll | Outcomes | Put


# -- from the server ---------------------------------------------------------------------------------------------------


class Seat(Told):
    """One seat as everybody may see it."""

    kind: SeatKind
    name: str = ""
    bot: str = ""  # its level, if a bot sits here
    here: bool = False  # somebody at this seat is connected
    held: str = ""  # the level of the bot that holds the seat of a player who is absent or has left
    away_ms: int | None = None  # when its player was last here, if absent; milliseconds since 1970
    holdable: bool = False  # absent so long that a bot may hold the seat
    waits: bool = False  # its player asks for a moment before the game begins
    until: int = 0  # when the bot gives the seat back, where its player has said that; milliseconds since 1970
    helped: Help | Literal[""] = ""  # at a rated table: why the result of this seat does not count


class Wish(Told):
    """A choice that somebody would like to take back, and who has agreed so far."""

    seat: int
    agreed: list[int]
    version: int  # of the record that holds it


class Tip(Told):
    """What a beginner is told at a question: the sentence `tip.{id}`, given `facts`, and the rule it is about."""

    id: str
    rule: str
    facts: Plain = {}


class Question(Told):
    """What the seat in front is asked. The sentence is `ask.{kind}`, given `facts`."""

    kind: str  # the class of the question, in small letters: `buy_ware`
    rule: str
    facts: Plain
    options: list[Choice]  # all of them, in their fixed order
    version: int  # the version at which it was asked
    tips: list[Tip] = []  # for somebody who plays with bots alone, the weightiest first


class Entry(Told):
    """A line of the log: who chose what, and what happened. `choice` is absent where it is still hidden."""

    version: int
    at: int  # milliseconds since 1970
    seat: int  # -1 is chance, -2 is time, -3 the beginning
    events: list[Plain]  # {"event": "pearl_taken", "rule": "XX-…", …facts}
    choice: Choice | None = None
    undoes: int | None = None  # the version of the record that no longer counts
    bot: bool = False


class Said(Told):
    """Something that was said at the table."""

    n: int
    at: int
    name: str
    text: str
    seat: int | None = None


class Outdated(Told):
    """A table was begun with other rules or data than the server has now: it can be looked at and exported only."""

    lines: int  # of its journal
    shown: int  # how many of them lead to the position that is shown
    sure: bool  # whether its own rules showed it; if not, today's rules followed the journal as far as they could
    damaged: bool = False  # its rules are the same, but they cannot go on with it: what was kept is damaged


class Origin(Told):
    """What a table goes on from: a moment of another game. It is a variation of it and never rated."""

    at: int  # how many lines that count were played there before
    dice: Literal["same", "new"]
    seat: int | None = None  # with new dice: from whose knowledge hidden things were dealt anew
    table: str = ""  # where it was played; empty: somebody handed in a journal


class TableInfo(Told):
    """A table without its game."""

    id: str
    game: str
    options: dict[str, str]
    stage: Stage
    pace: Pace
    undo: UndoPolicy
    listed: bool
    owner: str  # the owner's name
    seats: list[Seat]
    commitment: str
    data_digest: str
    created: int
    limit_s: int = 0  # for one choice; 0 is no limit
    think_s: int = 0  # what bots were told that can be; 0 is as usual
    reserve_s: int = 0  # for all choices of a seat together, when the time for one of them is over
    weekends: bool = False  # clocks stand still on Saturdays and Sundays
    holiday_days: int = 0  # how long the clock of each seat may stand still because its player is away
    zone: str = ""  # where days begin and end: Europe/Berlin
    odds: bool = True  # whether players may ask for odds
    nonces: list[str] = []  # of all human seats in their order, known when the game begins
    secret: str = ""  # revealed when the game is over
    watchers: int = 0
    wish: Wish | None = None
    rematch: str = ""  # the table that follows this one
    outdated: Outdated | None = None
    locked: bool = False  # only invited people sit down, only players talk
    muted: list[int] = []  # the numbers of messages in the chat whose speakers the owner has silenced
    fills_at: int = 0  # when bots take the seats that are free, milliseconds since 1970; 0: never
    watch_delay_s: int = 0  # by so much spectators are behind
    rated: bool = False  # the result counts for everybody who sits down here
    deal: str = ""  # other tables have the same dice: /deals/{id}; then the secret is told there, when all are over
    origin: Origin | None = None


class Clock(Told):
    """A clock of the rules at work. All times are milliseconds from the moment at which the message was made.

    What is really left when a message arrives is less by the time it took, half of `round_trip_ms` in `Ping`.
    """

    kind: str  # the question that time will answer: hourglass, grace …
    ends_in: int  # until time is up, including the countdown
    lasts: int  # the whole time without the countdown, for drawing
    starts_in: int = 0  # the countdown: until it is over nobody can act
    resumed: bool = False  # the server was away, and the clock went on with what was left at the last recorded choice


class Full(Told, tag="full"):
    """The whole table as one seat sees it."""

    version: int
    now: int  # the server's clock, milliseconds since 1970
    table: TableInfo
    mine: list[int]  # the seats of this browser
    owner: bool  # whether this browser may arrange the table
    front: int | None  # the seat whose view this is; None is a spectator
    chat: list[Said]
    log: list[Entry]  # the newest ones
    log_whole: bool  # whether this is all; the rest is at /api/tables/{id}/log
    invites: dict[str, str]  # seat -> code of its invitation, for the owner and for whom it is kept
    view: Plain | None = None
    question: Question | None = None
    undo: UndoNeeds = ""  # what taking back my newest choice would need
    undo_seat: int | None = None  # whose choice that is, where it is not that of the seat in front
    deadlines: dict[str, int] = {}  # seat -> when its time is over, milliseconds since 1970
    clock: Clock | None = None  # None: no clock runs
    answer_to: str = ""  # the id of the command that asked for it
    kept: list[int] = []  # the seats of a gathering table that are kept for me


class Pause(Told):
    """Where something ended, of which the rules give the name, after so many of the events that are told here, though
    nobody was asked. `patch` is applied to the view before.
    """

    name: str
    events: int
    patch: list[list[Any]]


class Delta(Told, tag="delta"):
    """What has changed since `before`. `patch` is applied to the view, see `kronrat.server.patch`."""

    version: int
    before: int
    now: int
    log: list[Entry] = []
    patch: list[list[Any]] = []
    pauses: list[Pause] = []
    question: Question | None = None  # None: nothing is asked of the seat in front
    same_question: bool = False  # the question is still the same and not sent again
    undo: UndoNeeds = ""
    undo_seat: int | None = None
    deadlines: dict[str, int] = {}
    clock: Clock | None = None
    table: TableInfo | None = None  # if something changed in it


class People(Told, tag="people"):
    """Somebody came or went; not a record of the table, so without a version."""

    seats: list[Seat]
    watchers: int


class Ping(Told, tag="ping"):
    """To be answered at once with `Pong`. `round_trip_ms` is what the server has found so far, the median of many."""

    n: int
    round_trip_ms: int = 0  # 0: not known yet


class Spoken(Told, tag="spoken"):
    said: Said


class Done(Told, tag="done"):
    id: str
    version: int


class Foreseen(Told, tag="foreseen"):
    id: str
    events: list[Plain]


class Hint(Told, tag="hint"):
    id: str
    topic: str
    answer: Plain


class Hinted(Told):
    """An answer worth giving, perhaps of several choices in a row."""

    answer: list[Choice]
    percent: int  # of the victory that it promises
    less: int = 0  # than the best one


class Advised(Told, tag="advised"):
    """The best answers of the seat in front, best first; none where there is nothing to choose or no time to think."""

    id: str
    hints: list[Hinted]


class Weighed(Told):
    """An answer that was compared with the best one, and how a review would mark it."""

    answer: list[Choice]
    mark: str


class Judged(Told, tag="judged"):
    """What the strongest bot says at the board of an analysis: its best answers, and what all of them promise."""

    id: str
    hints: list[Hinted]
    weighed: list[Weighed]  # all that were compared, best first
    chances: list[int]  # the percentage of every seat after the best one; none where there is nothing to choose


class Refused(Told, tag="refused"):
    """The command changed nothing. `code` says why; a rule's reason comes with its sentence and facts.

    Codes: `rule` (see rule, says, facts), `stale`, `not_yours`, `not_now`, `malformed`, `too_long`, `too_fast`,
    `unknown_table`, `seat_taken`, `one_seat`, `one_each` (at a rated table), `needs_invite`, `needs_name`, `undo_off`,
    `nothing_to_undo`,
    `undos_spent` (the table takes nothing back any more), `wish_pending` (the other one has to be answered first),
    `too_many` (no more of that is kept), `muted`, `removed` (sent away by the owner), `locked`, `present`,
    `outdated` (the table was begun with other rules or data and can be looked at only), `damaged` (likewise, because
    what was kept of it cannot be read), `failed` (a fault of the server; nothing has changed), `no_advice`,
    `no_odds` (the table does without them), `try_again`.
    Over HTTP also `too_many_tables`, `unknown_seal`, `own_data` (such tables are not rated), `no_holidays` (no more
    were agreed) and `foreign_page`.
    """

    id: str
    code: str
    rule: str = ""
    says: str = ""
    facts: Plain = {}


class AnalysisNode(Told):
    """A choice that was tried in an analysis, and what is needed to say it in words."""

    seat: int
    choice: Choice
    kind: str = ""  # of the question that it answered
    facts: Plain = {}  # of that question
    events: list[Plain] = []  # the first things that chance or time brought
    parent: int = -1  # the place of the choice before it in the list; -1: the position itself
    note: str = ""


class Placed(Told, tag="placed"):
    """A choice was made on the board of an analysis."""

    id: str
    node: AnalysisNode


class MayCome(Told, tag="may_come"):
    """The answers that chance or time may give, those of chance with their weights; none where there are too many."""

    id: str
    seat: int
    outcomes: list[AnalysisNode]
    weights: list[int]


PieceKind = Literal["number", "flag", "word", "words"]


class PieceTold(Told):
    """Something that can be put on the board: it takes a number, a yes or no, one of some words, or several of them."""

    id: str
    kind: PieceKind
    says: str  # the message that names it
    value: PieceValue
    seat: int | None = None
    least: int = 0
    most: int = 0
    values: list[str] = []
    names: str = ""  # the messages of the words are `NAMES.WORD`; without it they stand for themselves
    group: str = ""  # the message of a heading


class Pieces(Told, tag="pieces"):
    """What lies on the board, and all that can be put there."""

    id: str
    position: Plain
    pieces: list[PieceTold]
    changed: bool = False  # whether it is another position than before, from which nothing was tried yet
    by_lot: bool = False  # the set-up of the game had to be played first, and was


Message = (
    Full
    | Delta
    | People
    | Ping
    | Spoken
    | Done
    | Foreseen
    | Hint
    | Advised
    | Judged
    | Placed
    | MayCome
    | Pieces
    | Refused
)
