"""Kingsburg against the conformance suite: both editions, every number of seats, every switch, every module."""

from __future__ import annotations

from itertools import combinations
from typing import cast

import pytest

from kronrat.testing import Conformance, Subject
from tests.games.kingsburg.conformance import subject as kingsburg
from tests.profile import FULL

MODULES = ("buildings", "governors", "army")


def module_tables() -> list[tuple[str, int]]:
    """Every combination of modules with every number of seats in the full run; otherwise each alone, and all."""
    if FULL:
        chosen = [",".join(some) for count in (1, 2, 3) for some in combinations(MODULES, count)]
        return [(modules, seats) for modules in chosen for seats in (2, 3, 4, 5)]
    return [*zip(MODULES, (2, 3, 4), strict=True), (",".join(MODULES), 5)]


def plain_tables() -> list[tuple[str, int]]:
    """Every number of seats, in the full run in both editions."""
    if FULL:
        return [(edition, seats) for edition in ("1e", "2e") for seats in (2, 3, 4, 5)]
    return [("1e", 2), ("2e", 3), ("1e", 4), ("2e", 5)]


SUBJECTS = [
    *[kingsburg(seats, edition=edition) for edition, seats in plain_tables()],
    kingsburg(3, edition="1e", plus2="season", merchants_guild="choice"),
    kingsburg(2, edition="2e", plus2="group", merchants_guild="choice"),
    kingsburg(4, edition="1e", negative_vp="no"),
    *[kingsburg(seats, edition="2e", modules=modules) for modules, seats in module_tables()],
    kingsburg(3, edition="2e", modules="governors", priest="total"),
]


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestKingsburg(Conformance):
    """All seven points."""
