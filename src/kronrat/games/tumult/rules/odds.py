"""What the people will probably have left, from what a seat may see.

Where a tile lies is counted exactly: every way in which the tiles that the viewer cannot see may lie is equally likely.
What will still be robbed is a guess: any tile as likely as any other, although players choose what they keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, Final, TypedDict, cast

from kronrat.core.numbers import thousandths
from kronrat.games.tumult.rules.rounds import RAID
from kronrat.games.tumult.rules.state import TILES
from kronrat.games.tumult.rules.tables import Ground, Tables
from kronrat.games.tumult.rules.view import View

MORE_TILES: Final = 8  # the odds are given for up to this many more robbed tiles

Spread = dict[tuple[int, int], int]  # so many tiles with so many symbols of one kind -> in how many ways


class Left(TypedDict):
    """One kind of goods: the symbols that the people can expect now, in tenths, and what they demand if it is known.

    `enough` is the chance that the demand is met, in thousandths: as it is now, if one more tile is robbed, two …
    """

    likely: int
    demand: int | None
    enough: list[int]


class PeopleLeft(TypedDict):
    """What is left to the people by kind."""

    bread: Left
    marble: Left
    tools: Left


class Odds(TypedDict):
    """What is left to the people; None unless a raid is to come or goes on."""

    left: PeopleLeft | None


def odds(tables: Tables, view: View) -> Odds:
    """What the people may have left when the raid is over, as far as the viewer can know."""
    raid, phase = view["raid"], view["phase"]
    if view["over"] or not 0 < phase <= RAID:
        return {"left": None}
    ground = tables.grounds[view["seats"]]
    mixed = phase == RAID and bool(raid["slots"])
    if mixed and raid["shown"]:
        return {"left": None}
    known = {int(slot): TILES.index(face) for slot, face in raid["faces"].items()} if mixed else {}
    slots = cast("Sequence[Sequence[Any]]", raid["slots"])  # a view that was sent has lists where the rules have tuples
    free = [slot for slot, what in enumerate(slots) if what[0] == "free"]
    centre = _Centre(ground, known, free if mixed else list(range(ground.slots)))
    bread, marble, tools = [_left(tables, centre, kind, demand) for kind, demand in enumerate(view["demand"])]
    return {"left": {"bread": bread, "marble": marble, "tools": tools}}


class _Centre:
    """The tiles of the people: those whose faces the viewer knows, how many others, and all that these may be."""

    def __init__(self, ground: Ground, known: dict[int, int], free: list[int]) -> None:
        unseen = list(ground.tiles)
        for face in known.values():
            unseen.remove(face)
        self.unseen = unseen
        self.seen = [known[slot] for slot in free if slot in known]
        self.size = len(free)
        self.hidden = self.size - len(self.seen)


def _left(tables: Tables, centre: _Centre, kind: int, demand: int | None) -> Left:
    """One kind; a demand that is not known yet is any number of the disc, by its share of the circle."""
    wanted = tables.spins if demand is None else [(demand, 1)]
    whole = sum([weight for _, weight in wanted])
    unseen = sum([_symbols(face, kind) for face in centre.unseen])
    likely = sum([_symbols(face, kind) for face in centre.seen]) * 10
    if centre.unseen:
        likely += (20 * unseen * centre.hidden + len(centre.unseen)) // (2 * len(centre.unseen))
    enough: list[int] = []
    for more in range(min(MORE_TILES, centre.size) + 1):
        good, all = _ways(centre, kind, centre.size - more, wanted)
        enough.append(thousandths(good, whole * all))
    return {"likely": likely, "demand": demand, "enough": enough}


def _symbols(face: int, kind: int) -> int:
    return face % 3 + 1 if face // 3 == kind else 0


def _spread(faces: list[int], kind: int) -> Spread:
    """In how many ways tiles of this kind can be picked from these, by their number and the symbols on them."""
    ways: Spread = {(0, 0): 1}
    for face in faces:
        if face // 3 == kind:
            more = ways.copy()
            for (tiles, symbols), count in ways.items():
                picked = tiles + 1, symbols + _symbols(face, kind)
                more[picked] = more.get(picked, 0) + count
            ways = more
    return ways


def _ways(centre: _Centre, kind: int, staying: int, wanted: list[tuple[int, int]]) -> tuple[int, int]:
    """In how many ways so many tiles stay with enough symbols, weighted by what may be wanted, and in how many at all.

    A way is which of the seen tiles stay, which of the unseen ones, and which unseen ones lay where tiles are robbed.
    """
    seen, others = _spread(centre.seen, kind), _spread(centre.unseen, kind)
    seen_besides = len([face for face in centre.seen if face // 3 != kind])
    others_besides = len([face for face in centre.unseen if face // 3 != kind])
    good = all = 0
    for rest in range(max(0, staying - len(centre.seen)), min(staying, centre.hidden) + 1):
        robbed = comb(len(centre.unseen) - rest, centre.hidden - rest)
        for (tiles, symbols), count in seen.items():
            besides = staying - rest - tiles
            if besides < 0:
                continue
            kept = robbed * count * comb(seen_besides, besides)
            for (number, more), ways in others.items():
                if number <= rest:
                    found = kept * ways * comb(others_besides, rest - number)
                    all += found
                    good += found * sum([weight for demand, weight in wanted if symbols + more >= demand])
    return good, all
