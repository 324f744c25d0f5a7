"""Who is ahead: points, then goods, then buildings, then a shared place."""

from __future__ import annotations

from kronrat.core.game import Standing
from kronrat.games.kingsburg.rules.state import State


def standing(state: State) -> list[Standing]:
    """All seats, best first. [KB-END-3, KB-END-5, KB-END-6, KB-END-7]"""
    marks = [(player.vp, player.goods, player.buildings) for player in state.players]
    ranked = sorted(range(state.seats), key=lambda seat: marks[seat], reverse=True)
    places: list[Standing] = []
    for seat in ranked:
        place = 1 + sum([mark > marks[seat] for mark in marks])
        vp, goods, buildings = marks[seat]
        tied = [mark for mark in marks if mark[0] == vp]
        ties: tuple[tuple[str, int], ...] = (("goods", goods),) if len(tied) > 1 else ()
        if sum([mark[1] == goods for mark in tied]) > 1:
            ties = (*ties, ("buildings", buildings))
        places.append(Standing(seat, place, vp, ties))
    return places


def winners(state: State) -> tuple[int, ...]:
    return tuple(sorted([result.seat for result in standing(state) if result.place == 1]))
