"""A series of games: who plays what with which dice. Game number i is the same whoever plays it, and in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.game import BadOption
from kronrat.shelf import load

Plain = dict[str, Any]
Keys = Mapping[str, Sequence[str]]  # kind of event -> the facts that tell two of them apart


@dataclass(frozen=True)
class Series:
    """All that has to be known to play any of the games; plain data, so that it can travel to other processes."""

    game: str
    seats: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    seed: str
    data: str | None = None
    keys: Keys = field(default_factory=dict)

    def checked(self) -> Series:
        """The same with all options settled; raises BadOption."""
        game = load(self.game, self.data)
        game.check_seats(self.seats)
        if not self.bots:
            raise BadOption("at least one bot has to play")
        for bot in self.bots:
            make_bot(bot)
        if len(self.bots) > self.seats:
            raise BadOption(f"{len(self.bots)} bots do not fit at {self.seats} seats")
        options = game.settle_options(self.options)
        return Series(self.game, self.seats, options, self.bots, self.seed, self.data, self.keys)

    def seating(self, number: int) -> list[str]:
        """The bots of one game in seat order: repeated over the seats, and one seat further in each game."""
        return [self.bots[(seat - number) % self.seats % len(self.bots)] for seat in range(self.seats)]

    def dice(self, number: int) -> Dice:
        return Dice(seed_of_text(f"{self.seed}/{number}"))

    def bot_dice(self, number: int) -> Dice:
        """What bots draw from, so that their thinking never changes the dice of the game."""
        return Dice(seed_of_text(f"{self.seed}/{number}/bots"))

    def plain(self) -> Plain:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "data": self.data,
            "keys": {kind: list(facts) for kind, facts in self.keys.items()},
        }

    @staticmethod
    def from_plain(plain: Plain) -> Series:
        return Series(**{**plain, "bots": tuple(plain["bots"])})
