"""Differences between views: what is told of them, what is kept, and what several views share."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kronrat.server.patch import Differences, diff
from tests.server.patched import patched


def drawn(dice: random.Random, depth: int) -> Any:
    """Any plain value, small enough that others are often equal to it."""
    kind = dice.randrange(4) if depth else 3
    if kind == 0:
        return {key: drawn(dice, depth - 1) for key in dice.sample("abcd", dice.randint(0, 3))}
    if kind == 1:
        return [drawn(dice, depth - 1) for _ in range(dice.randint(0, 3))]
    return dice.choice([None, 0, 1, "x", "y"])


@pytest.mark.parametrize("seed", range(4))
def test_a_patch_makes_the_new_view_of_the_old_one_and_so_does_what_is_kept(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(2_000):
        old, new = drawn(dice, 4), drawn(dice, 4)
        changes, kept = Differences().between(old, new)
        assert patched(old, changes) == new == kept


def test_what_is_the_same_is_kept_as_it_was() -> None:
    old: Any = {"court": {"1": [2]}, "players": [{"dice": [1], "used": []}, {"dice": [4], "used": ["card"]}], "year": 1}
    new = {"court": {"1": [2]}, "players": [{"dice": [1], "used": []}, {"dice": [5], "used": ["card"]}], "year": 2}
    changes, kept = Differences().between(old, new)
    assert changes == [[["players", 1, "dice", 0], 5], [["year"], 2]]
    assert kept["court"] is old["court"]
    assert kept["players"][0] is old["players"][0]
    assert kept["players"][1]["used"] is old["players"][1]["used"]
    assert old["players"][1]["dice"] == [4]


def test_views_that_had_nothing_in_common_share_what_their_next_ones_share() -> None:
    before = [{"seat": seat, "court": {"1": [2]}, "players": [{"dice": [1]}, {"dice": [4]}]} for seat in (0, 1)]
    court, players = {"1": [2]}, [{"dice": [1]}, {"dice": [5]}]
    after = [{"seat": seat, "court": court, "players": players[:]} for seat in (0, 1)]
    differences = Differences()
    told, kept = zip(*[differences.between(*pair) for pair in zip(before, after, strict=True)], strict=True)
    assert told[0] == told[1] == [[["players", 1, "dice", 0], 5]]
    assert kept == tuple(after)
    assert kept[0]["court"] is kept[1]["court"]
    assert all([one is other for one, other in zip(kept[0]["players"], kept[1]["players"], strict=True)])


def test_a_key_that_is_gone_is_removed() -> None:
    assert diff({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 1}}) == [[["d"]], [["a", "c"]]]
