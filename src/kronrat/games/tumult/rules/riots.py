"""Phase 3: where the people have too little left, the greediest is punished."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.tumult.rules.events import Kind, MercyDeclined, PeopleContent, RiotBrokeOut, TilesGivenBack
from kronrat.games.tumult.rules.followers import lose
from kronrat.games.tumult.rules.mood import SpinFor
from kronrat.games.tumult.rules.raid import faces_of, symbols
from kronrat.games.tumult.rules.state import KINDS, NOBODY, TILES, State

LOSS: Final = 3  # followers
MERCY: Final[Choice] = ("mercy",)
DECLINE: Final[Choice] = ("decline",)


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
        break_out(state, kind, self.left, answered=0, declined=0)


def break_out(state: State, kind: int, left: int, answered: int, declined: int) -> None:
    """Ask the next player whose mercy decides who is punished, or punish; answers are the bits of seats. [TR-P3-19]"""
    asked = next_to_plead(state, kind, answered, declined) if state.switches.mercy_by_choice else None
    if asked is not None:
        state.stack.append(UseMercy(asked, KINDS[kind], left, answered, declined))
        return
    greed = greed_of_all(state, kind, declined)
    seat = greediest(state, greed)
    if state.listener is not None:
        state.tell(RiotBrokeOut("TR-P3-7", KINDS[kind], left, state.demand[kind], tuple(greed), seat))
    state.players[seat].hit = True
    lose(state, seat, LOSS, "source.riot", "TR-P3-9")
    give_back(state, seat, kind)


def next_to_plead(state: State, kind: int, answered: int, declined: int) -> int | None:
    """The first by rank who is punished without mercy and not with it, if those who are asked later use theirs."""
    with_mercy = greediest(state, greed_of_all(state, kind, declined))
    for seat in state.order:
        if not state.players[seat].mercy or answered >> seat & 1 or seat == with_mercy:
            continue
        if greediest(state, greed_of_all(state, kind, declined | 1 << seat)) == seat:
            return seat
    return None


class UseMercy(Decision):
    """Whether the people's mercy takes off a symbol in this riot. Written `mercy` or `decline`. [TR-P3-19]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "about", "left", "answered", "declined")
    rule = "TR-P3-19"
    verbs: ClassVar[tuple[str, ...]] = ("mercy", "decline")

    def __init__(self, seat: int, about: Kind, left: int, answered: int, declined: int) -> None:
        self.seat = seat
        self.about = about
        self.left = left  # symbols in the centre when the raid was over
        self.answered = answered  # bits of the seats that were asked before
        self.declined = declined  # bits of those among them that do without

    def options(self, state: State) -> list[Choice]:
        return [MERCY, DECLINE]

    def resolve(self, state: State, choice: Choice) -> None:
        bit = 1 << self.seat
        declined = self.declined
        if choice == DECLINE:
            declined |= bit
            if state.listener is not None:
                state.tell(MercyDeclined(self.rule, self.seat, self.about))
        break_out(state, KINDS.index(self.about), self.left, self.answered | bit, declined)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)


def greed_of_all(state: State, kind: int, declined: int) -> list[int]:
    """The greed of every seat; the bits are those of the seats that do without mercy."""
    return [greed_of(state, seat, kind, not declined >> seat & 1) for seat in range(state.seats)]


def greed_of(state: State, seat: int, kind: int, uses_mercy: bool = True) -> int:
    """Symbols of the kind in the castle; mercy takes off one, but not below nothing. [TR-P3-5, TR-P3-6]"""
    robbed = symbols(faces_of(state, seat), kind)
    return max(0, robbed - 1) if state.players[seat].mercy and uses_mercy else robbed


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
