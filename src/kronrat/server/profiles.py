"""What is told of people's results: the list of ratings in a game, and the profile of one person.

Everything is read from the index of placings and ratings, in one transaction; nothing here plays a game. A list holds
those first who are ranked: with so many rated games that their rating says something, and so certain of it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    Connection,
    Float,
    Select,
    and_,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
    true,
    update,
)

from kronrat.arena.measured import overall
from kronrat.arena.skills import PER_DAY, Skill
from kronrat.bots import LEVELS
from kronrat.server import wire
from kronrat.server.deals import is_played
from kronrat.server.schema import guests, placings, ratings, results, tables
from kronrat.server.standings import ALL_PACES, DAY_MS

RANKED_GAMES = 20  # rated games, at least,
RANKED_ERROR = 75.0  # and a standard error below this, of those who have a rank
MONTH_MS = 30 * DAY_MS
LISTED = 100  # people in a list, at most, of those who are ranked,
LISTED_PROVISIONAL = 50  # and of the others
SHOWN_STEPS = 40  # games in the line of a rating
SHOWN_GAMES = 12
SHOWN_RIVALS = 6
MET = 60  # people among whom those are found, because some want to be private
MANY_GAMES = 100  # which take long enough to be added up once only
KEPT_CAREERS, CAREER_MS = 500, 600_000
SHOWN_FAVOURITES = 6


# -- the list of a game ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """The list of a game as everybody sees it, and the ratings of all who are ranked, the highest first."""

    ranks: wire.Ranks
    means: list[float]

    def rank_of(self, mean: float) -> int:
        return 1 + bisect_left(self.means, -mean, key=lambda one: -one)

    def seen_by(self, guest: str, own: wire.RankLine | None) -> wire.Ranks:
        """The list with the line of whoever looks at it marked, or added where the list ends before it."""
        ranks, marked = self.ranks, msgspec.structs.replace
        if own is None:
            return ranks
        listed = guest in [line.id for line in [*ranks.ranked, *ranks.provisional]]
        return marked(
            ranks,
            ranked=[marked(line, mine=line.id == guest) for line in ranks.ranked],
            provisional=[marked(line, mine=line.id == guest) for line in ranks.provisional],
            mine=None if listed else own,
        )


def board_of(c: Connection, game: str, pace: str, now: int) -> Board:
    """The ratings in a game, the highest first: those who are ranked, then the others; bots stand beside them."""
    facts = {"game": game, "pace": pace, "now": now}
    ranked = c.execute(_LIST.where(_IS_RANKED).limit(LISTED), facts).all()
    others = c.execute(_LIST.where(~_IS_RANKED).limit(LISTED_PROVISIONAL), facts).all()
    means = list(c.execute(_MEANS, facts).scalars())
    everybody = c.execute(_COUNT, facts).scalar() or 0
    before = _month_ago(c, [row.guest for row in [*ranked, *others]], game, pace, now)
    ranks = wire.Ranks(
        game=game,
        ranked=[_line(row, now, before) for row in ranked],
        provisional=[_line(row, now, before) for row in others],
        bots=bots_of(game),
        people=len(means),
        unranked=everybody - len(means),
        least_games=RANKED_GAMES,
        most_error=round(2 * RANKED_ERROR),
    )
    board = Board(ranks, means)
    for line, row in zip(ranks.ranked, ranked, strict=True):
        line.rank = board.rank_of(row.mean)
    return board


def own_line(c: Connection, board: Board, pace: str, guest: str, now: int) -> wire.RankLine | None:
    """My own line, wherever it stands."""
    facts = {"game": board.ranks.game, "pace": pace, "now": now, "guest": guest}
    row = c.execute(_LIST.where(ratings.c.guest == bindparam("guest")), facts).one_or_none()
    if row is None:
        return None
    line = _line(row, now, _month_ago(c, [guest], board.ranks.game, pace, now))
    line.mine, line.rank = True, board.rank_of(row.mean) if _is_ranked(row, now) else 0
    return line


def bots_of(game: str) -> list[wire.RankLine]:
    """Bots as they were measured, the strongest first."""
    found = sorted(overall(game).items(), key=lambda one: -one[1].rating)
    return [
        wire.RankLine(
            rating=round(one.rating),
            error=round(2 * one.error),
            games=one.games,
            bot=bot,
            level=LEVELS.index(bot) if bot in LEVELS else None,
        )
        for bot, one in found
    ]


def _line(row: Any, now: int, before: Mapping[str, float]) -> wire.RankLine:
    skill = Skill(row.mean, row.error).rested((now - row.ended) / DAY_MS)
    return wire.RankLine(
        rating=round(skill.mean),
        error=round(2 * skill.error),
        games=row.games,
        wins=row.wins,
        id=row.guest,
        name=row.name,
        change=round(skill.mean) - round(before[row.guest]) if row.guest in before else None,
    )


def _is_ranked(row: Any, now: int) -> bool:
    error = Skill(row.mean, row.error).rested((now - row.ended) / DAY_MS).error
    return bool(row.games >= RANKED_GAMES and error < RANKED_ERROR)


def _month_ago(c: Connection, people: Sequence[str], game: str, pace: str, now: int) -> dict[str, float]:
    """The ratings that these people had a month ago, if they had played by then."""
    facts = {"people": list(people), "game": game, "before": now - MONTH_MS}
    query, given = (_MONTH_AGO_AT_PACE, {**facts, "pace": pace}) if pace else (_MONTH_AGO, facts)
    return {row.id: row.mean for row in c.execute(query, given) if row.mean is not None}


# -- one person --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Who:
    """Whose profile it is, and who looks at it."""

    id: str
    viewer: str

    @property
    def is_mine(self) -> bool:
        return self.id == self.viewer


@dataclass(frozen=True)
class Career:
    """What takes long to add up over many games, with the sums by which it is known whether anything is new."""

    sums: Sequence[Any]
    runs: tuple[int, int]
    favourites: list[wire.FavouriteGroup]
    met: Sequence[Any]  # whom somebody has played with most often


class Careers:
    """The careers of those who have played much, as they were last added up."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, Career]] = {}

    def of(self, c: Connection, guest: str, now: int) -> Career:
        """Everything is counted in the sums, so equal sums are those of the same games and reviews.

        Only who the others were is not: that somebody has another name now is noticed after a while.
        """
        sums = c.execute(_SUMS, {"guest": guest}).all()
        until, kept = self._kept.get(guest, (0, None))
        if kept is not None and now < until and kept.sums == sums:
            return kept
        streak, longest = c.execute(_RUNS, {"guest": guest}).one()
        met = c.execute(_MET, {"guest": guest}).all()
        career = Career(sums, (streak, longest), _favourites(c, guest, sums), met)
        if sum([row.games for row in sums]) >= MANY_GAMES:
            if len(self._kept) >= KEPT_CAREERS:
                self._kept.clear()
            self._kept[guest] = now + CAREER_MS, career
        return career


