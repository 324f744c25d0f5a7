"""What one of two answers led to and the other did not, in the rules' own events."""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core.events import Event, Forced, SealsBroken

MOST = 2
CLEARLY = 0.5  # of the worlds


@dataclass(frozen=True)
class Consequence:
    """Something that happened after one of two answers clearly more often than after the other, in parts of 1."""

    event: Event
    best: float
    chosen: float


def consequences(
    best: list[list[Event]], chosen: list[list[Event]], seat: int, most: int = MOST
) -> tuple[Consequence, ...]:
    """What tells two answers apart, the clearest first; both were played on in the same worlds.

    What always happens together, such as a price that is paid and what is bought for it, is told once: by the last that
    does not name another thing as its source.
    """
    when: dict[str, tuple[list[int], list[int]]] = {}  # the worlds in which it happened, after either of them
    known: dict[str, Event] = {}
    for side, worlds in enumerate((best, chosen)):
        for number, heard in enumerate(worlds):
            for key, event in {repr(event): event for event in heard if _concerns(event, seat)}.items():
                when.setdefault(key, ([], []))[side].append(number)
                known[key] = event
    many = len(best)
    apart = [key for key, (one, other) in when.items() if abs(len(one) - len(other)) >= CLEARLY * many]
    apart.sort(key=lambda key: not hasattr(known[key], "source"))
    last = {repr(when[key]): key for key in apart}
    told = [key for key in when if key in last.values()]
    told.sort(key=lambda key: -abs(len(when[key][0]) - len(when[key][1])))
    return tuple([Consequence(known[key], len(when[key][0]) / many, len(when[key][1]) / many) for key in told[:most]])


def _concerns(event: Event, seat: int) -> bool:
    """Whether it happens to this seat, and is worth telling."""
    if event.fleeting or isinstance(event, (Forced, SealsBroken)) or not event.seen_by(seat):
        return False
    return getattr(event, "seat", None) == seat
