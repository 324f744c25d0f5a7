"""The odds of the next draw: counted from the own bag, and the same as in every draw there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from kronrat.arena.record import record
from kronrat.core.match import Match
from kronrat.games.orleans.rules.bag import BeginDraws, DrawAll
from kronrat.games.orleans.rules.odds import at_least
from kronrat.games.orleans.rules.rounds import Phase
from kronrat.games.orleans.rules.state import DRAWING, FOLLOWERS, PLANNING, State
from kronrat.games.orleans.testing import Loire, game


def draw(table: Loire, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = game().hints(game().view(table.state, seat), "odds")["draw"]
    return found


def test_the_odds_of_the_next_draw_are_exact() -> None:
    table = Loire().epoch(0, 3).bag(0, "farmer farmer farmer fisher fisher craftsman knight monk")
    found = draw(table)
    people = ["farmer", "farmer", "farmer", "fisher", "fisher", "craftsman", "knight", "monk"]
    hands = [Counter(hand) for hand in combinations(people, 5)]
    assert found["count"] == 5
    for kind, odds in found["odds"].items():
        for least, odd in enumerate(odds, 1):
            share = sum(hand[kind] >= least for hand in hands) / len(hands)
            assert abs(odd - 1_000 * share) <= 1, (kind, least)


def test_the_next_draw_knows_the_room_on_the_green() -> None:
    table = Loire().green(0, "monk " * 6).bag(0, "farmer farmer fisher fisher")
    assert draw(table)["count"] == 2
    assert draw(table)["odds"] == {"farmer": [833, 167], "fisher": [833, 167]}
    assert game().hints(game().view(table.state, None), "odds") == {"draw": None}
    assert at_least(4, 2, 2, 1) == 833


def test_followers_put_back_count_as_drawn_in_the_draw_phase_only() -> None:
    """The hint tells as many as are then drawn. [OS-BAG-5]"""
    table = Loire().epoch(0, 3).epoch(1, 3).on(0, "mill", "fisher craftsman").bag(0, "farmer " * 8)
    assert draw(table)["count"] == 5
    table.run(Phase(DRAWING), BeginDraws(), DrawAll(), Phase(PLANNING))
    table.play("0 take mill 0")
    assert draw(table)["count"] == 4
    assert draw(table, seat=1)["count"] == 0
    table.play("0 take mill 1")
    assert draw(table)["count"] == 3
    table.roll()
    assert table.on_green(0) == "farmer farmer farmer fisher craftsman"
    assert draw(table)["count"] == 3  # room on the green
    table.player(0).green = [0] * 7
    assert draw(table)["count"] == 5


def test_the_odds_of_a_place_know_stand_ins_and_the_green() -> None:
    table = Loire().epoch(0, 3).green(0, "fisher").bag(0, "farmer farmer craftsman monk knight knight knight")
    found = draw(table)["places"]
    assert draw(table)["count"] == 5
    hands = [Counter(hand) for hand in combinations(["farmer", "farmer", "craftsman", "monk", *["knight"] * 3], 5)]
    mill = sum(bool(hand["craftsman"] or hand["monk"]) for hand in hands) / len(hands)  # the fisher lies on the green
    assert abs(found["mill"] - 1_000 * mill) <= 1
    table.on(0, "mill", "fisher craftsman")
    assert "mill" not in draw(table)["places"]  # nothing is missing there
    assert "gate" not in found  # one token is enough


@pytest.mark.parametrize("story", ["first-kingdom", "kings-favor"])
def test_the_odds_of_places_are_those_of_all_draws(story: str) -> None:
    """At questions of a game: every draw is laid on the green, and the rules say which spaces take whom."""
    whole = record(game(), 2, ["greedy"], {"story": story}, "odds of draws")
    match = Match(game(), 2, whole.options, "odds of draws", roll=False)
    compared = 0
    for number, line in enumerate(whole.journal.lines[:1_500]):
        state: Any = match.state
        if line.seat >= 0 and number % 60 == 0 and not state.over:
            odds = game().hints(game().view(state, line.seat), "odds")["draw"]
            for place, chance in odds["places"].items():
                share = filled_in(state, line.seat, place, odds["count"])
                assert abs(chance - 1_000 * share) <= 1, (number, place)
                compared += 1
        match.follow(line)
    assert compared > 30


def filled_in(state: State, seat: int, id: str, count: int) -> float:
    """The share of all draws after which the place can be filled, follower by follower in every order."""
    me, place = state.players[seat], state.atlas.by_id[id]
    free = [place.spaces[n] for n in range(place.size) if not me.filled >> (place.first + n) & 1]
    bag = [follower for follower in range(len(FOLLOWERS)) for _ in range(me.bag[follower])]
    green = [follower for follower in range(len(FOLLOWERS)) for _ in range(me.green[follower])]

    def fills(tokens: list[int], spaces: list[Any]) -> bool:
        return not spaces or any(
            me.layout.accepts(spaces[0], token) and fills(tokens[:at] + tokens[at + 1 :], spaces[1:])
            for at, token in enumerate(tokens)
        )

    known: dict[tuple[int, ...], bool] = {}
    draws = Counter(combinations(bag, count))
    for hand in draws:
        known[hand] = fills([*hand, *green], free)
    return sum(number for hand, number in draws.items() if known[hand]) / draws.total()
