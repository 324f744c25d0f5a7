"""Set-up: ranks, the landscape, and everybody's first statue."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar, Final

from kronrat.core.dice import Dice
from kronrat.core.flow import Chance, Choice, Decision, Part, Reason, Step, Together, malformed
from kronrat.games.tumult.rules.events import RanksDrawn, StatuesPlaced
from kronrat.games.tumult.rules.state import NOBODY, Side, State

SIDES: Final[tuple[Side, ...]] = ("male", "female")


class DrawRanks(Chance):
    """The rank cards are dealt at random. Written `ranks SEAT…`, king first. [TR-SETUP-7, TR-SETUP-8]"""

    def sample(self, state: State, dice: Dice) -> Choice:
        return ("ranks", *dice.shuffled(state.seats))

    def outcomes(self, state: State) -> list[tuple[Choice, int]]:
        return [(("ranks", *order), 1) for order in permutations(range(state.seats))]

    def accepts(self, state: State, choice: Choice) -> bool:
        return choice[:1] == ("ranks",) and choice[1:] in list(permutations(range(state.seats)))

    def resolve(self, state: State, choice: Choice) -> None:
        state.order = tuple([int(seat) for seat in choice[1:]])
        if state.listener is not None:
            state.tell(RanksDrawn("TR-SETUP-8", state.order))


class ChooseSides(Together):
    """Everybody at once; nothing depends on it. [TR-SETUP-9]"""

    sealed: ClassVar[bool] = False


class ChooseSide(Part):
    """Which side of the rank card to show. Written `side SIDE`. [TR-SETUP-9]"""

    rule = "TR-SETUP-9"
    verbs: ClassVar[tuple[str, ...]] = ("side",)

    def options(self, state: State) -> list[Choice]:
        return [("side", side) for side in SIDES]

    def proceed(self, state: State, choice: Choice) -> Part | None:
        state.players[self.seat].side = "female" if choice[1] == "female" else "male"
        return None

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        return malformed(self.verbs)


class LayLand(Chance):
    """The open landscape tiles, each turned at random. Written `land TILE QUARTERS …`. [TR-SETUP-11, TR-SETUP-12]"""

    verb: ClassVar[str] = "land"
    lies_open: ClassVar[bool] = True

    def _places(self, state: State) -> list[int]:
        return [place for place, up in enumerate(state.ground.open) if up is self.lies_open]

    def _left(self, state: State) -> list[str]:
        laid = [state.land[place] // 4 for place, up in enumerate(state.ground.open) if up is not self.lies_open]
        if self.lies_open:
            laid = []
        return [id for number, id in enumerate(state.tables.land_ids) if number not in laid]

    def sample(self, state: State, dice: Dice) -> Choice:
        left = self._left(state)
        words: list[str | int] = [self.verb]
        for number in dice.shuffled(len(left))[: len(self._places(state))]:
            words += [left[number], dice.below(4)]
        return tuple(words)

    def accepts(self, state: State, choice: Choice) -> bool:
        count, left = len(self._places(state)), self._left(state)
        tiles, quarters = choice[1::2], choice[2::2]
        if choice[:1] != (self.verb,) or len(choice) != 1 + 2 * count or len(set(tiles)) != count:
            return False
        return all([tile in left for tile in tiles]) and all([quarter in (0, 1, 2, 3) for quarter in quarters])

    def resolve(self, state: State, choice: Choice) -> None:
        land = list(state.land)
        for n, place in enumerate(self._places(state)):
            tile, quarters = str(choice[1 + 2 * n]), int(choice[2 + 2 * n])
            land[place] = 4 * state.tables.land_ids.index(tile) + quarters
        state.land = tuple(land)
        if self.lies_open:
            state.open = state.ground.open
            state.fields = state.tables.fields_of(state.ground, state.land, state.open)


class HideLand(LayLand):
    """The tiles that are face down, likewise and unseen. Written `fog TILE QUARTERS …`. [TR-SETUP-11, TR-INFO-5]"""

    verb: ClassVar[str] = "fog"
    lies_open: ClassVar[bool] = False

    def witnesses(self, state: State) -> tuple[int, ...]:
        return ()


class FirstStatues(Step):
    """Lowest rank first, king last. [TR-FIRST-2]"""

    def run(self, state: State) -> None:
        state.push(*[FirstStatue(seat) for seat in state.order[::-1]])


class FirstStatue(Decision):
    """One statue, free of charge, on any free open meadow. Written `place ROW COLUMN`. [TR-FIRST-1]"""

    rule = "TR-FIRST-1"
    verbs: ClassVar[tuple[str, ...]] = ("place",)

    def options(self, state: State) -> list[Choice]:
        width, meadow = state.ground.width, state.tables.meadow
        return [
            ("place", field // width, field % width)
            for field, kind in enumerate(state.fields)
            if kind == meadow and state.owners[field] == NOBODY
        ]

    def resolve(self, state: State, choice: Choice) -> None:
        row, column = int(choice[1]), int(choice[2])
        state.owners[state.ground.field(row, column)] = self.seat
        state.players[self.seat].statues += 1
        if state.listener is not None:
            meadow = state.tables.fields[state.tables.meadow].id
            state.tell(StatuesPlaced(self.rule, self.seat, row, column, meadow, 1, free=False))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        reason = why_no_field(state, choice, self.verbs)
        return reason or Reason("TR-FIRST-3", "reason.first_on_meadow")


def why_no_field(state: State, choice: Choice, verbs: tuple[str, ...]) -> Reason | None:
    """Why nobody may place there: it is not a field, is face down, or is taken."""
    if len(choice) != 3 or type(choice[1]) is not int or type(choice[2]) is not int:
        return malformed(verbs)
    row, column = choice[1], choice[2]
    if not (0 <= row < state.ground.height and 0 <= column < state.ground.width):
        return Reason("TR-SETUP-10", "reason.no_such_field", {"row": row, "column": column})
    field = state.ground.field(row, column)
    if state.fields[field] < 0:
        return Reason("TR-P4-3", "reason.face_down", {"row": row, "column": column})
    if state.owners[field] != NOBODY:
        return Reason("TR-P4-11", "reason.field_taken", {"seat": state.owners[field]})
    return None
