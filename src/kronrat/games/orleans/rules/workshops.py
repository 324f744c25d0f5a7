"""Effects that bring followers, goods, technology, coins or fame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from kronrat.core.flow import Choice, Decision, Reason, malformed
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.events import NothingCame
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.realm import count, lands_of
from kronrat.games.orleans.rules.state import FIRST_GOOD, FOLLOWERS, TECHNOLOGY, TERRAINS, State
from kronrat.games.orleans.rules.supply import (
    gain_coins,
    pay_coins,
    recruit,
    spend_goods,
    take_goods,
    take_technology_or_coins,
)

# -- recruiting ------------------------------------------------------------------------------------------------------


NOBODY_LEFT: Final[Mapping[str, str]] = {  # for a place that recruits, by its rule
    "OS-PLACE-MILL-1": "OS-PLACE-MILL-2",
    "OS-PLACE-COTTAGE-1": "OS-PLACE-COTTAGE-2",
    "OS-PLACE-UNIVERSITY-1": "OS-PLACE-UNIVERSITY-2",
    "OS-PLACE-CASTLE-1": "OS-PLACE-CASTLE-2",
    "OS-PLACE-MONASTERY-1": "OS-PLACE-MONASTERY-2",
}


class Recruiting(Effect):
    """One follower of the kinds that are named, from the market into the bag."""

    word: ClassVar[str] = "recruit"
    needs: ClassVar[tuple[str, ...]] = ("of",)

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return any([state.market[follower] for follower in self.op.of])

    def why_impossible(self, state: State, seat: int) -> str:
        return NOBODY_LEFT.get(self.rule, "OS-CARD-1")

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Recruit(seat, self.op.of, self.rule))


class Recruit(Decision):
    """Which follower to recruit. Written `recruit FOLLOWER`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "kinds", "by")
    rule = "OS-BAG-8"
    verbs: ClassVar[tuple[str, ...]] = ("recruit",)

    def __init__(self, seat: int, kinds: tuple[int, ...], by: str) -> None:
        self.seat = seat
        self.kinds = kinds
        self.by = by  # the rule that lets the seat recruit

    def options(self, state: State) -> list[Choice]:
        return [("recruit", FOLLOWERS[kind]) for kind in self.kinds if state.market[kind]]

    def resolve(self, state: State, choice: Choice) -> None:
        recruit(state, self.seat, FOLLOWERS.index(str(choice[1])), self.by)

    def forced_by(self, state: State) -> str:
        return self.by

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or choice[1] not in FOLLOWERS:
            return malformed(self.verbs)
        if FOLLOWERS.index(str(choice[1])) in self.kinds:
            return Reason("OS-SUP-6", "reason.not_on_market", {"token": choice[1]})
        kinds = [FOLLOWERS[kind] for kind in self.kinds]
        return Reason(self.by, "reason.not_recruited_here", {"follower": choice[1], "kinds": kinds})


# -- goods and technology --------------------------------------------------------------------------------------------


class Inventing(Effect):
    """One technology tile from the market; where coins are named, they come instead of a missing one."""

    word: ClassVar[str] = "technology"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return state.market[TECHNOLOGY] > 0 or self.op.else_coins > 0

    def why_impossible(self, state: State, seat: int) -> str:
        return "OS-PLACE-LABORATORY-2"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        take_technology_or_coins(state, seat, self.op.else_coins, self.rule)


class Harvesting(Effect):
    """A good for every land; may happen for nothing. [OS-PLACE-ESTATE-1, OS-PLACE-ESTATE-2, OS-PLACE-ESTATE-3]"""

    word: ClassVar[str] = "yield"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        lands = lands_of(state, state.players[seat])
        if not lands and state.listener is not None:
            state.tell(NothingCame(self.rule, seat, village=False))
        for terrain in range(len(TERRAINS)):
            number = (lands & state.yields[terrain]).bit_count()
            if number:
                take_goods(state, seat, state.tables.yields[terrain], number, self.rule)


class Taking(Effect):
    """One or some of a kind of goods from the market. [OS-CARD-1]"""

    word: ClassVar[str] = "take"
    needs: ClassVar[tuple[str, ...]] = ("good",)

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return state.market[self.op.good] > 0

    def why_impossible(self, state: State, seat: int) -> str:
        return "OS-CARD-1"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        if self.op.n == 1:
            take_goods(state, seat, self.op.good, 1, self.rule)
        else:
            state.stack.append(Gain(seat, self.op.good, self.op.n, self.rule))


