"""A whole plan for a bot: which places to fill with the followers at hand, found once for every planning phase.

What a place is worth is found by using it on a clone. Among all sets of places that the followers can fill, the best is
searched for; followers left over wait at places that the next draws may complete.
"""

from __future__ import annotations

from typing import Final

from kronrat.core.flow import Choice, Decision
from kronrat.games.orleans.rules.actions import Turn
from kronrat.games.orleans.rules.bag import take_into_supply
from kronrat.games.orleans.rules.places import Layout, Place, put, take_off
from kronrat.games.orleans.rules.planning import READY, has, lay_down, wanted_coins
from kronrat.games.orleans.rules.state import (
    ACTING,
    COINS,
    EMPTY,
    FIRST_GOOD,
    KINDS,
    MONK,
    TECHNOLOGY,
    TOKENS,
    Player,
    State,
)

Placement = tuple[int, int]  # space and token
Plan = dict[int, int]  # token by space

LEAST_GAIN: Final = 0.15  # below it a place is not worth its followers
URGENT: Final = 1_000.0  # what makes an idea part of the best plan
MOST_NODES: Final = 1_500
MOST_ANSWERS: Final = 12  # to questions that one action asks
MOST_REMEMBERED: Final = 4_000

_plans: dict[tuple[object, ...], Plan] = {}
_kinds: dict[Layout, dict[int, list[int]]] = {}


class Idea:
    """Something to do with an action: a place, the tokens it still lacks, and what it would bring."""

    def __init__(self, place: Place, gain: float, again: float, token: int) -> None:
        self.place = place
        self.gain = gain
        self.again = again  # what it brings once another token of this round has brought an ascent
        self.token = token  # the one to be sent, at the Gate


def plan_for(state: State, seat: int) -> Plan:
    """What this seat should place in this planning phase, whatever it has placed already."""
    me = state.players[seat]
    placed = [space for space, before in enumerate(me.veil[0]) if me.spaces[space] != before]
    pool = [*me.green, *me.goods, me.technology, me.coins]
    for space in placed:
        token = me.spaces[space]
        if token < COINS:
            pool[token] += 1
        else:
            pool[COINS] += token - COINS
    sheet = tuple([getattr(me.sheet, name) for name in me.sheet.FIELDS])
    realm = tuple([(player.areas, player.fortresses, player.epoch) for player in state.players])
    key = (
        seat, state.round, state.land, state.villages, state.chapels, realm, me.fame, me.open, me.veil[0], tuple(pool),
        sheet, tuple(state.market), tuple(state.storage), tuple(state.deeds), state.switches.wanted,
    )  # fmt: skip
    known = _plans.get(key)
    if known is None:
        if len(_plans) >= MOST_REMEMBERED:
            _plans.clear()
        bare = without_plan(state, seat)
        known = _carried_out(bare, seat, None)
        _plans[key] = known
    return known


def _take_back(me: Player, space: int) -> None:
    token = take_off(me, space)
    if token < KINDS:
        me.green[token] += 1
    else:
        take_into_supply(me, token)


def has_begun(state: State, seat: int) -> bool:
    """Whether anything was placed in this planning phase."""
    me = state.players[seat]
    return tuple(me.spaces) != me.veil[0]


def is_on_plan(state: State, seat: int) -> bool:
    """Whether all that was placed in this planning phase belongs to the plan."""
    me, plan = state.players[seat], plan_for(state, seat)
    for space, before in enumerate(me.veil[0]):
        if me.spaces[space] != before and plan.get(space) != me.spaces[space]:
            return False
    return True


def plan_choices(state: State, seat: int, plan: Plan) -> tuple[Choice, ...]:
    """What this seat still has to say so that its plan becomes this one, and that it is ready then."""
    spaces, atlas = state.players[seat].spaces[:], state.atlas
    said: list[Choice] = []
    for space in sorted(plan):
        place = atlas.place_of[space]
        if spaces[space] == EMPTY and spaces[atlas.twin(place, space - place.first)] != EMPTY:
            spaces[space] = plan[space]
            said.append(("place", TOKENS[plan[space]], place.id, space - place.first))
    said.append(READY)
    return tuple(said)


