"""What the tables of The King's Favor look like, and what must hold between their entries."""

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from kronrat.data.entry import Count, Entry
from kronrat.data.shapes import Within
from kronrat.data.tables import Rows
from kronrat.games.orleans.data.kinds import Op, Own


class Tile(Entry):
    """A fame tile; one with `stop` holds markers until the end of that epoch."""

    ops: list[Op] = field(default_factory=list)
    stop: Annotated[int, Within(0, 5)] = 0


class Goal(Entry):
    """One part-task of an epoch: to have, to send or to reach something."""

    epoch: Annotated[int, Within(1, 5)]
    count: Literal["", "areas", "villages", "churches", "fortresses"] = ""
    least: Count = 0
    send: Own | Literal[""] = ""
    reach: str = ""
    replaceable: bool = True


TABLES: dict[str, type[Entry]] = {"tiles": Tile, "goals": Goal}
FIXED: dict[str, tuple[str, ...]] = {"goals": ("epoch",)}
OPS_IN = ("tiles",)  # tables whose effects this story uses
MARKERS = 1  # settlers that count fame and epochs
ALWAYS = {"seasons": 4, "autumn_food": 1}  # figures that the texts of the rules quote


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem)."""
    track, tiles = rows["track"], rows["tiles"]
    fixed = [mark["tile"] for mark in track.values() if mark["tile"]]
    for entry, mark in track.items():
        if mark["tile"] and (mark["tile"] not in tiles or not tiles[mark["tile"]]["stop"]):
            yield "track", entry, "only a tile that stops markers has its fixed field"
    for entry, tile in tiles.items():
        if (tile["stop"] > 0) != (fixed.count(entry) == 1):
            yield "tiles", entry, "a tile that stops markers needs one fixed field, and no other tile has one"
    for entry, value in ALWAYS.items():
        if rows["numbers"][entry]["value"] != value:
            yield "numbers", entry, f"the rules know {value} only"
    for entry, goal in rows["goals"].items():
        if sum((bool(goal["count"]), bool(goal["send"]), bool(goal["reach"]))) != 1:
            yield "goals", entry, "a goal is one of: to have (count), to send, to reach"
        if goal["reach"] and goal["reach"] not in tiles:
            yield "goals", entry, "reach names a fame tile"
