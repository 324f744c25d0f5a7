"""What can happen in Orléans Stories, for logs, animations and tests. Tokens, places and areas go by their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from kronrat.core.events import Event

Follower = Literal["farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk"]
Good = Literal["wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish"]
Ware = Good | Literal["technology"]  # what is kept in front of a player
Terrain = Literal["hill", "pasture", "forest", "lake", "field"]
PhaseName = Literal["setup", "season", "draw", "plan", "act", "end"]
BuildingKind = Literal["village", "fortress", "church"]

# -- set-up and rounds -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StartPlayerChosen(Event):
    seat: int


@dataclass(frozen=True)
class LandLaid(Event):
    """The terrain of every area in play, in the order of the map."""

    land: tuple[Terrain, ...]


@dataclass(frozen=True)
class StartVillageChosen(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True)
class PhaseBegan(Event):
    phase: PhaseName


@dataclass(frozen=True)
class StartPlayerChanged(Event):
    seat: int


# -- drawing and planning --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TokenTakenBack(Event):
    """A token goes from an action space back to the green or the supply."""

    seat: int
    token: str
    place: str
    space: int


@dataclass(frozen=True)
class FollowersDrawn(Event):
    """How many followers a seat has drawn; only the seat itself learns which."""

    seat: int
    count: int


@dataclass(frozen=True)
class DrawSeen(Event):
    reveals: ClassVar[bool] = True

    seat: int
    followers: tuple[Follower, ...]

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class TokenPlaced(Event):
    """A token on an action space, shown to the planner alone; `ready` means that the place can now be used."""

    seat: int
    token: str
    place: str
    space: int
    ready: bool

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class PlanShown(Event):
    """All that a seat has placed in this planning phase as token, place and space, and the places it can use."""

    reveals: ClassVar[bool] = True

    seat: int
    placed: tuple[tuple[str, str, int], ...]
    ready: tuple[str, ...]


# -- actions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceUsed(Event):
    seat: int
    place: str


@dataclass(frozen=True)
class Passed(Event):
    seat: int


@dataclass(frozen=True)
class FollowersReturned(Event):
    """Followers go back into the bag of their owner."""

    seat: int
    followers: tuple[Follower, ...]


@dataclass(frozen=True)
class FollowerRecruited(Event):
    seat: int
    follower: Follower


@dataclass(frozen=True)
class GoodsGained(Event):
    """Goods or technology from the market."""

    seat: int
    token: Ware
    count: int


@dataclass(frozen=True)
class MarketShort(Event):
    """The market has so many goods less than a seat would have taken."""

    seat: int
    token: Good
    count: int


@dataclass(frozen=True)
class NothingCame(Event):
    """A place that pays for every village, or else for every land, was used by a seat that controls none."""

    seat: int
    village: bool


@dataclass(frozen=True)
class GoodsSpent(Event):
    """Goods that go to the storage box."""

    seat: int
    token: Good
    count: int


@dataclass(frozen=True)
class CoinsGained(Event):
    seat: int
    coins: int


@dataclass(frozen=True)
class CoinsPaid(Event):
    seat: int
    coins: int


@dataclass(frozen=True)
class CardTaken(Event):
    seat: int
    card: str


@dataclass(frozen=True)
class GoodSold(Event):
    seat: int
    good: Good
    coins: int


@dataclass(frozen=True)
class GoodBought(Event):
    seat: int
    good: Good
    coins: int


@dataclass(frozen=True)
class GoodDelivered(Event):
    seat: int
    good: Good


@dataclass(frozen=True)
class FollowersShown(Event):
    """Followers drawn by an action, openly."""

    reveals: ClassVar[bool] = True

    seat: int
    followers: tuple[Follower, ...]


@dataclass(frozen=True)
class FollowerSet(Event):
    """A follower drawn by an action is put on a space; on the green if `place` is empty."""

    seat: int
    follower: Follower
    place: str
    space: int


# -- the realm -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreaSettled(Event):
    """`areas` the seat has now, and `settlers` left in its supply."""

    seat: int
    area: str
    areas: int
    settlers: int


@dataclass(frozen=True)
class SettlerLifted(Event):
    """A settler leaves its area for the supply."""

    seat: int
    area: str


@dataclass(frozen=True)
class SettlerDisplaced(Event):
    """`seat` has conquered an area of `owner`."""

    seat: int
    owner: int
    area: str


@dataclass(frozen=True)
class Built(Event):
    seat: int
    kind: BuildingKind
    area: str


# -- deeds, fame and epochs ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TokenSent(Event):
    """A token goes from the Gate to a deed or to an own field."""

    seat: int
    token: str
    target: str


@dataclass(frozen=True)
class DeedCompleted(Event):
    """`next` is the deed on the other side, empty if it leaves the game."""

    seat: int
    deed: str
    next: str


@dataclass(frozen=True)
class DeedLaidOut(Event):
    deed: str


@dataclass(frozen=True)
class GoodsSwapped(Event):
    seat: int
    gives: Good
    other: int
    takes: Good


@dataclass(frozen=True)
class FollowerSentHome(Event):
    """`seat` has removed a follower of `other` from an action space; it goes into that player's bag."""

    seat: int
    other: int
    follower: Follower
    place: str
    space: int


@dataclass(frozen=True)
class FameGained(Event):
    """The marker moves by `steps` to `field`; the rest is lost."""

    seat: int
    steps: int
    field: int


@dataclass(frozen=True)
class FameFieldReached(Event):
    seat: int
    field: int


@dataclass(frozen=True)
class EpochEntered(Event):
    """`epoch` counts from 1."""

    seat: int
    epoch: int


@dataclass(frozen=True)
class PlaceUnlocked(Event):
    seat: int
    place: str


@dataclass(frozen=True)
class SettlersReleased(Event):
    seat: int
    settlers: int


@dataclass(frozen=True)
class MarketRefilled(Event):
    """Tokens from the storage box on the market, each with its number; `card` names what brought them."""

    card: str
    tokens: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class FollowerLost(Event):
    """A follower goes to the storage box."""

    seat: int
    follower: Follower


@dataclass(frozen=True)
class NewcomerWelcomed(Event):
    seat: int
    follower: Follower


@dataclass(frozen=True)
class GameEnded(Event):
    winners: tuple[int, ...]
