"""What server and browser say to each other. These types are the contract; everything travels as JSON.

A browser opens one WebSocket for the table it shows, `/ws/{table}?seat=N`, and is told the whole table at once: `Full`.
After that come `Delta`s, each naming the version before it; a client that misses one asks for `Full` again with `Look`.
Every command has an `id` that the client makes up; sent twice, it is carried out once. The answer to a command is
`Done` or `Refused` with the same id, and comes after the deltas that the command caused.

Where the rules have a clock, every `Full` and `Delta` has it as `clock`, in milliseconds counted from the message, so
that the browser's own clock does not matter. At such a table the server sends `Ping`s, which a client answers at once
with `Pong`: so the server learns the round trip without asking the client for a time.

Versions count the records of a table, one for each choice, chance answer, undo, and each change of seats, so that a
gap shows. A choice names the version its maker had seen; it is refused as `stale` only if the question to that seat has
changed since.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Choice = list[str | int]
Plain = dict[str, Any]

MESSAGE_BYTES = 8_192
NAME_LENGTH = 24
CHAT_LENGTH = 500
TOPIC_LENGTH = 64
WHY_LENGTH = 500

Pace = Literal["live", "correspondence"]
UndoPolicy = Literal["off", "free", "consent"]  # never; while it is free; also later, if all others agree
UndoNeeds = Literal["", "free", "alone", "ask"]  # not possible; nothing; nothing, because only bots play; consent
Stage = Literal["gathering", "playing", "over", "closed"]
ReviewState = Literal["none", "waiting", "running", "done", "failed", "stopped"]
SeatKind = Literal["open", "invited", "human", "bot"]
Help = Literal["hints", "lent"]  # why a result does not count: advice of a bot, or a bot that played for somebody


class Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a client sends: an unexpected field is an error."""


class Told(msgspec.Struct, omit_defaults=True):
    """What the server sends; a field that has its default is left out."""


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


# -- over HTTP ---------------------------------------------------------------------------------------------------------


class NewName(Strict):
    """POST /api/me: who I am. A guest without a cookie gets one."""

    name: str


class Me(Told):
    """GET /api/me"""

    name: str = ""  # empty: this browser is not known yet
    taken: int = 0  # games that were taken along to this name just now,
    left: int = 0  # and those where that was not possible, because this person sits there already


class NewLink(Told):
    """POST /api/me/links: ways for another device to be mine too, all of them for one use in all."""

    link: str  # an address whose fragment, which no server ever sees, is the secret
    code: str
    svg: str  # the link as a picture
    until: int


class Ticket(Strict):
    """POST /api/links: let this browser be somebody's by the secret of a link, a code, or a recovery code."""

    secret: str = ""
    code: str = ""
    leave: bool = False  # whether the games of the guest whom this browser was so far may be left behind
    take: bool = False  # or rather are taken along


class Device(Told):
    id: str
    label: str
    created: int
    seen: int
    here: bool = False


class Passkey(Told):
    id: str
    label: str
    created: int


class Account(Told):
    """GET /api/me/account: how I am known."""

    name: str
    devices: list[Device]
    passkeys: list[Passkey]
    recovery: int  # codes that are left
    can_use_passkeys: bool  # whether this server can


class RecoveryCodes(Told):
    """POST /api/me/recovery: codes in the place of all earlier ones, each for one use. They are not told again."""

    codes: list[str]


class PasskeyOptions(Told):
    """POST /api/me/passkeys/options, /api/passkeys/options: what the browser makes or finds a passkey with."""

    options: Plain


class PasskeyAnswer(Strict):
    """POST /api/me/passkeys, /api/passkeys: what the browser made of it."""

    credential: Plain
    leave: bool = False  # these two as in a `Ticket`
    take: bool = False


NoticeTopic = Literal["turn", "time", "game", "dropped", "invited"]
NoticeForm = Literal["json", "text", "discord"]


class NoticeWishes(Strict):
    """PUT /api/me/notices: what I want to be told where. Quiet hours are minutes since midnight in my time zone."""

    push: list[NoticeTopic] = []
    mail: list[NoticeTopic] = []
    hook: list[NoticeTopic] = []
    quiet: bool = False
    quiet_from: int = 1_320
    quiet_to: int = 420
    bundle: bool = True
    zone: str = ""
    lang: str = "en"


