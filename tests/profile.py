"""How much the tests do: quick counts for every day, full ones for `make test-full`. KRONRAT_PROFILE chooses."""

from __future__ import annotations

import os
from dataclasses import dataclass

import pytest
from hypothesis import settings

from kronrat.testing import Effort


@dataclass(frozen=True)
class Profile:
    walks: int  # random games in which a property is checked at every decision, for each subject
    games: int  # random games that only have to end well, for each subject
    samples: int  # draws at least, where a frequency is checked
    positions: int  # positions that are compared with brute force
    examples: int  # what hypothesis tries
    cuts: int  # places where the log of a database is cut
    kills: int  # moments at which a running server is killed, on each database; half as many of several processes
    messages: int  # hostile ones that a server gets
    answers: int  # that are given with the controls of the page, at one position
    mistakes: int  # planted ones that are tried, of each game at most
    themes: bool  # whether both themes are looked at for every barrier, or one of them for its colours only


PROFILES = {
    "quick": Profile(
        walks=1, games=20, samples=400, positions=6, examples=100, cuts=30, kills=1, messages=6_000, answers=4,
        mistakes=1, themes=False,
    ),
    "full": Profile(
        walks=3, games=400, samples=4_000, positions=200, examples=2_000, cuts=400, kills=400, messages=1_000_000,
        answers=60, mistakes=1_000, themes=True,
    ),
}  # fmt: skip

PROFILE = PROFILES[os.environ.get("KRONRAT_PROFILE", "quick")]
FULL = PROFILE is PROFILES["full"]

EFFORT = Effort(PROFILE.walks, PROFILE.games, PROFILE.samples)  # of the conformance suite


def amount(quick: int, full: int) -> int:
    """How many of something in this run."""
    return full if FULL else quick


# For tests that ask little of the database: every day on one kind only.
on_sqlite_daily = pytest.mark.parametrize(
    "store_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.full)], indirect=True
)

# The same examples in every run: a test that fails here fails everywhere.
steady = settings(max_examples=PROFILE.examples, derandomize=True, deadline=None, database=None)
