"""Newcomers: nobody is left without a way to recruit. [OS-ROUND-8]"""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.orleans.rules.events import NewcomerWelcomed
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.state import (
    CRAFTSMAN,
    FARMER,
    FISHER,
    FOLLOWERS,
    KINDS,
    MERCHANT,
    TECHNOLOGY,
    Player,
    State,
)

FIRST_KINDS: Final = (FARMER, FISHER, CRAFTSMAN, MERCHANT)


def following(me: Player) -> list[int]:
    """All followers of a player, by kind: in the bag, on the green, on places and at the Gate."""
    owned = [me.bag[kind] + me.green[kind] for kind in range(KINDS)]
    for token in me.tokens():
        if token < KINDS:
            owned[token] += 1
    return owned


def can_fill(me: Player, place: Place, owned: list[int]) -> bool:
    """Whether these followers are enough for all spaces of a place that hold no technology."""
    takers = [
        me.layout.takers(space) for n, space in enumerate(place.spaces) if me.spaces[place.first + n] != TECHNOLOGY
    ]
    return _fill(takers, 0, owned)


def _fill(takers: list[int], first: int, owned: list[int]) -> bool:
    """Whether everybody in `takers`, from this space on, can be found among the followers."""
    if first == len(takers):
        return True
    for kind in range(KINDS):
        if owned[kind] and takers[first] >> kind & 1:
            owned[kind] -= 1
            enough = _fill(takers, first + 1, owned)
            owned[kind] += 1
            if enough:
                return True
    return False


class WelcomeNewcomer(Step):
    """A player whose followers can fill no recruiting place of the board gets one of a kind that is missing."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        me = state.players[self.seat]
        owned = following(me)
        for place in state.atlas.recruiting:
            if can_fill(me, place, owned):
                return
        kinds = tuple([kind for kind in FIRST_KINDS if not owned[kind] and state.market[kind] + state.storage[kind]])
        if kinds:
            state.stack.append(Welcome(self.seat, kinds))


class Welcome(Decision):
    """Which newcomer to take. Written `welcome FOLLOWER`. [OS-ROUND-8]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "kinds")
    rule = "OS-ROUND-8"
    verbs: ClassVar[tuple[str, ...]] = ("welcome",)

    def __init__(self, seat: int, kinds: tuple[int, ...]) -> None:
        self.seat = seat
        self.kinds = kinds

    def options(self, state: State) -> list[Choice]:
        return [("welcome", FOLLOWERS[kind]) for kind in self.kinds]

    def resolve(self, state: State, choice: Choice) -> None:
        kind = FOLLOWERS.index(str(choice[1]))
        source = state.market if state.market[kind] else state.storage
        source[kind] -= 1
        state.players[self.seat].bag[kind] += 1
        if state.listener is not None:
            state.tell(NewcomerWelcomed(self.rule, self.seat, FOLLOWERS[kind]))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in FOLLOWERS:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.no_newcomer", {"follower": choice[1]})
