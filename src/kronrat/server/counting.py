"""Whose result counts at a rated table: not that of somebody who was helped, and that of a leaver as the last."""

from __future__ import annotations

from dataclasses import dataclass, field

from kronrat.server import wire


@dataclass
class Counting:
    """What the records of one table say about it."""

    left: dict[int, str] = field(default_factory=dict)  # seat -> who has left it for good, in the order of leaving
    helped: dict[int, wire.Help] = field(default_factory=dict)  # seat -> how its player was helped first

    def fork(self) -> Counting:
        return Counting(self.left.copy(), self.helped.copy())

    def note_help(self, seat: int, how: wire.Help) -> None:
        self.helped.setdefault(seat, how)

    def become(self, guest: str, now: str) -> None:
        """Somebody is known as another guest from now on."""
        self.left = {seat: now if who == guest else who for seat, who in self.left.items()}
