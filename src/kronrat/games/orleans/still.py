"""What a notebook shows of a player: fame, coins, settlers, goods, followers, and the places that not everybody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kronrat.games.orleans import favourites, terminal
from kronrat.still import Holding
from kronrat.words import Words


def heading(words: Words, view: Mapping[str, Any]) -> str:
    return terminal.when(words, view)


def amounts(view: Mapping[str, Any], seat: int) -> list[Holding]:
    player = view["players"][seat]
    found = [Holding("i-fame", "term.fame", player["fame"]), Holding("i-coins", "term.coins", player["coins"])]
    found += [Holding("i-bag", "term.bag", player["in_bag"])]
    if player["technology"]:
        found.append(Holding("i-technology", "token.technology", player["technology"]))
    return found + [Holding(f"i-{good}", f"token.{good}", count) for good, count in player["goods"].items()]


def cards(view: Mapping[str, Any], seat: int) -> list[Holding]:
    return [Holding(one.icon, one.says) for one in favourites.favourites(view, seat)]
