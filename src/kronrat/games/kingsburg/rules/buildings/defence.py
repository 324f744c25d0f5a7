"""Row E: Palisade, Stable, Stone Wall, Fortress."""

from __future__ import annotations

from typing import ClassVar

from kronrat.games.kingsburg.rules.hooks import VICTORY, Building, Worth
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.rules.supply import gain_vp


class Palisade(Building):
    """Stronger in battle, and more so against Zombies. [KB-BLD-PALISADE-1]"""

    id = "palisade"
    rule = "KB-BLD-PALISADE-1"


class Stable(Building):
    """One more soldier whenever an advisor gives some. [KB-BLD-STABLE-1]"""

    id = "stable"
    rule = "KB-BLD-STABLE-1"
    worth: ClassVar[Worth] = ("year", 0.45)

    def extra_soldiers(self) -> int:
        return 1


class StoneWall(Building):
    """Stronger in battle, and a draw is a victory. [KB-BLD-WALL-1, KB-BLD-WALL-2]"""

    id = "stone_wall"
    rule = "KB-BLD-WALL-1"

    def wins_ties(self) -> bool:
        return True


class Fortress(Building):
    """Stronger in battle, and a point for each victory. [KB-BLD-FORTRESS-1, KB-BLD-FORTRESS-2]"""

    id = "fortress"
    rule = "KB-BLD-FORTRESS-1"
    worth: ClassVar[Worth] = ("year", 0.6)
    acts: ClassVar[tuple[str, ...]] = (VICTORY,)

    def act(self, state: State, seat: int, moment: str) -> None:
        gain_vp(state, seat, 1, self.source, "KB-BLD-FORTRESS-2")


ROW: tuple[type[Building], ...] = (Palisade, Stable, StoneWall, Fortress)
