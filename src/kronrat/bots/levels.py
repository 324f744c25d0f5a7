"""Five opponents with names, from a kind beginner to the strongest.

All of them are the same search. Lower levels think about fewer positions, do not notice some of their options, and
misjudge the others; the lowest may see one choice at a time where others compare whole plans. They plan, but they are
short-sighted and forgetful. They never misjudge by more than a part of what is at stake, and never leave undone
something useful because they overlooked it, so nothing that they do is absurd.
"""

from __future__ import annotations

from typing import ClassVar

from kronrat.bots.bot import Turn
from kronrat.bots.search import Answer, Budget, Contender, Search, Spending
from kronrat.core.dice import Dice
from kronrat.core.flow import State
from kronrat.core.numbers import add_up

_FINE = 1 << 16  # steps in which a misjudgement is drawn
_BUDGETED = ("positions", "thinks")  # measured together; whoever tells another budget puts both aside


class Level(Search):
    """A search with weaknesses. Its budget is in positions, so it plays the same everywhere.

    Where it was measured how large they have to be for levels that are evenly spaced, its judge knows better numbers.
    """

    hasty: int = 0  # percent of its choices for which it sees nothing but the points that they bring at once
    forgets: int = 0  # percent of its candidates that it does not notice
    haze: float = 0.0  # how much it misjudges one at most, as a part of what the best is better than the mean
    piecemeal: bool = False  # whether it sees one choice at a time where others compare whole plans

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__(budget)
        self._told = budget is not None

    def _tune(self, world: State) -> None:
        super()._tune(world)
        for name, number in self.judge.level(world, self.name).items():
            if name in _BUDGETED and self._told:
                continue
            if name == "positions":
                self.budget = Budget(positions=int(number))
            else:
                setattr(self, name, type(getattr(Level, name))(number))

    def tuning(self, world: State) -> dict[str, float | None]:
        """What it is like at the table of this world, in numbers."""
        self._tune(world)
        return {
            "positions": self.budget.positions,
            "thinks": self.thinks,
            "forgets": self.forgets,
            "haze": self.haze,
            "hasty": self.hasty,
            "piecemeal": self.piecemeal,
        }

    def contenders(self, turn: Turn, world: State, spending: Spending) -> list[Contender]:
        """Those that it notices, in the order in which it believes in them; equals are in an order of their own."""
        answers = self.answers(turn, world)
        spending.positions += len(answers)
        clear = [self._guess(world, turn.seat, answer) for answer in answers]
        hasty = turn.dice.below(100) < self.hasty
        guesses = [self._points(world, turn.seat, answer) for answer in answers] if hasty else clear
        stake = self.haze * (max(guesses) - add_up(guesses) / len(guesses))
        found: list[Contender] = []
        for answer, guess, lot in zip(answers, guesses, turn.dice.shuffled(len(answers)), strict=True):
            found.append(Contender(answer, guess - stake * turn.dice.below(_FINE) / _FINE, lot))
        noticed = sorted(self._noticed(found, turn.dice), key=lambda one: (-one.guess, one.place))
        if self.hasty or self.forgets or self.haze:
            now = world.game.value(world, turn.seat)
            noticed = _without_idling(noticed, dict(zip(found, clear, strict=True)), now)
        return noticed[: self.width]

    def answers(self, turn: Turn, world: State) -> list[Answer]:
        """What it compares."""
        if self.piecemeal:
            return [(option,) for option in turn.game.distinct(world, turn.seat)]
        return turn.game.candidates(world, turn.seat)

    def _points(self, world: State, seat: int, answer: Answer) -> float:
        after = world.clone()
        for choice in answer:
            after.apply(seat, choice)
        return float({result.seat: result.score for result in after.standing()}[seat])

    def _noticed(self, found: list[Contender], dice: Dice) -> list[Contender]:
        """At least two of them, if there are two."""
        if not self.forgets:
            return found
        noticed = [contender for contender in found if dice.below(100) >= self.forgets]
        while len(noticed) < min(2, len(found)):
            rest = [contender for contender in found if contender not in noticed]
            noticed.append(rest[dice.below(len(rest))])
        return noticed


def _without_idling(noticed: list[Contender], clear: dict[Contender, float], now: float) -> list[Contender]:
    """Those that were noticed, best first, but nobody leaves it at that who overlooked or misjudged something useful.

    Useful is what is no worse than that, or leaves the seat no worse off than it is now: to leave it at that can lead
    past what comes anyway, and then it looks better than it is.
    """
    busy = [one for one in clear if not _leaves_it_at_that(one)]
    kept: list[Contender] = []
    for place, one in enumerate(noticed):
        enough = min(clear[one], now)
        useful = [other for other in busy if clear[other] >= enough] if _leaves_it_at_that(one) else []
        if all([other in noticed[:place] for other in useful]):
            kept.append(one)
    return kept or [max(busy, key=lambda one: clear[one])]


def _leaves_it_at_that(contender: Contender) -> bool:
    """Whether it is one word that names nothing, such as `pass` or `done`."""
    return len(contender.answer) == 1 and len(contender.answer[0]) == 1


class Page(Level):
    """Overlooks or misjudges most of its options and takes one that looks well, often for the sake of a quick point."""

    name: ClassVar[str] = "page"
    quick: ClassVar[bool] = True
    positions: ClassVar[int | None] = 0
    hasty: int = 7
    forgets: int = 85
    haze: float = 2.5

    def __init__(self) -> None:
        super().__init__()


class Squire(Level):
    """Knows what is good, and overlooks much of it."""

    name: ClassVar[str] = "squire"
    quick: ClassVar[bool] = True
    positions: ClassVar[int | None] = 0
    hasty: int = 3
    forgets: int = 65
    haze: float = 1.2

    def __init__(self) -> None:
        super().__init__()


class Steward(Level):
    """Takes what looks best, at once or after a short thought, if it has noticed it."""

    name: ClassVar[str] = "steward"
    positions: ClassVar[int | None] = 0
    forgets: int = 30

    def __init__(self) -> None:
        super().__init__()


class Marshal(Level):
    """Plays its best plans on for a while, and misses few of them."""

    name: ClassVar[str] = "marshal"
    positions: ClassVar[int | None] = 200
    forgets: int = 28

    def __init__(self) -> None:
        super().__init__()


class Chancellor(Level):
    """The strongest. It takes a budget: how long it may think."""

    name: ClassVar[str] = "chancellor"
    positions: ClassVar[int | None] = 8_000
