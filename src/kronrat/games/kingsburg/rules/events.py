"""What can happen in Kingsburg, for logs, animations and tests. `source` is the id of the sentence that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from kronrat.core.events import Event

BattleResult = Literal["victory", "draw", "defeat"]


@dataclass(frozen=True)
class YearBegan(Event):
    year: int


@dataclass(frozen=True)
class PhaseBegan(Event):
    phase: int


@dataclass(frozen=True)
class OrderSet(Event):
    """The turn order, first to last, and the totals that made it."""

    order: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class DiceRolled(Event):
    seat: int
    dice: tuple[int, ...]
    bonus: tuple[int, ...]


@dataclass(frozen=True)
class DiceTurned(Event):
    """Dice that a card has set to other faces, without a roll."""

    seat: int
    dice: tuple[int, ...]
    bonus: tuple[int, ...]
    card: str


@dataclass(frozen=True)
class BonusDieGained(Event):
    seat: int
    source: str


@dataclass(frozen=True)
class BonusDiceLeft(Event):
    """Bonus dice that their owner does not roll."""

    seat: int
    count: int


@dataclass(frozen=True)
class CardUsed(Event):
    seat: int
    card: str


@dataclass(frozen=True)
class NeutralPlaced(Event):
    """Neutral dice block an advisor."""

    rank: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class NeutralSetAside(Event):
    die: int


@dataclass(frozen=True)
class AdvisorInfluenced(Event):
    seat: int
    rank: int
    group: tuple[str | int, ...]


@dataclass(frozen=True)
class Passed(Event):
    """Out of this season's influencing."""

    seat: int


@dataclass(frozen=True)
class GoodsGained(Event):
    seat: int
    gold: int
    wood: int
    stone: int
    source: str


@dataclass(frozen=True)
class GoodsPaid(Event):
    """Goods that go back to the supply, as a price or as a loss."""

    seat: int
    gold: int
    wood: int
    stone: int
    source: str


@dataclass(frozen=True)
class VpChanged(Event):
    seat: int
    vp: int
    source: str


@dataclass(frozen=True)
class SoldiersGained(Event):
    seat: int
    soldiers: int
    source: str


@dataclass(frozen=True)
class TokenGained(Event):
    seat: int
    plus2: int
    source: str


@dataclass(frozen=True)
class TokenPaid(Event):
    seat: int
    plus2: int
    source: str


@dataclass(frozen=True)
class Declined(Event):
    """An offer that was not taken."""

    seat: int
    source: str


@dataclass(frozen=True)
class EnemySeen(Event):
    """A secret look at the top enemy card, shown to that seat alone."""

    reveals: ClassVar[bool] = True

    seat: int
    enemy: str

    def seen_by(self, seat: int | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class EnemyLookedAt(Event):
    """Everybody notices that somebody looked at the top enemy card."""

    seat: int


@dataclass(frozen=True)
class EnemyRevealed(Event):
    reveals: ClassVar[bool] = True

    enemy: str


@dataclass(frozen=True)
class BuildingBuilt(Event):
    seat: int
    building: str


@dataclass(frozen=True)
class BuildingDestroyed(Event):
    seat: int
    building: str


@dataclass(frozen=True)
class BuildingSpared(Event):
    """A building that was about to be destroyed and stays."""

    seat: int
    building: str
    source: str


@dataclass(frozen=True)
class NothingBuilt(Event):
    seat: int


@dataclass(frozen=True)
class RecruitingEnded(Event):
    """Out of this year's recruiting, though more could be paid for."""

    seat: int


@dataclass(frozen=True)
class EnvoyGiven(Event):
    seat: int


@dataclass(frozen=True)
class EnvoyReturned(Event):
    """The envoy goes back to its space, used or not."""

    seat: int
    used: bool


@dataclass(frozen=True)
class EnvoyKept(Event):
    """A full tie: nobody gets the envoy."""


@dataclass(frozen=True)
class ReinforcementsSent(Event):
    soldiers: int


@dataclass(frozen=True)
class MusterRolled(Event):
    """A player's own reinforcement die, and the soldiers it brings."""

    seat: int
    die: int
    soldiers: int
    source: str


@dataclass(frozen=True)
class TokensRevealed(Event):
    """The army tokens of all seats, shown together."""

    reveals: ClassVar[bool] = True

    tokens: tuple[int, ...]


@dataclass(frozen=True)
class GovernorsRevealed(Event):
    """The governors of all seats, shown together."""

    reveals: ClassVar[bool] = True

    governors: tuple[str, ...]


@dataclass(frozen=True)
class GroupMoved(Event):
    """A group of dice goes from one advisor to another."""

    seat: int
    rank: int
    to: int


@dataclass(frozen=True)
class BattleFought(Event):
    """One player's battle. The strength is made of soldiers and buildings."""

    seat: int
    enemy: str
    strength: int
    against: int
    outcome: BattleResult
    soldiers: int
    walls: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SoldiersDismissed(Event):
    """The battle is over: the card and all soldiers leave."""


@dataclass(frozen=True)
class GameEnded(Event):
    winners: tuple[int, ...]
