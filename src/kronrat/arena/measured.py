"""Measured ratings of bots, as the box of a game keeps them: `ratings.json`, written by `tools/ratings`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from kronrat.box import box_of
from kronrat.core.game import BadOption

FILE = "ratings.json"

Measured = dict[str, Any]  # what `kronrat arena --json` says, without what is of no use later


@cache
def measured(game: str) -> tuple[Measured, ...]:
    """All ladders that were played in a game; none if its box has no such file."""
    try:
        file = box_of(game).folder / FILE
    except BadOption:
        return ()
    return tuple(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def ratings(game: str, options: Mapping[str, str], decisive: Collection[str] = ()) -> dict[int, dict[str, int]]:
    """By number of seats and bot, for the ladder whose options differ least from these; ladders are not mixed.

    Where a decisive option differs, levels are tuned in another way, and what was measured says nothing about them.
    """
    best: dict[int, tuple[int, dict[str, int]]] = {}
    for ladder in measured(game):
        if any(options.get(name) != ladder["options"].get(name) for name in decisive):
            continue
        differ = sum([options.get(name) != value for name, value in ladder["options"].items()])
        if ladder["seats"] not in best or differ < best[ladder["seats"]][0]:
            found = {bot: round(row["rating"]) for bot, row in ladder["bots"].items()}
            best[ladder["seats"]] = (differ, found)
    return {seats: found for seats, (_, found) in sorted(best.items())}
