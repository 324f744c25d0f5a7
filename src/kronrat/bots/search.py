"""A bot that compares its best options by playing on to a quiet moment and judging the position there.

The point at which a position is judged matters more than how many are: in the middle of a phase much is paid for and
not yet received. So every candidate is played on, all seats following a light policy, until nothing is half done, in
several imagined worlds. All candidates meet the same worlds and the same dice, and the worse half drops out after every
few of them.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import ClassVar

from kronrat.bots.bot import Bot, Turn
from kronrat.bots.judging import Judge, Learned
from kronrat.bots.thinking import Thinking
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CLOCK, Choice, State
from kronrat.core.numbers import add_up
from kronrat.core.playout import play_on
from kronrat.core.policy import LookAhead, Policy

Answer = tuple[Choice, ...]  # the choices of one seat in a row

FEWEST = 6  # worlds before anything is clear
CLEAR = 3.0  # standard errors by which a candidate has to be behind to be out of the question
WAYS = 2  # in which a seat that thinks in its playouts plays each of its options on
EVEN = 0.002  # of the result: candidates that can differ by no more come to the same

_SEEDS = 1 << 48


class Budget:
    """How long a bot may think about one choice: so many positions, which is repeatable, or so many milliseconds."""

    def __init__(self, positions: int | None = None, ms: float | None = None) -> None:
        self.positions = positions
        self.ms = ms

    def begin(self) -> Spending:
        """What has been spent of it: nothing yet."""
        return Spending(self)


class Spending:
    """What is left of a budget while a bot thinks."""

    def __init__(self, budget: Budget) -> None:
        self.positions = 0
        self._most = budget.positions
        self._until = None if budget.ms is None else perf_counter() + budget.ms / 1000

    def over(self) -> bool:
        if self._most is not None and self.positions >= self._most:
            return True
        return self._until is not None and perf_counter() >= self._until


class Contender:
    """A candidate with what its playouts were worth so far."""

    def __init__(self, answer: Answer, guess: float, place: int) -> None:
        self.answer = answer
        self.guess = guess  # before any playout
        self.place = place  # among the candidates, by which equals are told apart
        self.found: list[float] = []  # in one world after the other

    @property
    def seen(self) -> int:
        return len(self.found)

    @property
    def mean(self) -> float:
        return add_up(self.found) / len(self.found) if self.found else float("-inf")

    def beats(self, other: Contender, errors: float) -> bool:
        """Whether it is better by so many standard errors; both were played on in the same worlds."""
        if min(self.seen, other.seen) < 2:
            return self.mean > other.mean
        lead, error = self.lead(other)
        return lead > 0.0 and lead >= errors * error

    def settles(self, other: Contender) -> bool:
        """Whether thinking on about the other one is no use: it is clearly worse, or cannot be noticeably better."""
        lead, error = self.lead(other)
        return lead + EVEN >= CLEAR * error

    def lead(self, other: Contender) -> tuple[float, float]:
        """By how much it is better than another one in the worlds that both were played on in, and its error."""
        gains = [mine - theirs for mine, theirs in zip(self.found, other.found, strict=False)]
        count = len(gains)
        mean = add_up(gains) / count
        return mean, sqrt(add_up([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)


class Search(Bot):
    """Plays its best candidates on to quiet moments in imagined worlds, and judges what comes of them."""

    name: ClassVar[str] = "search"

    positions: ClassVar[int | None] = 3_000  # a budget for each choice, if none is given
    # What a judge advises replaces these, unless a class of bots has its own.
    width: int = 8  # candidates that are played on
    worlds: int = 64  # in which they are, at most
    moments: int = 1  # quiet moments to play on to
    thinks: int = 0  # options that its seat compares before each of its choices in a playout; 0: it follows the policy
    doubt: float = 1.0  # standard errors by which a choice has to beat the one that looked best at once
    longest: ClassVar[int] = 200  # choices of one playout

    def __init__(self, budget: Budget | None = None, judge: Judge | None = None, policy: Policy | None = None) -> None:
        self.budget = budget or Budget(positions=self.positions)
        self.judge = judge or Learned()
        self.policy = policy or LookAhead()
        self._rest: Answer = ()  # what is still to be said of an answer in several choices
        self._expected: list[Choice] = []  # the options that this seat then has

    def decide(self, turn: Turn) -> Choice:
        if len(turn.options) == 1:
            return turn.options[0]
        if self._rest and turn.options == self._expected:
            answer, world = self._rest, turn.imagine(_dice(0, "world", 0))
        else:
            answer, world = self.think(turn)
        self._keep(turn.seat, answer, world)
        return _any_like(turn, answer[0], world) if len(answer) == 1 else answer[0]

    def _keep(self, seat: int, answer: Answer, world: State) -> None:
        """What is still to be said, and the options that tell that it is time for it."""
        self._rest = answer[1:]
        if self._rest:
            self._expected = _after(world, seat, answer[:1]).options(seat)

    # -- thinking ------------------------------------------------------------------------------------------------------

    def think(self, turn: Turn) -> tuple[Answer, State]:
        """The best answer, and an imagined world in which it can be given."""
        seed = turn.dice.below(_SEEDS)
        world = turn.imagine(_dice(seed, "world", 0))
        if CLOCK in world.deciding():  # a hand is quicker than any playout
            return self._quick(turn, world), world
        self._tune(world)
        spending = self.budget.begin()
        contenders = self.contenders(turn, world, spending)
        best = contenders[0] if len(contenders) == 1 else self._compare(turn, contenders, world, seed, spending)
        return best.answer, world

    def _tune(self, world: State) -> None:
        """Follow the advice of the judge where this class has no numbers of its own."""
        for name, number in self.judge.advice(world).items():
            if getattr(type(self), name) == getattr(Search, name):
                setattr(self, name, type(getattr(Search, name))(number))

    def contenders(self, turn: Turn, world: State, spending: Spending) -> list[Contender]:
        """The candidates that look best at once, best first."""
        answers = turn.game.candidates(world, turn.seat)
        guesses = [self._guess(world, turn.seat, answer) for answer in answers]
        spending.positions += len(answers)
        found = [Contender(answer, guesses[place], place) for place, answer in enumerate(answers)]
        return sorted(found, key=lambda contender: (-contender.guess, contender.place))[: self.width]

    def _guess(self, world: State, seat: int, answer: Answer) -> float:
        return world.game.value(_after(world, seat, answer), seat)

    def _compare(
        self, turn: Turn, contenders: list[Contender], world: State, seed: int, spending: Spending
    ) -> Contender:
        """The best by playouts in one world after the other; after 2, 4, 8, … worlds the worse half drops out.

        What looked best at once is kept to the end and taken unless another one is better beyond doubt: few playouts
        mislead where much depends on chance. Where all others are settled, the rest of the budget is not needed.
        """
        favourite, number, halving = contenders[0], 0, 2
        while number < self.worlds and not spending.over():
            if number:
                world = turn.imagine(_dice(seed, "world", number))
            for contender in contenders:
                dice = _dice(seed, "dice", number)
                contender.found.append(self._play_on(world, turn.seat, contender.answer, dice, spending))
                if number == 0 and spending.over():
                    break
            number += 1
            contenders = sorted(contenders, key=lambda contender: (-contender.mean, contender.place))
            if number >= FEWEST and all([contenders[0].settles(other) for other in contenders[1:]]):
                break
            if number == halving:
                kept = contenders[: max(2, (len(contenders) + 1) // 2)]
                contenders, halving = kept if favourite in kept else [*kept, favourite], 2 * halving
        best = contenders[0]
        return best if best.beats(favourite, self.doubt) else favourite

    def _play_on(self, world: State, seat: int, answer: Answer, dice: Dice, spending: Spending) -> float:
        """What this answer is worth to the seat in this world."""
        return self.judge.share(self._led_to(world, seat, answer, dice, spending), seat)

    def _led_to(self, world: State, seat: int, answer: Answer, dice: Dice, spending: Spending) -> State:
        """The position in which the answer is judged."""
        game, policy = world.game, self._policy_of(seat)
        tried = policy.tried
        after = _after(world, seat, answer)
        moments = self.moments - (game.quiet(after) and not game.quiet(world))  # the answer itself may lead to one
        made = play_on(after, policy, dice, game.quiet, moments, self.longest) if moments else 0
        spending.positions += 1 + made + policy.tried - tried
        return after

    def _policy_of(self, seat: int) -> Policy:
        """By which all seats go on in a playout, this one perhaps with some thought."""
        return Thinking(seat, self.policy, self.judge, self.thinks, WAYS) if self.thinks else self.policy

    def _quick(self, turn: Turn, world: State) -> Answer:
        return LookAhead().choose(world, turn.seat, turn.dice)


def _any_like(turn: Turn, choice: Choice, world: State) -> Choice:
    """This choice or any that is like it."""
    for some in turn.game.alike(world, turn.seat):
        if choice in some:
            return some[turn.dice.below(len(some))]
    return choice


def _after(world: State, seat: int, answer: Answer) -> State:
    after = world.clone()
    for choice in answer:
        after.apply(seat, choice)
    return after


def _dice(seed: int, purpose: str, number: int) -> Dice:
    return Dice(seed_of_text(f"{seed} {purpose} {number}"))
