"""Tools to test any game: nothing here knows one by name.

- `Conformance`: what must hold for every game, as a test class for pytest. See `kronrat.testing.conformance`.
- `Golden`: whole games, recorded once, that must replay to the same positions for ever. See `kronrat.testing.golden`.
- `Book`, `Position`, `Asked`: perft, how many ways fixed positions can go on. See `kronrat.testing.perft`.
- `Project`, `mistakes_in`, `run`: planted mistakes that the tests have to notice. See `kronrat.testing.mutants`.
- `Builder`, `builders`: positions set up by hand, in one line. See `kronrat.testing.builder`.

Only the parts that are tests themselves need pytest: `pip install 'kronrat[testing]'`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if sys.modules.get("pytest") is not None:  # so that a failing `assert` in these modules shows what it compared, too
    sys.modules["pytest"].register_assert_rewrite(f"{__name__}.conformance", f"{__name__}.builder")

from kronrat.testing.builder import Builder, builders
from kronrat.testing.golden import Golden, anything, scores
from kronrat.testing.marks import marked, rule_ids
from kronrat.testing.mistakes import BadMistake, Mistake, mistakes_in
from kronrat.testing.mutants import BROKEN, CAUGHT, SURVIVED, Project, Verdict, run, spread
from kronrat.testing.perft import Asked, Book, Position

if TYPE_CHECKING:
    from kronrat.testing.conformance import Conformance, Effort, Ledger, Subject

_NEED_PYTEST = ("Conformance", "Effort", "Ledger", "Subject")


def __getattr__(name: str) -> Any:
    if name not in _NEED_PYTEST:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kronrat.testing import conformance

    return getattr(conformance, name)


__all__ = [
    "BROKEN",
    "CAUGHT",
    "SURVIVED",
    "Asked",
    "BadMistake",
    "Book",
    "Builder",
    "Conformance",
    "Effort",
    "Golden",
    "Ledger",
    "Mistake",
    "Position",
    "Project",
    "Subject",
    "Verdict",
    "anything",
    "builders",
    "marked",
    "mistakes_in",
    "rule_ids",
    "run",
    "scores",
    "spread",
]
