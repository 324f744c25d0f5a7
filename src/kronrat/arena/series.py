"""A series of games: who plays what with which dice. Game number i is the same in any process and any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kronrat.bots import BotName, lasting_name, make_bot
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
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
    bots: tuple[BotName, ...]  # once it is checked, texts by which any process finds them
    seed: str
    data: str | None = None
    keys: Keys = field(default_factory=dict)
    rules: int = 0  # the version of the rules and the digest of the data it was checked with,
    digest: str = ""  # so that no process plays some of the games with others

    def checked(self) -> Series:
        """The same with all options settled, ready to be played anywhere; raises BadOption."""
        game = load(self.game, self.data)
        game.check_seats(self.seats)
        if not self.bots:
            raise BadOption("at least one bot has to play")
        bots = tuple([lasting_name(bot) for bot in self.bots])
        for bot in bots:
            make_bot(bot)
        if len(self.bots) > self.seats:
            raise BadOption(f"{len(self.bots)} bots are too many for {self.seats} seats")
        return replace(
            self,
            options=game.settle_options(game.left_alone(self.options)),
            bots=bots,
            data=None if self.data is None else str(Path(self.data).resolve()),
            rules=game.rules_version,
            digest=game.data_digest,
        )

    @property
    def names(self) -> list[str]:
        """The bots of a checked series."""
        return [str(bot) for bot in self.bots]

    def seating(self, number: int) -> list[str]:
        """The bots of one game in seat order: repeated over the seats, and one seat further in each game."""
        bots = self.names
        return [bots[(seat - number) % self.seats % len(bots)] for seat in range(self.seats)]

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def dice(self, number: int) -> Dice:
        return KeyedDice(seed_of_text(self.seed_of(number)))

    def bot_dice(self, number: int) -> Dice:
        """What bots draw from, so that their thinking never changes the dice of the game."""
        return Dice(seed_of_text(f"{self.seed_of(number)}/bots"))

    def plain(self) -> Plain:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": self.names,
            "seed": self.seed,
            "data": self.data,
            "keys": {kind: list(facts) for kind, facts in self.keys.items()},
            "rules": self.rules,
            "digest": self.digest,
        }

    @staticmethod
    def from_plain(plain: Plain) -> Series:
        return Series(**{**plain, "bots": tuple(plain["bots"])})
