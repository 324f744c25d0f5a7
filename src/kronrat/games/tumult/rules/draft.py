"""The raid turn by turn: for correspondence, for one screen, for screen readers."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, Step
from kronrat.games.tumult.rules.raid import KEEP, RETURN, STOP, lift, lifts, put_down, stop, why_not_rob
from kronrat.games.tumult.rules.state import NOBODY, State


class DraftTurn(Step):
    """Turns go round: lowest rank first, and each step begins one place later. [TR-DIG-ASYNC-1, TR-DIG-ASYNC-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number  # of the turn, from 0 over all steps and seats, those that have stopped included

    def run(self, state: State) -> None:
        seats, number = state.seats, self.number
        last = seats * state.switches.steps
        if NOBODY not in state.slots:
            return
        while number < last:
            step, place = divmod(number, seats)
            seat = state.order[seats - 1 - (step + place) % seats]
            number += 1
            if not state.players[seat].done:
                state.stack.append(DraftTurn(number))
                state.stack.append(DraftLift(seat))
                return


class DraftLift(Decision):
    """Lift a tile, or stop for the rest of the raid. Written `lift SLOT` or `stop`. [TR-DIG-ASYNC-3]"""

    rule = "TR-DIG-ASYNC-3"
    verbs: ClassVar[tuple[str, ...]] = ("lift", "stop", "keep", "return")

    def options(self, state: State) -> list[Choice]:
        offer = lifts(state)
        offer.append(STOP)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == STOP:
            stop(state, self.seat)
            return
        lift(state, self.seat, int(choice[1]))
        state.stack.append(DraftLook(self.seat))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return why_not_rob(state, self.seat, choice, self.verbs)


class DraftLook(Decision):
    """Keep the tile in hand or return it. [TR-DIG-ASYNC-3, TR-P2-7]"""

    rule = "TR-P2-7"
    verbs: ClassVar[tuple[str, ...]] = ("keep", "return", "lift", "stop")

    def options(self, state: State) -> list[Choice]:
        return [KEEP, RETURN]

    def resolve(self, state: State, choice: Choice) -> None:
        put_down(state, self.seat, choice)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return why_not_rob(state, self.seat, choice, self.verbs)
