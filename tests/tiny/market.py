"""The market: each seat in turn buys a ware or sells its cove, if it can and will."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from tests.tiny.events import CoveSold, PearlsGained, PearlsPaid, WareBought
from tests.tiny.state import NO_COVE, State

PRICES = {"lamp": 3, "rope": 2}
WORTH = {"lamp": 5, "rope": 3}  # points in the end
FOR_COVE = 2  # pearls
PASS: Choice = ("pass",)


class Trade(Decision):
    """The options name a card that nobody else knows. Who can do nothing is not asked. [PD-BUY]"""

    rule = "PD-BUY"
    verbs: ClassVar[tuple[str, ...]] = ("buy", "sell", "pass")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        offer: list[Choice] = [("buy", ware) for ware in state.sold if PRICES[ware] <= me.pearls]
        if me.cove != NO_COVE:
            offer.append(("sell", me.cove))
        offer.append(PASS)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if choice[0] == "buy":
            self._buy(state, str(choice[1]))
        elif choice[0] == "sell":
            self._sell(state)

    def _buy(self, state: State, ware: str) -> None:
        me = state.players[self.seat]
        me.pearls -= PRICES[ware]
        me.wares = (*me.wares, ware)
        if state.listener is not None:
            state.tell(PearlsPaid(self.rule, self.seat, PRICES[ware]))
            state.tell(WareBought(self.rule, self.seat, ware))

    def _sell(self, state: State) -> None:
        me = state.players[self.seat]
        if state.listener is not None:
            state.tell(CoveSold(self.rule, self.seat, me.cove))
            state.tell(PearlsGained(self.rule, self.seat, FOR_COVE))
        state.dived = (*state.dived, me.cove)
        me.cove = NO_COVE
        me.pearls += FOR_COVE

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "pass" or len(choice) != 2:
            return malformed(self.verbs)
        if choice[0] == "sell":
            is_card = isinstance(choice[1], int)
            return Reason(self.rule, "pearls.not_your_cove", {"cove": choice[1]}) if is_card else malformed(self.verbs)
        ware = str(choice[1])
        if ware not in PRICES:
            return malformed(self.verbs)
        if ware not in state.sold:
            return Reason(self.rule, "pearls.not_sold", {"ware": ware})
        has = state.players[self.seat].pearls
        return Reason(self.rule, "pearls.too_poor", {"ware": ware, "needs": PRICES[ware], "has": has})
