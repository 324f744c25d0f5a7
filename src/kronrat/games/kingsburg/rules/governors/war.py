"""Governors at war: Damsel, General, Knight, Spy."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.kingsburg.rules.advisors import peek
from kronrat.games.kingsburg.rules.events import BuildingSpared, Declined
from kronrat.games.kingsburg.rules.hooks import (
    RECRUITING,
    SEASON_START,
    VICTORY,
    WINTER_START,
    Building,
    Control,
    Governor,
)
from kronrat.games.kingsburg.rules.state import AUTUMN, State
from kronrat.games.kingsburg.rules.supply import (
    ALL_KINDS,
    Handfuls,
    TakeGoods,
    gain_soldiers,
    goods_named,
    pay_goods,
    why_no_handful,
)
from kronrat.games.kingsburg.rules.winter import LoseBuildings

SPARED: Final = Handfuls("spare")
BRIBES: Final = Handfuls("use", "spy")


class Damsel(Governor):
    """A soldier each Winter; once a year a building is saved for a good. [KB2-GOV-DAMSEL-1, KB2-GOV-DAMSEL-2]"""

    id = "damsel"
    rule = "KB2-GOV-DAMSEL-1"
    acts: ClassVar[tuple[str, ...]] = (WINTER_START,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_soldiers(state, seat, self.printed["soldiers"], self.source, self.rule)

    def guard(self, state: State, seat: int, building: Building, count: int) -> Decision | None:
        me = state.players[seat]
        if self.id in me.used_year or me.goods < self.printed["pay"]["goods"]:
            return None
        return SpareBuilding(seat, building.id, count)


class SpareBuilding(Decision):
    """A building is about to fall: goods of choice save it. Written `spare good…` or `decline`. [KB2-GOV-DAMSEL-2]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "building", "count")
    rule = "KB2-GOV-DAMSEL-2"
    verbs: ClassVar[tuple[str, ...]] = ("spare", "decline")

    def __init__(self, seat: int, building: str, count: int) -> None:
        self.seat = seat
        self.building = building
        self.count = count  # buildings to lose, this one included

    def _price(self, state: State) -> int:
        price: int = state.tables.governors[Damsel.id]["pay"]["goods"]
        return price

    def options(self, state: State) -> list[Choice]:
        payments = SPARED.affordable(state.players[self.seat], self._price(state))
        return [*payments, ("decline",)]

    def resolve(self, state: State, choice: Choice) -> None:
        source = f"governor.{Damsel.id}"
        if choice[0] == "decline":
            if state.listener is not None:
                state.tell(Declined(self.rule, self.seat, source))
            state.stack.append(LoseBuildings(self.seat, self.count, asked=True))
            return
        me = state.players[self.seat]
        me.used_year = (*me.used_year, Damsel.id)
        pay_goods(state, self.seat, goods_named(choice), source, self.rule)
        if state.listener is not None:
            state.tell(BuildingSpared(self.rule, self.seat, self.building, source))
        state.stack.append(LoseBuildings(self.seat, self.count - 1, asked=False))

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "decline":
            return malformed(self.verbs)
        return why_no_handful(choice, self.verbs, self._price(state), self.rule, state.players[self.seat])


class General(Governor):
    """A soldier before recruiting. [KB2-GOV-GENERAL-1]"""

    id = "general_gov"
    rule = "KB2-GOV-GENERAL-1"
    acts: ClassVar[tuple[str, ...]] = (RECRUITING,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_soldiers(state, seat, self.printed["soldiers"], self.source, self.rule)


class Knight(Governor):
    """A good of choice for a victory. [KB2-GOV-KNIGHT-1]"""

    id = "knight"
    rule = "KB2-GOV-KNIGHT-1"
    acts: ClassVar[tuple[str, ...]] = (VICTORY,)

    def act(self, state: State, seat: int, moment: str) -> None:
        state.push(TakeGoods(seat, self.printed["goods"], ALL_KINDS, self.source, self.rule, optional=True))


class Spy(Governor):
    """A look at the enemy each Autumn, and then a soldier for a good. [KB2-GOV-SPY-1]"""

    id = "spy"
    rule = "KB2-GOV-SPY-1"
    acts: ClassVar[tuple[str, ...]] = (SEASON_START,)
    harmless: ClassVar[bool] = True
    moments: ClassVar[tuple[str, ...]] = (SEASON_START,)
    control: ClassVar[Control] = "goods"

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.phase == AUTUMN:
            peek(state, seat)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        if state.phase != AUTUMN:
            return []
        return BRIBES.affordable(state.players[seat], self.printed["pay"]["goods"])

    def use(self, state: State, seat: int, choice: Choice) -> None:
        pay_goods(state, seat, goods_named(choice), self.source, self.rule)
        gain_soldiers(state, seat, self.printed["soldiers"], self.source, self.rule)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        goods = ("use", *choice[2:])
        return why_no_handful(goods, ("use",), self.printed["pay"]["goods"], self.rule, state.players[seat])
