"""Both stories play to the end, their limit is hardly ever needed, and a bot that thinks beats one that does not."""

from __future__ import annotations

from statistics import mean, median
from typing import Any

import pytest

from kronrat.arena.driver import play_out
from kronrat.arena.intervals import wilson
from kronrat.arena.simulation import simulate
from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.games.orleans.testing import game
from tests.evidence.figures import percent, write_down
from tests.games.orleans.conformance import check
from tests.games.orleans.counts import games
from tests.profile import FULL

STORIES = ("first-kingdom", "kings-favor")
SEATS = (2, 3, 4)


def played(story: str, seats: int, bot: str, number: int) -> Any:
    """The end of a game of bots of one kind."""
    state = game().new(seats, game().left_alone({"story": story}))
    dice, bot_dice = (
        Dice(seed_of_text(f"orleans {story} {seats} {bot} {which} {number}")) for which in ("dice", "bots")
    )
    play_out(state, [make_bot(bot) for _ in range(seats)], dice, bot_dice)
    return state


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_without_an_error(bot: str, story: str) -> None:
    each = games(bot) // len(SEATS) + 1
    figures: dict[str, object] = {}
    for seats in SEATS:
        ends = [played(story, seats, bot, number) for number in range(each)]
        for state in ends:
            check(state)
        cut = sum(game().cut_short(state) for state in ends)
        if bot == "greedy":
            assert cut <= 0.01 * len(ends), "a thinking player needs no limit"
        rounds = [state.round for state in ends]
        epochs = [player.epoch + 1 for state in ends for player in state.players]
        figures[f"{seats} players"] = (
            f"{len(ends)} games, {median(rounds):g} rounds (median), {min(rounds)} to {max(rounds)}, "
            f"mean epoch reached {mean(epochs):.1f}, {cut} ended by the limit"
        )
    write_down(
        f"9-orleans-games-{bot}-{story}",
        f"{bot.capitalize()} games of Orléans Stories end without an error: {story}",
        figures,
    )


@pytest.mark.parametrize("story", STORIES)
def test_greedy_beats_random(story: str) -> None:
    count = games("strength")
    result = simulate("orleans", {"story": story}, 2, count, ["greedy", "random"], "strength", jobs=2 if FULL else 1)
    low, high = wilson(result.wins["greedy"], count)
    assert low >= (0.9 if FULL else 0.6)
    write_down(
        f"9-orleans-greedy-{story}",
        f"Orléans Stories, greedy against random, two players, {story} (bar 90 %)",
        {"won": f"{result.wins['greedy']:g} of {count}, 95 % interval {percent(low)} to {percent(high)}"},
    )


def test_a_thinking_player_passes_three_years_of_the_king() -> None:
    """Most bots that think are still in the game after the third year. [OS-KF-END-5]"""
    years = [
        player.sheet.years
        for number in range(games("years"))
        for seats in SEATS
        for player in played("kings-favor", seats, "greedy", number).players
    ]
    passed = sum(year >= 3 for year in years) / len(years)
    assert passed > 0.5
    write_down(
        "9-orleans-years",
        "The King's Favor: greedy players by the years they pass",
        {f"{year} years": percent(sum(y == year for y in years) / len(years)) for year in range(6)},
    )
