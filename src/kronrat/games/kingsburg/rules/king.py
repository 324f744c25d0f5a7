"""Phases 1, 3 and 5: what the King does for those behind and for those ahead."""

from __future__ import annotations

from typing import TypedDict

from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules import hooks
from kronrat.games.kingsburg.rules.events import EnvoyGiven, EnvoyKept, EnvoyReturned
from kronrat.games.kingsburg.rules.moments import Effects
from kronrat.games.kingsburg.rules.state import AID, ENVOY, NOBODY, REWARD, State
from kronrat.games.kingsburg.rules.supply import ALL_KINDS, TakeGoods, gain_bonus_die, gain_vp


class Compared(TypedDict):
    """What the King compares of one seat, and whether it comes out ahead, or behind where he helps those."""

    seat: int
    buildings: int
    goods: int | None  # None where they do not count
    found: bool


def comparison(state: State) -> list[Compared]:
    """All seats in turn order, in the phases of the King; empty in all others, and where several of them take goods."""
    phase = state.phase
    if phase not in (AID, REWARD, ENVOY):
        return []
    players = state.players
    found = most_developed(state) if phase == REWARD else least_developed(state)
    if phase == AID and len(found) > 1:
        return []
    return [
        {
            "seat": seat,
            "buildings": players[seat].buildings,
            "goods": None if phase == REWARD else players[seat].goods,
            "found": seat in found,
        }
        for seat in state.order
    ]


def most_developed(state: State) -> list[int]:
    """The seats with the most buildings, in turn order. [KB-P3-1, KB-P3-2]"""
    players = state.players
    most = 0
    for player in players:
        most = max(most, player.buildings)
    return [seat for seat in state.order if players[seat].buildings == most]


def least_developed(state: State) -> list[int]:
    """The seats with the fewest buildings and, among those, the fewest goods, in turn order. [KB-P1-2, KB-P1-7]"""
    players = state.players
    behind: list[int] = []
    for seat in state.order:
        if behind:
            player, least = players[seat], players[behind[0]]
            ahead = player.buildings - least.buildings or player.goods - least.goods
            if ahead > 0:
                continue
            if ahead < 0:
                behind = []
        behind.append(seat)
    return behind


class KingsAid(Step):
    """Phase 1: a bonus die for the player who is behind, or a good for each of several. [KB-P1-1, KB-P1-3]"""

    def run(self, state: State) -> None:
        behind = least_developed(state)
        if len(behind) == 1:
            gain_bonus_die(state, behind[0], "phase.1", "KB-P1-1")
            return
        state.push(*[TakeGoods(seat, 1, ALL_KINDS, "phase.1", "KB-P1-3") for seat in behind])


class KingsReward(Step):
    """Phase 3: a point for everybody with the most buildings. [KB-P3-1, KB-P3-2]"""

    def run(self, state: State) -> None:
        for seat in most_developed(state):
            gain_vp(state, seat, 1, "phase.3", "KB-P3-1")
        state.stack.append(Effects(hooks.REWARD, 0))


class KingsEnvoy(Step):
    """Phase 5: the envoy comes back and goes to the player who is behind, if there is just one. [KB-P5-1, KB-P5-2]"""

    def run(self, state: State) -> None:
        if state.envoy != NOBODY and state.listener is not None:
            state.tell(EnvoyReturned("KB-P5-1", state.envoy, used=False))
        behind = least_developed(state)
        state.envoy = behind[0] if len(behind) == 1 else NOBODY
        if state.listener is not None:
            state.tell(EnvoyKept("KB-P5-11") if state.envoy == NOBODY else EnvoyGiven("KB-P5-2", state.envoy))
