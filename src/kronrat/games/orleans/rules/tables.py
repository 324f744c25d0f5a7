"""What is printed on the components, as typed tables made from the rows of `data/*.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kronrat.games.orleans.rules.events import BuildingKind
from kronrat.games.orleans.rules.state import EMPTY, GOODS, TERRAINS, TOKENS

if TYPE_CHECKING:
    from kronrat.core.game import Rows

Row = Mapping[str, Any]

ANY_FOLLOWER: Final = -2  # on a field that takes every kind of followers
BUILDINGS: Final[tuple[BuildingKind, ...]] = ("village", "fortress", "church")

EFFECT_RULES: Final[Mapping[str, str]] = {  # of places that are not cards; where it is not the first of their rules
    "territory": "OS-PLACE-TERRITORY-2",
    "village": "OS-PLACE-VILLAGE-2",
    "gate": "OS-PLACE-GATE-3",
    "builders_yard": "OS-PLACE-YARD-1",
}


def token_of(word: str) -> int:
    """`wood`, `coins_3` and the like as a number; nothing is EMPTY."""
    if word == "follower":
        return ANY_FOLLOWER
    return TOKENS.index(word) if word else EMPTY


class Op:
    """One thing that a place, a deed, a field of the track or an epoch does or asks for."""

    def __init__(self, row: Row) -> None:
        self.do: str = row["do"]
        self.n: int = row["n"]
        self.count: str = row["count"]
        self.good = token_of(row["good"])
        self.into = token_of(row["into"])
        self.of: tuple[int, ...] = tuple([token_of(word) for word in row["of"]])
        self.building: str = row["building"]
        self.task: str = row["task"]
        self.least: int = row["least"]
        self.else_coins: int = row["else_coins"]
        self.distinct: bool = row["distinct"]
        self.optional: bool = row["optional"]


def ops_of(rows: Iterable[Row]) -> list[Op]:
    return [Op(row) for row in rows]


class PlaceRow:
    """A place of the player board, a basic place card or a place card."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.kind: str = row["kind"]
        self.category: int = row["category"]
        self.stories: tuple[str, ...] = tuple(row["stories"])
        self.spaces: list[str] = list(row["spaces"])
        self.activation: str = row["activation"]
        self.technology: bool = row["technology"]
        self.forbidden_with: str = row["forbidden_with"]
        self.stand_in: dict[int, list[int]] = {
            token_of(who): [token_of(other) for other in others] for who, others in row["stand_in"].items()
        }
        self.shields: bool = row["shields"]
        self.autumn_coins: int = row["autumn_coins"]
        self.ops = ops_of(row["ops"])
        name = id.upper().replace("_", "-")
        self.rule = f"OS-CARD-{name}" if self.kind == "card" else EFFECT_RULES.get(id, f"OS-PLACE-{name}-1")


