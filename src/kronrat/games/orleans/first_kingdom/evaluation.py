"""Numbers for bots that play The First Kingdom."""

from __future__ import annotations

from kronrat.games.orleans.first_kingdom.sheet import sheet_of
from kronrat.games.orleans.state import State
from kronrat.games.orleans.supply import wealth


def worth(state: State, seat: int) -> float:
    sheet = sheet_of(state, seat)
    return 10.0 * (sheet.citizens + sheet.crossed.bit_count() + sheet.church) + wealth(state, state.players[seat])
