"""Phases 2, 4 and 6: a production season in its four steps."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Step
from kronrat.games.kingsburg import hooks
from kronrat.games.kingsburg.advisors import Help, ReturnDice
from kronrat.games.kingsburg.construction import BeginConstruction
from kronrat.games.kingsburg.influence import BeginInfluence
from kronrat.games.kingsburg.moments import Moment
from kronrat.games.kingsburg.rolling import PLAYER_DICE, BeginSeason, Rerolls, RollAll, RollNeutral, SetOrder
from kronrat.games.kingsburg.state import State

NEUTRAL_PAIR = 2


class Season(Step):
    """Roll, influence, receive help, build; then what cards do at the end. [KB-YEAR-2, KB-TIME-11, KB-TIME-12]"""

    def run(self, state: State) -> None:
        state.push(
            BeginSeason(0),
            RollAll(),
            Rerolls(0),
            SetOrder(),
            BeginInfluence(),
            Help(1, 0),
            ReturnDice(),
            BeginConstruction(),
            EndSeason(0),
        )
        if state.seats == 2:
            state.push(RollNeutral(PLAYER_DICE), RollNeutral(NEUTRAL_PAIR))


class EndSeason(Step):
    """Cards that speak at the end of a season, player by player; then the neutral dice leave. [KB-TIME-12, KB-2P-5]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("position",)

    def __init__(self, position: int) -> None:
        self.position = position

    def run(self, state: State) -> None:
        for position in range(self.position, state.seats):
            seat = state.order[position]
            hand = state.players[seat].hand
            for card in hand.season_end:
                card.at_season_end(state, seat)
            if hooks.SEASON_END in hand.usable:
                state.push(Moment(seat, hooks.SEASON_END), EndSeason(position + 1))
                return
        if state.seats == 2:
            state.court = [()] * len(state.court)
