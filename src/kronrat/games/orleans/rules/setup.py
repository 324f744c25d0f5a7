"""Set-up: market, start player, land and start villages. [OS-SETUP]"""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.deeds import A_SIDE, laid_out, look_for_wants
from kronrat.games.orleans.rules.events import LandLaid, StartPlayerChosen, StartVillageChosen
from kronrat.games.orleans.rules.places import STOPPER
from kronrat.games.orleans.rules.state import (
    EMPTY,
    FIRST_GOOD,
    GONE,
    KINDS,
    NO_AREA,
    START_VILLAGE,
    TERRAINS,
    Deed,
    Player,
    State,
)
from kronrat.games.orleans.rules.tables import Tables


def new_player(state: State) -> Player:
    """A player with nothing but the board; markers are on the first field. [OS-SETUP-13, OS-SETUP-16, OS-FAME-1]"""
    me = Player()
    start = state.tables.start(state.story.id)
    me.bag = [0] * KINDS
    me.green = [0] * KINDS
    me.spaces = [EMPTY] * state.atlas.size + [STOPPER]
    me.filled = 0
    me.goods = [0] * len(state.tables.prices)
    me.coins = me.technology = me.areas = me.fortresses = me.epoch = me.returned = 0
    me.settlers = start.settlers
    me.held = start.held
    me.fame = me.honoured = state.tables.fame_first
    me.open = state.atlas.board
    me.layout = state.atlas.layout(me.open)
    me.ascended = False
    me.veil = ()
    me.sheet = state.story.new_sheet()
    return me


def first_deeds(tables: Tables, seats: int, story: str) -> list[Deed]:
    """A sides up; what this story or number of players does not use is gone. [OS-SETUP-10, OS-SETUP-11]"""
    found: list[Deed] = []
    for sides in tables.deeds:
        used = story in sides[A_SIDE].stories and seats >= sides[A_SIDE].seats_min
        found.append(laid_out(sides[A_SIDE], A_SIDE) if used else (GONE,))
    return found


def fill_market(state: State) -> None:
    """What the story says from the storage box; everybody's first tokens come from there. [OS-SETUP-7, OS-SETUP-17]"""
    for token, count in state.story.refill_tokens("start", state.seats):
        state.storage[token] -= count
        state.market[token] += count
    start = state.tables.start(state.story.id)
    for me in state.players:
        place = me.bag if state.story.starts_in_bag else me.green
        for follower in start.followers:
            state.market[follower] -= 1
            place[follower] += 1
        for good in start.goods:
            state.market[good] -= 1
            me.goods[good - FIRST_GOOD] += 1
        me.coins = start.coins
    look_for_wants(state)


def masks_of(land: tuple[int, ...]) -> tuple[int, ...]:
    """Bits of the areas of each terrain."""
    return tuple([sum([1 << area for area, here in enumerate(land) if here == n]) for n in range(len(TERRAINS))])


class DrawStartPlayer(Chance):
    """The start player. Written `start SEAT`. [OS-SETUP-14]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("start", dice.below(state.seats))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("start", seat), 1) for seat in range(state.seats)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice in [("start", seat) for seat in range(state.seats)]

    def resolve(self, state: State, choice: Choice) -> None:
        state.first = int(choice[1])
        if state.listener is not None:
            state.tell(StartPlayerChosen("OS-SETUP-14", state.first))


def land_areas(state: State) -> list[int]:
    """The areas in play that are not start villages."""
    starts = state.tables.areas.starts(state.seats)
    return [n for n in range(len(state.land)) if state.atlas.in_play >> n & 1 and n not in starts]


class LayLand(Chance):
    """The land tiles on all areas that are not start villages. Written `land TERRAIN…`. [OS-SETUP-4]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        tiles = state.tables.areas.tiles(state.seats)
        return ("land", *[TERRAINS[tiles[n]] for n in dice.shuffled(len(tiles))])

    def accepts(self, state: State, choice: Choice) -> bool:
        words = [TERRAINS[tile] for tile in state.tables.areas.tiles(state.seats)]
        return choice[:1] == ("land",) and sorted(map(str, choice[1:])) == sorted(words)

    def resolve(self, state: State, choice: Choice) -> None:
        land = list(state.land)
        for word, area in zip(choice[1:], land_areas(state), strict=True):
            land[area] = TERRAINS.index(str(word))
        state.land = tuple(land)
        state.yields = masks_of(state.land)
        if state.listener is not None:
            state.tell(LandLaid("OS-SETUP-4", tuple([TERRAINS[land[area]] for area in land_areas(state)])))


def bare_land(tables: Tables, seats: int) -> tuple[int, ...]:
    """Start villages only. [OS-SETUP-3]"""
    starts = tables.areas.starts(seats)
    return tuple([START_VILLAGE if area in starts else NO_AREA for area in range(len(tables.areas.ids))])


class SettleDown(Step):
    """The player who acts last in the first round chooses first. [OS-SETUP-15]"""

    def run(self, state: State) -> None:
        state.push(*state.story.setup_steps(state), *[StartVillage(seat) for seat in state.turn_order()[::-1]])


class StartVillage(Decision):
    """The village to start in. Written `home AREA`. [OS-SETUP-15]"""

    rule = "OS-SETUP-15"
    verbs: ClassVar[tuple[str, ...]] = ("home",)

    def options(self, state: State) -> list[Choice]:
        taken = 0
        for player in state.players:
            taken |= player.areas
        ids = state.tables.areas.ids
        return [("home", ids[area]) for area in state.tables.areas.starts(state.seats) if not taken >> area & 1]

    def resolve(self, state: State, choice: Choice) -> None:
        state.players[self.seat].areas = 1 << state.atlas.area_number[str(choice[1])]
        if state.listener is not None:
            state.tell(StartVillageChosen(self.rule, self.seat, str(choice[1])))
        state.story.control_changed(state, self.seat)  # an area and a village [OS-FK-CONTROL-5]

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        number = state.atlas.area_number
        if len(choice) != 2 or choice[1] not in number:
            return malformed(self.verbs)
        if number[str(choice[1])] in state.tables.areas.starts(state.seats):
            return Reason(self.rule, "reason.village_taken", {"area": choice[1]})
        return Reason("OS-SETUP-3", "reason.no_start_village", {"area": choice[1]})