class Subscription(Strict):
    """PUT /api/me/notices/push: how this browser can be reached, in its own words."""

    endpoint: str
    p256dh: str
    auth: str


class NoticeAddress(Strict):
    """PUT /api/me/notices/mail, /api/me/notices/hook: where else I can be reached. An empty form is found out."""

    address: str
    form: NoticeForm | Literal[""] = ""


class NoticeChannel(Told):
    """A way to reach me."""

    kind: Literal["push", "mail", "hook"]
    state: Literal["asked", "on", "dead"]  # e-mail that is not confirmed yet; in use; given up
    address: str = ""  # of a browser it is nobody's business
    form: NoticeForm | Literal[""] = ""
    here: bool = False  # whether it is the browser that asks
    failed: int = 0  # when something last failed to arrive, and why; milliseconds since 1970
    failure: str = ""


class Notices(Told):
    """GET and PUT /api/me/notices: what I am told, and where."""

    wishes: NoticeWishes
    channels: list[NoticeChannel]
    can_mail: bool = False  # whether this server can
    push_key: str = ""  # what a browser subscribes with; empty: this server cannot


class MailTicket(Strict):
    """POST /api/mail/confirm, /api/mail/stop: what stood in a letter."""

    token: str


class SeatWish(Strict):
    """What a seat of a new table is for. `me` takes a nonce; given several times, many play at one browser."""

    kind: Literal["me", "open", "invited", "bot"]
    bot: str = ""
    nonce: str = ""
    name: str = ""


class Sealed(Told):
    """POST /api/seals: the server has drawn the secret of a future table, and says what it is bound to.

    To be sure of the dice, make the nonces only after that, and open a table with this seal. It is good for
    one table of the same guest, within a day.
    """

    seal: str
    commitment: str  # SHA-256 of the secret


class NewTable(Strict):
    """POST /api/tables, answered by `Opened`. At least one seat must be for a person.

    Without a `seal` the server draws a secret when it has seen the nonces; the players then have to trust it.
    """

    game: str
    seats: list[SeatWish]
    options: dict[str, str] = {}
    pace: Pace = "live"
    undo: UndoPolicy = "consent"
    limit_s: int = 0
    listed: bool = True
    seal: str = ""  # of `Sealed`
    think_s: int = 0  # how long bots think about a choice that can be told; 0 is as long as is usual here
    reserve_s: int = 0  # these four as in `TableInfo`; the last three are for games by correspondence
    weekends: bool = False
    holiday_days: int = 0
    zone: str = ""
    fill_s: int = 0  # after so long bots take the seats that are still free; 0: never
    watch_delay_s: int = 0  # by so much spectators are behind
    odds: bool = True  # whether players may ask for odds
    rated: bool = False  # whether the result counts; whoever sits down agrees
    copies: int = 1  # tables with the same dice; at the others the seats that are mine here are open
    rotated: bool = False  # whether everybody sits one seat further at each of them


class NewVariation(Strict):
    """POST /api/variations, answered by `Opened`: a table that goes on from a moment of a finished game.

    The game is a table of this server or a journal. With the same dice what fell falls again, and what was hidden
    stays as it was; with new ones everything is dealt anew that the first seat of `me` could not know.
    """

    at: int  # after so many lines that count
    dice: Literal["same", "new"]
    seats: list[SeatWish]
    table: str = ""
    journal: str = ""
    undo: UndoPolicy = "consent"
    think_s: int = 0
    seal: str = ""  # with new dice, as for `NewTable`


class Rematch(Strict):
    """POST /api/tables/{id}/rematch, answered by `Opened`: the same table once more; a nonce for each of my seats.

    The seats of the other people stay free for them; everybody at the old table is told the id of the new one.
    """

    nonces: list[str]
    seal: str = ""  # as with `NewTable`


class Opened(Told):
    table: str
    commitment: str  # of its dice; with a seal, the one given before
    deal: str = ""  # if there are several tables with these dice: /deals/{id}


