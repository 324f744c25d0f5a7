"""What is kept of leagues: groups that meet for some evenings, and what came of them; each function is one transaction.

A league's standings are worked out from the results of its tables whenever somebody looks. A table belongs to one
evening of one league, and its result is taken once, so nothing can count twice. The result stays when the table is
deleted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from kronrat.server.company import Place, keep_place
from kronrat.server.records import Summary
from kronrat.server.refusal import Refusal
from kronrat.server.schema import evenings, heads, leagues, members, places, seats
from kronrat.server.wire import Stage

MEMBERS = 60  # of a league
LEAGUES = 30  # of one person
MOST_EVENINGS = 60
NAME_LENGTH = 40
HERE_MS = 45_000  # so long somebody is here who has said so; their page says it again in time

_summary = msgspec.json.Decoder(Summary)


@dataclass(frozen=True)
class League:
    id: str
    name: str
    game: str
    options: dict[str, str]
    limit_s: int
    evenings: int
    owner: str
    created: int


@dataclass(frozen=True)
class Member:
    guest: str
    name: str
    here: int  # when they last said so


class Result(msgspec.Struct, frozen=True):
    """What came of one seat."""

    guest: str  # empty: a bot, or somebody who has left
    name: str
    place: int
    score: int
    bot: str = ""


_results = msgspec.json.Decoder(list[Result])


@dataclass(frozen=True)
class LeagueTable:
    """A table of an evening."""

    id: str
    number: int  # of the evening
    opened: int
    stage: Stage | Literal["gone"]  # gone: it was deleted
    results: list[Result] | None  # None: not over
    guests: list[str] = field(default_factory=list)  # who sit there, or for whom a seat is kept


@dataclass(frozen=True)
class Rank:
    """Somebody in the standings. Equals share a place."""

    guest: str
    name: str
    place: int
    shared: bool
    points: float
    games: int
    wins: float  # a shared victory is a part of one


# -- leagues and who belongs to them -----------------------------------------------------------------------------------


def open_league(c: Connection, league: League, name: str) -> None:
    """Keep a new league; who opens it belongs to it."""
    if c.execute(select(func.count()).where(members.c.guest == league.owner)).scalar_one() >= LEAGUES:
        raise Refusal("too_many")
    c.execute(insert(leagues), {**vars(league), "options": json.dumps(league.options)})
    _add_member(c, league.id, league.owner, name, league.created)


def find(c: Connection, id: str, lock: bool = False) -> League:
    query = select(leagues).where(leagues.c.id == id)
    row = c.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise Refusal("unknown_league")
    return League(**{**row._mapping, "options": json.loads(row.options)})


def leagues_of(c: Connection, me: str) -> list[League]:
    mine = select(leagues).join(members, members.c.league_id == leagues.c.id).where(members.c.guest == me)
    found = c.execute(mine.order_by(leagues.c.created.desc(), leagues.c.id))
    return [League(**{**row._mapping, "options": json.loads(row.options)}) for row in found]


def members_of(c: Connection, league: str) -> list[Member]:
    found = select(members).where(members.c.league_id == league).order_by(members.c.joined, members.c.guest)
    return [Member(row.guest, row.name, row.here) for row in c.execute(found)]


def join(c: Connection, league: str, guest: str, name: str, at: int) -> None:
    """Somebody belongs to a league from now on."""
    find(c, league, lock=True)
    known = members_of(c, league)
    if guest in [member.guest for member in known]:
        return
    if len(known) >= MEMBERS or len(leagues_of(c, guest)) >= LEAGUES:
        raise Refusal("too_many")
    _add_member(c, league, guest, name, at)


def _add_member(c: Connection, league: str, guest: str, name: str, at: int) -> None:
    c.execute(insert(members), {"league_id": league, "guest": guest, "name": name, "joined": at})


def leave(c: Connection, league: str, guest: str) -> None:
    """Somebody does not belong to a league any more; what they have reached there stays. With the last one it ends."""
    c.execute(delete(members).where(members.c.league_id == league, members.c.guest == guest))
    left = members_of(c, league)
    if not left:
        _delete(c, league)
    elif find(c, league).owner == guest:
        c.execute(update(leagues).where(leagues.c.id == league).values(owner=left[0].guest))


def _delete(c: Connection, league: str) -> None:
    for kept in (evenings, members):
        c.execute(delete(kept).where(kept.c.league_id == league))
    c.execute(delete(leagues).where(leagues.c.id == league))


def be_here(c: Connection, league: str, guest: str, at: int) -> None:
    """Somebody says that they are here tonight, or, with 0, that they are not."""
    mine = (members.c.league_id == league, members.c.guest == guest)
    if not c.execute(update(members).where(*mine).values(here=at)).rowcount:
        raise Refusal("not_yours")


# -- evenings ----------------------------------------------------------------------------------------------------------


def present(some: Sequence[Member], now: int) -> list[str]:
    return [member.guest for member in some if member.here > now - HERE_MS]


def tables_for(guests: Sequence[str], counts: Sequence[int], order: SystemRandom) -> list[list[str]]:
    """As few tables as possible, with about as many people at each; who sits where is drawn."""
    drawn = list(guests)
    order.shuffle(drawn)
    n = -(-len(drawn) // max(counts))
    return [drawn[start::n] for start in range(n)]


Building = Callable[[list[str]], tuple[str, Callable[[Connection], None]]]


def open_evening(c: Connection, id: str, opener: str, counts: Sequence[int], build: Building, now: int) -> list[Place]:
    """Open the tables of the next evening for those who are here; returns the seats that are kept for them.

    `build` makes a table for some people: its id, and what keeps it. The second one to open it finds it open.
    """
    league = find(c, id, lock=True)
    known = members_of(c, id)
    if opener not in [member.guest for member in known]:
        raise Refusal("not_yours")
    settle(c, tables=[table.id for table in tables_of(c, id) if table.results is None])
    tables = tables_of(c, id)
    if any(table.stage in ("gathering", "playing") for table in tables):
        raise Refusal("not_now")
    number = evening_to_come(tables)
    here = present(known, now)
    if number > league.evenings or len(here) < 2 or opener not in here:
        raise Refusal("not_now")
    kept: list[Place] = []
    for group in tables_for(here, counts, SystemRandom()):
        table, keep = build(group)
        keep(c)
        c.execute(insert(evenings), {"table_id": table, "league_id": id, "number": number, "opened": now})
        kept += [keep_place(c, Place(table, guest, seat, opener), now) for seat, guest in enumerate(group)]
    return kept


def evening_to_come(tables: Sequence[LeagueTable]) -> int:
    """The number of the next evening; one of which nothing came does not count."""
    return 1 + max([table.number for table in tables if table.results is not None], default=0)


def tables_of(c: Connection, id: str) -> list[LeagueTable]:
    """The tables of a league in their order."""
    query = (
        select(evenings, heads.c.stage, heads.c.summary)
        .join_from(evenings, heads, heads.c.table_id == evenings.c.table_id, isouter=True)
        .where(evenings.c.league_id == id)
        .order_by(evenings.c.number, evenings.c.opened, evenings.c.table_id)
    )
    rows = c.execute(query).all()
    kept: dict[str, list[str]] = {}
    for table, guest in c.execute(
        select(places.c.table_id, places.c.guest).where(places.c.table_id.in_([row.table_id for row in rows]))
    ):
        kept.setdefault(table, []).append(guest)
    sitting = select(seats.c.table_id, seats.c.guest).where(seats.c.table_id.in_([row.table_id for row in rows]))
    for table, guest in c.execute(sitting):
        kept.setdefault(table, []).append(guest)
    return [
        LeagueTable(
            row.table_id,
            row.number,
            row.opened,
            row.stage or "gone",
            _results.decode(row.result) if row.result else _result_of(row.summary) if row.stage == "over" else None,
            kept.get(row.table_id, []),
        )
        for row in rows
    ]


def _result_of(summary: str) -> list[Result] | None:
    """What came of a table that is over."""
    try:
        found = _summary.decode(summary)
    except msgspec.DecodeError:
        return None
    if len(found.places) != len(found.seats):
        return None
    return [
        Result(found.guests.get(str(number), ""), seat.name, found.places[number], found.scores[number], seat.bot)
        for number, seat in enumerate(found.seats)
    ]


def settle(c: Connection, tables: Sequence[str]) -> None:
    """Keep what came of these tables, each once, so that it outlives them."""
    query = select(heads.c.table_id, heads.c.summary).where(heads.c.table_id.in_(tables), heads.c.stage == "over")
    for table, summary in c.execute(query.join(evenings, evenings.c.table_id == heads.c.table_id)).all():
        result = _result_of(summary)
        if result is not None:
            new = (evenings.c.table_id == table, evenings.c.result.is_(None))
            c.execute(update(evenings).where(*new).values(result=msgspec.json.encode(result).decode()))


# -- standings ---------------------------------------------------------------------------------------------------------


def points_of(result: Result, results: Sequence[Result]) -> float:
    """A point for everybody at the table who comes behind, and half a point for everybody who is level."""
    others = [other.place for other in results if other is not result]
    return sum([1.0 if place > result.place else 0.5 if place == result.place else 0.0 for place in others])


def standings(tables: Sequence[LeagueTable], known: Sequence[Member]) -> list[Rank]:
    """Everybody who belongs to the league or has played in it, the best first."""
    names = {member.guest: member.name for member in known}
    points, games, wins = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for table in tables:
        results = table.results or []
        winners = len([result for result in results if result.place == 1])
        for result in results:
            if not result.guest:
                continue
            guest = result.guest
            names.setdefault(guest, result.name)
            points[guest] = points.get(guest, 0.0) + points_of(result, results)
            games[guest] = games.get(guest, 0) + 1
            wins[guest] = wins.get(guest, 0.0) + (1 / winners if result.place == 1 else 0.0)
    reached = {guest: (points[guest], round(wins[guest], 6)) for guest in names}
    order = sorted(names, key=lambda guest: ([-part for part in reached[guest]], -games[guest], names[guest], guest))
    lines: list[Rank] = []
    for guest in order:
        ahead = len([other for other in names if reached[other] > reached[guest]])
        level = len([other for other in names if reached[other] == reached[guest]])
        facts = (points[guest], games[guest], wins[guest])
        lines.append(Rank(guest, names[guest], ahead + 1, level > 1, *facts))
    return lines


# -- somebody is somebody else, or nobody ------------------------------------------------------------------------------


def hand_over(c: Connection, before: str, after: str) -> None:
    mine = select(members.c.league_id).where(members.c.guest == after)
    c.execute(delete(members).where(members.c.guest == before, members.c.league_id.in_(mine)))
    c.execute(update(members).where(members.c.guest == before).values(guest=after))
    c.execute(update(leagues).where(leagues.c.owner == before).values(owner=after))
    _rewrite(c, before, lambda result: msgspec.structs.replace(result, guest=after))


def drop(c: Connection, gone: Sequence[str], nobody: str) -> None:
    """These people belong to no league any more; what they have reached stays as a stranger's."""
    for guest in gone:
        for league in leagues_of(c, guest):
            leave(c, league.id, guest)
        _rewrite(c, guest, lambda result: msgspec.structs.replace(result, guest="", name=nobody))


def _rewrite(c: Connection, guest: str, change: Callable[[Result], Result]) -> None:
    """Change what is told of somebody in the results."""
    query = select(evenings.c.table_id, evenings.c.result)
    found = query.where(evenings.c.result.contains(f'"{guest}"', autoescape=True))
    for table, text in c.execute(found).all():
        told = [change(result) if result.guest == guest else result for result in _results.decode(text)]
        c.execute(
            update(evenings).where(evenings.c.table_id == table).values(result=msgspec.json.encode(told).decode())
        )
