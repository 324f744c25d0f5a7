"""Guests: a name, and a token in the cookie of each of their devices, which makes them the same person again."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from functools import partial

from kronrat.server import accounts
from kronrat.server.accounts import hashed
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
        hash = hashed(token)
        known = self._known.get(hash)
        if known is not None and known[1] > self._clock.now():
            return known[0]
        guest = await self._store.guest(hash, self._clock.now())
        if guest is not None:
            self._remember(hash, guest)
        return guest

    async def sign_out(self, guest: str, device: str = "", token: str = "") -> bool:
        """Make the token of a device worthless: nobody can come back with it."""
        now, hash = self._clock.now(), hashed(token)
        gone = await self._store.care(partial(accounts.sign_out, guest=guest, at=now, device=device, token_hash=hash))
        self.forget(guest)
        return gone

    async def welcome(self, name: str, label: str = "") -> tuple[Guest, str]:
        """A new guest and the token to come back with."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        guest = Guest(secrets.token_urlsafe(12), name)
        await self._store.add_guest(guest, hashed(token), self._clock.now(), label)
        self._remember(hashed(token), guest)
        return guest, token

    async def add_device(self, guest: str, label: str) -> str | None:
        """A token for another device of somebody; None if there is no such person any more."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now, hash = self._clock.now(), hashed(token)
        added = await self._store.care(lambda c: accounts.add_device(c, guest, hash, label, now))
        return token if added else None

    def forget(self, guest: str) -> None:
        """Ask the store anew who comes with the tokens of this person."""
        for token in [token for token, (known, _) in self._known.items() if known.id == guest]:
            del self._known[token]

    async def rename(self, token: str, guest: Guest, name: str) -> Guest:
        await self._store.rename_guest(guest.id, name)
        self.forget(guest.id)  # on all devices
        renamed = Guest(guest.id, name)
        self._remember(hashed(token), renamed)
        return renamed

    def _remember(self, hash: str, guest: Guest) -> None:
        self._known[hash] = (guest, self._clock.now() + KNOWN_MS)
        self._known.move_to_end(hash)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
