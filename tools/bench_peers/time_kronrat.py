"""One side of a comparison of revisions: told what to do and how often, it does so and says how long that took.

Runs in the environment of any revision, so it keeps to what all of them have: the same games for the same numbers.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Mapping
from time import process_time

import kronrat
from kronrat.arena.bench import find_positions
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.journal import split_pairs
from kronrat.core.playout import play_randomly

GAME, SEATS, OPTIONS = sys.argv[1], int(sys.argv[2]), split_pairs(sys.argv[3:])

game = kronrat.load(GAME)
positions = find_positions(game, SEATS, game.settle_options(OPTIONS))


def play(numbers: range) -> int:
    """Whole random games, set-up included; returns how many choices they had."""
    choices = 0
    for number in numbers:
        dice, chooser = Dice(seed_of_text(f"dice {number}")), Dice(seed_of_text(f"choices {number}"))
        choices += play_randomly(game.new(SEATS, OPTIONS), dice, chooser)
    return choices


def clone(numbers: range) -> int:
    for _ in numbers:
        for state, _, _ in positions:
            state.clone()
    return len(numbers) * len(positions)


def view(numbers: range) -> int:
    for _ in numbers:
        for state, seat, _ in positions:
            game.view(state, seat)
    return len(numbers) * len(positions)


TASKS: Mapping[str, Callable[[range], int]] = {"play": play, "clone": clone, "view": view}


def main() -> None:
    for line in sys.stdin:
        task, first, count = line.split()
        gc.collect()
        gc.freeze()  # what is memoised must not keep the garbage collector busy
        began = process_time()
        done = TASKS[task](range(int(first), int(first) + int(count)))
        print(json.dumps({"seconds": process_time() - began, "done": done}), flush=True)


if __name__ == "__main__":
    main()
