"""Tumult Royal against the conformance suite: every number of seats, every way to rob, both variants."""

from __future__ import annotations

from typing import cast

import pytest

from kronrat.testing import Conformance, Subject
from tests.games.tumult.conformance import subject as tumult
from tests.profile import FULL

RAIDS = ("live", "draft", "orders")
ALIKE = 5 if FULL else 1  # in the full run there are many tables, and a walk at one of them tells of the others too


def tables() -> list[Subject]:
    """All combinations in the full run; otherwise each way to rob and each number of seats in both variants."""
    if FULL:
        cross = [(n, raid, variant) for n in (2, 3, 4) for raid in RAIDS for variant in ("normal", "gamblers")]
    else:
        seated = (("live", 4), ("orders", 3), ("draft", 2))
        cross = [(n, raid, variant) for raid, n in seated for variant in ("normal", "gamblers")]
    return [tumult(n, ALIKE, raid=raid, variant=variant) for n, raid, variant in cross]


SUBJECTS = [
    *tables(),
    tumult(2, ALIKE, raid="live", own_tiles="shown"),
    tumult(2, ALIKE, raid="draft", own_tiles="hidden", raid_steps="6"),
    tumult(3, ALIKE, raid="orders", mercy="choice"),
]


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestTumultRoyal(Conformance):
    """All seven points."""
