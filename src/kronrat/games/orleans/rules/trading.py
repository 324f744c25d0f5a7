"""Selling, buying and delivering."""

from __future__ import annotations

from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import GoodBought, GoodDelivered, GoodSold, NothingCame
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.realm import villages_of
from kronrat.games.orleans.rules.state import FIRST_GOOD, GOODS, State

ENOUGH: Final[Choice] = ("enough",)
ANY_KIND: Final = -1  # instead of the kinds delivered so far, where a kind may come again


# -- trading ---------------------------------------------------------------------------------------------------------


def can_trade(state: State, seat: int) -> bool:
    """Whether this seat could sell or buy anything."""
    me = state.players[seat]
    if any(me.goods):
        return True
    market, prices = state.market, state.tables.prices
    return any([market[FIRST_GOOD + good] and prices[good] <= me.coins for good in range(len(GOODS))])


class Trading(Effect):
    """So many trades, or one for every village you control. [OS-PLACE-MARKET-2, OS-PLACE-MARKET-6, OS-CARD-GROCER]"""

    word: ClassVar[str] = "trade"

    def trades(self, state: State, seat: int) -> int:
        return self.op.n or villages_of(state, state.players[seat])

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return not self.op.n or can_trade(state, seat)

    def run(self, state: State, seat: int, place: Place | None) -> None:
        none_is_enough = not self.op.n  # up to the number of villages, none among it; the Grocer asks for one at least
        trades = self.trades(state, seat)
        if trades:
            state.stack.append(Trade(seat, trades, none_is_enough))
        elif state.listener is not None:
            state.tell(NothingCame(self.rule, seat, village=True))


class Trade(Decision):
    """One good after the other. Written `sell GOOD`, `buy GOOD` or `enough`. [OS-PLACE-MARKET-1, OS-PLACE-MARKET-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "left", "may_end")
    rule = "OS-PLACE-MARKET-1"
    verbs: ClassVar[tuple[str, ...]] = ("sell", "buy", "enough")

    def __init__(self, seat: int, left: int, may_end: bool) -> None:
        self.seat = seat
        self.left = left  # trades
        self.may_end = may_end

    def options(self, state: State) -> list[Choice]:
        me, market, prices = state.players[self.seat], state.market, state.tables.prices
        offer = [SELL[good] for good, count in enumerate(me.goods) if count]
        for good, buying in enumerate(BUY):
            if market[FIRST_GOOD + good] and prices[good] <= me.coins:
                offer.append(buying)
        if self.may_end:
            offer.append(ENOUGH)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            return
        me, good = state.players[self.seat], GOODS.index(str(choice[1]))
        price = state.tables.prices[good]
        if choice[0] == "sell":
            me.goods[good] -= 1
            me.coins += price
            state.storage[FIRST_GOOD + good] += 1  # [OS-PLACE-MARKET-5]
            if state.listener is not None:
                state.tell(GoodSold(self.rule, self.seat, GOODS[good], price))
        else:
            me.goods[good] += 1
            me.coins -= price
            state.market[FIRST_GOOD + good] -= 1
            if state.listener is not None:
                state.tell(GoodBought(self.rule, self.seat, GOODS[good], price))
        if self.left > 1:
            state.stack.append(Trade(self.seat, self.left - 1, True))

    def forced_by(self, state: State) -> str:
        return "OS-PLACE-MARKET-2"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == ENOUGH:
            return Reason("OS-CARD-GROCER", "reason.trade_first", {})
        if len(choice) != 2 or choice[0] == "enough" or choice[1] not in GOODS:
            return malformed(self.verbs)
        good = GOODS.index(str(choice[1]))
        if choice[0] == "sell":
            return Reason("OS-PLAN-14", "reason.no_good", {"good": choice[1]})
        if not state.market[FIRST_GOOD + good]:
            return Reason("OS-PLACE-MARKET-8", "reason.not_on_market", {"token": choice[1]})
        price = state.tables.prices[good]
        return Reason("OS-PLACE-MARKET-7", "reason.too_few_coins", {"needs": price})


SELL: Final[tuple[Choice, ...]] = tuple([("sell", good) for good in GOODS])
BUY: Final[tuple[Choice, ...]] = tuple([("buy", good) for good in GOODS])


# -- delivering ------------------------------------------------------------------------------------------------------


class Delivering(Effect):
    """Goods for fame, one for every village you control at most. [OS-DELIVER-1, OS-DELIVER-2]"""

    word: ClassVar[str] = "deliver"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        me = state.players[seat]
        return villages_of(state, me) > 0 and any(me.goods)

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        if self.possible(state, seat, place):
            most = villages_of(state, state.players[seat])
            given = 0 if self.op.distinct else ANY_KIND
            state.stack.append(Deliver(seat, most, self.op.n, given, self.op.optional, self.rule))


class Deliver(Decision):
    """One good after the other for fame. Written `deliver GOOD` or `enough`. [OS-DELIVER-1, OS-DELIVER-3]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "left", "fame", "given", "may_end", "by")
    rule = "OS-DELIVER-1"
    verbs: ClassVar[tuple[str, ...]] = ("deliver", "enough")

    def __init__(self, seat: int, left: int, fame: int, given: int, may_end: bool, by: str) -> None:
        self.seat = seat
        self.left = left
        self.fame = fame  # for each good
        self.given = given  # bits of the kinds that cannot come again, or ANY_KIND
        self.may_end = may_end
        self.by = by

    def options(self, state: State) -> list[Choice]:
        given = 0 if self.given == ANY_KIND else self.given
        goods = state.players[self.seat].goods
        offer: list[Choice] = [
            ("deliver", GOODS[good]) for good, count in enumerate(goods) if count and not given >> good & 1
        ]
        if self.may_end or not offer:
            offer.append(ENOUGH)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            return
        good = GOODS.index(str(choice[1]))
        state.players[self.seat].goods[good] -= 1
        state.storage[FIRST_GOOD + good] += 1  # [OS-DELIVER-4]
        if state.listener is not None:
            state.tell(GoodDelivered(self.by, self.seat, GOODS[good]))
        if self.left > 1:
            given = ANY_KIND if self.given == ANY_KIND else self.given | 1 << good
            state.stack.append(Deliver(self.seat, self.left - 1, self.fame, given, True, self.by))
        gain_fame(state, self.seat, self.fame, self.by)

    def forced_by(self, state: State) -> str:
        return self.by

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if choice == ENOUGH:
            return Reason(self.by, "reason.deliver_first", {})
        if len(choice) != 2 or choice[0] == "enough" or choice[1] not in GOODS:
            return malformed(self.verbs)
        if not state.players[self.seat].goods[GOODS.index(str(choice[1]))]:
            return Reason("OS-DELIVER-4", "reason.no_good", {"good": choice[1]})
        return Reason("OS-DELIVER-2", "reason.same_kind", {"good": choice[1]})
