"""The raid by secret orders: everybody says what to rob, and the discrete-time model carries it out."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Chance, Choice, Part, Reason, Step, Together, malformed
from kronrat.games.tumult.rules.events import OrdersCarriedOut, TileMissed
from kronrat.games.tumult.rules.pace import LOOK, PLACE, REACH, RETURN, TICKS_PER_SECOND, draw
from kronrat.games.tumult.rules.raid import keep, lift, put_back, stop
from kronrat.games.tumult.rules.state import NO_TILE, NOBODY, State

SUBMIT: Final[Choice] = ("submit",)

# The numbers of an order and what they may be. [TR-DIG-ASYNC-8]
NUMBERS: Final[tuple[tuple[str, int, int], ...]] = (
    ("want_bread", 0, 12),
    ("want_marble", 0, 12),
    ("want_tools", 0, 12),
    ("least_bread", 1, 3),
    ("least_marble", 1, 3),
    ("least_tools", 1, 3),
    ("tiles", 0, 12),
    ("over", 0, 2),
)
# where they are in an order
WANT: Final = 0
LEAST: Final = 3
MOST: Final = 6
OVER: Final = 7
NAMES: Final = tuple([name for name, _, _ in NUMBERS])
SETS: Final[list[list[Choice]]] = [[("set", name, n) for n in range(least, most + 1)] for name, least, most in NUMBERS]
SANDS: Final = 10**9  # ways in which a raid can go

IDLE: Final = 0
WAITING: Final = 1
REACHING: Final = 2
HOLDING: Final = 3

Order = tuple[int, ...]


def usual_order(state: State) -> Order:
    """What a bot would order: an equal share of what the people can spare. [TR-DIG-ASYNC-12, TR-DIG-SIM-6]"""
    ground, seats = state.ground, state.seats
    wants: list[int] = []
    for kind in range(3):
        expected = ground.symbols[kind] * ground.slots  # times the number of all tiles
        demand = 7 if state.switches.gamblers else 2 * state.demand[kind]  # twice, because the mean of the disc is 3.5
        spare = 2 * expected - demand * len(ground.tiles)
        share = (spare + seats * len(ground.tiles)) // (2 * seats * len(ground.tiles))  # rounded: cap + 0.5
        wants.append(max(2, share))
    return (*wants, 1, 1, 1, 12, 0)


class TakeOrders(Step):
    """Everybody begins with the usual order. [TR-DIG-ASYNC-12]"""

    def run(self, state: State) -> None:
        usual = usual_order(state)
        for player in state.players:
            player.order = usual
        state.push(GiveOrders(tuple([GiveOrder(seat) for seat in range(state.seats)])), Sand())


class GiveOrders(Together):
    """All seats that have not submitted yet, in secret. [TR-DIG-ASYNC-8]"""


class GiveOrder(Part):
    """One number at a time, in any order, until it is submitted. Written `set NAME NUMBER` or `submit`."""

    rule = "TR-DIG-ASYNC-12"
    verbs: ClassVar[tuple[str, ...]] = ("set", "submit")

    def options(self, state: State) -> list[Choice]:
        mine = state.players[self.seat].order
        offer: list[Choice] = [SUBMIT]
        for place, number in enumerate(mine):
            choices, here = SETS[place], number - NUMBERS[place][1]
            offer += choices[:here]
            offer += choices[here + 1 :]
        return offer

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if choice == SUBMIT:
            return None
        me = state.players[self.seat]
        order = list(me.order)
        order[NAMES.index(str(choice[1]))] = int(choice[2])
        me.order = tuple(order)
        return self

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 3 or choice[0] != "set" or choice[1] not in NAMES or type(choice[2]) is not int:
            return malformed(self.verbs)
        name, least, most = NUMBERS[NAMES.index(str(choice[1]))]
        if least <= choice[2] <= most:
            return Reason(self.rule, "reason.set_already", {"name": name, "number": choice[2]})
        return Reason("TR-DIG-ASYNC-8", "reason.order_bounds", {"name": name, "least": least, "most": most})


class Sand(Chance):
    """A number from which all times and lots of the raid follow. Written `sand NUMBER`. [TR-DIG-ASYNC-9]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("sand", dice.below(SANDS))

    def accepts(self, state: State, choice: Choice) -> bool:
        if len(choice) != 2 or choice[0] != "sand" or type(choice[1]) is not int:
            return False
        return 0 <= choice[1] < SANDS

    def resolve(self, state: State, choice: Choice) -> None:
        if state.listener is not None:
            state.tell(OrdersCarriedOut("TR-DIG-ASYNC-9"))
        Model(state, Dice(seed_of_text(f"sand {choice[1]}"))).run()
        for player in state.players:
            player.order = ()


