"""The fame track: markers go forward, and every marked field they enter or pass brings its bonus."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Step
from kronrat.games.orleans.rules.events import FameFieldReached, FameGained
from kronrat.games.orleans.rules.state import State


def gain_fame(state: State, seat: int, fame: int, rule: str) -> None:
    """Move the marker; what goes beyond its limit is lost. [OS-FAME-1, OS-FAME-6]"""
    if not fame:
        return
    me = state.players[seat]
    field = min(me.fame + fame, max(me.fame, state.story.fame_limit(state, seat)))
    steps = field - me.fame
    me.fame = field
    if state.listener is not None:
        state.tell(FameGained(rule, seat, steps, field))
    if state.atlas.next_mark[me.honoured] <= field:
        state.stack.append(FameBonuses(seat))


class FameBonuses(Step):
    """Bonuses one by one, in the order of the fields; fame among them is moved at once. [OS-FAME-2, OS-FAME-4]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        me = state.players[self.seat]
        field = state.atlas.next_mark[me.honoured]
        if field > me.fame:
            return
        me.honoured = field  # each field once for each player [OS-FAME-5]
        state.stack.append(self)
        if state.listener is not None:
            state.tell(FameFieldReached("OS-FAME-2", self.seat, field))
        for effect in state.story.fame_bonus(state, field):
            if effect.possible(state, self.seat, None):  # what the market cannot supply lapses [OS-FAME-7]
                effect.run(state, self.seat, None)
