"""What came out of a game, as it is kept for profiles and ratings: who sat where, in which place, and what counts.

A result is worked out once, from the table as it ends, and kept in the same transaction as the record that ends it. A
leaver is in last place, whatever the stand-in achieved; when everybody has left, whoever stayed longer is ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from kronrat.arena.measured import strengths
from kronrat.core.game import Game
from kronrat.favourites import favourites_of
from kronrat.server.appending import Outcome
from kronrat.server.records import GONE, TableRow
from kronrat.server.table import Table


def outcome_of(table: Table, ended: int) -> Outcome | None:
    """The result of a table that has just ended; None for one that was given up before anything could count."""
    row, match = table.row, table.match
    everybody_left = table.closed and not any(seat.has_person for seat in table.seats)
    if match is None or not (match.over or (everybody_left and row.rated)):
        return None
    scores = {standing.seat: standing.score for standing in table.game.standing(match.state)}
    people = [_known(table.counting.left.get(number, seat.guest)) for number, seat in enumerate(table.seats)]
    known = _strengths(table.game, row)
    view = table.game.view(match.state, None) if match.over else {}
    common = {"table_id": row.id, "game": row.game, "pace": row.pace, "seats": row.seats, "ended": ended}
    places = places_of(table)
    placings = []
    for number, seat in enumerate(table.seats):
        gone = number in table.counting.left
        guest = people[number] if Counter(people)[people[number]] == 1 and (row.rated or not gone) else ""
        helped = table.counting.helped.get(number, "")
        measured = known.get(seat.bot)
        placings.append(
            {
                **common,
                "seat": number,
                "guest": guest,
                "bot": seat.bot,
                "place": places[number],
                "score": scores[number],
                "counts": row.rated and (bool(guest and not helped) or measured is not None),
                "helped": helped,
                "gone": gone,
                "strength": None if measured is None else measured.rating,
                "strength_error": None if measured is None else measured.error,
                "marks": msgspec.json.encode(favourites_of(row.game, view, number) if guest and view else []).decode(),
            }
        )
    return Outcome({**common, "rated": row.rated, "deal": row.deal}, placings)


def places_of(table: Table) -> list[int]:
    """The place of each seat: leavers come last, all of them together where the game was played to its end."""
    match, left = table.match, list(table.counting.left)
    assert match is not None
    if not match.over:  # nobody stayed, so that nothing is known but who stayed longest
        ahead = [[seat for seat in range(table.row.seats) if seat not in left], *[[seat] for seat in reversed(left)]]
        return _shared(ahead, table.row.seats)
    standing = sorted(table.game.standing(match.state), key=lambda one: one.place)
    groups: dict[int, list[int]] = {}
    for one in standing:
        if one.seat not in left:
            groups.setdefault(one.place, []).append(one.seat)
    return _shared([*groups.values(), left], table.row.seats)


def _shared(groups: Sequence[Sequence[int]], seats: int) -> list[int]:
    """The place of each seat; those of a group share one, and the places that they take up stay free."""
    places, next_place = [0] * seats, 1
    for group in groups:
        for seat in group:
            places[seat] = next_place
        next_place += len(group)
    return places


def _known(guest: str) -> str:
    """Somebody who was deleted is nobody."""
    return "" if guest.startswith(f"{GONE}-") else guest


def _strengths(game: Game, row: TableRow) -> Mapping[str, Any]:
    """What was measured of bots at tables of this kind."""
    decisive = [switch.name for switch in game.switches(row.options) if switch.main or switch.many]
    return strengths(game.id, row.options, decisive).get(row.seats, {})
