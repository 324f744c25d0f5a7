"""What a season has brought to everybody: by the help of the advisors, and by their cards from the building step on.

It is folded from the events that everybody sees, see `Game.remember`. No rule reads it.
"""

from __future__ import annotations

from typing import Final, TypedDict

from kronrat.core.events import Event, Forced
from kronrat.games.kingsburg.rules.events import (
    BuildingBuilt,
    EnemyLookedAt,
    GoodsGained,
    GoodsPaid,
    NothingBuilt,
    OrderSet,
    PhaseBegan,
    SoldiersGained,
    TokenGained,
    TokenPaid,
    VpChanged,
)

BUILDING: Final = "KB-P2d-2"  # the rule by which a building is paid and built
ADVISOR: Final = "advisor."


class Line(TypedDict):
    """What one seat has got, and the ids of the sentences that say from where, in this order."""

    seat: int
    sources: list[str]
    got: dict[str, int]  # gained less given
    looked: bool  # at the enemy to come


class Season(TypedDict):
    """A season since its turn order was set; without those who got nothing."""

    phase: int
    harvest: list[Line]
    end: list[Line]  # since the first player could build; what was built was seen when it was built


class Memory(TypedDict):
    """It never changes; each event makes a new one."""

    phase: int
    building: bool
    season: Season | None  # that goes on
    over: Season | None  # that ended last


NOTHING: Final[Memory] = {"phase": 0, "building": False, "season": None, "over": None}


def remember(memory: Memory, event: Event) -> Memory:
    if isinstance(event, PhaseBegan):
        season = memory["season"]
        return {"phase": event.phase, "building": False, "season": None, "over": season or memory["over"]}
    if isinstance(event, OrderSet):
        return {**memory, "season": {"phase": memory["phase"], "harvest": [], "end": []}}
    season = memory["season"]
    if season is None:
        return memory
    if isinstance(event, (BuildingBuilt, NothingBuilt, Forced)):
        builds = not isinstance(event, Forced) or event.rule == BUILDING
        return {**memory, "building": True} if builds else memory
    if event.rule == BUILDING:
        return memory  # the price of a building, and its points
    if isinstance(event, EnemyLookedAt):
        return _with(memory, season, event.seat, {}, "", looked=True)
    if isinstance(event, (GoodsGained, GoodsPaid)):
        sign = 1 if isinstance(event, GoodsGained) else -1
        goods = {"gold": event.gold, "wood": event.wood, "stone": event.stone}
        got = {kind: sign * count for kind, count in goods.items() if count}
    elif isinstance(event, SoldiersGained):
        got = {"soldiers": event.soldiers}
    elif isinstance(event, TokenGained):
        got = {"plus2": event.plus2}
    elif isinstance(event, TokenPaid):
        got = {"plus2": -event.plus2}
    elif isinstance(event, VpChanged):
        got = {"vp": event.vp}
    else:
        return memory
    counts = memory["building"] or event.source.startswith(ADVISOR)  # what was paid to place dice is no news
    told = {kind: count for kind, count in got.items() if count > 0 or counts}
    return _with(memory, season, event.seat, told, event.source) if told else memory


def _with(
    memory: Memory,
    season: Season,
    seat: int,
    got: dict[str, int],
    source: str,
    *,
    looked: bool = False,
) -> Memory:
    """With something more in the line of this seat."""
    lines = season["end"] if memory["building"] else season["harvest"]
    old: Line = {"seat": seat, "sources": [], "got": {}, "looked": False}
    for line in lines:
        if line["seat"] == seat:
            old = line
    sums = {**old["got"], **{kind: old["got"].get(kind, 0) + count for kind, count in got.items()}}
    new: Line = {
        "seat": seat,
        "sources": old["sources"] if not source or source in old["sources"] else [*old["sources"], source],
        "got": {kind: count for kind, count in sums.items() if count},
        "looked": looked or old["looked"],
    }
    others = [line for line in lines if line is not old]
    now: Season = {**season, "end": [*others, new]} if memory["building"] else {**season, "harvest": [*others, new]}
    return {**memory, "season": now}
