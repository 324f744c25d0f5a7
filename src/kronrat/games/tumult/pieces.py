"""What may be put on a table of Tumult Royal by hand: the time, the demand, ranks, followers, statues and goods."""

from __future__ import annotations

from functools import partial
from typing import Final

from kronrat.games.tumult.rules.raid import faces_of
from kronrat.games.tumult.rules.rounds import MOOD, PLACING, RAID, Round
from kronrat.games.tumult.rules.state import (
    FOLLOWERS,
    KINDS,
    NO_TILE,
    NOBODY,
    NOT_SPUN,
    STATUES,
    TILES,
    State,
)
from kronrat.pieces import Misfit, Piece, skip_to

PHASES: Final = (MOOD, RAID, PLACING)  # those in which somebody is asked, or chance
CALM: Final = 1  # what the people want where nobody has spun


def pieces(state: State) -> list[Piece]:
    if any([isinstance(step, Round) for step in state.stack]):
        return []
    rounds = tuple([str(number + 1) for number in range(len(state.tables.chronicle))])
    phases = tuple([str(phase) for phase in sorted({state.phase, *PHASES})])
    to_round, to_phase = partial(_go_to, state, phase=MOOD), partial(_go_to, state, state.round)
    found = [
        Piece("round", "web.tr.round", str(state.round), to_round, values=rounds),
        Piece("phase", "web.pieces.phase", str(state.phase), to_phase, values=phases, names="phase"),
    ]
    highest = max([number for number, _ in state.tables.spins])
    for kind, word in enumerate(KINDS):
        put = partial(_demand, state, kind)
        found.append(
            Piece(f"demand_{word}", f"kind.{word}", state.demand[kind], put, None, 0, highest, group="term.demand")
        )
    for seat in range(state.seats):
        found += _of(state, seat)
    return found


def _of(state: State, seat: int) -> list[Piece]:
    """What is before a player."""
    me = state.players[seat]
    found = [
        Piece("rank", "piece.rank", state.rank(seat), partial(_rank, state, seat), seat, 1, state.seats),
        Piece("followers", "term.followers", me.followers, partial(_follow, state, seat), seat, 0, FOLLOWERS),
        Piece("mercy", "term.mercy", me.mercy, partial(setattr, me, "mercy"), seat),
        Piece("statues", "term.statues", me.statues, partial(_statues, state, seat), seat, 0, STATUES - 1),
    ]
    for kind, field in enumerate(state.tables.fields):
        places = {name: place for place, name in enumerate(_names(state)) if state.fields[place] == kind}
        mine = tuple([name for name, place in places.items() if state.owners[place] == seat])
        if places:
            put = partial(_fields, state, seat, places)
            found.append(
                Piece(field.id, f"field.{field.id}", mine, put, seat, values=tuple(places), group="table.fields")
            )
    if state.shown:
        castle = faces_of(state, seat)
        for face, tile in enumerate(TILES):
            put, most = partial(_rob, state, seat, face), state.tiles.count(face)
            found.append(Piece(tile, f"tile.{tile}", castle.count(face), put, seat, 0, most, group="term.castle_board"))
    return found


def _names(state: State) -> list[str]:
    """Fields as the log names them."""
    width = state.ground.width
    return [f"({field // width}, {field % width})" for field in range(state.ground.size)]


def _go_to(state: State, round: int | str, phase: int | str) -> None:
    """The beginning of a phase; where that is after the raid, half of the goods are in castles."""
    round, phase = int(round), int(phase)
    kings = state.chronicle or state.order[:1]
    state.chronicle = (*kings, *[kings[-1]] * round)[: round - 1]
    demand = state.demand
    state.stack.clear()
    Round(round).run(state)
    skip_to(state, phase)
    after_raid = phase > RAID
    state.tiles = state.ground.tiles if after_raid else ()
    state.slots = _robbed(state) if after_raid else []
    state.shown = after_raid
    for me in state.players:
        me.hand, me.seen, me.done, me.able, me.hit, me.order = NO_TILE, 0, False, False, False, ()
    if phase > MOOD and (after_raid or not state.switches.gamblers):
        state.demand = demand if NOT_SPUN not in demand else (CALM, CALM, CALM)
    state.settle()


def _robbed(state: State) -> list[int]:
    """Every other tile is in a castle, one after the other."""
    return [slot // 2 % state.seats if slot % 2 else NOBODY for slot in range(state.ground.slots)]


def _demand(state: State, kind: int, number: int) -> None:
    demand = list(state.demand)
    demand[kind] = number
    state.demand = (demand[0], demand[1], demand[2])


def _rank(state: State, seat: int, rank: int) -> None:
    """Whoever had that rank takes the one that becomes free."""
    order = list(state.order)
    here, there = order.index(seat), rank - 1
    order[here], order[there] = order[there], order[here]
    state.order = tuple(order)


def _follow(state: State, seat: int, followers: int) -> None:
    """They come from the supply, and go back there. [TR-SETUP-1]"""
    me = state.players[seat]
    left = state.supply + me.followers - followers
    if left < 0:
        raise Misfit("TR-SETUP-1", "web.pieces.lacks", most=state.supply + me.followers)
    me.followers, state.supply = followers, left


def _statues(state: State, seat: int, statues: int) -> None:
    """Those in the chronicle are placed, too; those on the board must be among them. [TR-P4-6]"""
    kinds = state.tables.fields
    there = sum([kinds[state.fields[place]].statues for place, owner in enumerate(state.owners) if owner == seat])
    if statues < there:
        raise Misfit("TR-P4-6", "web.pieces.least", least=there)
    state.players[seat].statues = statues


def _fields(state: State, seat: int, places: dict[str, int], wanted: tuple[str, ...]) -> None:
    """Statues on these fields; each field takes as many as are printed there, of one player. [TR-P4-11]"""
    kinds, me = state.tables.fields, state.players[seat]
    for field, place in places.items():
        owner, statues = state.owners[place], kinds[state.fields[place]].statues
        if field in wanted and owner != seat:
            if owner != NOBODY:
                raise Misfit("TR-P4-11", "reason.field_taken", seat=owner)
            state.owners[place] = seat
            me.statues += statues
        elif field not in wanted and owner == seat:
            state.owners[place] = NOBODY
            me.statues = max(0, me.statues - statues)
    if me.statues >= STATUES:
        raise Misfit("TR-END-6", "web.pieces.lacks", most=STATUES - 1)


def _rob(state: State, seat: int, face: int, count: int) -> None:
    """Tiles come from the centre, or from those set aside in exchange for another; and go back to the centre."""
    slots, tiles = state.slots, list(state.tiles)
    mine = [slot for slot, owner in enumerate(slots) if owner == seat and tiles[slot] == face]
    for slot in mine[count:]:
        slots[slot] = NOBODY
    for has in range(len(mine), count):
        free = [slot for slot, owner in enumerate(slots) if owner == NOBODY]
        same = [slot for slot in free if tiles[slot] == face]
        aside = [place for place in range(len(slots), len(tiles)) if tiles[place] == face]
        if not same and free and aside:
            tiles[free[0]], tiles[aside[0]] = tiles[aside[0]], tiles[free[0]]
            same = free
        if not same:
            raise Misfit("TR-P2-18", "web.pieces.lacks", most=has)
        slots[same[0]] = seat
    state.tiles = (*tiles[: len(slots)], *sorted(tiles[len(slots) :]))