class DeedRow:
    """One side of a deed."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.fields: list[int] = [token_of(word) for word in row["fields"]]
        self.ops = ops_of(row["ops"])
        self.ascent: bool = row["ascent"]
        self.seats_min: int = row["seats_min"]
        self.stories: tuple[str, ...] = tuple(row["stories"])
        self.rule = f"OS-DEED-BONUS-{id.upper().replace('_', '-')}"


class Areas:
    """The map: areas by number, and for each number of players those in use."""

    def __init__(self, areas: Mapping[str, Row], lands: Mapping[str, Row]) -> None:
        self.ids = list(areas)
        self._rows = list(areas.values())
        self._lands = lands

    def in_play(self, seats: int) -> int:
        """Bits of the areas in use. [OS-SETUP-5]"""
        return sum([1 << area for area, row in enumerate(self._rows) if row["seats_min"] <= seats])

    def neighbours(self, seats: int) -> list[int]:
        """For each area, bits of those beside it that are in use."""
        used = self.in_play(seats)
        found: list[int] = []
        for area, row in enumerate(self._rows):
            beside = sum([1 << self.ids.index(other) for other in row["beside"]])
            found.append(beside & used if used >> area & 1 else 0)
        return found

    def starts(self, seats: int) -> tuple[int, ...]:
        """The start villages. [OS-SETUP-3]"""
        return tuple([area for area, row in enumerate(self._rows) if seats in row["starts"]])

    def tiles(self, seats: int) -> tuple[int, ...]:
        """The land tiles to be shuffled, by terrain; villages are not among them. [OS-SETUP-2]"""
        counts = [self._lands[terrain]["tiles"][seats - 2] for terrain in TERRAINS]
        return tuple([terrain for terrain, count in enumerate(counts) for _ in range(count)])


class EpochRow:
    """What holds in one epoch of a story."""

    def __init__(self, id: str, row: Row, places: list[str]) -> None:
        self.id = id
        self.story: str = row["story"]
        self.number: int = row["number"]
        self.draw: int = row["draw"]
        self.categories: tuple[int, ...] = tuple(row["categories"])
        self.unlock: tuple[int, ...] = tuple([places.index(place) for place in row["unlocks"]])
        self.forbid: tuple[int, ...] = tuple([places.index(place) for place in row["forbids"]])
        self.fame: tuple[int, ...] = tuple([row[building] for building in BUILDINGS])
        self.settlers: int = row["settlers"]
        self.bonus = ops_of(row["bonus"])
        self.malus = ops_of(row["malus"])
        self.until: str = row["until"]
        self.conditions = ops_of(row["conditions"])


class StartRow:
    """What each player has at the beginning of a story."""

    def __init__(self, row: Row) -> None:
        self.followers: tuple[int, ...] = tuple([token_of(word) for word in row["followers"]])
        self.goods: tuple[int, ...] = tuple([token_of(word) for word in row["goods"]])
        self.coins: int = row["coins"]
        self.settlers: int = row["settlers"]
        self.held: int = row["held"]


class Tables:
    """The printed tables of one profile that every story shares; `rows` holds those of single stories too."""

    def __init__(self, all_rows: Rows, profile: str) -> None:
        rows = in_profile(all_rows, profile)
        self.rows = rows
        self.numbers: dict[str, int] = {id: row["value"] for id, row in rows["numbers"].items()}
        self.prices: list[int] = [rows["goods"][good]["price"] for good in GOODS]
        self.food: tuple[int, ...] = tuple([token_of(good) for good in GOODS if rows["goods"][good]["food"]])
        box = [*rows["followers"].values(), *rows["goods"].values(), rows["components"]["technology"]]
        self.totals: list[int] = [row["count"] for row in box]
        self.yields: list[int] = [token_of(rows["lands"][terrain]["good"]) for terrain in TERRAINS]
        self.places = [PlaceRow(id, row) for id, row in rows["places"].items()]
        self.place_ids = [place.id for place in self.places]
        sides = {id: DeedRow(id, row) for id, row in rows["deeds"].items()}
        self.deeds: list[list[DeedRow]] = [
            [sides[id], sides[row["reverse"]]] for id, row in rows["deeds"].items() if row["reverse"]
        ]
        self.areas = Areas(rows["areas"], rows["lands"])
        self.green: int = self.numbers["green"]
        self.fame_first: int = self.numbers["track_first"]
        self.fame_last: int = self.numbers["track_last"]
        self.fame_fields: tuple[int, ...] = tuple([row["number"] for row in rows["track"].values()])
        self._epochs = [EpochRow(id, row, self.place_ids) for id, row in rows["epochs"].items()]
        self._starts = {row["story"]: StartRow(row) for row in rows["starts"].values()}
        self._refills: Mapping[str, Row] = rows["refills"]

    def epochs(self, story: str) -> list[EpochRow]:
        return [epoch for epoch in self._epochs if epoch.story == story]

    def start(self, story: str) -> StartRow:
        return self._starts[story]

    def refill(self, entry: str, seats: int) -> list[tuple[int, int]]:
        """What an entry of the refills brings onto the market."""
        tokens: Mapping[str, list[int]] = self._refills[entry]["tokens"]
        return [(token_of(word), counts[seats - 2]) for word, counts in tokens.items()]


def in_profile(rows: Rows, profile: str) -> Rows:
    """The rows as an older profile had them; those of the newest are the tables themselves. [OS-OPT-5]"""
    tables = {table: dict(entries) for table, entries in rows.items()}
    for name, row in rows.get(profile.replace("-", "_"), {}).items():
        table, _, entry = name.partition(".")
        tables[table][entry] = row
    return tables
