"""Gains that could hurt: what a card gives by itself is optional, so its owner is asked where it may be unwelcome.

Goods count against their owner where the King helps the least developed, and points where a card compares them. Nothing
is ever counted against the owner of tokens or soldiers, and bonus dice can be left unrolled.
"""

from __future__ import annotations

from kronrat.games.kingsburg.rules.hooks import GAME_START, SEASON_START, YEAR_END, YEAR_LAST, Card
from kronrat.games.kingsburg.rules.state import ENVOY, YEARS, State


def is_delicate(state: State, seat: int, moment: str) -> bool:
    """Whether more goods or points could hurt this seat at this moment, whatever its cards give."""
    if moment in (SEASON_START, YEAR_END):
        return goods_could_hurt(state, seat)
    if moment in (GAME_START, YEAR_LAST):  # a starting position, and the comparison itself
        return False
    return any([bool(player.hand.comparing) for player in state.players])


def could_hurt(state: State, seat: int, card: Card, moment: str) -> bool:
    """Whether the owner is asked before this card gives something. [KB-TIME-4, KB2-MOD2-3]"""
    me = state.players[seat]
    if not (state.switches.second_edition or card.claimed) or card.id in me.accepts:
        return False
    if not is_delicate(state, seat, moment):
        return False
    world = state.clone()
    card.act(world, seat, moment)
    if world.players[seat].goods > me.goods:
        return goods_could_hurt(state, seat)
    return world.players[seat].vp > me.vp and _points_could_hurt(state, world, seat)


def goods_could_hurt(state: State, seat: int) -> bool:
    """Whether a good more or less may decide whom the King helps next.

    That is so for a seat that shares the fewest buildings with a rival whose goods are about as many: one of them may
    still come to the rival before the goods are counted. [KB-P1-2, KB-P5-10]
    """
    if state.year == YEARS and state.phase > ENVOY:
        return False
    me = state.players[seat]
    rivals = [player for player in state.players if player is not me]
    if me.buildings != min([rival.buildings for rival in rivals]):
        return False
    return any([r.buildings == me.buildings and abs(r.goods - me.goods) <= 1 for r in rivals])


def _points_could_hurt(state: State, world: State, seat: int) -> bool:
    """Whether with the points of `world` a card that compares them would bring its owner less, or a rival more."""
    for other, player in enumerate(state.players):
        for card in player.hand.comparing:
            change = card.points_by_comparison(world, other) - card.points_by_comparison(state, other)
            if (change < 0) if other == seat else (change > 0):
                return True
    return False
