"""What a host does with tables and people: look them up, close, mark, ban, hand over what is kept of somebody, delete.

Everything here is one transaction over a connection, while a server may be running. A server notices within a few
seconds (`Hub`). Nothing is deleted from the middle of a table: its records are numbered without gaps, so
what a person has said there is blotted out instead.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, or_, select, update

from kronrat.server import accounts, company, leagues, sheets, standings
from kronrat.server.notices import outbox
from kronrat.server.notices.wishes import Wishes
from kronrat.server.records import GONE, Became, Body, Chatted, Opened, Sat, Seat, Summary
from kronrat.server.schema import (
    devices,
    guests,
    heads,
    keepsakes,
    notices,
    orders,
    passkeys,
    places,
    placings,
    puzzle_answers,
    ratings,
    records,
    reviews,
    seals,
    seats,
    tables,
    tallies,
    tickets,
)

BY_HOST = "by the host: "  # how the trouble of a table begins that a host has put into quarantine
NOBODY = "–"  # the name of somebody who was deleted
DAY_MS = 24 * 3_600_000
AT_ONCE = 100  # tables or messages that are deleted in one transaction

_body: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_summary = msgspec.json.Decoder(Summary)
_CHAT = '{"kind":"chat"%'
_BECAME = '{"kind":"become"'
_SITTING = ('{"kind":"open"', '{"kind":"sit"')
_BLANK = msgspec.json.encode(Chatted("", "")).decode()


class Unknown(LookupError):
    """There is no such table or person."""


class TableLine(msgspec.Struct):
    """A table as a host sees it in a list."""

    id: str
    game: str
    stage: str
    created: int
    changed: int
    records: int
    people: list[str]
    owner: str
    trouble: str


class PersonLine(msgspec.Struct):
    """A person, likewise."""

    id: str
    name: str
    created: int
    seen: int
    banned: bool
    tables: int


class RatingLine(msgspec.Struct):
    """How strong somebody is in a game, at tables of one pace or of all."""

    person: str
    name: str
    game: str
    pace: str
    rating: float
    error: float
    games: int
    wins: int
    ended: int


class Played(msgspec.Struct):
    """How somebody did in a game."""

    table: str
    game: str
    ended: int
    seats: int
    place: int
    score: int
    counted: bool


class Said(msgspec.Struct):
    table: str
    at: int
    text: str


class Known(msgspec.Struct):
    """A device or a passkey by which somebody is known."""

    label: str
    created: int


class Ordered(msgspec.Struct):
    """Orders for questions to come."""

    table: str
    seat: int
    orders: msgspec.Raw


class Complained(msgspec.Struct):
    """What somebody has told the host about another person."""

    table: str
    at: int
    why: str


class Reached(msgspec.Struct):
    """Where somebody is told what happens."""

    kind: str
    address: str


class Answered(msgspec.Struct):
    """The first answer to a puzzle."""

    puzzle: str
    at: int
    solved: bool


class Analysed(msgspec.Struct):
    """An analysis that somebody keeps, as its file."""

    id: str
    changed: int
    text: str


class Person(msgspec.Struct):
    """Everything that is kept of one person, to be handed over."""

    id: str
    name: str
    created: int
    seen: int
    banned: bool
    opened: list[str]  # tables
    sat_at: list[str]
    said: list[Said]
    devices: list[Known]
    passkeys: list[Known]
    orders: list[Ordered]
    blocked: list[str]  # names
    leagues: list[str]  # likewise
    reported: list[Complained]
    notices: Wishes
    told_at: list[Reached]
    private: bool  # whether others see only the rating
    played: list[Played]
    ratings: list[RatingLine]
    puzzles: list[Answered]
    analyses: list[Analysed]


# -- looking up --------------------------------------------------------------------------------------------------------


def list_tables(
    c: Connection, stage: str = "", game: str = "", in_trouble: bool = False, most: int = 50
) -> list[TableLine]:
    """Tables, the newest change first."""
    query = select(
        tables.c.id, tables.c.game, heads.c.stage, tables.c.created, heads.c.changed, heads.c.version, heads.c.summary,
        tables.c.owner, heads.c.trouble,
    ).join_from(tables, heads)  # fmt: skip
    if stage:
        query = query.where(heads.c.stage == stage)
    if game:
        query = query.where(tables.c.game == game)
    if in_trouble:
        query = query.where(heads.c.trouble != "")
    found = c.execute(query.order_by(heads.c.changed.desc(), tables.c.id).limit(most))
    return [TableLine(*row[:6], _people(row.summary), row.owner, row.trouble) for row in found]


def list_people(c: Connection, name: str = "", banned: bool = False, most: int = 50) -> list[PersonLine]:
    """People whose name or id contains this, those first who were here last."""
    query = select(guests.c.id, guests.c.name, guests.c.created, guests.c.seen, guests.c.banned)
    if name:
        query = query.where(or_(guests.c.name.contains(name, autoescape=True), guests.c.id == name))
    if banned:
        query = query.where(guests.c.banned)
    found = c.execute(query.order_by(guests.c.seen.desc(), guests.c.id).limit(most)).all()
    return [PersonLine(*row, len(_tables_of(c, row.id))) for row in found]


def export_person(c: Connection, guest: str) -> Person:
    """What is kept of somebody. Their choices are in the journals of the tables where they sat."""
    row = _guest(c, guest)
    opened = c.execute(select(tables.c.id).where(tables.c.owner == guest).order_by(tables.c.id)).scalars().all()
    sat_at, said = ever_at(c, guest), list[Said]()
    for table in sat_at:
        said += [Said(table, at, body.text) for _, at, body in _chat(c, table) if body.guest == guest]
    return Person(
        row.id, row.name, row.created, row.seen, row.banned, list(opened), sat_at, said,
        devices=[Known(one.label, one.created) for one in accounts.devices_of(c, guest)],
        passkeys=[Known(one.label, one.created) for one in accounts.passkeys_of(c, guest)],
        orders=[
            Ordered(one.table_id, one.seat, msgspec.Raw(one.body.encode()))
            for one in c.execute(select(orders).where(orders.c.guest == guest).order_by(orders.c.table_id))
        ],
        blocked=[friend.name for friend in company.friends_of(c, guest) if friend.blocked],
        leagues=[league.name for league in leagues.leagues_of(c, guest)],
        reported=[Complained(one.table, one.at, one.why) for one in company.reports_by(c, guest)],
        notices=outbox.wishes_of(c, guest),
        told_at=[Reached(one.kind, one.address) for one in outbox.channels_of(c, guest)],
        private=row.private,
        played=[Played(*one) for one in c.execute(_PLAYED, {"guest": guest})],
        ratings=list_ratings(c, guest=guest, most=1_000),
        puzzles=[
            Answered(one.puzzle, one.at, one.solved)
            for one in c.execute(select(puzzle_answers).where(puzzle_answers.c.guest == guest).order_by("at"))
        ],
        analyses=[Analysed(one.id, one.changed, one.text) for one in sheets.of(c, guest)],
    )  # fmt: skip


def version_of(c: Connection, table: str) -> int:
    """How far the records of a table go."""
    return int(c.execute(select(heads.c.version).where(heads.c.table_id == table)).scalar_one())


def list_ratings(c: Connection, game: str = "", guest: str = "", most: int = 50) -> list[RatingLine]:
    """Ratings of people, the highest first."""
    query = select(
        guests.c.id, guests.c.name, ratings.c.game, ratings.c.pace, ratings.c.mean, ratings.c.error, ratings.c.games,
        ratings.c.wins, ratings.c.ended,
    ).join_from(ratings, guests, ratings.c.guest == guests.c.id)  # fmt: skip
    if game:
        query = query.where(ratings.c.game == game)
    if guest:
        query = query.where(ratings.c.guest == guest)
    return [RatingLine(*row) for row in c.execute(query.order_by(ratings.c.mean.desc(), guests.c.id).limit(most))]


_PLAYED = (
    select(
        placings.c.table_id, placings.c.game, placings.c.ended, placings.c.seats, placings.c.place, placings.c.score,
        placings.c.counts,
    )
    .where(placings.c.guest == bindparam("guest"))
    .order_by(placings.c.ended, placings.c.table_id)
)  # fmt: skip


def _people(summary: str) -> list[str]:
    try:
        return [seat.name or seat.bot for seat in _summary.decode(summary).seats]
    except msgspec.DecodeError:
        return []


def _guest(c: Connection, guest: str) -> Any:
    row = c.execute(select(guests).where(guests.c.id == guest)).one_or_none()
    if row is None:
        raise Unknown(f"there is no person {guest}")
    return row


def _tables_of(c: Connection, guest: str) -> list[str]:
    return list(c.execute(select(seats.c.table_id).where(seats.c.guest == guest).order_by(seats.c.table_id)).scalars())


def ever_at(c: Connection, guest: str) -> list[str]:
    """The tables whose records know somebody, who may have got up or only talked there."""
    known = select(records.c.table_id).where(records.c.body.contains(f'"{guest}"', autoescape=True)).distinct()
    return list(c.execute(known.order_by(records.c.table_id)).scalars())


def _chat(c: Connection, table: str) -> list[tuple[int, int, Chatted]]:
    query = select(records.c.version, records.c.at, records.c.body).where(records.c.table_id == table)
    found = [
        (version, at, _body.decode(text)) for version, at, text in c.execute(query.where(records.c.body.like(_CHAT)))
    ]
    return [(version, at, body) for version, at, body in found if isinstance(body, Chatted)]


# -- marking -----------------------------------------------------------------------------------------------------------


def set_quarantine(c: Connection, table: str, reason: str | None) -> None:
    """Let nobody play on at a table, or again where `reason` is None."""
    trouble = "" if reason is None else f"{BY_HOST}{reason}"[:300]
    changed = c.execute(update(heads).where(heads.c.table_id == table).values(trouble=trouble))
    if not changed.rowcount:
        raise Unknown(f"there is no table {table}")


def set_ban(c: Connection, guest: str, banned: bool) -> None:
    """Let nobody come with the token of this person, or again."""
    _guest(c, guest)
    c.execute(update(guests).where(guests.c.id == guest).values(banned=banned))


def banned(c: Connection) -> list[str]:
    return list(c.execute(select(guests.c.id).where(guests.c.banned)).scalars())


# -- another name ------------------------------------------------------------------------------------------------------


def hand_over(c: Connection, before: str, after: str) -> None:
    """What was kept of one guest is another's: the same person, known better elsewhere. Tables say so themselves."""
    c.execute(update(tables).where(tables.c.owner == before).values(owner=after))
    c.execute(update(orders).where(orders.c.guest == before).values(guest=after))
    _hand_over_results(c, before, after)
    company.hand_over(c, before, after)
    leagues.hand_over(c, before, after)


