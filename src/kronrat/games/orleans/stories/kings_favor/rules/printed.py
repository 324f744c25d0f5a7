"""What only The King's Favor has printed: fame tiles and the goals of each epoch."""

from __future__ import annotations

from typing import cast

from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.rules.story import Printed
from kronrat.games.orleans.rules.tables import Row, Tables, ops_of, token_of


class TileRow:
    """A fame tile; `field` is the number of its fixed field or 0, `stop` the epoch until whose end it holds markers."""

    def __init__(self, id: str, row: Row, field: int) -> None:
        self.id = id
        self.ops = ops_of(row["ops"])
        self.field = field
        self.stop: int = row["stop"]
        self.rule = f"OS-KF-TILE-{id.upper().replace('_', '-')}"


class GoalRow:
    """One part-task: something to have, to send or to reach; the others are empty."""

    def __init__(self, id: str, row: Row, field: int) -> None:
        self.id = id
        self.count: str = row["count"]
        self.least: int = row["least"]
        self.send = token_of(row["send"])
        self.reach: str = row["reach"]
        self.field = field  # where the tile to be reached is, or 0
        self.replaceable: bool = row["replaceable"]


class FavorPrinted(Printed):
    """The tables of this story, for one profile."""

    def __init__(self, tables: Tables, epochs: int) -> None:
        rows = tables.rows
        self.fame_fields = tables.fame_fields
        self.fame_last = tables.fame_last
        fixed: dict[str, int] = {row["tile"]: row["number"] for row in rows["track"].values()}
        self.tiles = [TileRow(id, row, fixed.get(id, 0)) for id, row in rows["tiles"].items()]
        fields = {tile.id: tile.field for tile in self.tiles}
        self.goals: list[list[GoalRow]] = [[] for _ in range(epochs)]  # of each epoch
        for id, row in rows["goals"].items():
            self.goals[row["epoch"] - 1].append(GoalRow(id, row, fields.get(row["reach"], 0)))


def printed_of(state: State) -> FavorPrinted:
    return cast(FavorPrinted, state.story.printed)