class TableLine(Told):
    """A table in a list of the lobby."""

    id: str
    game: str
    options: dict[str, str]
    stage: Stage
    pace: Pace
    limit_s: int
    seats: list[Seat]
    mine: list[int]
    my_turn: bool
    deciding: list[int]
    caption: Plain  # what the game says about itself: {"year": 3, "phase": 4}
    changed: int
    deadline: int = 0  # of my question, if there is one
    reserve_s: int = 0  # these three as in `TableInfo`
    weekends: bool = False
    holiday_days: int = 0
    outdated: bool = False  # begun with other rules or data: it can be looked at only
    damaged: bool = False  # likewise, because what was kept of it cannot be read
    scores: list[int] = []  # by seat, once the game is over
    rated: bool = False  # as in `TableInfo`
    varied: bool = False  # it goes on from a moment of another game


class Invited(Told):
    """A table where a seat is kept for me, and who has invited me; nobody, where it is for whoever comes."""

    table: TableLine
    by: str = ""


class Friend(Told):
    """Somebody with whom I have played, or whom I have blocked."""

    handle: str  # what I name them by; it means nothing to others
    name: str
    game: str = ""  # the last one together,
    at: int = 0  # and when that was
    games: int = 0
    blocked: bool = False


class Friends(Told):
    """GET /api/friends: the people with whom I have played."""

    friends: list[Friend]


class NewInvitation(Strict):
    """POST /api/tables/{id}/invitations: keep a seat for a friend at a table that gathers and where I sit, or that I
    have opened. DELETE: I do not come.
    """

    friend: str  # a handle


class SomebodyThere(Strict):
    """POST /api/tables/{id}/blocks: I do not want to meet this person any more, named by a seat or by a message.

    We are never brought together again, they cannot invite me, and I do not hear what they say. They are not told.
    """

    seat: int | None = None
    n: int = 0


class Seeking(Strict):
    """POST /api/meetings: find me a table with whoever comes, answered by `Met`. Bots take the seats that stay free.

    Who waits already stays where they wait. GET says where that is; DELETE: I do not wait any more.
    """

    game: str
    pace: Pace = "live"
    seats: int = 0  # how many play; 0: as many as is usual


class Met(Told):
    """The table at which a seat is kept for me; empty: I do not wait for anybody."""

    table: str = ""


class NewLeague(Strict):
    """POST /api/leagues, answered by `League`: a group that meets for some evenings, at live tables of one game."""

    name: str
    game: str
    evenings: int
    options: dict[str, str] = {}
    limit_s: int = 0


class LeagueMember(Told):
    name: str
    handle: str  # what I name them by
    here: bool = False  # says that they are here tonight
    me: bool = False
    owner: bool = False


class LeagueLine(Told):
    """Somebody in the standings; who is level shares a place."""

    place: int
    name: str
    points: float  # one for everybody left behind at a table, a half for everybody who was level
    games: int
    wins: float  # a shared victory is a part of one
    shared: bool = False
    me: bool = False


class LeagueResult(Told):
    place: int
    name: str
    score: int
    points: float = 0.0
    bot: str = ""
    me: bool = False


class LeagueTable(Told):
    """A table of one evening; without results it is not over."""

    table: str
    evening: int
    opened: int
    stage: Stage | Literal["gone"]
    results: list[LeagueResult] = []
    mine: bool = False  # I play there, or a seat is kept for me


class League(Told):
    """GET /api/leagues/{id}, for everybody who knows the id.

    POST .../members: I belong to it from now on; DELETE: no more, or, with a handle, somebody whom the owner sends
    away. POST .../evenings opens the tables of the next evening for those who are here.
    """

    id: str
    name: str
    game: str
    options: dict[str, str]
    limit_s: int
    evenings: int
    evening: int  # that is played or comes next; one more than `evenings` when all are over
    members: list[LeagueMember]
    standings: list[LeagueLine]
    tables: list[LeagueTable]
    now: int
    member: bool = False  # whether I belong to it
    owner: bool = False
    here: bool = False  # whether I have said that I am here


class Leagues(Told):
    """GET /api/leagues: those to which I belong."""

    leagues: list[LeagueName]


class LeagueName(Told):
    id: str
    name: str
    game: str
    evenings: int


