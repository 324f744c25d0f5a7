"""The market: each seat in turn buys a ware or sells its cove, if it can and wants to."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, malformed
from pearl_divers.rules.events import CoveSold, PearlsGained, PearlsPaid, WareBought
from pearl_divers.rules.printed import price
from pearl_divers.rules.state import NO_COVE, State

FOR_COVE = 2  # pearls
PASS: Choice = ("pass",)


def stock(state: State, ware: str) -> int:
    """How many of a ware are left: at first one for every player but one. [PD-BUY]"""
    return state.seats - 1 - sum([player.wares.count(ware) for player in state.players])


class Trade(Decision):
    """The options name a card that nobody else knows. A seat that can do nothing is not asked. [PD-BUY]"""

    rule = "PD-BUY"
    verbs: ClassVar[tuple[str, ...]] = ("buy", "sell", "pass")

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        offer: list[Choice] = [
            ("buy", ware)
            for ware in state.sold
            if price(state, ware) <= me.pearls and ware not in me.wares and stock(state, ware)
        ]
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
        cost = price(state, ware)
        me.pearls -= cost
        me.wares = (*me.wares, ware)
        if state.listener is not None:
            state.tell(WareBought(self.rule, self.seat, ware))
            state.tell(PearlsPaid(self.rule, self.seat, cost))

    def _sell(self, state: State) -> None:
        me = state.players[self.seat]
        if state.listener is not None:
            state.tell(CoveSold("PD-SELL", self.seat, me.cove))
            state.tell(PearlsGained("PD-SELL", self.seat, FOR_COVE))
        state.dived = (*state.dived, me.cove)
        me.cove = NO_COVE
        me.pearls += FOR_COVE

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice[0] == "pass" or len(choice) != 2:
            return malformed(self.verbs)
        if choice[0] == "sell":
            is_card = isinstance(choice[1], int)
            return Reason("PD-SELL", "reason.not_your_cove", {"cove": choice[1]}) if is_card else malformed(self.verbs)
        ware = str(choice[1])
        if ware not in state.game.rows["wares"]:
            return malformed(self.verbs)
        if ware not in state.sold:
            return Reason(self.rule, "reason.not_sold", {"ware": ware})
        me = state.players[self.seat]
        if ware in me.wares:
            return Reason(self.rule, "reason.has_already", {"ware": ware})
        if not stock(state, ware):
            return Reason(self.rule, "reason.sold_out", {"ware": ware})
        return Reason(self.rule, "reason.too_poor", {"ware": ware, "needs": price(state, ware), "has": me.pearls})
