"""Governors who build: Architect, Sorcerer, Preacher, Tax Collector, Carpenter, Miner, Sculptor, Courtier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.construction import BUILD, raise_building
from kronrat.games.kingsburg.rules.hooks import (
    NO_GOODS,
    REWARD,
    SEASON_END,
    YEAR_END,
    YEAR_START,
    Building,
    Control,
    Governor,
)
from kronrat.games.kingsburg.rules.state import Goods, State
from kronrat.games.kingsburg.rules.supply import ALL_KINDS, Handfuls, TakeGoods, gain_goods, gain_vp, goods_named

SAVED: Final = Handfuls("architect")


class Architect(Governor):
    """A good of choice off one building a season, while an opponent owns more buildings.

    [KB2-GOV-ARCHITECT-1, KB2-GOV-ARCHITECT-2]
    """

    id = "architect"
    rule = "KB2-GOV-ARCHITECT-2"

    def offered_discounts(self, building: Building) -> list[tuple[Choice, Goods]]:
        if building.printed.column not in self.printed["columns"]:
            return []
        return [(words, goods_named(words)) for words in SAVED.choices(self.printed["discount"]["goods"])]

    def discounts_now(self, state: State, seat: int) -> bool:
        me = state.players[seat]
        return self.id not in me.used and any(rival.buildings > me.buildings for rival in state.players)


class Sorcerer(Governor):
    """At the start of year III up to three buildings of the first column, free and without points.

    [KB2-GOV-SORCERER-1, KB2-GOV-SORCERER-2, KB2-GOV-SORCERER-3]
    """

    id = "sorcerer"
    rule = "KB2-GOV-SORCERER-1"
    moments: ClassVar[tuple[str, ...]] = (YEAR_START,)
    control: ClassVar[Control] = "building"
    uses: ClassVar[int] = 99  # limited by the number on the card

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        me = state.players[seat]
        if state.year != self.printed["year"] or me.used.count(self.id) >= self.printed["buildings"]:
            return []
        coming = [price.building for price in me.hand.prices]
        return [("use", self.id, b.id) for b in coming if b.printed.column in self.printed["columns"]]

    def buildings_at_start(self, state: State, seat: int, year: int) -> int:
        if year != self.printed["year"]:
            return 0
        missing = [p for p in state.players[seat].hand.prices if p.building.printed.column in self.printed["columns"]]
        return min(len(missing), int(self.printed["buildings"]))

    def use(self, state: State, seat: int, choice: Choice) -> None:
        building = state.tables.cards[str(choice[2])]
        assert isinstance(building, Building)
        raise_building(state, seat, building, self.rule)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        building = state.tables.cards.get(str(choice[2])) if len(choice) == 3 else None
        if not isinstance(building, Building):
            return malformed(("use",))
        if building in state.players[seat].hand.cards:
            return Reason("KB-P2d-4", "reason.built_already", {"building": building.id})
        if state.sheet.row_of(building) is None:
            return Reason("KB-SETUP-8", "reason.not_on_sheet", {"building": building.id})
        return Reason(self.rule, "reason.first_column", {"building": building.id})


class Preacher(Governor):
    """A point at the end of a season in which somebody built nothing. [KB2-GOV-PREACHER-1, KB2-GOV-PREACHER-2]"""

    id = "preacher"
    rule = "KB2-GOV-PREACHER-1"
    acts: ClassVar[tuple[str, ...]] = (SEASON_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        if any([BUILD not in player.used for player in state.players]):
            gain_vp(state, seat, self.printed["vp"], self.source, self.rule)


class TaxCollector(Governor):
    """A good of choice each time an opponent builds in the fourth column. [KB2-GOV-TAX-1, KB2-GOV-TAX-2]"""

    id = "tax_collector"
    rule = "KB2-GOV-TAX-2"

    def on_rival_build(self, state: State, seat: int, building: Building) -> None:
        if building.printed.column in self.printed["columns"]:
            state.push(TakeGoods(seat, self.printed["goods"], ALL_KINDS, self.source, self.rule, optional=True))


class Carpenter(Governor):
    """Wood at the end of each year, and two cheaper buildings. [KB2-GOV-CARPENTER-1, KB2-GOV-CARPENTER-2]"""

    id = "carpenter"
    rule = "KB2-GOV-CARPENTER-1"
    acts: ClassVar[tuple[str, ...]] = (YEAR_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (0, self.printed["wood"], 0), self.source, self.rule)

    def discount(self, building: Building) -> Goods:
        return _discount_in_scope(self.printed, building)


class Miner(Governor):
    """Gold at the end of each year, and once a year a gold off a building. [KB2-GOV-MINER-1, KB2-GOV-MINER-2]"""

    id = "miner"
    rule = "KB2-GOV-MINER-1"
    acts: ClassVar[tuple[str, ...]] = (YEAR_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (self.printed["gold"], 0, 0), self.source, self.rule)

    def offered_discounts(self, building: Building) -> list[tuple[Choice, Goods]]:
        in_scope = building.printed.column in self.printed["columns"]
        return [((self.id,), goods_off(self.printed["discount"]))] if in_scope else []

    def discounts_now(self, state: State, seat: int) -> bool:
        return self.id not in state.players[seat].used_year


class Sculptor(Governor):
    """Stone at the end of each year, and two cheaper buildings. [KB2-GOV-SCULPTOR-1, KB2-GOV-SCULPTOR-2]"""

    id = "sculptor"
    rule = "KB2-GOV-SCULPTOR-1"
    acts: ClassVar[tuple[str, ...]] = (YEAR_END,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (0, 0, self.printed["stone"]), self.source, self.rule)

    def discount(self, building: Building) -> Goods:
        return _discount_in_scope(self.printed, building)


class Courtier(Governor):
    """A point in phase 3 for being just behind the player with the most buildings. [KB2-GOV-COURTIER-1]"""

    id = "courtier"
    rule = "KB2-GOV-COURTIER-1"
    acts: ClassVar[tuple[str, ...]] = (REWARD,)

    def act(self, state: State, seat: int, moment: str) -> None:
        most = max([player.buildings for player in state.players])
        if most - state.players[seat].buildings == self.printed["behind"]:
            gain_vp(state, seat, self.printed["vp"], self.source, self.rule)


def _discount_in_scope(card: Mapping[str, Any], building: Building) -> Goods:
    """What a card takes off, each time, in its row and columns."""
    in_scope = building.printed.row == card["row"] and building.printed.column in card["columns"]
    return goods_off(card["discount"]) if in_scope else NO_GOODS


def goods_off(row: dict[str, int]) -> Goods:
    return row["gold"], row["wood"], row["stone"]
