"""The statements with which the store reads and writes, put together once."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    text,
    true,
    update,
)

from kronrat.server import appending
from kronrat.server.schema import devices, guests, heads, keepsakes, orders, records, reviews, seals, seats, tables

TABLE_COLUMNS = [column.name for column in tables.c]

GUEST = (
    select(guests.c.id, guests.c.name, devices.c.id, devices.c.seen)
    .join_from(devices, guests, devices.c.guest == guests.c.id)
    .where(devices.c.token_hash == bindparam("token_hash"), ~guests.c.banned)
)
TABLE = select(tables).where(tables.c.id == bindparam("id"))
RECORDS = (
    select(records.c.version, records.c.at, records.c.body, records.c.command)
    .where(records.c.table_id == bindparam("table"), records.c.version > bindparam("after"))
    .order_by(records.c.version)
)

FORGET_SEALS = delete(seals).where(seals.c.created < bindparam("before"))
SEALS_OF = select(seals.c.id).where(seals.c.guest == bindparam("guest")).order_by(seals.c.created.desc(), seals.c.id)
DROP_SEAL = delete(seals).where(seals.c.id == bindparam("seal"))
TAKE_SEAL = (
    delete(seals)
    .where(seals.c.id == bindparam("id"), seals.c.guest == bindparam("guest"), seals.c.created >= bindparam("since"))
    .returning(seals.c.secret)
)

_LINE = select(*tables.c, heads.c.summary, heads.c.changed)
_NEWEST_FIRST = (heads.c.changed.desc(), tables.c.id)
_LINES = _LINE.join_from(tables, heads).order_by(*_NEWEST_FIRST).limit(bindparam("limit"))
_OF_GUEST = seats.c.guest == bindparam("guest")
# The newest ones are found first, because whole rows are long, and somebody may have thousands.
_NEWEST_OF = (
    select(heads.c.table_id)
    .join_from(seats, heads, seats.c.table_id == heads.c.table_id)
    .where(_OF_GUEST)
    .order_by(heads.c.changed.desc(), heads.c.table_id)
    .limit(bindparam("limit"))
    .subquery()
)
TABLES_OF = (
    _LINE.join_from(_NEWEST_OF, tables, tables.c.id == _NEWEST_OF.c.table_id)
    .join(heads, heads.c.table_id == tables.c.id)
    .order_by(*_NEWEST_FIRST)
)
TABLES_OF_DEAL = (
    _LINE.join_from(tables, heads)
    .where(tables.c.deal == bindparam("deal"), tables.c.deal != "")
    .order_by(tables.c.created, tables.c.id)
)

OPENED_BY = _LINES.where(tables.c.owner == bindparam("guest"), heads.c.stage.in_(("gathering", "playing")))
SOME = _LINE.join_from(tables, heads).where(tables.c.id.in_(bindparam("some", expanding=True)))
PLAYING = _LINES.join(seats, seats.c.table_id == tables.c.id).where(_OF_GUEST, heads.c.stage == "playing")


@cache
def listed(versions: tuple[tuple[str, int, str], ...] | None) -> Select[Any]:
    """The public tables of one stage, the newest change first."""
    fits: list[ColumnElement[bool]] = [
        and_(tables.c.game == game, tables.c.rules.is_(None) | and_(tables.c.rules == rules, tables.c.data == data))
        for game, rules, data in versions or ()
    ]
    sits = exists().where(seats.c.guest == bindparam("but"), seats.c.table_id == tables.c.id)
    return (
        _LINE.join_from(tables, heads)
        .where(heads.c.stage == bindparam("stage"), tables.c.listed, heads.c.guests != "[]", heads.c.trouble == "")
        .where(~sits, true() if versions is None else or_(false(), *fits))
        .order_by(*_NEWEST_FIRST)
        .limit(bindparam("many"))
        .offset(bindparam("start"))
    )


_SITS = exists().where(seats.c.guest == bindparam("owner"), seats.c.table_id == tables.c.id)
UNFINISHED = (
    select(tables.c.game, tables.c.rules, tables.c.data)
    .select_from(tables.join(heads))
    .where(
        tables.c.owner == bindparam("owner"), (heads.c.stage == "gathering") | ((heads.c.stage == "playing") & _SITS)
    )
)
DUE = (
    select(heads.c.table_id, tables.c.game, tables.c.rules, tables.c.data)
    .join_from(heads, tables)
    .where(heads.c.due <= bindparam("before"), heads.c.stage.in_(("playing", "gathering")), heads.c.trouble == "")
    .order_by(heads.c.due, heads.c.table_id)
)
MOVED = select(heads.c.table_id, heads.c.version).where(heads.c.changed >= bindparam("since"))
SHEET = select(orders).where(orders.c.table_id == bindparam("table"), orders.c.seat == bindparam("seat"))
SHEETS_OF = select(orders).where(orders.c.guest == bindparam("guest"))
LOOK = (
    update(orders)
    .where(orders.c.table_id == bindparam("table"), orders.c.seat == bindparam("at_seat"))
    .values(looked=bindparam("at_version"))
)
DROP_SHEET = delete(orders).where(  # of somebody who sat there before
    orders.c.table_id == bindparam("table"), orders.c.seat == bindparam("seat"), orders.c.guest != bindparam("guest")
)
ORDERED = (
    select(orders.c.table_id, orders.c.seat, heads.c.summary)
    .join_from(orders, heads, orders.c.table_id == heads.c.table_id)
    .where(heads.c.stage == "playing", heads.c.trouble == "", heads.c.version > orders.c.looked)
)
NEWEST = select(func.max(heads.c.changed))
BEAT = text("INSERT INTO pulse (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at")
TROUBLE = update(heads).where(heads.c.table_id == bindparam("table")).values(trouble=bindparam("to"))
TROUBLE_OF = select(heads.c.trouble).where(heads.c.table_id == bindparam("table"))
IN_TROUBLE = select(heads.c.table_id, heads.c.trouble).where(heads.c.trouble != "").order_by(heads.c.table_id)
SETTLE_VERSION = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.rules.is_(None))
    .values(rules=bindparam("to_rules"), data=bindparam("to_data"))
)
KEEP = text(appending.KEEP)
KEPT = (
    select(heads.c.summary, keepsakes.c.body)
    .join_from(heads, keepsakes, heads.c.table_id == keepsakes.c.table_id, isouter=True)
    .where(heads.c.table_id == bindparam("table"))
)

REVIEW = select(reviews.c.body).where(reviews.c.table_id == bindparam("table"), reviews.c.key == bindparam("key"))
KEEP_REVIEW = text(
    "INSERT INTO reviews (table_id, key, body) VALUES (:table, :key, :body)"
    " ON CONFLICT (table_id) DO UPDATE SET key = excluded.key, body = excluded.body"
)

INSERT = insert(records)

_MINE: ColumnElement[bool] = heads.c.leased_by == bindparam("owner")
# A lease that ends later than any new one would was taken by a clock that was ahead of ours.
_IS_FREE = (heads.c.leased_until <= bindparam("now")) | (heads.c.leased_until > bindparam("longest"))
LEASE = (
    update(heads)
    .where(heads.c.table_id == bindparam("table"), _MINE | _IS_FREE)
    .values(
        epoch=case((_MINE, heads.c.epoch), else_=heads.c.epoch + 1),
        leased_by=bindparam("owner"),
        leased_until=bindparam("until"),
    )
    .returning(heads.c.epoch)
)
RELEASE = update(heads).where(heads.c.table_id == bindparam("table"), _MINE).values(leased_by="", leased_until=0)
