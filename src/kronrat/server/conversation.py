"""A conversation: one client at one table, from when it has been told the table until it goes.

No task waits for its end. What has led to it, from uvicorn to the route of the WebSocket, is over by then: those
frames would take more memory than a game does.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import count

from kronrat.server.connection import Connection
from kronrat.server.hearing import Hearing
from kronrat.server.lines import Line
from kronrat.server.live import LiveTable
from kronrat.server.places import Place
from kronrat.server.refusal import Refusal
from kronrat.server.store import StoreUnavailable

log = logging.getLogger(__name__)

SEND_PATIENCE_S = 20.0  # a client that reads nothing for this long is disconnected
FIRST_PINGS, FIRST_PING_S = 9, 0.1  # the first ones come quickly, so that the round trip is known soon


class Conversation:
    """Hears what a client says, and sends what could not be sent at once. It holds the client's place until it ends."""

    __slots__ = ("_connection", "_hearing", "_line", "_live", "_measuring", "_place", "_sending")

    def __init__(self, connection: Connection, live: LiveTable, line: Line, place: Place) -> None:
        self._connection = connection
        self._live = live
        self._line = line
        self._place = place
        self._hearing = Hearing(connection, live)
        self._sending: asyncio.Task[None] | None = None  # as long as there is something to send
        self._measuring: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._live.table.real_time:
            self._measuring = asyncio.create_task(self._measure())
        self._connection.speak_on(self._line, self._send_late)
        self._line.listen(self._hearing.hear, self._end)

    def _end(self) -> None:
        self._place.give_back()
        self._connection.fall_silent()
        self._hearing.end()
        self._live.leave(self._connection)
        for task in (self._sending, self._measuring):
            if task is not None:
                task.cancel()

    def _send_late(self) -> None:
        self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        """Send what waits, in order; a client that was too slow gets the whole table instead."""
        connection, live = self._connection, self._live
        try:
            while (texts := connection.take_waiting()) or connection.behind:
                if connection.behind:
                    async with live.alone():
                        connection.behind = False
                        texts = [live.audience.full(connection)]
                async with asyncio.timeout(SEND_PATIENCE_S):
                    for text in texts:
                        await self._line.say_when_free(text)
        except (TimeoutError, Refusal, StoreUnavailable):
            self._line.hang_up()
        except Exception:
            log.exception("table %s: a connection failed", live.id)
            self._line.hang_up()
        finally:
            self._sending = None

    async def _measure(self) -> None:
        """Keep measuring the round trip to a client."""
        office = self._live.office
        for number in count(1):
            self._connection.ping(number)
            await office.clock.sleep(FIRST_PING_S if number < FIRST_PINGS else office.settings.ping_s)
