"""Governors at court: Politician and Duke."""

from __future__ import annotations

from typing import ClassVar

from kronrat.core.flow import Choice, Reason, malformed
from kronrat.games.kingsburg.rules.events import GroupMoved
from kronrat.games.kingsburg.rules.hooks import COURT_SETTLED, Governor
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.rules.tables import TOP_RANK


class Politician(Governor):
    """Two advisors of the owner's own, printed on the card. [KB2-GOV-POLITICIAN-1, KB2-GOV-POLITICIAN-2]"""

    id = "politician"
    rule = "KB2-GOV-POLITICIAN-1"


class Duke(Governor):
    """When all have passed, the own highest group may move to the free Duchess. [KB2-GOV-DUKE-1, KB2-GOV-DUKE-2]"""

    id = "duke"
    rule = "KB2-GOV-DUKE-1"
    moments: ClassVar[tuple[str, ...]] = (COURT_SETTLED,)

    def offers(self, state: State, seat: int, moment: str) -> list[Choice]:
        taken = bool(state.court[self.printed["rank"]])
        return [("use", self.id)] if not taken and self._highest(state, seat) else []

    def _highest(self, state: State, seat: int) -> int:
        """The highest rank of the board where the seat has dice, or 0."""
        for rank in range(TOP_RANK, 0, -1):
            for group in state.court[rank]:
                if group[0] == seat:
                    return rank
        return 0

    def use(self, state: State, seat: int, choice: Choice) -> None:
        rank, to = self._highest(state, seat), self.printed["rank"]
        groups = list(state.court[rank])
        group = [group for group in groups if group[0] == seat][-1]
        groups.remove(group)
        state.court[rank] = tuple(groups)
        state.court[to] = (group,)
        if state.listener is not None:
            state.tell(GroupMoved(self.rule, seat, rank, to))

    def why_not(self, state: State, seat: int, choice: Choice) -> Reason | None:
        return malformed(("use",))
