"""What the tables of The First Kingdom look like, and what must hold between their entries."""

from collections.abc import Iterator
from typing import Annotated

from kronrat.data.entry import Entry
from kronrat.data.shapes import Within
from kronrat.data.tables import Rows
from kronrat.games.orleans.data.kinds import Own


class Task(Entry):
    """A task of the sheet that is filled field by field."""

    fields: Annotated[list[Own], Within(1, 8)]


class Column(Entry):
    """A column of the control board: reaching one of these numbers brings a citizen."""

    thresholds: list[Annotated[int, Within(1, 12)]]


TABLES: dict[str, type[Entry]] = {"tasks": Task, "control": Column}
FIXED: dict[str, tuple[str, ...]] = {}
OPS_IN = ("track",)  # tables whose effects this story uses
MARKERS = 2  # settlers that count fame and epochs


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem)."""
    for entry, epoch in rows["epochs"].items():
        if any(op["task"] not in ("", *rows["tasks"]) for op in epoch["conditions"]):
            yield "epochs", entry, "conditions names a task that there is not"
    for entry, column in rows["control"].items():
        if column["thresholds"] != sorted(set(column["thresholds"])):
            yield "control", entry, "thresholds rise from one to the next"
