"""What every building has in common: its price has to be paid to the last good."""

from __future__ import annotations

from collections.abc import Callable

from kronrat.games.kingsburg.testing import Kingsburg, Printed


def check_one_good_less(building: Printed, turn: Callable[..., Kingsburg]) -> None:
    """With one good less than printed, of any kind, the building is refused with what is missing."""
    for good, needs in building.cost.items():
        if needs:
            reason = turn(**{"gold": 9, "wood": 9, "stone": 9, good: needs - 1}).refuse(f"0 build {building.id}")
            assert reason.rule == "KB-P2d-2"
            assert reason.facts == {"building": building.id, "gold": 0, "wood": 0, "stone": 0, good: 1}
