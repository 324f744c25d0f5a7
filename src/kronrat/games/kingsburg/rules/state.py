"""The table: what is on the board and in front of each player. Fields and `clone`, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from kronrat.core import flow
from kronrat.core.flow import Choice

if TYPE_CHECKING:
    from kronrat.games.kingsburg.rules.hooks import Hand, Sheet
    from kronrat.games.kingsburg.rules.tables import Tables

GOLD: Final = 0
WOOD: Final = 1
STONE: Final = 2
GOODS: Final[tuple[str, ...]] = ("gold", "wood", "stone")

AID: Final = 1  # the phases of a year; those of the King
REWARD: Final = 3
ENVOY: Final = 5
SPRING: Final = 2  # production seasons
SUMMER: Final = 4
AUTUMN: Final = 6
RECRUITMENT: Final = 7
WINTER: Final = 8

YEARS: Final = 5
MOST_SEATS: Final = 5

NOBODY: Final = -1
NO_TOKEN: Final = -1
NEUTRAL: Final = -3  # owner of the dice that block advisors with two players; no seat

Goods = tuple[int, int, int]  # gold, wood, stone
Group = Choice  # dice on an advisor: their owner, then the words of the choice behind the rank


class Switches:
    """The options of this game, settled."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.second_edition = options["edition"] == "2e"
        self.plus2_per_season = options["plus2"] == "season"
        self.negative_vp = options["negative_vp"] == "yes"
        self.guild_gives_choice = options["merchants_guild"] == "choice"
        modules = options.get("modules", "").split(",")
        self.more_buildings = "buildings" in modules
        self.army_tokens = "army" in modules
        self.priest_blesses_rolls = options.get("priest") == "total"
        self.governor_deck = options["governors"] if "governors" in modules else ""


@mypyc_attr(acyclic=True)  # nothing that a player has leads back to it, so the garbage collector need not look
class Player:
    """What is in front of one player. All of it is open, except a card seen in secret."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "vp", "gold", "wood", "stone", "soldiers", "plus2",
        "extra_dice", "dice", "bonus", "rows", "used", "used_year", "accepts", "declines", "peeked",
        "governor", "dealt", "chosen", "tokens", "token",
    )  # fmt: skip
    __slots__ = (*FIELDS, "hand")

    vp: i64
    gold: i64
    wood: i64
    stone: i64
    soldiers: i64
    plus2: i64
    extra_dice: i64  # bonus dice held for the coming roll
    dice: tuple[int, ...]  # own dice rolled and not yet placed, ascending
    bonus: tuple[int, ...]  # bonus dice likewise
    rows: tuple[int, ...]  # how far each row of the sheet is built; rows never have gaps
    used: tuple[str, ...]  # what was used up this season: card ids, "plus2", and "build" for each building built
    used_year: tuple[str, ...]  # card ids used up this year
    accepts: tuple[str, ...]  # card ids whose gains are taken without a question where they could hurt
    declines: tuple[str, ...]  # card ids whose gains are left there without a question
    peeked: bool  # has seen this year's enemy
    governor: str  # the card kept and revealed
    dealt: tuple[str, ...]  # governors to choose from: secret
    chosen: str  # the one chosen and not yet revealed: secret
    tokens: tuple[int, ...]  # army tokens left, ascending
    token: i64  # the one chosen and not yet revealed, or NO_TOKEN: secret
    hand: Hand  # the cards that follow from `rows` and `governor`

    def clone(self) -> Player:
        new = Player()
        new.vp = self.vp
        new.gold = self.gold
        new.wood = self.wood
        new.stone = self.stone
        new.soldiers = self.soldiers
        new.plus2 = self.plus2
        new.extra_dice = self.extra_dice
        new.dice = self.dice
        new.bonus = self.bonus
        new.rows = self.rows
        new.used = self.used
        new.used_year = self.used_year
        new.accepts = self.accepts
        new.declines = self.declines
        new.peeked = self.peeked
        new.governor = self.governor
        new.dealt = self.dealt
        new.chosen = self.chosen
        new.tokens = self.tokens
        new.token = self.token
        new.hand = self.hand
        return new

    @property
    def goods(self) -> int:
        return self.gold + self.wood + self.stone

    @property
    def buildings(self) -> int:
        return len(self.hand.buildings)

    def amount(self, kind: int) -> int:
        return self.gold if kind == GOLD else self.wood if kind == WOOD else self.stone

    def total(self) -> int:
        """The sum of all own dice, which sets the turn order."""
        total = 0
        for face in self.dice:
            total += face
        for face in self.bonus:
            total += face
        return total


def new_player(hand: Hand, rows: tuple[int, ...]) -> Player:
    """A player with nothing. [KB-SETUP-7]"""
    me = Player()
    me.vp = me.gold = me.wood = me.stone = me.soldiers = me.plus2 = me.extra_dice = 0
    me.dice = me.bonus = ()
    me.rows = rows
    me.used = me.used_year = me.accepts = me.declines = me.dealt = ()
    me.governor = me.chosen = ""
    me.tokens = ()
    me.token = NO_TOKEN
    me.peeked = False
    me.hand = hand
    return me


class State(flow.State):
    """A game of Kingsburg in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "order", "year", "phase", "enemies", "revealed", "envoy", "court", "passed",
    )  # fmt: skip
    __slots__ = (*FIELDS, "players", "sheet", "switches", "tables")

    tables: Tables
    sheet: Sheet  # the side of the province sheet in play
    switches: Switches
    players: list[Player]
    order: tuple[int, ...]  # turn order, first to last
    year: int
    phase: int
    enemies: tuple[str, ...]  # this year's card and those below it: hidden
    revealed: bool  # whether this year's enemy is revealed
    envoy: int  # who holds the King's envoy
    court: list[tuple[Group, ...]]  # the groups of dice at each place; see `Tables.places`
    passed: tuple[int, ...]  # seats that are out of this season's influencing

    def clone(self) -> State:
        new = State()
        new.copy_flow(self)
        new.tables = self.tables
        new.sheet = self.sheet
        new.switches = self.switches
        new.players = [player.clone() for player in self.players]
        new.order = self.order
        new.year = self.year
        new.phase = self.phase
        new.enemies = self.enemies
        new.revealed = self.revealed
        new.envoy = self.envoy
        new.court = self.court[:]
        new.passed = self.passed
        return new
