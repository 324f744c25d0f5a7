"""Tables that were begun with other rules or data than this server has now, and tables in quarantine.

Today's rules would play their journals differently or not at all, and a changed number would silently change a score.
So such a table is never played: it is shown as its own rules left it in a `Keepsake`. Where there is none, today's
rules follow the journal as far as they can, and the page says so.

A table whose own rules cannot follow it, because a record is damaged or the rules have a fault, is in quarantine: it is
marked in the store, shown in the same way, and can be exported up to the first record that cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kronrat.core.dice import commitment
from kronrat.core.flow import Step
from kronrat.core.game import BadOption, Game, Switch
from kronrat.core.header import KEYED
from kronrat.core.journal import HIDDEN, Journal, Line, join_pairs
from kronrat.server import wire
from kronrat.server.records import Keepsake, Sight, TableRow
from kronrat.server.refusal import Refusal

NOTHING = Sight({}, [], [])


class Missing(Game):
    """Takes the place of a game that is no longer installed, so that its tables can be exported."""

    id = ""
    rules_version = 0
    seat_counts = ()
    steps: ClassVar[Mapping[str, type[Step]]] = {}

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        raise BadOption("this game is not installed")


@dataclass(frozen=True)
class Past:
    """What remains of the game at a table of other rules or data."""

    stage: wire.Stage  # as it was when the newest record was kept
    keepsake: Keepsake | None
    sure: bool  # whether the keepsake was made by the table's own rules
    trouble: str = ""  # why its own rules cannot go on with it: it is damaged, or they have a fault

    @property
    def refusal(self) -> Refusal:
        """Why nothing can be done here."""
        return Refusal("damaged" if self.trouble else "outdated")

    def sight(self, front: int | None) -> Sight:
        kept = {} if self.keepsake is None else self.keepsake.sights
        return kept.get("" if front is None else str(front), NOTHING)

    @property
    def shown(self) -> int:
        """How many lines of the journal lead to the position that is shown."""
        return 0 if self.keepsake is None else self.keepsake.lines

    def journal(self, row: TableRow, nonces: Sequence[str], lines: Sequence[Line], seat: int | None) -> Journal:
        """The journal as this seat may know it, under the rules and data it was played with."""
        header = {
            "game": row.game,
            **({} if row.rules is None or row.data is None else {"rules": str(row.rules), "data": row.data}),
            "seats": str(row.seats),
            "options": join_pairs(row.options),
            **({"dice": KEYED} if row.keyed else {}),
            **({"origin": row.origin.bends} if row.origin.bends else {}),
            **({} if row.origin.seed else {"commitment": commitment(row.secret), "nonces": ",".join(nonces)}),
        }
        if self.stage == "over":
            revealed = {"seed": row.origin.seed} if row.origin.seed else {"secret": row.secret.hex()}
            return Journal({**header, **revealed}, list(lines))
        return Journal(header, [self._known(line, number, seat) for number, line in enumerate(lines, 1)])

    def _known(self, line: Line, number: int, seat: int | None) -> Line:
        """The lines this seat may know; what can no longer be proven public stays hidden."""
        hidden = number in self.sight(seat).hidden if number <= self.shown else line.seat != seat
        return Line(line.seat, HIDDEN, line.ms) if hidden and line.undoes is None else line