def plans_for(state: State, seat: int, most: int) -> list[Plan]:
    """The plan of `plan_for` first, then others: without one of the places that it fills, or with another idea."""
    first = plan_for(state, seat)
    bare = without_plan(state, seat)
    ideas = _ideas(bare, seat)
    plans = [first]
    filled = list(dict.fromkeys([state.atlas.place_of[space] for space in first]))
    for place in filled:
        _add_plan(plans, bare, seat, [idea for idea in ideas if idea.place is not place], most)
    for wanted in ideas:
        if wanted.token != EMPTY or wanted.place not in filled:
            urgent = Idea(wanted.place, wanted.gain + URGENT, wanted.again + URGENT, wanted.token)
            _add_plan(plans, bare, seat, [urgent if idea is wanted else idea for idea in ideas], most)
    return plans


def _add_plan(plans: list[Plan], bare: State, seat: int, ideas: list[Idea], most: int) -> None:
    if len(plans) < most:
        plan = _carried_out(bare.clone(), seat, ideas)
        if plan not in plans:
            plans.append(plan)


def without_plan(state: State, seat: int) -> State:
    """The same before this seat placed anything in this planning phase."""
    bare = state.clone()
    me = bare.players[seat]
    for space, before in enumerate(me.veil[0]):
        if me.spaces[space] != before:
            _take_back(me, space)
    return bare


# -- what there is to do ---------------------------------------------------------------------------------------------


def _carried_out(bare: State, seat: int, ideas: list[Idea] | None) -> Plan:
    """The best plan with these ideas, or with all there are; it is carried out in the world that is given."""
    plan: Plan = {}
    _use_technology(bare, seat, plan)
    for space, token in _best_set(bare, seat, _ideas(bare, seat) if ideas is None else ideas).items():
        plan[space] = token
        lay_down(bare.players[seat], token)
        put(bare.players[seat], space, token)
    _wait_at_places(bare, seat, plan)
    return plan


def _best_set(bare: State, seat: int, ideas: list[Idea]) -> Plan:
    """The best set of ideas, less those that bring nothing once the others have been carried out."""
    while True:
        search = _Search(bare, seat, ideas)
        world = bare
        vain: list[Idea] = []
        for idea, placed in sorted(search.picks, key=lambda pick: -pick[0].gain):
            after = used(world, seat, idea.place, placed)
            if after is None or after.story.worth(after, seat) < world.story.worth(world, seat) + LEAST_GAIN:
                vain.append(idea)
            else:
                world = after
        if not vain:
            return {space: token for _, placed in search.picks for space, token in placed}
        ideas = [idea for idea in ideas if idea not in vain]


def _ideas(bare: State, seat: int) -> list[Idea]:
    me, story = bare.players[seat], bare.story
    found: list[Idea] = []
    for place in me.layout.places:
        if story.forbids[me.epoch] & place.ban:
            continue
        if place.spaces[0].any:
            found += _sendings(bare, seat, place)
            continue
        placed = fill(me, place)
        if placed:
            gain = gain_of(bare, seat, place, placed)
            if gain >= LEAST_GAIN:
                found.append(Idea(place, gain, gain, EMPTY))
    return sorted(found, key=lambda idea: -idea.gain / (1 + idea.place.size))


