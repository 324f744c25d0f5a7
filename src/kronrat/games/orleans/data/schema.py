"""What the tables of Orléans Stories look like, and what must hold between their entries."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, field

from kronrat.data.entry import Count, Entry, Strict
from kronrat.data.tables import Fields, Rows

Follower = Literal["farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk"]
Good = Literal["wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish"]
Token = Literal[
    "farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk",
    "wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish", "technology",
]  # fmt: skip
Counted = Literal["areas", "area_pairs", "lakes", "villages", "churches", "fortresses", "followers_here"]
Story = Literal["first-kingdom", "kings-favor"]
Players = Annotated[int, Meta(ge=2, le=4)]
Category = Annotated[int, Meta(ge=1, le=3)]
ByPlayers = Annotated[list[Count], Meta(min_length=3, max_length=3)]  # with two, three and four players

FOLLOWER = "(farmer|fisher|craftsman|merchant|knight|scholar|monk)"
GOOD = "(wood|brocade|wool|wine|bread|cheese|grain|fish)"
COINS = "coins_([1-9]|1[0-9]|20)"  # so many coins as one token
Space = Annotated[str, Meta(pattern=rf"^({FOLLOWER}(\|{FOLLOWER})*|={FOLLOWER}|wood|any)$")]
Target = Annotated[str, Meta(pattern=rf"^({FOLLOWER}|{GOOD}|{COINS}|technology|follower)$")]
Own = Annotated[str, Meta(pattern=rf"^({FOLLOWER}|{GOOD}|{COINS}|technology)$")]  # on a sheet every field shows a kind
BOTH: tuple[Story, ...] = ("first-kingdom", "kings-favor")


class Op(Strict, frozen=True):
    """One thing that a place, a deed, a field of the track or an epoch does or asks for."""

    do: Literal[
        "coins", "coins_per", "fame", "fame_per", "take", "take_any", "take_food", "recruit", "technology", "card",
        "trade", "deliver", "draw_keep", "exchange", "pay_for_fame", "pay_coins", "citizen", "expand", "expand_land",
        "build", "yield", "send", "wild", "barter", "knights", "alchemy", "lose_followers", "lose_settler", "crowd",
        "at_least", "feed", "pay_per", "citizens", "task", "pay", "church",
    ]  # fmt: skip
    n: Count = 0
    count: Counted | Literal[""] = ""
    good: Good | Literal[""] = ""
    into: Good | Literal[""] = ""
    of: list[Follower] = field(default_factory=list)
    building: Literal["", "village", "fortress", "church"] = ""
    task: str = ""
    least: Count = 0
    else_coins: Count = 0
    distinct: bool = False
    optional: bool = False


class Number(Entry, kw_only=True, frozen=True):
    """A single figure of the rules."""

    value: Count


class Goods(Entry, kw_only=True, frozen=True):
    """One kind of goods: its price, which is its value too, whether people can eat it, and how many tiles there are."""

    price: Annotated[int, Meta(ge=1, le=9)]
    food: bool = False
    count: Count


class Kind(Entry, kw_only=True, frozen=True):
    """One kind of followers, and how many tiles there are."""

    count: Count


class Land(Entry, kw_only=True, frozen=True):
    """One kind of area tiles: what a settler there harvests, and how many tiles are in play."""

    good: Good | Literal[""] = ""
    tiles: ByPlayers


class Place(Entry, kw_only=True, frozen=True):
    """A place with its action spaces and what its action does."""

    kind: Literal["board", "basic", "card"]
    category: Annotated[int, Meta(ge=0, le=3)] = 0
    stories: list[Story] = field(default_factory=lambda: list(BOTH))
    spaces: list[Space] = field(default_factory=list)
    activation: Literal["all", "some"] = "all"
    technology: bool = False
    forbidden_with: str = ""
    stand_in: dict[Follower, list[Follower]] = field(default_factory=dict)
    shields: bool = False
    autumn_coins: Count = 0
    ops: list[Op] = field(default_factory=list)


class Deed(Entry, kw_only=True, frozen=True):
    """One side of a deed: its fields, and what each token sent there brings."""

    side: Literal["a", "b"]
    reverse: str = ""
    stories: list[Story] = field(default_factory=lambda: list(BOTH))
    seats_min: Players = 2
    fields: Annotated[list[Target], Meta(min_length=1, max_length=8)]
    ops: list[Op]
    ascent: bool = True


class Area(Entry, kw_only=True, frozen=True):
    """One area of the map: where it is drawn, from how many players on it is used, and what lies beside it."""

    x: Count
    y: Count
    seats_min: Players
    beside: list[str]
    starts: list[Players] = field(default_factory=list)


class Mark(Entry, kw_only=True, frozen=True):
    """A marked field of the fame track: its bonus in The First Kingdom, and the tile that always lies there."""

    number: Count
    ops: list[Op]
    tile: str = ""


class Tile(Entry, kw_only=True, frozen=True):
    """A fame tile of The King's Favor; one with `stop` holds markers until the end of that epoch."""

    ops: list[Op] = field(default_factory=list)
    stop: Annotated[int, Meta(ge=0, le=5)] = 0


