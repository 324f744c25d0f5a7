"""What the tables of Orléans Stories look like, and what must hold between their entries.

Every story adds tables and checks of its own: see `schema.py` among its data.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from types import ModuleType

from kronrat.data.entry import Entry
from kronrat.data.tables import Fields, Rows
from kronrat.games.orleans.data.kinds import (
    Area,
    Component,
    Deed,
    Epoch,
    Goods,
    Kind,
    Land,
    Mark,
    Number,
    Place,
    Refill,
    Start,
)
from kronrat.games.orleans.rules.registry import EFFECTS, STORIES, effects_of
from kronrat.games.orleans.stories import STORIES as PACKAGES

PARTS: dict[str, ModuleType] = {  # what each story adds
    story: import_module(f"{package}.data.schema") for story, package in zip(STORIES, PACKAGES, strict=True)
}

COMMON: dict[str, type[Entry]] = {
    "numbers": Number,
    "goods": Goods,
    "followers": Kind,
    "lands": Land,
    "places": Place,
    "deeds": Deed,
    "areas": Area,
    "track": Mark,
    "epochs": Epoch,
    "refills": Refill,
    "starts": Start,
    "components": Component,
}
ORDER = (  # in which tables go into the digest; those of new stories follow
    "numbers", "goods", "followers", "lands", "places", "deeds", "areas", "track", "tiles", "epochs", "goals",
    "refills", "starts", "tasks", "control", "components",
)  # fmt: skip


def _tables() -> dict[str, type[Entry]]:
    every = COMMON | {table: kind for part in PARTS.values() for table, kind in part.TABLES.items()}
    return {table: every[table] for table in (*ORDER, *sorted(every.keys() - set(ORDER))) if table in every}


TABLES: dict[str, type[Entry]] = _tables()

FIXED = {  # what an override cannot change, because the rules depend on it
    "goods": ("food",),
    "lands": ("good",),
    "places": ("kind", "stories"),
    "deeds": ("side", "reverse", "stories"),
    "epochs": ("story", "number", "until"),
    "starts": ("story",),
} | {table: names for part in PARTS.values() for table, names in part.FIXED.items()}

OURS = {"areas": ("x", "y")}  # what is printed nowhere: where the page draws them

TUNED = {"recon_1": "recon_2"}  # older profile -> folder with what differs in the newer one


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem), for every entry that has a part in it."""
    yield from _check_map(rows["areas"], rows["lands"])
    yield from _check_track(rows["track"], rows["numbers"])
    yield from _check_epochs(rows)
    yield from _check_deeds(rows["deeds"])
    yield from _check_refills(rows)
    yield from _check_ops(rows)
    yield from _check_starts(rows)
    for entry, place in rows["places"].items():
        if (place["kind"] == "card") != (place["category"] > 0):
            yield "places", entry, "a category belongs to the place cards, and only to them"
    for part in PARTS.values():
        yield from part.check(rows)


