"""Who is ahead: statues, then rank."""

from __future__ import annotations

from kronrat.core.game import Standing
from kronrat.games.tumult.rules.state import State

Place = tuple[int, int, int, list[tuple[str, int]]]  # seat, place, statues, and what was compared in a tie


def standing(state: State) -> list[Standing]:
    return [Standing(seat, place, statues, tuple(ties)) for seat, place, statues, ties in places(state)]


def places(state: State) -> list[Place]:
    """All seats, best first. [TR-GEN-2, TR-END-5, TR-END-7]"""
    statues = [player.statues for player in state.players]
    ranked = sorted(state.order, key=statues.__getitem__, reverse=True)  # stable: equals stay by rank
    found: list[Place] = []
    for place, seat in enumerate(ranked, 1):
        tied = statues.count(statues[seat]) > 1
        found.append((seat, place, statues[seat], [("rank", state.rank(seat))] if tied else []))
    return found
