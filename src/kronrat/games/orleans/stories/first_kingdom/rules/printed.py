"""What only The First Kingdom has printed: tasks, the control board, and the bonuses of the fame track."""

from __future__ import annotations

from typing import Final, cast

from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.rules.story import Printed
from kronrat.games.orleans.rules.tables import Op, Row, Tables, ops_of, token_of
from kronrat.games.orleans.stories.first_kingdom.rules.events import Column

COLUMNS: Final[tuple[Column, ...]] = ("areas", "villages", "churches")


class TaskRow:
    """A task of the sheet that is filled field by field."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.fields: list[int] = [token_of(word) for word in row["fields"]]
        names = [TOKENS[token] for token in self.fields]
        self.open = [(name, False) for name in names]  # as views tell of a field,
        self.crossed = [(name, True) for name in names]  # before it is crossed and afterwards
        self.rule = f"OS-FK-TASK-{id.upper()}"


class KingdomPrinted(Printed):
    """The tables of this story, for one profile."""

    def __init__(self, tables: Tables) -> None:
        rows = tables.rows
        self.tasks = [TaskRow(id, row) for id, row in rows["tasks"].items()]
        self.control: list[tuple[int, ...]] = [tuple(rows["control"][column]["thresholds"]) for column in COLUMNS]
        self.marks: dict[int, list[Op]] = {row["number"]: ops_of(row["ops"]) for row in rows["track"].values()}
        self.citizens_needed: int = tables.numbers["citizens"]
        self.wealth_needed: int = tables.numbers["wealth"]


def printed_of(state: State) -> KingdomPrinted:
    return cast(KingdomPrinted, state.story.printed)
