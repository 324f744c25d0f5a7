"""Kingsburg against the conformance suite: both editions, every number of seats, every switch, every module."""

from __future__ import annotations

from typing import cast

import pytest

from tests.conformance.kingsburg import subject as kingsburg
from tests.conformance.suite import Conformance, Subject

SUBJECTS = [
    *[kingsburg(seats, edition=edition) for edition in ("1e", "2e") for seats in (2, 3, 4, 5)],
    kingsburg(3, edition="1e", plus2="season"),
    kingsburg(2, edition="2e", plus2="group"),
    kingsburg(4, edition="1e", negative_vp="no"),
    kingsburg(3, edition="1e", merchants_guild="choice"),
    kingsburg(2, edition="2e", merchants_guild="choice"),
    kingsburg(3, edition="2e", modules="buildings"),
    kingsburg(2, edition="2e", modules="governors"),
    kingsburg(4, edition="2e", modules="army"),
    kingsburg(3, edition="2e", modules="buildings,governors,army"),
    kingsburg(5, edition="2e", modules="buildings,governors,army"),
]


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestKingsburg(Conformance):
    """All seven points."""