class Here(Strict):
    """PUT /api/leagues/{id}/here, answered by `League`: I am here tonight, or not; to be said again while it is so."""

    here: bool


class Complaint(Strict):
    """POST /api/tables/{id}/reports: tell the host of the server about somebody."""

    seat: int | None = None
    n: int = 0
    why: str = ""


class Lobby(Told):
    """GET /api/tables"""

    mine: list[TableLine]
    open: list[TableLine]
    running: list[TableLine]  # public games that others play, to be watched
    now: int
    invited: list[Invited] = []  # tables where a seat is kept for me


class Absence(Strict):
    """PUT /api/me/absence: I will be away, in all games by correspondence that I play. Answered by `Turns`.

    A bot plays meanwhile, or, where holidays were agreed, my clock stands still. Without an end I am here after all.
    """

    since: int = 0  # milliseconds since 1970; what is past is now
    until: int = 0
    bot: str = ""  # the level of the bot; empty: my clock stands still


class Turn(Told):
    """A game that I play, with what only I may know of it."""

    table: TableLine
    since: int = 0  # when I was asked
    reserve_ms: int | None = None  # what was left of my reserve then
    orders: int = 0  # how many of them wait for my next questions
    dropped: bool = False  # some could not be carried out, and I have not seen that yet
    away: list[int] = []  # from when until when I have said that I will be away
    away_bot: str = ""  # the bot that plays then; empty: my clock stands still
    unheard: bool = False  # my absence could not be noted there, because there are no holidays left


class Turns(Told):
    """GET /api/turns: the games that I play, those that wait for me first, the least time first."""

    turns: list[Turn]
    now: int
    bots: list[str]  # who may play for me


class Order(Strict):
    """What I want to answer when I am next asked this: the first of these choices that is possible.

    If none is, it is dropped with all others that are not for `always`, and the game waits for me.
    """

    kind: str  # of the question
    choices: list[Choice]
    always: bool = False  # each time, and where it is not possible I am asked
    id: str = ""  # given by the server


class OrderSheet(Strict):
    """PUT /api/tables/{id}/orders?seat=N: all my orders for a seat, instead of those before. Answered by `Ordered`."""

    version: int  # of the sheet that this one replaces; 0 is none
    orders: list[Order] = []


class Expectation(Told):
    """A question that may come, with what may be possible then, the likeliest first."""

    question: Question  # as it looked in one of the imagined games; its options are those of `percents`
    percent: int  # of the imagined games in which it came
    percents: list[int]  # for each option, of those games


class Prospect(Told):
    """What would become of an order: how often each of its choices would be played, and how often I would be asked."""

    id: str
    percents: list[int]
    asked: int


class Ordered(Told):
    """GET /api/tables/{id}/orders?seat=N: my orders, what may be asked, and what would become of them.

    It is worked out in games that are imagined with what my seat knows; `worlds` says in how many.
    """

    version: int
    orders: list[Order]
    expected: list[Expectation]
    outcomes: list[Prospect]
    worlds: int
    asked: bool  # I am asked now: orders are for later
    dropped: list[str] = []  # the kinds of questions to which none of my choices was possible


class SwitchInfo(Told):
    name: str
    values: list[str]
    default: str
    rule: str
    many: bool = False
    live: str = ""  # to be suggested for a live table with a browser for each person
    main: int = 0  # its place among the options that make a different game of it; 0 is detail
    words: bool = False  # its value is the variant of the words


class FirstTable(Told):
    """What a newcomer plays who wants to play at once: the bots of the other seats, and the options."""

    bots: list[str]
    options: dict[str, str]


class GameLine(Told):
    """One of GET /api/games: a game that can be played here, with the options it has if none is given.

    `minutes` are the shortest and the longest playing time, `weight` is 1 for a light game and 3 for a demanding one.
    `lessons` and `trials` are the ids of those it has; `taught` are the options with which a lesson plays.
    """

    id: str
    seat_counts: list[int]
    switches: list[SwitchInfo]
    minutes: list[int]
    weight: int
    round: list[str]  # what happens in a round, as drawings; the words are `box.round.<number>`
    first: FirstTable
    lessons: list[str] = []
    taught: dict[str, dict[str, str]] = {}
    trials: list[str] = []
    exercise: bool = False  # whether there is one


