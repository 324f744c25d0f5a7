"""Calibration: predictions fall into bins, and the part of a loss that lasts is found again."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import kronrat
from kronrat.arena.series import Series
from kronrat.bots.judging import Judge, Learned
from kronrat.core.flow import State
from kronrat.core.judgement import chances_of
from kronrat.study.calibration import BINS, Calibration, calibrate
from kronrat.study.foresight import Foresight
from kronrat.study.lasting import lasting_of, measured
from kronrat.study.picture import draw
from kronrat.study.sureness import FILE, less_sure, sureness_of
from pearl_divers import testing
from tests.shelf import ANY


def test_a_game_is_compared_with_what_was_predicted() -> None:
    found = calibrate(Series(ANY, 2, {}, ("random",), "calibration").checked(), 1, luck=1)
    assert found.games == 1
    assert found.plain()["predictions"] > 10
    assert sum(one.won for one in found.bins) == pytest.approx(found.plain()["predictions"] / 2)
    assert 0 <= found.mean_error() <= 1
    assert found.lasting() is None
    (first, _), (second, _) = found.luck_by_seat()
    assert first == pytest.approx(-second)
    assert first != 0


def test_predictions_that_come_true_have_no_error() -> None:
    found = Calibration()
    found.add(
        {"predictions": [(0.25, 1.0), (0.25, 0.0), (0.25, 0.0), (0.25, 0.0), (1.0, 1.0)], "seats": [], "luck": []}
    )
    assert found.mean_error() == 0
    assert found.bins[BINS - 1].count == 1


def test_the_part_that_lasts_is_the_slope() -> None:
    found = Calibration()
    for lost in (-1.0, -0.5, 0.5, 1.0):
        seat = {"bot": "some", "lost": lost, "left": 0.4 * lost, "errors": -1.0, "accuracy": 0.5}
        other = {"bot": "other", "lost": 0.0, "left": 0.0, "errors": -0.5, "accuracy": None}
        found.add({"predictions": [], "seats": [other, seat], "luck": []})
    assert found.lasting() == pytest.approx((0.4, 0.0))
    assert found.plain()["bots"] == {
        "some": {"seats": 4, "errors": -1.0, "accuracy": 0.5, "lost_most": 4},
        "other": {"seats": 4, "errors": -0.5, "accuracy": None, "lost_most": 0},
    }
    assert found.luck_by_seat() == []


def test_chances_that_are_too_sure_are_told_by_how_much() -> None:
    """75 % of those come true of which 90 % were predicted: log 3 of log 9 holds."""
    found = Calibration()
    for number in range(40):
        won = float(number % 4 != 0)
        found.add({"predictions": [(0.9, won), (0.1, 1 - won)], "seats": [], "luck": []})
    sureness = found.sureness()
    assert sureness is not None
    assert sureness[0] == pytest.approx(0.5)
    assert 0 < sureness[1] < 0.5
    plain = found.plain()["sureness"]
    assert (plain["part"], plain["error"]) == sureness
    assert Calibration().sureness() is None


def test_chances_that_are_less_sure_keep_their_order_and_their_sum() -> None:
    assert less_sure([0.9, 0.1], 0.5) == pytest.approx([0.75, 0.25])
    assert less_sure([0.9, 0.1], 1.0) == [0.9, 0.1]
    assert less_sure([1.0, 0.0], 0.5) == [1.0, 0.0]
    some = less_sure([0.5, 0.3, 0.2], 0.8)
    assert sum(some) == pytest.approx(1)
    assert some == sorted(some, reverse=True)
    assert some[0] < 0.5


@pytest.mark.parametrize("game", kronrat.list_games())
def test_where_chances_are_too_sure_foresight_trusts_them_less(game: str) -> None:
    rules = kronrat.load(game)
    for one in measured(game, FILE):
        assert 0 < one.part <= 1
        state: State = rules.new(one.seats, rules.settle_options(one.options))
        assert sureness_of(state) == one.part
        judged = chances_of(Learned().seen_by(state, 0))
        assert Foresight().chances(state, 0) == less_sure(judged, one.part)
        own = chances_of(Judge().seen_by(state, 0))  # of another judge nothing was measured
        assert Foresight(Judge()).chances(state, 0) == own
    assert sureness_of(testing.game().new(2)) == 1.0


@pytest.mark.parametrize("game", kronrat.list_games())
def test_what_was_measured_says_for_which_tables(game: str) -> None:
    rules = kronrat.load(game)
    assert measured(game)
    for one in measured(game):
        assert 0 < one.part <= 1
        assert one.games > 0
        options = rules.settle_options(one.options)
        for seats in [one.seats] if one.seats else rules.seat_counts:
            assert 0 < lasting_of(rules.new(seats, options)) <= 1
    assert lasting_of(testing.game().new(2)) == 1.0


def test_the_luck_of_a_seat_is_its_mean_over_games() -> None:
    found = Calibration()
    for luck in (0.1, 0.3):
        found.add({"predictions": [], "seats": [], "luck": [luck, -luck]})
    assert found.luck_by_seat() == [pytest.approx((0.2, 0.1)), pytest.approx((-0.2, 0.1))]


def test_a_picture_has_a_line_for_every_table() -> None:
    picture = draw([("one & two", [(0.1, 0.2), (0.9, 0.8)]), ("three", [(0.5, 0.5)])], "Title", "predicted", "won")
    parsed = ElementTree.fromstring(picture)
    lines = parsed.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 3  # with the diagonal
    assert lines[1].get("points") == "112.0,382.0 448.0,130.0"
    assert "one & two" in [text.text for text in parsed.iter("{http://www.w3.org/2000/svg}text")]
