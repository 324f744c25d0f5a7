"""The table: fields and `clone`, nothing else."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core import flow

SHORE = 0
NO_COVE = 0


class Player:
    """What lies before one seat: cove and plan are hidden, all else is open."""

    FIELDS: ClassVar[tuple[str, ...]] = ("pearls", "wares", "cove", "plan")

    def __init__(self) -> None:
        self.pearls = 0
        self.wares: tuple[str, ...] = ()
        self.cove = NO_COVE
        self.plan: tuple[int, ...] = ()  # where the divers are, ascending: the order of sending them means nothing

    def clone(self) -> Player:
        new = Player()
        new.pearls = self.pearls
        new.wares = self.wares
        new.cove = self.cove
        new.plan = self.plan
        return new


class State(flow.State):
    """A game of pearl divers in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = ("round", "pile", "deck", "dived")

    settings: dict[str, str]
    sold: tuple[str, ...]  # the wares of the market
    players: list[Player]
    round: int
    pile: int  # pearls that the tide washed up
    deck: tuple[int, ...]  # cove cards nobody has, the next one first: hidden
    dived: tuple[int, ...]  # cove cards that everybody has seen

    def clone(self) -> State:
        new = State()
        new.copy_flow(self)
        new.settings = self.settings
        new.sold = self.sold
        new.players = [player.clone() for player in self.players]
        new.round = self.round
        new.pile = self.pile
        new.deck = self.deck
        new.dived = self.dived
        return new
