"""What a choice was worth beside the best one, from what its seat could know.

First the candidates are compared in imagined worlds, and the worse half drops out again and again. What is best then
is measured against what was chosen in fresh worlds, because the best of several estimates always looks too good.
"""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.bots.search import Answer, Budget
from kronrat.bots.thinking import Thinking
from kronrat.core.events import Event
from kronrat.core.flow import State
from kronrat.core.numbers import add_up
from kronrat.study.consequences import Consequence, consequences
from kronrat.study.foresight import Chances, DiceFor, Foresight, error_of_mean, mean, minus
from kronrat.study.lasting import lasting_of
from kronrat.study.verdicts import CERTAIN

WIDTH = 8  # candidates that are compared, besides what was chosen
FIRST = 4  # worlds in which all of them are, if the budget allows,
LEAST = 2  # and even if it does not
MEASURED = 40  # fresh worlds in which the best and the chosen one are measured, at most,
FEWEST = 6  # and at least
LISTENED = 12  # of these in which is heard what happens
RANKED = 3  # answers that are told with their chances; what was chosen is told beside them


@dataclass(frozen=True)
class Ranked:
    """An answer and what its seat might have hoped for after it, on the scale of the best one."""

    answer: Answer
    chance: float
    follows: tuple[Event, ...]  # what the seat could foresee of it


@dataclass(frozen=True)
class Comparison:
    """A choice beside the best one: what it brought each seat instead, and what its own might have hoped for."""

    best: Answer
    chosen: Answer
    gain: Chances  # of the chosen one against the best, by seat: nothing if it counts as the best
    error: float  # the standard error of what the seat itself lost
    best_chance: float
    chosen_chance: float
    stake: float  # what the best candidate promised more than the worst, or 0 if that is not certain
    ranked: tuple[Ranked, ...]  # the best first, with the best and the chosen one among them
    consequences: tuple[Consequence, ...] = ()


class _Candidate:
    """An answer and what it led to, in one world after the other."""

    def __init__(self, answer: Answer, guess: float, place: int) -> None:
        self.answer = answer
        self.guess = guess
        self.place = place
        self.found: list[Chances] = []

    def worth(self, seat: int) -> float:
        return add_up([one[seat] for one in self.found]) / len(self.found)


