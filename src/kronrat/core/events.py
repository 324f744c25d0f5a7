"""What happened, for logs, animations and tests: frozen, ids and ints only, reported only if somebody listens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Event:
    """Something that happened, and the rule that made it happen."""

    reveals: ClassVar[bool] = False  # carries what was hidden until now
    fleeting: ClassVar[bool] = False  # shown once, when it happens, and left out of every log

    rule: str

    def seen_by(self, seat: int | None) -> bool:
        """Whether this seat (None = a spectator) may be told."""
        return True

    def facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True)
class SealsBroken(Event):
    """The last answer of a sealed phase is in: from now on all answers may be known."""

    reveals: ClassVar[bool] = True


@dataclass(frozen=True)
class Forced(Event):
    """A question had a single answer, so nobody was asked."""

    seat: int
    choice: tuple[str | int, ...]
