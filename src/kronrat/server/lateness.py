"""Spectators who are behind: where a table wants that, they see it as it was some time ago.

What they see holds nothing hidden at any time. The delay is for the sake of a player whose screen others can look
at, or who would be told something by somebody who watches.
"""

from __future__ import annotations

import msgspec

from kronrat.server import wire

MOST = 400  # moments that are kept; of more, some in between are left out


class Lateness:
    """The table as spectators saw it at earlier moments, as far as they have not seen it yet."""

    def __init__(self, delay_s: int) -> None:
        self.delay = 1_000 * delay_s
        self._moments: list[tuple[int, wire.Full]] = []  # an empty deque takes 0.7 KB
        self._released = 0  # the version that was last told to everybody

    def note(self, at: int, moment: wire.Full) -> None:
        """Keep what spectators would see now."""
        self._moments.append((at, moment))
        if len(self._moments) > MOST:
            del self._moments[1]

    @property
    def is_empty(self) -> bool:
        return not self._moments

    def shown(self, now: int) -> wire.Full | None:
        """What may be seen now; None if nothing is old enough."""
        while len(self._moments) > 1 and self._moments[1][0] + self.delay <= now:
            del self._moments[0]
        if not self._moments or self._moments[0][0] + self.delay > now:
            return None
        return self._moments[0][1]

    def release(self, now: int) -> bool:
        """Whether something may be seen now that could not be seen before."""
        moment = self.shown(now)
        if moment is None or moment.version <= self._released:
            return False
        self._released = moment.version
        return True

    def next_release(self) -> int | None:
        """When something more may be seen."""
        return next((at + self.delay for at, moment in self._moments if moment.version > self._released), None)


def as_it_was(moment: wire.Full | None, present: wire.Full) -> wire.Full:
    """What a spectator who is behind is told: the moment, with what is said and who is here now.

    Where nothing is old enough, the table is shown without its game.
    """
    table = msgspec.structs.replace(present.table, wish=None)
    if moment is None:
        return msgspec.structs.replace(
            present, version=1, table=table, view=None, question=None, log=[], log_whole=True, deadlines={}, clock=None
        )
    return msgspec.structs.replace(
        moment, now=present.now, table=table, chat=present.chat, answer_to=present.answer_to, deadlines={}
    )
