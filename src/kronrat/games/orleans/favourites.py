"""What is counted in profiles: the places that a player has and others have not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.favourites import Favourite


def favourites(view: Mapping[str, Any], seat: int) -> list[Favourite]:
    everybodys = set.intersection(*[set(player["places"]) for player in view["players"]])
    own = [place for place in view["players"][seat]["places"] if place not in everybodys]
    return [Favourite(f"i-{place}", f"place.{place}") for place in own]
