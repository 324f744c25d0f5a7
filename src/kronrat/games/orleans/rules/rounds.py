"""The course of a round: draw, plan, act, bonus, and the next start player. [OS-ROUND-1]"""

from __future__ import annotations

from kronrat.core import flow
from kronrat.core.flow import Step
from kronrat.games.orleans.rules.actions import BeginActions
from kronrat.games.orleans.rules.bag import BeginDraws, DrawAll
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.events import PhaseBegan, RoundBegan, StartPlayerChanged
from kronrat.games.orleans.rules.newcomers import WelcomeNewcomer
from kronrat.games.orleans.rules.planning import BeginPlanning, DrawVeils, ShowPlans
from kronrat.games.orleans.rules.state import ACTING, DRAWING, PHASES, PLANNING, ROUND_END, SEASON, State


class Round(Step):
    """One round after the other, until the story ends the game."""

    def run(self, state: State) -> None:
        state.round += 1
        state.passed = ()
        for player in state.players:
            player.ascended = False
            player.returned = 0
        if state.listener is not None:
            state.tell(RoundBegan("OS-ROUND-1", state.round))
        first = state.story.round_steps(state)
        if first:
            first = [Phase(SEASON), *first]
        drawing = [Phase(DRAWING), BeginDraws(), DrawVeils(), DrawAll()] if state.story.draws(state) else [DrawVeils()]
        planning = [Phase(PLANNING), BeginPlanning(), ShowPlans()]
        state.push(*first, *drawing, *planning, Phase(ACTING), BeginActions(), Phase(ROUND_END), EndRound())


class Phase(flow.Phase):
    def begun(self) -> PhaseBegan:
        return PhaseBegan("OS-ROUND-1", PHASES[self.phase])


class EndRound(Step):
    """Bonus or malus of all in turn order, newcomers, what the story checks, the marker. [OS-ROUND-5, OS-ROUND-7]"""

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.pause("acted")
        order = state.turn_order()
        bonuses = [RoundBonus(seat) for seat in order]
        newcomers = [WelcomeNewcomer(seat) for seat in order] if state.switches.newcomers else []  # [OS-OPT-8]
        state.push(*bonuses, *newcomers, CheckStory(), PassMarker(), Round())


class CheckStory(Step):
    def run(self, state: State) -> None:
        state.push(*state.story.round_end(state))


class PassMarker(Step):
    """To the left neighbour who is still in the game. [OS-ROUND-4, OS-KF-END-11]"""

    def run(self, state: State) -> None:
        for distance in range(1, state.seats + 1):
            seat = (state.first + distance) % state.seats
            if seat in state.playing:
                state.first = seat
                break
        if state.listener is not None:
            state.tell(StartPlayerChanged("OS-ROUND-4", state.first))


def end_game(state: State) -> None:
    """Nothing is left to happen."""
    state.stack.clear()
