"""What is kept so that somebody is the same person on several devices; each function is one transaction.

There are no passwords. A device is known by its token; a ticket, which is good once, brings in another device or
brings somebody back; a passkey does the same as often as its owner likes. Of tokens and tickets only hashes are kept.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from kronrat.server.schema import devices, guests, partings, passkeys, tickets

Purpose = Literal["device", "recovery", "challenge", "mail"]

DEVICES = 20  # of one person; the one that was away for longest makes room
PASSKEYS = 10
PARTING_MS = 24 * 3_600_000  # how long it is kept that somebody has to be asked anew who they are


@dataclass(frozen=True)
class Device:
    id: str
    label: str
    created: int
    seen: int
    here: bool  # whether it is the one that asks


@dataclass(frozen=True)
class Passkey:
    id: str
    guest: str
    public_key: bytes
    uses: int
    label: str
    created: int


def hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def device_row(guest: str, token_hash: str, label: str, at: int) -> dict[str, Any]:
    id = secrets.token_urlsafe(9)
    return {"id": id, "guest": guest, "token_hash": token_hash, "label": label, "created": at, "seen": at}


# -- devices -----------------------------------------------------------------------------------------------------------


def add_device(c: Connection, guest: str, token_hash: str, label: str, at: int) -> bool:
    """Let somebody be known by this token too; False if there is no such person, or one who may not come."""
    if c.execute(select(guests.c.id).where(guests.c.id == guest, ~guests.c.banned)).scalar() is None:
        return False
    for old in devices_of(c, guest)[DEVICES - 1 :]:
        c.execute(delete(devices).where(devices.c.id == old.id))
    c.execute(insert(devices), device_row(guest, token_hash, label, at))
    return True


def devices_of(c: Connection, guest: str, token_hash: str = "") -> list[Device]:
    """The devices of somebody, that with this token first, then those that were here last."""
    rows = c.execute(select(devices).where(devices.c.guest == guest)).all()
    found = [Device(row.id, row.label, row.created, row.seen, row.token_hash == token_hash) for row in rows]
    return sorted(found, key=lambda device: (not device.here, -device.seen, -device.created, device.id))


def sign_out(c: Connection, guest: str, at: int, device: str = "", token_hash: str = "") -> bool:
    """Make the token of a device worthless, wherever it was copied to; False if there is no such device."""
    same = (devices.c.id == device) | (devices.c.token_hash == token_hash)
    if not c.execute(delete(devices).where(devices.c.guest == guest, same)).rowcount:
        return False
    part(c, guest, at)
    return True


def part(c: Connection, guest: str, at: int, tables: Sequence[str] = ()) -> None:
    """Have every process ask somebody anew who they are, and read these tables anew."""
    c.execute(delete(partings).where(or_(partings.c.guest == guest, partings.c.at < at - PARTING_MS)))
    c.execute(insert(partings), {"guest": guest, "at": at, "tables": json.dumps(list(tables))})


def parted_since(c: Connection, since: int) -> dict[tuple[str, int], list[str]]:
    """Who has to be asked anew, and since when, each with the tables that have to be read anew."""
    rows = c.execute(select(partings.c.guest, partings.c.at, partings.c.tables).where(partings.c.at >= since))
    return {(guest, at): json.loads(tables) for guest, at, tables in rows}


# -- tickets -----------------------------------------------------------------------------------------------------------


def issue(c: Connection, guest: str, purpose: Purpose, given: Sequence[str], now: int, until: int | None) -> None:
    """Issue tickets in the place of those that somebody has for this purpose; those that ran out are dropped."""
    c.execute(delete(tickets).where(tickets.c.until < now))
    if guest:
        c.execute(delete(tickets).where(tickets.c.guest == guest, tickets.c.purpose == purpose))
    rows = [{"hash": hashed(one), "purpose": purpose, "guest": guest, "until": until} for one in given]
    c.execute(insert(tickets), rows)


def redeem(c: Connection, secret: str, purposes: Sequence[Purpose], now: int) -> tuple[str, Purpose] | None:
    """Whose ticket this is and what for; it is thereby used up, as are the others for a device of theirs."""
    good = (tickets.c.hash == hashed(secret), tickets.c.purpose.in_(purposes))
    taken = delete(tickets).where(*good, or_(tickets.c.until.is_(None), tickets.c.until >= now))
    found = c.execute(taken.returning(tickets.c.guest, tickets.c.purpose)).one_or_none()
    if found is None:
        return None
    if found.purpose == "device":
        c.execute(delete(tickets).where(tickets.c.guest == found.guest, tickets.c.purpose == "device"))
    return found.guest, found.purpose


def tickets_left(c: Connection, guest: str, purpose: Purpose) -> int:
    mine = select(func.count()).where(tickets.c.guest == guest, tickets.c.purpose == purpose)
    return c.execute(mine).scalar_one()


# -- passkeys ----------------------------------------------------------------------------------------------------------


def add_passkey(c: Connection, key: Passkey) -> bool:
    """Keep a passkey; False if it is known already, or its owner has enough of them."""
    known = c.execute(select(passkeys.c.id).where(passkeys.c.id == key.id)).scalar() is not None
    if known or len(passkeys_of(c, key.guest)) >= PASSKEYS:
        return False
    c.execute(insert(passkeys), vars(key))
    return True


def passkeys_of(c: Connection, guest: str) -> list[Passkey]:
    rows = c.execute(select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.created, passkeys.c.id))
    return [Passkey(**row._mapping) for row in rows]


def passkey(c: Connection, id: str) -> Passkey | None:
    row = c.execute(select(passkeys).where(passkeys.c.id == id)).one_or_none()
    return None if row is None else Passkey(**row._mapping)


def note_use(c: Connection, key: Passkey, uses: int) -> bool:
    """Note how often a passkey was used; False if somebody else did so at the same time."""
    same = (passkeys.c.id == key.id, passkeys.c.uses == key.uses)
    return c.execute(update(passkeys).where(*same).values(uses=uses)).rowcount == 1


def drop_passkey(c: Connection, guest: str, id: str) -> bool:
    return c.execute(delete(passkeys).where(passkeys.c.guest == guest, passkeys.c.id == id)).rowcount == 1


# -- everything --------------------------------------------------------------------------------------------------------


def drop(c: Connection, gone: Sequence[str]) -> None:
    """Delete how these people were known."""
    for table in (devices, tickets, passkeys):
        c.execute(delete(table).where(table.c.guest.in_(gone)))
