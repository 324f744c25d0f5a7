"""The luck of an answer of CHANCE: the value after it, less the mean over all that might have come instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE, Choice, State
from kronrat.core.numbers import add_up
from kronrat.study.foresight import Chances, DiceFor, Foresight, error_of_mean, mean, minus

SAMPLES = 64  # answers that are compared with the one that came
ENUMERATED = 32  # answers that are all compared, each as often as it is likely
_FINE = 1 << 24


@dataclass(frozen=True)
class Luck:
    """What an answer of CHANCE gave each seat, and the standard errors of that; `exact`: all others were compared."""

    gain: Chances
    error: Chances
    exact: bool


def luck_of(state: State, answer: Choice, foresight: Foresight, dice: DiceFor, samples: int = SAMPLES) -> Luck:
    """The luck of this answer. It and another one are played on with the same dice, as often as there are samples.

    An answer that is drawn like the others is worth as much as they are on average, so luck comes to nothing over
    many games whatever the judge is worth.
    """
    outcomes = state.outcomes()
    if outcomes is not None and len(outcomes) == 1:
        return Luck([0.0] * state.seats, [0.0] * state.seats, True)
    was_quiet = state.game.quiet(state)

    def worth(choice: Choice, number: int) -> Chances:
        world = state.clone()
        world.apply(CHANCE, choice)
        return foresight.after(world, was_quiet, dice("dice", number))

    if outcomes is not None and len(outcomes) <= ENUMERATED:
        return _against_all(outcomes, answer, worth, max(1, samples // len(outcomes)), state.seats)
    if outcomes is None:
        others = [state.sample(dice("other", number)) for number in range(samples)]
    else:
        others = spread_out(outcomes, samples, dice("other", 0))
    gains = [minus(worth(answer, number), worth(other, number)) for number, other in enumerate(others)]
    return Luck(mean(gains), _errors(gains, state.seats), False)


def _against_all(
    outcomes: list[tuple[Choice, int]], answer: Choice, worth: Callable[[Choice, int], Chances], rounds: int, seats: int
) -> Luck:
    """Each round compares it with all answers by their weight: over all of them, luck is nothing in every round."""
    whole = sum([weight for _, weight in outcomes])
    gains: list[Chances] = []
    for number in range(rounds):
        found = {choice: worth(choice, number) for choice, _ in outcomes}
        usual = [add_up([weight * found[choice][seat] for choice, weight in outcomes]) / whole for seat in range(seats)]
        gains.append(minus(found[answer] if answer in found else worth(answer, number), usual))
    return Luck(mean(gains), _errors(gains, seats), True)


def spread_out(outcomes: list[tuple[Choice, int]], samples: int, dice: Dice) -> list[Choice]:
    """Answers at even distances of probability, from a random beginning, each as likely as it is to come."""
    whole = sum([weight for _, weight in outcomes])
    begin = dice.below(_FINE) / _FINE
    found: list[Choice] = []
    reached, place = 0, 0
    for number in range(samples):
        wanted = (number + begin) * whole / samples
        while place < len(outcomes) - 1 and reached + outcomes[place][1] <= wanted:
            reached += outcomes[place][1]
            place += 1
        found.append(outcomes[place][0])
    return found


def _errors(gains: list[Chances], seats: int) -> Chances:
    return [error_of_mean([gain[seat] for gain in gains]) for seat in range(seats)]
