"""Phase 3: where the people have too little left, the greediest is punished."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Step
from kronrat.games.tumult.rules.events import PeopleContent, RiotBrokeOut, TilesGivenBack
from kronrat.games.tumult.rules.followers import lose
from kronrat.games.tumult.rules.mood import SpinFor
from kronrat.games.tumult.rules.raid import faces_of, symbols
from kronrat.games.tumult.rules.state import KINDS, NOBODY, TILES, State

LOSS = 3  # followers


class JudgeRaid(Step):
    """What is left to the people is counted once, right after the raid; nothing given back changes it. [TR-P3-14]"""

    def run(self, state: State) -> None:
        centre = faces_of(state, NOBODY)
        for player in state.players:
            player.hit = False
        steps: list[Step] = []
        for kind in range(3):
            if state.switches.gamblers:
                steps.append(SpinFor(kind))
            steps.append(Riot(kind, symbols(centre, kind)))
        state.push(*steps)


class Riot(Step):
    """One kind: a riot if less is left than demanded. [TR-P3-2, TR-P3-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("kind", "left")

    def __init__(self, kind: int, left: int) -> None:
        self.kind = kind
        self.left = left  # symbols in the centre when the raid was over

    def run(self, state: State) -> None:
        kind, demand = self.kind, state.demand[self.kind]
        if self.left >= demand:
            if state.listener is not None:
                state.tell(PeopleContent("TR-P3-3", KINDS[kind], self.left, demand))
            return
        greed = [greed_of(state, seat, kind) for seat in range(state.seats)]
        seat = greediest(state, greed)
        if state.listener is not None:
            state.tell(RiotBrokeOut("TR-P3-7", KINDS[kind], self.left, demand, tuple(greed), seat))
        state.players[seat].hit = True
        lose(state, seat, LOSS, "source.riot", "TR-P3-9")
        give_back(state, seat, kind)


def greed_of(state: State, seat: int, kind: int) -> int:
    """Symbols of the kind in the castle; mercy takes off one, but not below nothing. [TR-P3-5, TR-P3-6]"""
    robbed = symbols(faces_of(state, seat), kind)
    return max(0, robbed - 1) if state.players[seat].mercy else robbed


def greediest(state: State, greed: list[int]) -> int:
    """The highest greed; of equals the highest rank, so that the king is it if nobody was greedy. [TR-P3-7, TR-P3-8]"""
    most = max(greed)
    return min([seat for seat in state.order if greed[seat] == most], key=state.rank)


def give_back(state: State, seat: int, kind: int) -> None:
    """Of the kind only one tile with the fewest symbols stays; the others go to the centre. [TR-P3-10, TR-P3-11]"""
    tiles = state.tiles
    mine = [slot for slot, owner in enumerate(state.slots) if owner == seat and tiles[slot] // 3 == kind]
    if not mine:
        return
    kept = min(mine, key=lambda slot: (tiles[slot], slot))
    given = [slot for slot in mine if slot != kept]
    for slot in given:
        state.slots[slot] = NOBODY
    if state.listener is not None and given:
        state.tell(TilesGivenBack("TR-P3-10", seat, tuple([TILES[tiles[slot]] for slot in given])))
