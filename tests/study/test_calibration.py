"""Calibration: predictions fall into bins, and the part of a loss that lasts is found again."""

from __future__ import annotations

import pytest

from kronrat.arena.series import Series
from kronrat.study.calibration import BINS, Calibration, calibrate
from tests.shelf import ANY


def test_a_game_is_compared_with_what_was_predicted() -> None:
    found = calibrate(Series(ANY, 2, {}, ("random",), "calibration").checked(), 1)
    assert found.games == 1
    assert found.plain()["predictions"] > 10
    assert sum(one.won for one in found.bins) == pytest.approx(found.plain()["predictions"] / 2)
    assert 0 <= found.mean_error() <= 1
    assert found.lasting() is None


def test_predictions_that_come_true_have_no_error() -> None:
    found = Calibration()
    found.add({"predictions": [(0.25, 1.0), (0.25, 0.0), (0.25, 0.0), (0.25, 0.0), (1.0, 1.0)], "seats": []})
    assert found.mean_error() == 0
    assert found.bins[BINS - 1].count == 1


def test_the_part_that_lasts_is_the_slope() -> None:
    found = Calibration()
    for lost in (-1.0, -0.5, 0.5, 1.0):
        seat = {"bot": "some", "luck": 0.0, "lost": lost, "left": 0.4 * lost, "errors": -1.0, "accuracy": 0.5}
        found.add({"predictions": [], "seats": [seat]})
    assert found.lasting() == pytest.approx((0.4, 0.0))
    assert found.plain()["bots"] == {"some": {"seats": 4, "errors": -1.0, "accuracy": 0.5}}
