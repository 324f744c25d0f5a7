"""The game that tests of the frame are played with, where any will do: the first that is installed."""

from __future__ import annotations

from functools import cache

from kronrat.core.game import Game
from kronrat.core.seeds import NONCE_BYTES, TableSeed
from kronrat.shelf import list_games, load

ANY = list_games()[0]


@cache
def any_game() -> Game:
    return load(ANY)


def other_options() -> dict[str, str]:
    """Options of it that are not the usual ones: the last value of its first switch."""
    switch = any_game().switches({})[0]
    return {switch.name: switch.values[-1] if switch.values[-1] != switch.default else switch.values[0]}


def table_seed(people: int = 2) -> TableSeed:
    """Dice as those of a table: from a secret and a nonce of each person, but the same in every run."""
    return TableSeed(bytes(range(32)), tuple([bytes([seat + 1]) * NONCE_BYTES for seat in range(people)]))
