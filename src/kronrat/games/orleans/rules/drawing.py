"""Draws by an action, openly: one follower is kept and set down, the others go back into the bag."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.bag import FromBag, counts_of, room_on_green, words_of
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import FollowerSet, FollowersReturned, FollowersShown
from kronrat.games.orleans.rules.places import Place, put, wrong_space
from kronrat.games.orleans.rules.state import FOLLOWERS, KINDS, State


class DrawingOne(Effect):
    """Draw some, keep one; the followers of the place are not in the bag yet. [OS-CARD-BATHHOUSE]"""

    word: ClassVar[str] = "draw_keep"
    draws: ClassVar[bool] = True

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return any(state.players[seat].bag)

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        draw_openly(state, seat, self.op.n)


def draw_openly(state: State, seat: int, count: int) -> None:
    """Draw this many followers from the bag, for all to see."""
    bag = state.players[seat].bag
    if sum(bag) <= count:
        show(state, seat, bag[:])
    else:
        state.stack.append(DrawOpenly(seat, count))


def show(state: State, seat: int, drawn: list[int]) -> None:
    bag = state.players[seat].bag
    for kind, count in enumerate(drawn):
        bag[kind] -= count
    if state.listener is not None:
        state.tell(FollowersShown("OS-BAG-10", seat, words_of(drawn)))
    kinds = tuple([kind for kind, count in enumerate(drawn) for _ in range(count)])
    state.stack.append(Keep(seat, kinds))


class DrawOpenly(FromBag):
    """[OS-DEED-ALCHEMY-3, OS-CARD-BATHHOUSE]"""

    def resolve(self, state: State, choice: Choice) -> None:
        show(state, self.owner, counts_of(choice))


def room_for(state: State, seat: int, kind: int) -> list[Choice]:
    """Where a drawn follower may go: a free matching space, a free field of the Gate, or the green."""
    me = state.players[seat]
    spaces = me.spaces
    found: list[Choice] = []
    for fit in me.layout.fits[kind]:
        if spaces[fit.at] < 0 <= spaces[fit.twin]:
            found.append(("put", fit.choice[2], fit.choice[3]))
    if room_on_green(state, me) > 0:
        found.append(("green",))
    return found


class Keep(Decision):
    """Which of the drawn followers to keep; the others go back. Written `keep FOLLOWER` or `return`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "drawn")
    rule = "OS-CARD-BATHHOUSE"
    verbs: ClassVar[tuple[str, ...]] = ("keep", "return")

    def __init__(self, seat: int, drawn: tuple[int, ...]) -> None:
        self.seat = seat
        self.drawn = drawn

    def options(self, state: State) -> list[Choice]:
        kinds = [kind for kind in range(KINDS) if kind in self.drawn and room_for(state, self.seat, kind)]
        if not kinds:
            return [("return",)]
        return [("keep", FOLLOWERS[kind]) for kind in kinds]

    def resolve(self, state: State, choice: Choice) -> None:
        back = list(self.drawn)
        if choice[0] == "keep":
            kept = FOLLOWERS.index(str(choice[1]))
            back.remove(kept)
            state.stack.append(SetDown(self.seat, kept))
        for kind in back:
            state.players[self.seat].bag[kind] += 1
        if back and state.listener is not None:
            words = tuple([FOLLOWERS[kind] for kind in back])
            state.tell(FollowersReturned(self.forced_by(state), self.seat, words))

    def forced_by(self, state: State) -> str:
        return "OS-CARD-BATHHOUSE" if len(self.drawn) > 1 else "OS-DEED-ALCHEMY-5"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in FOLLOWERS:
            return malformed(self.verbs)
        if FOLLOWERS.index(str(choice[1])) in self.drawn:
            return Reason("OS-CARD-BATHHOUSE", "reason.no_room", {"follower": choice[1]})
        return Reason(self.rule, "reason.not_drawn", {"follower": choice[1]})


class SetDown(Decision):
    """Where the drawn follower goes. Written `put PLACE SPACE` or `green`. [OS-DEED-ALCHEMY-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "kind")
    rule = "OS-DEED-ALCHEMY-3"
    verbs: ClassVar[tuple[str, ...]] = ("put", "green")

    def __init__(self, seat: int, kind: int) -> None:
        self.seat = seat
        self.kind = kind

    def options(self, state: State) -> list[Choice]:
        return room_for(state, self.seat, self.kind)

    def resolve(self, state: State, choice: Choice) -> None:
        me = state.players[self.seat]
        where, number = "", 0
        if choice[0] == "put":
            where, number = str(choice[1]), int(choice[2])
            put(me, state.atlas.by_id[where].first + number, self.kind)
        else:
            me.green[self.kind] += 1
        if state.listener is not None:
            state.tell(FollowerSet(self.rule, self.seat, FOLLOWERS[self.kind], where, number))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == ("green",):
            return Reason("OS-BAG-2", "reason.green_full", {})
        place = state.atlas.by_id.get(str(choice[1])) if len(choice) == 3 and choice[0] == "put" else None
        if place is None or type(choice[2]) is not int or not 0 <= choice[2] < place.size:
            return malformed(self.verbs)
        return self._why_not_there(state, place, choice[2])

    def _why_not_there(self, state: State, place: Place, n: int) -> Reason:
        me = state.players[self.seat]
        facts = {"place": place.id}
        if me.spaces[place.first + n] >= 0:
            return Reason(self.rule, "reason.space_taken", facts)
        if me.layout.accepts(place.spaces[n], self.kind):
            return Reason(self.rule, "reason.space_before", facts)
        return wrong_space(self.rule, FOLLOWERS[self.kind], place, place.spaces[n])
