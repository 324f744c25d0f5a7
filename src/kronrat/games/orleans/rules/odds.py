"""The odds of the next draw, from what its owner knows: every follower in the bag is drawn with the same chance.

They are exact for the bag as it is now. Followers who come back into it before the draw change them.
"""

from __future__ import annotations

from itertools import product
from math import comb, prod
from typing import TypedDict

from kronrat.core.numbers import thousandths
from kronrat.games.orleans.rules.places import Atlas, Layout, Place
from kronrat.games.orleans.rules.state import DRAWING, FOLLOWERS, KINDS, PHASES
from kronrat.games.orleans.rules.story import Story
from kronrat.games.orleans.rules.view import PlayerView, View


class DrawOdds(TypedDict):
    """How many followers the next draw brings, and chances in thousandths.

    `odds` for each kind in the bag: at least one of them, two … `places` for each own place that lacks followers: that
    the draw brings them, together with those on the green.
    """

    count: int
    odds: dict[str, list[int]]
    places: dict[str, int]


class Odds(TypedDict):
    """What the next draw may bring; None for who has no bag."""

    draw: DrawOdds | None


def odds(atlas: Atlas, story: Story, view: View) -> Odds:
    """The next draw of the viewer.

    As many as the epoch draws, in the draw phase less those put back, and as the green has room for, from this very
    bag. [OS-BAG-5]
    """
    seat = view["seat"]
    if seat is None:
        return {"draw": None}
    mine = view["players"][seat]
    bag = mine["bag"] or {}
    held = sum(bag.values())
    room = atlas.tables.green - sum(mine["green"].values())
    draws = story.epochs[mine["epoch"] - 1].draw - (mine["returned"] if view["phase"] == PHASES[DRAWING] else 0)
    count = max(0, min(draws, room, held))
    found: dict[str, list[int]] = {}
    for kind, number in bag.items():
        found[kind] = [at_least(held, number, count, least) for least in range(1, min(number, count) + 1)]
    return {"draw": {"count": count, "odds": found, "places": _places(atlas, story, mine, count)}}


def at_least(held: int, number: int, count: int, least: int) -> int:
    """The chance, in thousandths, that `count` of `held` followers are `least` of these `number` ones or more."""
    ways = sum(
        [comb(number, some) * comb(held - number, count - some) for some in range(least, min(number, count) + 1)]
    )
    return thousandths(ways, comb(held, count))


# -- places ------------------------------------------------------------------------------------------------------------


def _places(atlas: Atlas, story: Story, mine: PlayerView, count: int) -> dict[str, int]:
    """Every own place that needs nothing but followers, and is not forbidden now."""
    open = [atlas.by_id[id] for id in mine["places"]]
    layout = atlas.layout(sum([1 << place.number for place in open]))
    forbidden = story.forbids[mine["epoch"] - 1]
    bag = [(mine["bag"] or {}).get(kind, 0) for kind in FOLLOWERS]
    green = [mine["green"].get(kind, 0) for kind in FOLLOWERS]
    found: dict[str, int] = {}
    for place in layout.places:
        free = [n for n, token in enumerate(mine["places"][place.id]) if token is None]
        goods = any([place.spaces[n].good >= 0 for n in free])
        if free and not goods and not place.some and not forbidden & place.ban:
            found[place.id] = _filled(layout, place, free, bag, green, count)
    return found


def _filled(layout: Layout, place: Place, free: list[int], bag: list[int], green: list[int], count: int) -> int:
    """The chance, in thousandths, that these spaces can be filled after the draw.

    Followers who fit into the same spaces are counted together: there are only a few groups of them.
    """
    groups: dict[int, list[int]] = {}  # bits of the spaces they fit into -> in the bag, on the green
    for follower in range(KINDS):
        fits = sum([1 << n for n in free if layout.takers(place.spaces[n]) >> follower & 1])
        held = groups.setdefault(fits, [0, 0])
        held[0] += bag[follower]
        held[1] += green[follower]
    useless = groups.pop(0, [0, 0])[0]
    kinds = list(groups)
    good = 0
    for drawn in product(*[range(min(groups[fits][0], count) + 1) for fits in kinds]):
        rest = count - sum(drawn)
        have = [number + groups[fits][1] for fits, number in zip(kinds, drawn, strict=True)]
        if 0 <= rest <= useless and _fills(kinds, have, free):
            ways = [comb(groups[fits][0], number) for fits, number in zip(kinds, drawn, strict=True)]
            good += comb(useless, rest) * prod(ways)
    return thousandths(good, comb(sum(bag), count))


def _fills(kinds: list[int], have: list[int], free: list[int]) -> bool:
    """Whether every space gets a follower of its own."""
    if not free:
        return True
    for group, fits in enumerate(kinds):
        if have[group] and fits >> free[0] & 1:
            have[group] -= 1
            found = _fills(kinds, have, free[1:])
            have[group] += 1
            if found:
                return True
    return False
