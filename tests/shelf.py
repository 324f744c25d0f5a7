"""The game that tests of the frame are played with: the first that is installed and has something to be selected."""

from __future__ import annotations

from functools import cache

from kronrat.core.game import Game
from kronrat.core.seeds import NONCE_BYTES, TableSeed
from kronrat.shelf import list_games, load

ANY = next(game for game in list_games() if any(switch.many for switch in load(game).switches({})))


@cache
def any_game() -> Game:
    return load(ANY)


def other_options() -> dict[str, str]:
    """Options of it that are not the usual ones: the last value of its first switch."""
    switch = any_game().switches({})[0]
    return {switch.name: switch.values[-1] if switch.values[-1] != switch.default else switch.values[0]}


def table_seed(people: int = 2) -> TableSeed:
    """Dice like those of a table: from a secret and a nonce of each person, but the same in every run."""
    return TableSeed(bytes(range(32)), tuple([bytes([seat + 1]) * NONCE_BYTES for seat in range(people)]))


def everything() -> dict[str, str]:
    """Options of it with all that can be selected."""
    return {switch.name: ",".join(switch.values) for switch in any_game().switches({}) if switch.many}


def game_in_real_time() -> tuple[Game, dict[str, str]]:
    """The first game that can be played against a clock of its rules, and how."""
    for game in map(load, list_games()):
        live = {switch.name: switch.live for switch in game.switches({}) if switch.live}
        if live:
            return game, live
    raise LookupError("no installed game is played in real time")
