"""What a player may ask about his view: the odds of the next draw, areas in reach, what places and epochs need."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from kronrat.games.orleans.rules.expanding import Expanding
from kronrat.games.orleans.rules.places import Atlas, Place, bits
from kronrat.games.orleans.rules.realm import open_areas
from kronrat.games.orleans.rules.state import DRAWING, PHASES, TOKENS
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.rules.tables import Op, Tables


def draw_odds(story: Story, green: int, view: Mapping[str, Any]) -> dict[str, Any]:
    """The next draw: for each kind in the bag, in thousandths, how likely it is to draw one at least, two at least …

    All is known: as many as the epoch draws, in the draw phase less those put back, and as the green has room for, from
    this very bag. [OS-BAG-5]
    """
    seat = view["seat"]
    if seat is None:
        return {"count": 0, "odds": {}}
    mine = view["players"][seat]
    bag: dict[str, int] = mine["bag"]
    held = sum(bag.values())
    room = green - sum(mine["green"].values())
    draws = story.epochs[mine["epoch"] - 1].draw - (mine["returned"] if view["phase"] == PHASES[DRAWING] else 0)
    count = max(0, min(draws, room, held))
    odds: dict[str, list[int]] = {}
    for kind, number in bag.items():
        odds[kind] = [at_least(held, number, count, least) for least in range(1, min(number, count) + 1)]
    return {"count": count, "odds": odds}


def at_least(held: int, number: int, count: int, least: int) -> int:
    """The chance, in thousandths, that `count` of `held` followers are `least` of these `number` ones or more."""
    ways = sum(
        [comb(number, some) * comb(held - number, count - some) for some in range(least, min(number, count) + 1)]
    )
    return (2_000 * ways + comb(held, count)) // (2 * comb(held, count))


def places_ready(atlas: Atlas, story: Story, view: Mapping[str, Any]) -> dict[str, Any]:
    """Every own place: whether it is ready or forbidden, the followers or goods its free spaces show, and from where
    one expands, the areas in reach with the knights that stand there."""
    seat = view["seat"]
    if seat is None:
        return {"places": {}}
    mine = view["players"][seat]
    found: dict[str, dict[str, Any]] = {}
    for id, tokens in mine["places"].items():
        place = atlas.by_id[id]
        free = [place.spaces[n].word for n, token in enumerate(tokens) if token is None]
        filled = len(tokens) - len(free)
        ready = filled > 0 if place.some else place.size > 0 and not free
        forbidden = bool(story.forbids[mine["epoch"] - 1] & place.ban)
        found[id] = {"ready": ready, "forbidden": forbidden, "missing": [] if ready else free}
        knights = _knights_at(place, tokens)
        if knights is not None:
            found[id] |= _in_reach(atlas, story, view, knights)
    return {"places": found}


def _knights_at(place: Place, tokens: list[str | None]) -> int | None:
    """How many knights expand from this place; None if nobody does."""
    for effect in place.effects:
        if isinstance(effect, Expanding):
            return min(effect.most_knights, tokens.count("knight"))
    return None


def targets(atlas: Atlas, story: Story, view: Mapping[str, Any]) -> dict[str, Any]:
    """Where the viewer could expand with no, one or two knights, and which of these areas would be conquered."""
    if view["seat"] is None:
        return {"knights": []}
    return {"knights": [_in_reach(atlas, story, view, knights) for knights in range(3)]}


def _in_reach(atlas: Atlas, story: Story, view: Mapping[str, Any], knights: int) -> dict[str, list[str]]:
    seat = view["seat"]
    villages = _mask(atlas, [id for id, area in view["areas"].items() if area["village"]])
    players = [(p["epoch"] - 1, _mask(atlas, p["areas"]), _mask(atlas, p["fortresses"])) for p in view["players"]]
    epoch, mine, _ = players[seat]
    rivals = [players[other] for other in view["playing"] if other != seat]
    reached = [
        atlas.tables.areas.ids[n] for n in bits(open_areas(atlas, story, epoch, mine, villages, rivals, knights))
    ]
    taken = [id for id in reached if view["areas"][id]["settlers"]]
    hostile = [id for id in taken if not _all_at_peace(story, epoch, view, view["areas"][id]["settlers"])]
    return {"expand": [id for id in reached if id not in hostile], "conquer": hostile}


def conditions(tables: Tables, story: Story, view: Mapping[str, Any]) -> dict[str, Any]:
    """What it takes to leave the present epoch: for each condition how much is needed, and how much is there."""
    seat = view["seat"]
    if seat is None:
        return {"conditions": []}
    mine = view["players"][seat]
    return {"conditions": [_condition(tables, view, mine, op) for op in story.epochs[mine["epoch"] - 1].conditions]}


def _condition(tables: Tables, view: Mapping[str, Any], mine: Mapping[str, Any], op: Op) -> dict[str, Any]:
    need, have = op.n * (_counted(view, mine, op.count) if op.count and op.do != "at_least" else 1), mine["coins"]
    if op.do == "at_least":
        have = _counted(view, mine, op.count)
    elif op.do == "feed":
        have = sum([mine["goods"].get(TOKENS[food], 0) for food in tables.food])
    elif op.do == "citizens":
        have = mine["story"]["citizens"]
    elif op.do == "church":
        need, have = 1, int(mine["story"]["church"])
    elif op.do == "task":
        fields = mine["story"]["tasks"][op.task]
        need, have = len(fields), sum([crossed for _, crossed in fields])
    coins = max(0, need - have) * op.else_coins
    return {"do": op.do, "need": need, "have": have, "coins": coins, "met": have >= need or 0 < coins <= mine["coins"]}


def _counted(view: Mapping[str, Any], mine: Mapping[str, Any], what: str) -> int:
    areas = [view["areas"][id] for id in mine["areas"]]
    if what == "area_pairs":
        return (len(areas) + 1) // 2
    if what == "villages":
        return sum([area["village"] for area in areas])
    if what == "churches":
        return sum([area["church"] for area in areas])
    if what == "fortresses":
        return len(mine["fortresses"])
    if what == "lakes":
        return sum([area["land"] == "lake" and not area["village"] for area in areas])
    return len(areas)


def _mask(atlas: Atlas, ids: list[str]) -> int:
    return sum([1 << atlas.area_number[id] for id in ids])


def _all_at_peace(story: Story, epoch: int, view: Mapping[str, Any], seats: list[int]) -> bool:
    return all([story.at_peace(epoch, view["players"][other]["epoch"] - 1) for other in seats])
