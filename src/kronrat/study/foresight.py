"""What each seat may hope for: its chance of victory, found by playing on to the next quiet moment and judging there.

Everybody goes on by the same light policy, so the value of a position is the mean over what may follow under that
assumption: whatever the judge is worth, answers of chance are neither lucky nor unlucky on average.
"""

from __future__ import annotations

from collections.abc import Callable

from kronrat.bots.judging import Judge, Learned
from kronrat.bots.search import Answer
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
from kronrat.core.events import Event
from kronrat.core.flow import State
from kronrat.core.judgement import chances_of, victories_of
from kronrat.core.numbers import add_up
from kronrat.core.playout import play_on
from kronrat.core.policy import LookAhead, Policy
from kronrat.study.sureness import less_sure, sureness_of

Chances = list[float]  # of victory, by seat, together 1

DiceFor = Callable[[str, int], Dice]  # dice of their own for each purpose, by number

LONGEST = 200  # choices of one playout


class Foresight:
    """Plays on and judges. `positions` counts what was looked at."""

    def __init__(self, judge: Judge | None = None, policy: Policy | None = None) -> None:
        self.judge = judge or Learned()
        self.policy = policy or LookAhead()
        self._table: tuple[object, int, object] = (None, 0, None)  # the one that was seen last
        self._part = 1.0  # of the log odds that holds there
        self.positions = 0

    def chances(self, world: State, viewer: int | None = None) -> Chances:
        """By what this seat knows, or by what all of them know together."""
        if not world.stack:
            return victories_of(world.standing())
        if viewer is not None:
            return self._judged(world, viewer)
        return mean([self._judged(world, seat) for seat in range(world.seats)])

    def _judged(self, world: State, viewer: int) -> Chances:
        return less_sure(chances_of(self.judge.seen_by(world, viewer)), self._sureness(world))

    def _sureness(self, world: State) -> float:
        """What was measured at such tables with the weights in the box; of other judges nothing is known."""
        table = (world.game, world.seats, world.game.options_of(world))
        if table != self._table:
            shipped = isinstance(self.judge, Learned) and self.judge.weights is None
            self._table, self._part = table, sureness_of(world) if shipped else 1.0
        return self._part

    def after(self, world: State, was_quiet: bool, dice: Dice, viewer: int | None = None) -> Chances:
        """The chances at the next quiet moment; the world is played on to it. It may be the present one."""
        game, tried = world.game, self.policy.tried
        made = 0
        if was_quiet or not game.quiet(world):
            made = play_on(world, self.policy, dice, game.quiet, 1, LONGEST)
        self.positions += 1 + made + self.policy.tried - tried
        return self.chances(world, viewer)

    def after_answer(
        self, world: State, seat: int, answer: Answer, dice: Dice, heard: list[Event] | None = None
    ) -> Chances:
        """What an answer leads to in this world, as its seat may judge; `heard` takes what happens later on."""
        after = world.clone()
        for choice in answer:
            after.apply(seat, choice)
        if heard is not None:
            after.listener = heard.append
        found = self.after(after, world.game.quiet(world), dice, seat)
        after.listener = None
        return found


def dice_by_purpose(seed: str) -> DiceFor:
    """Dice that follow from a text alone."""
    return lambda purpose, number: KeyedDice(seed_of_text(f"{seed} {purpose} {number}"))


def mean(found: list[Chances]) -> Chances:
    return [add_up([one[seat] for one in found]) / len(found) for seat in range(len(found[0]))]


def minus(some: Chances, others: Chances) -> Chances:
    return [one - other for one, other in zip(some, others, strict=True)]


def plus(some: Chances, others: Chances) -> Chances:
    return [one + other for one, other in zip(some, others, strict=True)]


def error_of_mean(numbers: list[float]) -> float:
    """The standard error of the mean of these."""
    count = len(numbers)
    if count < 2:
        return 0.0
    middle = add_up(numbers) / count
    return float((add_up([(number - middle) ** 2 for number in numbers]) / (count - 1) / count) ** 0.5)
