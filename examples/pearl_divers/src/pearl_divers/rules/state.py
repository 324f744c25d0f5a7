"""The table: fields and `clone`, nothing else."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core import flow

REEF, SHORE = -1, 0  # places to dive; every other number is a cove
NO_COVE = 0
LAMP, ROPE, KNIFE, BASKET = "lamp", "rope", "knife", "basket"


class Player:
    """What one seat has: cove and plan are hidden, all else is open."""

    FIELDS: ClassVar[tuple[str, ...]] = ("pearls", "wares", "cove", "plan", "hand", "swims")

    def __init__(self) -> None:
        self.pearls = 0
        self.wares: tuple[str, ...] = ()
        self.cove = NO_COVE
        self.plan: tuple[int, ...] = ()  # where the divers are, ascending: the order of sending them means nothing
        self.hand = 0  # pearls that the shark can still take
        self.swims = False  # in the shallow water, between the waves

    def clone(self) -> Player:
        new = Player()
        new.pearls = self.pearls
        new.wares = self.wares
        new.cove = self.cove
        new.plan = self.plan
        new.hand = self.hand
        new.swims = self.swims
        return new


class State(flow.State):
    """A game of pearl divers in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = ("round", "phase", "pile", "deck", "dived")

    settings: dict[str, str]
    rounds: int
    reef: bool  # whether divers may go to the reef
    hourglass: bool  # whether the washed-up pearls are grabbed against time
    sold: tuple[str, ...]  # the wares of the market
    players: list[Player]
    round: int
    phase: str  # "dive", "grab" or "market"
    pile: int  # pearls that the tide washed up
    deck: tuple[int, ...]  # cove cards nobody has, the next one first: hidden
    dived: tuple[int, ...]  # cove cards that everybody has seen

    def clone(self) -> State:
        new = State()
        new.copy_flow(self)
        new.settings = self.settings
        new.rounds = self.rounds
        new.reef = self.reef
        new.hourglass = self.hourglass
        new.sold = self.sold
        new.players = [player.clone() for player in self.players]
        new.round = self.round
        new.phase = self.phase
        new.pile = self.pile
        new.deck = self.deck
        new.dived = self.dived
        return new