class Model:
    """All hands at work, tick by tick, with equal speed. [TR-DIG-SIM-1, TR-DIG-SIM-2, TR-DIG-SIM-3]"""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.doing = [IDLE] * state.seats
        self.until = [0] * state.seats  # the tick at which a hand is done with it
        self.target = [NO_TILE] * state.seats
        self.robbed = [[0, 0, 0] for _ in range(state.seats)]
        self.kept = [0] * state.seats

    def run(self) -> None:
        state = self.state
        last = TICKS_PER_SECOND * state.switches.seconds
        for seat in range(state.seats):
            self._begin(seat, 0)
        for tick in range(1, last + 1):
            for seat in self._by_lot([s for s in range(state.seats) if self.until[s] == tick]):
                if self.doing[seat] == HOLDING:
                    self._put_down(seat)
                    self._begin(seat, tick)
                elif tick < last:
                    self._arrive(seat, tick)
            for seat in range(state.seats):
                if self.doing[seat] == WAITING:  # after all that this tick has brought back
                    self._begin(seat, tick)
        for seat in range(state.seats):
            if state.players[seat].hand != NO_TILE:  # decides at once [TR-DIG-SIM-4]
                self._put_down(seat)
            state.players[seat].done = True

    def _by_lot(self, seats: list[int]) -> list[int]:
        """The order of several hands that arrive in one tick."""
        return seats if len(seats) < 2 else [seats[place] for place in self.dice.shuffled(len(seats))]

    def _begin(self, seat: int, tick: int) -> None:
        """Reach for a tile not looked at yet; without one, or with nothing wanted, the hand is done. [TR-DIG-SIM-5]

        If others hold the last such tiles, they may return one: the hand waits, and chooses again. [TR-DIG-SIM-3]
        """
        state, me = self.state, self.state.players[seat]
        unseen = [s for s, owner in enumerate(state.slots) if owner == NOBODY and not me.seen >> s & 1]
        wants = self._wants_more(seat)
        if not unseen or not wants:
            waits = wants and self._may_come_back(seat)
            self.doing[seat] = WAITING if waits else IDLE
            self.until[seat] = 0
            if not waits and not me.done:
                stop(state, seat)
            return
        self.target[seat] = unseen[self.dice.below(len(unseen))]
        self.doing[seat] = REACHING
        self.until[seat] = tick + draw(REACH, self.dice)

    def _may_come_back(self, seat: int) -> bool:
        """Whether somebody else holds a tile that this hand has not looked at."""
        seen = self.state.players[seat].seen
        hands = [player.hand for player in self.state.players if player.hand != NO_TILE]
        return any([not seen >> hand & 1 for hand in hands])

    def _arrive(self, seat: int, tick: int) -> None:
        slot = self.target[seat]
        quicker = self.state.slots[slot]
        if quicker != NOBODY:
            if self.state.listener is not None:
                self.state.tell(TileMissed("TR-DIG-SIM-3", seat, slot, quicker))
            self._begin(seat, tick)
            return
        lift(self.state, seat, slot)
        after = draw(LOOK, self.dice) + draw(PLACE if self._accepts(seat) else RETURN, self.dice)
        self.doing[seat] = HOLDING
        self.until[seat] = tick + after

    def _put_down(self, seat: int) -> None:
        face = self.state.tiles[self.state.players[seat].hand]
        if self._accepts(seat):
            self.robbed[seat][face // 3] += face % 3 + 1
            self.kept[seat] += 1
            keep(self.state, seat)
        else:
            put_back(self.state, seat)

    def _accepts(self, seat: int) -> bool:
        me = self.state.players[seat]
        face = self.state.tiles[me.hand]
        return accepts(me.order, self.robbed[seat][face // 3], self.kept[seat], face)

    def _wants_more(self, seat: int) -> bool:
        """Whether there is a tile that this hand would keep."""
        order = self.state.players[seat].order
        return any([accepts(order, self.robbed[seat][face // 3], self.kept[seat], face) for face in range(9)])


def accepts(order: Order, robbed: int, kept: int, face: int) -> bool:
    """Whether a hand with this order keeps a tile. [TR-DIG-ASYNC-10]"""
    kind, value = face // 3, face % 3 + 1
    return value >= order[LEAST + kind] and kept < order[MOST] and robbed + value <= order[WANT + kind] + order[OVER]
