"""The connections that a server has room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.websockets import WebSocket

from kronrat.server.guard import from_our_page
from kronrat.server.limits import client_of
from kronrat.server.settings import Settings


class Places:
    """Open WebSockets by client: nobody may take all the places."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._taken: Counter[str] = Counter()  # by `client_of`

    def total(self) -> int:
        return self._taken.total()

    def admits(self, socket: WebSocket) -> bool:
        """Whether somebody comes from our page and may have another connection."""
        self._taken += Counter()  # drops addresses that have gone
        few = self._taken[client_of(socket.client)] < self._settings.connections_per_address
        room = few and self.total() < self._settings.connections
        return room and from_our_page(socket.headers, self._settings.public_url)

    def take(self, socket: WebSocket) -> Place:
        """Taken as soon as somebody is admitted, before anything is awaited: many may come at once."""
        return Place(self._taken, client_of(socket.client))

    @contextmanager
    def taken(self, socket: WebSocket) -> Iterator[None]:
        """Taken in the same way, and given back at the end."""
        place = self.take(socket)
        try:
            yield
        finally:
            place.give_back()


class Place:
    """That of one connection."""

    __slots__ = ("_client", "_taken")

    def __init__(self, taken: Counter[str], client: str) -> None:
        self._taken = taken
        self._client = client
        taken[client] += 1

    def give_back(self) -> None:
        self._taken[self._client] -= 1
