"""Step d of a season: buildings are built, row by row from the left."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Decision, Reason, Step, malformed
from kronrat.games.kingsburg.events import BuildingBuilt, BuildingDestroyed, EnvoyReturned, NothingBuilt
from kronrat.games.kingsburg.hooks import Building, Price, hand_of
from kronrat.games.kingsburg.state import GOODS, NOBODY, Player, State
from kronrat.games.kingsburg.supply import gain_vp, lose_vp, pay_goods

PASS: Choice = ("pass",)


class BeginConstruction(Step):
    """Each player in turn order may build once. [KB-P2d-1]"""

    def run(self, state: State) -> None:
        state.stack.extend([Build(seat, again=False) for seat in state.order[::-1]])


class Build(Decision):
    """Build the next building of a row, or nothing; `again` is the envoy's second building. [KB-P2d-1, KB-P5-6]"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "again")
    rule = "KB-P2d-1"
    verbs: ClassVar[tuple[str, ...]] = ("build", "pass")

    def __init__(self, seat: int, again: bool) -> None:
        self.seat = seat
        self.again = again

    def options(self, state: State) -> list[Choice]:
        me = state.players[self.seat]
        gold, wood, stone = me.gold, me.wood, me.stone
        within_means = [p for p in me.hand.prices if p.gold <= gold and p.wood <= wood and p.stone <= stone]
        offer = [price.second_choice if self.again else price.choice for price in within_means]
        offer.append(PASS)
        return offer

    def resolve(self, state: State, choice: Choice) -> None:
        if choice == PASS:
            if state.listener is not None and not self.again:
                state.tell(NothingBuilt(self.rule, self.seat))
            return
        if self.again:
            state.envoy = NOBODY
            if state.listener is not None:
                state.tell(EnvoyReturned("KB-P5-7", self.seat, used=True))
        elif state.envoy == self.seat:
            state.stack.append(Build(self.seat, again=True))
        build(state, self.seat, str(choice[1]))

    def forced_by(self, state: State) -> str:
        return "KB-P2d-2"

    def why_not(self, state: State, choice: Choice) -> Reason | None:
        card = state.tables.cards.get(str(choice[1])) if len(choice) in (2, 3) else None
        if choice[0] == "pass" or not isinstance(card, Building) or choice[2:] not in ((), ("envoy",)):
            return malformed(self.verbs)
        if self.again and len(choice) == 2:
            return Reason("KB-P2d-1", "reason.second_needs_envoy")
        if not self.again and len(choice) == 3:
            return Reason("KB-P5-8", "reason.envoy_first_build")
        return why_not_build(state, state.players[self.seat], card)


def why_not_build(state: State, me: Player, building: Building) -> Reason | None:
    """Why this building cannot be built now: it stands already, its row is not so far, or goods are missing."""
    facts = {"building": building.id}
    if building in me.hand.cards:
        return Reason("KB-P2d-4", "reason.built_already", facts)
    price = price_in(me, building)
    if price is None:
        if all([building not in row for row in state.tables.grid]):
            return Reason("KB-SETUP-8", "reason.not_on_sheet", facts)
        row = next(row for row in state.tables.grid if building in row)
        missing = [other.id for other in row[: row.index(building)] if other not in me.hand.cards]
        return Reason("KB-P2d-3", "reason.row_order", {**facts, "missing": missing[0]})
    for good, needs in zip(GOODS, (price.gold, price.wood, price.stone), strict=True):
        has = me.amount(GOODS.index(good))
        if has < needs:
            return Reason("KB-P2d-2", "reason.too_few_goods", {**facts, "good": good, "needs": needs, "has": has})
    return None


def price_in(me: Player, building: Building) -> Price | None:
    for price in me.hand.prices:
        if price.building is building:
            return price
    return None


def build(state: State, seat: int, id: str) -> None:
    """Pay, place the token, gain the printed points at once. [KB-P2d-2]"""
    me = state.players[seat]
    for price in me.hand.prices:
        if price.building.id == id:
            pay_goods(state, seat, (price.gold, price.wood, price.stone), price.building.source, "KB-P2d-2")
            raise_building(state, seat, price.building)
            gain_vp(state, seat, price.building.printed.vp, price.building.source, "KB-P2d-2")
            return


def raise_building(state: State, seat: int, building: Building) -> None:
    _set_row(state, seat, building, +1)
    if state.listener is not None:
        state.tell(BuildingBuilt("KB-P2d-2", seat, building.id))


def raze_building(state: State, seat: int, building: Building, source: str) -> None:
    """The token leaves, and the printed points go at once. [KB-P8-12]"""
    _set_row(state, seat, building, -1)
    if state.listener is not None:
        state.tell(BuildingDestroyed("KB-P8-11", seat, building.id))
    lose_vp(state, seat, building.printed.vp, source, "KB-P8-12")


def _set_row(state: State, seat: int, building: Building, change: int) -> None:
    me = state.players[seat]
    rows = list(me.rows)
    rows[building.place] += change
    me.rows = tuple(rows)
    me.hand = hand_of(state.tables, me.rows)
