"""The table of contents: a round is seven phases, always in the same order."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core import flow
from kronrat.core.flow import Step
from kronrat.games.tumult.rules.coronation import CheckEnd, Crown, Mercy, SetRanks
from kronrat.games.tumult.rules.draft import DraftTurn
from kronrat.games.tumult.rules.events import GoodsMixed, PhaseBegan, RoundBegan
from kronrat.games.tumult.rules.live import GettingReady, Hourglass, Raid, Ready, Rob
from kronrat.games.tumult.rules.mood import Spin
from kronrat.games.tumult.rules.orders import TakeOrders
from kronrat.games.tumult.rules.placing import BeginPlacing
from kronrat.games.tumult.rules.raid import BeginRaid, MixGoods, RevealTiles
from kronrat.games.tumult.rules.riots import JudgeRaid
from kronrat.games.tumult.rules.state import NOT_SPUN, State

MOOD: Final = 1
RAID: Final = 2
RIOTS: Final = 3
PLACING: Final = 4
RANKS: Final = 5
CORONATION: Final = 6
MERCY: Final = 7


class Round(Step):
    """Phases 1 to 7. [TR-GEN-4]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("round",)

    def __init__(self, round: int) -> None:
        self.round = round

    def run(self, state: State) -> None:
        state.round = self.round
        state.phase = MOOD
        state.demand = (NOT_SPUN, NOT_SPUN, NOT_SPUN)
        if state.listener is not None:
            state.tell(RoundBegan("TR-GEN-4", self.round))
        state.push(
            *([Phase(MOOD)] if state.switches.gamblers else [Phase(MOOD), Spin()]),
            Phase(RAID), MixGoods(), *raid(state), RevealTiles(),
            Phase(RIOTS), JudgeRaid(),
            Phase(PLACING), BeginPlacing(),
            Phase(RANKS), SetRanks(),
            Phase(CORONATION), Crown(), CheckEnd(),
            Phase(MERCY), Mercy(),
            NextRound(),
        )  # fmt: skip


def raid(state: State) -> list[Step]:
    """The way in which this table robs. [TR-DIG-SIM-11]"""
    seats = range(state.seats)
    if state.switches.raid == "live":
        ready, hands = [Ready(seat) for seat in seats], [Rob(seat) for seat in seats]
        return [GettingReady(tuple(ready)), BeginRaid(), Raid((*hands, Hourglass()))]
    if state.switches.raid == "draft":
        return [BeginRaid(), DraftTurn(0)]
    return [TakeOrders()]


class Phase(flow.Phase):
    def run(self, state: State) -> None:
        if state.listener is not None:
            state.pause(f"phase {state.phase}")
        super().run(state)

    def begun(self) -> PhaseBegan:
        return PhaseBegan("TR-GEN-4", self.phase)


class NextRound(Step):
    """All goods tiles go back to the centre, face down. [TR-NEXT-1, TR-NEXT-2]"""

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(GoodsMixed("TR-NEXT-1"))
        state.stack.append(Round(state.round + 1))
