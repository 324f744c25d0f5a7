"""What can happen in Tumult Royal, for logs, animations and tests. A tile is written like `b2`: kind and symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from kronrat.core.events import Event

Kind = Literal["bread", "marble", "tools"]
EndReason = Literal["statues", "difference", "chronicle"]
FollowersSource = Literal[
    "source.levy", "source.aid", "source.riot", "source.overpaid", "source.consolation", "source.coronation"
]


@dataclass(frozen=True)
class RanksDrawn(Event):
    """The seats by rank, king first."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True)
class PhaseBegan(Event):
    phase: int


@dataclass(frozen=True)
class DiscSpun(Event):
    """What the people demand of every kind."""

    seat: int
    number: int


@dataclass(frozen=True)
class DiscSpunFor(Event):
    """What the people demand of one kind, in the gamblers' variant."""

    seat: int
    kind: Kind
    number: int


@dataclass(frozen=True)
class TilesSetAside(Event):
    count: int
    left: int


@dataclass(frozen=True)
class SeatReady(Event):
    seat: int


@dataclass(frozen=True)
class RaidBegan(Event):
    pass


@dataclass(frozen=True)
class TileLifted(Event):
    seat: int
    slot: int


@dataclass(frozen=True)
class TileSeen(Event):
    """The face of the tile in hand, shown to its holder alone, who has to remember it. [TR-P2-15, TR-DIG-LIVE-15]"""

    reveals: ClassVar[bool] = True
    fleeting: ClassVar[bool] = True

    seat: int
    slot: int
    tile: str

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class TileKept(Event):
    seat: int
    slot: int


@dataclass(frozen=True)
class TileReturned(Event):
    seat: int
    slot: int


@dataclass(frozen=True)
class TileMissed(Event):
    """A hand that carries out an order comes too late for a tile; nobody else knows where it reached. [TR-DIG-SIM-3]"""

    fleeting: ClassVar[bool] = True

    seat: int
    slot: int
    by: int  # the seat that was quicker

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class Stopped(Event):
    seat: int


@dataclass(frozen=True)
class Resumed(Event):
    seat: int


@dataclass(frozen=True)
class TimeRanOut(Event):
    """The hourglass has run out; these seats are still holding a tile."""

    holding: tuple[int, ...]


@dataclass(frozen=True)
class GraceRanOut(Event):
    pass


@dataclass(frozen=True)
class OrdersCarriedOut(Event):
    """What follows is what all orders, the hidden tiles and the time have led to."""

    reveals: ClassVar[bool] = True


@dataclass(frozen=True)
class TilesRevealed(Event):
    """All tiles but those set aside: the centre, also by its symbols of each kind, and the castles seat by seat."""

    reveals: ClassVar[bool] = True

    centre: tuple[str, ...]
    bread: int
    marble: int
    tools: int
    castles: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PeopleContent(Event):
    kind: Kind
    left: int
    demand: int


@dataclass(frozen=True)
class MercyDeclined(Event):
    """A player with the people's mercy counts every symbol of the kind all the same."""

    seat: int
    kind: Kind


@dataclass(frozen=True)
class RiotBrokeOut(Event):
    """Too little is left of a kind: the greed of all seats, and who is the greediest."""

    kind: Kind
    left: int
    demand: int
    greed: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class TilesGivenBack(Event):
    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class FollowersGained(Event):
    seat: int
    followers: int
    source: FollowersSource


@dataclass(frozen=True)
class FollowersLost(Event):
    seat: int
    followers: int
    source: FollowersSource


@dataclass(frozen=True)
class TilesPaid(Event):
    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class StatuesPlaced(Event):
    """Statues on a field; `free` means without a neighbour, for double cost."""

    seat: int
    row: int
    column: int
    field: str
    statues: int
    free: bool


@dataclass(frozen=True)
class Passed(Event):
    seat: int


@dataclass(frozen=True)
class GoodsLapsed(Event):
    """Tiles that were not used, by seat."""

    tiles: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class RanksSet(Event):
    """The seats by their new ranks, and the followers that made them."""

    order: tuple[int, ...]
    followers: tuple[int, ...]


@dataclass(frozen=True)
class KingCrowned(Event):
    seat: int


@dataclass(frozen=True)
class ChronicleWritten(Event):
    seat: int
    space: int
    statues: int


@dataclass(frozen=True)
class LandRevealed(Event):
    """A landscape tile is turned up; `fields` are its kinds in reading order."""

    reveals: ClassVar[bool] = True

    seat: int
    row: int
    column: int
    tile: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class EndChecked(Event):
    difference: int
    number: int


@dataclass(frozen=True)
class MercyShown(Event):
    seats: tuple[int, ...]


@dataclass(frozen=True)
class GoodsMixed(Event):
    pass


@dataclass(frozen=True)
class GameEnded(Event):
    winner: int
    reason: EndReason
