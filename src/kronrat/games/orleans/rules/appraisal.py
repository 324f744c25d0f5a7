"""What things are worth to a bot in either story: followers, goods, coins, technology, places. Judgements, no rules."""

from __future__ import annotations

from typing import Final, TypeAlias

from kronrat.core.numbers import add_up
from kronrat.games.orleans.rules.realm import count
from kronrat.games.orleans.rules.state import COINS, KINDS, TECHNOLOGY, WOOD, Player, State

# Of any length: the compiler loses constant tuples of floats whose length it knows.
Worths: TypeAlias = tuple[float, ...]

FIRST_OF_KIND: Final[Worths] = (5.0, 5.0, 5.0, 5.0, 4.0, 4.5, 6.0)  # farmer … monk
LAST_OF_KIND: Final = 5.0  # always: who gives the last one away may never find another
NEXT_OF_KIND: Final[Worths] = (1.0, 0.6, 0.3, 0.1)  # shares of the first, for the second and so on
# The first follower of any kind, the second, …
NTH_FOLLOWER: Final[Worths] = (8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 7.0, 6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.0, 1.5, 1.0)
CARD: Final[Worths] = (3.0, 2.5, 2.0, 1.0)  # the first place card, the second, …
TILE_AT_WORK: Final = 5.0
TILE_KEPT: Final = 3.0
WOOD_AT_HAND: Final[Worths] = (1.5, 1.0)
BONUS_COIN: Final = 0.7
BONUS_FAME: Final = 1.0


def _sums(numbers: Worths) -> list[float]:
    """What the first of them are worth together: none, one, two, …"""
    return [add_up(list(numbers[:count])) for count in range(len(numbers) + 1)]


_OF_KIND: Final = [_sums(tuple([first * share for share in NEXT_OF_KIND])) for first in FIRST_OF_KIND]
_FOLLOWERS: Final = _sums(NTH_FOLLOWER)
_CARDS: Final = _sums(CARD)
_WOOD: Final = _sums(WOOD_AT_HAND)


def _worth_of(sums: list[float], count: int) -> float:
    """Beyond the last number nothing is added, nor for what a plan would lay down without having it."""
    return sums[count] if 0 <= count < len(sums) else sums[-1] if count > 0 else sums[0]


class Belongings:
    """All that a player has, wherever it is."""

    def __init__(self, state: State, me: Player) -> None:
        self.tokens: list[int] = [bag + green for bag, green in zip(me.bag, me.green, strict=True)]
        self.tokens += me.goods
        self.tokens.append(me.technology)
        self.coins = me.coins
        self.tiles = 0  # technology that has replaced a follower
        filled, spaces = me.filled, me.spaces
        while filled:
            lowest = filled & -filled
            filled ^= lowest
            space = lowest.bit_length() - 1
            token = spaces[space]
            if token >= COINS:
                self.coins += token - COINS
            elif token != TECHNOLOGY or space in me.layout.anywhere:
                self.tokens[token] += 1
            else:
                self.tiles += 1
        prices = state.tables.prices
        self.wealth = self.coins + sum([prices[n] * held for n, held in enumerate(self.tokens[KINDS:TECHNOLOGY])])

    def has(self, token: int) -> bool:
        """Whether there is such a token, or coins for such an amount."""
        return self.coins >= token - COINS if token >= COINS else self.tokens[token] > 0


def tools_worth(state: State, me: Player, mine: Belongings, ahead: float) -> float:
    """Followers, technology, place cards and wood: worth the more, the more of the game is still ahead."""
    worth, followers, kinds = 0.0, 0, 0
    for kind in range(KINDS):
        held = mine.tokens[kind]
        followers += held
        kinds += held > 0
        worth += _worth_of(_OF_KIND[kind], held)
    worth += _worth_of(_FOLLOWERS, followers)
    worth += TILE_AT_WORK * mine.tiles + TILE_KEPT * mine.tokens[TECHNOLOGY]
    worth += _worth_of(_CARDS, (me.open & ~state.atlas.board).bit_count())
    worth += _worth_of(_WOOD, mine.tokens[WOOD])
    return worth * ahead + LAST_OF_KIND * kinds


def bonus_ahead(state: State, seat: int) -> float:
    """What the round bonus will bring when all have passed, so that nobody passes to get it sooner."""
    me, worth = state.players[seat], 0.0
    for effect in state.story.round_bonus(state, seat):
        op = effect.op
        if op.do == "coins":
            worth += BONUS_COIN * op.n
        elif op.do == "coins_per":
            worth += BONUS_COIN * op.n * count(state, me, op.count, None)
        elif op.do == "fame_per":
            worth += BONUS_FAME * op.n * count(state, me, op.count, None)
    return worth
