"""`@rule("XX-…")` names the rules of the catalogue that a test proves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronrat.testing.marks import Places
from kronrat.testing.marks import marked as marked_in

rule = pytest.mark.rule

TESTS = Path(__file__).parent


def marked() -> dict[str, Places]:
    """The ids in `rule(…)` marks of all our tests, each with the files, relative to the project, and the lines."""
    return marked_in(TESTS, TESTS.parent)
