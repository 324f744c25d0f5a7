"""A finished game reviewed: what was luck, what was chosen badly, what others chose, and what nobody could know.

Chances of victory are followed from line to line. An answer of CHANCE changes them by its luck, a choice by what it was
worth less than the best one; at every quiet moment they are what the judge says there. What neither luck nor choices
explain of that is what nobody could know, so for every seat

    result - start = luck + own errors + what others chose + what nobody could know

holds exactly, and all seats together neither win nor lose anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kronrat.bots.judging import Judge
from kronrat.bots.search import Answer, Budget
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, CLOCK, Choice, Decision, State, Together
from kronrat.core.game import Game
from kronrat.core.journal import Journal, Line
from kronrat.core.numbers import add_up
from kronrat.core.replay import replay
from kronrat.study.comparing import Comparing, Comparison
from kronrat.study.foresight import Chances, DiceFor, Foresight, dice_by_purpose, mean, minus, plus
from kronrat.study.fortune import luck_of
from kronrat.study.verdicts import MARKS, accuracy_of, mark_of

POSITIONS = 3_000  # that are looked at for a choice, if nothing else is said
OPENINGS = 16  # ways to play on from the first position, whose mean is what everybody began with

LUCK, CHOICE, UNKNOWN = KINDS = ("luck", "choice", "unknown")


class NotOver(ValueError):
    """A game that is still going on is not reviewed."""


@dataclass(frozen=True)
class Moment:
    """A line of the journal that changed the chances of victory, or after which they were judged anew."""

    line: int
    seat: int  # whose line it was
    kind: str
    stage: dict[str, int]  # how far the game was
    change: Chances
    after: Chances
    error: float = 0.0  # the standard error of the change, of the seat for which it is largest
    exact: bool = False  # whether an answer of CHANCE was compared with all others
    answer: Answer = ()
    events: tuple[Event, ...] = ()  # what happened


@dataclass(frozen=True)
class Verdict:
    """A choice beside the best one."""

    line: int
    seat: int
    decision: Decision
    comparison: Comparison
    stage: dict[str, int]
    before: Chances
    after: Chances

    @property
    def loss(self) -> float:
        return max(0.0, -self.comparison.gain[self.seat])

    @property
    def mark(self) -> str:
        return mark_of(self.loss)


@dataclass(frozen=True)
class Account:
    """Where the chance of a seat went. `noise` is the standard error of what was measured, and so of the rest."""

    seat: int
    start: float
    result: float
    luck: float
    errors: float
    others: float
    unknown: float
    noise: float
    accuracy: float | None
    marks: dict[str, int]


@dataclass
class Review:
    """All that was found, in the order of the game."""

    seats: int
    start: Chances
    moments: list[Moment]
    verdicts: list[Verdict]
    positions: int = 0

    @property
    def result(self) -> Chances:
        """What everybody has in the end, or so far."""
        return self.moments[-1].after if self.moments else self.start

    def account(self, seat: int) -> Account:
        chosen = [one for one in self.moments if one.kind == CHOICE]
        mine = [one for one in self.verdicts if one.seat == seat]
        return Account(
            seat=seat,
            start=self.start[seat],
            result=self.result[seat],
            luck=_sum(seat, [one for one in self.moments if one.kind == LUCK]),
            errors=_sum(seat, [one for one in chosen if one.seat == seat]),
            others=_sum(seat, [one for one in chosen if one.seat != seat]),
            unknown=_sum(seat, [one for one in self.moments if one.kind == UNKNOWN]),
            noise=float(add_up([one.error**2 for one in self.moments]) ** 0.5),
            accuracy=accuracy_of([(one.loss, one.comparison.stake) for one in mine]),
            marks={mark: sum([one.mark == mark for one in mine]) for mark in MARKS},
        )

    def turning_points(self, most: int = 4) -> list[Moment]:
        """The choices and strokes of luck that changed anybody's chances most, at most one between quiet moments."""
        best: list[Moment] = []
        here: Moment | None = None
        for moment in self.moments:
            if moment.kind == UNKNOWN:
                best += [here] if here is not None else []
                here = None
            elif here is None or _size(moment) > _size(here):
                here = moment
        best.sort(key=lambda one: -_size(one))
        return sorted(best[:most], key=lambda one: one.line)


def quiet_moments(game: Game, journal: Journal) -> Iterator[tuple[int, State]]:
    """The positions at which judges are asked, each with the line of the journal that led to it; the end is one."""
    match = replay(game, journal)
    state: State = game.new(match.state.seats, match.options)
    for done, number in enumerate(journal.counting()):
        state = match.dealt_anew[done].clone() if done in match.dealt_anew else state
        was_quiet, line = game.quiet(state), journal.lines[number - 1]
        state.apply(line.seat, line.choice)
        if not state.stack or (game.quiet(state) and not was_quiet):
            yield number, state


def outline(game: Game, journal: Journal, judge: Judge | None = None) -> list[tuple[int, Chances]]:
    """The chances at all quiet moments as a review will find them: they cost next to nothing and come first."""
    foresight = Foresight(judge)
    return [(number, foresight.chances(state)) for number, state in quiet_moments(game, journal)]


