"""What is kept about people and each other; each function is one transaction.

Friends are the people somebody has played with: that follows from the seats of tables, and nothing else is kept. Nobody
is told the id of a friend. They are named by a handle, which means something to one person only; ids stand only where
ratings and profiles do.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, exists, func, insert, or_, select, update

from kronrat.server.refusal import Refusal
from kronrat.server.schema import blocks, guests, heads, places, reports, seats, tables

FRIENDS = 200  # of one person, those with whom they played last
GAMES = 5_000  # of one person, that are looked through for them
INVITATIONS = 20  # of one person, that wait for an answer
INVITED_MS = 14 * 24 * 3_600_000  # how long they wait
BLOCKS = 500  # of one person
REPORTS_A_DAY = 10  # of one person
DAY_MS = 24 * 3_600_000


@dataclass(frozen=True)
class Friend:
    """Somebody with whom one has played, or whom one has blocked."""

    guest: str
    name: str
    game: str = ""  # the last one together,
    at: int = 0  # and when that was
    games: int = 0
    blocked: bool = False


@dataclass(frozen=True)
class Place:
    """A seat that is kept for somebody at a table."""

    table: str
    guest: str
    seat: int | None
    inviter: str = ""  # a guest, or nobody where it is for whoever comes


@dataclass(frozen=True)
class Report:
    """A complaint."""

    id: str
    at: int
    reporter: str
    guest: str
    name: str
    table: str
    said: str
    why: str
    settled: bool = False


def handle_of(me: str, other: str) -> str:
    """How somebody is named to me. Ids cannot be guessed, so nobody else can make this handle or read an id in it."""
    return sha256(f"{me} knows {other}".encode()).hexdigest()[:24]


# -- friends -----------------------------------------------------------------------------------------------------------


def friends_of(c: Connection, me: str) -> list[Friend]:
    """The people with whom somebody has played, those of the newest games first, and then others who are blocked."""
    mine, theirs = seats.alias("mine"), seats.alias("theirs")
    together = (
        select(theirs.c.guest, guests.c.name, tables.c.game, heads.c.changed)
        .join_from(mine, theirs, and_(theirs.c.table_id == mine.c.table_id, theirs.c.guest != mine.c.guest))
        .join(heads, heads.c.table_id == mine.c.table_id)
        .join(tables, tables.c.id == mine.c.table_id)
        .join(guests, guests.c.id == theirs.c.guest)
        .where(mine.c.guest == me, heads.c.stage.in_(("playing", "over")))
        .order_by(heads.c.changed.desc(), theirs.c.guest)
        .limit(GAMES)
    )
    blocked = _blocked_by(c, me)
    found: dict[str, Friend] = {}
    for guest, name, game, at in c.execute(together):
        known = found.get(guest)
        games = 1 if known is None else known.games + 1
        newest = known or Friend(guest, name, game, at)
        found[guest] = Friend(guest, name, newest.game, newest.at, games, guest in blocked)
    others = [Friend(guest, name, blocked=True) for guest, name in blocked.items() if guest not in found]
    return [*list(found.values())[:FRIENDS], *others]


def friend_named(c: Connection, me: str, handle: str) -> Friend | None:
    return next((friend for friend in friends_of(c, me) if handle_of(me, friend.guest) == handle), None)


# -- blocks ------------------------------------------------------------------------------------------------------------


def _blocked_by(c: Connection, me: str) -> dict[str, str]:
    """Whom somebody has blocked, with their names."""
    query = select(blocks.c.other, guests.c.name).join_from(blocks, guests, guests.c.id == blocks.c.other)
    found = c.execute(query.where(blocks.c.guest == me).order_by(blocks.c.at.desc(), blocks.c.other))
    return {row.other: row.name for row in found}


def blocked_by(c: Connection, me: str) -> frozenset[str]:
    return frozenset(c.execute(select(blocks.c.other).where(blocks.c.guest == me)).scalars())


def block(c: Connection, me: str, other: str, at: int) -> None:
    """Somebody does not want to meet another person any more: invitations between them are void."""
    if me == other:
        raise Refusal("malformed")
    same = (blocks.c.guest == me, blocks.c.other == other)
    if c.execute(select(blocks.c.at).where(*same)).first() is None:
        if c.execute(select(func.count()).where(blocks.c.guest == me)).scalar_one() >= BLOCKS:
            raise Refusal("too_many")
        c.execute(insert(blocks), {"guest": me, "other": other, "at": at})
    c.execute(
        delete(places).where(
            or_(
                and_(places.c.guest == me, places.c.inviter == other),
                and_(places.c.guest == other, places.c.inviter == me),
            )
        )
    )


def unblock(c: Connection, me: str, other: str) -> None:
    c.execute(delete(blocks).where(blocks.c.guest == me, blocks.c.other == other))


def apart(c: Connection, me: str, others: Collection[str]) -> bool:
    """Whether one of these people does not want to meet me, or I them."""
    pair = or_(
        and_(blocks.c.guest == me, blocks.c.other.in_(others)), and_(blocks.c.other == me, blocks.c.guest.in_(others))
    )
    return c.execute(select(blocks.c.at).where(pair).limit(1)).first() is not None


# -- places that are kept for somebody ---------------------------------------------------------------------------------


def invite(c: Connection, place: Place, free: Sequence[int], is_open: bool, at: int) -> Place | None:
    """Keep a seat for somebody: one of those that are `free` for invited people, or any where the table `is_open`.

    None if the two do not want to meet, which nobody is told.
    """
    c.execute(delete(places).where(places.c.at < at - INVITED_MS))
    if apart(c, place.guest, [place.inviter]):
        return None
    known = c.execute(select(places).where(places.c.table_id == place.table)).all()
    kept = next((row for row in known if row.guest == place.guest), None)
    if kept is not None:
        return None  # somebody who is invited already is not told again
    waiting = (
        select(func.count())
        .select_from(places.join(heads, heads.c.table_id == places.c.table_id))
        .where(places.c.inviter == place.inviter, heads.c.stage == "gathering")
    )
    if c.execute(waiting).scalar_one() >= INVITATIONS:
        raise Refusal("too_many")
    taken = {row.seat for row in known}
    seat = next((seat for seat in free if seat not in taken), None)
    if seat is None and not is_open:
        raise Refusal("seat_taken")
    return keep_place(c, Place(place.table, place.guest, seat, place.inviter), at)


def keep_place(c: Connection, place: Place, at: int) -> Place:
    values = {"table_id": place.table, "guest": place.guest, "seat": place.seat, "inviter": place.inviter, "at": at}
    c.execute(insert(places), values)
    return place


def places_of(c: Connection, me: str) -> dict[str, str]:
    """The tables that gather and where a seat is kept for somebody who does not sit there, with who has kept it."""
    sits = exists().where(seats.c.guest == me, seats.c.table_id == places.c.table_id)
    query = (
        select(places.c.table_id, guests.c.name)
        .join_from(places, heads, heads.c.table_id == places.c.table_id)
        .join(guests, guests.c.id == places.c.inviter, isouter=True)
        .where(places.c.guest == me, heads.c.stage == "gathering", heads.c.trouble == "", ~sits)
        .order_by(places.c.at.desc(), places.c.table_id)
    )
    return {row.table_id: row.name or "" for row in c.execute(query)}


def decline(c: Connection, me: str, table: str) -> bool:
    """Somebody does not come."""
    mine = (places.c.guest == me, places.c.table_id == table)
    return c.execute(delete(places).where(*mine, places.c.inviter != "")).rowcount == 1


@dataclass(frozen=True)
class Regard:
    """What only one person may know at a table: whom they do not want to hear, and which seats are kept for them."""

    blocked: frozenset[str] = frozenset()
    kept: frozenset[int] = frozenset()


NO_REGARD = Regard()  # an empty set takes 0.2 KB, and most people have two of them


def regard_of(c: Connection, me: str, table: str) -> Regard:
    mine = select(places.c.seat).where(places.c.guest == me, places.c.table_id == table, places.c.seat.is_not(None))
    return Regard(blocked_by(c, me) or NO_REGARD.blocked, frozenset(c.execute(mine).scalars()) or NO_REGARD.kept)


# -- complaints --------------------------------------------------------------------------------------------------------


def report(c: Connection, report: Report) -> None:
    """Keep a complaint for the host; nobody can drown the others with theirs."""
    recent = select(func.count()).where(reports.c.reporter == report.reporter, reports.c.at > report.at - DAY_MS)
    if c.execute(recent).scalar_one() >= REPORTS_A_DAY:
        raise Refusal("too_many")
    row = {**vars(report), "table_id": report.table}
    del row["table"]
    c.execute(insert(reports), row)


def new_report_id() -> str:
    return secrets.token_urlsafe(6)


def list_reports(c: Connection, settled: bool = False, most: int = 50) -> list[Report]:
    """Complaints, the newest first; those that are settled only where they are wanted too."""
    query = select(reports).order_by(reports.c.at.desc(), reports.c.id).limit(most)
    return _reports(c, query if settled else query.where(~reports.c.settled))


def reports_by(c: Connection, me: str) -> list[Report]:
    return _reports(c, select(reports).where(reports.c.reporter == me).order_by(reports.c.at, reports.c.id))


def _reports(c: Connection, query: Select[Any]) -> list[Report]:
    return [
        Report(row.id, row.at, row.reporter, row.guest, row.name, row.table_id, row.said, row.why, row.settled)
        for row in c.execute(query)
    ]


def settle(c: Connection, id: str) -> bool:
    return c.execute(update(reports).where(reports.c.id == id).values(settled=True)).rowcount == 1


# -- somebody is somebody else, or nobody ------------------------------------------------------------------------------


def hand_over(c: Connection, before: str, after: str) -> None:
    """What was somebody's is another's from now on: the same person, known better elsewhere."""
    known = blocked_by(c, after) | {after}
    c.execute(delete(blocks).where(blocks.c.guest == before, blocks.c.other.in_(known)))
    c.execute(update(blocks).where(blocks.c.guest == before).values(guest=after))
    meets = select(blocks.c.guest).where(blocks.c.other == after)  # nobody gets rid of a block by another name
    c.execute(delete(blocks).where(blocks.c.other == before, or_(blocks.c.guest.in_(meets), blocks.c.guest == after)))
    c.execute(update(blocks).where(blocks.c.other == before).values(other=after))
    mine = select(places.c.table_id).where(places.c.guest == after)
    c.execute(delete(places).where(places.c.guest == before, places.c.table_id.in_(mine)))
    c.execute(delete(places).where(places.c.guest == before, places.c.inviter == ""))
    c.execute(update(places).where(places.c.guest == before).values(guest=after))
    c.execute(update(places).where(places.c.inviter == before).values(inviter=after))
    c.execute(update(reports).where(reports.c.reporter == before).values(reporter=after))
    c.execute(update(reports).where(reports.c.guest == before).values(guest=after))


def drop(c: Connection, gone: Sequence[str]) -> None:
    """Forget what is kept about these people. Complaints about them stay without their name, for the host to settle."""
    c.execute(delete(blocks).where(or_(blocks.c.guest.in_(gone), blocks.c.other.in_(gone))))
    c.execute(delete(places).where(or_(places.c.guest.in_(gone), places.c.inviter.in_(gone))))
    c.execute(update(reports).where(reports.c.reporter.in_(gone)).values(reporter=""))
    c.execute(update(reports).where(reports.c.guest.in_(gone)).values(guest="", name="", said="", settled=True))
