"""What a view still shows of the past: looks in this raid, the newest placements, riots and coronation.

It is folded from the events that everybody sees. A memory never changes: each event makes another. No rule reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypedDict

from kronrat.core.events import Event
from kronrat.games.tumult.rules.events import (
    ChronicleWritten,
    EndChecked,
    EndReason,
    FollowersGained,
    FollowersLost,
    GameEnded,
    Kind,
    KingCrowned,
    LandRevealed,
    MercyShown,
    Passed,
    PeopleContent,
    PhaseBegan,
    RaidBegan,
    RanksDrawn,
    RanksSet,
    RiotBrokeOut,
    RoundBegan,
    StatuesPlaced,
    TileLifted,
    TilesGivenBack,
    TilesRevealed,
)
from kronrat.games.tumult.rules.state import KINDS, TILES, State

Acted = Literal["placed", "passed"]
RIOTS: Final = 3  # the phase


class Spot(TypedDict):
    """A field of the landscape."""

    row: int
    column: int


# -- riots -----------------------------------------------------------------------------------------------------------


class Lane(TypedDict):
    """What one seat robbed of a kind, what mercy takes off, and how greedy that makes it."""

    seat: int
    tiles: list[str]
    robbed: int
    mercy: int
    greed: int


class Penalty(TypedDict):
    """What a riot costs the greediest; `before` and `after` are the followers of that seat."""

    seat: int
    tied: bool  # others were as greedy, and the rank decided
    kept: str | None
    back: list[str]
    before: int
    after: int


class Check(TypedDict):
    """Whether enough of one kind was left to the people."""

    kind: Kind
    left: int
    demand: int
    centre: list[str]  # the tiles of this kind that were left
    lanes: list[Lane]  # by rank
    penalty: Penalty | None  # of a riot


class Riots(TypedDict):
    """The checks of the newest raid, in their order."""

    round: int
    order: list[int]  # the seats by their rank at that time
    checks: list[Check]


# -- the coronation --------------------------------------------------------------------------------------------------


class Entry(TypedDict):
    """What a king wrote into the chronicle."""

    space: int
    statues: int


class Difference(TypedDict):
    """The difference in statues, and the number by which it would end the game."""

    difference: int
    number: int


class Ending(TypedDict):
    """How the game ended."""

    winner: int
    reason: EndReason


class Rise(TypedDict):
    """The rank of one seat before and now, by its followers, and those it got as a consolation before."""

    seat: int
    before: int
    followers: int
    tied: bool  # with the one ahead, who had the higher rank before
    consolation: int


class Coronation(TypedDict):
    """The newest coronation and what came with it."""

    round: int
    order: list[int]  # the seats by their new rank,
    before: list[int]  # and by the one they had
    ranks: list[Rise]  # by the new rank
    king: int
    price: int  # followers
    written: Entry | None
    revealed: int  # landscape tiles
    checked: Difference | None
    mercy: list[int]
    ended: Ending | None


# -- the memory ------------------------------------------------------------------------------------------------------


class Memory(TypedDict):
    """All that is remembered. `gained` counts followers less those lost, by seat, since the first event."""

    round: int
    phase: int
    order: tuple[int, ...]
    gained: Mapping[int, int]
    consoled: Mapping[int, int]  # in this round
    looks: Mapping[int, int] | None  # None: the raid has not begun
    acted: Mapping[int, Acted]  # in this phase
    newest: Spot | None  # the field taken last in this phase
    centre: tuple[str, ...]
    castles: tuple[tuple[str, ...], ...]
    riots: Riots | None  # with `before` and `after` counted like `gained`
    coronation: Coronation | None


NOTHING: Final[Memory] = {
    "round": 0,
    "phase": 0,
    "order": (),
    "gained": {},
    "consoled": {},
    "looks": None,
    "acted": {},
    "newest": None,
    "centre": (),
    "castles": (),
    "riots": None,
    "coronation": None,
}


def remember(memory: Memory | None, event: Event) -> Memory | None:
    """The memory after this event."""
    fold = _FOLDS.get(type(event))
    return memory if fold is None else fold(NOTHING if memory is None else memory, event)


def _round_began(memory: Memory, event: RoundBegan) -> Memory:
    return {**memory, "round": event.round, "consoled": {}}


def _phase_began(memory: Memory, event: PhaseBegan) -> Memory:
    return {**memory, "phase": event.phase, "acted": {}, "newest": None}


def _ranks_drawn(memory: Memory, event: RanksDrawn) -> Memory:
    return {**memory, "order": event.order}


# -- raid and placing ------------------------------------------------------------------------------------------------


def _raid_began(memory: Memory, event: RaidBegan) -> Memory:
    return {**memory, "looks": {}}


def _tile_lifted(memory: Memory, event: TileLifted) -> Memory:
    looks = memory["looks"]
    if looks is None:
        return memory
    return {**memory, "looks": {**looks, event.seat: looks.get(event.seat, 0) + 1}}


def _statues_placed(memory: Memory, event: StatuesPlaced) -> Memory:
    acted: Mapping[int, Acted] = {**memory["acted"], event.seat: "placed"}
    return {**memory, "acted": acted, "newest": {"row": event.row, "column": event.column}}


def _passed(memory: Memory, event: Passed) -> Memory:
    acted: Mapping[int, Acted] = {**memory["acted"], event.seat: "passed"}
    return {**memory, "acted": acted}


# -- riots -----------------------------------------------------------------------------------------------------------


def _tiles_revealed(memory: Memory, event: TilesRevealed) -> Memory:
    order = memory["order"] or tuple(range(len(event.castles)))
    riots: Riots = {"round": memory["round"], "order": list(order), "checks": []}
    return {**memory, "looks": None, "centre": event.centre, "castles": event.castles, "riots": riots}


def _people_content(memory: Memory, event: PeopleContent) -> Memory:
    robbed = [_symbols(_of(event.kind, tiles)) for tiles in memory["castles"]]
    return _checked(memory, event.kind, event.left, event.demand, robbed, None)


def _riot_broke_out(memory: Memory, event: RiotBrokeOut) -> Memory:
    seat = event.seat
    mine = _of(event.kind, memory["castles"][seat]) if memory["castles"] else []
    followers = memory["gained"].get(seat, 0)
    penalty: Penalty = {
        "seat": seat,
        "tied": event.greed.count(event.greed[seat]) > 1,
        "kept": mine[0] if mine else None,
        "back": [],
        "before": followers,
        "after": followers,
    }
    return _checked(memory, event.kind, event.left, event.demand, list(event.greed), penalty)


def _checked(memory: Memory, kind: Kind, left: int, demand: int, greed: list[int], penalty: Penalty | None) -> Memory:
    riots = memory["riots"]
    if riots is None:
        return memory
    check: Check = {
        "kind": kind,
        "left": left,
        "demand": demand,
        "centre": _of(kind, memory["centre"]),
        "lanes": [_lane(seat, _of(kind, memory["castles"][seat]), greed[seat]) for seat in riots["order"]],
        "penalty": penalty,
    }
    return {**memory, "riots": {**riots, "checks": [*riots["checks"], check]}}


def _lane(seat: int, tiles: list[str], greed: int) -> Lane:
    robbed = _symbols(tiles)
    return {"seat": seat, "tiles": tiles, "robbed": robbed, "mercy": robbed - greed, "greed": greed}


def _tiles_given_back(memory: Memory, event: TilesGivenBack) -> Memory:
    return _with_penalty(memory, event.seat, list(event.tiles))


def _with_penalty(memory: Memory, seat: int, back: list[str] | None = None) -> Memory:
    """With what the riot that goes on has cost so far."""
    riots = memory["riots"]
    penalty = riots["checks"][-1]["penalty"] if riots is not None and riots["checks"] else None
    if riots is None or penalty is None or penalty["seat"] != seat or memory["phase"] != RIOTS:
        return memory
    after = memory["gained"].get(seat, 0)
    paid: Penalty = {**penalty, "back": penalty["back"] if back is None else back, "after": after}
    check: Check = {**riots["checks"][-1], "penalty": paid}
    return {**memory, "riots": {**riots, "checks": [*riots["checks"][:-1], check]}}


def _of(kind: Kind, tiles: tuple[str, ...]) -> list[str]:
    faces = [TILES.index(tile) for tile in tiles]
    return [tile for tile, face in zip(tiles, faces, strict=True) if KINDS[face // 3] == kind]


def _symbols(tiles: list[str]) -> int:
    return sum([TILES.index(tile) % 3 + 1 for tile in tiles])


# -- followers -------------------------------------------------------------------------------------------------------


def _followers_gained(memory: Memory, event: FollowersGained) -> Memory:
    after = _with_followers(memory, event.seat, event.followers)
    if event.source != "source.consolation":
        return after
    return {**after, "consoled": {**after["consoled"], event.seat: event.followers}}


def _followers_lost(memory: Memory, event: FollowersLost) -> Memory:
    after = _with_followers(memory, event.seat, -event.followers)
    crowned = after["coronation"]
    if event.source != "source.coronation" or crowned is None:
        return after
    return {**after, "coronation": {**crowned, "price": event.followers}}


def _with_followers(memory: Memory, seat: int, change: int) -> Memory:
    gained = memory["gained"]
    counted: Memory = {**memory, "gained": {**gained, seat: gained.get(seat, 0) + change}}
    return _with_penalty(counted, seat)


# -- the coronation --------------------------------------------------------------------------------------------------


def _ranks_set(memory: Memory, event: RanksSet) -> Memory:
    before, consoled = memory["order"] or event.order, memory["consoled"]
    ranks: list[Rise] = [
        {
            "seat": seat,
            "before": before.index(seat) + 1,
            "followers": followers,
            "tied": place > 0 and event.followers[place - 1] == followers,
            "consolation": consoled.get(seat, 0),
        }
        for place, (seat, followers) in enumerate(zip(event.order, event.followers, strict=True))
    ]
    coronation: Coronation = {
        "round": memory["round"],
        "order": list(event.order),
        "before": list(before),
        "ranks": ranks,
        "king": event.order[0],
        "price": 0,
        "written": None,
        "revealed": 0,
        "checked": None,
        "mercy": [],
        "ended": None,
    }
    return {**memory, "order": event.order, "coronation": coronation}


def _king_crowned(memory: Memory, event: KingCrowned) -> Memory:
    crowned = memory["coronation"]
    return memory if crowned is None else {**memory, "coronation": {**crowned, "king": event.seat}}


def _chronicle_written(memory: Memory, event: ChronicleWritten) -> Memory:
    crowned = memory["coronation"]
    if crowned is None:
        return memory
    return {**memory, "coronation": {**crowned, "written": {"space": event.space, "statues": event.statues}}}


def _land_revealed(memory: Memory, event: LandRevealed) -> Memory:
    crowned = memory["coronation"]
    if crowned is None:
        return memory
    return {**memory, "coronation": {**crowned, "revealed": crowned["revealed"] + 1}}


def _end_checked(memory: Memory, event: EndChecked) -> Memory:
    crowned = memory["coronation"]
    if crowned is None:
        return memory
    checked: Difference = {"difference": event.difference, "number": event.number}
    return {**memory, "coronation": {**crowned, "checked": checked}}


def _mercy_shown(memory: Memory, event: MercyShown) -> Memory:
    crowned = memory["coronation"]
    return memory if crowned is None else {**memory, "coronation": {**crowned, "mercy": list(event.seats)}}


def _game_ended(memory: Memory, event: GameEnded) -> Memory:
    """A game that statues on the landscape end has no part in the coronation of the round before."""
    crowned = memory["coronation"]
    if crowned is None or crowned["round"] != memory["round"]:
        return memory
    return {**memory, "coronation": {**crowned, "ended": {"winner": event.winner, "reason": event.reason}}}


_FOLDS: Final[dict[type[Event], Callable[[Memory, Any], Memory]]] = {
    RoundBegan: _round_began,
    PhaseBegan: _phase_began,
    RanksDrawn: _ranks_drawn,
    RaidBegan: _raid_began,
    TileLifted: _tile_lifted,
    StatuesPlaced: _statues_placed,
    Passed: _passed,
    TilesRevealed: _tiles_revealed,
    PeopleContent: _people_content,
    RiotBrokeOut: _riot_broke_out,
    TilesGivenBack: _tiles_given_back,
    FollowersGained: _followers_gained,
    FollowersLost: _followers_lost,
    RanksSet: _ranks_set,
    KingCrowned: _king_crowned,
    ChronicleWritten: _chronicle_written,
    LandRevealed: _land_revealed,
    EndChecked: _end_checked,
    MercyShown: _mercy_shown,
    GameEnded: _game_ended,
}


# -- what a view shows of it -----------------------------------------------------------------------------------------


def riots_of(state: State, memory: Memory) -> Riots | None:
    """The newest riots, with followers as they were."""
    riots, gained = memory["riots"], memory["gained"]
    if riots is None or not riots["checks"]:
        return None
    checks: list[Check] = []
    for check in riots["checks"]:
        penalty = check["penalty"]
        if penalty is not None:
            seat = penalty["seat"]
            first = state.players[seat].followers - gained.get(seat, 0)  # that the seat had when nothing was remembered
            check = {
                **check,
                "penalty": {**penalty, "before": first + penalty["before"], "after": first + penalty["after"]},
            }
        checks.append(check)
    return {**riots, "checks": checks}
