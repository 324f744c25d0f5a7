"""Measured ratings of bots, as the box of a game keeps them: `ratings.json`, written by `tools/ratings`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
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


@dataclass(frozen=True)
class Strength:
    """How strong a bot is, with the standard error, and in how many games of all bots together that was measured."""

    rating: float
    error: float
    games: int


def strengths(game: str, options: Mapping[str, str], decisive: Collection[str] = ()) -> dict[int, dict[str, Strength]]:
    """By number of seats and bot, for the ladder whose options differ least from these; ladders are not mixed.

    Where a decisive option differs, levels are tuned in another way, and what was measured says nothing about them.
    """
    best: dict[int, tuple[int, dict[str, Strength]]] = {}
    for ladder in measured(game):
        if any(options.get(name) != ladder["options"].get(name) for name in decisive):
            continue
        differ = sum([options.get(name) != value for name, value in ladder["options"].items()])
        if ladder["seats"] not in best or differ < best[ladder["seats"]][0]:
            best[ladder["seats"]] = (differ, _strengths_in(ladder))
    return {seats: found for seats, (_, found) in sorted(best.items())}


def ratings(game: str, options: Mapping[str, str], decisive: Collection[str] = ()) -> dict[int, dict[str, int]]:
    """The ratings of these strengths alone."""
    found = strengths(game, options, decisive)
    return {seats: {bot: round(one.rating) for bot, one in known.items()} for seats, known in found.items()}


def overall(game: str) -> dict[str, Strength]:
    """How strong each bot is in a game, at all tables that were measured: the mean, weighted by games."""
    ladders = [_strengths_in(ladder) for ladder in measured(game)]
    found = dict[str, Strength]()
    for bot in dict.fromkeys([bot for ladder in ladders for bot in ladder]):
        known = [ladder[bot] for ladder in ladders if bot in ladder]
        games = sum([one.games for one in known])
        rating = sum([one.games * one.rating for one in known]) / games
        error = sqrt(sum([(one.games * one.error) ** 2 for one in known])) / games
        found[bot] = Strength(rating, error, games)
    return found


def _strengths_in(ladder: Measured) -> dict[str, Strength]:
    rows: dict[str, Measured] = ladder["bots"]
    return {
        bot: Strength(row["rating"], (row["rating_high"] - row["rating_low"]) / 4, ladder["games"])
        for bot, row in rows.items()
    }
