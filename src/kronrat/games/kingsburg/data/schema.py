"""What the tables of Kingsburg look like, and what must hold between their entries."""

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from kronrat.data.entry import Count, Entry, Strict
from kronrat.data.tables import Fields, Rows

Good = Literal["gold", "wood", "stone"]
EnemyType = Literal["barbarians", "goblins", "orcs", "zombies", "demons", "dragons"]
BuildingRow = Literal["A", "B", "C", "D", "E", "F", "G"]
Column = Annotated[int, Meta(ge=1, le=5)]
Year = Annotated[int, Meta(ge=1, le=5)]
Rank = Annotated[int, Meta(ge=1, le=18)]
Face = Annotated[int, Meta(ge=1, le=6)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]

MODULE_ROWS = ("A", "G")
COLUMNS = 4  # that every row of the sheet has
MOST_COLUMNS = 5  # that a row may have, with a building of one's own


class Goods(Strict, frozen=True):
    """Goods of each kind."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0


class Gain(Strict, frozen=True):
    """A fixed yield."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    vp: Count = 0
    soldiers: Count = 0
    plus2: Count = 0


class Building(Entry, kw_only=True, frozen=True):
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


class Penalty(Strict, frozen=True):
    """What a defeat costs, in the order in which it is suffered; goods are of the loser's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0
    buildings: Count = 0
    vp: Count = 0


class Reward(Strict, frozen=True):
    """What a victory brings; goods are of the winner's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0
    vp: Count = 0


class Enemy(Entry, kw_only=True, frozen=True):
    """One enemy card."""

    year: Year
    type: EnemyType
    strength: Count
    penalty: Penalty
    reward: Reward


class Pay(Strict, frozen=True):
    """What has to be given for a yield."""

    vp: Count = 0


class Advisor(Entry, kw_only=True, frozen=True):
    """One advisor of the King: what an influenced advisor yields is the sum of the fields."""

    rank: Rank
    gain: Gain = field(default_factory=Gain)
    one_of: list[Good] = field(default_factory=list)
    choose: Count = 0
    pay: Pay = field(default_factory=Pay)
    trade: bool = False
    peek: bool = False


class Component(Entry, kw_only=True, frozen=True):
    """How many pieces of one kind the box of each edition holds."""

    first: Annotated[int, Meta(ge=0, le=999)] = field(name="1e")
    second: Annotated[int, Meta(ge=0, le=999)] = field(name="2e")


class Discount(Strict, frozen=True):
    """What a building costs less; goods are of the builder's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    goods: Count = 0


class GoodsPaid(Strict, frozen=True):
    """Goods of the payer's choice."""

    goods: Count


class PrivateAdvisor(Strict, kw_only=True, frozen=True):
    """An advisor on a governor card, open to its owner only."""

    rank: Rank
    gain: Gain = field(default_factory=Gain)
    choose: Count = 0


class Governor(Entry, kw_only=True, frozen=True):
    """One governor card: the smallest deck it belongs to, and the numbers of its effect.

    What the numbers mean is in the rule of the card. A number that a card does not have is absent from its
    row, and an override cannot give it one.
    """

    tier: Literal["documented", "attested", "reconstructed"]
    threshold: Count | UnsetType = UNSET
    vp_threshold: Count | UnsetType = UNSET
    dice: Annotated[list[Face], Meta(min_length=3, max_length=3)] | UnsetType = UNSET
    face: Face | UnsetType = UNSET
    turned_to: list[Face] | UnsetType = UNSET
    year: Year | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    row: BuildingRow | UnsetType = UNSET
    columns: list[Column] | UnsetType = UNSET
    behind: Count | UnsetType = UNSET
    buildings: Count | UnsetType = UNSET
    gold: Count | UnsetType = UNSET
    wood: Count | UnsetType = UNSET
    stone: Count | UnsetType = UNSET
    goods: Count | UnsetType = UNSET
    soldiers: Count | UnsetType = UNSET
    plus2: Count | UnsetType = UNSET
    bonus_dice: Count | UnsetType = UNSET
    vp: Annotated[int, Meta(ge=-99, le=99)] | UnsetType = UNSET
    vp_equal: Count | UnsetType = UNSET
    vp_fewest: Count | UnsetType = UNSET
    discount: Discount | UnsetType = UNSET
    pay: GoodsPaid | UnsetType = UNSET
    advisors: list[PrivateAdvisor] | UnsetType = UNSET


class ArmyToken(Entry, kw_only=True, frozen=True):
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
