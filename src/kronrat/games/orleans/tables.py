"""What is printed on the components, as typed tables made from the rows of `data/*.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kronrat.games.orleans.state import EMPTY, FOLLOWERS, GOODS, TERRAINS, TOKENS

if TYPE_CHECKING:
    from kronrat.core.game import Rows

Row = Mapping[str, Any]

ANY_FOLLOWER: Final = -2  # on a field that takes every kind of followers
SHORT: Final[Mapping[str, str]] = {"first-kingdom": "fk", "kings-favor": "kf"}
BUILDINGS: Final[tuple[str, ...]] = ("village", "fortress", "church")
COLUMNS: Final[tuple[str, ...]] = ("areas", "villages", "churches")

EFFECT_RULES: Final[Mapping[str, str]] = {  # of places that are no cards; where it is not the first of their rules
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


def tokens_of(words: Iterable[str]) -> tuple[int, ...]:
    return tuple([token_of(word) for word in words])


class SpaceRow:
    """One action space: the followers it shows, or the good it takes, or `any` token; `exact` knows no stand-ins."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.any = word == "any"
        self.exact = word.startswith("=")
        self.good = token_of(word) if word in GOODS else EMPTY
        named = [] if self.any or self.good != EMPTY else word.removeprefix("=").split("|")
        self.takes: tuple[int, ...] = tokens_of(named)

    def same_as(self, other: SpaceRow) -> bool:
        return self.word == other.word


class PlaceRow:
    """A place of the player board, a basic place card or a place card, and the numbers of its effect."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.kind: str = row["kind"]
        self.category: int = row["category"]
        self.stories: tuple[str, ...] = tuple(row["stories"])
        self.spaces = [SpaceRow(word) for word in row["spaces"]]
        self.technology: bool = row["technology"]
        self.recruits = tokens_of(row["recruits"])
        self.gives = token_of(row["gives"])
        self.good = token_of(row["good"])
        self.most: int = row["most"]
        self.coins: int = row["coins"]
        self.fame: int = row["fame"]
        self.price: int = row["price"]
        self.draw: int = row["draw"]
        self.enough: int = row["enough"]
        self.stand_in = token_of(row["stand_in"])
        self.stands_for = tokens_of(row["stands_for"])
        name = id.upper().replace("_", "-")
        self.rule = f"OS-CARD-{name}" if self.kind == "card" else EFFECT_RULES.get(id, f"OS-PLACE-{name}-1")


class DeedRow:
    """One side of a deed."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.fields = tokens_of(row["fields"])
        self.coins: int = row["coins"]
        self.fame: int = row["fame"]
        self.ascent: bool = row["ascent"]
        self.seats_min: int = row["seats_min"]
        self.stories: tuple[str, ...] = tuple(row["stories"])
        self.rule = f"OS-DEED-BONUS-{id.upper().replace('_', '-')}"


class MarkRow:
    """A marked field of the fame track, as The First Kingdom prints it."""

    def __init__(self, row: Row) -> None:
        self.field: int = row["number"]
        self.citizens: int = row["citizens"]
        self.wild: int = row["wild"]
        self.coins: int = row["coins"]
        self.technology: int = row["technology"]
        self.else_coins: int = row["else_coins"]
        self.rule = f"OS-FK-FAME-{self.field}"


class TileRow:
    """A fame tile; `field` is the number of its fixed field or 0, `stop` the epoch until whose end it holds markers."""

    def __init__(self, id: str, row: Row, field: int) -> None:
        self.id = id
        self.coins: int = row["coins"]
        self.technology: int = row["technology"]
        self.else_coins: int = row["else_coins"]
        self.recruits = tokens_of(row["recruits"])
        self.goods = tokens_of([row["good"]] if row["good"] else row["goods"])
        self.most: int = row["most"]
        self.cards: int = row["cards"]
        self.fame: int = row["fame"]
        self.field = field
        self.stop: int = row["stop"]
        self.rule = f"OS-KF-TILE-{id.upper().replace('_', '-')}"


