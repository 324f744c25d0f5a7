"""Orléans Stories against the conformance suite: every number of seats, from the beginning and from a later hour on."""

from __future__ import annotations

from typing import cast

import pytest

from kronrat.testing import Conformance, Subject
from tests.games.orleans.conformance import subject as orleans
from tests.profile import FULL


def tables() -> list[Subject]:
    """Each number of seats in both stories; in the full run from both hours on, and with one and two tiles."""
    if not FULL:
        return [
            orleans(2, rounds="8"),
            orleans(3, late=True, rounds="4", planning="in-turn", ascent="with-token"),
            orleans(4, late=True, rounds="4", profile="recon-1", start="2"),
            orleans(2, late=True, story="kings-favor", favourites="2"),
            orleans(4, story="kings-favor", newcomers="off"),
        ]
    found = [orleans(seats, late=late, rounds="8") for seats in (2, 3, 4) for late in (False, True)]
    for seats in (2, 3, 4):
        for favourites in ("1", "2"):
            found.append(orleans(seats, late=favourites == "2", story="kings-favor", favourites=favourites))
    for seats in (2, 3, 4):
        found.append(orleans(seats, late=True, rounds="8", planning="in-turn", newcomers="off", ascent="with-token"))
        found.append(orleans(seats, story="kings-favor", planning="in-turn", newcomers="off"))
    return [*found, orleans(4, late=True, rounds="8", profile="recon-1", start="2")]


SUBJECTS = tables()


@pytest.fixture(params=SUBJECTS, ids=str)
def subject(request: pytest.FixtureRequest) -> Subject:
    return cast(Subject, request.param)


class TestOrleans(Conformance):
    """All seven points."""