class LessonStep(Told):
    """A step of a lesson: what is pointed at, and the choice that is wanted, if any."""

    id: str
    at: str
    wants: Choice | None
    says: dict[str, str]  # its title and text; what to do, and what came of it
    picture: list[str] = []  # drawings, with signs between them
    scenes: list[list[str]] = []  # the same, each with a title and a text of its own in `says`
    also: str = ""  # what is needed besides


class LessonInfo(Told):
    """GET /api/lessons/{game}/{lesson}?lang=de"""

    id: str
    game: str
    steps: list[LessonStep]
    options: dict[str, str] = {}


class Picture(Told):
    """A drawing of the game's sprite, and the message with its facts that names it."""

    icon: str
    says: str
    facts: Plain = {}


class ExerciseInfo(Told):
    """GET /api/exercises/{game}/{number}: pieces to be selected, and the goals that every selection leads to.

    A selection is a number: the first piece is its lowest bit. Every number of an exercise has other pieces.
    """

    pieces: list[Picture]
    goals: list[Picture]
    reached: list[list[int]]


class NewTrial(Strict):
    """POST /api/trials/{game}/{trial}, answered by `Tried`: a table against bots, from the part to be tried on."""

    nonce: str


class Tried(Told):
    """The table of a trial. It is over when something else is asked than `asks` names."""

    table: str
    commitment: str
    asks: list[str]


class GameInfo(Told):
    """GET /api/games/{game}?options=… : all that the page needs to know about a game before it is played.

    `switches` are those that exist with the given options; `rows` are the component tables with their sources. A new
    seat gets the bot `usual_bot`. `levels` are the bots that are meant for people, the weakest first. `ratings` are
    measured ones, by number of seats and by bot, and `errors` two standard errors of each. `thinkers` are
    the bots that can be told how long to think, up to `longest_think_s`.
    """

    id: str
    seat_counts: list[int]
    switches: list[SwitchInfo]
    bots: list[str]
    usual_bot: str
    rows: dict[str, dict[str, Plain]]
    rules_version: int
    data_digest: str
    ratings: dict[str, dict[str, int]] = {}
    errors: dict[str, dict[str, int]] = {}
    levels: list[str] = []
    thinkers: list[str] = []
    longest_think_s: int = 0


class RuleText(Told):
    """One of GET /api/rules/{game}?lang=de; `lang` is English where a game has no catalogue in the language wanted.

    After the rules come the rulings; `see` names those about a rule, or the rules that follow from a ruling.
    """

    id: str
    title: str
    chapter: str
    text: str
    lang: str
    see: list[str] = []


class FigureLine(Told):
    """One figure of GET /api/workshop/{game}, doubtful ones first; `name` is the message that names its entry."""

    place: str  # table, entry and path, joined by blanks: what is typed for it is handed in under this name
    table: str
    entry: str
    field: str
    kind: str  # number, flag, word, words, or rows
    text: str
    source: str
    doubtful: bool
    name: str = ""
    note: str = ""
    reconstructed: str = ""


class TypedFigures(Strict):
    """POST /api/workshop/{game}: what was typed, by place; or a file that was kept before."""

    values: dict[str, str] = {}
    file: str = ""


class FigureProblem(Told):
    """Why a figure, or an entry whose field is not named, cannot be right: `figure.wrong.<says>`."""

    place: str
    says: str
    fact: str = ""


class FiguresChecked(Told):
    """What was found: problems, or the text of a file to be kept; and the figures of a file that was handed in."""

    problems: list[FigureProblem]
    changed: int
    confirmed: int
    text: str = ""
    values: dict[str, str] = {}


class WordsFile(Told):
    """GET /api/words/{lang}/{game}/{variant}: all messages; a list has plural forms, among which `plural` chooses.

    `plural` is the gettext expression of the language, such as `(n != 1)`.
    """

    lang: str
    plural: str
    messages: dict[str, str | list[str]]