def _sendings(bare: State, seat: int, place: Place) -> list[Idea]:
    """A token of each kind that could be sent from here."""
    me = bare.players[seat]
    free = [space for space in range(place.first, place.end) if me.spaces[space] == EMPTY]
    if not free:
        return []
    wanted = bare.wanted | bare.story.wanted(bare, seat)
    amounts = wanted_coins(bare, seat)
    tokens = [token for token in range(TECHNOLOGY + 1) if wanted >> token & 1 and has(me, token)]
    tokens += [COINS + n for n in range(1, min(me.coins, amounts.bit_length()) + 1) if amounts >> n & 1]
    found: list[Idea] = []
    for token in tokens:
        gain = gain_of(bare, seat, place, [(free[0], token)])
        if gain < LEAST_GAIN:
            continue
        again = gain
        if not me.ascended and bare.story.may_ascend(bare, seat, False):
            me.ascended = True
            again = gain_of(bare, seat, place, [(free[0], token)])
            me.ascended = False
        found.append(Idea(place, gain, again, token))
    return found


def gain_of(bare: State, seat: int, place: Place, placed: list[Placement]) -> float:
    """What using a place would bring, with these tokens on it and the best answers to its questions."""
    world = used(bare, seat, place, placed)
    return 0.0 if world is None else world.story.worth(world, seat) - bare.story.worth(bare, seat)


def used(bare: State, seat: int, place: Place, placed: list[Placement]) -> State | None:
    """The world after that, or None if it is not possible."""
    world = bare.clone()
    me = world.players[seat]
    for space, token in placed:
        lay_down(me, token)
        put(me, space, token)
    if not place.possible(world, seat):
        return None
    world.stack = []
    world.phase = ACTING
    world.passed = tuple(range(world.seats))
    Turn(seat).resolve(world, place.choice)
    world.settle()
    return answered(world, seat)


def answered(world: State, seat: int) -> State:
    """The world once this seat has answered the questions of its action as well as it can."""
    for _ in range(MOST_ANSWERS):
        top = world.stack[-1] if world.stack else None
        if not isinstance(top, Decision) or top.seat != seat or isinstance(top, Turn):
            break
        best, best_worth = world, 0.0
        for option in world.options(seat):
            after = world.clone()
            after.apply(seat, option)
            worth = after.story.worth(after, seat)
            if best is world or worth > best_worth:
                best, best_worth = after, worth
        world = best
    return world


def sending_gain(state: State, seat: int, place: Place, space: int) -> float:
    """What the token on this field of the Gate would bring."""
    world = state.clone()
    for other in range(place.first, place.end):
        if other != space and world.players[seat].spaces[other] != EMPTY:
            _take_back(world.players[seat], other)
    return gain_of(world, seat, place, [])


# -- filling places --------------------------------------------------------------------------------------------------


def kinds_of(layout: Layout) -> dict[int, list[int]]:
    """For every space the followers that it takes: those it shows, then stand-ins, monks last."""
    known = _kinds.get(layout)
    if known is None:
        if len(_kinds) >= MOST_REMEMBERED:
            _kinds.clear()
        known = {}
        for place in layout.places:
            for n, space in enumerate(place.spaces):
                others = [kind for kind in range(KINDS) if kind not in space.takes and layout.accepts(space, kind)]
                known[place.first + n] = [*space.takes, *others]
        _kinds[layout] = known
    return known


def fill(me: Player, place: Place) -> list[Placement] | None:
    """Tokens for all empty spaces of a place from green and supply; None if some are lacking."""
    kinds = kinds_of(me.layout)
    green, goods = me.green[:], me.goods[:]
    placed: list[Placement] = []
    for space in range(place.first, place.end):
        if me.spaces[space] != EMPTY:
            continue
        row = place.spaces[space - place.first]
        if row.good != EMPTY:
            if not goods[row.good - FIRST_GOOD]:
                return None
            goods[row.good - FIRST_GOOD] -= 1
            placed.append((space, row.good))
            continue
        kind = next((kind for kind in kinds[space] if green[kind]), EMPTY)
        if kind == EMPTY:
            if place.some:
                continue
            return None
        green[kind] -= 1
        placed.append((space, kind))
    return placed


