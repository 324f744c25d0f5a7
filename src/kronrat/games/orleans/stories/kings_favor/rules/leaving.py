"""Favourite tiles handed in, and players who are out. [OS-KF-END-6, OS-KF-END-8]"""

from __future__ import annotations

from typing import Final

from kronrat.games.orleans.rules.places import take_off
from kronrat.games.orleans.rules.recap import Noted
from kronrat.games.orleans.rules.state import EMPTY, FIRST_GOOD, KINDS, TECHNOLOGY, State, bits
from kronrat.games.orleans.rules.supply import to_storage
from kronrat.games.orleans.stories.kings_favor.rules.events import (
    FavouriteGiven,
    GoalsChecked,
    SeatEliminated,
    SettlersLeft,
)
from kronrat.games.orleans.stories.kings_favor.rules.printed import printed_of
from kronrat.games.orleans.stories.kings_favor.rules.scoring import parts
from kronrat.games.orleans.stories.kings_favor.rules.sheet import booklet_of

HUNGER: Final = "OS-KF-SEASON-9"  # the only elimination that is not for goals


def give_favourite(state: State, seat: int, rule: str) -> None:
    booklet = booklet_of(state, seat)
    booklet.favourites -= 1
    if state.listener is not None:
        state.tell(FavouriteGiven(rule, seat, booklet.favourites))


def eliminate(state: State, seat: int, rule: str) -> None:
    """The points are kept; settlers and fortresses leave the map, all tokens go to the storage box. [OS-KF-END-6]"""
    me, booklet = state.players[seat], booklet_of(state, seat)
    kept = parts(state, seat)
    booklet.points = sum(kept.values())
    clear_booklet(state, seat)
    left = tuple([state.tables.areas.ids[area] for area in bits(me.areas)])
    me.settlers += len(left)
    me.areas = me.fortresses = 0
    for space, token in enumerate(me.spaces[:-1]):
        if token != EMPTY:
            to_storage(state, take_off(me, space))
    for kind in range(KINDS):
        state.storage[kind] += me.bag[kind] + me.green[kind]
        me.bag[kind] = me.green[kind] = 0
    for good, count in enumerate(me.goods):
        state.storage[FIRST_GOOD + good] += count
        me.goods[good] = 0
    state.storage[TECHNOLOGY] += me.technology
    me.technology = me.coins = 0
    me.open = 0  # place cards leave the game
    me.layout = state.atlas.layout(0)
    state.playing = tuple([other for other in state.playing if other != seat])  # [OS-KF-END-11]
    if state.listener is not None:
        state.tell(SeatEliminated(rule, seat, booklet.years, booklet.points, tuple(kept.items())))
        if left:
            state.tell(SettlersLeft("OS-KF-END-6", seat, left))


def clear_booklet(state: State, seat: int) -> None:
    """What was sent for goals leaves play. [OS-KF-END-9]"""
    booklet, epoch = booklet_of(state, seat), state.players[seat].epoch
    for number, goal in enumerate(printed_of(state).goals[epoch]):
        if booklet.sent >> number & 1:
            to_storage(state, goal.send)
    booklet.sent = 0


# -- why, for those who look later (`Story.notes`) --------------------------------------------------------------------


def note_goals(event: GoalsChecked, before: Noted) -> Noted:
    return {"missed": list(event.missed)}


def note_end(event: SeatEliminated, before: Noted) -> Noted:
    """Goals that a favourite was given for in an earlier year are not the reason why somebody goes hungry."""
    missed = [] if event.rule == HUNGER else before.get("missed", [])
    return {"missed": missed, "parts": dict(event.parts)}
