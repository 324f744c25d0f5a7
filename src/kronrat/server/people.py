"""Guests: a name and a token in a cookie. The token makes them the same person again; there are no accounts."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256

from kronrat.server.clock import Clock
from kronrat.server.records import Guest
from kronrat.server.store import Store

COOKIE = "kronrat"
TOKEN_BYTES = 32
REMEMBERED = 5_000
YEARS_10 = 10 * 365 * 24 * 3_600


class People:
    """The guest behind each token; the store keeps only its hash."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def find(self, token: str) -> Guest | None:
        if not 20 <= len(token) <= 100:
            return None
        hashed = _hash(token)
        guest = self._known.get(hashed) or await self._store.guest(hashed)
        if guest is not None:
            self._remember(hashed, guest)
        return guest

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
        self._known[hashed] = guest
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
