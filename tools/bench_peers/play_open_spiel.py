"""Random play of a game of open_spiel, driven from Python; its rules are C++."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import version
from random import choices as weighted
from random import random

from bench_peers.worker import Counts, serve

game = import_module("pyspiel").load_game(sys.argv[1])


def play() -> int:
    """Answers of players only; those of chance take their time too."""
    state = game.new_initial_state()
    asked = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(weighted([o for o, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            asked += 1
    return asked


def survey() -> Counts:
    state = game.new_initial_state()
    asked = choices = options = chance = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chance += 1
            outcomes = state.chance_outcomes()
            state.apply_action(weighted([o for o, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            actions = state.legal_actions()
            asked += 1
            choices += len(actions) > 1
            options += len(actions)
            state.apply_action(actions[int(random() * len(actions))])
    return Counts(asked, choices, options, chance)


if __name__ == "__main__":
    serve(version("open_spiel"), "asked", play, survey)
