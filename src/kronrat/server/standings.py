"""Ratings: what follows from the rated results that are kept, one after the other in the order of their numbers.

A result is given its number when it is counted. Everything that counting it changes follows from earlier results and
from what is kept of this one, so all ratings can be worked out again at any time, and come out equal (`Recount`).
Results that become somebody else's are the one thing that changes the past: the ratings of their games are worked out
again from the first of them on, a moment later (`ask_again`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, select, text, true, update

from kronrat.arena.ratings import MIDDLE
from kronrat.arena.skills import Ranked, Skill, after
from kronrat.server.schema import placings, ratings, recounts, results
from kronrat.server.store import Store

ALL_PACES = ""
AT_ONCE = 20  # results that are counted in one transaction: others want to write too
READ_AT_ONCE = 2_000  # results that are read together to count them again
DAY_MS = 24 * 3_600_000
_LOCK = 0x6B726F6E  # in PostgreSQL, for one process at a time

Row = dict[str, Any]


class Skilled(NamedTuple):
    """What is known of somebody in a game after some results."""

    mean: float
    error: float
    games: int
    wins: int
    ended: int


class Key(NamedTuple):
    guest: str
    game: str
    pace: str


Known = Callable[[Key], Skilled | None]


def counted(result: Any, seats: Sequence[Any], known: Known) -> dict[Key, Skilled]:
    """What a result makes of everybody for whom it counts, for all paces together and for its own."""
    ranked = [seat for seat in seats if seat.counts]
    if len(ranked) < 2:
        return {}
    found: dict[Key, Skilled] = {}
    for pace in (ALL_PACES, result.pace):
        keys = [Key(seat.guest, result.game, pace) for seat in ranked]
        before = [known(key) if key.guest else None for key in keys]
        skills = [_skill(seat, one, result.ended) for seat, one in zip(ranked, before, strict=True)]
        places = [Ranked(seat.place, skill) for seat, skill in zip(ranked, skills, strict=True)]
        for seat, key, one, skill in zip(ranked, keys, before, after(places), strict=True):
            if key.guest:  # a bot stays as strong as it was measured
                games, wins = (0, 0) if one is None else (one.games, one.wins)
                found[key] = Skilled(skill.mean, skill.error, games + 1, wins + (seat.place == 1), result.ended)
    return found


def _skill(seat: Any, known: Skilled | None, now: int) -> Skill:
    if not seat.guest:
        return Skill(seat.strength, seat.strength_error)
    return Skill() if known is None else Skill(known.mean, known.error).rested((now - known.ended) / DAY_MS)


# -- counting ----------------------------------------------------------------------------------------------------------


def count_waiting(c: Connection, most: int = AT_ONCE) -> int:
    """Count some results that were not counted yet, those first that ended first; returns how many."""
    take_turn(c)
    waiting = c.execute(_WAITING, {"most": most}).all()
    newest = c.execute(_NEWEST).scalar() or 0
    for number, result in enumerate(waiting, newest + 1):
        seats = c.execute(_PLACINGS, {"table": result.table_id}).all()
        before = _look_up(c, result, seats)
        found = counted(result, seats, before.get)
        _keep_placings(c, _ratings_of(result, seats, before.get, found))
        _keep_ratings(c, found)
        c.execute(_NUMBER, {"table": result.table_id, "to": number})
    return len(waiting)


def take_turn(c: Connection) -> None:
    """One process after the other, so that each counts on what the others have counted."""
    if c.dialect.name == "postgresql":
        c.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def _look_up(c: Connection, result: Any, seats: Sequence[Any]) -> dict[Key, Skilled]:
    people = [seat.guest for seat in seats if seat.counts and seat.guest]
    rows = c.execute(_RATINGS, {"game": result.game, "people": people, "paces": [ALL_PACES, result.pace]}).all()
    return {Key(*row[:3]): Skilled(*row[3:]) for row in rows}


def _ratings_of(result: Any, seats: Sequence[Any], known: Known, found: Mapping[Key, Skilled]) -> list[Row]:
    """What is noted beside the placing of everybody for whom the result counts."""
    rows = []
    for seat in seats:
        every, own = [Key(seat.guest, result.game, pace) for pace in (ALL_PACES, result.pace)]
        if every in found:
            before = known(every)
            noted = (MIDDLE if before is None else before.mean, *found[every][:2], *found[own][:2])
            rows.append({"at_table": result.table_id, "at_seat": seat.seat, **dict(zip(_NOTES, noted, strict=True))})
    return rows


def _keep_placings(c: Connection, rows: Sequence[Row]) -> None:
    if rows:
        c.execute(_RATED, rows)


def _keep_ratings(c: Connection, found: Mapping[Key, Skilled]) -> None:
    if found:
        c.execute(_KEEP, [{**key._asdict(), **standing._asdict()} for key, standing in found.items()])


# -- counting again ----------------------------------------------------------------------------------------------------


class Recount(NamedTuple):
    """What was found when everything was counted again."""

    results: int
    ratings: int
    different: int  # ratings, or notes beside placings, that were not as they should be, and are now


class Part(NamedTuple):
    """What is counted again: everything, or a game from the result of this number on."""

    game: str = ""
    since: int = 1


EVERYTHING = Part()


async def recount(store: Store, part: Part = EVERYTHING) -> Recount:
    """Work out ratings once more from the results, and mend those that differ. Tables may go on meanwhile."""
    while await store.care(count_waiting):
        pass
    book = await store.look_up(partial(_book_before, part=part))
    rows: list[Row] = []
    last, counts = part.since - 1, 0
    while True:
        some = await store.look_up(partial(_results_after, game=part.game, number=last))
        if some:
            rows += await asyncio.to_thread(_count_again, some, book)
            last, counts = some[-1][0].number, counts + len(some)
            continue
        different = await store.care(partial(_replace, game=part.game, last=last, book=book, rows=rows))
        if different is not None:
            return Recount(counts, len(book), different)


def _count_again(some: Sequence[tuple[Any, list[Any]]], book: dict[Key, Skilled]) -> list[Row]:
    """Go on with some results; returns the notes beside placings that differ."""
    rows: list[Row] = []
    for result, seats in some:
        found = counted(result, seats, book.get)
        noted = {seat.seat: seat[-len(_NOTES) :] for seat in seats}
        notes = _ratings_of(result, seats, book.get, found)
        rows += [row for row in notes if tuple([row[name] for name in _NOTES]) != noted[row["at_seat"]]]
        book |= found
    return rows


def _book_before(c: Connection, part: Part) -> dict[Key, Skilled]:
    """What was known of everybody in a game before a result, as it was noted beside the placings."""
    book: dict[Key, Skilled] = {}
    for row in c.execute(_NOTED, {"game": part.game, "before": part.since}) if part.game else ():
        for pace, mean, error in ((ALL_PACES, row.mean, row.error), (row.pace, row.pace_mean, row.pace_error)):
            key = Key(row.guest, part.game, pace)
            _, _, games, wins, _ = book.get(key, _NOTHING)
            book[key] = Skilled(mean, error, games + 1, wins + (row.place == 1), row.ended)
    return book


def _results_after(c: Connection, game: str, number: int) -> list[tuple[Any, list[Any]]]:
    wanted = results.c.game == game if game else true()
    some = c.execute(_COUNTED.where(wanted), {"after": number, "most": READ_AT_ONCE}).all()
    if not some:
        return []
    seats: dict[str, list[Any]] = {}
    between = {"first": some[0].number, "last": some[-1].number}
    for seat in c.execute(_PLACINGS_BETWEEN.where(wanted), between):
        seats.setdefault(seat.table_id, []).append(seat)
    return [(result, seats[result.table_id]) for result in some]


def _replace(c: Connection, game: str, last: int, book: Mapping[Key, Skilled], rows: Sequence[Row]) -> int | None:
    """Keep what was worked out where it differs; None if another result was counted meanwhile.

    `rows` are the notes beside placings that differ.
    """
    take_turn(c)
    newest, known_ones = _NEWEST, _ALL_RATINGS
    if game:
        newest, known_ones = newest.where(results.c.game == game), known_ones.where(ratings.c.game == game)
    if (c.execute(newest).scalar() or 0) > last:
        return None
    known = {Key(*row[:3]): Skilled(*row[3:]) for row in c.execute(known_ones)}
    wrong = {key: standing for key, standing in book.items() if known.get(key) != standing}
    surplus = [key for key in known if key not in book]
    _keep_ratings(c, wrong)
    if surplus:
        c.execute(_DROP, [{"at_guest": key.guest, "at_game": key.game, "at_pace": key.pace} for key in surplus])
    _keep_placings(c, rows)
    return len(wrong) + len(surplus) + len(rows)


# -- results that become somebody else's -------------------------------------------------------------------------------


def ask_again(c: Connection, *changed: ColumnElement[bool]) -> None:
    """Have the games worked out again in which somebody has these placings, which are about to be changed."""
    first = select(results.c.game, func.min(results.c.number).label("number"))
    concerned = first.join_from(placings, results, placings.c.table_id == results.c.table_id)
    rows = c.execute(
        concerned.where(*changed, placings.c.counts, results.c.number.is_not(None)).group_by(results.c.game)
    )
    for row in rows.all():
        c.execute(_ASK_AGAIN, {"game": row.game, "number": row.number})


async def recount_asked(store: Store) -> int:
    """Work out what was asked for, game by game; returns how many games that were."""
    asked = await store.look_up(lambda c: c.execute(select(recounts)).all())
    for one in asked:
        await recount(store, Part(one.game, one.number))
        await store.care(partial(_note_done, game=one.game, wishes=one.wishes))
    return len(asked)


def _note_done(c: Connection, game: str, wishes: int) -> None:
    """Whatever was asked for meanwhile is still to be done."""
    c.execute(delete(recounts).where(recounts.c.game == game, recounts.c.wishes == wishes))


# -- statements

_WAITING = (
    select(results)
    .where(results.c.rated, results.c.number.is_(None))
    .order_by(results.c.ended, results.c.table_id)
    .limit(bindparam("most"))
)
_NEWEST = select(func.max(results.c.number))
_COUNTED = (
    select(results).where(results.c.number > bindparam("after")).order_by(results.c.number).limit(bindparam("most"))
)
_NOTHING = Skilled(0.0, 0.0, 0, 0, 0)
_NOTED = (
    select(
        placings.c.guest, placings.c.pace, placings.c.place, placings.c.ended, placings.c.mean, placings.c.error,
        placings.c.pace_mean, placings.c.pace_error,
    )
    .join_from(placings, results, placings.c.table_id == results.c.table_id)
    .where(results.c.game == bindparam("game"), results.c.number < bindparam("before"))
    .where(placings.c.mean.is_not(None))
    .order_by(results.c.number)
)  # fmt: skip
_SEATS = select(
    placings.c.table_id, placings.c.seat, placings.c.guest, placings.c.place, placings.c.counts,
    placings.c.strength, placings.c.strength_error,
)  # fmt: skip
_PLACINGS = _SEATS.where(placings.c.table_id == bindparam("table")).order_by(placings.c.seat)
_NOTES = ("to_before", "to_mean", "to_error", "to_pace_mean", "to_pace_error")
_PLACINGS_BETWEEN = (
    _SEATS.add_columns(
        placings.c.before, placings.c.mean, placings.c.error, placings.c.pace_mean, placings.c.pace_error
    )
    .join(results, results.c.table_id == placings.c.table_id)
    .where(results.c.number.between(bindparam("first"), bindparam("last")))
    .order_by(placings.c.table_id, placings.c.seat)
)
_ALL_RATINGS = select(
    ratings.c.guest, ratings.c.game, ratings.c.pace, ratings.c.mean, ratings.c.error, ratings.c.games, ratings.c.wins,
    ratings.c.ended,
)  # fmt: skip
_RATINGS = _ALL_RATINGS.where(
    ratings.c.guest.in_(bindparam("people", expanding=True)),
    ratings.c.game == bindparam("game"),
    ratings.c.pace.in_(bindparam("paces", expanding=True)),
)
_NUMBER = update(results).where(results.c.table_id == bindparam("table")).values(number=bindparam("to"))
_RATED = (
    update(placings)
    .where(placings.c.table_id == bindparam("at_table"), placings.c.seat == bindparam("at_seat"))
    .values(
        before=bindparam("to_before"),
        mean=bindparam("to_mean"),
        error=bindparam("to_error"),
        pace_mean=bindparam("to_pace_mean"),
        pace_error=bindparam("to_pace_error"),
    )
)
_KEEP = text(
    "INSERT INTO ratings (guest, game, pace, mean, error, games, wins, ended)"
    " VALUES (:guest, :game, :pace, :mean, :error, :games, :wins, :ended) ON CONFLICT (guest, game, pace)"
    " DO UPDATE SET mean = excluded.mean, error = excluded.error, games = excluded.games, wins = excluded.wins,"
    " ended = excluded.ended"
)
_ASK_AGAIN = text(
    "INSERT INTO recounts (game, number, wishes) VALUES (:game, :number, 1) ON CONFLICT (game) DO UPDATE SET"
    " number = CASE WHEN excluded.number < recounts.number THEN excluded.number ELSE recounts.number END,"
    " wishes = recounts.wishes + 1"
)
_DROP = delete(ratings).where(
    ratings.c.guest == bindparam("at_guest"),
    ratings.c.game == bindparam("at_game"),
    ratings.c.pace == bindparam("at_pace"),
)
