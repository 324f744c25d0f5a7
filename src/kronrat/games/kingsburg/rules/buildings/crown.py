"""Row F: Barricade, Crane, Town Hall, Embassy."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.hooks import NO_GOODS, SEASON_END, Building, Control, Worth
from kronrat.games.kingsburg.rules.state import GOODS, Goods, State
from kronrat.games.kingsburg.rules.supply import gain_vp, goods_named, pay_goods, pay_plus2

PAYMENTS: Final = (*GOODS, "plus2")


class Barricade(Building):
    """Helps against Goblins only. [KB-BLD-BARRICADE-1]"""

    id = "barricade"
    rule = "KB-BLD-BARRICADE-1"


class Crane(Building):
    """Buildings of the third and fourth column cost one gold less. [KB-BLD-CRANE-1, KB-BLD-CRANE-2]"""

    id = "crane"
    rule = "KB-BLD-CRANE-1"
    worth: ClassVar[Worth] = ("season", 0.35)

    def discount(self, building: Building) -> Goods:
        return (1, 0, 0) if building.printed.column >= 3 else NO_GOODS


class TownHall(Building):
    """At the end of a season one good or +2 token may be paid for a point. [KB-BLD-TOWNHALL-1, KB-BLD-TOWNHALL-2]"""

    id = "town_hall"
    rule = "KB-BLD-TOWNHALL-1"
    worth: ClassVar[Worth] = ("season_end", 0.3)
    moments: ClassVar[tuple[str, ...]] = (SEASON_END,)
    control: ClassVar[Control] = "goods"

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        me = state.players[seat]
        payments = [good for kind, good in enumerate(GOODS) if me.amount(kind)]
        if me.plus2:
            payments.append("plus2")
        return [("use", self.id, payment) for payment in payments]

    def use(self, state: State, seat: int, choice: Choice) -> None:
        if choice[2] == "plus2":
            pay_plus2(state, seat, self.source, self.rule)
        else:
            pay_goods(state, seat, goods_named(choice), self.source, self.rule)
        gain_vp(state, seat, 1, self.source, self.rule)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        if len(choice) == 3 and choice[2] in PAYMENTS:
            return Reason(self.rule, "reason.nothing_to_pay", {"payment": choice[2]})
        if len(choice) > 3 and all([word in PAYMENTS for word in choice[2:]]):
            return Reason("KB-BLD-TOWNHALL-2", "reason.one_payment")
        return malformed(("use",))


class Embassy(Building):
    """A point at the end of each season. [KB-BLD-EMBASSY-1]"""

    id = "embassy"
    rule = "KB-BLD-EMBASSY-1"
    worth: ClassVar[Worth] = ("season_end", 1.0)
    acts: ClassVar[tuple[str, ...]] = (SEASON_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_vp(state, seat, 1, self.source, self.rule)


ROW: Final[tuple[type[Building], ...]] = (Barricade, Crane, TownHall, Embassy)