def profile_of(
    c: Connection, who: Who, boards: Mapping[str, Board], now: int, careers: Careers | None = None
) -> wire.Profile | None:
    """What may be told of somebody; None if there is nobody of this id."""
    person = c.execute(_PERSON, {"guest": who.id}).one_or_none()
    if person is None:
        return None
    rated = c.execute(_RATINGS_OF, {"guest": who.id}).all()
    profile = wire.Profile(
        id=who.id,
        name=person.name,
        since=person.created,
        mine=who.is_mine,
        private=person.private,
        ratings=[_rating(row, boards.get(row.game), now) for row in rated],
    )
    if person.private and not who.is_mine:
        profile.since = 0
        return profile
    career = (careers or Careers()).of(c, who.id, now)
    _add_results(profile, career.sums)
    profile.streak, profile.longest = career.runs
    profile.favourites = career.favourites
    for rating in profile.ratings:
        rating.steps = [] if rating.pace else _steps(c, who.id, rating.game)
    profile.rivals = _rivals(c, who, career.met)
    profile.newest = _newest(c, who, {row.game for row in career.sums})
    return profile


def _rating(row: Any, board: Board | None, now: int) -> wire.ProfileRating:
    skill = Skill(row.mean, row.error).rested((now - row.ended) / DAY_MS)
    ranked = board is not None and row.pace == ALL_PACES and _is_ranked(row, now)
    return wire.ProfileRating(
        game=row.game,
        pace=row.pace,
        rating=round(skill.mean),
        error=round(2 * skill.error),
        games=row.games,
        wins=row.wins,
        rank=board.rank_of(row.mean) if ranked and board is not None else 0,
        of=len(board.means) if ranked and board is not None else 0,
    )


