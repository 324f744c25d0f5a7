"""Gains that could hurt: what a card gives by itself is optional, so its owner is asked where it may be unwelcome.

Goods count against their owner where the King helps the least developed, and points where a card compares them. Tokens
and soldiers hardly ever count against their owner, and bonus dice can be left unrolled.
"""

from __future__ import annotations

from typing import Final

from kronrat.games.kingsburg.rules.hooks import (
    GAME_END,
    GAME_START,
    SEASON_START,
    YEAR_END,
    YEAR_LAST,
    Card,
    Price,
)
from kronrat.games.kingsburg.rules.state import ENVOY, YEARS, Player, State

NEAR: Final = 1  # a good or a point that may still come to somebody before they are compared


def is_delicate(state: State, seat: int, moment: str) -> bool:
    """Whether more goods or points could hurt this seat at this moment, whatever its cards give."""
    if moment in (SEASON_START, YEAR_END):
        return goods_could_hurt(state, seat, moment)
    if moment in (GAME_START, YEAR_LAST):  # a starting position, and the comparison itself
        return False
    return any(player.hand.comparing for player in state.players)


def could_hurt(state: State, seat: int, card: Card, moment: str) -> bool:
    """Whether the owner has to agree before this card gives something. [KB-TIME-4, KB2-MOD2-3]"""
    me = state.players[seat]
    if not (state.switches.second_edition or card.claimed) or not is_delicate(state, seat, moment):
        return False
    world = state.clone()
    card.act(world, seat, moment)
    if world.players[seat].goods > me.goods:
        return goods_could_hurt(state, seat, moment)
    gained = world.players[seat].vp - me.vp
    return gained > 0 and _points_could_hurt(state, seat, gained, moment)


# -- goods -----------------------------------------------------------------------------------------------------------


def goods_could_hurt(state: State, seat: int, moment: str) -> bool:
    """Whether a good more or less may decide whom the King helps next. [KB-P1-2, KB-P5-10]"""
    me = state.players[seat]
    return _king_may_compare(state, seat, me.buildings, me.goods, me.goods, moment)


def saving_could_hurt(state: State, seat: int, usual: Price, full: Price) -> bool:
    """The same of the goods that a discount would save, with the building counted. [KB-TIME-4]"""
    me = state.players[seat]
    return _king_may_compare(state, seat, me.buildings + 1, me.goods - full.goods, me.goods - usual.goods, "")


def _king_may_compare(state: State, seat: int, buildings: int, low: int, high: int, moment: str) -> bool:
    """Whether the King may compare goods of this seat, if it has so many buildings and so many goods, with a rival's.

    He does with equals who have the fewest buildings. Until he looks, buildings may be added and goods come.
    """
    if state.year == YEARS and state.phase > ENVOY:
        return False
    equals: list[Player] = []
    fewest = buildings + _to_be_built(state, seat, moment)
    for other, rival in enumerate(state.players):
        if other != seat:
            fewest = min(fewest, rival.buildings + _to_be_built(state, other, moment))
            if low - _goods_to_come(state, seat, other, moment) <= rival.goods <= high + NEAR:
                equals.append(rival)
    return any(fewest >= max(buildings, rival.buildings) for rival in equals)


def _goods_to_come(state: State, seat: int, other: int, moment: str) -> int:
    """How many goods may come to another seat until the King looks: at the end of a year those of cards after mine."""
    if moment != YEAR_END:
        return NEAR
    if not state.players[other].hand.acting_at(YEAR_END):
        return 0
    return NEAR if state.order.index(other) > state.order.index(seat) else 0


def _to_be_built(state: State, seat: int, moment: str) -> int:
    """How many buildings may come to this seat until the King looks: one in a season, else those that cards allow."""
    if moment != YEAR_END:
        return 1
    return sum([card.buildings_at_start(state, seat, state.year + 1) for card in state.players[seat].hand.starting])


# -- points ----------------------------------------------------------------------------------------------------------


def _points_could_hurt(state: State, seat: int, gained: int, moment: str) -> bool:
    """Whether with these points a card that compares them may bring its owner less, or a rival more."""
    if moment == GAME_END:
        return any([_comparison_turns(world, seat, gained) for world in _last_scores(state, seat)])
    return any([_comparison_turns(_with_points(state, seat, shift), seat, gained) for shift in range(-NEAR, NEAR + 1)])


def _comparison_turns(state: State, seat: int, gained: int) -> bool:
    world = _with_points(state, seat, gained)
    for other, player in enumerate(state.players):
        for card in player.hand.comparing:
            change = card.points_by_comparison(world, other) - card.points_by_comparison(state, other)
            if (change < 0) if other == seat else (change > 0):
                return True
    return False


def _with_points(state: State, seat: int, points: int) -> State:
    world = state.clone()
    world.players[seat].vp += points
    return world


def _last_scores(state: State, seat: int) -> list[State]:
    """The points with all tokens, and with or without what the rivals still to come may gain. [KB-END-2, KB2-MOD3-4]"""
    worlds = [state.clone()]
    for player in worlds[0].players:
        player.vp += sum(player.tokens)
    for rival in state.order[state.order.index(seat) + 1 :]:
        for card in state.players[rival].hand.acting_at(GAME_END):
            scored = [world.clone() for world in worlds]
            for world in scored:
                card.act(world, rival, GAME_END)
            worlds += scored
    return worlds
