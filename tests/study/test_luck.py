"""Luck comes to nothing: over all answers of CHANCE, and on every path of a game that is played as was assumed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK, Choice, State
from kronrat.core.judgement import victories_of
from kronrat.study.foresight import Chances, Foresight, plus
from kronrat.study.fortune import luck_of, spread_out
from pearl_divers import testing


def dice_for(purpose: str, number: int) -> Dice:
    return Dice(seed_of_text(f"{purpose} {number}"))


class Exact(Foresight):
    """Finds the mean over all that may follow, instead of playing on once."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[int, Chances] = {}

    def after(self, world: State, was_quiet: bool, dice: Dice, viewer: int | None = None) -> Chances:
        while world.stack and world.deciding() != (CHANCE,):
            self.choose(world)
        if not world.stack:
            return victories_of(world.standing())
        key = world.game.fingerprint(world)
        if key not in self.known:
            outcomes = world.outcomes() or []
            whole = sum(weight for _, weight in outcomes)
            chances = [0.0] * world.seats
            for answer, weight in outcomes:
                next_one = world.clone()
                next_one.apply(CHANCE, answer)
                found = self.after(next_one, False, dice)
                chances = [some + weight / whole * more for some, more in zip(chances, found, strict=True)]
            self.known[key] = chances
        return self.known[key]

    def choose(self, world: State) -> None:
        seat = world.deciding()[0]
        for choice in self.policy.choose(world, seat, dice_for("lots", 0)):
            world.apply(seat, choice)


def dealt() -> State:
    """Pearl divers with two players, after the cards were dealt."""
    state = testing.game().new(2, {"rounds": "2", "wares": "lamp"})
    state.apply(CHANCE, state.sample(dice_for("deal", 0)))
    return state


def test_start_and_luck_make_the_result_on_every_path_of_a_small_game() -> None:
    foresight = Exact()
    start = foresight.after(dealt(), False, dice_for("dice", 0))
    assert sum(start) == pytest.approx(1)
    paths: list[tuple[State, Chances, float]] = [(dealt(), start, 1.0)]
    ends, mean_luck = 0, [0.0, 0.0]
    while paths:
        state, chances, likely = paths.pop()
        while state.stack and state.deciding() != (CHANCE,):
            foresight.choose(state)
        if not state.stack:
            ends += 1
            assert chances == pytest.approx(victories_of(state.standing()))
            mean_luck = [
                luck + likely * (now - then) for luck, now, then in zip(mean_luck, chances, start, strict=True)
            ]
            continue
        outcomes = state.outcomes() or []
        whole = sum(weight for _, weight in outcomes)
        for answer, weight in outcomes:
            luck = luck_of(state, answer, foresight, dice_for)
            assert luck.exact
            after = state.clone()
            after.apply(CHANCE, answer)
            paths.append((after, plus(chances, luck.gain), likely * weight / whole))
    assert ends > 30
    assert mean_luck == pytest.approx([0.0, 0.0])


def chance_questions(game: str, most: int) -> Iterator[State]:
    """Positions of a random game in which all answers of CHANCE can be compared."""
    rules, dice = kronrat.load(game), Dice(seed_of_text("luck"))
    state = rules.new(2 if 2 in rules.seat_counts else rules.seat_counts[0])
    found = 0
    while not state.over and found < most:
        seat = next(seat for seat in state.deciding() if seat != CLOCK)
        if seat == CHANCE and 1 < len(state.outcomes() or []) <= 24:
            found += 1
            yield state
        options = [] if seat == CHANCE else state.options(seat)
        state.apply(seat, options[dice.below(len(options))] if options else state.sample(dice))


@pytest.mark.parametrize("game", kronrat.list_games())
def test_the_luck_of_all_answers_is_nothing_on_average_and_as_much_is_won_as_lost(game: str) -> None:
    for state in chance_questions(game, 1):
        outcomes: list[tuple[Choice, int]] = state.outcomes() or []
        lucks = [(luck_of(state, answer, Foresight(), dice_for, len(outcomes)), weight) for answer, weight in outcomes]
        for luck, _ in lucks:
            assert sum(luck.gain) == pytest.approx(0)
        for seat in range(state.seats):
            assert sum(weight * luck.gain[seat] for luck, weight in lucks) == pytest.approx(0)


def test_answers_are_drawn_as_often_as_they_are_likely() -> None:
    outcomes: list[tuple[Choice, int]] = [(("roll", face), face) for face in range(1, 9)]
    drawn = [answer for n in range(200) for answer in spread_out(outcomes, 16, dice_for("other", n))]
    for answer, weight in outcomes:
        assert drawn.count(answer) / len(drawn) == pytest.approx(weight / 36, abs=0.01)