class Frame(Told):
    """One line of a replay: what happened and how the view changes.

    `dice` says where in the stream of `kronrat.core.dice` an answer of chance was read: the first byte, and the one
    after the last. With the revealed secret anybody can read the same bytes again. Where every moment has a stream
    of its own, `moment` is the text that, keyed with the seed, gives the key of it.
    """

    entry: Entry
    patch: list[list[Any]]
    deciding: list[int]
    dice: list[int] = []
    moment: str = ""


class Bend(Told):
    """A place in a replay up to which its lines are those of another game."""

    lines: int
    at: int  # how many lines that count the other game had
    digest: str  # of its journal
    seat: int | None = None  # with new dice: from whose knowledge hidden things were dealt anew
    seed: str = ""  # with new dice: the seed of the lines before


class ReplayFile(Told):
    """GET /api/tables/{id}/replay?seat=N of a finished table, or POST /api/replay?seat=N with a journal as its body."""

    game: str
    options: dict[str, str]
    names: list[str]
    seats: int
    seat: int | None
    header: dict[str, str]
    view: Plain  # before the first line
    frames: list[Frame]
    over: bool
    bots: list[str] = []  # by seat, "" is a person; none where only the journal is known
    bends: list[Bend] = []  # where it leaves games that it is a variation of


class ReviewSeat(Told):
    """Where the chance of a seat went, in parts of 1: start and all that follows it make the result."""

    seat: int
    start: float
    result: float
    luck: float
    errors: float
    others: float
    unknown: float
    noise: float  # the standard error of what was measured
    marks: dict[str, int]  # best, good, inaccuracy, mistake
    accuracy: float | None


class ReviewQuestion(Told):
    kind: str
    facts: Plain


class ReviewAnswers(Told):
    chosen: list[Choice]
    best: list[Choice]


class ReviewConsequence(Told):
    """What happens clearly more often after one of two answers than after the other, in parts of 1."""

    best: float
    chosen: float
    event: Plain


class ReviewRanked(Told):
    """An answer with the chance of victory after it, and what its seat could foresee of it."""

    answer: list[Choice]
    chance: float
    follows: list[Plain]


class ReviewDecision(Told):
    """A choice beside the best one, from what its seat could know; `line` is that of the journal."""

    line: int
    seat: int
    question: ReviewQuestion
    chosen: str
    best: str
    answers: ReviewAnswers
    loss: float
    mark: str
    error: float
    best_chance: float
    chosen_chance: float
    before: list[float]
    after: list[float]
    stage: dict[str, int]
    consequences: list[ReviewConsequence]
    ranked: list[ReviewRanked]  # the best answers, the best first, and the chosen one


class ReviewMoment(Told):
    """A line that changed the chances of victory: by luck, by a choice, or by what nobody could know."""

    line: int
    seat: int
    kind: Literal["luck", "choice", "unknown"]
    change: list[float]
    after: list[float]
    error: float
    exact: bool
    stage: dict[str, int]
    events: list[Plain] | None = None  # of turning points


class ReviewReport(Told):
    """What was found in a finished game; `kronrat review --json` says the same."""

    seats: list[ReviewSeat]
    decisions: list[ReviewDecision]
    chances: list[list[float]]  # [line, chance of each seat]
    moments: list[ReviewMoment]
    turning_points: list[ReviewMoment]
    thresholds: dict[str, float]
    positions: int


class ReviewFile(Told):
    """GET /api/tables/{id}/review of a finished table: how far its review is, and what was found so far.

    POST begins one, DELETE stops it; both answer in the same way.
    """

    state: ReviewState
    done: float = 0.0
    ahead: int = 0  # reviews that come first
    mine: bool = False  # whether I have begun it, and may stop it
    outline: list[list[float]] = []  # [line, chance of each seat] at quiet moments
    report: ReviewReport | None = None


class RankLine(Told):
    """Somebody in a list of ratings: a person, or a bot as it was measured. `error` is two standard errors."""

    rating: int
    error: int
    games: int
    wins: int = 0
    bot: str = ""
    level: int | None = None  # of a bot that is one of the levels, counted from 0
    id: str = ""  # of a person: /people/{id}
    name: str = ""
    rank: int = 0  # 0: none, for a bot or somebody who has not played enough
    mine: bool = False
    change: int | None = None  # in 30 days, if there was a rating before


