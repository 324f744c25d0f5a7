"""Row C: Inn, Market, Farms, Merchants' Guild."""

from __future__ import annotations

from typing import ClassVar

from kronrat.games.kingsburg.rules.hooks import SEASON_END, SEASON_START, Building, Worth
from kronrat.games.kingsburg.rules.state import SUMMER, State
from kronrat.games.kingsburg.rules.supply import ALL_KINDS, TakeGoods, gain_bonus_die, gain_goods, gain_plus2


class Inn(Building):
    """A +2 token at the end of each Summer. [KB-BLD-INN-1]"""

    id = "inn"
    rule = "KB-BLD-INN-1"
    worth: ClassVar[Worth] = ("summer", 0.75)
    acts: ClassVar[tuple[str, ...]] = (SEASON_END,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.phase == SUMMER:
            gain_plus2(state, seat, 1, self.source, self.rule)


class Market(Building):
    """Once per season one group may count one less or one more. [KB-BLD-MARKET-1]"""

    id = "market"
    rule = "KB-BLD-MARKET-1"
    worth: ClassVar[Worth] = ("season", 0.45)

    def rank_shifts(self) -> tuple[int, ...]:
        return (-1, 1)


class Farms(Building):
    """A bonus die each season, but weaker in battle. [KB-BLD-FARMS-1, KB-BLD-FARMS-2]"""

    id = "farms"
    rule = "KB-BLD-FARMS-1"
    worth: ClassVar[Worth] = ("season", 1.25)
    acts: ClassVar[tuple[str, ...]] = (SEASON_START,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_bonus_die(state, seat, self.source, self.rule)


class MerchantsGuild(Building):
    """A gold before each roll; by a literal reading of the first edition a good of choice. [KB-BLD-MERCHANTS-1]"""

    id = "merchants_guild"
    rule = "KB-BLD-MERCHANTS-1"
    worth: ClassVar[Worth] = ("season", 0.9)
    acts: ClassVar[tuple[str, ...]] = (SEASON_START,)
    claimed: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        if state.switches.guild_gives_choice:
            state.push(TakeGoods(seat, 1, ALL_KINDS, self.source, "KB-OPT-4", optional=True))
        else:
            gain_goods(state, seat, (1, 0, 0), self.source, self.rule)


ROW: tuple[type[Building], ...] = (Inn, Market, Farms, MerchantsGuild)