class Comparing:
    """Compares the choice of one seat with what else it might have chosen."""

    def __init__(self, truth: State, seat: int, foresight: Foresight, dice: DiceFor, budget: Budget) -> None:
        self._truth = truth  # only to imagine worlds from what the seat knows
        self._seat = seat
        self._foresight = foresight
        self._dice = dice
        self._spending = budget.begin()
        self._before = foresight.positions
        self._ranking: list[_Candidate] = []  # what stayed longest comes first

    def compare(self, chosen: Answer) -> Comparison | None:
        """The choice beside the best one; None where there was nothing to compare."""
        candidates, mine = self._candidates(chosen)
        if len(candidates) < 2:
            return None
        best, stake = self._best_of(candidates)
        self._ranking = sorted(candidates, key=lambda one: (-len(one.found), -one.worth(self._seat), one.place))
        if best is mine:
            return self._counts_as_best(mine, stake)
        return self._measured(best, mine, stake)

    # -- what is compared ------------------------------------------------------------------------------------------

    def _world(self, number: int) -> State:
        world: State = self._truth.game.imagine(self._truth, self._seat, self._dice("world", number))
        return world

    def _candidates(self, chosen: Answer) -> tuple[list[_Candidate], _Candidate]:
        """What looks best at once, and what was chosen, once each, whichever way it is said."""
        world, seat = self._world(0), self._seat
        game = world.game
        chosen = _first_alike(world, seat, chosen)
        found: dict[int, _Candidate] = {}
        for answer in [chosen, *game.candidates(world, seat)]:
            after = world.clone()
            for choice in answer:
                after.apply(seat, choice)
            key = game.fingerprint(after)
            if key not in found:
                found[key] = _Candidate(answer, game.value(after, seat), len(found))
        self._foresight.positions += len(found)
        mine, *others = found.values()
        others.sort(key=lambda one: (-one.guess, one.place))
        return [mine, *others[:WIDTH]], mine

    # -- comparing -------------------------------------------------------------------------------------------------

    def _best_of(self, candidates: list[_Candidate]) -> tuple[_Candidate, float]:
        """The best of them, and what is at stake."""
        seat, left, number, until = self._seat, candidates, 0, FIRST
        stake = 0.0
        while True:
            while number < until and (number < LEAST or not self._spent(0.5)):
                self._play(left, number, "dice")
                number += 1
            left = sorted(left, key=lambda one: (-one.worth(seat), one.place))
            if number <= FIRST:
                stake = _stake(left, seat)
            left = left[: max(1, len(left) // 2)]
            if number < until or len(left) == 1:
                return left[0], stake
            until *= 2

    def _spent(self, share: float) -> bool:
        """Whether this share of the budget is used up."""
        self._spending.positions = int((self._foresight.positions - self._before) / share)
        return self._spending.over()

    def _play(self, candidates: list[_Candidate], number: int, purpose: str) -> None:
        """All of them in the same world with the same dice."""
        world = self._world(number)
        for one in candidates:
            dice = self._dice(purpose, number)
            one.found.append(self._foresight.after_answer(world, self._seat, one.answer, dice))

    # -- measuring -------------------------------------------------------------------------------------------------

    def _measured(self, best: _Candidate, mine: _Candidate, stake: float) -> Comparison:
        """The two against each other in fresh worlds."""
        seat = self._seat
        light = self._foresight
        foresight = Foresight(light.judge, Thinking(seat, light.policy, light.judge))
        theirs: list[Chances] = []
        ours: list[Chances] = []
        heard: tuple[list[list[Event]], list[list[Event]]] = ([], [])
        for number in range(MEASURED):
            if number >= FEWEST and self._spent(1.0):
                break
            world = self._world(-1 - number)
            for one, found, events in ((best, theirs, heard[0]), (mine, ours, heard[1])):
                happened: list[Event] | None = [] if number < LISTENED else None
                dice = self._dice("dice", -1 - number)
                found.append(foresight.after_answer(world, seat, one.answer, dice, happened))
                if happened is not None:
                    events.append(happened)
            light.positions += foresight.positions
            foresight.positions = 0
        gains = [minus(one, other) for one, other in zip(ours, theirs, strict=True)]
        error = error_of_mean([gain[seat] for gain in gains])
        gain, best_chance = mean(gains), mean(theirs)[seat]
        if -gain[seat] <= CERTAIN * error:
            return self._counts_as_best(mine, stake)
        lasting = lasting_of(self._truth)
        gain = [lasting * one for one in gain]
        told = consequences(heard[0], heard[1], seat)
        chance = best_chance + gain[seat]
        ranked = self._ranked(best, mine, best_chance, chance)
        return Comparison(best.answer, mine.answer, gain, lasting * error, best_chance, chance, stake, ranked, told)

    def _counts_as_best(self, mine: _Candidate, stake: float) -> Comparison:
        worth, nothing = mine.worth(self._seat), [0.0] * self._truth.seats
        ranked = self._ranked(mine, mine, worth, worth)
        return Comparison(mine.answer, mine.answer, nothing, 0.0, worth, worth, stake, ranked)

    # -- what is told beside the two -------------------------------------------------------------------------------

    def _ranked(self, best: _Candidate, mine: _Candidate, best_chance: float, chance: float) -> tuple[Ranked, ...]:
        """The best answers and the chosen one. Others than these two were not measured in fresh worlds: by how much
        they fell behind the best one while both were compared is taken for their loss."""
        lasting, seat = lasting_of(self._truth), self._seat
        chances = {best.place: best_chance, mine.place: chance}
        for one in self._ranking:
            if one.place not in chances:
                behind = [theirs[seat] - own[seat] for theirs, own in zip(best.found, one.found, strict=False)]
                chances[one.place] = best_chance - lasting * max(0.0, add_up(behind) / len(behind))
        order = sorted(self._ranking, key=lambda one: (one is not best, -chances[one.place], one.place))
        told = [one for number, one in enumerate(order) if number < RANKED or one is mine]
        return tuple([Ranked(one.answer, chances[one.place], self._foreseen(one.answer)) for one in told])

    def _foreseen(self, answer: Answer) -> tuple[Event, ...]:
        """What the seat knows will come of an answer at once, as far as that is one choice."""
        return tuple(self._truth.preview(self._seat, answer[0])) if len(answer) == 1 else ()


def _stake(ranked: list[_Candidate], seat: int) -> float:
    best, worst = ranked[0], ranked[-1]
    gains = [one[seat] - other[seat] for one, other in zip(best.found, worst.found, strict=True)]
    stake = add_up(gains) / len(gains)
    return stake if stake > CERTAIN * error_of_mean(gains) else 0.0


def _first_alike(world: State, seat: int, answer: Answer) -> Answer:
    """The same answer, said by the first of the choices that the seat could not tell apart."""
    if len(answer) > 1:
        return answer
    for some in world.game.alike(world, seat):
        if answer[0] in some:
            return (some[0],)
    return answer
