"""Governors of wealth and fame: Minstrel, Usurer, Innkeeper, Peddler."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.hooks import GAME_START, SEASON_END, YEAR_LAST, YEAR_START, Control, Governor
from kronrat.games.kingsburg.rules.state import GOODS, State
from kronrat.games.kingsburg.rules.supply import (
    ALL_KINDS,
    Handfuls,
    gain_goods,
    gain_plus2,
    gain_vp,
    goods_named,
    pay_goods,
    takings,
    why_no_handful,
)

GIVEN: Final = Handfuls("use", "peddler")


class Minstrel(Governor):
    """Points for sharing one's place on the track and for being last. [KB2-GOV-MINSTREL-1, KB2-GOV-MINSTREL-2]"""

    id = "minstrel"
    rule = "KB2-GOV-MINSTREL-2"
    acts: ClassVar[tuple[str, ...]] = (YEAR_LAST,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_vp(state, seat, self.points_by_comparison(state, seat), self.source, self.rule)

    def points_by_comparison(self, state: State, seat: int) -> int:
        mine = state.players[seat].vp
        others = [player.vp for number, player in enumerate(state.players) if number != seat]
        equal = self.printed["vp_equal"] if mine in others else 0
        fewest = self.printed["vp_fewest"] if mine <= min(others) else 0
        points: int = equal + fewest
        return points


class Usurer(Governor):
    """Begins rich and in debt. [KB2-GOV-4GOLD-1, KB2-GOV-4GOLD-2]"""

    id = "usurer"
    rule = "KB2-GOV-4GOLD-1"
    acts: ClassVar[tuple[str, ...]] = (GAME_START,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_goods(state, seat, (self.printed["gold"], 0, 0), self.source, self.rule)
        gain_vp(state, seat, self.printed["vp"], self.source, self.rule)


class Innkeeper(Governor):
    """A +2 token at the start of each year. [KB2-GOV-INNKEEPER-1]"""

    id = "innkeeper"
    rule = "KB2-GOV-INNKEEPER-1"
    acts: ClassVar[tuple[str, ...]] = (YEAR_START,)
    harmless: ClassVar[bool] = True

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_plus2(state, seat, self.printed["plus2"], self.source, self.rule)


class Peddler(Governor):
    """Goods for other kinds at the end of a season. Written `use peddler GIVEN… TAKEN…`. [KB2-GOV-PEDDLER-1]"""

    id = "peddler"
    rule = "KB2-GOV-PEDDLER-1"
    moments: ClassVar[tuple[str, ...]] = (SEASON_END,)
    control: ClassVar[Control] = "exchange"

    def __init__(self, printed: Mapping[str, Any]) -> None:
        super().__init__(printed)
        self._exchanges: dict[Choice, list[Choice]] = {}

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        offers: list[Choice] = []
        for given in GIVEN.affordable(state.players[seat], self.printed["pay"]["goods"]):
            offers += self._exchanges_for(given)
        return offers

    def _exchanges_for(self, given: Choice) -> list[Choice]:
        """All that may be taken for these goods."""
        found = self._exchanges.get(given)
        if found is None:
            taking = takings(ALL_KINDS).choices(self.printed["goods"])
            found = [given + taken[1:] for taken in taking if not set(given[2:]) & set(taken[1:])]
            self._exchanges[given] = found
        return found

    def use(self, state: State, seat: int, choice: Choice) -> None:
        taken = 2 + self.printed["pay"]["goods"]
        pay_goods(state, seat, goods_named(choice[2:taken]), self.source, self.rule)
        gain_goods(state, seat, goods_named(choice[taken:]), self.source, self.rule)

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        count = self.printed["pay"]["goods"]
        given, taken = choice[2 : 2 + count], choice[2 + count :]
        if len(taken) != self.printed["goods"] or any([word not in GOODS for word in taken]):
            return malformed(("use",))
        if set(given) & set(taken):
            return Reason(self.rule, "reason.another_kind")
        return why_no_handful(("use", *given), ("use",), count, self.rule, state.players[seat])
