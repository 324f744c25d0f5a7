"""What a notebook shows of a noble: statues, followers, and on which kinds of field the statues stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kronrat.games.tumult import terminal
from kronrat.still import Holding
from kronrat.words import Words


def heading(words: Words, view: Mapping[str, Any]) -> str:
    return terminal.when(words, view)


def amounts(view: Mapping[str, Any], seat: int) -> list[Holding]:
    player = view["players"][seat]
    return [
        Holding("statue", "term.statues", player["statues"]),
        Holding("i-follower", "term.followers", player["followers"]),
    ]


def cards(view: Mapping[str, Any], seat: int) -> list[Holding]:
    fields = zip(view["board"]["fields"], view["board"]["owners"], strict=True)
    counts = Counter([field for field, owner in fields if owner == seat])
    return [Holding(f"ter-{field}", f"field.{field}", count) for field, count in counts.items()]
