"""What a player may ask about his view: the odds of the next draw, areas in reach, and what places still need."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from kronrat.games.orleans.places import Atlas, bits
from kronrat.games.orleans.realm import open_areas
from kronrat.games.orleans.story import Story


def draw_odds(story: Story, green: int, view: Mapping[str, Any]) -> dict[str, Any]:
    """The next draw: for each kind in the bag, in thousandths, how likely it is to draw one at least, two at least …

    All is known: as many as the epoch draws and the green has room for, from this very bag.
    """
    seat = view["seat"]
    if seat is None:
        return {"count": 0, "odds": {}}
    mine = view["players"][seat]
    bag: dict[str, int] = mine["bag"]
    held = sum(bag.values())
    room = green - sum(mine["green"].values())
    count = max(0, min(story.epochs[mine["epoch"] - 1].draw, room, held))
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
    """Every own place: whether it is ready or forbidden, and the followers or goods its free spaces show."""
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
    return {"places": found}


def targets(atlas: Atlas, story: Story, view: Mapping[str, Any]) -> dict[str, Any]:
    """Where the viewer could expand with no, one or two knights, and which of these areas would be conquered."""
    seat = view["seat"]
    if seat is None:
        return {"knights": []}
    villages = _mask(atlas, [id for id, area in view["areas"].items() if area["village"]])
    players = [(p["epoch"] - 1, _mask(atlas, p["areas"]), _mask(atlas, p["fortresses"])) for p in view["players"]]
    epoch, mine, _ = players[seat]
    rivals = [players[other] for other in view["playing"] if other != seat]
    found: list[dict[str, Any]] = []
    for knights in range(3):
        reached = [
            atlas.tables.areas.ids[n] for n in bits(open_areas(atlas, story, epoch, mine, villages, rivals, knights))
        ]
        taken = [id for id in reached if view["areas"][id]["settlers"]]
        hostile = [id for id in taken if not _all_at_peace(story, epoch, view, view["areas"][id]["settlers"])]
        found.append({"expand": [id for id in reached if id not in hostile], "conquer": hostile})
    return {"knights": found}


def _mask(atlas: Atlas, ids: list[str]) -> int:
    return sum([1 << atlas.area_number[id] for id in ids])


def _all_at_peace(story: Story, epoch: int, view: Mapping[str, Any], seats: list[int]) -> bool:
    return all([story.at_peace(epoch, view["players"][other]["epoch"] - 1) for other in seats])
