"""What a notebook shows of a province: points, goods, soldiers, the dice that are left, buildings and the governor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.favourites import Favourite
from kronrat.games.kingsburg import favourites, terminal
from kronrat.still import Piece
from kronrat.words import Words


def heading(words: Words, view: Mapping[str, Any]) -> str:
    return terminal.when(words, view)


def amounts(view: Mapping[str, Any], seat: int) -> list[Piece]:
    player = view["players"][seat]
    found = [Piece("t-vp", "term.vp", player["vp"])]
    found += [Piece(f"t-{good}", f"good.{good}", player[good]) for good in terminal.GOODS]
    found += [Piece("t-plus2", "term.plus2", player["plus2"]), Piece("t-soldiers", "term.soldiers", player["soldiers"])]
    return [*found, *[Piece(f"die-{face}", "cli.dice") for face in player["dice"]]]


def cards(view: Mapping[str, Any], seat: int) -> list[Piece]:
    had: list[Favourite] = favourites.favourites(view, seat)
    return [Piece(one.icon, one.says) for one in had]
