"""The booklet before a player, and the fame tiles on the track."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.rules.story import CommonSheet, Sheet

PLAYING: Final = -1  # instead of points, while a player is in the game


@mypyc_attr(acyclic=True)
class Booklet(Sheet):
    """Favourite tiles, what was sent for the goals of this epoch, and what an eliminated player is remembered by."""

    FIELDS: ClassVar[tuple[str, ...]] = ("favourites", "sent", "years", "points")

    favourites: int
    sent: int  # bits of the goals of the epoch whose token is on the booklet [OS-KF-GOAL-4]
    years: int  # epochs completed
    points: int  # as counted at the elimination, or PLAYING [OS-KF-END-6]

    def clone(self) -> Booklet:
        new = Booklet()
        new.favourites = self.favourites
        new.sent = self.sent
        new.years = self.years
        new.points = self.points
        return new


@mypyc_attr(acyclic=True)
class Calendar(CommonSheet):
    """Which fame tile is on each marked field, in the order of the fields; nothing before they are laid."""

    FIELDS: ClassVar[tuple[str, ...]] = ("tiles",)

    tiles: tuple[int, ...]

    def clone(self) -> Calendar:
        new = Calendar()
        new.tiles = self.tiles
        return new


def new_booklet() -> Booklet:
    sheet = Booklet()
    sheet.favourites = sheet.sent = sheet.years = 0
    sheet.points = PLAYING
    return sheet


def new_calendar() -> Calendar:
    calendar = Calendar()
    calendar.tiles = ()
    return calendar


def booklet_of(state: State, seat: int) -> Booklet:
    return cast(Booklet, state.players[seat].sheet)


def calendar_of(state: State) -> Calendar:
    return cast(Calendar, state.common)
