"""The crown, and the standing of all players. [OS-FK-END, OS-FK-WEALTH]"""

from __future__ import annotations

from typing import Final

from kronrat.core.flow import Step
from kronrat.core.game import Standing
from kronrat.games.orleans.rules.events import GameEnded
from kronrat.games.orleans.rules.rounds import end_game
from kronrat.games.orleans.rules.state import State
from kronrat.games.orleans.rules.supply import wealth
from kronrat.games.orleans.stories.first_kingdom.rules.events import RoundsUsedUp, WealthChecked
from kronrat.games.orleans.stories.first_kingdom.rules.printed import printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import sheet_of
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import open_fields

UNLIMITED: Final = "unlimited"  # instead of a number of rounds


def is_ready_for_crown(state: State, seat: int) -> bool:
    """All tasks but the wealth. [OS-FK-WEALTH-1]"""
    sheet = sheet_of(state, seat)
    return sheet.citizens >= printed_of(state).citizens_needed and sheet.church and not open_fields(state, seat)


def is_crowned(state: State, seat: int) -> bool:
    """All tasks, at the end of a round. [OS-FK-END-1]"""
    return is_ready_for_crown(state, seat) and wealth(state, state.players[seat]) >= printed_of(state).wealth_needed


def score(state: State, seat: int, rich: int) -> int:
    """Steps done, and wealth: below what is asked for unless all else is done. [OS-OPT-4]"""
    sheet = sheet_of(state, seat)
    steps = sheet.citizens + sheet.crossed.bit_count() + sheet.church
    if not is_ready_for_crown(state, seat):
        rich = min(rich, printed_of(state).wealth_needed - 1)
    return steps + rich


def standing(state: State) -> list[Standing]:
    """A crowned player has most; several compare coins and goods, and may share. [OS-FK-END-1, OS-FK-END-2]"""
    riches = [wealth(state, player) for player in state.players]
    scores = [score(state, seat, rich) for seat, rich in enumerate(riches)]
    found: list[Standing] = []
    for seat, rich in enumerate(riches):
        place = 1 + sum([other > scores[seat] for other in scores])
        found.append(Standing(seat, place, scores[seat], (("wealth", rich),)))
    return sorted(found, key=lambda result: (result.place, result.seat))


class CheckWealth(Step):
    """A player with all other tasks and enough goods and coins ends the game. [OS-FK-WEALTH-1, OS-FK-WEALTH-3]"""

    def run(self, state: State) -> None:
        crowned = False
        for seat in state.playing:
            if is_ready_for_crown(state, seat):
                rich = wealth(state, state.players[seat])
                enough = rich >= printed_of(state).wealth_needed
                crowned = crowned or enough
                if state.listener is not None:
                    state.tell(WealthChecked("OS-FK-WEALTH-1", seat, rich, enough))
        if not crowned:
            limit = state.switches.options["rounds"]
            if limit == UNLIMITED or state.round < int(limit):
                return
            if state.listener is not None:
                state.tell(RoundsUsedUp("OS-OPT-3", state.round))
        end_game(state)
        if state.listener is not None:
            winners = tuple([result.seat for result in standing(state) if result.place == 1])
            state.tell(GameEnded("OS-FK-END-1" if crowned else "OS-OPT-3", winners))
