"""Followers go to and fro between players and the supply, and what happens when either has too few."""

from __future__ import annotations

from typing import Final

from kronrat.games.tumult.rules.events import FollowersGained, FollowersLost, FollowersSource
from kronrat.games.tumult.rules.state import State

SHORTAGE: Final = 5  # what everybody gives or gets when followers run short


def gain(state: State, seat: int, followers: int, source: FollowersSource, rule: str) -> None:
    """A payout; if the supply is too small, all players give 5 first, as often as needed. [TR-FAQ-3, TR-FAQ-5]"""
    while state.supply < followers:
        for other in state.order:
            _give(state, other, min(SHORTAGE, state.players[other].followers), "source.levy", "TR-FAQ-3")
    _take(state, seat, followers, source, rule)


def lose(state: State, seat: int, followers: int, source: FollowersSource, rule: str) -> None:
    """A loss; a player with too few pays after all players got 5, if the supply has that many. [TR-FAQ-4, TR-FAQ-7]"""
    me = state.players[seat]
    if me.followers < followers and state.supply >= SHORTAGE * state.seats:
        for other in state.order:
            _take(state, other, SHORTAGE, "source.aid", "TR-FAQ-4")
    _give(state, seat, min(followers, me.followers), source, rule)


def _take(state: State, seat: int, followers: int, source: FollowersSource, rule: str) -> None:
    state.supply -= followers
    state.players[seat].followers += followers
    if state.listener is not None and followers:
        state.tell(FollowersGained(rule, seat, followers, source))


def _give(state: State, seat: int, followers: int, source: FollowersSource, rule: str) -> None:
    state.supply += followers
    state.players[seat].followers -= followers
    if state.listener is not None and followers:
        state.tell(FollowersLost(rule, seat, followers, source))
