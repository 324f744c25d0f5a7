"""What a player may ask about his view: which fields are in reach at what cost, and what the people will have left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.games.tumult.rules.payment import Counts, counted, covers, paid_symbols, payments, symbols_in
from kronrat.games.tumult.rules.state import KINDS, STATUES, TILES, Demand
from kronrat.games.tumult.rules.tables import Tables

MEAN_VALUE = 2  # symbols on a tile
FOR_NOTHING: Demand = (0, 0, 0)


def fields_in_reach(tables: Tables, view: Mapping[str, Any]) -> dict[str, Any]:
    """Every free open field that the viewer may take, with its cost and how many statues he has left for it. [TR-P4-10]

    Before the first round that is any meadow, for nothing. [TR-FIRST-1, TR-FIRST-3]
    Once the goods lie open, also whether it is `payable`, its `payments` with what is paid `over`, or all `missing`.
    """
    seat = view["seat"]
    if seat is None:
        return {"fields": []}
    ground, board = tables.grounds[view["seats"]], view["board"]
    me = view["players"][seat]
    first = view["phase"] == 0
    counts = None if me["castle"] is None else counted([TILES.index(tile) for tile in me["castle"]])
    kinds = {kind.id: kind for kind in tables.fields}
    found: list[dict[str, Any]] = []
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


def _paying(counts: Counts | None, cost: Demand) -> dict[str, Any]:
    if counts is None:
        return {"payable": False, "payments": [], "missing": []}
    if not covers(counts, cost):
        missing = [good for kind, good in enumerate(KINDS) if symbols_in(counts, kind) < cost[kind]]
        return {"payable": False, "payments": [], "missing": missing}
    ways = [{"tiles": list(way[1:]), "over": paid_symbols(way) - sum(cost)} for way in payments(counts, cost)]
    return {"payable": True, "payments": ways, "missing": []}


def riot_odds(tables: Tables, view: Mapping[str, Any]) -> dict[str, Any]:
    """How many symbols of each kind the people can expect to keep, in tenths, by the number of tiles robbed so far."""
    ground = tables.grounds[view["seats"]]
    robbed = sum([player["tiles"] for player in view["players"]])
    expected = [10 * symbols * ground.slots // len(ground.tiles) for symbols in ground.symbols]
    left = [tenths - 10 * MEAN_VALUE * robbed // len(KINDS) for tenths in expected]
    return {"left": dict(zip(KINDS, left, strict=True)), "demand": dict(zip(KINDS, view["demand"], strict=True))}


# The rulebook wants tips 2 to 6 read out after the first round; each belongs to a phase, and 0 is before the first.
TIPS: dict[int, tuple[str, ...]] = {
    0: ("tip.1",),
    1: ("tip.2",),
    2: ("tip.5", "tip.7"),
    4: ("tip.3", "tip.4"),
    6: ("tip.6",),
}
TRIAL = "tip.7"  # for the first raid only


def tips(view: Mapping[str, Any]) -> dict[str, Any]:
    """The ids of the texts that help in this phase. [TR-TIP-1 to TR-TIP-7]"""
    found = [tip for tip in TIPS.get(view["phase"], ()) if tip != TRIAL or view["round"] == 1]
    if view["phase"] == 2 and view["options"]["raid"] != "live":
        found = [*TIPS[1], *found]  # without a clock the raid is the time to plan
    return {"tips": found}
