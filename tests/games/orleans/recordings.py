"""The games of Orléans Stories that are recorded: every number of seats, its options spread over them."""

from __future__ import annotations

from pathlib import Path

from kronrat.core.dice import Dice
from kronrat.core.flow import Choice
from kronrat.testing import Golden, anything

FOLDER = Path(__file__).parent / "golden"

STORIES = {
    "first-kingdom": {"story": "first-kingdom", "rounds": "12"},
    "kings-favor": {"story": "kings-favor", "favourites": "2"},
}
IDLE = (("pass",), ("ready",), ("enough",), ("decline",))


def busy(options: list[Choice], chooser: Dice) -> Choice:
    """Seldom an idle choice, so that something happens."""
    deeds = [option for option in options if option not in IDLE]
    return anything(deeds if deeds and chooser.below(4) else options, chooser)


GAMES = [
    Golden("orleans", story, seats, options, calendar="round", folder=FOLDER, choose=busy)
    for story, options in STORIES.items()
    for seats in (2, 3, 4)
]
