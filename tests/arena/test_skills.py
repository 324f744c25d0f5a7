"""Ratings of people: as certain as they say, the same scale at every table, and bots as fixed points."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import exp, log, sqrt
from random import Random

import pytest

from kronrat.arena.bouts import cut, play_bouts
from kronrat.arena.ladder import Ladder
from kronrat.arena.ratings import MIDDLE
from kronrat.arena.skills import START_ERROR, Ranked, Skill, after
from kronrat.shelf import list_games

POINTS = 400 / log(10)


def drawn(random: Random, strengths: list[float]) -> list[int]:
    """The places of a game between players of these strengths."""
    left, places = list(range(len(strengths))), [0] * len(strengths)
    for place in range(1, len(strengths) + 1):
        seat = random.choices(left, [exp(strengths[seat] / POINTS) for seat in left])[0]
        left.remove(seat)
        places[seat] = place
    return places


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_errors_are_as_large_as_they_are_said_to_be(seats: int) -> None:
    random = Random(7)
    true = [random.gauss(MIDDLE, 250) for _ in range(40)]
    skills = [Skill() for _ in true]
    for _ in range(1_000):
        who = random.sample(range(len(true)), seats)
        places = drawn(random, [true[player] for player in who])
        ranked = [Ranked(place, skills[player]) for place, player in zip(places, who, strict=True)]
        for player, skill in zip(who, after(ranked), strict=True):
            skills[player] = skill
    wrong = [skill.mean - strength for skill, strength in zip(skills, true, strict=True)]
    within = [abs(miss) < 2 * skill.error for miss, skill in zip(wrong, skills, strict=True)]
    assert sum(within) >= 0.85 * len(true)
    said = sqrt(sum([skill.error**2 for skill in skills]) / len(skills))
    found = sqrt(sum([miss**2 for miss in wrong]) / len(wrong))
    assert 0.6 < found / said < 1.5
    assert said < 0.6 * START_ERROR


def test_somebody_as_strong_as_a_bot_is_found_to_be() -> None:
    """Against a yardstick at 1200 half of the games are won by somebody at 1200."""
    random, skill, bot = Random(3), Skill(), Skill(1_200, 20)
    for _ in range(300):
        places = drawn(random, [1_200, 1_200])
        skill = after([Ranked(places[0], skill), Ranked(places[1], bot)])[0]
    assert abs(skill.mean - 1_200) < 2 * skill.error
    assert skill.error < 45


def test_a_shared_place_is_neither_won_nor_lost() -> None:
    equal = after([Ranked(1, Skill()), Ranked(1, Skill())])
    assert equal[0] == equal[1]
    assert equal[0].mean == pytest.approx(MIDDLE)
    weak, strong = after([Ranked(1, Skill(1_300, 60)), Ranked(1, Skill(1_700, 60))])
    assert weak.mean > 1_300
    assert strong.mean < 1_700
    first, other, last = after([Ranked(1, Skill()), Ranked(1, Skill()), Ranked(3, Skill())])
    assert first == other
    assert first.mean > MIDDLE > last.mean


def test_one_alone_learns_nothing() -> None:
    assert after([Ranked(1, Skill())]) == [Skill()]
    assert after([]) == []


def test_who_is_away_is_less_certain_but_never_less_than_a_newcomer() -> None:
    known = Skill(1_640, 50)
    year, long = known.rested(365), known.rested(10_000)
    assert year.mean == long.mean == 1_640
    assert 70 < year.error < 80
    assert long.error == START_ERROR
    assert known.rested(-3) == known


@pytest.mark.full
def test_bots_as_newcomers_are_ordered_as_their_direct_results_do() -> None:
    """The same as `tools/skills` with a thousand games of each game, here with fewer of one."""
    ladder = Ladder(list_games()[0], 2, {}, ("random", "points", "greedy"), "ladder").checked()
    results = [result for chunk in cut(ladder, range(ladder.games(30))) for result in play_bouts(chunk)["results"]]
    skills = {bot: Skill() for bot in ladder.names}
    won: Counter[tuple[str, str]] = Counter()
    for result in results:
        pair, places = ladder.bout(result["number"]).seating(2), result["places"]
        if places[0] != places[1]:
            first, second = pair if places[0] < places[1] else pair[::-1]
            won[first, second] += 1
        found = after([Ranked(place, skills[bot]) for place, bot in zip(places, pair, strict=True)])
        skills |= dict(zip(pair, found, strict=True))
    for a, b in permutations(skills, 2):
        if won[a, b] > won[b, a]:
            assert skills[a].mean > skills[b].mean