class Ranks(Told):
    """GET /api/ranks/{game}?pace=live: ratings, the highest first; without a pace those of all games."""

    game: str
    ranked: list[RankLine]
    provisional: list[RankLine]  # people whose ratings are not certain enough
    bots: list[RankLine]
    mine: RankLine | None = None  # my line, if the lists end before it
    people: int = 0  # who are ranked
    unranked: int = 0
    least_games: int = 0  # rated games that a rank needs,
    most_error: int = 0  # and how uncertain a rating may be


class RatingStep(Told):
    ended: int
    rating: int
    error: int


class ProfileRating(Told):
    game: str
    pace: Pace | Literal[""]  # empty: all of them
    rating: int
    error: int
    games: int
    wins: int
    rank: int = 0  # 0: none
    of: int = 0
    steps: list[RatingStep] = []  # the newest games


class SeatCount(Told):
    """Results at tables of one size; `adjusted` is the sum of the parts of victories without luck, where known."""

    seats: int
    games: int
    wins: int
    reviewed: int = 0  # games of which it is known how lucky everybody was
    adjusted: float = 0.0


class FavouriteLine(Told):
    icon: str  # of the game's sprite
    says: str  # the message that names it
    games: int


class FavouriteGroup(Told):
    """What somebody had most often at the end of a game; the heading is the message `favourites.{kind}` of the game."""

    game: str
    kind: str
    games: int
    lines: list[FavouriteLine]


class Rival(Told):
    id: str
    name: str
    games: int  # together
    ahead: int
    behind: int


class PlayedGame(Told):
    game: str
    ended: int
    seats: int
    place: int
    score: int
    table: str = ""  # if it is still there
    rated: bool = False
    change: int | None = None  # of the rating
    luck: float | None = None  # from the review, in parts of the victory,
    share: float | None = None  # as is what was reached


class Profile(Told):
    """GET /api/people/{id}, or /api/people/me. Of somebody who wants that, others see only name and ratings."""

    id: str
    name: str
    since: int
    ratings: list[ProfileRating]
    mine: bool = False
    private: bool = False
    games: int = 0
    wins: int = 0
    finished: float | None = None  # the share of rated games that were played to the end
    accuracy: float | None = None  # in games with a review
    streak: int = 0  # the newest games that were won in a row,
    longest: int = 0  # and the longest row
    seats: list[SeatCount] = []
    favourites: list[FavouriteGroup] = []
    rivals: list[Rival] = []
    newest: list[PlayedGame] = []


class DealTable(Told):
    """One of the tables with the same dice; `looks` says whether I may see it now."""

    id: str
    stage: Stage
    seats: list[Seat]
    mine: bool = False
    looks: bool = False


class DealLine(Told):
    """How somebody did beside all others in the same seat of other tables, with the same dice."""

    table: str
    seat: int
    place: int
    score: int
    bot: str = ""
    mine: bool = False
    rank: int = 0  # among people; 0: none
    field: float | None = None  # the mean of the others
    difference: float | None = None  # to them, in points
    share: float | None = None  # of the victory, from the review,
    luck: float | None = None  # and what of it was luck


class Deal(Told):
    """GET /api/deals/{id}: tables with the same dice. Players see the others once their own game is over."""

    id: str
    game: str
    options: dict[str, str]
    pace: Pace
    commitment: str  # one for all tables
    nonces: list[str]
    tables: list[DealTable]
    rated: bool = False
    secret: str = ""  # when all games are over
    cleared: bool = False  # whether I may see everything
    lines: list[DealLine] = []  # those who did best first
    closes: int = 0  # when tables are closed that still wait for players, if some do


class Privacy(Strict):
    """PUT /api/me/privacy: who may see my profile. Answered by `Profile`."""

    private: bool


class PuzzleLine(Told):
    """GET /api/puzzles/{id}: a position from a played game, with a question to one seat; not its solution."""

    id: str
    game: str
    seats: int
    seat: int
    options: dict[str, str]
    kind: str  # of the question
    level: str  # the lowest one from which on bots find the solution
    tried: int = 0  # by people,
    found: int = 0  # and how many of them solved it
    solved: bool | None = None  # by me, if I have tried it


