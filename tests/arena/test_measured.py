"""Measured ratings in the boxes of games: of bots that exist, in the order of the levels, found by their options."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.arena import measured
from kronrat.bots import LEVELS, list_bots

every_game = pytest.mark.parametrize("game", kronrat.list_games())


@every_game
def test_what_is_kept_was_measured_with_bots_that_exist_and_levels_in_order(game: str) -> None:
    for ladder in measured.measured(game):
        assert set(ladder["bots"]) <= set(list_bots())
        assert ladder["games"] >= 100
        levels = [ladder["bots"][level]["rating"] for level in LEVELS if level in ladder["bots"]]
        assert levels == sorted(levels)
        assert kronrat.load(game).settle_options(ladder["options"]) == ladder["options"]


def test_the_ladder_with_the_options_most_like_these_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def ladder(value: str, seats: int, rating: float) -> measured.Measured:
        return {"options": {"a": value, "b": "x"}, "seats": seats, "bots": {"page": {"rating": rating}}}

    known = (ladder("1", 2, 1000.4), ladder("2", 2, 1100.6), ladder("2", 4, 900))
    monkeypatch.setattr(measured, "measured", lambda game: known)
    assert measured.ratings("any", {"a": "1", "b": "x"}) == {2: {"page": 1000}, 4: {"page": 900}}
    assert measured.ratings("any", {"a": "2", "b": "y"}) == {2: {"page": 1101}, 4: {"page": 900}}


def test_a_game_without_a_box_has_none() -> None:
    assert measured.measured("no such game") == ()
