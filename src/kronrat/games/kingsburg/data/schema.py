"""What the tables of Kingsburg look like, and what must hold between their entries."""

from collections.abc import Iterator
from dataclasses import field
from itertools import product
from typing import Annotated, Any, Literal

from kronrat.data.entry import Count, Entry
from kronrat.data.shapes import Called, Record, Within
from kronrat.data.tables import Fields, Rows

Good = Literal["gold", "wood", "stone"]
EnemyType = Literal["barbarians", "goblins", "orcs", "zombies", "demons", "dragons"]
BuildingRow = Literal["A", "B", "C", "D", "E", "F", "G"]
Column = Annotated[int, Within(1, 5)]
Year = Annotated[int, Within(1, 5)]
Rank = Annotated[int, Within(1, 18)]
Face = Annotated[int, Within(1, 6)]
Modifier = Annotated[int, Within(-9, 9)]

MODULE_ROWS = ("A", "G")
COLUMNS = 4  # that every row of the sheet has
MOST_COLUMNS = 5  # that a row may have, with a building of one's own


class Goods(Record):
    """Goods of each kind."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0


class Gain(Record):
    """A fixed yield."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    vp: Count = 0
    soldiers: Count = 0
    plus2: Count = 0


class Building(Entry):
    """One cell of the province sheet."""

    row: BuildingRow
    column: Column
    module: Literal["", "buildings"] = ""
    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    vp: Count
    battle: Modifier = 0
    against: dict[EnemyType, Modifier] = field(default_factory=dict)
    against_up_to: Count = 0
    against_value: Modifier = 0
    pay: Goods = field(default_factory=Goods)
    gain: Gain = field(default_factory=Gain)


class Penalty(Record):
    """What a defeat costs, in the order in which it is suffered; goods are of the loser's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0
    buildings: Count = 0
    vp: Count = 0


class Reward(Record):
    """What a victory brings; goods are of the winner's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0
    vp: Count = 0


class Enemy(Entry):
    """One enemy card."""

    year: Year
    type: EnemyType
    strength: Count
    penalty: Penalty
    reward: Reward


class Pay(Record):
    """What has to be given for a yield."""

    vp: Count = 0


class Advisor(Entry):
    """One advisor of the King: what an influenced advisor yields is the sum of the fields."""

    rank: Rank
    gain: Gain = field(default_factory=Gain)
    one_of: list[Good] = field(default_factory=list)
    choose: Count = 0
    pay: Pay = field(default_factory=Pay)
    trade: bool = False
    peek: bool = False


class Component(Entry):
    """How many pieces of one kind the box of each edition holds."""

    first: Annotated[int, Within(0, 999), Called("1e")]
    second: Annotated[int, Within(0, 999), Called("2e")]


class Discount(Record):
    """What a building costs less; goods are of the builder's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0


class GoodsPaid(Record):
    """Goods of the payer's choice."""

    goods: Count


class PrivateAdvisor(Record):
    """An advisor on a governor card, open to its owner only."""

    rank: Rank
    gain: Gain = field(default_factory=Gain)
    choose: Count = 0


class Governor(Entry):
    """One governor card: the smallest deck it belongs to, and the numbers of its effect.

    What the numbers mean is in the rule of the card. A number that a card does not have is absent from its
    row, and an override cannot give it one.
    """

    tier: Literal["documented", "attested", "reconstructed"]
    threshold: Count | None = None
    vp_threshold: Count | None = None
    dice: Annotated[list[Face], Within(3, 3)] | None = None
    face: Face | None = None
    turned_to: list[Face] | None = None
    year: Year | None = None
    rank: Rank | None = None
    row: BuildingRow | None = None
    columns: list[Column] | None = None
    behind: Count | None = None
    buildings: Count | None = None
    gold: Count | None = None
    wood: Count | None = None
    stone: Count | None = None
    goods: Count | None = None
    soldiers: Count | None = None
    plus2: Count | None = None
    bonus_dice: Count | None = None
    vp: Annotated[int, Within(-99, 99)] | None = None
    vp_equal: Count | None = None
    vp_fewest: Count | None = None
    discount: Discount | None = None
    pay: GoodsPaid | None = None
    advisors: list[PrivateAdvisor] | None = None


class ArmyToken(Entry):
    """One of the tokens that every player has for the King's army."""

    value: Count


TABLES: dict[str, type[Entry]] = {
    "buildings": Building,
    "enemies": Enemy,
    "advisors": Advisor,
    "components": Component,
    "governors": Governor,
    "army": ArmyToken,
}

FIXED = {"buildings": ("row", "column")}  # what an override cannot change: the rows of the sheet are rules

OURS = {"governors": ("tier",)}  # what is printed nowhere


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem), for every entry that has a part in it."""
    yield from _check_buildings(rows["buildings"])
    yield from _check_enemies(rows["enemies"])
    yield from _check_advisors(rows["advisors"])


def _check_buildings(buildings: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for row, column in product("ABCDEFG", range(1, MOST_COLUMNS + 1)):
        here = [entry for entry, b in buildings.items() if (b["row"], b["column"]) == (row, column)]
        if len(here) > 1 or (not here and column <= COLUMNS):
            found = " and ".join(here) or "none"
            for entry in here or [""]:
                yield "buildings", entry, f"row {row}, column {column} needs one building but has {found}"
    for entry, building in buildings.items():
        if (building["module"] == "buildings") != (building["row"] in MODULE_ROWS):
            yield "buildings", entry, "module must be 'buildings' in rows A and G, and only there"
        if building["against_value"] and not building["against_up_to"]:
            yield "buildings", entry, "against_value needs against_up_to"


def _check_enemies(enemies: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for year in range(1, 6):
        cards = [entry for entry, enemy in enemies.items() if enemy["year"] == year]
        if len(cards) != 5:
            for entry in cards or [""]:
                yield "enemies", entry, f"year {year} needs five cards but has {len(cards)}"


def _check_advisors(advisors: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for rank in range(1, 19):
        here = [entry for entry, advisor in advisors.items() if advisor["rank"] == rank]
        if len(here) != 1:
            for entry in here or [""]:
                yield (
                    "advisors",
                    entry,
                    f"rank {rank} needs one advisor but has {' and '.join(here) or 'none'}",
                )
    for entry, advisor in advisors.items():
        if len(advisor["one_of"]) == 1 or len(set(advisor["one_of"])) < len(advisor["one_of"]):
            yield "advisors", entry, "one_of needs two or three different goods"
        ignored = [field for field in _without_effect(advisor) if _has(advisor[field])]
        if ignored:
            yield "advisors", entry, f"{' and '.join(ignored)} would have no effect beside {_bargain(advisor)}"


def _bargain(advisor: Fields) -> str:
    """The field that decides how an advisor helps; the rules then look at few others."""
    return next((field for field in ("trade", "pay", "choose") if _has(advisor[field])), "")


def _without_effect(advisor: Fields) -> tuple[str, ...]:
    unused = {
        "trade": ("gain", "one_of", "choose", "pay", "peek"),
        "pay": ("gain", "one_of", "peek"),
        "choose": ("one_of",),
    }
    return unused.get(_bargain(advisor), ())


def _has(value: Any) -> bool:
    """Whether a field says anything; a table of zeros does not."""
    return any(value.values()) if isinstance(value, dict) else bool(value)
