"""The table: what is in the centre, on the board and before each player. Fields and `clone`, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypedDict

from mypy_extensions import mypyc_attr

from kronrat.core import flow
from kronrat.games.tumult.rules.events import Kind
from kronrat.games.tumult.rules.pace import COUNTDOWN_MS, HAND_MS

if TYPE_CHECKING:
    from kronrat.games.tumult.rules.tables import Ground, Tables

BREAD: Final = 0
MARBLE: Final = 1
TOOLS: Final = 2
KINDS: Final[tuple[Kind, ...]] = ("bread", "marble", "tools")
TILES: Final = ("b1", "b2", "b3", "m1", "m2", "m3", "t1", "t2", "t3")  # a tile is the place of its face in here
FACES: Final = {tile: face for face, tile in enumerate(TILES)}

STATUES: Final = 25  # of each player
FOLLOWERS: Final = 105  # in all
SET_ASIDE: Final = 3  # tiles of each player

NOBODY: Final = -1  # owner of a tile in the centre, or of a free field
PAID: Final = -2  # owner of a tile that was paid
NO_TILE: Final = -1  # an empty hand
HIDDEN: Final = -1  # the kind of a field that is face down
NOT_SPUN: Final = 0

Side = Literal["male", "female"]  # of a rank card
Demand = tuple[int, int, int]  # symbols of bread, marble, tools


class Pace(TypedDict):
    """The times of a live raid, in milliseconds."""

    lasts: int
    countdown: int  # before it
    hand: int  # from one movement of a hand to the next


class Switches:
    """The options of this game, settled."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.raid = options["raid"]
        self.gamblers = options["variant"] == "gamblers"
        self.steps = int(options.get("raid_steps", "0"))
        self.seconds = int(options.get("raid_seconds", "0"))
        self.mercy_by_choice = options.get("mercy", "always") == "choice"
        self.own_tiles_shown = options.get("own_tiles", "shown") == "shown"
        self.pace: Pace | None = None
        if self.raid == "live":
            self.pace = {"lasts": 1_000 * self.seconds, "countdown": COUNTDOWN_MS, "hand": HAND_MS}


@mypyc_attr(acyclic=True)  # nothing that a player has leads back to it, so the garbage collector need not look
class Player:
    """What is in front of one player. Open but for the order, the tile in hand, and the faces the player has seen."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "statues", "followers", "mercy", "side", "hand", "done", "seen", "order", "able", "hit",
    )  # fmt: skip
    __slots__ = FIELDS

    statues: int  # placed so far
    followers: int
    mercy: bool
    side: Side | Literal[""]  # of the rank card
    hand: int  # the slot whose tile is in the hand, or NO_TILE
    done: bool  # has stopped robbing
    seen: int  # a bit for every slot whose tile was looked at and put down again
    order: tuple[int, ...]  # what to rob, in the mode of orders: secret until all are in
    able: bool  # could place something in this phase
    hit: bool  # was the greediest in a riot of this round

    def clone(self) -> Player:
        new = Player()
        new.statues = self.statues
        new.followers = self.followers
        new.mercy = self.mercy
        new.side = self.side
        new.hand = self.hand
        new.done = self.done
        new.seen = self.seen
        new.order = self.order
        new.able = self.able
        new.hit = self.hit
        return new


def new_player(followers: int) -> Player:
    """A player with all statues on the track and without mercy. [TR-SETUP-1, TR-SETUP-2]"""
    me = Player()
    me.statues = 0
    me.followers = followers
    me.mercy = me.done = me.able = me.hit = False
    me.side = ""
    me.hand = NO_TILE
    me.seen = 0
    me.order = ()
    return me


class State(flow.State):
    """A game of Tumult Royal in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "order", "round", "phase", "demand", "supply", "land", "open", "owners", "chronicle", "tiles", "slots", "shown",
    )  # fmt: skip
    __slots__ = (*FIELDS, "fields", "ground", "players", "switches", "tables")

    tables: Tables
    ground: Ground  # the board for this many players
    switches: Switches
    players: list[Player]
    order: tuple[int, ...]  # the seats by rank, king first
    round: int
    phase: int  # 0 before the first round
    demand: Demand  # what the people want to keep of each kind; NOT_SPUN where nobody knows yet
    supply: int  # followers that nobody has
    land: tuple[int, ...]  # 4 * landscape tile + rotation at each place, row by row: hidden where not open
    open: tuple[bool, ...]  # which places are open
    fields: list[int]  # the kind of each field, or HIDDEN; follows from land and open
    owners: list[int]  # whose statues are on each field
    chronicle: tuple[int, ...]  # the king of each round
    tiles: tuple[int, ...]  # all goods tiles of this round, first those of the slots: hidden until shown
    slots: list[int]  # whose each tile in the raid is: NOBODY's in the centre, PAID, or a seat's
    shown: bool  # whether the tiles of the raid are open

    def clone(self) -> State:
        new = State()
        new.copy_flow(self)
        new.tables = self.tables
        new.ground = self.ground
        new.switches = self.switches
        new.players = [player.clone() for player in self.players]
        new.order = self.order
        new.round = self.round
        new.phase = self.phase
        new.demand = self.demand
        new.supply = self.supply
        new.land = self.land
        new.open = self.open
        new.fields = self.fields
        new.owners = self.owners[:]
        new.chronicle = self.chronicle
        new.tiles = self.tiles
        new.slots = self.slots[:]
        new.shown = self.shown
        return new

    def rank(self, seat: int) -> int:
        """1 is the king."""
        return self.order.index(seat) + 1
