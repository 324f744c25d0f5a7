"""The draw phase: followers come back from spaces if their owner likes, and others are drawn from the bag."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import ClassVar, Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Part, Reason, Step, Together, malformed
from kronrat.games.orleans.rules.events import DrawSeen, Follower, FollowersDrawn, FollowersShown, TokenTakenBack
from kronrat.games.orleans.rules.places import take_off
from kronrat.games.orleans.rules.state import (
    COINS,
    FIRST_GOOD,
    FOLLOWERS,
    KINDS,
    TECHNOLOGY,
    TOKENS,
    Player,
    State,
)

DRAW: Final[Choice] = ("draw",)
MOST_OUTCOMES: Final = 1_000


def draw_number(state: State, me: Player) -> int:
    """How many followers the epoch lets a player draw. [OS-BAG-1, OS-FK-EPOCH-20]"""
    return state.story.epochs[me.epoch].draw


def room_on_green(state: State, me: Player) -> int:
    room = state.tables.green
    for count in me.green:
        room -= count
    return room


# -- taking back -----------------------------------------------------------------------------------------------------


class BeginDraws(Step):
    """Everybody may take tokens back; a player with none on a space is not asked."""

    def run(self, state: State) -> None:
        for seat in state.playing:
            state.players[seat].returned = 0
        parts = [Recall(seat) for seat in state.playing if takeable(state, seat, first=True)]
        if parts:
            state.stack.append(Recalls(tuple(parts)))


class Recalls(Together):
    """All at once and openly; nothing of it depends on what others do."""

    sealed: ClassVar[bool] = False


def takeable(state: State, seat: int, first: bool = False) -> list[Choice]:
    """What may be taken off spaces: followers as far as draws and green allow, and whatever else is not fixed.

    With `first`, no more than the first of it.
    """
    me = state.players[seat]
    if not me.filled:
        return []
    followers = me.returned < draw_number(state, me) and room_on_green(state, me) > 0  # [OS-BAG-4, OS-BAG-5]
    found: list[Choice] = []
    spaces = me.spaces
    for place in me.layout.places:
        if not me.filled & place.mask:
            continue
        for n in range(place.size):
            token = spaces[place.first + n]
            if token < 0:
                continue
            if followers if token < KINDS else token != TECHNOLOGY or place.spaces[n].any:
                found.append(place.taking[n])
                if first:
                    return found
    return found


class Recall(Part):
    """Take a token off a space, or go on to drawing. Written `take PLACE SPACE` or `draw`. [OS-BAG-4, OS-PLAN-13]"""

    rule = "OS-BAG-4"
    verbs: ClassVar[tuple[str, ...]] = ("take", "draw")

    def options(self, state: State) -> list[Choice]:
        return [DRAW, *takeable(state, self.seat)]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        if len(choice) == 1:
            return None
        me = state.players[self.seat]
        place = state.atlas.by_id[str(choice[1])]
        token = take_off(me, place.first + int(choice[2]))
        if token < KINDS:
            me.green[token] += 1
            me.returned += 1
        else:
            take_into_supply(me, token)
        if state.listener is not None:
            rule = self.rule if token < KINDS else "OS-PLAN-13"
            state.tell(TokenTakenBack(rule, self.seat, TOKENS[token], place.id, int(choice[2])))
        return self if takeable(state, self.seat, first=True) else None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] != "take" or len(choice) != 3 or choice[1] not in state.atlas.by_id or type(choice[2]) is not int:
            return malformed(self.verbs)
        me, place = state.players[self.seat], state.atlas.by_id[str(choice[1])]
        if not 0 <= choice[2] < place.size or me.spaces[place.first + choice[2]] < 0:
            return Reason("OS-BAG-4", "reason.nothing_there", {"place": place.id})
        token = me.spaces[place.first + choice[2]]
        if token == TECHNOLOGY:
            return Reason("OS-TECH-8", "reason.technology_stays", {"place": place.id})
        if room_on_green(state, me) < 1:
            return Reason("OS-BAG-2", "reason.green_full", {})
        return Reason("OS-BAG-5", "reason.no_draw_left", {"draws": draw_number(state, me)})


def take_into_supply(me: Player, token: int) -> None:
    """Goods, coins and technology back from a space. [OS-PLACE-GATE-8, OS-PLAN-11]"""
    if token >= COINS:
        me.coins += token - COINS
    elif token == TECHNOLOGY:
        me.technology += 1
    else:
        me.goods[token - FIRST_GOOD] += 1


# -- drawing ---------------------------------------------------------------------------------------------------------


class DrawAll(Step):
    """Everybody, in turn order. [OS-BAG-1]"""

    def run(self, state: State) -> None:
        state.push(*[DrawFor(seat) for seat in state.turn_order()])


class DrawFor(Step):
    """As many as the epoch allows less those put back, as the green has room for, and as the bag holds."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        me = state.players[self.seat]
        held = sum(me.bag)
        count = min(draw_number(state, me) - me.returned, room_on_green(state, me), held)  # [OS-BAG-2, OS-BAG-3]
        if count == held:
            to_green(state, self.seat, me.bag[:])
        elif count:
            state.stack.append(Draw(self.seat, count))


