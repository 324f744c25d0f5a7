"""What may be put on a table of Orléans Stories by hand: the market, the map, and what is in front of each player.

Tokens come out of the storage box and go back there, so there are never more of them than in the box of the game. Each
story adds what only it has, and how its rounds are counted.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kronrat.games.orleans.rules.bag import Draw, room_on_green
from kronrat.games.orleans.rules.places import Place, take_off
from kronrat.games.orleans.rules.rounds import Round
from kronrat.games.orleans.rules.state import (
    COINS,
    DRAWING,
    EMPTY,
    FIRST_GOOD,
    KINDS,
    PLANNING,
    TECHNOLOGY,
    TOKENS,
    Player,
    State,
    bits,
)
from kronrat.games.orleans.rules.supply import to_storage
from kronrat.pieces import Misfit, Piece, skip_to

MOST: Final = 99  # more coins than anybody ever has


def pieces(state: State) -> list[Piece]:
    if not state.round:
        return []
    villages, churches = _ids(state, state.villages), _ids(state, state.chapels)
    found = [
        Piece("villages", "target.iv_villages", villages, partial(_villages, state), values=_all(state)),
        Piece("churches", "term.churches", churches, partial(_churches, state), values=_all(state)),
    ]
    found += [_token(state, "market", state.market, token, None, "term.market") for token in range(COINS)]
    for seat in range(state.seats):
        found += _of(state, seat)
    return found


def _of(state: State, seat: int) -> list[Piece]:
    """What is in front of a player."""
    me, tiles = state.players[seat], state.tables.totals[TECHNOLOGY]
    open = [place for place in state.atlas.cards if me.open >> place & 1]
    mine = tuple([state.atlas.places[card].id for card in open])
    cards = tuple([state.atlas.places[card].id for card in state.atlas.cards if card in open or card in state.cards])
    built = _ids(state, me.fortresses)
    found = [
        Piece("first", "web.os.first", state.first == seat, partial(_first, state, seat), seat),
        Piece("coins", "term.coins", me.coins, partial(_coins, me), seat, 0, MOST),
        Piece("fame", "term.fame", me.fame, partial(_fame, me), seat, state.tables.fame_first, state.tables.fame_last),
        Piece("technology", "token.technology", me.technology, partial(_technology, state, me), seat, 0, tiles),
        Piece("areas", "table.areas", _ids(state, me.areas), partial(_areas, state, seat), seat, values=_all(state)),
        Piece("fortresses", "term.fortresses", built, partial(_fortresses, state, seat), seat, values=_all(state)),
        Piece("cards", "term.cards", mine, partial(_cards, state, me), seat, values=cards, names="place"),
    ]
    goods = range(FIRST_GOOD, TECHNOLOGY)
    found += [_token(state, "goods", me.goods, good, seat, "table.goods", FIRST_GOOD) for good in goods]
    found += [_token(state, "green", me.green, kind, seat, "term.green") for kind in range(KINDS)]
    return found + [_token(state, "bag", me.bag, kind, seat, "term.bag") for kind in range(KINDS)]


def _token(state: State, id: str, pile: list[int], token: int, seat: int | None, group: str, lowest: int = 0) -> Piece:
    """How many of a token are on a pile; those before the `lowest` are never on it."""
    at, word = token - lowest, TOKENS[token]
    put = partial(_move, state, seat, pile, at, token)
    return Piece(f"{id}_{word}", f"token.{word}", pile[at], put, seat, 0, state.tables.totals[token], group=group)


def begin_round(state: State, round: int) -> None:
    """The beginning of a round, after whatever its season brings: everybody is about to draw, or to plan."""
    state.stack.clear()
    state.round = round - 1
    for me in state.players:
        me.veil = ()
    Round().run(state)
    skip_to(state, DRAWING, PLANNING)
    state.settle()


def enter(state: State, seat: int, epoch: int) -> None:
    """In this epoch, the first is 0: with the places and settlers of all up to it, and with none of those after it."""
    me = state.players[seat]
    for number, row in enumerate(state.story.epochs):
        come = number <= epoch
        if (number <= me.epoch) != come:
            settlers = row.settlers if come else -row.settlers
            me.held -= settlers
            me.settlers += settlers
        for place in row.unlock:
            _open(state, me, place, come)
    me.epoch = epoch
    if me.settlers < 0:
        raise Misfit(state.story.settlers_rule, "web.pieces.lacks", most=me.areas.bit_count() + me.settlers)


# -- tokens ------------------------------------------------------------------------------------------------------------


def _take(state: State, token: int, more: int) -> None:
    """Out of the storage box, or back there. [OS-SUP-1]"""
    left = state.storage[token] - more
    if left < 0:
        raise Misfit("OS-SUP-1", "web.pieces.left", most=state.storage[token])
    state.storage[token] = left


def _move(state: State, seat: int | None, pile: list[int], at: int, token: int, count: int) -> None:
    _take(state, token, count - pile[at])
    pile[at] = count
    if seat is not None:
        me = state.players[seat]
        coming = sum([step.count for step in state.stack if isinstance(step, Draw) and step.owner == seat])
        if pile is me.green and room_on_green(state, me) < coming:
            raise Misfit("OS-BAG-2", "reason.green_full")
        _unveil(me)


def _technology(state: State, me: Player, count: int) -> None:
    _take(state, TECHNOLOGY, count - me.technology)
    me.technology = count
    _unveil(me)


def _coins(me: Player, coins: int) -> None:
    me.coins = coins
    _unveil(me)


def _unveil(me: Player) -> None:
    """What was put there is open to all."""
    if me.veil:
        me.veil = (tuple(me.spaces), tuple(me.green), tuple(me.goods), (me.coins, me.technology))


def _fame(me: Player, field: int) -> None:
    """On this field, and all that was on the way was given."""
    me.fame = me.honoured = field


def _first(state: State, seat: int, begins: bool) -> None:
    """The marker goes from one who plays to another, and never away."""
    if not begins or seat not in state.playing:
        raise Misfit("CORE-FORM", "web.pieces.misfit")
    state.first = seat


# -- the map -----------------------------------------------------------------------------------------------------------


def _all(state: State) -> tuple[str, ...]:
    return tuple([state.tables.areas.ids[area] for area in state.atlas.areas])


def _ids(state: State, mask: int) -> tuple[str, ...]:
    return tuple([state.tables.areas.ids[area] for area in bits(mask)])


def _mask(state: State, ids: tuple[str, ...]) -> int:
    return sum([1 << state.atlas.area_number[id] for id in ids])


def _areas(state: State, seat: int, ids: tuple[str, ...]) -> None:
    """Settlers of the supply; where somebody else is, only those at peace. [OS-EXP-3, OS-PEACE-1]"""
    me, wanted = state.players[seat], _mask(state, ids)
    fresh = wanted & ~me.areas
    for other in state.playing:
        rival = state.players[other]
        taken = fresh & (rival.areas | rival.fortresses)
        if other != seat and taken and not state.story.at_peace(me.epoch, rival.epoch):
            raise Misfit("OS-EXP-3", "reason.occupied", area=_ids(state, taken)[0])
    me.settlers += me.areas.bit_count() - wanted.bit_count()
    if me.settlers < 0:
        raise Misfit("OS-PLACE-TERRITORY-3", "web.pieces.lacks", most=wanted.bit_count() + me.settlers)
    me.areas = wanted
    state.story.control_changed(state, seat)


def _fortresses(state: State, seat: int, ids: tuple[str, ...]) -> None:
    """At most so many, and one in an area. [OS-PLACE-FORTRESS-6, OS-PLACE-FORTRESS-8]"""
    me, wanted = state.players[seat], _mask(state, ids)
    for other, rival in enumerate(state.players):
        taken = wanted & rival.fortresses
        if other != seat and taken:
            raise Misfit("OS-PLACE-FORTRESS-6", "reason.has_fortress", area=_ids(state, taken)[0])
    if wanted.bit_count() > state.tables.numbers["fortresses"]:
        raise Misfit("OS-PLACE-FORTRESS-8", "web.pieces.lacks", most=state.tables.numbers["fortresses"])
    me.fortresses = wanted


def _villages(state: State, ids: tuple[str, ...]) -> None:
    """Where a church is, there is a village. [OS-PLACE-CHURCH-2]"""
    wanted = _mask(state, ids)
    bare = state.chapels & ~wanted
    if bare:
        raise Misfit("OS-PLACE-CHURCH-2", "reason.has_church", area=_ids(state, bare)[0])
    state.villages = wanted
    _controlled(state)


def _churches(state: State, ids: tuple[str, ...]) -> None:
    """They come from the supply, and stand in villages. [OS-PLACE-CHURCH-2, OS-PLACE-CHURCH-4]"""
    wanted = _mask(state, ids)
    bare = wanted & ~state.villages
    if bare:
        raise Misfit("OS-PLACE-CHURCH-2", "reason.no_village", area=_ids(state, bare)[0])
    state.churches += state.chapels.bit_count() - wanted.bit_count()
    if state.churches < 0:
        raise Misfit("OS-PLACE-CHURCH-4", "reason.none_left_church")
    state.chapels = wanted
    _controlled(state)


def _controlled(state: State) -> None:
    for seat in state.playing:
        state.story.control_changed(state, seat)


# -- places ------------------------------------------------------------------------------------------------------------


def _cards(state: State, me: Player, ids: tuple[str, ...]) -> None:
    """Those that nobody has, or back to those. [OS-PLACE-YARD-1]"""
    wanted = [state.atlas.by_id[id].number for id in ids]
    for card in state.atlas.cards:
        has = bool(me.open >> card & 1)
        if has != (card in wanted):
            _open(state, me, card, not has)
            state.cards = tuple([other for other in state.atlas.cards if (other in state.cards) != (other == card)])


def _open(state: State, me: Player, number: int, open: bool) -> None:
    """A place in front of a player, or away with all that lies on it: followers into the bag, the rest out of play."""
    place = state.atlas.places[number]
    if not open:
        _clear(state, me, place)
    me.open = me.open | 1 << number if open else me.open & ~(1 << number)
    me.layout = state.atlas.layout(me.open)


def _clear(state: State, me: Player, place: Place) -> None:
    for space in range(place.first, place.end):
        token = me.spaces[space]
        if token == EMPTY:
            continue
        take_off(me, space)
        if token < KINDS:
            me.bag[token] += 1
        else:
            to_storage(state, token)