def _hand_over_results(c: Connection, before: str, after: str) -> None:
    """Results follow the person, and the ratings of everybody follow from them; who sat at both seats keeps both."""
    standings.take_turn(c)
    there = select(placings.c.table_id).where(placings.c.guest == after)
    own = (placings.c.guest == before, placings.c.table_id.not_in(there))
    standings.ask_again(c, *own)
    c.execute(update(placings).where(*own).values(guest=after))
    answered = select(puzzle_answers.c.puzzle).where(puzzle_answers.c.guest == after)
    mine = (puzzle_answers.c.guest == before, puzzle_answers.c.puzzle.not_in(answered))
    c.execute(update(puzzle_answers).where(*mine).values(guest=after))
    sheets.hand_over(c, before, after)


def forget_if_nobody(c: Connection, guest: str) -> None:
    """Forget somebody who has become somebody else, unless they can still come, or sit somewhere."""
    left = [seats.c.guest, devices.c.guest, passkeys.c.guest, tickets.c.guest, placings.c.guest]
    if not any(c.execute(select(column).where(column == guest).limit(1)).first() for column in left):
        _drop(c, [guest])
        c.execute(delete(guests).where(guests.c.id == guest))


# -- deleting ----------------------------------------------------------------------------------------------------------


def forget_person(c: Connection, guest: str, at: int) -> list[str]:
    """Delete somebody: how they are known, the name at every table, and everything they have said; returns the tables.

    The choices stay, without a name: they belong to the games of the others too.
    """
    _guest(c, guest)
    known = ever_at(c, guest)
    for table in known:
        forget_at(c, table, guest)
    forget_account(c, guest, at, known)
    return known


