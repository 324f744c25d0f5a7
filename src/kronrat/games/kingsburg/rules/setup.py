"""Set-up: the enemy stack, the first turn order, and everybody at nothing."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb
from typing import ClassVar, Final, cast

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Part, Reason, Step, Together, malformed
from kronrat.games.kingsburg.rules.events import GovernorsRevealed
from kronrat.games.kingsburg.rules.hooks import update_hand
from kronrat.games.kingsburg.rules.state import State

DEALT: Final = 3


class DrawEnemy(Chance):
    """One unseen card of a year's pile goes under the stack. Written `enemy CARD`. [KB-SETUP-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("year",)

    def __init__(self, year: int) -> None:
        super().__init__()
        self.year = year

    def _pile(self, state: State) -> list[str]:
        return state.tables.piles[self.year]

    def sample(self, state: State, dice: Dice) -> Choice:
        pile = self._pile(state)
        return ("enemy", pile[dice.below(len(pile))])

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("enemy", id), 1) for id in self._pile(state)]

    def accepts(self, state: State, choice: Choice) -> bool:
        return len(choice) == 2 and choice[0] == "enemy" and choice[1] in self._pile(state)

    def resolve(self, state: State, choice: Choice) -> None:
        state.enemies = (*state.enemies, str(choice[1]))

    def witnesses(self, state: State) -> tuple[int, ...]:
        return ()


class DrawOrder(Chance):
    """The first turn order is random. Written `order SEAT…`. [KB-SETUP-5]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("order", *dice.shuffled(state.seats))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("order", *order), 1) for order in permutations(range(state.seats))]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice[:1] == ("order",) and choice[1:] in list(permutations(range(state.seats)))

    def resolve(self, state: State, choice: Choice) -> None:
        state.order = cast(tuple[int, ...], choice[1:])


# -- module 2: governors ----------------------------------------------------------------------------------------------


def governor_deck(state: State) -> list[str]:
    """The governors that this table plays with. [KB2-MOD2-7]"""
    return state.tables.governor_deck(state.switches.governor_deck)


def cards_dealt(state: State) -> int:
    return min(DEALT, len(governor_deck(state)) // state.seats)


class DealGovernors(Chance):
    """Governors for one seat, seen by that seat alone. Written `deal SEAT CARD…`, in deck order. [KB2-MOD2-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def _left(self, state: State) -> list[str]:
        gone = {id for player in state.players for id in player.dealt}
        return [id for id in governor_deck(state) if id not in gone]

    def sample(self, state: State, dice: Dice) -> Choice:
        left = self._left(state)
        drawn = sorted(dice.shuffled(len(left))[: cards_dealt(state)])
        return ("deal", self.owner, *[left[place] for place in drawn])

    def outcomes(self, state: State) -> list[tuple[Choice, int]] | None:
        left, count = self._left(state), cards_dealt(state)
        if comb(len(left), count) > 1_000:
            return None
        return [(("deal", self.owner, *cards), 1) for cards in combinations(left, count)]

    def accepts(self, state: State, choice: Choice) -> bool:
        if choice[:2] != ("deal", self.owner) or len(choice) != 2 + cards_dealt(state):
            return False
        return [id for id in self._left(state) if id in choice[2:]] == list(choice[2:])

    def resolve(self, state: State, choice: Choice) -> None:
        state.players[self.owner].dealt = tuple([str(id) for id in choice[2:]])

    def witnesses(self, state: State) -> tuple[int, ...]:
        return (self.owner,)


class KeepGovernor(Part):
    """One of the governors dealt is kept, in secret. Written `keep CARD`. [KB2-MOD2-2]"""

    rule = "KB2-MOD2-2"
    verbs: ClassVar[tuple[str, ...]] = ("keep",)

    def options(self, state: State) -> list[Choice]:
        return [("keep", id) for id in state.players[self.seat].dealt]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        state.players[self.seat].chosen = str(choice[1])
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in state.tables.governors:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.not_dealt", {"card": f"governor.{choice[1]}"})


class KeepGovernors(Together):
    """Everybody chooses before anything is shown. [KB2-MOD2-8]"""


class ChooseGovernors(Step):
    def run(self, state: State) -> None:
        state.push(KeepGovernors(tuple([KeepGovernor(seat) for seat in range(state.seats)])), RevealGovernors())


class RevealGovernors(Step):
    """All are revealed together; what was not kept leaves the game unseen. [KB2-MOD2-2]"""

    def run(self, state: State) -> None:
        for player in state.players:
            player.governor = player.chosen
            player.chosen = ""
            player.dealt = ()
            update_hand(state, player)
        if state.listener is not None:
            state.tell(GovernorsRevealed("KB2-MOD2-2", tuple([player.governor for player in state.players])))
            state.pause("governors")