def to_green(state: State, seat: int, drawn: Sequence[int]) -> None:
    """So many followers of each kind go from the bag to the green."""
    me = state.players[seat]
    for kind, count in enumerate(drawn):
        me.bag[kind] -= count
        me.green[kind] += count
    if state.listener is not None:
        if state.switches.sealed:
            state.tell(FollowersDrawn("OS-BAG-1", seat, sum(drawn)))
            state.tell(DrawSeen("OS-BAG-10", seat, words_of(drawn)))
        else:
            state.tell(FollowersShown("OS-OPT-7", seat, words_of(drawn)))


def words_of(counts: Sequence[int]) -> tuple[Follower, ...]:
    return tuple([FOLLOWERS[kind] for kind, count in enumerate(counts) for _ in range(count)])


class FromBag(Chance):
    """Some followers out of a bag, blindly. Written `draw SEAT FOLLOWER…`, in the order of the kinds."""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "count")

    def __init__(self, owner: int, count: int) -> None:
        super().__init__()
        self.owner = owner
        self.count = count

    def sample(self, state: State, dice: Dice) -> Choice:
        drawn = draw_some(state.players[self.owner].bag, self.count, dice)
        return ("draw", self.owner, *words_of(drawn))

    def outcomes(self, state: State) -> list[tuple[Choice, int]] | None:
        found = ways_to_draw(state.players[self.owner].bag, self.count)
        if found is None:
            return None
        return [(("draw", self.owner, *words_of(drawn)), weight) for drawn, weight in found]

    def accepts(self, state: State, choice: Choice) -> bool:
        if len(choice) != 2 + self.count or choice[:2] != ("draw", self.owner):
            return False
        if any([word not in FOLLOWERS for word in choice[2:]]):
            return False
        drawn = counts_of(choice)
        bag = state.players[self.owner].bag
        return words_of(drawn) == choice[2:] and all([drawn[kind] <= bag[kind] for kind in range(KINDS)])


def counts_of(choice: Choice) -> list[int]:
    """The followers of a choice of CHANCE, by kind."""
    words = choice[2:]
    return [words.count(word) for word in FOLLOWERS]


def draw_some(bag: Sequence[int], count: int, dice: Dice) -> list[int]:
    """So many followers from a bag, each as likely as any other."""
    drawn = [0] * KINDS
    left = list(bag)
    total = sum(left)
    for _ in range(count):
        number = dice.below(total)
        for kind in range(KINDS):
            if number < left[kind]:
                left[kind] -= 1
                drawn[kind] += 1
                break
            number -= left[kind]
        total -= 1
    return drawn


def ways_to_draw(bag: Sequence[int], count: int) -> list[tuple[tuple[int, ...], int]] | None:
    """Every selection that could be drawn with the number of ways it comes about; None if there are too many."""
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    behind = sum(bag)
    for held in bag:
        behind -= held
        further: list[tuple[tuple[int, ...], int]] = []
        for drawn, ways in found:
            missing = count - sum(drawn)
            for some in range(max(0, missing - behind), min(held, missing) + 1):
                further.append(((*drawn, some), ways * comb(held, some)))
        if len(further) > MOST_OUTCOMES:
            return None
        found = further
    return found


class Draw(FromBag):
    """The draw of the draw phase: where plans are sealed, its owner alone sees it until they are shown. [OS-BAG-10]"""

    def witnesses(self, state: State) -> tuple[int, ...] | None:
        return (self.owner,) if state.switches.sealed else None

    def resolve(self, state: State, choice: Choice) -> None:
        to_green(state, self.owner, counts_of(choice))
