"""Calibration: predictions fall into bins, and the part of a loss that lasts is found again."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import kronrat
from kronrat.arena.series import Series
from kronrat.study.calibration import BINS, Calibration, calibrate
from kronrat.study.lasting import lasting_of, measured
from kronrat.study.picture import draw
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
