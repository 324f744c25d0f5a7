"""What a player may ask: the odds of the next draw, what places need, and where a settler could go."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kronrat.core.game import BadOption
from kronrat.games.orleans.rules.bag import BeginDraws, DrawAll
from kronrat.games.orleans.rules.hints import at_least
from kronrat.games.orleans.rules.rounds import Phase
from kronrat.games.orleans.rules.state import DRAWING, PLANNING
from kronrat.games.orleans.testing import Loire, game


def ask(table: Loire, topic: str, seat: int | None = 0) -> dict[str, object]:
    return game().hints(game().view(table.state, seat), topic)


def test_the_odds_of_the_next_draw_are_exact() -> None:
    table = Loire().epoch(0, 3).bag(0, "farmer farmer farmer fisher fisher craftsman knight monk")
    found = ask(table, "draw")
    people = ["farmer", "farmer", "farmer", "fisher", "fisher", "craftsman", "knight", "monk"]
    hands = [Counter(hand) for hand in combinations(people, 5)]
    assert found["count"] == 5
    for kind, odds in found["odds"].items():  # type: ignore[attr-defined]
        for least, odd in enumerate(odds, 1):
            share = sum(hand[kind] >= least for hand in hands) / len(hands)
            assert abs(odd - 1_000 * share) <= 0.5, (kind, least)


def test_the_next_draw_knows_the_room_on_the_green() -> None:
    table = Loire().green(0, "monk " * 6).bag(0, "farmer farmer fisher fisher")
    assert ask(table, "draw") == {"count": 2, "odds": {"farmer": [833, 167], "fisher": [833, 167]}}
    assert ask(table, "draw", seat=None) == {"count": 0, "odds": {}}
    assert at_least(4, 2, 2, 1) == 833


def test_followers_put_back_count_as_drawn_in_the_draw_phase_only() -> None:
    """The hint tells as many as are then drawn. [OS-BAG-5]"""
    table = Loire().epoch(0, 3).epoch(1, 3).on(0, "mill", "fisher craftsman").bag(0, "farmer " * 8)
    assert ask(table, "draw")["count"] == 5
    table.run(Phase(DRAWING), BeginDraws(), DrawAll(), Phase(PLANNING))
    table.play("0 take mill 0")
    assert ask(table, "draw")["count"] == 4
    assert ask(table, "draw", seat=1)["count"] == 0
    table.play("0 take mill 1")
    assert ask(table, "draw")["count"] == 3
    table.roll()
    assert table.on_green(0) == "farmer farmer farmer fisher craftsman"
    assert ask(table, "draw")["count"] == 3  # room on the green
    table.player(0).green = [0] * 7
    assert ask(table, "draw")["count"] == 5


def test_what_places_still_need() -> None:
    table = Loire().epoch(0, 4).on(0, "mill", "fisher").on(0, "village", "farmer craftsman wood").on(0, "gate", "wood")
    places = ask(table, "places")["places"]
    assert places["mill"] == {"ready": False, "forbidden": False, "missing": ["craftsman"]}  # type: ignore[index]
    assert places["village"] == {"ready": True, "forbidden": True, "missing": []}  # type: ignore[index]
    assert places["gate"]["ready"] is True  # type: ignore[index]
    assert places["ropery"]["missing"] == ["fisher"]  # type: ignore[index]
    assert ask(table, "places", seat=None) == {"places": {}}


def test_where_a_settler_could_go() -> None:
    table = Loire(3).areas(0, "b2").areas(1, "b3", "c3").villages("c3").areas(2, "c2").epoch(2, 8)
    by_knights = ask(table, "targets")["knights"]
    assert by_knights == [
        {"expand": ["b1", "c2"], "conquer": []},
        {"expand": ["b1", "c2"], "conquer": ["b3"]},
        {"expand": ["b1", "c2"], "conquer": ["b3", "c3"]},
    ]
    assert ask(table, "targets", seat=None) == {"knights": []}


def test_other_topics_are_refused() -> None:
    with pytest.raises(BadOption, match="draw, places, plan, targets"):
        ask(Loire(), "weather")


def test_a_caption_tells_where_the_game_stands() -> None:
    table = Loire().epoch(1, 3)
    assert game().caption(table.state) == {"round": 2, "epoch": 3}