def _check_map(areas: dict[str, Fields], lands: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for entry, area in areas.items():
        for other in area["beside"]:
            if other not in areas or entry not in areas[other]["beside"] or other == entry:
                yield "areas", entry, f"{other} must be an area that lies beside {entry} in turn"
    for index, players in enumerate((2, 3, 4)):
        used = {entry: area for entry, area in areas.items() if area["seats_min"] <= players}
        tiles = sum(land["tiles"][index] for land in lands.values())
        if len(used) != tiles:
            yield "areas", "", f"with {players} players there are {tiles} tiles for {len(used)} areas"
        starts = [entry for entry, area in areas.items() if players in area["starts"]]
        if len(starts) != players or any(entry not in used for entry in starts):
            yield "areas", (starts or [""])[0], f"with {players} players {players} of the areas in use are starts"
        if used and len(_reached(used)) < len(used):
            yield "areas", sorted(used.keys() - _reached(used))[0], f"with {players} players it cannot be reached"


def _reached(areas: dict[str, Fields]) -> set[str]:
    """All areas that hang together with the first one."""
    reached: set[str] = set()
    waiting = [next(iter(areas))]
    while waiting:
        here = waiting.pop()
        if here in areas and here not in reached:
            reached.add(here)
            waiting += areas[here]["beside"]
    return reached


def _check_track(track: dict[str, Fields], numbers: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    places = [(entry, mark["number"]) for entry, mark in track.items()]
    for (_, before), (entry, here) in pairwise(places):
        if here <= before:
            yield "track", entry, f"marked fields rise, but {here} follows {before}"
    if places[-1][1] != numbers["track_last"]["value"]:
        yield "track", places[-1][0], f"the last field, {numbers['track_last']['value']}, is a marked one"


def _check_epochs(rows: Rows) -> Iterator[tuple[str, str, str]]:
    basic = sorted(entry for entry, place in rows["places"].items() if place["kind"] == "basic")
    for story in STORIES:
        epochs = {entry: epoch for entry, epoch in rows["epochs"].items() if epoch["story"] == story}
        if sorted(place for epoch in epochs.values() for place in epoch["unlocks"]) != basic:
            for entry in epochs:
                yield "epochs", entry, f"the epochs of a story unlock each of {', '.join(basic)} once"
    for entry, epoch in rows["epochs"].items():
        if any(place not in rows["places"] for place in epoch["forbids"]):
            yield "epochs", entry, "forbids names places"
        if epoch["until"] and epoch["until"] not in rows["deeds"]:
            yield "epochs", entry, "until names a deed"
    for start in rows["starts"].values():
        bringing = {entry: epoch for entry, epoch in rows["epochs"].items() if epoch["story"] == start["story"]}
        brought = sum(epoch["settlers"] for epoch in bringing.values())
        if brought != start["held"]:
            for entry, epoch in bringing.items():
                if epoch["settlers"] or not brought:
                    yield "epochs", entry, f"the epochs bring the {start['held']} settlers held back, not {brought}"


def _check_deeds(deeds: dict[str, Fields]) -> Iterator[tuple[str, str, str]]:
    for entry, deed in deeds.items():
        if deed["side"] == "a" and deeds.get(deed["reverse"], {}).get("side") != "b":
            yield "deeds", entry, "an A side names its B side as reverse"


def _check_refills(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """No more of a kind than the box holds; what is spent may come back by a later refill."""
    box = {**rows["followers"], **rows["goods"], "technology": rows["components"]["technology"]}
    for entry, refill in rows["refills"].items():
        for token, counts in refill["tokens"].items():
            if max(counts) > box[token]["count"]:
                yield "refills", entry, f"there are only {box[token]['count']} {token}"


def _check_ops(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """Every word is one that its story knows, in the right place, and says what it needs."""
    for entry, place in rows["places"].items():
        for problem in _wrong(place["ops"], _words(place["stories"]), at_place=True):
            yield "places", entry, problem
    for entry, deed in rows["deeds"].items():
        for problem in _wrong(deed["ops"], _words(list(STORIES))):
            yield "deeds", entry, problem
    for story, part in PARTS.items():
        for table in part.OPS_IN:
            for entry, row in rows[table].items():
                for problem in _wrong(row["ops"], _words([story])):
                    yield table, entry, problem
    for entry, epoch in rows["epochs"].items():
        for problem in _wrong([*epoch["bonus"], *epoch["malus"]], _words([epoch["story"]])):
            yield "epochs", entry, problem
        for problem in _wrong(epoch["conditions"], STORIES[epoch["story"]].conditions):
            yield "epochs", entry, problem


def _words(stories: list[str]) -> dict[str, tuple[str, ...]]:
    """What can happen in all of these stories, and what each word needs."""
    known = effects_of(stories[0]) if len(stories) == 1 else EFFECTS
    return {word: effect.needs for word, effect in known.items()}


def _wrong(ops: list[Fields], words: Mapping[str, tuple[str, ...]], at_place: bool = False) -> Iterator[str]:
    for op in ops:
        word = op["do"]
        if word not in words or (word in EFFECTS and EFFECTS[word].at_place and not at_place):
            yield f"{word} has no meaning here"
        for name in words.get(word, ()):
            if not op[name]:
                yield f"{word} needs {name}"
        if op["count"] == "followers_here" and not at_place:
            yield "followers_here can be counted at a place only"


def _check_starts(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What all players begin with is on the market, and there are not more settlers than pieces."""
    for entry, start in rows["starts"].items():
        market = rows["refills"][f"{entry}_start"]["tokens"]
        given = [*start["followers"], *start["goods"]]
        for token in sorted(set(given)):
            for index, players in enumerate((2, 3, 4)):
                there = market.get(token, [0, 0, 0])[index]
                if given.count(token) * players > there:
                    yield "starts", entry, f"with {players} players the market begins with {there} {token} only"
                    yield "refills", f"{entry}_start", f"{players} players begin with more than {there} {token}"
        used = 1 + start["settlers"] + start["held"] + PARTS[start["story"]].MARKERS
        if used > rows["numbers"]["settlers"]["value"]:
            yield "starts", entry, f"{used} settlers are needed, and there are {rows['numbers']['settlers']['value']}"
