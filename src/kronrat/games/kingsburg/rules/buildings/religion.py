"""Row B: Statue, Chapel, Church, Cathedral."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.hooks import GAME_END, REROLL, Building, Control, Worth
from kronrat.games.kingsburg.rules.rolling import reroll_all, reroll_one
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.rules.supply import gain_vp

LOW_TOTAL: Final = 7


class Statue(Building):
    """Once per season, if all own dice show one number, one of them may be rerolled. [KB-BLD-STATUE-1]"""

    id = "statue"
    rule = "KB-BLD-STATUE-1"
    worth: ClassVar[Worth] = ("season", 0.04)
    moments: ClassVar[tuple[str, ...]] = (REROLL,)
    control: ClassVar[Control] = "die"

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        me = state.players[seat]
        faces = me.dice + me.bonus
        for face in faces:
            if face != faces[0]:
                return []
        own: Choice = ("use", self.id, "die")
        return [own, ("use", self.id, "bonus")] if me.bonus else [own]

    def use(self, state: State, seat: int, choice: Choice) -> None:
        reroll_one(state, seat, bonus=choice[2] == "bonus")

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        if choice[2:] == ("bonus",):
            return Reason(self.rule, "reason.no_bonus_dice")
        return malformed(("use",))


class Chapel(Building):
    """Once per season, all own dice may be rerolled if they total 7 or less. [KB-BLD-CHAPEL-1]"""

    id = "chapel"
    rule = "KB-BLD-CHAPEL-1"
    worth: ClassVar[Worth] = ("season", 0.15)
    moments: ClassVar[tuple[str, ...]] = (REROLL,)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        return [("use", self.id)] if state.players[seat].total() <= LOW_TOTAL else []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        reroll_all(state, seat)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))


class Church(Building):
    """Helps against Demons only. [KB-BLD-CHURCH-1]"""

    id = "church"
    rule = "KB-BLD-CHURCH-1"


class Cathedral(Building):
    """At the end of the game a point for every two goods, which are not spent. [KB-BLD-CATHEDRAL-1, KB-END-4]"""

    id = "cathedral"
    rule = "KB-BLD-CATHEDRAL-1"
    acts: ClassVar[tuple[str, ...]] = (GAME_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_vp(state, seat, state.players[seat].goods // 2, self.source, self.rule)


ROW: tuple[type[Building], ...] = (Statue, Chapel, Church, Cathedral)
