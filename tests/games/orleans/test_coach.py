"""Every tip for beginners is told in some game, those of a story only there."""

from __future__ import annotations

from kronrat.coaching import Asked, tips_of, told_at
from kronrat.games.orleans.testing.loire import Loire, game
from kronrat.words import Words, languages
from tests.coached import tips_told
from tests.games.orleans.test_fk_epochs import ready

RARE = {"kingdom.ascend", "kingdom.trial"}  # who plays at random hardly comes so far


def tips_at(table: Loire, kind: str) -> dict[str, list[str]]:
    """What the first player is told at a question of this kind, in every language."""
    asked = Asked(game().view(table.state, 0), 0, kind, {}, table.state.options(0))
    words = [Words(lang, "orleans", "first-kingdom") for lang in languages()]
    return {tip.id: [one.say(f"tip.{tip.id}", **facts) for one in words] for tip, facts in told_at("orleans", asked)}


def test_every_tip_is_told() -> None:
    favor = tips_told("orleans", {"story": "kings-favor"}, ["1", "2", "25"], 200)
    kingdom = tips_told("orleans", {"story": "first-kingdom"}, ["1", "2"])
    assert favor | kingdom | RARE == {tip.id for tip in tips_of("orleans")}
    assert not [id for id in kingdom if id.startswith("favor.")]
    assert not [id for id in favor if id.startswith("kingdom.")]


def test_an_ascent_is_pointed_out_when_it_is_possible() -> None:
    assert "kingdom.ascend" in tips_at(ready(1).use("gate"), "send")
    assert "kingdom.ascend" not in tips_at(ready(1).coins(0, 0).on(0, "gate", "farmer merchant").use("gate"), "send")


def test_a_trial_names_the_deed_against_it() -> None:
    for epoch, deed in {3: "Food depot", 7: "Medicine"}.items():
        told = tips_at(Loire().epoch(0, epoch).turn(), "plan")["kingdom.trial"]
        assert any([deed in sentence for sentence in told])
    overcome = Loire().epoch(0, 3)
    overcome.state.common.overcome = 255  # type: ignore[attr-defined]
    for table in (overcome, Loire().epoch(0, 2)):
        assert "kingdom.trial" not in tips_at(table.turn(), "plan")


def test_a_place_that_acts_with_some_of_its_spaces_is_not_called_half_filled() -> None:
    (half,) = [tip for tip in tips_of("orleans") if tip.id == "half"]
    some = {place.id for place in game().new(2).atlas.places if place.some}
    for place in ("mill", *sorted(some)):
        me = {"green": {}, "planned": [[place, 0]], "places": {place: ["fisher", None]}}
        assert bool(half.fits(Asked({"players": [me]}, 0, "plan", {}, []))) is (place not in some)


def test_whoever_has_hardly_anybody_left_is_told_to_take_some_back() -> None:
    (recall,) = [tip for tip in tips_of("orleans") if tip.id == "recall"]
    for in_bag, green, told in ((0, {}, True), (2, {}, True), (1, {"farmer": 2}, False), (5, {}, False)):
        me = {"green": green, "in_bag": in_bag}
        assert (recall.fits(Asked({"players": [me]}, 0, "recall", {}, [])) is not None) is told