class GoalRow:
    """One part-task of The King's Favor: something to have, to send or to reach; the others are empty."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.count: str = row["count"]
        self.least: int = row["least"]
        self.send = token_of(row["send"])
        self.reach: str = row["reach"]
        self.replaceable: bool = row["replaceable"]


class EpochRow:
    """What holds in one epoch of a story, its round bonus or malus, and what it takes to leave it."""

    def __init__(self, id: str, row: Row, places: list[str], goals: list[GoalRow]) -> None:
        self.id = id
        self.number: int = row["number"]
        self.draw: int = row["draw"]
        self.categories: tuple[int, ...] = tuple(row["categories"])
        self.unlocks: tuple[int, ...] = tuple([places.index(place) for place in row["unlocks"]])
        self.forbids = sum([1 << places.index(place) for place in row["forbids"]])  # bits of places
        self.fame: tuple[int, ...] = tuple([row[building] for building in BUILDINGS])
        self.settlers: int = row["settlers"]
        self.coins: int = row["coins"]
        self.coins_per = _counts(row["coins_per"])
        self.fame_per = _counts(row["fame_per"])
        self.deliver: str = row["deliver"]
        self.deliver_fame: int = row["deliver_fame"]
        self.until: str = row["until"]
        self.lose_followers: int = row["lose_followers"]
        self.floor: int = row["floor"]
        self.lose_settlers: int = row["lose_settlers"]
        self.above: int = row["above"]
        self.need_areas: int = row["need_areas"]
        self.need_citizens: int = row["need_citizens"]
        self.need_task: str = row["need_task"]
        self.need_church: bool = row["need_church"]
        self.pay_coins: int = row["pay_coins"]
        self.pay_per_village: int = row["pay_per_village"]
        self.feed_areas: int = row["feed_areas"]
        self.coins_for_food: int = row["coins_for_food"]
        self.goals = goals


def _counts(row: Row) -> list[tuple[str, int]]:
    """What is counted, and how much each brings."""
    return [(kind, n) for kind, n in row.items() if n]


class StartRow:
    """What each player has at the beginning of a story."""

    def __init__(self, row: Row) -> None:
        self.followers = tokens_of(row["followers"])
        self.goods = tokens_of(row["goods"])
        self.coins: int = row["coins"]
        self.settlers: int = row["settlers"]
        self.held: int = row["held"]


class TaskRow:
    """A task of the sheet that is filled field by field."""

    def __init__(self, id: str, row: Row) -> None:
        self.id = id
        self.fields = tokens_of(row["fields"])
        self.rule = f"OS-FK-TASK-{id.upper()}"


class Tables:
    """All printed tables of one profile; shared by every state and every clone."""

    def __init__(self, all_rows: Rows, profile: str) -> None:
        rows = in_profile(all_rows, profile)
        self.number: dict[str, int] = {id: row["value"] for id, row in rows["numbers"].items()}
        self.prices: list[int] = [rows["goods"][good]["price"] for good in GOODS]
        self.food = tokens_of([good for good in GOODS if rows["goods"][good]["food"]])
        box = [*[rows["followers"][kind] for kind in FOLLOWERS], *[rows["goods"][good] for good in GOODS]]
        self.totals: list[int] = [row["count"] for row in (*box, rows["components"]["technology"])]
        self.harvest: list[int] = [token_of(rows["lands"][terrain]["good"]) for terrain in TERRAINS]
        self.places = [PlaceRow(id, row) for id, row in rows["places"].items()]
        self.place_ids = [place.id for place in self.places]
        sides = {id: DeedRow(id, row) for id, row in rows["deeds"].items()}
        self.deeds: list[list[DeedRow]] = [
            [sides[id], sides[row["reverse"]]] for id, row in rows["deeds"].items() if row["reverse"]
        ]
        self.area_ids = list(rows["areas"])
        self._areas: list[Row] = list(rows["areas"].values())
        self._tiles: list[list[int]] = [rows["lands"][terrain]["tiles"] for terrain in TERRAINS]
        self.fame_first: int = self.number["track_first"]
        self.fame_last: int = self.number["track_last"]
        self.marks = {row["number"]: MarkRow(row) for row in rows["track"].values()}
        self.fame_fields: tuple[int, ...] = tuple(self.marks)
        fixed: dict[str, int] = {row["tile"]: row["number"] for row in rows["track"].values()}
        self.tiles = [TileRow(id, row, fixed.get(id, 0)) for id, row in rows["tiles"].items()]
        self.tasks = [TaskRow(id, row) for id, row in rows["tasks"].items()]
        self.control: list[tuple[int, ...]] = [tuple(rows["control"][column]["thresholds"]) for column in COLUMNS]
        self._epochs = {story: self._epochs_of(rows, story) for story in SHORT}
        self._starts = {row["story"]: StartRow(row) for row in rows["starts"].values()}
        self._refills: Mapping[str, Row] = rows["refills"]

    def _epochs_of(self, rows: Rows, story: str) -> list[EpochRow]:
        found: list[EpochRow] = []
        for id, row in rows["epochs"].items():
            if row["story"] == story:
                goals = [GoalRow(goal, g) for goal, g in rows["goals"].items() if g["epoch"] == row["number"]]
                found.append(EpochRow(id, row, self.place_ids, goals if story == "kings-favor" else []))
        return found

    # -- the map -------------------------------------------------------------------------------------------------

    def in_play(self, seats: int) -> int:
        """Bits of the areas in use. [OS-SETUP-5]"""
        return sum([1 << area for area, row in enumerate(self._areas) if row["seats_min"] <= seats])

    def neighbours(self, seats: int) -> list[int]:
        """For each area, bits of those beside it that are in use."""
        used = self.in_play(seats)
        found: list[int] = []
        for area, row in enumerate(self._areas):
            beside = sum([1 << self.area_ids.index(other) for other in row["beside"]])
            found.append(beside & used if used >> area & 1 else 0)
        return found

    def start_villages(self, seats: int) -> tuple[int, ...]:
        """The areas where players begin. [OS-SETUP-3]"""
        return tuple([area for area, row in enumerate(self._areas) if seats in row["starts"]])

    def land_tiles(self, seats: int) -> tuple[int, ...]:
        """The land tiles to be shuffled, by terrain; villages are not among them. [OS-SETUP-2]"""
        counts = [tiles[seats - 2] for tiles in self._tiles]
        return tuple([terrain for terrain, count in enumerate(counts) for _ in range(count)])

    # -- stories -------------------------------------------------------------------------------------------------

    def epochs(self, story: str) -> list[EpochRow]:
        return self._epochs[story]

    def start(self, story: str) -> StartRow:
        return self._starts[story]

    def refill(self, story: str, name: str, seats: int) -> list[tuple[int, int]]:
        """What comes onto the market: at the `start`, with the narration `ii` or `food_depot`, in `spring`."""
        tokens: Mapping[str, list[int]] = self._refills[f"{SHORT[story]}_{name}"]["tokens"]
        return [(token_of(word), counts[seats - 2]) for word, counts in tokens.items()]


def in_profile(rows: Rows, profile: str) -> Rows:
    """The rows as an older profile had them; those of the newest stand in the tables themselves. [OS-OPT-5]"""
    tables = {table: dict(entries) for table, entries in rows.items()}
    for name, row in rows.get(profile.replace("-", "_"), {}).items():
        table, _, entry = name.partition(".")
        tables[table][entry] = row
    return tables
