"""Citizens and task fields as bonuses. [OS-FK-CITIZEN]"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.stories.first_kingdom.rules.printed import printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import cross, sheet_of, strike_citizen

A_CITIZEN: Final[Choice] = ("strike", "citizen")


def open_fields(state: State, seat: int) -> list[tuple[str, int, int]]:
    """The fields that are not crossed: task, token and number among all fields."""
    crossed, found, number = sheet_of(state, seat).crossed, list[tuple[str, int, int]](), 0
    for task in printed_of(state).tasks:
        for token in task.fields:
            if not crossed >> number & 1:
                found.append((task.id, token, number))
            number += 1
    return found


class Inviting(Effect):
    """A citizen joins. [OS-FK-CITIZEN-4, OS-CARD-PARLATORY]"""

    word: ClassVar[str] = "citizen"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return sheet_of(state, seat).citizens < printed_of(state).citizens_needed

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        strike_citizen(state, seat, self.rule)


class Striking(Effect):
    """A citizen or any field of the four tasks. [OS-FK-CITIZEN-5]"""

    word: ClassVar[str] = "wild"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return sheet_of(state, seat).citizens < printed_of(state).citizens_needed or bool(open_fields(state, seat))

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Strike(seat))


class Strike(Decision):
    """What to strike. Written `strike citizen` or `strike TASK TOKEN`. [OS-FK-CITIZEN-5, OS-FK-CITIZEN-7]"""

    rule = "OS-FK-CITIZEN-5"
    verbs: ClassVar[tuple[str, ...]] = ("strike",)

    def options(self, state: State) -> list[Choice]:
        offer: list[Choice] = []
        if sheet_of(state, self.seat).citizens < printed_of(state).citizens_needed:
            offer.append(A_CITIZEN)
        return offer + [("strike", task, TOKENS[token]) for task, token in state.story.own_targets(state, self.seat)]

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == A_CITIZEN:
            strike_citizen(state, self.seat, self.rule)
            return
        for task, token, number in open_fields(state, self.seat):
            if choice == ("strike", task, TOKENS[token]):
                cross(state, self.seat, number, self.rule)
                return

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == A_CITIZEN:
            return Reason("OS-FK-CITIZEN-8", "reason.all_citizens", {})
        if choice == ("strike", "church"):
            return Reason("OS-FK-CITIZEN-7", "reason.not_struck", {})
        if choice == ("strike", "wealth"):
            return Reason("OS-FK-WEALTH-4", "reason.not_struck", {})
        known = [task.id for task in printed_of(state).tasks]
        if len(choice) == 2 and choice[1] in known:
            return Reason(self.rule, "reason.nothing_open", {"target": choice[1]})
        if len(choice) != 3 or choice[1] not in known or choice[2] not in TOKENS:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.no_open_field", {"task": choice[1], "token": choice[2]})
