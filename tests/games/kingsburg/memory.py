"""Plays random games in a process of its own, and prints its memory in MB after half of them and after all."""

from __future__ import annotations

import sys

import kronrat
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.playout import play_randomly
from kronrat.server.vitals import resident_bytes

OPTIONS = ({"edition": "1e"}, {"edition": "2e", "modules": "buildings,governors,army", "governors": "all"})


def main(games: int) -> None:
    game = kronrat.load("kingsburg")
    for number in range(games):
        dice, chooser = Dice(seed_of_text(f"m{number}")), Dice(seed_of_text(f"c{number}"))
        play_randomly(game.new(4, OPTIONS[number % 2]), dice, chooser)
        if number + 1 in (games // 2, games):
            print(resident_bytes() // 2**20)


if __name__ == "__main__":
    main(int(sys.argv[1]))
