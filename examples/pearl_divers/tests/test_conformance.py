"""Pearl divers against the conformance suite of Kronrat, at tables of every kind."""

from __future__ import annotations

from typing import cast

import pytest

from kronrat.testing import Conformance, Subject
from pearl_divers.testing import SIMPLE, subject

TABLES = [
    subject(2, SIMPLE, short=5),
    subject(3, {**SIMPLE, "wares": ""}, short=5),
    subject(2, {"rounds": "2"}),
    subject(3, {}, short=1),
    subject(4, {"wares": "knife"}, short=1),
]


@pytest.fixture(params=TABLES, ids=str, name="subject")
def a_table(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestPearls(Conformance):
    """All points."""
