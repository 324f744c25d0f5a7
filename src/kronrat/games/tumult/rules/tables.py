"""What is printed on the components, as typed tables made from the rows of `data/*.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kronrat.games.tumult.rules.state import HIDDEN, KINDS, SET_ASIDE, Demand

if TYPE_CHECKING:
    from kronrat.core.game import Rows

SIDE: Final = 3  # fields along a landscape tile
TILE_ROWS: Final = 2
NO_NUMBER: Final = -1


class Field:
    """One kind of field: what a placement costs, beside own statues or anywhere, and how many statues it takes."""

    def __init__(self, id: str, row: Mapping[str, Any]) -> None:
        self.id = id
        self.letter: str = row["letter"]
        self.cost: Demand = (row["bread"], row["marble"], row["tools"])
        self.double: Demand = (2 * row["bread"], 2 * row["marble"], 2 * row["tools"])
        self.statues: int = row["statues"]
        self.anywhere: bool = row["anywhere"]


class Space:
    """One space of the king's chronicle."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.statues: int = row["statues"]
        self.number: int = row["number"]
        reveal: list[int] = row["reveal"]
        self.reveal = dict(enumerate(reveal, 2))


class Ground:
    """The board for a number of players: places of landscape tiles, fields and which fields are next to which."""

    def __init__(self, rows: Rows, players: int) -> None:
        layout = rows["layouts"][f"layout_{players}"]
        table = rows["tables"][f"players_{players}"]
        self.columns = players  # of landscape tiles
        self.places = TILE_ROWS * players
        self.open: tuple[bool, ...] = tuple([letter == "U" for row in layout["rows"] for letter in row])
        self.height = SIDE * TILE_ROWS
        self.width = SIDE * players
        self.size = self.height * self.width
        self.neighbours = [self._around(field) for field in range(self.size)]
        self.followers: int = table["followers"]
        edges: list[str] = table["edges"]
        used = [row for row in rows["goods"].values() if row["edge"] in edges]
        faces = [3 * KINDS.index(row["kind"]) + value - 1 for row in used for value in row["values"]]
        self.tiles: tuple[int, ...] = tuple(sorted(faces))  # the goods tiles in use
        self.slots = len(self.tiles) - SET_ASIDE * players  # of them in the raid
        self.symbols = [sum([face % 3 + 1 for face in faces if face // 3 == kind]) for kind in range(3)]

    def _around(self, field: int) -> tuple[int, ...]:
        """The fields beside this one, across the borders of tiles too. [TR-P4-4, TR-P4-12]"""
        row, column = divmod(field, self.width)
        beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        inside = [(r, c) for r, c in beside if 0 <= r < self.height and 0 <= c < self.width]
        return tuple([r * self.width + c for r, c in inside])

    def field(self, row: int, column: int) -> int:
        return row * self.width + column


class Tables:
    """All printed tables of one game; shared by every state and every clone."""

    def __init__(self, rows: Rows) -> None:
        self.fields = [Field(id, row) for id, row in rows["fields"].items()]
        self.field_ids = [field.id for field in self.fields]
        letters = [field.letter for field in self.fields]
        self.land_ids = list(rows["land"])
        self.land = [[[letters.index(c) for c in row] for row in tile["rows"]] for tile in rows["land"].values()]
        self._laid = [turned for tile in self.land for turned in _turns(tile)]
        self.disc: list[tuple[int, int]] = [(row["number"], row["weight"]) for row in rows["disc"].values()]
        self.spins = _spins(self.disc)
        self.chronicle = [Space(row) for row in rows["chronicle"].values()]
        self.grounds = {players: Ground(rows, players) for players in (2, 3, 4)}
        self.meadow = letters.index("m")
        self.plans: dict[tuple[tuple[int, ...], ...], float] = {}  # what bots have worked out, see `evaluation`
        self.castles: dict[tuple[tuple[float, ...], ...], float] = {}
        self.looks: dict[tuple[tuple[float, ...], ...], float] = {}
        self.reaches: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = {}

    def number_at(self, degrees: int) -> int:
        """Where an arrow at this angle points; on a border the smaller number counts. [TR-P1-3]"""
        whole = sum([weight for _, weight in self.disc])
        at = degrees % 360 * whole  # in 360ths of a weight
        begin = 0
        for place, (number, weight) in enumerate(self.disc):
            if at == begin:
                return min(number, self.disc[place - 1][0])
            begin += 360 * weight
            if at < begin:
                return number
        raise AssertionError(degrees)

    def turned(self, laid: int) -> list[list[int]]:
        """The fields of a landscape tile as it was laid, rotated clockwise by quarters. [TR-SETUP-12]"""
        return self._laid[laid]

    def fields_of(self, ground: Ground, land: tuple[int, ...], open: tuple[bool, ...]) -> list[int]:
        """The kind of every field of the board, as far as its tile is open."""
        fields = [HIDDEN] * ground.size
        for place, laid in enumerate(land):
            if open[place]:
                begin = ground.field(SIDE * (place // ground.columns), SIDE * (place % ground.columns))
                for row in self._laid[laid]:
                    fields[begin : begin + SIDE] = row
                    begin += ground.width
        return fields


def _turns(tile: list[list[int]]) -> list[list[list[int]]]:
    """A landscape tile turned clockwise by no quarter, one, two and three."""
    turns = [tile]
    for _ in range(3):
        turns.append([list(column) for column in zip(*turns[-1][::-1], strict=True)])
    return turns


def _spins(disc: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Every number of the disc with the share of the circle it has."""
    numbers = sorted({number for number, _ in disc})
    return [(number, sum([weight for other, weight in disc if other == number])) for number in numbers]
