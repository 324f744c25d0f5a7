"""What a player may ask: what places need, and where a settler could go."""

from __future__ import annotations

import pytest

from kronrat.core.game import BadOption
from kronrat.games.orleans.testing import Loire, game


def ask(table: Loire, topic: str, seat: int | None = 0) -> dict[str, object]:
    return game().hints(game().view(table.state, seat), topic)


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
    with pytest.raises(BadOption, match="odds, places, plan, targets"):
        ask(Loire(), "weather")


def test_a_caption_tells_where_the_game_stands() -> None:
    table = Loire().epoch(1, 3)
    assert game().caption(table.state) == {"round": 2, "epoch": 3}
