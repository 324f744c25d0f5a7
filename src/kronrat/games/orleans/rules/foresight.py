"""What a plan does for the tasks of a player: how much of each it brings, and where more could be brought."""

from __future__ import annotations

from typing import TypedDict

from kronrat.games.orleans.rules.building import Building
from kronrat.games.orleans.rules.places import Atlas, Place
from kronrat.games.orleans.rules.reach import in_reach, knights_at
from kronrat.games.orleans.rules.state import COINS, KINDS, TECHNOLOGY, TOKENS
from kronrat.games.orleans.rules.story import Story, Wish
from kronrat.games.orleans.rules.view import PlayerView, View

BUILT = {"villages": "village", "fortresses": "fortress", "churches": "church"}


class TaskInPlan(TypedDict):
    """What is missing of a task, how much of it the plan brings, the own places that can, and what there is to send."""

    missing: int
    planned: int
    places: list[str]
    have: int
    need: int


class PlanForTasks(TypedDict):
    """Every open task of the viewer that a place can serve, by its id."""

    tasks: dict[str, TaskInPlan]


def plan_for_tasks(atlas: Atlas, story: Story, view: View) -> PlanForTasks:
    """What the places that are ready and can act bring for each task. A token at a Gate is counted once."""
    seat = view["seat"]
    if seat is None:
        return {"tasks": {}}
    mine = view["players"][seat]
    places = [atlas.by_id[id] for id in mine["places"]]
    places = [place for place in places if not story.forbids[mine["epoch"] - 1] & place.ban]
    acting = [place for place in places if _acts(place, mine)]
    waiting = [token for place in acting if place.sends for token in mine["places"][place.id]]
    wishes = story.wishes(mine["epoch"] - 1, mine["story"])
    promised: list[tuple[str, int]] = []  # tokens at a Gate, each for one task
    found: dict[str, TaskInPlan] = {}
    for wish in wishes:
        if wish.id not in found:
            serving = [place.id for place in places if _serves(atlas, story, view, place, wish)]
            found[wish.id] = {"missing": 0, "planned": 0, "places": serving, "have": 0, "need": 0}
        task = found[wish.id]
        task["missing"] += wish.missing
        if wish.count:
            bringing = [place for place in acting if _serves(atlas, story, view, place, wish)]
            task["planned"] += min(wish.missing, len(bringing))
            continue
        word = TOKENS[wish.token]
        if word in waiting:
            waiting.remove(word)
            task["planned"] += 1
            promised.append((wish.id, wish.token))
    for wish in [wish for wish in wishes if not wish.count]:
        task = found[wish.id]
        have, need = _stock(mine, wish.token, [token for id, token in promised if id != wish.id])
        task["have"], task["need"] = task["have"] + min(have, need), task["need"] + need
    return {"tasks": found}


def _acts(place: Place, mine: PlayerView) -> bool:
    tokens = mine["places"][place.id]
    free = tokens.count(None)
    ready = free < len(tokens) if place.some else place.size > 0 and not free
    return ready and place.id not in mine["idle"]


def _serves(atlas: Atlas, story: Story, view: View, place: Place, wish: Wish) -> bool:
    """Whether this is a place that can bring what is wished for."""
    if not wish.count:
        return place.sends
    if any([isinstance(effect, Building) and BUILT.get(wish.count) == effect.op.building for effect in place.effects]):
        return True
    seat = view["seat"]
    assert seat is not None
    knights = knights_at(place, view["players"][seat]["places"][place.id])
    if knights is None:
        return False
    return wish.count == "areas" or _in_reach_of(atlas, story, view, knights, wish.count)


def _in_reach_of(atlas: Atlas, story: Story, view: View, knights: int, what: str) -> bool:
    """Whether a settler could come into a village or to a church that is there."""
    reach = in_reach(atlas, story, view, knights)
    areas = [view["areas"][id] for id in reach["expand"] + reach["conquer"]]
    return any([area["village"] if what == "villages" else what == "churches" and area["church"] for area in areas])


def _stock(mine: PlayerView, token: int, elsewhere: list[int]) -> tuple[int, int]:
    """How much there is of a token, but for what is on its way to other tasks, and how much of it is asked for."""
    word = TOKENS[token]
    if token >= COINS:
        laid = [TOKENS.index(one) - COINS for one in _laid(mine) if TOKENS.index(one) >= COINS]
        away = [one - COINS for one in elsewhere if one >= COINS]
        return mine["coins"] + sum(laid) - sum(away), token - COINS
    there = _laid(mine).count(word) - elsewhere.count(token)
    if token < KINDS:
        return there + mine["green"].get(word, 0) + (mine["bag"] or {}).get(word, 0), 1
    return there + (mine["technology"] if token == TECHNOLOGY else mine["goods"].get(word, 0)), 1


def _laid(mine: PlayerView) -> list[str]:
    """Everything on the spaces of the own places."""
    return [token for tokens in mine["places"].values() for token in tokens if token is not None]
