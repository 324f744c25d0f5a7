"""Reviews that are kept before somebody looks: of the first lines of a game, so that a test need not wait for them."""

from __future__ import annotations

import json
import zlib
from itertools import islice

import pytest

from kronrat.bots import Budget
from kronrat.core.game import Game
from kronrat.core.journal import Journal
from kronrat.server.table import Table
from kronrat.study import Reviewing, comparing, fortune, report, reviewing
from kronrat.study.apart import key_of
from tests.browser.house import House

HASTY = [
    (comparing, "WIDTH", 2),
    (comparing, "FIRST", 2),
    (comparing, "FEWEST", 2),
    (comparing, "MEASURED", 2),
    (fortune, "ENUMERATED", 0),
    (reviewing, "OPENINGS", 1),
]


def keep_review(house: House, table: str, lines: int) -> dict[str, object]:
    """Review so many lines of a finished table, hastily, and keep that with it."""

    def told(now: Table) -> tuple[Game, Journal, int, dict[str, str]]:
        match = now.running()
        return now.game, now.journal_for(None), match.state.seats, match.options

    game, journal, seats, options = house.look(table, told)
    found = hasty_review(game, journal, lines)
    outline = [[number, *chances] for number, chances in reviewing.outline(game, journal)]
    body = zlib.compress(json.dumps({"outline": outline, "report": found}).encode())
    key = key_of(game, journal, seats, options, house.server.settings.review_positions)
    house.do(house.server.hub.store.keep_review(table, key, body))
    return found


def hasty_review(game: Game, journal: Journal, lines: int) -> dict[str, object]:
    with pytest.MonkeyPatch.context() as patch:
        for module, name, number in HASTY:
            patch.setattr(module, name, number)
        patch.setattr(fortune.luck_of, "__defaults__", (2,))
        run = Reviewing(game, journal, Budget(positions=1))
        for _ in islice(run.steps(), lines):
            pass
        return report(run.review)
