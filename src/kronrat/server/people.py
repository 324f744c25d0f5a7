"""Guests: a name and a token in a cookie. The token makes them the same person again; there are no accounts."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256

from kronrat.server.clock import Clock
from kronrat.server.records import Guest
from kronrat.server.store import Store

COOKIE = "kronrat"
SAFE_COOKIE = f"__Host-{COOKIE}"  # over https: no other host of the same domain can set it
KNOWN_MS = 60_000  # how long a token is believed without asking the store: another process may have revoked it
TOKEN_BYTES = 32
REMEMBERED = 5_000
YEARS_10 = 10 * 365 * 24 * 3_600


class People:
    """The guest behind each token; the store keeps only its hash."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, tuple[Guest, int]] = OrderedDict()

    async def find(self, token: str) -> Guest | None:
        if not 20 <= len(token) <= 100:
            return None
        hashed = _hash(token)
        known = self._known.get(hashed)
        if known is not None and known[1] > self._clock.now():
            return known[0]
        guest = await self._store.guest(hashed, self._clock.now())
        if guest is not None:
            self._remember(hashed, guest)
        return guest

    async def revoke(self, token: str) -> None:
        """Make a token worthless: nobody can come back with it."""
        hashed = _hash(token)
        self._known.pop(hashed, None)
        await self._store.revoke(hashed, _hash(secrets.token_urlsafe(TOKEN_BYTES)))

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token to come back with."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        guest = Guest(secrets.token_urlsafe(12), name)
        await self._store.add_guest(guest, _hash(token), self._clock.now())
        self._remember(_hash(token), guest)
        return guest, token

    async def rename(self, token: str, guest: Guest, name: str) -> Guest:
        await self._store.rename_guest(guest.id, name)
        renamed = Guest(guest.id, name)
        self._remember(_hash(token), renamed)
        return renamed

    def _remember(self, hashed: str, guest: Guest) -> None:
        self._known[hashed] = (guest, self._clock.now() + KNOWN_MS)
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
