"""What a player may ask about a view: which fields are in reach at what cost, and what helps in this phase."""

from __future__ import annotations

from typing import Final, TypedDict

from kronrat.games.tumult.rules.events import Kind
from kronrat.games.tumult.rules.odds import Odds
from kronrat.games.tumult.rules.payment import Counts, counted, covers, paid_symbols, payments, symbols_in
from kronrat.games.tumult.rules.state import KINDS, STATUES, TILES, Demand
from kronrat.games.tumult.rules.tables import Tables
from kronrat.games.tumult.rules.view import View

FOR_NOTHING: Final[Demand] = (0, 0, 0)


class Payment(TypedDict):
    """Tiles that pay for a field, and how many symbols too many are on them."""

    tiles: list[str]
    over: int


class Paying(TypedDict):
    """Whether and how the open goods pay for a field, or which kinds are missing."""

    payable: bool
    payments: list[Payment]
    missing: list[Kind]


class FieldInReach(Paying):
    """A field that the viewer may take; `free` means without a neighbour, for double cost."""

    row: int
    column: int
    field: str
    free: bool
    cost: dict[Kind, int]  # without the kinds that it does not cost
    statues: int


class FieldsInReach(TypedDict):
    fields: list[FieldInReach]


class Tips(TypedDict):
    """The ids of texts."""

    tips: list[str]


class Hints(TypedDict):
    """The answer to each topic."""

    fields: FieldsInReach
    odds: Odds
    tips: Tips


def fields_in_reach(tables: Tables, view: View) -> FieldsInReach:
    """Every free open field that the viewer may take, with its cost and how many statues are left for it. [TR-P4-10]

    Before the first round that is any meadow, for nothing. [TR-FIRST-1, TR-FIRST-3]
    Once the goods are open, also whether it is `payable`, its `payments` with what is paid `over`, or all `missing`.
    """
    seat = view["seat"]
    if seat is None:
        return {"fields": []}
    ground, board = tables.grounds[view["seats"]], view["board"]
    me = view["players"][seat]
    first = view["phase"] == 0
    counts = None if me["castle"] is None else counted([TILES.index(tile) for tile in me["castle"]])
    kinds = {kind.id: kind for kind in tables.fields}
    found: list[FieldInReach] = []
    for field, id in enumerate(board["fields"]):
        if id is None or board["owners"][field] is not None:
            continue
        kind = kinds[id]
        beside = seat in [board["owners"][other] for other in ground.neighbours[field]]
        if first:
            within = kind is tables.fields[tables.meadow] and not me["statues"]
        else:
            within = beside or kind.anywhere
        if not within:
            continue
        cost: Demand = FOR_NOTHING if first else kind.cost if beside else kind.double
        row, column = divmod(field, ground.width)
        found.append(
            {
                "row": row,
                "column": column,
                "field": id,
                "free": not beside and not first,
                "cost": {good: needs for good, needs in zip(KINDS, cost, strict=True) if needs},
                "statues": min(kind.statues, STATUES - me["statues"]),
                **_paying(counts, cost),
            }
        )
    return {"fields": found}


def _paying(counts: Counts | None, cost: Demand) -> Paying:
    if counts is None:
        return {"payable": False, "payments": [], "missing": []}
    if not covers(counts, cost):
        missing = [good for kind, good in enumerate(KINDS) if symbols_in(counts, kind) < cost[kind]]
        return {"payable": False, "payments": [], "missing": missing}
    ways: list[Payment] = [
        {"tiles": [str(tile) for tile in way[1:]], "over": paid_symbols(way) - sum(cost)}
        for way in payments(counts, cost)
    ]
    return {"payable": True, "payments": ways, "missing": []}


# The rulebook wants tips 2 to 6 read out after the first round; each belongs to a phase, and 0 is before the first.
TIPS: Final[dict[int, tuple[str, ...]]] = {
    0: ("tip.1",),
    1: ("tip.2",),
    2: ("tip.5", "tip.7"),
    4: ("tip.3", "tip.4"),
    6: ("tip.6",),
}
TRIAL: Final = "tip.7"  # for the first raid only


def tips(view: View) -> Tips:
    """The ids of the texts that help in this phase. [TR-TIP-1 to TR-TIP-7]"""
    found = [tip for tip in TIPS.get(view["phase"], ()) if tip != TRIAL or view["round"] == 1]
    if view["phase"] == 2 and view["options"]["raid"] != "live":
        found = [*TIPS[1], *found]  # without a clock the raid is the time to plan
    return {"tips": found}
