"""Step d of a season: buildings are built, row by row from the left."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.rules.events import BuildingBuilt, BuildingDestroyed, CardUsed, EnvoyReturned, NothingBuilt
from kronrat.games.kingsburg.rules.gains import saving_could_hurt
from kronrat.games.kingsburg.rules.hooks import Bargain, Building, Price
from kronrat.games.kingsburg.rules.state import GOODS, MOST_SEATS, NOBODY, Goods, Player, State
from kronrat.games.kingsburg.rules.supply import gain_vp, lose_vp, pay_goods

PASS: Final[Choice] = ("pass",)
BUILD: Final = "build"  # noted among what a player used this season


class BeginConstruction(Step):
    """Each player in turn order may build once. [KB-P2d-1]"""

    def run(self, state: State) -> None:
        for seat in reversed(state.order):
            state.stack.append(BUILDS[seat])


class Build(Decision):
    """Build the next building of a row, or nothing; `again` is the envoy's second building. [KB-P2d-1, KB-P5-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "again")
    rule = "KB-P2d-1"
    verbs: ClassVar[tuple[str, ...]] = ("build", "pass", "ask")

    def __init__(self, seat: int, again: bool) -> None:
        self.seat = seat
        self.again = again

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        gold, wood, stone = me.gold, me.wood, me.stone
        offer = [
            price.second_choice if self.again else price.choice
            for price in me.hand.prices
            if price.gold <= gold and price.wood <= wood and price.stone <= stone
        ]
        if me.hand.discounting:
            offer += [
                bargain.second_choice if self.again else bargain.choice
                for bargain in bargains(state, self.seat)
                if bargain.gold <= gold and bargain.wood <= wood and bargain.stone <= stone
            ]
        if me.hand.fuller:
            fuller = prices_without_discounts(state, self.seat)
            offer += [price.second_choice if self.again else price.choice for price in fuller]
        if offer and (me.accepts or me.declines):
            offer += [("ask", card) for card in (*me.accepts, *me.declines)]
        offer.append(PASS)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if len(choice) == 1:
            if state.listener is not None and not self.again:
                state.tell(NothingBuilt(self.rule, self.seat))
            return
        if choice[0] == "ask":
            self._ask_again(state, str(choice[1]))
            return
        if self.again:
            state.envoy = NOBODY
            if state.listener is not None:
                state.tell(EnvoyReturned("KB-P5-7", self.seat, used=True))
        elif state.envoy == self.seat:
            state.stack.append(Build(self.seat, again=True))
        self._build(state, choice)

    def _ask_again(self, state: State, card: str) -> None:
        """A standing answer is taken back; the question what to build stays."""
        me = state.players[self.seat]
        me.accepts = tuple([id for id in me.accepts if id != card])
        me.declines = tuple([id for id in me.declines if id != card])
        state.stack.append(Build(self.seat, self.again))

    def _build(self, state: State, choice: Choice) -> None:
        if len(choice) > (3 if self.again else 2):
            for price in state.players[self.seat].hand.fuller:
                if choice in (price.choice, price.second_choice):
                    build(state, self.seat, price.building, (price.gold, price.wood, price.stone))
                    return
            for bargain in bargains(state, self.seat):
                if choice in (bargain.choice, bargain.second_choice):
                    me = state.players[self.seat]
                    me.used = (*me.used, bargain.card.id)
                    me.used_year = (*me.used_year, bargain.card.id)
                    if state.listener is not None:
                        state.tell(CardUsed(bargain.card.rule, self.seat, bargain.card.id))
                    build(state, self.seat, bargain.building, bargain.cost)
                    return
        price = state.players[self.seat].hand.priced[cast(str, choice[1])]
        build(state, self.seat, price.building, (price.gold, price.wood, price.stone))

    def forced_by(self, state: State) -> str:
        return "KB-P2d-2"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        card = state.tables.cards.get(str(choice[1])) if len(choice) > 1 else None
        if choice[0] == "ask" and card is not None and len(choice) == 2:
            return Reason("KB-TIME-4", "reason.no_standing_answer", {"card": card.source})
        if choice[0] != "build" or not isinstance(card, Building):
            return malformed(self.verbs)
        words = choice[2:]
        with_envoy = bool(words) and words[-1] == "envoy"
        words = words[:-1] if with_envoy else words
        if words and not self._is_discount(state, words) and not self._is_done_without(state, words):
            return malformed(self.verbs)
        if self.again and not with_envoy:
            return Reason("KB-P2d-1", "reason.second_needs_envoy")
        if with_envoy and not self.again:
            return Reason("KB-P5-8", "reason.envoy_first_build")
        me = state.players[self.seat]
        if words and words[0] == "without":
            return why_not_without(state, me, card, words[1:])
        if words:
            return why_no_bargain(state, self.seat, card, words)
        return why_not_build(state, me, card)

    def _is_discount(self, state: State, words: Choice) -> bool:
        card = state.tables.cards.get(str(words[0]))
        return card is not None and not isinstance(card, Building) and all([w in GOODS for w in words[1:]])

    def _is_done_without(self, state: State, words: Choice) -> bool:
        return words[0] == "without" and len(words) > 1 and all([word in state.tables.cards for word in words[1:]])


