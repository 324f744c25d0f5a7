"""What can happen only among the wayfarers."""

from __future__ import annotations

from dataclasses import dataclass

from kronrat.core.events import Event


@dataclass(frozen=True)
class MilestonePassed(Event):
    """A round is over; `left` are still to come."""

    left: int
