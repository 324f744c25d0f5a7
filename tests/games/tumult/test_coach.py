"""Every tip for beginners is told in some game, and a trial of the raid begins with it."""

from __future__ import annotations

from kronrat.coaching import Asked, tips_of, told_at
from tests.coached import tips_told


def test_every_tip_is_told() -> None:
    found = tips_told("tumult", {"raid": "draft", "mercy": "choice"}, list("123"))
    assert found == {tip.id for tip in tips_of("tumult")}


def test_nobody_is_told_to_stop_who_has_stopped() -> None:
    view = {"players": [{"tiles": 0}, {"tiles": 0}], "demand": [4, 4, 4], "raid": {"slots": []}, "order": [1, 0]}
    told = [told_at("tumult", Asked(view, 0, "rob", {}, [option])) for option in (("stop",), ("resume",))]
    assert [[tip.id for tip, _ in tips] for tips in told] == [["little"], []]
