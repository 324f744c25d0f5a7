"""What a client says, from its text to the command that is carried out."""

from __future__ import annotations

import asyncio

import msgspec

from kronrat.server import wire
from kronrat.server.connection import Connection
from kronrat.server.limits import Bucket
from kronrat.server.live import LiveTable

_command = msgspec.json.Decoder(wire.Command | wire.Pong | wire.Gaze)


class Hearing:
    """Carries out what one client says, one command after the other. One that has begun is finished even if its
    client goes.
    """

    def __init__(self, connection: Connection, live: LiveTable) -> None:
        self._connection = connection
        self._live = live
        self._waiting: list[tuple[str | None, int]] = []  # what was said, and when: an empty deque takes 0.7 KB
        self._work: asyncio.Task[None] | None = None

    def hear(self, text: str | None) -> None:
        self._waiting.append((text, self._live.office.clock.now()))
        if self._work is None:
            self._work = asyncio.create_task(self._carry_out())

    def end(self) -> None:
        """Forget what has not been begun."""
        self._waiting.clear()

    async def _carry_out(self) -> None:
        connection, office = self._connection, self._live.office
        try:
            while self._waiting:
                text, arrived = self._waiting.pop(0)
                said = understand(text, connection.bucket)
                if isinstance(said, wire.Pong):
                    connection.heard_pong(said.n)
                elif isinstance(said, wire.Gaze):
                    connection.is_looking = said.on
                elif isinstance(said, wire.Refused):
                    connection.tell(said)
                else:
                    await self._live.handle(connection, said, arrived)
                    office.metrics.command_s.observe((office.clock.now() - arrived) / 1_000)
                    continue
                await asyncio.sleep(0)  # what costs us nothing must not keep the others waiting either
        finally:
            self._work = None


def understand(text: str | None, bucket: Bucket) -> wire.Command | wire.Pong | wire.Gaze | wire.Refused:
    """What a client has said, or why it is not heard."""
    if not bucket.take():
        return wire.Refused(_id_of(text), "too_fast")
    if text is None or len(text) > wire.MESSAGE_BYTES:
        return wire.Refused("", "malformed" if text is None else "too_long")
    try:
        command: wire.Command | wire.Pong | wire.Gaze = _command.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return wire.Refused(_id_of(text), "malformed")
    return command


class _OnlyId(msgspec.Struct):
    id: str = ""


def _id_of(text: str | None) -> str:
    """The id of a command that is otherwise unreadable, so that its sender knows which one was refused."""
    try:
        return msgspec.json.decode(text or "{}", type=_OnlyId).id[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
