"""Step a of a season: the neutral dice of two players, bonus dice, the roll, rerolls, and the new turn order."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import ClassVar, Final, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.rules.events import (
    BonusDiceLeft,
    DiceRolled,
    NeutralPlaced,
    NeutralSetAside,
    OrderSet,
)
from kronrat.games.kingsburg.rules.state import MOST_SEATS, NEUTRAL, State

PLAYER_DICE: Final = 3


@cache
def rolls_of(count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every roll of this many dice, in ascending order, with the number of ways it comes about."""
    rolls = combinations_with_replacement(range(1, 7), count)
    return tuple([(r, factorial(count) // prod([factorial(r.count(face)) for face in set(r)])) for r in rolls])


def is_roll(faces: Choice, count: int) -> bool:
    """Whether these are this many faces in ascending order."""
    if len(faces) != count or any([not isinstance(face, int) or not 1 <= face <= 6 for face in faces]):
        return False
    return list(faces) == sorted(cast(tuple[int, ...], faces))


# -- two players -------------------------------------------------------------------------------------------------


class RollNeutral(Chance):
    """Neutral dice that block advisors before anything else happens in a season. [KB-2P-1, KB-2P-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("count",)

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("neutral", *dice.roll(self.count))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("neutral", *faces), weight) for faces, weight in rolls_of(self.count)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice[:1] == ("neutral",) and is_roll(choice[1:], self.count)

    def resolve(self, state: State, choice: Choice) -> None:
        faces = tuple([int(face) for face in choice[1:]])
        if not state.court[sum(faces)]:
            _block(state, sum(faces), faces, "KB-2P-1" if self.count == PLAYER_DICE else "KB-2P-2")
            return
        for face in sorted(set(faces)):
            _block(state, face, (face,), "KB-2P-3")
        if state.listener is not None and len(set(faces)) == 1:
            state.tell(NeutralSetAside("KB-2P-7", faces[0]))


def _block(state: State, rank: int, faces: tuple[int, ...], rule: str) -> None:
    state.court[rank] = ((NEUTRAL, *faces),)
    if state.listener is not None:
        state.tell(NeutralPlaced(rule, rank, faces))


# -- before the roll ---------------------------------------------------------------------------------------------


class RollBonusDice(Decision):
    """The second edition lets a player leave bonus dice unrolled. [KB-P2a-6]"""

    rule = "KB-P2a-6"
    verbs: ClassVar[tuple[str, ...]] = ("bonus",)

    def options(self, state: State) -> list[Choice]:
        return [("bonus", count) for count in range(state.players[self.seat].extra_dice, -1, -1)]

    def resolve(self, state: State, choice: Choice) -> None:
        me = state.players[self.seat]
        left = me.extra_dice - cast(int, choice[1])
        me.extra_dice -= left
        if state.listener is not None and left:
            state.tell(BonusDiceLeft(self.rule, self.seat, left))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or not isinstance(choice[1], int):
            return malformed(self.verbs)
        has = state.players[self.seat].extra_dice
        return Reason(self.rule, "reason.bonus_dice", {"needs": choice[1], "has": has})


# -- the roll ----------------------------------------------------------------------------------------------------


class RollAll(Step):
    """All players roll; those who may leave bonus dice out have chosen before. [KB-P2a-1]"""

    def run(self, state: State) -> None:
        for seat in reversed(state.order):
            state.stack.append(ROLLS[seat])
        if state.switches.second_edition:
            for seat in reversed(state.order):
                if state.players[seat].extra_dice:
                    state.stack.append(RollBonusDice(seat))


class RollDice(Chance):
    """Some of a player's dice are rolled; the others stay as they are. Written `roll SEAT die… [bonus die…]`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def counts(self, state: State) -> tuple[int, int]:
        """How many player dice and how many bonus dice are rolled."""
        raise NotImplementedError

    def sample(self, state: State, dice: Dice) -> Choice:
        own, bonus = self.counts(state)
        return self._choice(tuple(dice.roll(own)), tuple(dice.roll(bonus)) if bonus else ())

    def outcomes(self, state: State) -> list[tuple[Choice, int]] | None:
        own, bonus = self.counts(state)
        mine, extra = rolls_of(own), rolls_of(bonus)
        if len(mine) * len(extra) > 1_000:
            return None
        return [(self._choice(a, b), v * w) for a, v in mine for b, w in extra]

    def _choice(self, dice: tuple[int, ...], bonus: tuple[int, ...]) -> Choice:
        rolled: Choice = ("roll", self.owner)
        return rolled + dice + ("bonus",) + bonus if bonus else rolled + dice

    def accepts(self, state: State, choice: Choice) -> bool:
        own, bonus = self.counts(state)
        dice, extra = choice[2 : 2 + own], choice[3 + own :]
        fits = is_roll(dice, own) and is_roll(extra, bonus)
        return fits and choice == self._choice(cast(tuple[int, ...], dice), cast(tuple[int, ...], extra))

    def resolve(self, state: State, choice: Choice) -> None:
        own, bonus = self.counts(state)
        me = state.players[self.owner]
        me.dice = tuple(sorted(me.dice + cast(tuple[int, ...], choice[2 : 2 + own])))
        if bonus:
            me.bonus = tuple(sorted(me.bonus + cast(tuple[int, ...], choice[3 + own :])))
        if state.listener is not None:
            state.tell(DiceRolled("KB-P2a-1", self.owner, me.dice, me.bonus))


# What three dice of a seat show, by what they showed before they were put in order.
_THREE_DICE: Final[list[list[Choice]]] = [
    [("roll", seat, *sorted(faces)) for faces in product(range(1, 7), repeat=PLAYER_DICE)] for seat in range(MOST_SEATS)
]


class Roll(RollDice):
    """The roll of the season: three player dice and all bonus dice. [KB-P2a-1]"""

    def counts(self, state: State) -> tuple[int, int]:
        return PLAYER_DICE, state.players[self.owner].extra_dice

    def sample(self, state: State, dice: Dice) -> Choice:
        """Most rolls are of three dice alone, and are looked up."""
        if state.players[self.owner].extra_dice:
            return super().sample(state, dice)
        rolled = dice.below(6)
        for _ in range(PLAYER_DICE - 1):
            rolled = 6 * rolled + dice.below(6)
        return _THREE_DICE[self.owner][rolled]

    def resolve(self, state: State, choice: Choice) -> None:
        me = state.players[self.owner]
        me.dice = cast(tuple[int, ...], choice[2 : 2 + PLAYER_DICE])
        me.bonus = cast(tuple[int, ...], choice[3 + PLAYER_DICE :])
        if state.listener is not None:
            state.tell(DiceRolled("KB-P2a-1", self.owner, me.dice, me.bonus))


ROLLS: Final = [Roll(seat) for seat in range(MOST_SEATS)]  # steps never change, so that all games share these


class Reroll(RollDice):
    """Dice rolled after the roll of the season; a card has picked them up again or handed them out."""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "own", "bonus")

    def __init__(self, owner: int, own: int, bonus: int) -> None:
        super().__init__(owner)
        self.own = own
        self.bonus = bonus

    def counts(self, state: State) -> tuple[int, int]:
        return self.own, self.bonus


class RollNewDice(Step):
    """Bonus dice that came after the roll are rolled now, except those that their owner left. [KB2-OPT-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        self.owner = owner

    def run(self, state: State) -> None:
        me = state.players[self.owner]
        if me.extra_dice:
            state.stack.append(Reroll(self.owner, 0, me.extra_dice - len(me.bonus)))


def reroll_all(state: State, seat: int) -> None:
    """Pick up all own dice and roll them again."""
    me = state.players[seat]
    own, bonus = len(me.dice), len(me.bonus)
    me.dice = ()
    me.bonus = ()
    state.push(Reroll(seat, own, bonus))


def reroll_one(state: State, seat: int, bonus: bool) -> None:
    """Pick up one of several equal dice and roll it again."""
    me = state.players[seat]
    if bonus:
        me.bonus = me.bonus[1:]
        state.push(Reroll(seat, 0, 1))
    else:
        me.dice = me.dice[1:]
        state.push(Reroll(seat, 1, 0))


class SetOrder(Step):
    """The lowest total goes first; equals keep their order. [KB-P2a-3, KB-P2a-4]"""

    def run(self, state: State) -> None:
        totals = [player.total() for player in state.players]
        order: list[int] = []
        for seat in state.order:
            place = len(order)
            while place and totals[order[place - 1]] > totals[seat]:
                place -= 1
            order.insert(place, seat)
        state.order = tuple(order)
        if state.listener is not None:
            state.tell(OrderSet("KB-P2a-3", state.order, tuple([totals[seat] for seat in state.order])))