def forget_account(c: Connection, guest: str, at: int, known: Sequence[str]) -> None:
    """Delete how somebody is known, once they are nobody at the tables that knew them."""
    c.execute(update(tables).where(tables.c.owner == guest).values(owner=""))
    c.execute(delete(seats).where(seats.c.guest == guest))
    c.execute(delete(seals).where(seals.c.guest == guest))
    c.execute(delete(orders).where(orders.c.guest == guest))
    forget_results(c, guest)
    _drop(c, [guest])
    c.execute(delete(guests).where(guests.c.id == guest))
    accounts.part(c, guest, at, known)


def _drop(c: Connection, gone: Sequence[str]) -> None:
    """Delete how these people were known, and to whom."""
    accounts.drop(c, gone)
    company.drop(c, gone)
    leagues.drop(c, gone, NOBODY)
    outbox.drop(c, gone)
    c.execute(delete(puzzle_answers).where(puzzle_answers.c.guest.in_(gone)))
    sheets.forget(c, gone)


def forget_results(c: Connection, guest: str) -> None:
    """Let nobody know whose results these were; what others have achieved against them stays as it is."""
    standings.take_turn(c)
    nobody = f"{GONE}-{secrets.token_urlsafe(9)}"
    c.execute(update(placings).where(placings.c.guest == guest).values(guest=nobody, marks="[]"))
    c.execute(update(ratings).where(ratings.c.guest == guest).values(guest=nobody))


