"""Over HTTP: tables that are opened, found and gone on with, games over days, and the same dice at several tables."""

from __future__ import annotations

from typing import Literal

from kronrat.server.wire.base import Choice, Pace, Plain, Stage, Strict, Told, UndoPolicy
from kronrat.server.wire.sockets import Question, Seat


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
