"""The options of one question weighed against each other, from what its seat knows: how far is the best one ahead?

All of them meet the same imagined worlds and the same dice. The seat that is asked thinks before each of its next
choices until the next quiet moment, so that what is found is worth something in good hands; everybody else, and
everybody from there on, follows a light policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kronrat.bots.judging import Judge, Learned
from kronrat.bots.thinking import Thinking
from kronrat.core.dice import Dice
from kronrat.core.events import Event
from kronrat.core.flow import Choice, State
from kronrat.core.numbers import add_up
from kronrat.core.playout import play_on
from kronrat.core.policy import LookAhead, Policy
from kronrat.study.foresight import DiceFor, Foresight, error_of_mean

LONGEST = 400  # choices of one playout


@dataclass(frozen=True)
class Depth:
    """How thoroughly options are weighed: how far each is played on, and how well its seat thinks on the way."""

    moments: int  # quiet moments to play on to
    width: int = 0  # options that the seat compares before each of its next choices; 0: it does not think
    ways: int = 0  # in which it plays each of them on


GLANCE = Depth(moments=1)
QUICK = Depth(moments=2)
FURTHER = Depth(moments=2, width=3, ways=2)
DEEPEST = Depth(moments=2, width=6, ways=4)


class Option:
    """Choices that come to the same, and the chance of victory that they led to in one world after the other."""

    def __init__(self, choices: Iterable[Choice], place: int, guess: float) -> None:
        self.choices = list(choices)
        self.place = place
        self.guess = guess  # what the game itself thinks of it at once
        self.found: list[float] = []
        self.points: list[float] = []  # what the seat had in the end, in the same worlds
        self.heard: list[list[Event]] = []  # what happened later on, in each world in which somebody listened

    @property
    def chance(self) -> float:
        return add_up(self.found) / len(self.found)

    def lead(self, other: Option) -> tuple[float, float]:
        """By how much it is better than another one in the worlds that both met, and the standard error of that."""
        gains = [mine - theirs for mine, theirs in zip(self.found, other.found, strict=False)]
        return add_up(gains) / len(gains), error_of_mean(gains)

    def surely_beats(self, other: Option, least: float, errors: float) -> bool:
        """Whether it is ahead by at least so much, and by so many standard errors."""
        lead, error = self.lead(other)
        return lead >= least and lead >= errors * error


class Weighing:
    """Weighs the options of one seat in one world after the other."""

    def __init__(self, truth: State, seat: int, dice: DiceFor, depth: Depth, judge: Judge | None = None) -> None:
        self._truth = truth  # only to imagine worlds from what the seat knows
        self._seat = seat
        self._dice = dice
        self._depth = depth
        self._foresight = Foresight(judge or Learned())
        self._light = LookAhead()
        self._policy: Policy = self._light
        if depth.width:
            self._policy = Thinking(seat, self._light, self._foresight.judge, depth.width, depth.ways)

    def world(self, number: int) -> State:
        world: State = self._truth.game.imagine(self._truth, self._seat, self._dice("world", number))
        return world

    def options(self) -> list[Option]:
        """All that the seat may choose; what cannot be told apart, or leads to the same position, is one option."""
        world, seat = self.world(0), self._seat
        game = world.game
        found: dict[int, Option] = {}
        for some in game.alike(world, seat):
            after = world.clone()
            after.apply(seat, some[0])
            key = game.fingerprint(after)
            if key in found:
                found[key].choices += some
            else:
                found[key] = Option(some, len(found), game.value(after, seat))
        return list(found.values())

    def weigh(self, options: Sequence[Option], worlds: range, listen: bool = False) -> list[Option]:
        """Play all of them on in these worlds; the best comes first."""
        for number in worlds:
            world = self.world(number)
            for option in options:
                heard: list[Event] | None = [] if listen else None
                self._play_on(world, option, self._dice("dice", number), heard)
                option.heard += [] if heard is None else [heard]
        return sorted(options, key=lambda one: (-one.chance, one.place))

    def _play_on(self, world: State, option: Option, dice: Dice, heard: list[Event] | None) -> None:
        game, seat = world.game, self._seat
        after = world.clone()
        after.apply(seat, option.choices[0])
        if heard is not None:
            after.listener = heard.append
        quiet = game.quiet
        left = self._depth.moments - (quiet(after) and not quiet(world))  # the choice itself may lead to one
        if left == self._depth.moments:
            play_on(after, self._policy, dice, quiet, 1, LONGEST)
            left -= 1
        if left:
            play_on(after, self._light, dice, quiet, left, LONGEST)
        after.listener = None
        option.found.append(self._foresight.chances(after, seat)[seat])
        option.points.append(float(next(one.score for one in after.standing() if one.seat == seat)))
