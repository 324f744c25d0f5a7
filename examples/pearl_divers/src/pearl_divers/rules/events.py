"""What can happen among pearl divers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kronrat.core.events import Event


@dataclass(frozen=True)
class CoveDrawn(Event):
    """A card, told to its new owner alone."""

    reveals: ClassVar[bool] = True

    seat: int
    cove: int

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True)
class PhaseBegan(Event):
    phase: str


@dataclass(frozen=True)
class TideCame(Event):
    pearls: int


@dataclass(frozen=True)
class DiverSent(Event):
    """Told to the seat alone, until all plans are shown."""

    seat: int
    place: int

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class PlansShown(Event):
    reveals: ClassVar[bool] = True

    plans: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DiversShown(Event):
    """Where the divers of one seat have been."""

    reveals: ClassVar[bool] = True

    seat: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class PearlsGained(Event):
    seat: int
    pearls: int


@dataclass(frozen=True)
class PearlsPaid(Event):
    seat: int
    pearls: int


@dataclass(frozen=True)
class WaveBegan(Event):
    wave: int
    pile: int


@dataclass(frozen=True)
class PearlsGrabbed(Event):
    """In the hand, where the shark can still take them."""

    seat: int
    pearls: int


@dataclass(frozen=True)
class SharkCame(Event):
    held: int  # pearls in hands


@dataclass(frozen=True)
class SharkStayedAway(Event):
    held: int


@dataclass(frozen=True)
class PearlsDropped(Event):
    seat: int
    pearls: int


@dataclass(frozen=True)
class Left(Event):
    """Grabs no more in this round."""

    seat: int


@dataclass(frozen=True)
class TimeRanOut(Event):
    pearls: int  # not grabbed


@dataclass(frozen=True)
class WareBought(Event):
    seat: int
    ware: str


@dataclass(frozen=True)
class CoveSold(Event):
    """A cove that was secret until now."""

    reveals: ClassVar[bool] = True

    seat: int
    cove: int


@dataclass(frozen=True)
class CovesShown(Event):
    """The coves that were kept secret to the end, seat by seat; 0 for none."""

    reveals: ClassVar[bool] = True

    coves: tuple[int, ...]
