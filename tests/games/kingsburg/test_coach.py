"""Every tip for beginners is told in some game."""

from __future__ import annotations

from kronrat.coaching import tips_of
from tests.coached import tips_told


def test_every_tip_is_told() -> None:
    found = tips_told("kingsburg", {}, list("123456789"))
    assert found == {tip.id for tip in tips_of("kingsburg")}
