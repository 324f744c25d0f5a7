"""What a player may ask about a view: areas in reach, what places and epochs need."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from kronrat.games.orleans.rules.foresight import PlanForTasks
from kronrat.games.orleans.rules.odds import Odds
from kronrat.games.orleans.rules.places import Atlas
from kronrat.games.orleans.rules.reach import InReach, in_reach, knights_at
from kronrat.games.orleans.rules.state import FOLLOWERS, TOKENS
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.rules.tables import Op, Tables
from kronrat.games.orleans.rules.view import PlayerView, View

PAID = ("pay", "pay_per")  # conditions that coins fulfil


class PlaceReady(TypedDict):
    """An own place: what is missing there, and from where one expands, what is in reach."""

    ready: bool
    forbidden: bool
    missing: list[str]
    expand: NotRequired[list[str]]
    conquer: NotRequired[list[str]]
    leaving: NotRequired[list[str]]  # followers there who never come back into the bag
    lifts: NotRequired[bool]  # the settler who goes there comes from the map
    fixed: NotRequired[list[int]]  # spaces from which nothing is taken any more


class PlacesReady(TypedDict):
    """Every own place by its id."""

    places: dict[str, PlaceReady]


class Targets(TypedDict):
    """What is in reach with no, one and two knights."""

    knights: list[InReach]


class Condition(TypedDict):
    """A condition of the ascent: how much it needs, how much is there, and the coins for what is missing."""

    do: str
    need: int
    have: int
    coins: int
    met: bool


class Conditions(TypedDict):
    """What it takes to leave the present epoch; `price` is food and coins that leaving would take now."""

    conditions: list[Condition]
    price: list[tuple[str, int]]


class Hints(TypedDict):
    """The answer to each topic."""

    odds: Odds
    places: PlacesReady
    targets: Targets
    ascent: Conditions
    plan: PlanForTasks


def places_ready(atlas: Atlas, story: Story, view: View) -> PlacesReady:
    """Every own place: whether it is ready or forbidden, the followers or goods its free spaces show, and from where
    one expands, the areas in reach with the knights that are there."""
    seat = view["seat"]
    if seat is None:
        return {"places": {}}
    mine = view["players"][seat]
    found: dict[str, PlaceReady] = {}
    for id, tokens in mine["places"].items():
        place = atlas.by_id[id]
        free = [place.spaces[n].word for n, token in enumerate(tokens) if token is None]
        filled = len(tokens) - len(free)
        ready = filled > 0 if place.some else place.size > 0 and not free
        forbidden = bool(story.forbids[mine["epoch"] - 1] & place.ban)
        found[id] = {"ready": ready, "forbidden": forbidden, "missing": [] if ready else free}
        if place.sends:
            found[id]["leaving"] = [token for token in tokens if token in FOLLOWERS]
        fixed = [n for n, token in enumerate(tokens) if token == "technology" and not place.spaces[n].any]
        if fixed:
            found[id]["fixed"] = fixed
        knights = knights_at(place, tokens)
        if knights is not None:
            reach = in_reach(atlas, story, view, knights)
            found[id]["expand"], found[id]["conquer"] = reach["expand"], reach["conquer"]
            if not mine["settlers"]:
                found[id]["lifts"] = True
    return {"places": found}


def targets(atlas: Atlas, story: Story, view: View) -> Targets:
    """Where the viewer could expand with no, one or two knights, and which of these areas would be conquered."""
    if view["seat"] is None:
        return {"knights": []}
    return {"knights": [in_reach(atlas, story, view, knights) for knights in range(3)]}


def conditions(tables: Tables, story: Story, view: View) -> Conditions:
    """What it takes to leave the present epoch: for each condition how much is needed, and how much is there."""
    seat = view["seat"]
    if seat is None:
        return {"conditions": [], "price": []}
    mine = view["players"][seat]
    asked = [_condition(tables, story, view, mine, op) for op in story.epochs[mine["epoch"] - 1].conditions]
    food = sum([min(one["need"], one["have"]) for one in asked if one["do"] == "feed"])
    coins = sum([one["need"] if one["do"] in PAID else one["coins"] for one in asked])
    return {"conditions": asked, "price": [(kind, n) for kind, n in (("food", food), ("coins", coins)) if n]}


def _condition(tables: Tables, story: Story, view: View, mine: PlayerView, op: Op) -> Condition:
    need, have = op.n * (_counted(view, mine, op.count) if op.count and op.do != "at_least" else 1), mine["coins"]
    if op.do == "at_least":
        have = _counted(view, mine, op.count)
    elif op.do == "feed":
        have = sum([mine["goods"].get(TOKENS[food], 0) for food in tables.food])
    elif op.do not in PAID:
        need, have = story.had_of(op, mine["story"], view)
    coins = max(0, need - have) * op.else_coins
    return {"do": op.do, "need": need, "have": have, "coins": coins, "met": have >= need or 0 < coins <= mine["coins"]}


def _counted(view: View, mine: PlayerView, what: str) -> int:
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
