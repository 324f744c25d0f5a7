"""What the tables of Tumult Royal look like, and what must hold between their entries."""

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise
from typing import Annotated, Literal

from kronrat.data.entry import Count, Entry
from kronrat.data.shapes import Matching, Within
from kronrat.data.tables import Fields, Rows

Kind = Literal["bread", "marble", "tools"]
Edge = Literal["none", "grey", "black"]
Letter = Literal["m", "f", "x", "v", "c"]
Symbols = Annotated[int, Within(1, 3)]
Demand = Annotated[int, Within(0, 3)]
Players = Annotated[int, Within(2, 4)]

TILES = {"none": 21, "grey": 9, "black": 9}  # of each edge, as the rulebook says
SIDE = 3  # fields along a landscape tile


class Goods(Entry):
    """The goods tiles of one kind with one edge, by the symbols on each."""

    kind: Kind
    edge: Edge
    values: list[Symbols]


class Field(Entry):
    """One kind of field."""

    letter: Letter
    bread: Demand = 0
    marble: Demand = 0
    tools: Demand = 0
    statues: Symbols
    anywhere: bool = False


class Section(Entry):
    """One section of the tumult disc."""

    number: Annotated[int, Within(1, 9)]
    weight: Annotated[int, Within(1, 99)]


class Space(Entry):
    """One space of the king's chronicle; a number of -1 means that none is printed."""

    statues: Annotated[int, Within(1, 2)]
    number: Annotated[int, Within(-1, 25)] = -1
    reveal: Annotated[list[Count], Within(3, 3)] = field(default_factory=lambda: [0, 0, 0])


class Land(Entry):
    """One landscape tile of nine fields."""

    rows: Annotated[list[Annotated[str, Matching("^[mfxvc]{3}$")]], Within(SIDE, SIDE)]


class Supply(Entry):
    """What a table with this many players uses."""

    players: Players
    followers: Count
    edges: list[Edge]


class Layout(Entry):
    """Which landscape tiles are open at first."""

    players: Players
    rows: Annotated[list[Annotated[str, Matching("^[Ud]+$")]], Within(2, 2)]


class Component(Entry):
    """How many pieces of one kind are in the box."""

    count: Annotated[int, Within(0, 999)]


TABLES: dict[str, type[Entry]] = {
    "goods": Goods,
    "fields": Field,
    "disc": Section,
    "chronicle": Space,
    "land": Land,
    "tables": Supply,
    "layouts": Layout,
    "components": Component,
}

FIXED = {  # what an override cannot change, because the rules depend on it
    "goods": ("kind", "edge"),
    "fields": ("letter",),
    "tables": ("players", "followers", "edges"),
    "layouts": ("players",),
    "components": ("count",),
}


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem), for every entry that has a part in it."""
    yield from _check_goods(rows["goods"])
    yield from _check_chronicle(rows["chronicle"])
    yield from _check_layouts(rows["layouts"], rows["land"])


def _check_goods(goods: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for edge, count in TILES.items():
        group = {entry: row for entry, row in goods.items() if row["edge"] == edge}
        found = sum(len(row["values"]) for row in group.values())
        if found != count:
            for entry in group:
                yield "goods", entry, f"there are {count} tiles with edge '{edge}', not {found}"


def _check_chronicle(spaces: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    numbers = [(entry, row["number"]) for entry, row in spaces.items() if row["number"] >= 0]
    for (_, before), (entry, number) in pairwise(numbers):
        if number >= before:
            yield "chronicle", entry, f"the numbers fall from space to space, but {number} follows {before}"
    if not numbers or numbers[-1] != (list(spaces)[-1], 0):
        yield "chronicle", list(spaces)[-1], "the last space has the number 0, and the game ends there"
    for entry, row in spaces.items():
        if (row["statues"] == 2) != (row["number"] >= 0):
            yield "chronicle", entry, "a number stands below the double spaces, and only there"


def _check_layouts(layouts: dict[str, Fields], land: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    """As many open tiles as players, and a meadow for each of them whichever tiles are open. [TR-AMB-22]"""
    meadows = sorted((sum(row.count("m") for row in tile["rows"]), entry) for entry, tile in land.items())
    for entry, layout in layouts.items():
        players = layout["players"]
        if [len(row) for row in layout["rows"]] != [players, players]:
            yield "layouts", entry, f"two rows of {players} landscape tiles are expected"
        if sum(row.count("U") for row in layout["rows"]) != players:
            yield "layouts", entry, f"half of the tiles, {players}, lie open"
        if sum(count for count, _ in meadows[:players]) < players:
            for _, tile in meadows[:players]:
                yield "land", tile, f"{players} open tiles could have too few meadows for the first statues"
