"""How good a position is for a seat, in points; bots look one choice ahead with it."""

from __future__ import annotations

from kronrat.core.numbers import add_up
from pearl_divers.rules.printed import pearls_of, worth
from pearl_divers.rules.state import BASKET, KNIFE, NO_COVE, REEF, SHORE, Player, State

AT_RISK = 0.7  # what a pearl is worth that the shark can still take
REEF_CROWD = 0.75  # how many divers others send to the reef, each
PER_ROUND = {KNIFE: 0.5, BASKET: 0.8}  # what a tool brings in a round, beside its points


def score(state: State, player: Player) -> int:
    """Pearls and wares. [PD-END]"""
    return player.pearls + sum([worth(state, ware) for ware in player.wares])


def value(state: State, seat: int) -> float:
    """The score, and what hand, plan, secret and tools may still bring."""
    me = state.players[seat]
    later = state.rounds - state.round
    tools = later * add_up([PER_ROUND.get(ware, 0.0) for ware in me.wares])
    return score(state, me) + AT_RISK * me.hand + _plan(state, me) + _secret(state, me, later) + tools


def _plan(state: State, me: Player) -> float:
    crowd = me.plan.count(REEF) + REEF_CROWD * (state.seats - 1)
    brings = 0.0
    for place in me.plan:
        if place == SHORE:
            brings += pearls_of(state, "shore")
        elif place == REEF:
            brings += pearls_of(state, "reef") / crowd
        else:
            brings += pearls_of(state, "cove")
    return brings


def _secret(state: State, me: Player, later: int) -> float:
    """A cove brings its number if it is kept; one that is used makes room for another, while there are cards."""
    if me.cove == NO_COVE:
        return 0.0
    if me.cove not in me.plan:
        return float(me.cove)
    return state.seats + 1.0 if later and state.deck else 0.0
