"""Random play of ours: `play_randomly`, which is compiled with the rules, or a loop in Python as the peers have it."""

from __future__ import annotations

import sys
from importlib.metadata import version
from itertools import count
from random import random

import kronrat
from bench_peers.worker import Counts, serve
from kronrat.arena.bench import engine
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.events import Event, Forced
from kronrat.core.flow import CHANCE
from kronrat.core.journal import split_pairs
from kronrat.core.playout import play_randomly

GAME, SEATS, OPTIONS = sys.argv[2], int(sys.argv[3]), split_pairs(sys.argv[4:])

game = kronrat.load(GAME)
numbers = count()


def inside() -> int:
    number = next(numbers)
    dice, chooser = Dice(seed_of_text(f"dice {number}")), Dice(seed_of_text(f"choices {number}"))
    return play_randomly(game.new(SEATS, OPTIONS), dice, chooser)


def outside() -> int:
    """Through the public interface only, with Python's own random numbers for the choices."""
    dice = Dice(seed_of_text(f"dice {next(numbers)}"))
    state = game.new(SEATS, OPTIONS)
    choices = 0
    while not state.over:
        seat = state.deciding()[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
        else:
            options = state.options(seat)
            state.apply(seat, options[int(random() * len(options))])
            choices += 1
    return choices


def survey() -> Counts:
    """A question with one answer is run through by the rules, and only a listener learns of it."""
    dice = Dice(seed_of_text(f"dice {next(numbers)}"))
    state = game.new(SEATS, OPTIONS)
    events: list[Event] = []
    state.listener = events.append
    choices = options = chance = 0
    while not state.over:
        seat = state.deciding()[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
            chance += 1
        else:
            offer = state.options(seat)
            state.apply(seat, offer[int(random() * len(offer))])
            choices += 1
            options += len(offer)
    forced = sum(isinstance(event, Forced) for event in events)
    return Counts(choices + forced, choices, options + forced, chance)


if __name__ == "__main__":
    serve(f"{version('kronrat')} {engine()}", "choices", inside if sys.argv[1] == "inside" else outside, survey)
