"""Advice: the best answers with what they promise, from the seat's own knowledge, the same every time."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.bots import Advice, Adviser, Budget, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import State
from tests.bots.positions import positions

every_game = pytest.mark.parametrize("game", kronrat.list_games())


def advice(state: State, seat: int) -> list[Advice]:
    return Adviser(Budget(positions=200)).advise(Turn(state, seat, Dice(seed_of_text("advice"))))


@every_game
def test_the_best_answers_come_first_and_can_be_given(game: str) -> None:
    for state, seat in positions(game, apart=11):
        found = advice(state, seat)
        shares = [one.share for one in found]
        assert 1 <= len(found) <= 3
        assert shares == sorted(shares, reverse=True)
        assert found[0].less == 0
        for one in found:
            assert 0 <= one.share <= 1
            assert one.less == pytest.approx(shares[0] - one.share)
            after = state.clone()
            for choice in one.answer:
                after.play(seat, choice)


@every_game
def test_advice_does_not_depend_on_what_is_hidden(game: str) -> None:
    for state, seat in positions(game, apart=11):
        truth = state.game.redeal(state, seat, Dice(seed_of_text("another truth")))
        assert advice(truth, seat) == advice(state, seat)


def test_nothing_is_advised_where_nothing_can_be_chosen() -> None:
    state, seat = next(positions(kronrat.list_games()[0]))
    turn = Turn(state, seat, Dice(seed_of_text("advice")))
    del turn.options[1:]
    assert Adviser().advise(turn) == []
