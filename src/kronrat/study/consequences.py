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


def consequences(best: list[list[Event]], chosen: list[list[Event]], seat: int) -> tuple[Consequence, ...]:
    """What tells two answers apart, the clearest first; both were played on in the same worlds."""
    often: dict[str, list[int]] = {}
    known: dict[str, Event] = {}
    for side, worlds in enumerate((best, chosen)):
        for heard in worlds:
            for key, event in {repr(event): event for event in heard if _concerns(event, seat)}.items():
                often.setdefault(key, [0, 0])[side] += 1
                known[key] = event
    many = len(best)
    apart = [key for key, (one, other) in often.items() if abs(one - other) >= CLEARLY * many]
    apart.sort(key=lambda key: -abs(often[key][0] - often[key][1]))
    return tuple([Consequence(known[key], often[key][0] / many, often[key][1] / many) for key in apart[:MOST]])


def _concerns(event: Event, seat: int) -> bool:
    """Whether it happens to this seat, and is worth telling."""
    if event.fleeting or isinstance(event, (Forced, SealsBroken)) or not event.seen_by(seat):
        return False
    return getattr(event, "seat", None) == seat
