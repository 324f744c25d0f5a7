"""What a player may ask: which sets of advisors the dice at hand can still reach together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.games.kingsburg.tables import Tables


def dice_planner(tables: Tables, view: Mapping[str, Any]) -> dict[str, Any]:
    return {}
