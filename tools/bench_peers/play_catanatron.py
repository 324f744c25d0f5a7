"""Random play of catanatron with four players: its own `play`, or a leaner loop around its `execute`."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import version
from random import random
from typing import Any

from bench_peers.worker import Counts, serve

catanatron = import_module("catanatron")
TURNS = import_module("catanatron.game").TURNS_LIMIT


def new() -> Any:
    return catanatron.Game([catanatron.RandomPlayer(color) for color in catanatron.Color])


def own() -> int:
    """Every action stands in its log, also one that was the only one possible."""
    game = new()
    game.play()
    return len(game.state.actions)


def lean() -> int:
    """Without the check that an action is possible, and without the copies that its `play` makes."""
    game = new()
    state = game.state
    while game.winning_color() is None and state.num_turns < TURNS:
        actions = state.playable_actions
        game.execute(actions[int(random() * len(actions))], validate_action=False)
    return len(state.actions)


def survey() -> Counts:
    game = new()
    state = game.state
    asked = choices = options = 0
    while game.winning_color() is None and state.num_turns < TURNS:
        actions = state.playable_actions
        asked += 1
        choices += len(actions) > 1
        options += len(actions)
        game.execute(actions[int(random() * len(actions))], validate_action=False)
    return Counts(asked, choices, options, 0)


if __name__ == "__main__":
    serve(version("catanatron"), "asked", lean if sys.argv[1] == "lean" else own, survey)
