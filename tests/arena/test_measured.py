"""Measured ratings in the boxes of games: of bots as they are, each level above the one below, found by options."""

from __future__ import annotations

from itertools import pairwise

import pytest

import kronrat
from kronrat.arena import measured
from kronrat.bots import LEVELS, Level, list_bots, make_bot

every_ladder = pytest.mark.parametrize(
    ("game", "ladder"),
    [
        pytest.param(game, ladder, id=f"{game}-{ladder['seats']}-{number}")
        for game in kronrat.list_games()
        for number, ladder in enumerate(measured.measured(game))
    ],
)


@every_ladder
def test_what_is_kept_was_measured_with_bots_and_options_that_exist(game: str, ladder: measured.Measured) -> None:
    assert set(LEVELS) <= set(ladder["bots"]) <= set(list_bots())
    assert ladder["games"] >= 300
    assert kronrat.load(game).settle_options(ladder["options"]) == ladder["options"]


@every_ladder
def test_each_level_is_rated_above_the_one_below_and_does_not_fall_behind_it(
    game: str, ladder: measured.Measured
) -> None:
    for lower, upper in pairwise(LEVELS):
        assert ladder["bots"][lower]["rating"] < ladder["bots"][upper]["rating"]
        assert ladder["bots"][upper][lower]["share"] >= 1 / ladder["seats"]


@every_ladder
def test_each_level_beats_a_table_of_the_one_below_beyond_doubt(game: str, ladder: measured.Measured) -> None:
    for lower, upper in pairwise(LEVELS):
        assert ladder["bots"][upper][lower]["low"] > 1 / ladder["seats"], upper


@every_ladder
def test_the_lowest_level_beats_random_nearly_always(game: str, ladder: measured.Measured) -> None:
    assert ladder["bots"][LEVELS[0]]["random"]["share"] >= 0.95


@every_ladder
def test_levels_are_tuned_as_they_were_when_they_were_measured(game: str, ladder: measured.Measured) -> None:
    """After a change of their numbers they have to be measured again: `tools/ratings`."""
    table = kronrat.load(game).new(ladder["seats"], ladder["options"])
    for name in LEVELS:
        level = make_bot(name)
        assert isinstance(level, Level)
        assert level.tuning(table) == ladder["bots"][name]["tuned"]


def test_the_ladder_with_the_options_most_like_these_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def ladder(value: str, seats: int, rating: float) -> measured.Measured:
        row = {"rating": rating, "rating_low": rating - 40, "rating_high": rating + 40}
        return {"options": {"a": value, "b": "x"}, "seats": seats, "games": 100 * seats, "bots": {"page": row}}

    known = (ladder("1", 2, 1000.4), ladder("2", 2, 1100.6), ladder("2", 4, 900))
    monkeypatch.setattr(measured, "measured", lambda game: known)
    assert measured.ratings("any", {"a": "1", "b": "x"}) == {2: {"page": 1000}, 4: {"page": 900}}
    assert measured.ratings("any", {"a": "2", "b": "y"}) == {2: {"page": 1101}, 4: {"page": 900}}
    assert measured.ratings("any", {"a": "1", "b": "x"}, ["a"]) == {2: {"page": 1000}}


def test_a_game_without_a_box_has_none() -> None:
    assert measured.measured("no such game") == ()


def test_a_bot_is_as_strong_as_all_ladders_together_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def ladder(games: int, rating: float) -> measured.Measured:
        row = {"rating": rating, "rating_low": rating - 40, "rating_high": rating + 40}
        return {"options": {}, "seats": 2, "games": games, "bots": {"page": row}}

    monkeypatch.setattr(measured, "measured", lambda game: (ladder(100, 1_000), ladder(300, 1_200)))
    found = measured.overall("any")["page"]
    assert (found.rating, found.games) == (1_150, 400)
    assert found.error == pytest.approx(20 * (100**2 + 300**2) ** 0.5 / 400)
