"""A ladder: every bot alone against a table full of each other bot, in all seats, with the same dice in all of them.

Game number i is the same in any process and any order, and in a ladder of more games too: first come all games of one
table, that is of one set of dice, then those of the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from pathlib import Path

from kronrat.arena.luck import Luck
from kronrat.arena.series import Plain
from kronrat.bots import Bot, BotName, Budget, lasting_name, make_bot
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
from kronrat.core.game import BadOption
from kronrat.shelf import load


@dataclass(frozen=True)
class Bout:
    """One game of a ladder: who sits alone, against whom, in which seat, and with which dice."""

    number: int
    alone: str
    others: str
    table: int
    seat: int

    def seating(self, seats: int) -> list[str]:
        return [self.alone if seat == self.seat else self.others for seat in range(seats)]


@dataclass(frozen=True)
class Ladder:
    """All that has to be known to play any of its games; plain data, so that it can travel to other processes."""

    game: str
    seats: int
    options: Mapping[str, str]
    bots: tuple[BotName, ...]
    seed: str
    positions: int | None = None  # the budget of bots that take one, for each choice,
    ms: float | None = None  # in one or the other
    data: str | None = None
    luck: int = 0  # other answers of chance with which each true one is compared; 0: luck is not looked at
    found: Mapping[str, str] = field(default_factory=dict)  # once it is checked: by what any process finds a bot
    rules: int = 0
    digest: str = ""
    _pairs: list[tuple[str, str]] = field(default_factory=list, init=False, repr=False, compare=False)

    def checked(self) -> Ladder:
        """The same with all options settled, ready to be played anywhere; raises BadOption."""
        game = load(self.game, self.data)
        game.check_seats(self.seats)
        if self.seats < 2:
            raise BadOption("bots are compared at tables of at least 2 players")
        lasting = [lasting_name(bot) for bot in self.bots]
        if len(set(lasting)) < max(2, len(lasting)):
            raise BadOption("at least two bots are compared, each of them named once")
        if self.luck < 0:
            raise BadOption("luck is compared with a number of other answers, or with none")
        if self.positions is not None and self.ms is not None:
            raise BadOption("a budget is in positions or in milliseconds, not in both")
        for bot in lasting:
            make_bot(bot, self.budget)
        named = [bot if isinstance(bot, str) else name for bot, name in zip(self.bots, lasting, strict=True)]
        return replace(
            self,
            options=game.settle_options(game.left_alone(self.options)),
            bots=tuple(named),
            found=dict(zip(named, lasting, strict=True)),
            data=None if self.data is None else str(Path(self.data).resolve()),
            rules=game.rules_version,
            digest=game.data_digest,
        )

    @property
    def names(self) -> list[str]:
        """The bots of a checked ladder, as they were named."""
        return [str(bot) for bot in self.bots]

    @property
    def budget(self) -> Budget | None:
        return None if self.positions is None and self.ms is None else Budget(self.positions, self.ms)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who sits alone, against whom. With two seats both sit alone, so each pair meets once."""
        if not self._pairs:
            self._pairs.extend((combinations if self.seats == 2 else permutations)(self.names, 2))
        return self._pairs

    def make(self, bot: str) -> Bot:
        return make_bot(self.found[bot], self.budget)

    def games(self, each: int) -> int:
        """How many games it takes for each bot to play so many alone against each other; rotations are never cut."""
        return -(-each // self.seats) * self.seats * len(self.pairs)

    def bout(self, number: int) -> Bout:
        rest, seat = divmod(number, self.seats)
        table, pair = divmod(rest, len(self.pairs))
        alone, others = self.pairs[pair]
        return Bout(number, alone, others, table, seat)

    def dice(self, bout: Bout) -> Dice:
        """The dice of a table, the same for all who play there; what one of them chooses does not change another's."""
        return KeyedDice(seed_of_text(f"{self.seed}/{bout.table}"))

    def bot_dice(self, bout: Bout) -> Dice:
        return Dice(seed_of_text(f"{self.seed}/{bout.table}/{bout.alone}/{bout.others}/{bout.seat}"))

    def luck_of(self, bout: Bout) -> Luck | None:
        """What notes the luck of a game, with dice of its own."""
        seed = f"{self.seed}/{bout.table}/{bout.alone}/{bout.others}/{bout.seat}/luck"
        return Luck(self.seats, self.luck, Dice(seed_of_text(seed))) if self.luck else None

    def plain(self) -> Plain:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": self.names,
            "seed": self.seed,
            "positions": self.positions,
            "ms": self.ms,
            "data": self.data,
            "found": dict(self.found),
            "rules": self.rules,
            "digest": self.digest,
            **({"luck": self.luck} if self.luck else {}),  # so that results of earlier versions go on
        }

    @staticmethod
    def from_plain(plain: Plain) -> Ladder:
        return Ladder(**{**plain, "bots": tuple(plain["bots"])})
