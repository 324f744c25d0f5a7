"""A table of Tumult Royal for tests: arrange it in a line, do one thing, look at the result."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Self, cast

import kronrat
from kronrat.games.tumult.rules.game import TumultRoyal
from kronrat.games.tumult.rules.raid import tiles_of
from kronrat.games.tumult.rules.state import HIDDEN, NOBODY, TILES, Player, State
from kronrat.testing.builder import Builder

LETTERS = "mfxvc"


@cache
def game() -> TumultRoyal:
    return cast(TumultRoyal, kronrat.load("tumult"))


class Royal(Builder):
    """Seats 0, 1, 2 … have the ranks 1, 2, 3 …, and nothing happens until `run` or `play`."""

    state: State

    def __init__(self, seats: int = 3, data: str | Path | None = None, **options: str) -> None:
        """`data` is a folder with corrected component data."""
        loaded = game() if data is None else kronrat.load("tumult", data)
        super().__init__(loaded.new(seats, options))
        self.state.stack.clear()

    # -- arranging -------------------------------------------------------------------------------------------------

    def fresh(self) -> Self:
        """From the very beginning, with the ranks in seat order and the landscape laid."""
        self.take(self.game.new(self.state.seats, self.game.options_of(self.state)))
        self.play(f"* ranks {' '.join(map(str, range(self.state.seats)))}")
        for seat in range(self.state.seats):
            self.play(f"{seat} side male")
        return self.roll().roll()

    def first_statues(self) -> Self:
        """Everybody takes the first meadow there is."""
        while self.state.phase == 0:
            seat = self.state.deciding()[0]
            self.state.play(seat, self.state.options(seat)[0])
        return self

    def ranks(self, *order: int) -> Self:
        self.state.order = order
        return self

    def demand(self, *numbers: int) -> Self:
        self.state.demand = (numbers * 3)[:3]  # type: ignore[assignment]
        return self

    def goods(self, centre: str = "", *castles: str) -> Self:
        """Open tiles: those of the centre, then those of each seat."""
        tiles: list[int] = []
        slots: list[int] = []
        for owner, words in enumerate((centre, *castles), NOBODY):
            tiles += [TILES.index(word) for word in words.split()]
            slots += [owner] * len(words.split())
        self.state.tiles, self.state.slots, self.state.shown = tuple(tiles), slots, True
        return self

    def hidden(self, words: str) -> Self:
        """Tiles face down in the slots, nothing robbed yet; `raid` begins there."""
        self.state.tiles = tuple([TILES.index(word) for word in words.split()])
        self.state.slots = [NOBODY] * len(self.state.tiles)
        self.state.shown = False
        return self

    def land(self, *rows: str) -> Self:
        """The upper left of the board by letters; what is not said is face down."""
        width = self.state.ground.width
        fields = [HIDDEN] * self.state.ground.size
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                fields[r * width + c] = LETTERS.find(letter)
        self.state.fields = fields
        return self

    def owns(self, seat: int, *fields: tuple[int, int]) -> Self:
        for row, column in fields:
            self.state.owners[self.state.ground.field(row, column)] = seat
        return self

    def followers(self, *numbers: int, supply: int | None = None) -> Self:
        for player, number in zip(self.state.players, numbers, strict=False):
            player.followers = number
        held = sum(player.followers for player in self.state.players)
        self.state.supply = 105 - held if supply is None else supply
        return self

    def statues(self, *numbers: int) -> Self:
        for player, number in zip(self.state.players, numbers, strict=True):
            player.statues = number
        return self

    def kings(self, *chronicle: int) -> Self:
        self.state.chronicle = chronicle
        self.state.round = len(chronicle) + 1
        return self

    def mercy(self, *seats: int) -> Self:
        for seat, player in enumerate(self.state.players):
            player.mercy = seat in seats
        return self

    # -- looking ---------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def castle(self, seat: int) -> str:
        return " ".join(tiles_of(self.state, seat))

    @property
    def centre(self) -> str:
        return " ".join(tiles_of(self.state, NOBODY))

    def all_followers(self) -> list[int]:
        return [player.followers for player in self.state.players]

    def all_statues(self) -> list[int]:
        return [player.statues for player in self.state.players]
