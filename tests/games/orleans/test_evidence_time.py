"""The First Kingdom takes a good time, and the king spares careful players in his first two years."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

import kronrat
from kronrat.arena.driver import play_out
from kronrat.arena.tally import Tally, tally
from kronrat.bots import Bot, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import Choice
from tests.evidence.figures import percent, write_down
from tests.games.orleans.counts import games
from tests.profile import FULL

KEYS = {"RoundBegan": ["round"], "SeatEliminated": ["epochs"]}
JOBS = 2 if FULL else 1


class Ahead(Bot):
    """Two steps: every option with its own best answer, where it is asked again at once."""

    name = "ahead"

    def decide(self, turn: Turn) -> Choice:
        before, seat = turn.redeal(turn.dice), turn.seat
        worth: dict[Choice, float] = {}
        for option in turn.options:
            world = before.clone()
            world.apply(seat, option)
            worth[option] = world.game.value(world, seat)
            if world.deciding() == (seat,):
                for answer in world.options(seat):
                    further = world.clone()
                    further.apply(seat, answer)
                    worth[option] = max(worth[option], further.game.value(further, seat))
        best = [option for option in turn.options if worth[option] == max(worth.values())]
        return best[turn.dice.below(len(best))]


def rounds_of(found: Tally) -> Counter[int]:
    """How many games had each number of rounds."""
    reached = {key[1]: games for key, games in found.games_with.items() if key[0] == "RoundBegan"}
    return Counter({n: reached[n] - reached.get(n + 1, 0) for n in reached if reached[n] > reached.get(n + 1, 0)})


def spread(rounds: Counter[int]) -> str:
    every = sorted(rounds.elements())
    return f"median {median(every):g}, from {every[0]} to {every[-1]}"


def test_the_first_kingdom_takes_a_good_time() -> None:
    """Four players who plan are done in 18 to 30 rounds."""
    count = games("time")
    rounds = rounds_of(tally("orleans", 4, {"story": "first-kingdom"}, ["greedy"], count, "time", KEYS, JOBS))
    good = sum(rounds[n] for n in rounds if 18 <= n <= 30) / count
    if FULL:
        assert good >= 0.9
    write_down(
        "9-orleans-time",
        f"Orléans Stories, The First Kingdom: {count} games of four greedy bots",
        {
            "rounds": spread(rounds),
            "games of 18 to 30 rounds (at least 90 %)": percent(good),
            "games by their last round": ", ".join(f"{n}: {rounds[n]}" for n in sorted(rounds)),
        },
    )


def test_two_steps_ahead() -> None:
    count, rounds = games("ahead"), Counter[int]()
    options = {"story": "first-kingdom", "rounds": "80" if FULL else "4"}
    for number in range(count):
        state: Any = kronrat.load("orleans").new(4, options)
        dice, bot_dice = (Dice(seed_of_text(f"ahead {which} {number}")) for which in ("dice", "bots"))
        play_out(state, [Ahead() for _ in range(4)], dice, bot_dice)
        rounds[state.round] += 1
    assert max(rounds) <= (40 if FULL else 4)
    write_down(
        "9-orleans-ahead",
        f"Orléans Stories, The First Kingdom: {count} games of four bots that look two steps ahead",
        {"rounds": spread(rounds)},
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_king_spares_careful_players_in_the_first_two_years(seats: int) -> None:
    count = games("spared")
    found = tally("orleans", seats, {"story": "kings-favor"}, ["greedy"], count, "spared", KEYS, JOBS)
    out = Counter({key[1]: times for key, times in found.events.items() if key[0] == "SeatEliminated"})
    early = (out[0] + out[1]) / (seats * count)
    if FULL:
        assert early <= 0.05
    write_down(
        f"9-orleans-spared-{seats}",
        f"Orléans Stories, The King's Favor: {count} games of {seats} greedy bots",
        {
            "players out before epoch III (at most 5 %)": percent(early),
            "players who complete all five epochs": percent(1 - sum(out.values()) / (seats * count)),
        },
    )
