"""Orléans Stories against the conformance suite: every number of seats, from the beginning and from a later hour on."""

from __future__ import annotations

from typing import cast

import pytest

from tests.conformance.orleans import subject as orleans
from tests.conformance.suite import Conformance, Subject

SUBJECTS = [
    orleans(2, rounds="8"),
    orleans(3, late=True, rounds="4"),
    orleans(4, late=True, rounds="4", profile="recon-1", start="2"),
]


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestOrleans(Conformance):
    """All seven points."""
