"""Places and their action spaces: who may go where, which places are ready, and what follows from a set of places.

A place is one class and one row of data. Phases ask places; no phase names one.
"""

from __future__ import annotations

from typing import Final

from kronrat.core.flow import Choice, Reason
from kronrat.games.orleans.rules.effect import Effect, Workshop
from kronrat.games.orleans.rules.events import Follower, FollowersReturned
from kronrat.games.orleans.rules.state import (
    COINS,
    EMPTY,
    FIRST_GOOD,
    FOLLOWERS,
    GOODS,
    KINDS,
    KNIGHT,
    MONK,
    MOST_COINS,
    TECHNOLOGY,
    TOKENS,
    Player,
    State,
    bits,
)
from kronrat.games.orleans.rules.supply import to_storage
from kronrat.games.orleans.rules.tables import PlaceRow, Tables

STOPPER: Final = 99  # behind the last space: it is never empty
_LAYOUTS_KEPT: Final = 20_000  # a long process meets many layouts; forgetting them all now and then keeps memory flat


class Fit:
    """A space for a token: the words to say, and the space that has to be filled before it."""

    def __init__(self, choice: Choice, at: int, twin: int) -> None:
        self.choice = choice
        self.at = at
        self.twin = twin


class Space:
    """One action space: the followers it shows, a good, or anything."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.any = word == "any"
        self.exact = word.startswith("=")  # no stand-ins
        self.good = TOKENS.index(word) if word in GOODS else EMPTY
        shown = [] if self.any or self.good >= 0 else word.removeprefix("=").split("|")
        self.takes = tuple([FOLLOWERS.index(follower) for follower in shown])


class Place:
    """A place of the player board or a card, with its spaces and what it does."""

    def __init__(self, row: PlaceRow, number: int, first: int, effects: list[Effect]) -> None:
        self.row = row
        self.number = number
        self.id = row.id
        self.rule = row.rule
        self.first = first
        self.spaces = [Space(word) for word in row.spaces]
        self.size = len(row.spaces)
        self.end = first + self.size
        self.mask = ((1 << self.size) - 1) << first
        self.some = row.activation == "some"  # one token is enough; if not set, all spaces have to be filled
        self.ban = 1 << number  # bits of the places whose prohibition holds here
        self.choice: Choice = ("use", row.id)
        self.taking: list[Choice] = [("take", row.id, n) for n in range(self.size)]
        self.effects = effects
        self.draws = any([effect.draws for effect in effects])
        self.sends = any([effect.sends for effect in effects])

    def possible(self, state: State, seat: int) -> bool:
        """Whether the action could have any effect now. [OS-ACT-10]"""
        return all([effect.possible(state, seat, self) for effect in self.effects])

    def failing(self, state: State, seat: int) -> Effect | None:
        """The first effect that could not happen now."""
        for effect in self.effects:
            if not effect.possible(state, seat, self):
                return effect
        return None

    def is_ready(self, me: Player) -> bool:
        """Whether all spaces are occupied, or one where that is enough. [OS-PLAN-8, OS-PLACE-GATE-4]"""
        if self.some:
            return me.filled & self.mask != 0
        return self.size > 0 and me.filled & self.mask == self.mask

    def followers_here(self, me: Player) -> int:
        return sum([1 for token in me.spaces[self.first : self.end] if 0 <= token < KINDS])

    def knights_here(self, me: Player) -> int:
        """Real ones; monks, other stand-ins and technology do not count. [OS-CONQ-4, OS-TECH-13, OS-MONK-4]"""
        return me.spaces[self.first : self.end].count(KNIGHT)


def empty(state: State, seat: int, place: Place) -> None:
    """Followers go back into the bag, wood to the storage box; technology stays. [OS-ACT-5, OS-ACT-6, OS-BUILD-2]"""
    me = state.players[seat]
    spaces, bag = me.spaces, me.bag
    home: list[Follower] = []
    for space in range(place.first, place.end):
        token = spaces[space]
        if token in (EMPTY, TECHNOLOGY):
            continue
        if token < KINDS:
            bag[token] += 1
            home.append(FOLLOWERS[token])
        else:
            to_storage(state, token)
        spaces[space] = EMPTY
        me.filled &= ~(1 << space)
    if home and state.listener is not None:
        state.tell(FollowersReturned("OS-ACT-5", seat, tuple(home)))


def put(me: Player, space: int, token: int) -> None:
    me.spaces[space] = token
    me.filled |= 1 << space


def take_off(me: Player, space: int) -> int:
    """The token that was there."""
    token = me.spaces[space]
    me.spaces[space] = EMPTY
    me.filled &= ~(1 << space)
    return token


class Layout:
    """The places a player has, and which tokens go where. Shared by every state in which they are the same."""

    def __init__(self, atlas: Atlas, open: int) -> None:
        places = [place for place in atlas.places if open >> place.number & 1]
        self.owned = places
        self.places = [place for place in places if place.size]  # where something can be put
        self.standing_in: dict[int, list[int]] = {}  # for whom a follower may stand in, by passive cards
        for place in places:
            for follower, others in place.row.stand_in.items():
                kinds = self.standing_in.setdefault(follower, [])
                kinds.extend([kind for kind in others if kind not in kinds])
        self._takers: dict[str, int] = {}
        self.shielded = any([place.row.shields for place in places])
        self.autumn_coins = sum([place.row.autumn_coins for place in places])
        self.fits: list[list[Fit]] = [self._fits(atlas, follower) for follower in range(KINDS)]
        self.goods: list[list[Fit]] = [self._lying(atlas, token) for token in range(FIRST_GOOD, TECHNOLOGY)]
        self.technology: list[Fit] = self._technology(atlas)
        self.coins: list[tuple[int, int, str, int]] = []  # space, the one before it, place, number of the space
        self.anywhere: list[int] = []  # spaces that take any token
        for place in self.places:
            for n, space in enumerate(place.spaces):
                if space.any:
                    self.anywhere.append(place.first + n)
                    self.coins.append((place.first + n, atlas.twin(place, n), place.id, n))

    def takers(self, space: Space) -> int:
        """Bits of the followers that may be put there."""
        takers = self._takers.get(space.word)
        if takers is None:
            takers = sum([1 << follower for follower in range(KINDS) if self.accepts(space, follower)])
            self._takers[space.word] = takers
        return takers

    def accepts(self, space: Space, follower: int) -> bool:
        """Whether a follower may be put there. [OS-PLAN-4, OS-MONK-1, OS-MONK-2, OS-CARD-PASSIVE-1]"""
        if space.any or follower in space.takes:
            return True
        if not space.takes or space.exact:
            return False
        if follower == MONK:
            return True
        return any([kind in space.takes for kind in self.standing_in.get(follower, [])])

    def _fits(self, atlas: Atlas, follower: int) -> list[Fit]:
        found: list[Fit] = []
        for place in self.places:
            for n, space in enumerate(place.spaces):
                if self.takers(space) >> follower & 1:
                    found.append(atlas.fit(place, n, follower))
        return found

    def _lying(self, atlas: Atlas, token: int) -> list[Fit]:
        """Where a good may be laid: on its own spaces, and anywhere at the Gate. [OS-PLAN-9, OS-PLACE-GATE-1]"""
        found: list[Fit] = []
        for place in self.places:
            for n, space in enumerate(place.spaces):
                if space.any or space.good == token:
                    found.append(atlas.fit(place, n, token))
        return found

    def _technology(self, atlas: Atlas) -> list[Fit]:
        """On any space that shows a follower other than a monk, where the place allows it. [OS-TECH-5 to OS-TECH-11]"""
        found: list[Fit] = []
        for place in self.places:
            for n, space in enumerate(place.spaces):
                replaces = place.row.technology and space.takes and MONK not in space.takes
                if space.any or replaces:
                    found.append(atlas.fit(place, n, TECHNOLOGY))
        return found


class Atlas:
    """All places, and the map for a number of players; with every layout that was met."""

    def __init__(self, tables: Tables, seats: int, story: str, workshop: Workshop) -> None:
        self.tables = tables
        self.places: list[Place] = []
        first = 0
        for number, row in enumerate(tables.places):
            effects = workshop.make(row.ops, row.rule) if story in row.stories else []
            place = Place(row, number, first, effects)
            self.places.append(place)
            first = place.end
        self.size = first  # of all spaces together
        self.place_of: list[Place] = [place for place in self.places for _ in range(place.size)]
        self.by_id: dict[str, Place] = {place.id: place for place in self.places}
        for place in self.places:
            if place.row.forbidden_with:
                place.ban |= 1 << self.by_id[place.row.forbidden_with].number
        self.recruiting = [  # on the board: who can fill none of them gets a newcomer
            place for place in self.places if place.row.kind == "board" and "recruit" in [op.do for op in place.row.ops]
        ]
        self.board = sum([1 << place.number for place in self.places if place.row.kind == "board"])
        cards = [place for place in self.places if place.row.kind == "card"]
        self.cards = tuple([place.number for place in cards if story in place.row.stories])
        self.placing: dict[Choice, tuple[int, int]] = {}  # token and space that a choice of planning names
        for place in self.places:
            for n, space in enumerate(place.spaces):
                for token in range(COINS + MOST_COINS + 1):
                    if space.any or token <= TECHNOLOGY:
                        self.placing[("place", TOKENS[token], place.id, n)] = (token, place.first + n)
        self._choices = {named: choice for choice, named in self.placing.items()}
        self._layouts: dict[int, Layout] = {}
        self.deed_effects = [[workshop.make(side.ops, side.rule) for side in sides] for sides in tables.deeds]
        self.slot_of = {side.id: slot for slot, sides in enumerate(tables.deeds) for side in sides}
        self.in_play = tables.areas.in_play(seats)
        self.areas = bits(self.in_play)
        self.neighbours = tables.areas.neighbours(seats)
        self._around: dict[int, int] = {}
        self.area_number = {id: number for number, id in enumerate(tables.areas.ids)}
        self.next_mark = self._marks(tables)

    def _marks(self, tables: Tables) -> list[int]:
        """For every field of the track the next marked one behind it, or one that nobody reaches."""
        found: list[int] = []
        for field in range(tables.fame_last + 1):
            found.append(min([mark for mark in tables.fame_fields if mark > field], default=tables.fame_last + 1))
        return found

    def layout(self, open: int) -> Layout:
        layout = self._layouts.get(open)
        if layout is None:
            if len(self._layouts) >= _LAYOUTS_KEPT:
                self._layouts.clear()
            layout = Layout(self, open)
            self._layouts[open] = layout
        return layout

    def fit(self, place: Place, n: int, token: int) -> Fit:
        return Fit(self._choices[(token, place.first + n)], place.first + n, self.twin(place, n))

    def twin(self, place: Place, n: int) -> int:
        """The space just like this one that is filled first, so that equal choices are offered once."""
        for earlier in range(n - 1, -1, -1):
            if place.spaces[earlier].word == place.spaces[n].word:
                return place.first + earlier
        return self.size

    def around(self, areas: int) -> int:
        """Bits of all areas next to one of these."""
        found = self._around.get(areas)
        if found is None:
            if len(self._around) >= _LAYOUTS_KEPT:
                self._around.clear()
            found = 0
            for number, beside in enumerate(self.neighbours):
                if areas >> number & 1:
                    found |= beside
            self._around[areas] = found
        return found


def open_place(state: State, seat: int, number: int) -> None:
    """From now on the player may fill this place. [OS-EPOCH-3, OS-PLACE-YARD-1]"""
    me = state.players[seat]
    me.open |= 1 << number
    me.layout = state.atlas.layout(me.open)


def wrong_space(rule: str, token: str, place: Place, space: Space) -> Reason:
    """A space that does not take this token; what it takes is named."""
    takes = [FOLLOWERS[kind] for kind in space.takes] if space.good < 0 else [TOKENS[space.good]]
    facts = {"token": token, "place": place.id, "takes": takes, "several": len(takes) > 1}
    return Reason(rule, "reason.space_for", facts)
