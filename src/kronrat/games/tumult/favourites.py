"""What is counted in profiles: the kind of field on which a player has the most statues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kronrat.favourites import Favourite


def favourites(view: Mapping[str, Any], seat: int) -> list[Favourite]:
    board = view["board"]
    fields = zip(board["fields"], board["owners"], strict=True)
    counts = Counter([field for field, owner in fields if owner == seat and field is not None])
    most = max(counts.values(), default=0)
    return [Favourite(f"ter-{field}", f"field.{field}") for field, count in sorted(counts.items()) if count == most]
