"""Row A of the large sheet: Sawmill, Quarry, Goldsmith, Mint."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.hooks import SEASON_END, Building, Worth
from kronrat.games.kingsburg.rules.state import SUMMER, State
from kronrat.games.kingsburg.rules.supply import gain_goods, gain_soldiers, gain_vp, pay_goods


class Workshop(Building):
    """At the end of Summer one good may be traded, once. [KB2-MOD1-11]"""

    moments: ClassVar[tuple[str, ...]] = (SEASON_END,)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        me, pay = state.players[seat], self.printed.pay
        if state.phase != SUMMER and not me.hand.trades_every_season:
            return []
        return [("use", self.id)] if me.gold >= pay[0] and me.wood >= pay[1] and me.stone >= pay[2] else []

    def use(self, state: State, seat: int, choice: Choice) -> None:
        gain = self.printed.gain
        pay_goods(state, seat, self.printed.pay, self.source, self.rule)
        gain_goods(state, seat, (gain["gold"], gain["wood"], gain["stone"]), self.source, self.rule)
        gain_soldiers(state, seat, gain["soldiers"], self.source, self.rule)
        gain_vp(state, seat, gain["vp"], self.source, self.rule)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))


class Sawmill(Workshop):
    """Wood for gold. [KB2-MOD1-2]"""

    id = "sawmill"
    rule = "KB2-MOD1-2"
    worth: ClassVar[Worth] = ("summer", 0.9)


class Quarry(Workshop):
    """Stone for gold. [KB2-MOD1-3]"""

    id = "quarry"
    rule = "KB2-MOD1-3"
    worth: ClassVar[Worth] = ("summer", 1.4)


class Goldsmith(Workshop):
    """Gold for a soldier and a point. [KB2-MOD1-4]"""

    id = "goldsmith"
    rule = "KB2-MOD1-4"
    worth: ClassVar[Worth] = ("summer", 0.8)


class Mint(Building):
    """The workshops of this row work at the end of every season. [KB2-MOD1-5]"""

    id = "mint"
    rule = "KB2-MOD1-5"
    worth: ClassVar[Worth] = ("season", 0.7)

    def trades_every_season(self) -> bool:
        return True


ROW: tuple[type[Building], ...] = (Sawmill, Quarry, Goldsmith, Mint)