class Epoch(Entry, kw_only=True, frozen=True):
    """One epoch: what holds in it, its round bonus or malus, and what it takes to leave it."""

    story: Story
    number: Annotated[int, Meta(ge=1, le=8)]
    draw: Annotated[int, Meta(ge=1, le=9)]
    categories: list[Category]
    unlocks: list[str] = field(default_factory=list)
    forbids: list[str] = field(default_factory=list)
    village: Count = 0
    fortress: Count = 0
    church: Count = 0
    settlers: Count = 0
    bonus: list[Op]
    malus: list[Op] = field(default_factory=list)
    until: str = ""
    conditions: list[Op] = field(default_factory=list)


class Goal(Entry, kw_only=True, frozen=True):
    """One part-task of an epoch of The King's Favor: to have, to send or to reach something."""

    epoch: Annotated[int, Meta(ge=1, le=5)]
    count: Literal["", "areas", "villages", "churches", "fortresses"] = ""
    least: Count = 0
    send: Own | Literal[""] = ""
    reach: str = ""
    replaceable: bool = True


class Refill(Entry, kw_only=True, frozen=True):
    """Tokens that come onto the market, with two, three and four players."""

    tokens: dict[Token, ByPlayers]


class Start(Entry, kw_only=True, frozen=True):
    """What each player has at the beginning of a story."""

    story: Story
    followers: list[Follower]
    goods: list[Good]
    coins: Count
    settlers: Count
    held: Count = 0


class Task(Entry, kw_only=True, frozen=True):
    """A task of the sheet that is filled field by field."""

    fields: Annotated[list[Own], Meta(min_length=1, max_length=8)]


class Column(Entry, kw_only=True, frozen=True):
    """A column of the control board: reaching one of these numbers brings a citizen."""

    thresholds: list[Annotated[int, Meta(ge=1, le=12)]]


class Component(Entry, kw_only=True, frozen=True):
    """How many pieces of one kind are in the box."""

    count: Annotated[int, Meta(ge=0, le=999)]


TABLES: dict[str, type[Entry]] = {
    "numbers": Number,
    "goods": Goods,
    "followers": Kind,
    "lands": Land,
    "places": Place,
    "deeds": Deed,
    "areas": Area,
    "track": Mark,
    "tiles": Tile,
    "epochs": Epoch,
    "goals": Goal,
    "refills": Refill,
    "starts": Start,
    "tasks": Task,
    "control": Column,
    "components": Component,
}

FIXED = {  # what an override cannot change, because the rules depend on it
    "goods": ("food",),
    "lands": ("good",),
    "places": ("kind", "stories"),
    "deeds": ("side", "reverse", "stories"),
    "epochs": ("story", "number", "until"),
    "goals": ("epoch",),
    "starts": ("story",),
}

EVERYWHERE = (  # words of both stories
    "coins", "coins_per", "fame", "fame_per", "take", "recruit", "technology", "card", "trade", "deliver", "draw_keep",
    "exchange", "pay_for_fame", "pay_coins", "expand", "expand_land", "build", "yield", "send", "barter", "knights",
    "alchemy", "crowd",
)  # fmt: skip
OF_STORY: dict[str, tuple[str, ...]] = {
    "first-kingdom": ("citizen", "wild", "lose_followers", "lose_settler"),
    "kings-favor": ("take_any", "take_food"),
}
CONDITIONS = ("at_least", "feed", "pay_per", "citizens", "task", "pay", "church")
AT_PLACES = ("send", "crowd")  # they look at the tokens that lie there
NEEDS = {  # what a word means nothing without
    "take": ("good",), "recruit": ("of",), "exchange": ("good", "into"), "build": ("building",), "task": ("task",),
    "coins_per": ("count",), "fame_per": ("count",), "at_least": ("count",), "feed": ("count",), "pay_per": ("count",),
}  # fmt: skip
MARKERS = {"first-kingdom": 2, "kings-favor": 1}  # settlers that count fame and epochs
ALWAYS = {"seasons": 4, "autumn_food": 1}  # figures with which the rules are told

TUNED = {"recon_1": "recon_2"}  # older profile -> folder with what the newer one has otherwise


