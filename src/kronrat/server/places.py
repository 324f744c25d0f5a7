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

    @contextmanager
    def taken(self, socket: WebSocket) -> Iterator[None]:
        """Taken as soon as somebody is admitted, before anything is awaited: many may come at once."""
        client = client_of(socket.client)
        self._taken[client] += 1
        try:
            yield
        finally:
            self._taken[client] -= 1
