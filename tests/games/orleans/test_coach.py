"""Every tip for beginners is told in some game, those of a story only there."""

from __future__ import annotations

from kronrat.coaching import tips_of
from tests.coached import tips_told


def test_every_tip_is_told() -> None:
    favor = tips_told("orleans", {"story": "kings-favor"}, ["1", "2", "25"], 200)
    kingdom = tips_told("orleans", {"story": "first-kingdom"}, ["1", "2"])
    assert favor | kingdom == {tip.id for tip in tips_of("orleans")}
    assert not [id for id in kingdom if id.startswith("favor.")]