class _Search:
    """The best set of ideas that the tokens at hand allow."""

    def __init__(self, bare: State, seat: int, ideas: list[Idea]) -> None:
        self.me = bare.players[seat].clone()
        self.ideas = ideas
        self.ahead = [0.0] * (len(ideas) + 1)
        for n in range(len(ideas) - 1, -1, -1):
            self.ahead[n] = self.ahead[n + 1] + ideas[n].gain
        self.best = 0.0
        self.picks: list[tuple[Idea, list[Placement]]] = []
        self.nodes = 0
        self._look(0, 0.0, [], False)

    def _look(self, n: int, worth: float, picks: list[tuple[Idea, list[Placement]]], sent: bool) -> None:
        if worth > self.best:
            self.best, self.picks = worth, picks[:]
        self.nodes += 1
        if n == len(self.ideas) or worth + self.ahead[n] <= self.best or self.nodes > MOST_NODES:
            return
        idea, me = self.ideas[n], self.me
        placed = self._tokens(idea)
        if placed:
            for space, token in placed:
                lay_down(me, token)
                put(me, space, token)
            picks.append((idea, placed))
            sends = idea.token != EMPTY
            self._look(n + 1, worth + (idea.again if sends and sent else idea.gain), picks, sent or sends)
            picks.pop()
            for space, _ in placed:
                _take_back(me, space)
        self._look(n + 1, worth, picks, sent)

    def _tokens(self, idea: Idea) -> list[Placement] | None:
        if idea.token == EMPTY:
            return fill(self.me, idea.place)
        if not has(self.me, idea.token):
            return None
        for space in range(idea.place.first, idea.place.end):
            if self.me.spaces[space] == EMPTY:
                return [(space, idea.token)]
        return None


# -- what is left over -----------------------------------------------------------------------------------------------


def _use_technology(bare: State, seat: int, plan: Plan) -> None:
    """A tile that no own field waits for goes where it saves a follower of the busiest place."""
    me = bare.players[seat]
    if not me.technology or bare.story.wanted(bare, seat) >> TECHNOLOGY & 1:
        return
    best, best_gain = EMPTY, LEAST_GAIN
    for fit in me.layout.technology:
        space = fit.at
        place = bare.atlas.place_of[space]
        if place.spaces[space - place.first].any or me.spaces[space] != EMPTY or _has_tile(me, place):
            continue
        placed = fill(me, place)
        gain = gain_of(bare, seat, place, placed) / place.size if placed else 0.0
        if gain > best_gain:
            best, best_gain = space, gain
    if best != EMPTY:
        plan[best] = TECHNOLOGY
        lay_down(me, TECHNOLOGY)
        put(me, best, TECHNOLOGY)


def _has_tile(me: Player, place: Place) -> bool:
    return TECHNOLOGY in me.spaces[place.first : place.end]


def _wait_at_places(bare: State, seat: int, plan: Plan) -> None:
    """Followers left on the green wait where the bag holds what is lacking, so that they do not block the green."""
    me = bare.players[seat]
    if sum(me.green) < 2:
        return
    dream = bare.clone()  # everybody in the bag were on the green
    sleeper = dream.players[seat]
    for kind in range(KINDS):
        sleeper.green[kind] += sleeper.bag[kind]
        sleeper.bag[kind] = 0
    hopes: list[tuple[float, int, list[Placement]]] = []
    for place in me.layout.places:
        if place.spaces[0].any or place.some or place.mask & me.filled == place.mask:
            continue
        placed = fill(sleeper, place)
        if placed:
            gain = gain_of(dream, seat, place, placed)
            if gain >= LEAST_GAIN:
                hopes.append((-gain, place.number, placed))
    for _, _, placed in sorted(hopes):
        for space, token in placed:
            if token < KINDS and me.green[token] and token != MONK:
                plan[space] = token
                lay_down(me, token)
                put(me, space, token)
