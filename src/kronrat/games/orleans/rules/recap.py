"""What everybody did in the round that ended last, for a line of each player, and what they are up to in this one.

A story may note something of single players for later rounds as well (`Story.notes`).

It is folded from the events that everybody sees. A memory never changes: each event makes another. No rule reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypedDict

from kronrat.core.events import Event
from kronrat.games.orleans.rules.events import (
    AreaSettled,
    Built,
    CardTaken,
    CoinsGained,
    CoinsPaid,
    DeedCompleted,
    EpochEntered,
    FameGained,
    FollowerLost,
    FollowerRecruited,
    GameEnded,
    GoodBought,
    GoodDelivered,
    GoodsGained,
    GoodSold,
    GoodsSpent,
    GoodsSwapped,
    NewcomerWelcomed,
    PhaseBegan,
    PhaseName,
    PlaceUnlocked,
    PlaceUsed,
    PlanShown,
    RoundBegan,
    TokenSent,
)

Kind = Literal["settler", "village", "fortress", "church", "card", "sent", "deed", "epoch"]


class Made(TypedDict):
    """What is there afterwards: `id` is its area, or what it is called by."""

    kind: Kind
    id: str


class Did(TypedDict):
    """What one place brought, or a phase where `place` is empty."""

    place: str
    phase: PhaseName
    tokens: dict[str, int]  # gained less given
    made: list[Made]


class Row(TypedDict):
    """What one seat did, in this order."""

    seat: int
    did: list[Did]


class Recap(TypedDict):
    """A round that is over; without those who did nothing."""

    round: int
    rows: list[Row]


class Lately(TypedDict):
    """What a seat did last in this round, and which places of its plan it has not used yet."""

    seat: int
    did: Did | None
    ready: list[str]


Noted = Mapping[str, Any]  # by names of the story


class Memory(TypedDict):
    """The round that goes on, and the newest one that is over."""

    round: int
    phase: PhaseName
    did: Mapping[int, list[Did]]  # by seat
    ready: Mapping[int, list[str]]
    lately: list[Lately]
    recap: Recap | None
    notes: Mapping[int, Noted]  # by seat: what its story still says of it in later rounds
    opened: Mapping[int, list[str]]  # by seat: the places that came to those of its board, in this order


NOTHING: Final[Memory] = {
    "round": 0,
    "phase": "setup",
    "did": {},
    "ready": {},
    "lately": [],
    "recap": None,
    "notes": {},
    "opened": {},
}

Change = Callable[[Any], dict[str, int]]  # what an event changes in the number of tokens
Making = Callable[[Any], Made]
Note = Callable[[Any, Noted], Noted]  # what is noted of the seat of an event, and was before


def remember(
    memory: Memory | None,
    event: Event,
    counted: Mapping[type[Event], Mapping[str, int]],
    notes: Mapping[type[Event], Note],
) -> Memory:
    """The memory after this event; `counted` and `notes` are what events of single stories change."""
    known = NOTHING if memory is None else memory
    if type(event) in notes:
        noted: int = event.facts()["seat"]
        note = notes[type(event)](event, known["notes"].get(noted, {}))
        known = {**known, "notes": {**known["notes"], noted: note}}
    if isinstance(event, RoundBegan):
        kept: Memory = {**NOTHING, "notes": known["notes"], "opened": known["opened"]}
        return {**kept, "round": event.round, "phase": known["phase"], "recap": _recap(known)}
    if isinstance(event, GameEnded):
        return {**known, "did": {}, "recap": _recap(known)}
    if isinstance(event, PhaseBegan):
        return {**known, "phase": event.phase}
    if isinstance(event, PlaceUnlocked):
        return _with_place(known, event.seat, event.place)
    if isinstance(event, CardTaken):
        known = _with_place(known, event.seat, event.card)
    if isinstance(event, PlanShown):
        return _with_lately({**known, "ready": {**known["ready"], event.seat: list(event.ready)}})
    if isinstance(event, PlaceUsed):
        ready = [place for place in known["ready"].get(event.seat, []) if place != event.place]
        left: Memory = {**known, "ready": {**known["ready"], event.seat: ready}}
        return _with_lately(_with_new(left, event.seat, event.place))
    change, making = CHANGES.get(type(event)), MADE.get(type(event))
    changed = counted.get(type(event), {}) if change is None else change(event)
    if not changed and making is None:
        return known
    seat: int = event.facts()["seat"]
    known = _with_newest(known, seat)
    newest = known["did"][seat][-1]
    before = newest["tokens"]
    tokens = {**before, **{token: before.get(token, 0) + count for token, count in changed.items()}}
    made = newest["made"] if making is None else [*newest["made"], making(event)]
    told: Did = {**newest, "tokens": tokens, "made": made}
    return _with_lately({**known, "did": {**known["did"], seat: [*known["did"][seat][:-1], told]}})


def _with_place(memory: Memory, seat: int, place: str) -> Memory:
    opened = memory["opened"]
    return {**memory, "opened": {**opened, seat: [*opened.get(seat, []), place]}}


def _recap(memory: Memory) -> Recap | None:
    """The round that ends here; before the first there is none."""
    if not memory["round"]:
        return None
    return {"round": memory["round"], "rows": [{"seat": seat, "did": did} for seat, did in memory["did"].items()]}


def _with_lately(memory: Memory) -> Memory:
    """With the newest of what is known of everybody."""
    did, ready = memory["did"], memory["ready"]
    lately: list[Lately] = [
        {"seat": seat, "did": did[seat][-1] if seat in did else None, "ready": ready.get(seat, [])}
        for seat in sorted({*did, *ready})
    ]
    return {**memory, "lately": lately}


def _with_newest(memory: Memory, seat: int) -> Memory:
    """With something of this phase to add to: what a place brought in another phase is told."""
    did = memory["did"].get(seat)
    return memory if did and did[-1]["phase"] == memory["phase"] else _with_new(memory, seat, "")


def _with_new(memory: Memory, seat: int, place: str) -> Memory:
    did: Did = {"place": place, "phase": memory["phase"], "tokens": {}, "made": []}
    return {**memory, "did": {**memory["did"], seat: [*memory["did"].get(seat, []), did]}}


# -- by event --------------------------------------------------------------------------------------------------------


def _recruited(event: FollowerRecruited) -> dict[str, int]:
    return {event.follower: 1}


def _welcomed(event: NewcomerWelcomed) -> dict[str, int]:
    return {event.follower: 1}


def _lost(event: FollowerLost) -> dict[str, int]:
    return {event.follower: -1}


def _gained(event: GoodsGained) -> dict[str, int]:
    return {event.token: event.count}


def _spent(event: GoodsSpent) -> dict[str, int]:
    return {event.token: -event.count}


def _earned(event: CoinsGained) -> dict[str, int]:
    return {"coins": event.coins}


def _paid(event: CoinsPaid) -> dict[str, int]:
    return {"coins": -event.coins}


def _sold(event: GoodSold) -> dict[str, int]:
    return {event.good: -1, "coins": event.coins}


def _bought(event: GoodBought) -> dict[str, int]:
    return {event.good: 1, "coins": -event.coins}


def _delivered(event: GoodDelivered) -> dict[str, int]:
    return {event.good: -1}


def _swapped(event: GoodsSwapped) -> dict[str, int]:
    return {event.gives: -1, event.takes: 1}


def _shone(event: FameGained) -> dict[str, int]:
    return {"fame": event.steps}


CHANGES: Final[dict[type[Event], Change]] = {  # in every story
    FollowerRecruited: _recruited,
    NewcomerWelcomed: _welcomed,
    FollowerLost: _lost,
    GoodsGained: _gained,
    GoodsSpent: _spent,
    CoinsGained: _earned,
    CoinsPaid: _paid,
    GoodSold: _sold,
    GoodBought: _bought,
    GoodDelivered: _delivered,
    GoodsSwapped: _swapped,
    FameGained: _shone,
}


def _settled(event: AreaSettled) -> Made:
    return {"kind": "settler", "id": event.area}


def _built(event: Built) -> Made:
    return {"kind": event.kind, "id": event.area}


def _card(event: CardTaken) -> Made:
    return {"kind": "card", "id": event.card}


def _sent(event: TokenSent) -> Made:
    return {"kind": "sent", "id": event.target}


def _deed(event: DeedCompleted) -> Made:
    return {"kind": "deed", "id": event.deed}


def _epoch(event: EpochEntered) -> Made:
    return {"kind": "epoch", "id": str(event.epoch)}


MADE: Final[dict[type[Event], Making]] = {
    AreaSettled: _settled,
    Built: _built,
    CardTaken: _card,
    TokenSent: _sent,
    DeedCompleted: _deed,
    EpochEntered: _epoch,
}
