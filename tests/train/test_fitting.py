"""What a value is learned from: what hardly ever was there counts nothing."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from kronrat.train.fitting import SELDOM, fit
from kronrat.train.selfplay import Lessons

NAMES = ("gold 0", "crown 0", "gold 1", "crown 1")
ROWS = 600


def lessons(crowns: int) -> Lessons:
    """Gold wins; so did a crown, as often as anybody had one."""
    random, found = Random(7), Lessons()
    for row in range(ROWS):
        mine, theirs = random.randint(0, 5), random.randint(0, 5)
        crowned = row % (ROWS // crowns) == 1
        won = 1.0 if crowned or mine > theirs else 0.5 if mine == theirs else 0.0
        found.features.append(array("f", [mine, float(crowned), theirs, 0.0]))
        found.shares.append(array("f", [won, 1.0 - won]))
        found.guesses.append(array("f", [0.5, 0.5]))
        found.ends.append(row + 1)
    return found


@pytest.mark.parametrize(("crowns", "counts"), [(6, False), (200, True)])
def test_what_was_hardly_ever_there_counts_nothing(crowns: int, counts: bool) -> None:
    assert (crowns < SELDOM * 2 * ROWS) is not counts
    fitted = fit(lessons(crowns), NAMES, 2, units=0, epochs=3, seed="crowns")
    gold, crown = fitted.straight
    assert gold > 0.0
    assert (crown > 0.0) is counts