def forget_at(c: Connection, table: str, guest: str) -> None:
    """Make somebody nobody in what is kept of one table."""
    query = select(records.c.version, records.c.body, records.c.command).where(records.c.table_id == table)
    sitting: dict[int, str] = {}  # the name of who sat down last
    kept = c.execute(query.order_by(records.c.version)).all()
    known = _known_as([row.body for row in kept], guest)
    for version, text, command in kept:
        own = command is not None and command.startswith(tuple(f"{name}:" for name in known))
        without = text
        for name in known:
            without = _without(without, name) if f'"{name}"' in without else without
        if own or without != text:
            values = {"body": without, "command": None if own else command}
            same = (records.c.table_id == table, records.c.version == version)
            c.execute(update(records).where(*same).values(**values))
        match _body.decode(without) if without.startswith(_SITTING) else None:
            case Opened(some):
                sitting |= {number: seat.name for number, seat in enumerate(some)}
            case Sat() as body:
                sitting[body.seat] = body.name
    _forget_at_head(c, table, guest, [seat for seat, name in sitting.items() if name == NOBODY])


def _known_as(texts: Sequence[str], guest: str) -> list[str]:
    """All guests that somebody was at a table, the newest first: games may have been taken along."""
    known = [guest]
    for body in [_body.decode(text) for text in reversed(texts) if text.startswith(_BECAME)]:
        if isinstance(body, Became) and body.now in known:
            known.append(body.guest)
    return known


def _without(text: str, guest: str) -> str:
    """A record in which somebody is nobody."""
    body = _body.decode(text)
    match body:
        case Opened(sitting, lines):
            body = Opened([_left_empty(seat) if seat.guest == guest else seat for seat in sitting], lines)
        case Sat():
            body = msgspec.structs.replace(body, guest=f"{GONE}-{body.seat}", name=NOBODY)
        case Chatted():
            body = Chatted(NOBODY, "", body.seat)
        case _:
            return text.replace(guest, GONE)
    return msgspec.json.encode(body).decode()


def _left_empty(seat: Seat) -> Seat:
    """The dice were made with the nonce, so that stays."""
    return msgspec.structs.replace(seat, guest=f"{GONE}-{seat.nonce[:8]}", name=NOBODY)


def _forget_at_head(c: Connection, table: str, guest: str, mine: Sequence[int]) -> None:
    head = c.execute(select(heads.c.summary, heads.c.guests).where(heads.c.table_id == table)).one()
    summary = _summary.decode(head.summary)
    shown = [msgspec.structs.replace(s, name=NOBODY) if n in mine else s for n, s in enumerate(summary.seats)]
    others = {seat: sitting for seat, sitting in summary.guests.items() if sitting != guest}
    values = {
        "summary": msgspec.json.encode(msgspec.structs.replace(summary, seats=shown, guests=others)).decode(),
        "guests": msgspec.json.encode(sorted(set(others.values()))).decode(),
    }
    c.execute(update(heads).where(heads.c.table_id == table).values(**values))


def delete_tables(c: Connection, some: Sequence[str]) -> None:
    leagues.settle(c, some)
    for kept in (records, keepsakes, reviews, tallies, seats, orders, places, notices, heads):
        c.execute(delete(kept).where(kept.c.table_id.in_(bindparam("some", expanding=True))), {"some": list(some)})
    c.execute(delete(tables).where(tables.c.id.in_(bindparam("some", expanding=True))), {"some": list(some)})


def old_tables(c: Connection, stages: Sequence[str], before: int) -> list[str]:
    """Some tables of these stages at which nothing has happened since then."""
    found = select(heads.c.table_id).where(heads.c.stage.in_(stages), heads.c.changed < before)
    return list(c.execute(found.order_by(heads.c.changed).limit(AT_ONCE)).scalars())


def old_chat(c: Connection, before: int) -> list[tuple[str, int]]:
    """Some messages that were said before then, by table and version."""
    found = select(records.c.table_id, records.c.version).where(records.c.at < before, records.c.body.like(_CHAT))
    return [(table, version) for table, version in c.execute(found.where(records.c.body != _BLANK).limit(AT_ONCE))]


def blot_out(c: Connection, said: Sequence[tuple[str, int]]) -> None:
    blot = update(records).where(records.c.table_id == bindparam("table"), records.c.version == bindparam("number"))
    c.execute(blot.values(body=_BLANK), [{"table": table, "number": version} for table, version in said])


def forget_guests(c: Connection, before: int) -> int:
    """Forget people who sit at no table and were last here before then; those who are banned stay so."""
    sits = exists().where(seats.c.guest == guests.c.id)
    gone = c.execute(select(guests.c.id).where(guests.c.seen < before, ~sits, ~guests.c.banned)).scalars().all()
    for start in range(0, len(gone), AT_ONCE):
        some = gone[start : start + AT_ONCE]
        _drop(c, some)
        for guest in some:
            forget_results(c, guest)
        c.execute(delete(guests).where(guests.c.id.in_(some)))
    return len(gone)