def _add_results(profile: wire.Profile, sums: Sequence[Any]) -> None:
    """What somebody has played, added up over all games; `sums` are those of each game and number of seats."""
    seats: dict[int, wire.SeatCount] = {}
    for row in sums:
        line = seats.setdefault(row.seats, wire.SeatCount(row.seats, 0, 0))
        line.games += row.games
        line.wins += row.wins
        line.reviewed += row.reviewed
        line.adjusted += row.adjusted or 0.0
    profile.seats = [seats[count] for count in sorted(seats)]
    profile.games, profile.wins = sum([row.games for row in sums]), sum([row.wins for row in sums])
    agreed = sum([row.agreed for row in sums])
    profile.finished = sum([row.stayed for row in sums]) / agreed if agreed else None
    judged = sum([row.judged for row in sums])
    profile.accuracy = sum([row.accuracy or 0.0 for row in sums]) / judged if judged else None


def _favourites(c: Connection, guest: str, sums: Sequence[Any]) -> list[wire.FavouriteGroup]:
    """What somebody had most often at the end, by game and kind."""
    games: Counter[str] = Counter()
    for row in sums:
        games[row.game] += row.marked
    counts: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for game, mark, count in c.execute(_MARKS[c.dialect.name], {"guest": guest}):
        icon, says = json.loads(mark)
        counts.setdefault((game, says.partition(".")[0]), Counter())[icon, says] += count
    return [
        wire.FavouriteGroup(game, kind, games[game], [wire.FavouriteLine(*mark, count) for mark, count in _most(found)])
        for (game, kind), found in sorted(counts.items())
    ]


