"""What can happen only in The King's Favor."""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core.events import Event


@dataclass(frozen=True)
class TilesLaid(Event):
    """The fame tile on every marked field, in the order of the fields."""

    tiles: tuple[str, ...]


@dataclass(frozen=True)
class SeasonBegan(Event):
    """1 is spring, 4 is winter."""

    season: int


@dataclass(frozen=True)
class AutumnSpared(Event):
    seat: int


@dataclass(frozen=True)
class FavouriteGiven(Event):
    """`left` is how many the seat still has."""

    seat: int
    left: int


@dataclass(frozen=True)
class GoalsChecked(Event):
    """Which part-tasks the seat has missed; of all `goals` what there was, and what the king asked for."""

    seat: int
    missed: tuple[str, ...]
    goals: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class YearEnded(Event):
    """`title` is the id of the epoch, by which its title goes."""

    title: str


@dataclass(frozen=True)
class SettlersLeft(Event):
    """The settlers and fortresses of a seat that is out leave the map, which sets these areas free."""

    seat: int
    areas: tuple[str, ...]


@dataclass(frozen=True)
class SeatEliminated(Event):
    """A seat is out; `epochs` it has completed, and `points` it is remembered by, with the `parts` they come from."""

    seat: int
    epochs: int
    points: int
    parts: tuple[tuple[str, int], ...]
