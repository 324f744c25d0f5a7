"""What a notebook shows of a province: points, goods, soldiers, the dice that are left, buildings and the governor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.favourites import Favourite
from kronrat.games.kingsburg import favourites, terminal
from kronrat.still import Holding
from kronrat.words import Words


def heading(words: Words, view: Mapping[str, Any]) -> str:
    return terminal.when(words, view)


def amounts(view: Mapping[str, Any], seat: int) -> list[Holding]:
    player = view["players"][seat]
    found = [Holding("t-vp", "term.vp", player["vp"])]
    found += [Holding(f"t-{good}", f"good.{good}", player[good]) for good in terminal.GOODS]
    found += [Holding(f"t-{kind}", f"term.{kind}", player[kind]) for kind in ("plus2", "soldiers")]
    return [*found, *[Holding(f"die-{face}", "cli.dice") for face in player["dice"]]]


def cards(view: Mapping[str, Any], seat: int) -> list[Holding]:
    had: list[Favourite] = favourites.favourites(view, seat)
    return [Holding(one.icon, one.says) for one in had]
