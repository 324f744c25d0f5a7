"""The cove cards: shuffled once, by one choice of CHANCE, and drawn unseen. [PD-COVE]"""

from __future__ import annotations

from itertools import permutations
from math import factorial

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Step
from pearl_divers.rules.events import CoveDrawn
from pearl_divers.rules.state import State


def all_coves(seats: int) -> range:
    """Two cards for every seat, and one more."""
    return range(1, 2 * seats + 2)


class Shuffle(Chance):
    """The whole deck in one choice. Written `shuffle CARD…`, the top first."""

    def sample(self, state: State, dice: Dice) -> Choice:
        cards = all_coves(state.seats)
        return ("shuffle", *[cards[place] for place in dice.shuffled(len(cards))])

    def outcomes(self, state: State) -> list[tuple[Choice, int]] | None:
        cards = all_coves(state.seats)
        if factorial(len(cards)) > 1_000:
            return None
        return [(("shuffle", *order), 1) for order in permutations(cards)]

    def accepts(self, state: State, choice: Choice) -> bool:
        cards = [card for card in choice[1:] if isinstance(card, int)]
        return choice == ("shuffle", *cards) and sorted(cards) == list(all_coves(state.seats))

    def resolve(self, state: State, choice: Choice) -> None:
        state.deck = tuple([int(card) for card in choice[1:]])

    def witnesses(self, state: State) -> tuple[int, ...]:
        return ()


class Deal(Step):
    """A card for every seat."""

    def run(self, state: State) -> None:
        for seat in range(state.seats):
            draw(state, seat)


def draw(state: State, seat: int) -> None:
    """The next card, told to its owner alone; nothing once the deck is empty."""
    if not state.deck:
        return
    state.players[seat].cove = state.deck[0]
    state.deck = state.deck[1:]
    if state.listener is not None:
        state.tell(CoveDrawn("PD-COVE", seat, state.players[seat].cove))
