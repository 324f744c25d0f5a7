"""Who is ahead: points, then goods, then buildings, then a shared place."""

from __future__ import annotations

from kronrat.core.game import Standing
from kronrat.games.kingsburg.rules.state import State

Place = tuple[int, int, int, list[tuple[str, int]]]  # seat, place, points, and what was compared in a tie


def standing(state: State) -> list[Standing]:
    return [Standing(seat, place, vp, tuple(ties)) for seat, place, vp, ties in places(state)]


def places(state: State) -> list[Place]:
    """All seats, best first. [KB-END-3, KB-END-5, KB-END-6, KB-END-7]"""
    marks = [(player.vp, player.goods, player.buildings) for player in state.players]
    ranked = sorted(range(state.seats), key=marks.__getitem__, reverse=True)
    points = [mark[0] for mark in marks]
    found: list[Place] = []
    for seat in ranked:
        place = 1 + sum([mark > marks[seat] for mark in marks])
        vp, goods, buildings = marks[seat]
        ties: list[tuple[str, int]] = []
        if points.count(vp) > 1:
            ties.append(("goods", goods))
            if len([mark for mark in marks if mark[0] == vp and mark[1] == goods]) > 1:
                ties.append(("buildings", buildings))
        found.append((seat, place, vp, ties))
    return found


def winners(state: State) -> tuple[int, ...]:
    return tuple(sorted([result.seat for result in standing(state) if result.place == 1]))
