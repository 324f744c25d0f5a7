"""Where settlers could go, by what a view says: what expands from a place, and what would be conquered."""

from __future__ import annotations

from typing import TypedDict

from kronrat.games.orleans.rules.expanding import Expanding
from kronrat.games.orleans.rules.places import Atlas, Place
from kronrat.games.orleans.rules.realm import open_areas
from kronrat.games.orleans.rules.state import bits
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.rules.view import View


class InReach(TypedDict):
    """The areas that a settler may enter peacefully, and those that would be conquered."""

    expand: list[str]
    conquer: list[str]


def knights_at(place: Place, tokens: list[str | None]) -> int | None:
    """How many knights expand from this place; None if nobody does."""
    for effect in place.effects:
        if isinstance(effect, Expanding):
            return min(effect.most_knights, tokens.count("knight"))
    return None


def in_reach(atlas: Atlas, story: Story, view: View, knights: int) -> InReach:
    seat = view["seat"]
    assert seat is not None
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


def _mask(atlas: Atlas, ids: list[str]) -> int:
    return sum([1 << atlas.area_number[id] for id in ids])


def _all_at_peace(story: Story, epoch: int, view: View, seats: list[int]) -> bool:
    return all([story.at_peace(epoch, view["players"][other]["epoch"] - 1) for other in seats])
