"""Short games of all levels and the search, told as digests; printed for another process to compare.

`python -m tests.bots.walks` prints them, with the rules that it finds.
"""

from __future__ import annotations

import json
from hashlib import sha256

import kronrat
from kronrat.arena.bench import engine
from kronrat.bots import LEVELS, Bot, Budget, Search, Turn, make_bot
from kronrat.core.dice import Dice, KeyedDice, seed_of_text
from kronrat.core.flow import CHANCE, CLOCK
from kronrat.core.notation import choice_text

BUDGET = Budget(positions=40)
CHOICES = 30


def walks() -> dict[str, list[str]]:
    """For each game the choices of several bots at one table, as digests; every bot sits at one table at least."""
    return {game: [_walk(game, names) for names in _tables(game)] for game in kronrat.list_games()}


def _tables(game: str) -> list[list[str]]:
    names, seats = ["search", *reversed(LEVELS)], kronrat.load(game).seat_counts[-1]
    return [[names[(first + seat) % len(names)] for seat in range(seats)] for first in range(0, len(names), seats)]


def _walk(game: str, names: list[str]) -> str:
    rules = kronrat.load(game)
    state = rules.new(len(names), rules.left_alone({}))
    bots: list[Bot] = [Search(BUDGET) if name == "search" else make_bot(name, BUDGET) for name in names]
    dice, bot_dice = KeyedDice(seed_of_text("walk")), Dice(seed_of_text("walk of bots"))
    told: list[str] = []
    while not state.over and len(told) < CHOICES:
        seat = next(seat for seat in state.deciding() if seat != CLOCK)
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(dice))
        else:
            choice = bots[seat].decide(Turn(state, seat, bot_dice))
            told.append(f"{seat} {choice_text(choice)}")
            state.apply(seat, choice)
    return sha256("\n".join([*told, rules.digest(state)]).encode()).hexdigest()


if __name__ == "__main__":
    print(json.dumps({"engine": engine(), "walks": walks()}))
