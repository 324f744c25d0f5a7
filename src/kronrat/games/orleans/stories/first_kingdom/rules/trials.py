"""Famine and plague: what a round costs until the deed against it is complete. [OS-FK-III, OS-FK-VII]"""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import FollowerLost
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.realm import lift
from kronrat.games.orleans.rules.state import FOLLOWERS, KINDS, Player, State, bits
from kronrat.games.orleans.stories.first_kingdom.rules.events import TrialSpared


def exposed(me: Player, floor: int) -> int:
    """How many followers may be lost: those on places are safe, and so are the last few. [OS-FK-III-3, OS-FK-III-4]"""
    return min(sum(me.green) + sum(me.bag), me.follower_count() - floor)


class LosingFollowers(Effect):
    """[OS-FK-III-3]"""

    word: ClassVar[str] = "lose_followers"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        n = min(self.op.n, exposed(state.players[seat], self.op.least))
        if n > 0:
            state.stack.append(LoseFollower(seat, n))
        elif state.listener is not None:
            state.tell(TrialSpared("OS-FK-III-4", seat))


class LoseFollower(Decision):
    """One follower after the other, from the green first. Written `lose FOLLOWER`. [OS-FK-III-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "left")
    rule = "OS-FK-III-3"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        source = me.green if any(me.green) else me.bag
        return [("lose", FOLLOWERS[kind]) for kind in range(KINDS) if source[kind]]

    def resolve(self, state: State, choice: Choice) -> None:
        me, kind = state.players[self.seat], FOLLOWERS.index(str(choice[1]))
        source = me.green if any(me.green) else me.bag
        source[kind] -= 1
        state.storage[kind] += 1
        if state.listener is not None:
            state.tell(FollowerLost(self.rule, self.seat, FOLLOWERS[kind]))
        if self.left > 1:
            state.stack.append(LoseFollower(self.seat, self.left - 1))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in FOLLOWERS:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.not_to_lose", {"follower": choice[1]})


def open_to_plague(me: Player) -> int:
    """Bits of the areas with an own settler and no own fortress."""
    return me.areas & ~me.fortresses


class LosingSettlers(Effect):
    """[OS-FK-VII-2]"""

    word: ClassVar[str] = "lose_settler"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        me = state.players[seat]
        if me.areas.bit_count() > self.op.least and open_to_plague(me):
            state.stack.append(LeaveArea(seat))
        elif state.listener is not None:
            state.tell(TrialSpared("OS-FK-VII-2", seat))


class LeaveArea(Decision):
    """Which settler goes back into the supply. Written `leave AREA`. [OS-FK-VII-2]"""

    rule = "OS-FK-VII-2"
    verbs: ClassVar[tuple[str, ...]] = ("leave",)

    def options(self, state: State) -> list[Choice]:
        ids = state.tables.areas.ids
        return [("leave", ids[area]) for area in bits(open_to_plague(state.players[self.seat]))]

    def resolve(self, state: State, choice: Choice) -> None:
        lift(state, self.seat, state.atlas.area_number[str(choice[1])], self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in state.atlas.area_number:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.not_yours", {"area": choice[1]})
