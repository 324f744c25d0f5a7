"""Kingsburg against the conformance suite: both editions, every number of seats, every switch, every module."""

from __future__ import annotations

from itertools import combinations
from typing import cast

import pytest

from tests.conformance.kingsburg import subject as kingsburg
from tests.conformance.suite import Conformance, Subject
from tests.evidence.figures import FULL

MODULES = ("buildings", "governors", "army")


def module_tables() -> list[tuple[str, int]]:
    """Every combination of modules, with every number of seats in the full run and one of them otherwise."""
    chosen = [",".join(some) for count in (1, 2, 3) for some in combinations(MODULES, count)]
    if FULL:
        return [(modules, seats) for modules in chosen for seats in (2, 3, 4, 5)]
    return [(modules, 2 + number % 4) for number, modules in enumerate(chosen)]


SUBJECTS = [
    *[kingsburg(seats, edition=edition) for edition in ("1e", "2e") for seats in (2, 3, 4, 5)],
    kingsburg(3, edition="1e", plus2="season"),
    kingsburg(2, edition="2e", plus2="group"),
    kingsburg(4, edition="1e", negative_vp="no"),
    kingsburg(3, edition="1e", merchants_guild="choice"),
    kingsburg(2, edition="2e", merchants_guild="choice"),
    *[kingsburg(seats, edition="2e", modules=modules) for modules, seats in module_tables()],
]


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestKingsburg(Conformance):
    """All seven points."""