def review(
    game: Game,
    journal: Journal,
    budget: Budget | None = None,
    judge: Judge | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a journal: the same for the same budget in positions."""
    run = Reviewing(game, journal, budget, judge)
    for done in run.steps():
        if progress is not None:
            progress(done, run.length)
    return run.review


class Reviewing:
    """A review in the making: `steps` goes on line by line, and `review` has what was found so far."""

    def __init__(self, game: Game, journal: Journal, budget: Budget | None = None, judge: Judge | None = None) -> None:
        match = replay(game, journal)
        if not match.over:
            raise NotOver("the game is not over yet, and only finished games are reviewed")
        self._numbers = journal.counting()
        self._lines = [journal.lines[number - 1] for number in self._numbers]
        self._state: State = game.new(match.state.seats, match.options)
        self._dealt = match.dealt_anew  # where a variation takes new dice, nobody could know what comes of it
        self._budget = budget or Budget(positions=POSITIONS)
        self._foresight = Foresight(judge)
        self._seed = journal.header.get("seed") or journal.header.get("commitment", "")
        self._answered: set[int] = set()  # places of lines that belong to an answer which was compared already
        self._chances = self._opening()
        self.review = Review(match.state.seats, self._chances, [], [])

    @property
    def length(self) -> int:
        return len(self._lines)

    def steps(self) -> Iterator[int]:
        """Go on line by line; yields how many are done."""
        for place, line in enumerate(self._lines):
            self._step(place, line)
            self.review.positions = self._foresight.positions
            yield place + 1

    # -- one line --------------------------------------------------------------------------------------------------

    def _step(self, place: int, line: Line) -> None:
        if place in self._dealt:
            self._state = self._dealt[place].clone()
        state, quiet = self._state, self._state.game.quiet
        was_quiet = quiet(state)
        moment = Moment(self._numbers[place], line.seat, CHOICE, state.game.caption(state), [], [])
        if line.seat == CHANCE:
            luck = luck_of(state, line.choice, self._foresight, self._dice_for(place + 1))
            moment = replace(moment, kind=LUCK, change=luck.gain, error=max(luck.error), exact=luck.exact)
        elif line.seat >= 0:
            comparison = self._compare(place, line)
            if comparison is not None:
                moment = replace(moment, change=comparison.gain, error=comparison.error)
                self._judge(moment, comparison)
        heard: list[Event] = []
        state.listener = heard.append
        state.apply(line.seat, line.choice)
        state.listener = None
        if any(moment.change):
            self._note(replace(moment, answer=(line.choice,), events=tuple(heard)))
        if not state.stack or (quiet(state) and not was_quiet):
            found = self._foresight.chances(state)
            change = minus(found, self._chances)
            self._note(Moment(moment.line, line.seat, UNKNOWN, moment.stage, change, [], events=tuple(heard)))
            self._chances = self.review.moments[-1].after

    def _note(self, moment: Moment) -> None:
        self._chances = plus(self._chances, moment.change)
        self.review.moments.append(replace(moment, after=self._chances))

    def _judge(self, moment: Moment, comparison: Comparison) -> None:
        decision = self._state.decision(moment.seat)
        assert decision is not None
        after = plus(self._chances, comparison.gain)
        self.review.verdicts.append(
            Verdict(moment.line, moment.seat, decision, comparison, moment.stage, self._chances, after)
        )

    # -- choices ---------------------------------------------------------------------------------------------------

    def _compare(self, place: int, line: Line) -> Comparison | None:
        """A choice beside the best one; None where there was none, or no time to think while a CLOCK ran."""
        seat, state = line.seat, self._state
        if place in self._answered or CLOCK in state.deciding() or len(state.options(seat)) < 2:
            return None
        dice = self._dice_for(place + 1)
        return Comparing(state, seat, self._foresight, dice, self._budget).compare(self._answer(place, line))

    def _answer(self, place: int, line: Line) -> Answer:
        """What was chosen, whole: all lines in which a seat says it, where several seats answer at once."""
        seat, state, top = line.seat, self._state, self._state.stack[-1]
        if not isinstance(top, Together):
            return (line.choice,)
        if not top.sealed and max([len(one) for one in state.game.candidates(state, seat)]) == 1:
            return (line.choice,)
        ahead, said = state.clone(), list[Choice]()
        for later in range(place, len(self._lines)):
            one = self._lines[later]
            if one.seat == seat:
                said.append(one.choice)
                self._answered.add(later)
            ahead.apply(one.seat, one.choice)
            if (
                later + 1 in self._dealt
                or not ahead.stack
                or type(ahead.stack[-1]) is not type(top)
                or ahead.decision(seat) is None
            ):
                break
        return tuple(said)

    # -- beginning -------------------------------------------------------------------------------------------------

    def _opening(self) -> Chances:
        """What everybody began with: the mean of what may come of the first position."""
        state, dice = self._state, self._dice_for(0)
        was_quiet = state.game.quiet(state)
        ways = [self._foresight.after(state.clone(), was_quiet, dice("dice", number)) for number in range(OPENINGS)]
        return mean(ways)

    def _dice_for(self, place: int) -> DiceFor:
        """Dice that do not depend on what was taken back before."""
        return dice_by_purpose(f"{self._seed} {place}")


def _sum(seat: int, moments: list[Moment]) -> float:
    return add_up([one.change[seat] for one in moments])


def _size(moment: Moment) -> float:
    return max([abs(change) for change in moment.change])
