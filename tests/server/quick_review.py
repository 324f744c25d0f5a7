"""Reviews that take a moment only, for tests: of the first lines of a game, or without an end."""

from __future__ import annotations

import json
import time
from itertools import islice
from multiprocessing.connection import Connection

from kronrat.bots import Budget
from kronrat.core.journal import Journal
from kronrat.shelf import load
from kronrat.study import Reviewing, report
from kronrat.study.apart import OUTLINE, PART, WHOLE
from kronrat.study.reviewing import outline


def of_the_beginning(line: Connection, game: str, journal: str, positions: int, data: str | None) -> None:
    rules, told = load(game, data), Journal.parse(journal)
    line.send((OUTLINE, 0.0, json.dumps([[number, *chances] for number, chances in outline(rules, told)])))
    run = Reviewing(rules, told, Budget(positions=positions))
    for _ in islice(run.steps(), 8):
        pass
    line.send((WHOLE, 1.0, json.dumps(report(run.review))))


def with_its_data(line: Connection, game: str, journal: str, positions: int, data: str | None) -> None:
    assert Journal.parse(journal).header["data"] == load(game, data).data_digest
    of_the_beginning(line, game, journal, positions, data)


def without_end(line: Connection, game: str, journal: str, positions: int, data: str | None) -> None:
    line.send((PART, 0.5, ""))
    time.sleep(600)


def that_dies(line: Connection, game: str, journal: str, positions: int, data: str | None) -> None:
    line.close()
