"""The games of Kingsburg that are recorded: every number of seats, its options spread over them."""

from __future__ import annotations

from pathlib import Path

from kronrat.testing import Golden

FOLDER = Path(__file__).parent / "golden"

OPTIONS = {
    "1e": {"edition": "1e"},
    "2e": {"edition": "2e"},
    "2e-modules": {"edition": "2e", "modules": "buildings,governors,army"},
}

GAMES = [
    Golden("kingsburg", name, seats, options, calendar="year", folder=FOLDER)
    for name, options in OPTIONS.items()
    for seats in (2, 3, 4, 5)
]
