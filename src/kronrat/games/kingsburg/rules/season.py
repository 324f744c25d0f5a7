"""Phases 2, 4 and 6: a production season in its four steps."""

from __future__ import annotations

from typing import Final, Literal

from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.advisors import Help, HelpOn, ReturnDice
from kronrat.games.kingsburg.rules.construction import BeginConstruction, Build
from kronrat.games.kingsburg.rules.influence import BeginInfluence, Influence
from kronrat.games.kingsburg.rules.moments import Effects
from kronrat.games.kingsburg.rules.rolling import PLAYER_DICE, RollAll, RollNeutral, SetOrder
from kronrat.games.kingsburg.rules.state import State

NEUTRAL_PAIR: Final = 2

SeasonStep = Literal["a", "b", "c", "d"]
SEASON_STEPS: Final[tuple[SeasonStep, ...]] = ("a", "b", "c", "d")

# The steps of every season, first things first, and then turned round for the stack. Steps never change, so that all
# games share these.
SEASON: Final[list[Step]] = [
    Effects(hooks.SEASON_START, 0),
    Effects(hooks.BLESSING, 0),
    RollAll(),
    Effects(hooks.REROLL, 0),
    Effects(hooks.ROLL_SETTLED, 0),
    SetOrder(),
    BeginInfluence(),
    Effects(hooks.COURT_SETTLED, 0),
    Help(0, 0),
    ReturnDice(),
    BeginConstruction(),
    Effects(hooks.SEASON_END, 0),
][::-1]


class Season(Step):
    """Roll, influence, receive help, build, with the moments of the cards. [KB-YEAR-2, KB-TIME-11, KB-TIME-12]"""

    def run(self, state: State) -> None:
        for player in state.players:
            player.used = ()
        if state.seats == 2:
            state.stack.append(EndSeason())
        state.stack.extend(SEASON)
        if state.seats == 2:
            state.push(RollNeutral(PLAYER_DICE), RollNeutral(NEUTRAL_PAIR))


class EndSeason(Step):
    """The neutral dice leave. [KB-2P-5]"""

    def run(self, state: State) -> None:
        state.court = [()] * len(state.court)


# Which step of a season has not ended while one of these is still to happen; without any it is the last.
SEASON_MARKS: Final[dict[type[Step], SeasonStep]] = {
    SetOrder: "a",
    BeginInfluence: "b",
    Influence: "b",
    Help: "c",
    HelpOn: "c",
    ReturnDice: "c",
    BeginConstruction: "d",
    Build: "d",
}