class Gain(Decision):
    """How many to take, at least one. Written `gain NUMBER`. [OS-CARD-1]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "token", "most", "by")
    rule = "OS-CARD-1"
    verbs: ClassVar[tuple[str, ...]] = ("gain",)

    def __init__(self, seat: int, token: int, most: int, by: str) -> None:
        self.seat = seat
        self.token = token
        self.most = most
        self.by = by

    def options(self, state: State) -> list[Choice]:
        return [("gain", number) for number in range(1, min(self.most, state.market[self.token]) + 1)]

    def resolve(self, state: State, choice: Choice) -> None:
        number = int(choice[1])
        wanted = self.most if number == state.market[self.token] else number  # whoever takes all would have taken more
        take_goods(state, self.seat, self.token, wanted, self.by)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or type(choice[1]) is not int:
            return malformed(self.verbs)
        return Reason("OS-CARD-1", "reason.number", {"least": 1, "most": min(self.most, state.market[self.token])})


class Exchanging(Effect):
    """Own goods of a kind for as many of another from the market. [OS-CARD-BAKEHOUSE]"""

    word: ClassVar[str] = "exchange"
    needs: ClassVar[tuple[str, ...]] = ("good", "into")

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return most_exchanged(state, seat, self.op.good, self.op.into, self.op.n) > 0

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Exchange(seat, self.op.good, self.op.into, self.op.n))


def most_exchanged(state: State, seat: int, gives: int, takes: int, most: int) -> int:
    return min(most, state.players[seat].goods[gives - FIRST_GOOD], state.market[takes])


class Exchange(Decision):
    """How many to exchange. Written `exchange NUMBER`. [OS-CARD-BAKEHOUSE]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "gives", "takes", "most")
    rule = "OS-CARD-BAKEHOUSE"
    verbs: ClassVar[tuple[str, ...]] = ("exchange",)

    def __init__(self, seat: int, gives: int, takes: int, most: int) -> None:
        self.seat = seat
        self.gives = gives
        self.takes = takes
        self.most = most

    def _most(self, state: State) -> int:
        return most_exchanged(state, self.seat, self.gives, self.takes, self.most)

    def options(self, state: State) -> list[Choice]:
        return [("exchange", number) for number in range(1, self._most(state) + 1)]

    def resolve(self, state: State, choice: Choice) -> None:
        number = int(choice[1])
        spend_goods(state, self.seat, self.gives, number, self.rule)
        take_goods(state, self.seat, self.takes, number, self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or type(choice[1]) is not int:
            return malformed(self.verbs)
        return Reason(self.rule, "reason.number", {"least": 1, "most": self._most(state)})


# -- coins and fame --------------------------------------------------------------------------------------------------


class Earning(Effect):
    word: ClassVar[str] = "coins"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        gain_coins(state, seat, self.op.n, self.rule)


class EarningPer(Effect):
    """Coins for each of a kind; a place that would bring none cannot be used. [OS-CARD-TOLL-HOUSE]"""

    word: ClassVar[str] = "coins_per"
    needs: ClassVar[tuple[str, ...]] = ("count",)

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return place is None or count(state, state.players[seat], self.op.count, place) > 0

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        gain_coins(state, seat, self.op.n * count(state, state.players[seat], self.op.count, place), self.rule)


class Paying(Effect):
    """A price in coins. [OS-CARD-PARLATORY]"""

    word: ClassVar[str] = "pay_coins"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return state.players[seat].coins >= self.op.n

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        pay_coins(state, seat, self.op.n, self.rule)


class Shining(Effect):
    word: ClassVar[str] = "fame"

    def run(self, state: State, seat: int, place: Place | None) -> None:
        gain_fame(state, seat, self.op.n, self.rule)


class ShiningPer(Effect):
    """Fame for each of a kind."""

    word: ClassVar[str] = "fame_per"
    needs: ClassVar[tuple[str, ...]] = ("count",)

    def run(self, state: State, seat: int, place: Place | None) -> None:
        gain_fame(state, seat, self.op.n * count(state, state.players[seat], self.op.count, place), self.rule)


class Crowding(Effect):
    """Fame where enough followers are gathered. [OS-CARD-COUNTY-FAIR]"""

    word: ClassVar[str] = "crowd"
    at_place: ClassVar[bool] = True

    def run(self, state: State, seat: int, place: Place | None) -> None:
        if place is not None and place.followers_here(state.players[seat]) >= self.op.least:
            gain_fame(state, seat, self.op.n, self.rule)


class Treating(Effect):
    """Coins for as much fame. [OS-CARD-PUB]"""

    word: ClassVar[str] = "pay_for_fame"

    def possible(self, state: State, seat: int, place: Place | None) -> bool:
        return state.players[seat].coins > 0

    def why_impossible(self, state: State, seat: int) -> str:
        return self.rule

    def run(self, state: State, seat: int, place: Place | None) -> None:
        state.stack.append(Treat(seat, self.op.n))


class Treat(Decision):
    """How many coins to pay. Written `pay NUMBER`. [OS-CARD-PUB]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "most")
    rule = "OS-CARD-PUB"
    verbs: ClassVar[tuple[str, ...]] = ("pay",)

    def __init__(self, seat: int, most: int) -> None:
        self.seat = seat
        self.most = most

    def options(self, state: State) -> list[Choice]:
        return [("pay", coins) for coins in range(1, min(self.most, state.players[self.seat].coins) + 1)]

    def resolve(self, state: State, choice: Choice) -> None:
        coins = int(choice[1])
        pay_coins(state, self.seat, coins, self.rule)
        gain_fame(state, self.seat, coins, self.rule)

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        if len(choice) != 2 or type(choice[1]) is not int:
            return malformed(self.verbs)
        most = min(self.most, state.players[self.seat].coins)
        return Reason(self.rule, "reason.number", {"least": 1, "most": most})
