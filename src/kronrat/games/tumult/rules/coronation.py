"""Phases 5, 6 and 7: new ranks, the king in the chronicle, and the people's mercy."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.tumult.rules.ending import end_by_difference, end_by_statues, put_statues
from kronrat.games.tumult.rules.events import ChronicleWritten, KingCrowned, LandRevealed, MercyShown, RanksSet
from kronrat.games.tumult.rules.followers import lose
from kronrat.games.tumult.rules.state import State

PRICE: Final = 5  # followers that the king gives up


class SetRanks(Step):
    """By followers; of equals, the one with the higher rank before. [TR-P5-1, TR-P5-2, TR-P5-3]"""

    def run(self, state: State) -> None:
        players = state.players
        state.order = tuple(sorted(state.order, key=lambda seat: -players[seat].followers))  # stable
        if state.listener is not None:
            followers = tuple([players[seat].followers for seat in state.order])
            state.tell(RanksSet("TR-P5-1", state.order, followers))


class Crown(Step):
    """The king pays, places in the chronicle, and turns up land where the space says so. [TR-P6-1, TR-P6-2, TR-P6-5]"""

    def run(self, state: State) -> None:
        king = state.order[0]
        if state.listener is not None:
            state.tell(KingCrowned("TR-P6-3", king))
        lose(state, king, PRICE, "source.coronation", "TR-P6-1")
        space = state.tables.chronicle[len(state.chronicle)]
        state.chronicle = (*state.chronicle, king)
        count = put_statues(state, king, space.statues)
        if state.listener is not None:
            state.tell(ChronicleWritten("TR-P6-2", king, len(state.chronicle), count))
        if end_by_statues(state, king):
            return
        hidden = state.open.count(False)
        turned = min(hidden, space.reveal[state.seats])
        if turned and turned == hidden:
            for place, up in enumerate(state.open):
                if not up:
                    turn_up(state, king, place, "TR-CHR-2")
        elif turned:
            state.push(*[TurnUp(king) for _ in range(turned)])


def turn_up(state: State, seat: int, place: int, rule: str) -> None:
    """As it was laid: nobody looks first, and nobody chooses which way round. [TR-CHR-3]"""
    state.open = tuple([up or n == place for n, up in enumerate(state.open)])
    state.fields = state.tables.fields_of(state.ground, state.land, state.open)
    if state.listener is not None:
        row, column = divmod(place, state.ground.columns)
        kinds = [state.tables.fields[kind].id for fields in state.tables.turned(state.land[place]) for kind in fields]
        tile = state.tables.land_ids[state.land[place] // 4]
        state.tell(LandRevealed(rule, seat, row, column, tile, tuple(kinds)))


class TurnUp(Decision):
    """The king picks a hidden landscape tile. Written `turn ROW COLUMN`. [TR-CHR-1]"""

    rule = "TR-CHR-1"
    verbs: ClassVar[tuple[str, ...]] = ("turn",)

    def options(self, state: State) -> list[Choice]:
        columns = state.ground.columns
        return [("turn", place // columns, place % columns) for place, up in enumerate(state.open) if not up]

    def resolve(self, state: State, choice: Choice) -> None:
        turn_up(state, self.seat, int(choice[1]) * state.ground.columns + int(choice[2]), self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 3 or type(choice[1]) is not int or type(choice[2]) is not int:
            return malformed(self.verbs)
        row, column = choice[1], choice[2]
        facts = {"row": row, "column": column}
        if not (0 <= row < 2 and 0 <= column < state.ground.columns):
            return Reason("TR-SETUP-10", "reason.no_such_place", facts)
        return Reason(self.rule, "reason.lies_open", facts)


class CheckEnd(Step):
    """[TR-END-1]"""

    def run(self, state: State) -> None:
        end_by_difference(state)


class Mercy(Step):
    """For those with the fewest statues, unless all have equally many. [TR-P7-1, TR-P7-2, TR-P7-3]"""

    def run(self, state: State) -> None:
        statues = [player.statues for player in state.players]
        least = min(statues)
        for player in state.players:
            player.mercy = player.statues == least < max(statues)
        if state.listener is not None:
            state.tell(MercyShown("TR-P7-1", tuple([n for n, player in enumerate(state.players) if player.mercy])))
