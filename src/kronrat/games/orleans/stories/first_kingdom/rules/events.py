"""What can happen only in The First Kingdom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kronrat.core.events import Event

Column = Literal["areas", "villages", "churches"]  # of the control board


@dataclass(frozen=True)
class CitizenJoined(Event):
    """`citizens` is how many are struck now."""

    seat: int
    citizens: int


@dataclass(frozen=True)
class TaskFieldCrossed(Event):
    seat: int
    task: str
    token: str


@dataclass(frozen=True)
class TaskCompleted(Event):
    """`task` is one of the four, or church."""

    seat: int
    task: str


@dataclass(frozen=True)
class ControlReached(Event):
    """A threshold of the control board."""

    seat: int
    column: Column
    number: int


@dataclass(frozen=True)
class NarrationRead(Event):
    """`card` is the id of an epoch, food_depot or medicine."""

    seat: int
    card: str


@dataclass(frozen=True)
class TrialSpared(Event):
    """Famine or plague takes nothing from this seat: it has too little, or what it has is protected."""

    seat: int


@dataclass(frozen=True)
class TrialOvercome(Event):
    """Famine or plague no longer costs anything, thanks to this deed."""

    deed: str


@dataclass(frozen=True)
class WealthChecked(Event):
    seat: int
    wealth: int
    enough: bool


@dataclass(frozen=True)
class RoundsUsedUp(Event):
    round: int
