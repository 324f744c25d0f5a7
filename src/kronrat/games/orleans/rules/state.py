"""The table: what is on the map, on the market and in front of each player. Fields and `clone`, nothing else.

A token is a small number: seven followers, eight goods, technology, and amounts of coins on one field. Areas,
places and action spaces are numbers too, and sets of them are bits of one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from kronrat.core import flow
from kronrat.games.orleans.rules.events import Follower, Good, PhaseName, Terrain

if TYPE_CHECKING:
    from kronrat.games.orleans.rules.places import Atlas, Layout
    from kronrat.games.orleans.rules.story import CommonSheet, Sheet, Story
    from kronrat.games.orleans.rules.tables import Tables

FARMER: Final = 0
FISHER: Final = 1
CRAFTSMAN: Final = 2
MERCHANT: Final = 3
KNIGHT: Final = 4
SCHOLAR: Final = 5
MONK: Final = 6
FOLLOWERS: Final[tuple[Follower, ...]] = ("farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk")
KINDS: Final = 7  # of followers

WOOD: Final = 7
GOODS: Final[tuple[Good, ...]] = ("wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish")
FIRST_GOOD: Final = 7
TECHNOLOGY: Final = 15
COINS: Final = 16  # COINS + n is an amount of n coins on one field
MOST_COINS: Final = 20  # on one field

TOKENS: Final[tuple[str, ...]] = (
    *FOLLOWERS,
    *GOODS,
    "technology",
    *[f"coins_{amount}" for amount in range(MOST_COINS + 1)],
)
EMPTY: Final = -1

TERRAINS: Final[tuple[Terrain, ...]] = ("hill", "pasture", "forest", "lake", "field")
START_VILLAGE: Final = 5
NO_AREA: Final = -1

SETTING_UP: Final = 0
SEASON: Final = 1
DRAWING: Final = 2
PLANNING: Final = 3
ACTING: Final = 4
ROUND_END: Final = 5
PHASES: Final[tuple[PhaseName, ...]] = ("setup", "season", "draw", "plan", "act", "end")

SEALED: Final = "sealed"  # how plans are made: all at the same time and unseen,
IN_TURN: Final = "in-turn"  # or one after the other, in the open

GONE: Final = 2  # side of a deed that has left the game

Deed = tuple[int, ...]  # the side that is up, then the token on each of its fields
Veil = tuple[
    tuple[int, ...], ...
]  # spaces, green, goods, (coins, technology) as all may see them while plans are sealed


class Switches:
    """The options of this game, settled; those of the story are among `options` only."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.story = options["story"]
        self.profile = options["profile"]
        self.start = options["start"]
        self.sealed = options["planning"] == SEALED
        self.newcomers = options["newcomers"] == "on"
        self.wanted = tuple(options.values())  # all of them, to tell tables apart


@mypyc_attr(acyclic=True)  # nothing that a player has leads back to it, so the garbage collector need not look
class Player:
    """What is in front of one player. Open except for the bag, and for draws and plans until all are ready."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "bag", "green", "spaces", "goods", "coins", "technology", "areas", "fortresses", "settlers", "held", "fame",
        "honoured", "epoch", "open", "returned", "ascended", "veil",
    )  # fmt: skip
    __slots__ = (*FIELDS, "filled", "layout", "sheet")

    bag: list[int]  # followers of each kind
    green: list[int]
    spaces: list[int]  # the token on every action space of every place, and a stopper behind the last
    filled: int  # bits of the spaces that hold one
    goods: list[int]  # of each kind, in the supply
    coins: int
    technology: int  # tiles in the supply
    areas: int  # bits of the areas with an own settler
    fortresses: int  # bits of the areas with an own fortress
    settlers: int  # in the supply
    held: int  # settlers that are not available yet
    fame: int  # the field of the marker
    honoured: int  # the last field up to which bonuses were given
    epoch: int  # 0 is the first
    open: int  # bits of the places this player may fill
    layout: Layout  # what follows from `open`
    returned: int  # followers put back on the green in this draw phase
    ascended: bool  # has entered an epoch in this round
    veil: Veil  # the board before the draw: what others may see while plans are sealed
    sheet: Sheet  # what the story adds

    def clone(self) -> Player:
        new = Player()
        new.bag = self.bag[:]
        new.green = self.green[:]
        new.spaces = self.spaces[:]
        new.filled = self.filled
        new.goods = self.goods[:]
        new.coins = self.coins
        new.technology = self.technology
        new.areas = self.areas
        new.fortresses = self.fortresses
        new.settlers = self.settlers
        new.held = self.held
        new.fame = self.fame
        new.honoured = self.honoured
        new.epoch = self.epoch
        new.open = self.open
        new.layout = self.layout
        new.returned = self.returned
        new.ascended = self.ascended
        new.veil = self.veil
        new.sheet = self.sheet.clone()
        return new

    def tokens(self) -> list[int]:
        """What lies on the action spaces."""
        return [self.spaces[space] for space in bits(self.filled)]

    def follower_count(self) -> int:
        """All followers in bag, green, places and Gate."""
        return sum(self.bag) + sum(self.green) + sum([1 for token in self.tokens() if token < KINDS])


class State(flow.State):
    """A game of Orléans Stories in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "market", "storage", "churches", "land", "villages", "chapels", "deeds", "cards", "round", "phase", "first",
        "playing", "passed",
    )  # fmt: skip
    __slots__ = (*FIELDS, "atlas", "common", "players", "story", "switches", "tables", "wanted", "yields")

    tables: Tables
    atlas: Atlas  # the places and who is next to whom, for this number of players
    switches: Switches
    story: Story
    common: CommonSheet  # what the story adds
    players: list[Player]
    market: list[int]  # followers, goods and technology that can be gained
    storage: list[int]  # those that cannot
    churches: int  # in the common supply
    land: tuple[int, ...]  # the terrain of each area, START_VILLAGE or NO_AREA
    yields: tuple[int, ...]  # bits of the areas of each terrain; follows from `land`
    villages: int  # bits of the areas that show a village
    chapels: int  # bits of the areas with a church
    deeds: list[Deed]
    wanted: int  # bits of the tokens that a field of a deed still takes; follows from `deeds`
    cards: tuple[int, ...]  # places that nobody has taken
    round: int
    phase: int
    first: int  # who has the start player marker
    playing: tuple[int, ...]  # the seats that are still in the game
    passed: tuple[int, ...]  # the seats that have finished acting in this round

    def clone(self) -> State:
        new = State()
        new.copy_flow(self)
        new.tables = self.tables
        new.atlas = self.atlas
        new.switches = self.switches
        new.story = self.story
        new.common = self.common.clone()
        new.players = [player.clone() for player in self.players]
        new.market = self.market[:]
        new.storage = self.storage[:]
        new.churches = self.churches
        new.land = self.land
        new.yields = self.yields
        new.villages = self.villages
        new.chapels = self.chapels
        new.deeds = self.deeds[:]
        new.wanted = self.wanted
        new.cards = self.cards
        new.round = self.round
        new.phase = self.phase
        new.first = self.first
        new.playing = self.playing
        new.passed = self.passed
        return new

    def turn_order(self) -> list[int]:
        """The seats still in the game, from the start player clockwise."""
        order = [seat for seat in self.playing if seat >= self.first]
        order += [seat for seat in self.playing if seat < self.first]
        return order


def bits(mask: int) -> list[int]:
    """The numbers in a set, ascending."""
    found: list[int] = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
