"""Row D: Guard Tower, Blacksmith, Barracks, Wizards' Guild."""

from __future__ import annotations

from typing import ClassVar

from kronrat.games.kingsburg.rules.hooks import Building, Worth


class GuardTower(Building):
    """Stronger in battle. [KB-BLD-TOWER-1]"""

    id = "guard_tower"
    rule = "KB-BLD-TOWER-1"


class Blacksmith(Building):
    """Stronger in battle. [KB-BLD-SMITH-1]"""

    id = "blacksmith"
    rule = "KB-BLD-SMITH-1"


class Barracks(Building):
    """Soldiers cost one good each. [KB-BLD-BARRACKS-1]"""

    id = "barracks"
    rule = "KB-BLD-BARRACKS-1"
    worth: ClassVar[Worth] = ("year", 0.7)

    def goods_per_soldier(self, usual: int) -> int:
        return 1


class WizardsGuild(Building):
    """Much stronger in battle. [KB-BLD-WIZARDS-1]"""

    id = "wizards_guild"
    rule = "KB-BLD-WIZARDS-1"


ROW: tuple[type[Building], ...] = (GuardTower, Blacksmith, Barracks, WizardsGuild)