def _most(found: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(found.items(), key=lambda one: (-one[1], one[0]))[:SHOWN_FAVOURITES]


def _steps(c: Connection, guest: str, game: str) -> list[wire.RatingStep]:
    """How the rating in a game has changed, the newest games, in their order."""
    rated = _PLAYED.where(placings.c.mean.is_not(None)).limit(SHOWN_STEPS)
    rows = c.execute(rated, {"guest": guest, "game": game}).all()
    return [wire.RatingStep(row.ended, round(row.mean), round(2 * row.error)) for row in reversed(rows)]


def _rivals(c: Connection, who: Who, met: Sequence[Any]) -> list[wire.Rival]:
    """Whom somebody has met most often; those who want to be private only see that themselves."""
    people = {"people": [row.guest for row in met]}
    shown = {row.id: row for row in c.execute(_SHOWN, people) if who.is_mine or not row.private} if met else {}
    rivals = [row for row in met if row.guest in shown][:SHOWN_RIVALS]
    return [wire.Rival(row.guest, shown[row.guest].name, row.games, row.ahead, row.behind) for row in rivals]


def _newest(c: Connection, who: Who, games: Iterable[str]) -> list[wire.PlayedGame]:
    """The newest games; one of a deal is told when all its tables are over, because others play with its dice."""
    found = [row for game in games for row in _newest_of(c, who.id, game)]
    some = sorted(found, key=lambda row: (-row.ended, row.table_id))[:SHOWN_GAMES]
    tables_of = {"some": [row.table_id for row in some]}
    there = set(c.execute(_STILL_THERE, tables_of).scalars())
    hidden = set() if who.is_mine else set(c.execute(_STILL_DEALT, tables_of).scalars())
    return [
        wire.PlayedGame(
            game=row.game,
            ended=row.ended,
            seats=row.seats,
            place=row.place,
            score=row.score,
            table=row.table_id if row.table_id in there else "",
            rated=row.mean is not None,
            change=None if row.mean is None else round(row.mean) - round(row.before),
            luck=row.luck,
            share=row.share,
        )
        for row in some
        if row.table_id not in hidden
    ]


def _newest_of(c: Connection, guest: str, game: str) -> Sequence[Any]:
    return c.execute(_PLAYED.limit(SHOWN_GAMES), {"guest": guest, "game": game}).all()


# -- what a review adds ------------------------------------------------------------------------------------------------


def note_review(c: Connection, table: str, seats: Sequence[dict[str, Any]]) -> None:
    """Keep beside the placings of a game how lucky everybody was; `seats` are those of its review."""
    rows = [
        {
            "at_table": table,
            "at_seat": seat["seat"],
            "to_luck": seat["luck"],
            "to_share": seat["result"],
            "to_accuracy": seat["accuracy"],
        }
        for seat in seats
    ]
    c.execute(_REVIEWED, rows)


# -- statements

_GROWN: ColumnElement[float] = ratings.c.error * ratings.c.error + PER_DAY * (
    cast(bindparam("now", type_=BigInteger) - ratings.c.ended, Float) / DAY_MS
)
_IS_RANKED = and_(ratings.c.games >= RANKED_GAMES, _GROWN < RANKED_ERROR**2)
_HERE = and_(ratings.c.game == bindparam("game"), ratings.c.pace == bindparam("pace"), ~guests.c.banned)
_KNOWN = ratings.join(guests, ratings.c.guest == guests.c.id)
_LIST = select(ratings, guests.c.name).select_from(_KNOWN).where(_HERE).order_by(ratings.c.mean.desc(), ratings.c.guest)
_COUNT = select(func.count()).select_from(_KNOWN).where(_HERE)
_MEANS = select(ratings.c.mean).select_from(_KNOWN).where(_HERE, _IS_RANKED).order_by(ratings.c.mean.desc())


def _month_ago_of(mean: ColumnElement[float], *also: ColumnElement[bool]) -> Select[Any]:
    """The rating after the newest game that somebody had played by then: one look into the index for each."""
    newest = (
        select(mean)
        .where(
            placings.c.guest == guests.c.id, placings.c.game == bindparam("game"), placings.c.mean.is_not(None),
            placings.c.ended < bindparam("before"), *also,
        )
        .order_by(placings.c.ended.desc())
        .limit(1)
        .correlate(guests)
        .scalar_subquery()
    )  # fmt: skip
    return select(guests.c.id, newest.label("mean")).where(guests.c.id.in_(bindparam("people", expanding=True)))


_MONTH_AGO = _month_ago_of(placings.c.mean)
_MONTH_AGO_AT_PACE = _month_ago_of(placings.c.pace_mean, placings.c.pace == bindparam("pace"))

_PERSON = select(guests.c.name, guests.c.created, guests.c.private).where(
    guests.c.id == bindparam("guest"), ~guests.c.banned
)
_RATINGS_OF = select(ratings).where(ratings.c.guest == bindparam("guest")).order_by(ratings.c.game, ratings.c.pace)
# One game at a time, so that the newest ones are the first of an index.
_PLAYED = (
    select(
        placings.c.table_id, placings.c.game, placings.c.seats, placings.c.place, placings.c.score, placings.c.ended,
        placings.c.before, placings.c.mean, placings.c.error, placings.c.luck, placings.c.share,
    )
    .where(placings.c.guest == bindparam("guest"), placings.c.game == bindparam("game"))
    .order_by(placings.c.ended.desc(), placings.c.table_id)
)  # fmt: skip


def _how_many(these: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((these, 1), else_=0))


_HAS_WON = placings.c.place == 1
_WAS_AGREED = or_(placings.c.counts, placings.c.helped != "", placings.c.gone)  # to be rated
_SUMS = (
    select(
        placings.c.game,
        placings.c.seats,
        func.count().label("games"),
        _how_many(_HAS_WON).label("wins"),
        func.count(placings.c.luck).label("reviewed"),
        func.sum(placings.c.share - placings.c.luck).label("adjusted"),
        func.count(placings.c.accuracy).label("judged"),
        func.sum(placings.c.accuracy).label("accuracy"),
        _how_many(_WAS_AGREED).label("agreed"),
        _how_many(and_(_WAS_AGREED, ~placings.c.gone)).label("stayed"),
        _how_many(placings.c.marks != "[]").label("marked"),
    )
    .where(placings.c.guest == bindparam("guest"))
    .group_by(placings.c.game, placings.c.seats)
)


def _runs() -> Select[Any]:
    """The victories up to the newest game, and the longest row of them.

    Within a row the number among all games and the number among those that were won differ by the same.
    """
    order = (placings.c.ended.desc(), placings.c.table_id)
    won = case((_HAS_WON, 1), else_=0)
    numbered = (
        select(
            won.label("won"),
            func.row_number().over(order_by=order).label("number"),
            func.row_number().over(partition_by=won, order_by=order).label("number_of_those"),
        )
        .where(placings.c.guest == bindparam("guest"))
        .subquery()
    )
    runs = (
        select(func.count().label("length"), func.min(numbered.c.number).label("first"))
        .where(numbered.c.won == 1)
        .group_by(numbered.c.number - numbered.c.number_of_those)
        .subquery()
    )
    newest = func.max(case((runs.c.first == 1, runs.c.length), else_=0))
    return select(func.coalesce(newest, 0), func.coalesce(func.max(runs.c.length), 0))


_RUNS = _runs()


def _marks_counted(marks: Any) -> Select[Any]:
    """How often somebody had what at the end; `marks` are taken apart by the database, each in its own way."""
    return (
        select(placings.c.game, marks.c.value, func.count())
        .select_from(placings.join(marks, true()))
        .where(placings.c.guest == bindparam("guest"))
        .group_by(placings.c.game, marks.c.value)
    )


_MARKS = {
    "sqlite": _marks_counted(func.json_each(placings.c.marks).table_valued("value", name="mark")),
    "postgresql": _marks_counted(
        func.json_array_elements_text(cast(placings.c.marks, JSON)).table_valued("value", name="mark")
    ),
}

_mine, _other = placings.alias("mine"), placings.alias("other")
_MET = (
    select(
        _other.c.guest,
        func.count().label("games"),
        _how_many(_mine.c.place < _other.c.place).label("ahead"),
        _how_many(_mine.c.place > _other.c.place).label("behind"),
    )
    .join_from(_mine, _other, _mine.c.table_id == _other.c.table_id)
    .where(_mine.c.guest == bindparam("guest"), _other.c.guest.not_in(("", bindparam("guest"))))
    .group_by(_other.c.guest)
    .order_by(func.count().desc(), _other.c.guest)
    .limit(MET)
)
_SHOWN = select(guests.c.id, guests.c.name, guests.c.private).where(
    guests.c.id.in_(bindparam("people", expanding=True)), ~guests.c.banned
)
_STILL_THERE = select(tables.c.id).where(tables.c.id.in_(bindparam("some", expanding=True)))
_STILL_DEALT = select(results.c.table_id).where(
    results.c.table_id.in_(bindparam("some", expanding=True)), is_played(results.c.deal)
)
_REVIEWED = (
    update(placings)
    .where(placings.c.table_id == bindparam("at_table"), placings.c.seat == bindparam("at_seat"))
    .values(luck=bindparam("to_luck"), share=bindparam("to_share"), accuracy=bindparam("to_accuracy"))
)
_PRIVATE = update(guests).where(guests.c.id == bindparam("at_guest")).values(private=bindparam("to_private"))


def set_private(c: Connection, guest: str, private: bool) -> None:
    """Let others see of somebody's profile only the rating, or everything again."""
    c.execute(_PRIVATE, {"at_guest": guest, "to_private": private})