BUILDS: Final = [Build(seat, again=False) for seat in range(MOST_SEATS)]  # shared like the turns of `influence`


def bargains(state: State, seat: int) -> list[Bargain]:
    """The discounts that the player may take now."""
    hand = state.players[seat].hand
    willing = [card for card in hand.discounting if card.discounts_now(state, seat)]
    return [bargain for bargain in hand.bargains if bargain.card in willing] if willing else []


def prices_without_discounts(state: State, seat: int) -> list[Price]:
    """What can be paid for buildings whose owner does without a discount, where the goods it saves could hurt.

    Written `build ID without CARD… [envoy]`. In the first edition discounts are not optional. [KB-TIME-4]
    """
    me = state.players[seat]
    if not state.switches.second_edition:
        return []
    affordable = [p for p in me.hand.fuller if p.gold <= me.gold and p.wood <= me.wood and p.stone <= me.stone]
    return [p for p in affordable if saving_could_hurt(state, seat, me.hand.priced[p.building.id], p)]


def why_not_without(state: State, me: Player, building: Building, left: Choice) -> Reason | None:
    for id in left:
        card = state.tables.cards[str(id)]
        if card not in me.hand.cards:
            return Reason("KB-TIME-13", "reason.not_owned", {"card": card.source})
    for price in me.hand.fuller:
        if price.building is building and price.without == left:
            missing = _goods_missing(me, building, (price.gold, price.wood, price.stone))
            return missing or Reason("KB-TIME-4", "reason.discount_stays", {"building": building.id})
    nothing_off = Reason("KB2-MOD2-11", "reason.nothing_off", {"card": state.tables.cards[str(left[0])].source})
    return why_not_build(state, me, building) or nothing_off


def why_no_bargain(state: State, seat: int, building: Building, words: Choice) -> Reason | None:
    me = state.players[seat]
    card = state.tables.cards[str(words[0])]
    facts = {"card": card.source}
    if card not in me.hand.cards:
        return Reason("KB-TIME-13", "reason.not_owned", facts)
    if card not in me.hand.discounting:
        return Reason("KB-TIME-9", "reason.not_now", facts)
    offered = card.offered_discounts(building)
    if not offered or not card.discounts_now(state, seat):
        return Reason("KB-TIME-9", "reason.condition", facts)
    if words not in [said for said, _ in offered]:
        return malformed(("build", "pass"))
    for bargain in me.hand.bargains:
        if bargain.building is building and bargain.words == words:
            return _goods_missing(me, building, bargain.cost)
    return why_not_build(state, me, building) or Reason("KB2-MOD2-11", "reason.nothing_off", facts)


def why_not_build(state: State, me: Player, building: Building) -> Reason | None:
    """Why this building cannot be built now: it is built already, its row is not far enough, or goods are missing."""
    facts = {"building": building.id}
    if building in me.hand.cards:
        return Reason("KB-P2d-4", "reason.built_already", facts)
    row = state.sheet.row_of(building)
    if row is None:
        return Reason("KB-SETUP-8", "reason.not_on_sheet", facts)
    for price in me.hand.prices:
        if price.building is building:
            return _goods_missing(me, building, (price.gold, price.wood, price.stone))
    return Reason("KB-P2d-3", "reason.row_order", {**facts, "missing": state.sheet.rows[row][me.rows[row]].id})


def _goods_missing(me: Player, building: Building, cost: Goods) -> Reason | None:
    """All that is missing at once: whoever hears of one kind alone collects it and is refused again."""
    gold, wood, stone = [max(0, needs - me.amount(kind)) for kind, needs in enumerate(cost)]
    if gold == wood == stone == 0:
        return None
    facts = {"building": building.id, "gold": gold, "wood": wood, "stone": stone}
    return Reason("KB-P2d-2", "reason.goods_missing", facts)


def build(state: State, seat: int, building: Building, cost: Goods) -> None:
    """Pay, place the token, gain the printed points at once. [KB-P2d-2]"""
    me = state.players[seat]
    me.used += (BUILD,)
    pay_goods(state, seat, cost, building.source, "KB-P2d-2")
    raise_building(state, seat, building, "KB-P2d-2")
    gain_vp(state, seat, building.printed.vp, building.source, "KB-P2d-2")
    for other in state.order:
        watching = state.players[other].hand.watching
        if watching and other != seat:
            for card in watching:
                card.on_rival_build(state, other, building)


def raise_building(state: State, seat: int, building: Building, rule: str) -> None:
    _set_row(state, seat, building, +1)
    if state.listener is not None:
        state.tell(BuildingBuilt(rule, seat, building.id))


def raze_building(state: State, seat: int, building: Building, source: str) -> None:
    """The token leaves, and the printed points go at once. [KB-P8-12]"""
    _set_row(state, seat, building, -1)
    if state.listener is not None:
        state.tell(BuildingDestroyed("KB-P8-11", seat, building.id))
    lose_vp(state, seat, building.printed.vp, source, "KB-P8-12")


def _set_row(state: State, seat: int, building: Building, change: int) -> None:
    me = state.players[seat]
    me.hand = state.sheet.hand_after(state.tables, me, building, change)
    me.rows = me.hand.rows
