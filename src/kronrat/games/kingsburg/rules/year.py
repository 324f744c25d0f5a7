"""The table of contents: a game is five years, a year is eight phases."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core import flow
from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.events import GameEnded, PhaseBegan, YearBegan
from kronrat.games.kingsburg.rules.king import KingsAid, KingsEnvoy, KingsReward
from kronrat.games.kingsburg.rules.moments import Effects
from kronrat.games.kingsburg.rules.season import Season
from kronrat.games.kingsburg.rules.standing import winners
from kronrat.games.kingsburg.rules.state import (
    AID,
    AUTUMN,
    ENVOY,
    RECRUITMENT,
    REWARD,
    SPRING,
    SUMMER,
    WINTER,
    YEARS,
    State,
)
from kronrat.games.kingsburg.rules.winter import Recruiting, ScoreTokens, Winter


class Year(Step):
    """Phases 1 to 8 in fixed order. [KB-YEAR-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("year",)

    def __init__(self, year: int) -> None:
        self.year = year

    def run(self, state: State) -> None:
        state.year = self.year
        state.phase = AID
        for player in state.players:
            player.used = player.used_year = ()
        if state.listener is not None:
            state.tell(YearBegan("KB-YEAR-1", self.year))
        state.stack.extend(YEAR)


class Phase(flow.Phase):
    """The season marker moves on. [KB-YEAR-1]"""

    def run(self, state: State) -> None:
        """As in any game; but compiled rules need not look for the marker."""
        if state.listener is not None and state.phase != self.phase:
            state.pause(f"phase {state.phase}")
        state.phase = self.phase
        if state.listener is not None:
            state.tell(self.begun())

    def begun(self) -> PhaseBegan:
        return PhaseBegan("KB-YEAR-1", self.phase)


class EndYear(Step):
    """After the fifth year the game ends; before that, the next year begins. [KB-YEAR-3, KB-END-1]"""

    def run(self, state: State) -> None:
        if state.year == YEARS:
            state.push(Effects(hooks.YEAR_END, 0), EndGame())
        else:
            state.push(Effects(hooks.YEAR_END, 0), Effects(hooks.YEAR_LAST, 0), Year(state.year + 1))


class EndGame(Step):
    """What scores at the end; then the winner is found. [KB-END-2, KB2-END-1]"""

    def run(self, state: State) -> None:
        state.push(Effects(hooks.GAME_END, 0), ScoreTokens(), Effects(hooks.YEAR_LAST, 0), FindWinner())


class FindWinner(Step):
    """[KB-END-3]"""

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(GameEnded("KB-END-3", winners(state)))


# The steps of every year, turned round for the stack; shared by all games like those of a season.
YEAR: Final[list[Step]] = [
    Effects(hooks.YEAR_START, 0),
    Phase(AID), KingsAid(),
    Phase(SPRING), Season(),
    Phase(REWARD), KingsReward(),
    Phase(SUMMER), Season(),
    Phase(ENVOY), KingsEnvoy(),
    Phase(AUTUMN), Season(),
    Phase(RECRUITMENT), Recruiting(),
    Phase(WINTER), Winter(),
    EndYear(),
][::-1]  # fmt: skip
