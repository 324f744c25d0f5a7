"""What a notebook shows of a player: fame, coins, settlers, goods, followers, and the places that not everybody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.games.orleans import favourites, terminal
from kronrat.still import Piece
from kronrat.words import Words


def heading(words: Words, view: Mapping[str, Any]) -> str:
    return terminal.when(words, view)


def amounts(view: Mapping[str, Any], seat: int) -> list[Piece]:
    player = view["players"][seat]
    found = [Piece("i-fame", "term.fame", player["fame"]), Piece("i-coins", "term.coins", player["coins"])]
    found += [Piece("i-bag", "term.bag", player["in_bag"])]
    if player["technology"]:
        found.append(Piece("i-technology", "token.technology", player["technology"]))
    return found + [Piece(f"i-{good}", f"token.{good}", count) for good, count in player["goods"].items()]


def cards(view: Mapping[str, Any], seat: int) -> list[Piece]:
    return [Piece(one.icon, one.says) for one in favourites.favourites(view, seat)]