class PuzzleList(Told):
    """GET /api/puzzles: all that are offered, and which is that of the day, in UTC, for everybody."""

    day: str
    daily: str
    puzzles: list[PuzzleLine]
    streak: int = 0  # days in a row on which I solved it


class PuzzleToday(Told):
    """GET /api/puzzles/today"""

    day: str
    puzzle: PuzzleLine


class PuzzleAnswer(Strict):
    """POST /api/puzzles/{id}, answered by `PuzzleVerdict`."""

    choice: Choice


class PuzzleVerdict(Told):
    """What an answer is worth, which one is the best, and why that is better than what looks best at once."""

    solved: bool
    mark: str
    loss: float  # of the chance of victory
    best: list[Choice]  # choices that come to the same
    tempting: list[Choice]
    tempting_loss: float
    chance: float  # after the best
    points: list[float]  # after the best and after the tempting one, a while later
    levels: dict[str, int]  # how often each level of bots found it, of eight times
    reasons: list[ReviewConsequence]
    tried: int
    found: int


class PuzzleReported(Told):
    """POST /api/puzzles/{id}/report: whether so many have reported it that it is offered no longer."""

    dropped: bool


class AnalysisTried(Strict):
    """A choice in an analysis that a browser sends."""

    seat: int
    choice: Choice
    parent: int = -1
    note: str = ""


class AnalysisSheet(Strict):
    """An analysis as a browser has it. POST /api/analysis/text answers with the file of it."""

    position: Plain  # a dump
    title: str = ""
    names: list[str] = []
    note: str = ""  # on the position itself
    nodes: list[AnalysisTried] = []


class NewAnalysis(Strict):
    """POST /api/analysis: what to begin with, answered by `AnalysisFile`.

    One of: a file (of an analysis, a journal, or a dump), a finished table, a puzzle, or the first position of a game.
    """

    text: str = ""
    table: str = ""
    puzzle: str = ""
    game: str = ""
    seats: int = 0
    options: dict[str, str] = {}
    at: int = -1  # after so many lines of a journal or table that count; -1: at its beginning


class AnalysisFile(Told):
    """An analysis, every choice of it played by the rules."""

    game: str
    seats: int
    options: dict[str, str]
    position: Plain
    title: str
    names: list[str]
    note: str
    nodes: list[AnalysisNode]
    id: str = ""  # if it is kept
    mine: bool = False


class AnalysisWish(Strict):
    """POST /api/analyses: keep an analysis. With an id, in place of one that is mine."""

    sheet: AnalysisSheet
    id: str = ""


class AnalysisKept(Told):
    """An analysis that is kept; whoever knows its id may read it."""

    id: str
    game: str
    title: str
    changed: int


class AnalysisList(Told):
    """GET /api/analyses: mine, the newest first."""

    analyses: list[AnalysisKept]


class StatsLine(Told):
    """How often something was there, and how those fared who had it; low and high are the interval of 95 %."""

    what: str
    value: str
    n: int
    share: float
    low: float
    high: float
    mean: float
    even: float


class StatsGroup(Told):
    """Games of one kind with so many players."""

    kind: str
    options: dict[str, str]
    seats: int
    games: int
    lines: list[StatsLine]


class StatsFile(Told):
    """GET /api/stats/{game}?level=: the finished games of this server, counted as far as that was done."""

    game: str
    games: int
    counted: int
    levels: list[str]
    groups: list[StatsGroup]


class Verified(Told):
    """POST /api/verify with a journal as its body: whether its dice came from the revealed secret."""

    ok: bool
    checked: int = 0
    problem: str = ""
    line: int = 0
    origin: Literal["", "proved", "named"] = ""  # of a variation: compared with it line by line, or only named


class Link(Strict):
    """POST /api/qr: a link to a table or a league. It may be an invitation, so it is not part of an address."""

    path: str  # /t/… or /league/…


class QrCode(Told):
    """The answer: the link as a picture."""

    svg: str


class Problem(Told):
    """Any HTTP refusal, with its status."""

    code: str
    detail: str = ""
    line: int = 0  # of a journal that was handed in
