"""Phase 2: tiles are set aside, and the rest is robbed. What a hand may do is the same in all three modes."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Reason, Step, malformed
from kronrat.games.tumult.rules.events import (
    RaidBegan,
    Resumed,
    Stopped,
    TileKept,
    TileLifted,
    TileReturned,
    TileSeen,
    TilesRevealed,
    TilesSetAside,
)
from kronrat.games.tumult.rules.state import FACES, NO_TILE, NOBODY, SET_ASIDE, TILES, State

KEEP: Final[Choice] = ("keep",)
RETURN: Final[Choice] = ("return",)
STOP: Final[Choice] = ("stop",)
RESUME: Final[Choice] = ("resume",)
LIFTS: Final[list[Choice]] = [("lift", slot) for slot in range(len(TILES) * 9)]


# -- A: setting aside ----------------------------------------------------------------------------------------------


class MixGoods(Chance):
    """All tiles are mixed face down; the last three for each player are set aside unseen. [TR-P2-1, TR-P2-2]

    Written `goods TILE…`, first those of the slots.
    """

    def sample(self, state: State, dice: Dice) -> Choice:
        used = state.ground.tiles
        return ("goods", *[TILES[used[place]] for place in dice.shuffled(len(used))])

    def accepts(self, state: State, choice: Choice) -> bool:
        words = [FACES[word] for word in choice[1:] if isinstance(word, str) and word in FACES]
        words.sort()
        return choice[:1] == ("goods",) and len(words) == len(choice) - 1 and tuple(words) == state.ground.tiles

    def resolve(self, state: State, choice: Choice) -> None:
        state.tiles = tuple([FACES[cast(str, word)] for word in choice[1:]])
        state.slots = [NOBODY] * state.ground.slots
        state.shown = False
        for player in state.players:
            player.hand = NO_TILE
            player.done = False
            player.seen = 0
        if state.listener is not None:
            state.tell(TilesSetAside("TR-P2-1", SET_ASIDE * state.seats, state.ground.slots))

    def witnesses(self, state: State) -> tuple[int, ...]:
        return ()


# -- B: the core of the raid -----------------------------------------------------------------------------------------


class BeginRaid(Step):
    """The start command. [TR-P2-3]"""

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.tell(RaidBegan("TR-P2-3"))


def free_slots(state: State) -> list[int]:
    """The tiles that anybody may lift: those in the centre and in nobody's hand. [TR-P2-10]"""
    return [slot for slot, owner in enumerate(state.slots) if owner == NOBODY]


def lifts(state: State) -> list[Choice]:
    return [LIFTS[slot] for slot, owner in enumerate(state.slots) if owner == NOBODY]


def lift(state: State, seat: int, slot: int) -> None:
    """A tile is taken into the hand and looked at. [TR-P2-6]"""
    state.slots[slot] = seat
    state.players[seat].hand = slot
    if state.listener is not None:
        state.tell(TileLifted("TR-P2-6", seat, slot))
        state.tell(TileSeen("TR-INFO-2", seat, slot, TILES[state.tiles[slot]]))


def keep(state: State, seat: int) -> None:
    """The tile in hand goes onto the castle board, where it is safe. [TR-P2-7, TR-P2-18]"""
    me = state.players[seat]
    slot = me.hand
    me.seen |= 1 << slot
    me.hand = NO_TILE
    if state.listener is not None:
        state.tell(TileKept("TR-P2-7", seat, slot))


def put_back(state: State, seat: int) -> None:
    """The tile in hand goes back to its place in the centre, face down. [TR-P2-7, TR-DIG-LIVE-5]"""
    me = state.players[seat]
    slot = me.hand
    state.slots[slot] = NOBODY
    me.seen |= 1 << slot
    me.hand = NO_TILE
    if state.listener is not None:
        state.tell(TileReturned("TR-P2-7", seat, slot))


def stop(state: State, seat: int) -> None:
    """[TR-P2-16]"""
    state.players[seat].done = True
    if state.listener is not None:
        state.tell(Stopped("TR-P2-16", seat))


def resume(state: State, seat: int) -> None:
    """[TR-P2-16]"""
    state.players[seat].done = False
    if state.listener is not None:
        state.tell(Resumed("TR-P2-16", seat))


def put_down(state: State, seat: int, choice: Choice) -> None:
    if choice == KEEP:
        keep(state, seat)
    else:
        put_back(state, seat)


def why_not_rob(state: State, seat: int, choice: Choice, verbs: tuple[str, ...]) -> Reason | None:
    """Why a running raid refuses this to a seat. [TR-DIG-LIVE-4]"""
    me = state.players[seat]
    if choice[0] != "lift":
        if len(choice) != 1:
            return malformed(verbs)
        if choice == RESUME and not me.done:
            return Reason("TR-P2-16", "reason.not_stopped")
        if choice in (STOP, RESUME) and me.hand != NO_TILE:
            return Reason("TR-P2-7", "reason.hand_full")
        if choice == STOP:
            return Reason("TR-P2-16", "reason.stopped")
        return Reason("TR-P2-9", "reason.hand_empty")
    if len(choice) != 2 or type(choice[1]) is not int:
        return malformed(verbs)
    slot = choice[1]
    if me.done:
        return Reason("TR-P2-16", "reason.stopped")
    if me.hand != NO_TILE:
        return Reason("TR-P2-6", "reason.hand_full")
    if not 0 <= slot < len(state.slots):
        return Reason("TR-P2-17", "reason.no_such_slot", {"slot": slot, "has": len(state.slots)})
    owner = state.slots[slot]
    if state.players[owner].hand == slot:
        return Reason("TR-P2-10", "reason.slot_held", {"seat": owner, "slot": slot})
    return Reason("TR-P2-18", "reason.slot_taken", {"seat": owner, "slot": slot})


# -- the end of the raid ---------------------------------------------------------------------------------------------


class RevealTiles(Step):
    """All tiles in the centre and in castles are turned up; those set aside stay hidden. [TR-P2-13, TR-P2-19]"""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def run(self, state: State) -> None:
        if state.listener is not None:
            state.pause("raided")
        raided = state.ground.slots
        state.shown = True
        state.tiles = (*state.tiles[:raided], *sorted(state.tiles[raided:]))
        if state.listener is not None:
            castles = tuple([tuple(tiles_of(state, seat)) for seat in range(state.seats)])
            centre = faces_of(state, NOBODY)
            bread, marble, tools = [symbols(centre, kind) for kind in range(3)]
            state.tell(TilesRevealed("TR-P2-13", tuple(tiles_of(state, NOBODY)), bread, marble, tools, castles))


def faces_of(state: State, owner: int) -> list[int]:
    """The tiles of a seat's castle, of the centre, or those paid, by kind and symbols."""
    tiles = state.tiles
    faces = [tiles[slot] for slot, whose in enumerate(state.slots) if whose == owner]
    faces.sort()
    return faces


def tiles_of(state: State, owner: int) -> list[str]:
    return [TILES[face] for face in faces_of(state, owner)]


def symbols(faces: list[int], kind: int) -> int:
    """How many symbols of a kind are on these tiles."""
    found = 0
    for face in faces:
        if face // 3 == kind:
            found += face % 3 + 1
    return found
