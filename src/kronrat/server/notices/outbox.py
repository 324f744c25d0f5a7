"""What is kept of notices: wishes, channels, and what was told. Each function is one transaction.

A notice is claimed by a row before it is sent, and settled after. If the server ends in between, the row stays as it is
(`sending`) and the notice is never sent again: it may have arrived or not, but nobody gets it twice.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)

from kronrat.server.notices.delivery import Delivery
from kronrat.server.notices.news import parts, summary_of
from kronrat.server.notices.owed import Item, Key
from kronrat.server.notices.wishes import Kind, Wishes
from kronrat.server.records import Summary
from kronrat.server.schema import (
    channels,
    devices,
    duties,
    guests,
    heads,
    keyring,
    notices,
    orders,
    places,
    seats,
    tables,
    wishes,
)

State = Literal["asked", "on", "dead"]  # not confirmed yet; in use; given up
Told = Literal["seen", "sending", "sent", "unsure"]

MOST_FAILURES = 8  # in a row, until a channel is given up
BACK_OFF_MS = tuple(60_000 * minutes for minutes in (1, 5, 20, 60, 180, 360))  # between attempts
KEPT_MS = 30 * 24 * 3_600_000  # longer than anything is news (`owed.STALE_MS`)
_wishes = msgspec.json.Decoder(Wishes)


@dataclass(frozen=True)
class Channel:
    id: str
    guest: str
    kind: Kind
    address: str
    detail: Mapping[str, str]
    device: str
    origin: str
    state: State
    since: int
    failures: int = 0
    failed: int = 0
    failure: str = ""
    retry: int = 0


@dataclass(frozen=True)
class Row:
    """What was told, or seen."""

    guest: str
    key: Key
    channel: str
    at: int
    state: Told


# -- wishes and channels -----------------------------------------------------------------------------------------------


def wishes_of(c: Connection, guest: str) -> Wishes:
    body = c.execute(select(wishes.c.body).where(wishes.c.guest == guest)).scalar()
    return Wishes() if body is None else _wishes.decode(body)


def keep_wishes(c: Connection, guest: str, wish: Wishes) -> None:
    body = msgspec.json.encode(wish).decode()
    c.execute(_KEEP_WISHES, {"guest": guest, "body": body})


def channels_of(c: Connection, guest: str) -> list[Channel]:
    mine = select(channels).where(channels.c.guest == guest, _IS_THERE).order_by(channels.c.since, channels.c.id)
    return [_channel(row) for row in c.execute(mine)]


def channel(c: Connection, id: str) -> Channel | None:
    row = c.execute(select(channels).where(channels.c.id == id, _IS_THERE)).one_or_none()
    return None if row is None else _channel(row)


def device_of(c: Connection, token_hash: str) -> str:
    return c.execute(select(devices.c.id).where(devices.c.token_hash == token_hash)).scalar() or ""


def add_channel(c: Connection, new: Channel) -> None:
    """Keep a channel in the place of the one that somebody had: one of each kind, or one for each device.

    A browser that was somebody else's tells that person nothing any more.
    """
    same = [channels.c.guest == new.guest, channels.c.kind == new.kind]
    if new.kind == "push":
        c.execute(delete(channels).where(channels.c.kind == new.kind, channels.c.address == new.address))
        same.append(channels.c.device == new.device)
    c.execute(delete(channels).where(*same))
    c.execute(insert(channels), {**vars(new), "detail": json.dumps(dict(new.detail))})


def new_id() -> str:
    return secrets.token_urlsafe(12)


def drop_channel(c: Connection, id: str) -> None:
    c.execute(delete(channels).where(channels.c.id == id))


def stop_letters(c: Connection, address: str) -> None:
    """Send nothing more to this address, whoever wanted it."""
    c.execute(delete(channels).where(channels.c.kind == "mail", channels.c.address == address))


def confirm(c: Connection, guest: str, kind: Kind, now: int) -> bool:
    """Begin to use a channel whose owner has confirmed it."""
    waiting = (channels.c.guest == guest, channels.c.kind == kind, channels.c.state == "asked")
    changed = update(channels).where(*waiting).values(state="on", since=now, failures=0, failure="", retry=0)
    return c.execute(changed).rowcount == 1


def note_delivery(c: Connection, id: str, delivery: Delivery, now: int) -> None:
    """Remember how it went; a channel that is gone, or has failed again and again, is given up."""
    if delivery.what == "sent":
        fine: dict[str, Any] = {"failures": 0, "failed": 0, "failure": "", "retry": 0}
        c.execute(update(channels).where(channels.c.id == id).values(**fine))
        return
    row = c.execute(select(channels.c.failures, channels.c.state).where(channels.c.id == id)).one_or_none()
    if row is None:
        return
    failures = row.failures + 1
    given_up = delivery.what == "gone" or failures >= MOST_FAILURES
    values = {
        "failures": failures,
        "failed": now,
        "failure": delivery.why,
        "retry": now + BACK_OFF_MS[min(failures, len(BACK_OFF_MS)) - 1],
        "state": "dead" if given_up else row.state,
    }
    c.execute(update(channels).where(channels.c.id == id).values(**values))


def _channel(row: Any) -> Channel:
    values = dict(row._mapping)
    return Channel(**{**values, "detail": json.loads(values["detail"])})


# -- what is known of people ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Owner:
    """Somebody with channels: what they wish, and what is kept for them beside their tables."""

    wishes: Wishes
    channels: list[Channel]
    drops: Mapping[str, Mapping[int, int]]  # table -> seat -> how many of its orders were dropped, if unread
    invited: list[Item]


def anybody(c: Connection) -> bool:
    """Whether there is any channel by which something may be told."""
    return c.execute(select(channels.c.id).where(channels.c.state == "on").limit(1)).first() is not None


def in_use(c: Connection, people: Sequence[str] | None = None) -> list[Channel]:
    """All channels by which something may be told, or those of these people."""
    query = select(channels).where(channels.c.state == "on", _IS_THERE).order_by(channels.c.id)
    if people is None:
        return [_channel(row) for row in c.execute(query)]
    query = query.where(channels.c.guest.in_(bindparam("some", expanding=True)))
    return [_channel(row) for some in parts(people) for row in c.execute(query, {"some": some})]


def owners(c: Connection, people: Iterable[str]) -> dict[str, Owner]:
    """Those of these people who have channels."""
    found: dict[str, list[Channel]] = {}
    for channel in in_use(c, list(people)):
        found.setdefault(channel.guest, []).append(channel)
    wished, drops, invited = dict[str, Wishes](), dict[str, dict[str, dict[int, int]]](), dict[str, list[Item]]()
    for some in parts(found):
        wished |= {row.guest: _wishes.decode(row.body) for row in c.execute(_WISHES, {"some": some})}
        for row in c.execute(_DROPS, {"some": some}):
            body = msgspec.json.decode(row.body, type=_Dropped)
            if body.dropped:
                drops.setdefault(row.guest, {}).setdefault(row.table_id, {})[row.seat] = body.drops
        for row in c.execute(_PLACES.where(_OF_SOME), {"some": some}):
            invited.setdefault(row.guest, []).append(Item("invited", row.table_id, row.game, "", row.at))
    return {
        guest: Owner(wished.get(guest, Wishes()), theirs, drops.get(guest, {}), invited.get(guest, []))
        for guest, theirs in found.items()
    }


class _Dropped(msgspec.Struct):
    dropped: list[str]
    drops: int = 0


def invited_since(c: Connection, since: int) -> set[str]:
    """Those for whom somebody has kept a seat since then, where they do not sit yet."""
    return set(c.execute(_PLACES.where(places.c.at >= since).with_only_columns(places.c.guest)).scalars())


def gathering(c: Connection, some: Iterable[str]) -> dict[str, tuple[int, Summary]]:
    """Those of these tables that wait for people, with the time when they were opened."""
    query = select(tables.c.id, tables.c.created, heads.c.summary).join_from(tables, heads)
    query = query.where(tables.c.id.in_(bindparam("some", expanding=True)), heads.c.stage == "gathering")
    rows = [row for part in parts(some) for row in c.execute(query, {"some": part})]
    found = {row.id: (row.created, summary_of(row.summary)) for row in rows}
    return {id: (created, summary) for id, (created, summary) in found.items() if summary is not None}


# -- what was told -----------------------------------------------------------------------------------------------------


def told(c: Connection, about: Sequence[tuple[str, str]]) -> list[Row]:
    """What these people were told or have seen of these tables."""
    found: list[Row] = []
    for start in range(0, len(about), 200):
        some = tuple_(notices.c.guest, notices.c.table_id).in_(list(about[start : start + 200]))
        found += [
            Row(row.guest, (row.table_id, row.event, row.mark), row.channel, row.at, row.state)
            for row in c.execute(select(notices).where(some))
        ]
    return found


def claim(
    c: Connection, guest: str, items: Iterable[Item], channel: str, now: int, state: Told = "sending"
) -> set[Key]:
    """Claim what is about to be told; the keys of what nobody has claimed before.

    Somebody who looks at the table at this moment may have seen it: then there is nothing to claim any more.
    """
    claimed: set[Key] = set()
    for item in items:
        row = {"guest": guest, "table": item.table, "event": item.event, "mark": item.mark, "channel": channel}
        if c.execute(_CLAIM, {**row, "at": now, "state": state}).rowcount:
            claimed.add(item.key)
    return claimed


def settle(c: Connection, guest: str, keys: Iterable[Key], channel: str, delivery: Delivery, now: int) -> None:
    """Note what became of a claimed notice; one that has certainly not arrived may be told later."""
    for table, event, mark in keys:
        same = and_(
            notices.c.guest == guest, notices.c.table_id == table, notices.c.event == event, notices.c.mark == mark,
            notices.c.channel == channel, notices.c.state == "sending",
        )  # fmt: skip
        if delivery.what in ("failed", "gone"):
            c.execute(delete(notices).where(same))
        else:
            c.execute(update(notices).where(same).values(state=delivery.what))
    note_delivery(c, channel, delivery, now)


def forget_old(c: Connection, now: int) -> None:
    """Delete what is too old to be told again anyway, and the channels of browsers that were signed out."""
    c.execute(delete(notices).where(notices.c.at < now - KEPT_MS))
    c.execute(delete(channels).where(channels.c.device != "", ~_HAS_DEVICE))


# -- one process sends -------------------------------------------------------------------------------------------------


def take_duty(c: Connection, name: str, holder: str, now: int, until: int) -> bool:
    """Take or keep something that one process does; False while another does it."""
    c.execute(_NEW_DUTY, {"name": name})
    mine_or_free = or_(duties.c.holder == holder, duties.c.until <= now, duties.c.until > now + 10 * (until - now))
    taken = update(duties).where(duties.c.name == name, mine_or_free).values(holder=holder, until=until)
    return c.execute(taken).rowcount == 1


def leave_duty(c: Connection, name: str, holder: str) -> None:
    c.execute(update(duties).where(duties.c.name == name, duties.c.holder == holder).values(holder="", until=0))


def own_secret(c: Connection, name: str, made: bytes) -> bytes:
    """The secret of this name, which is what was `made` if there was none."""
    c.execute(_NEW_SECRET, {"name": name, "secret": made})
    return bytes(c.execute(select(keyring.c.secret).where(keyring.c.name == name)).scalar_one())


def drop(c: Connection, gone: Sequence[str]) -> None:
    """Delete what is kept for these people."""
    for table in (wishes, channels, notices):
        c.execute(delete(table).where(table.c.guest.in_(gone)))


def count(c: Connection) -> dict[str, int]:
    """How many notices are in each state."""
    return dict(c.execute(select(notices.c.state, func.count()).group_by(notices.c.state)).tuples().all())


# -- statements --------------------------------------------------------------------------------------------------------

_HAS_DEVICE = exists().where(devices.c.id == channels.c.device, devices.c.guest == channels.c.guest)
_BANNED = exists().where(guests.c.id == channels.c.guest, guests.c.banned)
_IS_THERE = and_(or_(channels.c.device == "", _HAS_DEVICE), ~_BANNED)


_WISHES = select(wishes.c.guest, wishes.c.body).where(wishes.c.guest.in_(bindparam("some", expanding=True)))
_DROPS = select(orders.c.guest, orders.c.table_id, orders.c.seat, orders.c.body).where(
    orders.c.guest.in_(bindparam("some", expanding=True))
)
_SITS = exists().where(seats.c.guest == places.c.guest, seats.c.table_id == places.c.table_id)
_PLACES = (
    select(places.c.guest, places.c.table_id, places.c.at, tables.c.game)
    .join_from(places, heads, heads.c.table_id == places.c.table_id)
    .join(tables, tables.c.id == heads.c.table_id)
    .where(places.c.inviter != "", ~_SITS, heads.c.stage == "gathering", heads.c.trouble == "")
)
_OF_SOME = places.c.guest.in_(bindparam("some", expanding=True))
_KEEP_WISHES = text(
    "INSERT INTO wishes (guest, body) VALUES (:guest, :body) ON CONFLICT (guest) DO UPDATE SET body = excluded.body"
)
# PostgreSQL wants to know the type of what is named more than once.
_CLAIM = text(
    "INSERT INTO notices (guest, table_id, event, mark, channel, at, state)"
    " SELECT CAST(:guest AS VARCHAR), CAST(:table AS VARCHAR), CAST(:event AS VARCHAR), CAST(:mark AS VARCHAR),"
    " CAST(:channel AS VARCHAR), CAST(:at AS BIGINT), CAST(:state AS VARCHAR)"
    " WHERE NOT EXISTS (SELECT 1 FROM notices WHERE guest = CAST(:guest AS VARCHAR) AND"
    " table_id = CAST(:table AS VARCHAR) AND event = CAST(:event AS VARCHAR) AND mark = CAST(:mark AS VARCHAR)"
    " AND channel = '') ON CONFLICT DO NOTHING"
)
_NEW_DUTY = text("INSERT INTO duties (name, holder, until) VALUES (:name, '', 0) ON CONFLICT DO NOTHING")
_NEW_SECRET = text("INSERT INTO keyring (name, secret) VALUES (:name, :secret) ON CONFLICT DO NOTHING")
