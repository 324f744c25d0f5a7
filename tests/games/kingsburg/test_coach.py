"""Every tip for beginners is told in some game."""

from __future__ import annotations

from kronrat.coaching import Asked, tips_of, told_at
from kronrat.core.flow import Choice
from tests.coached import tips_told


def test_every_tip_is_told() -> None:
    found = tips_told("kingsburg", {}, list("123456789"))
    assert found == {tip.id for tip in tips_of("kingsburg")}


def told(*options: Choice) -> list[str]:
    """The tips for dice 2, 3 and 4 when somebody sits at their sum, and these places are still offered."""
    me = {"dice": [2, 3, 4], "bonus": [], "strength": 1}
    view = {"players": [me], "court": {"9": 1}, "envoy": None, "phase": 2, "enemy_range": [1, 2]}
    return [tip.id for tip, _ in told_at("kingsburg", Asked(view, 0, "influence", {}, options))]


def test_dice_are_to_be_split_only_where_two_advisors_are_in_reach() -> None:
    assert told(("influence", 2, 2), ("influence", 7, 3, 4)) == ["taken"]
    assert told(("influence", 7, 3, 4)) == []
    assert told(("influence", 5, 2, 3), ("influence", 7, 3, 4)) == [], "the 3 is there only once"