def check(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What is wrong between the entries: (table, entry, problem), for every entry that has a part in it."""
    yield from _check_map(rows["areas"], rows["lands"])
    yield from _check_track(rows["track"], rows["tiles"], rows["numbers"])
    yield from _check_epochs(rows)
    yield from _check_deeds(rows["deeds"])
    yield from _check_refills(rows)
    yield from _check_ops(rows)
    yield from _check_starts(rows)
    for entry, value in ALWAYS.items():
        if rows["numbers"][entry]["value"] != value:
            yield "numbers", entry, f"the rules know {value} only"
    for entry, column in rows["control"].items():
        if column["thresholds"] != sorted(set(column["thresholds"])):
            yield "control", entry, "thresholds rise from one to the next"
    for entry, place in rows["places"].items():
        if (place["kind"] == "card") != (place["category"] > 0):
            yield "places", entry, "a category belongs to the place cards, and only to them"


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


def _check_track(
    track: dict[str, Fields], tiles: dict[str, Fields], numbers: dict[str, Fields]
) -> Iterator[tuple[str, str, str]]:
    places = [(entry, mark["number"]) for entry, mark in track.items()]
    for (_, before), (entry, here) in pairwise(places):
        if here <= before:
            yield "track", entry, f"marked fields rise, but {here} follows {before}"
    if places[-1][1] != numbers["track_last"]["value"]:
        yield "track", places[-1][0], f"the last field, {numbers['track_last']['value']}, is a marked one"
    fixed = [mark["tile"] for mark in track.values() if mark["tile"]]
    for entry, mark in track.items():
        if mark["tile"] and (mark["tile"] not in tiles or not tiles[mark["tile"]]["stop"]):
            yield "track", entry, "only a tile that stops markers has its fixed field"
    for entry, tile in tiles.items():
        if (tile["stop"] > 0) != (fixed.count(entry) == 1):
            yield "tiles", entry, "a tile that stops markers needs one fixed field, and no other tile has one"


def _check_epochs(rows: Rows) -> Iterator[tuple[str, str, str]]:
    basic = sorted(entry for entry, place in rows["places"].items() if place["kind"] == "basic")
    for story in BOTH:
        epochs = {entry: epoch for entry, epoch in rows["epochs"].items() if epoch["story"] == story}
        if sorted(place for epoch in epochs.values() for place in epoch["unlocks"]) != basic:
            for entry in epochs:
                yield "epochs", entry, f"the epochs of a story unlock each of {', '.join(basic)} once"
    for entry, epoch in rows["epochs"].items():
        if any(place not in rows["places"] for place in epoch["forbids"]):
            yield "epochs", entry, "forbids names places"
        if any(op["task"] not in ("", *rows["tasks"]) for op in epoch["conditions"]):
            yield "epochs", entry, "conditions names a task that there is not"
        if epoch["until"] and epoch["until"] not in rows["deeds"]:
            yield "epochs", entry, "until names a deed"
    held = rows["starts"]["fk"]["held"]
    brought = sum(epoch["settlers"] for epoch in rows["epochs"].values())
    if brought != held:
        for entry, epoch in rows["epochs"].items():
            if epoch["settlers"]:
                yield "epochs", entry, f"the epochs bring the {held} settlers held back, not {brought}"
    for entry, goal in rows["goals"].items():
        if sum((bool(goal["count"]), bool(goal["send"]), bool(goal["reach"]))) != 1:
            yield "goals", entry, "a goal is one of: to have (count), to send, to reach"
        if goal["reach"] and goal["reach"] not in rows["tiles"]:
            yield "goals", entry, "reach names a fame tile"


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
    """Every word is one that its story knows, where it stands, and says what it needs."""
    for entry, place in rows["places"].items():
        for problem in _wrong(place["ops"], _words(place["stories"]), at_place=True):
            yield "places", entry, problem
    for entry, deed in rows["deeds"].items():
        for problem in _wrong(deed["ops"], EVERYWHERE):
            yield "deeds", entry, problem
    for table, story in (("track", "first-kingdom"), ("tiles", "kings-favor")):
        for entry, mark in rows[table].items():
            for problem in _wrong(mark["ops"], _words([story])):
                yield table, entry, problem
    for entry, epoch in rows["epochs"].items():
        for problem in _wrong([*epoch["bonus"], *epoch["malus"]], _words([epoch["story"]])):
            yield "epochs", entry, problem
        for problem in _wrong(epoch["conditions"], CONDITIONS):
            yield "epochs", entry, problem


def _words(stories: list[str]) -> tuple[str, ...]:
    """What can happen in all of these stories."""
    return (*EVERYWHERE, *[word for story in stories for word in OF_STORY[story] if len(stories) == 1])


def _wrong(ops: list[Fields], words: tuple[str, ...], at_place: bool = False) -> Iterator[str]:
    for op in ops:
        if op["do"] not in words or (op["do"] in AT_PLACES and not at_place):
            yield f"{op['do']} has no meaning here"
        for name in NEEDS.get(op["do"], ()):
            if not op[name]:
                yield f"{op['do']} needs {name}"
        if op["count"] == "followers_here" and not at_place:
            yield "followers_here can be counted at a place only"


def _check_starts(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """What all players begin with lies on the market, and there are not more settlers than pieces."""
    for entry, start in rows["starts"].items():
        market = rows["refills"][f"{entry}_start"]["tokens"]
        given = [*start["followers"], *start["goods"]]
        for token in sorted(set(given)):
            for index, players in enumerate((2, 3, 4)):
                there = market.get(token, [0, 0, 0])[index]
                if given.count(token) * players > there:
                    yield "starts", entry, f"with {players} players the market begins with {there} {token} only"
                    yield "refills", f"{entry}_start", f"{players} players begin with more than {there} {token}"
        used = 1 + start["settlers"] + start["held"] + MARKERS[start["story"]]
        if used > rows["numbers"]["settlers"]["value"]:
            yield "starts", entry, f"{used} settlers are needed, and there are {rows['numbers']['settlers']['value']}"
