"""Epochs: what a player gets on entering one, and what it brings at the end of a round."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Step
from kronrat.games.orleans.rules.events import EpochEntered, PlaceUnlocked, SettlersReleased
from kronrat.games.orleans.rules.places import open_place
from kronrat.games.orleans.rules.state import State


def enter_epoch(state: State, seat: int, epoch: int, rule: str) -> None:
    """Its conditions hold at once; its cards are laid open and its settlers come. [OS-EPOCH-1, OS-EPOCH-3]"""
    me, row = state.players[seat], state.story.epochs[epoch]
    me.epoch = epoch
    if state.listener is not None:
        state.tell(EpochEntered(rule, seat, epoch + 1))
    for number in row.unlock:
        open_place(state, seat, number)
        if state.listener is not None:
            state.tell(PlaceUnlocked("OS-EPOCH-3", seat, state.atlas.places[number].id))
    if row.settlers:
        me.held -= row.settlers
        me.settlers += row.settlers
        if state.listener is not None:
            state.tell(SettlersReleased(state.story.settlers_rule, seat, row.settlers))


class RoundBonus(Step):
    """The bonus or malus of the epoch in which a player is now. [OS-ROUND-2, OS-ROUND-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: State) -> None:
        for effect in state.story.round_bonus(state, self.seat):
            if effect.possible(state, self.seat, None):
                effect.run(state, self.seat, None)
