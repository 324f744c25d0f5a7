"""Taking back at a table: what it needs, the wish that waits for consent, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never
from weakref import proxy

from kronrat.server import wire
from kronrat.server.records import Agreed, Declined, Record, WishBody, Wished

if TYPE_CHECKING:
    from kronrat.server.table import Table

MOST_UNDOS = 500  # undo lines a journal may have, so that every game ends


class Undoing:
    """What may be taken back at one table, and who wishes to."""

    def __init__(self, table: Table) -> None:
        self._table: Table = proxy(table)  # not a reference cycle, so that a replaced table is freed at once
        self.wish: wire.Wish | None = None
        self._lines = 0  # lines that take others back
        self._in_time = 0  # the newest line that was chosen while a clock ran: time does not go back

    def fork(self, table: Table) -> Undoing:
        other = Undoing(table)
        other.wish, other._lines, other._in_time = self.wish, self._lines, self._in_time
        return other

    # -- records -----------------------------------------------------------------------------------------------------

    def fold(self, record: Record, body: WishBody) -> None:
        match body:
            case Wished(seat):
                self.wish = wire.Wish(seat, [], record.version)
            case Agreed(seat):
                if self.wish is not None:
                    self.wish = wire.Wish(self.wish.seat, [*self.wish.agreed, seat], self.wish.version)
            case Declined():
                self.wish = None
            case _:
                assert_never(body)

    def note_line(self, number: int, takes_back: bool, timed: bool) -> None:
        """A line was played: no wish outlasts it."""
        self.wish = None
        self._lines += takes_back
        if timed:
            self._in_time = number

    # -- what is possible --------------------------------------------------------------------------------------------

    @property
    def spent(self) -> bool:
        return self._lines >= MOST_UNDOS

    def newest_choice(self, seat: int) -> int | None:
        """The number of the seat's newest line that still counts."""
        return None if self._table.match is None else self._table.match.newest(seat)

    def is_possible(self, seat: int) -> bool:
        """Whether there is a choice to take back; those made against a clock cannot be."""
        match = self._table.match
        if match is None or match.over or self._table.timing.is_asked:
            return False
        newest = self.newest_choice(seat)
        return newest is not None and newest > self._in_time

    def needs(self, seat: int | None) -> wire.UndoNeeds:
        """What taking back the newest choice of this seat would need."""
        table = self._table
        if seat is None or table.match is None or table.row.undo == "off" or table.bot_of(seat) or self.spent:
            return ""
        if not self.is_possible(seat):
            return ""
        if table.match.undo_is_free(seat):
            return "free"
        if table.row.undo != "consent":
            return ""
        return "ask" if table.seating.others_to_ask(seat) else "alone"

    def needs_behind_curtain(self, mine: Sequence[int]) -> tuple[wire.UndoNeeds, int | None]:
        """The same for a browser with none of its seats in front: what its newest choice needs, and whose it is."""
        made = [(number, seat) for seat in mine if (number := self.newest_choice(seat)) is not None]
        seat = max(made)[1] if made else None
        needs = self.needs(seat)
        return needs, seat if needs else None

    def needs_at(self, front: int | None, mine: Sequence[int]) -> tuple[wire.UndoNeeds, int | None]:
        """What a browser is offered. Of several people there, the one who has just chosen may take it back although
        another is in front by now; then the seat is named.
        """
        if front is None:
            return self.needs_behind_curtain(mine)
        if len(mine) > 1:
            needs, seat = self.needs_behind_curtain(mine)
            if seat != front and needs in ("free", "alone"):
                return needs, seat
        return self.needs(front), None

    def missing(self, held: Sequence[int] = ()) -> list[int]:
        """The people who have not agreed to the wish yet, leaving out those who need not be asked."""
        wish = self.wish
        if wish is None:
            return []
        return [seat for seat in self._table.seating.others_to_ask(wish.seat, held) if seat not in wish.agreed]
