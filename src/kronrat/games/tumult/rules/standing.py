"""Who is ahead: statues, then rank."""

from __future__ import annotations

from kronrat.core.game import Standing
from kronrat.games.tumult.rules.state import State


def standing(state: State) -> list[Standing]:
    """All seats, best first. [TR-GEN-2, TR-END-5, TR-END-7]"""
    statues = [player.statues for player in state.players]
    ranked = sorted(state.order, key=lambda seat: -statues[seat])  # stable: equals stay by rank
    places: list[Standing] = []
    for place, seat in enumerate(ranked, 1):
        tied = statues.count(statues[seat]) > 1
        places.append(Standing(seat, place, statues[seat], (("rank", state.rank(seat)),) if tied else ()))
    return places
