"""Over HTTP: friends, strangers to play with, leagues, ranks and profiles."""

from __future__ import annotations

from typing import Literal

from kronrat.server.wire.base import Pace, Stage, Strict, Told


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
