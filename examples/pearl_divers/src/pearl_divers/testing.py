"""What proves pearl divers: its table without being installed, and what the conformance suite needs to know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from kronrat.core.events import Event
from kronrat.data import load_tables
from kronrat.testing import Ledger, Subject
from pearl_divers import BOX
from pearl_divers.rules.coves import all_coves
from pearl_divers.rules.events import PearlsGained, PearlsPaid
from pearl_divers.rules.game import Pearls
from pearl_divers.rules.state import NO_COVE, REEF, SHORE, State
from pearl_divers.rules.view import possible_plans

SIMPLE = {"wares": "lamp,rope", "rounds": "2", "reef": "off", "hourglass": "on"}  # as little as can be, and a clock
CORE = ("CORE-OVER", "CORE-NOT-ASKED", "CORE-FORM", "CORE-UNKNOWN")
RULES = ("PD-ROUND", "PD-COVE", "PD-TIDE", "PD-DIVE", "PD-SHOW", "PD-REEF", "PD-GRAB", "PD-SHARK", "PD-TIME", "PD-BUY",
         "PD-SELL", "PD-END")  # fmt: skip


def game() -> Pearls:
    """The game with the tables of its box."""
    tables = load_tables(BOX.data, BOX.schema())
    return Pearls(tables.rows, tables.digest)


class Purse(Ledger):
    """Pearls come and go by events only."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.pearls = [0] * seats

    def hear(self, event: Event) -> None:
        if isinstance(event, PearlsGained):
            self.pearls[event.seat] += event.pearls
        elif isinstance(event, PearlsPaid):
            self.pearls[event.seat] -= event.pearls

    def balance(self, state: State) -> None:
        assert [player.pearls for player in state.players] == self.pearls


def check(state: State) -> None:
    """Every card is in one place, nothing is negative, and nobody has two wares of a kind."""
    held = [player.cove for player in state.players if player.cove != NO_COVE]
    everywhere = [*state.deck, *state.dived, *held]
    assert not everywhere or sorted(everywhere) == list(all_coves(state.seats))
    for player in state.players:
        assert player.pearls >= 0
        assert player.hand >= 0
        assert player.swims or not player.hand
        assert len(player.plan) <= 2
        assert set(player.plan) <= {REEF, SHORE, player.cove}
        assert player.plan.count(player.cove) <= 1 or player.cove == NO_COVE
        assert len(set(player.wares)) == len(player.wares)
    assert state.pile >= 0


def worlds(state: State, seat: int | None) -> Iterator[State]:
    """Every way to deal the cards that the seat has not seen, with every plan that would fit."""
    others = [n for n in range(state.seats) if n != seat]
    owners = [n for n in others if state.players[n].cove != NO_COVE]
    unseen = [*state.deck, *[state.players[n].cove for n in owners]]
    for cards in permutations(unseen):
        dealt = state.clone()
        for place, n in enumerate(owners):
            dealt.players[n].cove = cards[place]
        dealt.deck = cards[len(owners) :]
        for plans in product(*[possible_plans(dealt, dealt.players[n]) for n in others]):
            world = dealt.clone()
            for n, plan in zip(others, plans, strict=True):
                world.players[n].plan = plan
            yield world


def subject(seats: int, options: Mapping[str, str], rules: Pearls | None = None, short: int = 3) -> Subject:
    """A table for the conformance suite."""
    names = frozenset((*RULES, *CORE))
    return Subject(rules or game(), seats, options, check, Purse, worlds, rules=names, topics=("coves",), short=short)
