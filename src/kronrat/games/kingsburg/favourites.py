"""What is counted in profiles: the buildings of a province, and its governor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.favourites import Favourite


def favourites(view: Mapping[str, Any], seat: int) -> list[Favourite]:
    player = view["players"][seat]
    built = [Favourite(f"i-{building}", f"building.{building}") for building in player["buildings"]]
    governor = player["governor"]
    return [*built, Favourite(f"i-{governor}", f"governor.{governor}")] if governor else built
