"""The draw phase: bag, green, and taking tokens back."""

from __future__ import annotations

from collections import Counter

from kronrat.core.dice import Dice
from kronrat.core.flow import CHANCE
from kronrat.games.orleans.rules.bag import BeginDraws, Draw, DrawAll, DrawFor
from kronrat.games.orleans.rules.planning import BeginPlanning, DrawVeils
from kronrat.games.orleans.rules.rounds import Round
from kronrat.games.orleans.rules.workshops import Recruit
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule

MANY = "farmer farmer farmer fisher fisher craftsman craftsman merchant knight"


@rule("OS-BAG-1")
def test_as_many_as_the_epoch_allows() -> None:
    for epoch, count in enumerate((7, 6, 5, 7, 5, 8, 5, 8), 1):
        table = Loire().epoch(0, epoch).bag(0, MANY).run(DrawFor(0)).roll()
        assert len(table.on_green(0).split()) == count
        assert len(table.in_bag(0).split()) == 9 - count
        assert sorted([*table.on_green(0).split(), *table.in_bag(0).split()]) == sorted(MANY.split())


@rule("OS-BAG-2")
def test_the_green_has_eight_spaces() -> None:
    table = Loire().green(0, "monk monk monk monk monk").bag(0, MANY).run(DrawFor(0)).roll()
    assert len(table.on_green(0).split()) == 8
    assert table.player(0).green[6] == 5
    full = Loire().green(0, "monk " * 8).bag(0, MANY).run(DrawFor(0))
    assert full.state.over
    assert full.in_bag(0).split() == sorted(
        MANY.split(), key=["farmer", "fisher", "craftsman", "merchant", "knight"].index
    )


@rule("OS-BAG-3")
def test_a_small_bag_is_drawn_whole() -> None:
    table = Loire().bag(0, "farmer fisher monk").run(DrawFor(0))
    assert table.on_green(0) == "farmer fisher monk"
    assert table.state.over, "there was no chance about it"


@rule("OS-BAG-1")
def test_a_draw_is_fair() -> None:
    table = Loire().bag(0, "farmer farmer fisher knight").run(Draw(0, 2))
    weights = dict(table.state.outcomes() or [])
    assert weights == {
        ("draw", 0, "farmer", "farmer"): 1,
        ("draw", 0, "farmer", "fisher"): 2,
        ("draw", 0, "farmer", "knight"): 2,
        ("draw", 0, "fisher", "knight"): 1,
    }
    dice = Dice(bytes(32))
    drawn = Counter(table.state.sample(dice) for _ in range(1_200))
    assert all(abs(drawn[choice] - 200 * weight) < 80 for choice, weight in weights.items())
    for foreign in (("draw", 0, "fisher", "farmer"), ("draw", 0, "monk", "monk"), ("draw", 1, "farmer", "farmer")):
        assert table.state.why_not(CHANCE, foreign) is not None


# -- taking back -----------------------------------------------------------------------------------------------------


@rule("OS-BAG-4", "OS-EX-1")
def test_followers_put_back_are_not_drawn() -> None:
    table = Loire().epoch(0, 2).bag(0, MANY).on(0, "mill", "fisher").on(0, "gate", "monk").run(BeginDraws(), DrawFor(0))
    assert set(table.options(0)) == {"draw", "take mill 0", "take gate 0"}
    table.play("0 take mill 0", "0 take gate 0")
    assert table.on_green(0) == "fisher monk"
    table.roll()
    assert len(table.on_green(0).split()) == 6  # two put back and four drawn
    assert len(table.in_bag(0).split()) == 9 - 4
    assert table.at("mill") == [None, None]


@rule("OS-BAG-5")
def test_no_more_are_put_back_than_would_be_drawn() -> None:
    table = (
        Loire().epoch(0, 3).on(0, "territory", "farmer farmer fisher").on(0, "university", "farmer craftsman merchant")
    )
    table.run(BeginDraws())
    table.play(*[f"0 take territory {n}" for n in range(3)], "0 take university 0", "0 take university 1")
    assert table.state.over  # the fifth was the last
    assert table.player(0).returned == 5
    again = Loire().epoch(0, 3).on(0, "mill", "fisher craftsman").run(BeginDraws())
    again.player(0).returned = 5
    assert again.refuse("0 take mill 0").rule == "OS-BAG-5"
    full = Loire().green(0, "monk " * 8).on(0, "mill", "fisher craftsman").on(0, "gate", "wood").run(BeginDraws())
    assert set(full.options(0)) == {"draw", "take gate 0"}
    assert full.refuse("0 take mill 0").rule == "OS-BAG-2"


@rule("OS-BAG-6")
def test_placed_followers_move_in_no_other_way() -> None:
    table = Loire(2).areas(0, "b2").areas(1, "d4").on(0, "mill", "fisher").green(0, "farmer").run(Round())
    table.play("0 draw")
    assert all(not option.startswith("take") for option in table.options(0))
    assert table.at("mill") == ["fisher", None]


@rule("OS-BAG-7")
def test_everybody_knows_the_own_bag() -> None:
    table = Loire().bag(0, "farmer farmer monk").bag(1, "fisher")
    seen = game().view(table.state, 0)["players"]
    assert seen[0]["bag"] == {"farmer": 2, "monk": 1}
    assert seen[1]["bag"] is None
    draw = game().hints(game().view(table.state, 0), "odds")["draw"]
    assert (draw["count"], draw["odds"]) == (3, {"farmer": [1000, 1000], "monk": [1000]})
    assert table.in_bag(0) == "farmer farmer monk"


@rule("OS-BAG-8")
def test_recruits_go_into_the_bag() -> None:
    table = Loire().market(knight=2).run(Recruit(0, (4, 5), "OS-PLACE-CASTLE-1"))
    assert table.in_bag(0) == "knight"
    assert table.on_green(0) == ""
    assert table.marketed("knight") == 1


@rule("OS-BAG-9", "OS-FK-SETUP-7")
def test_the_first_round_of_the_first_kingdom_has_no_draw() -> None:
    table = Loire().fresh("d4")
    assert game().view(table.state, 0)["phase"] == "plan"
    assert table.state.round == 1
    assert table.heard("FollowersDrawn") == []


@rule("OS-BAG-11")
def test_the_first_round_of_the_kings_favor_has_one() -> None:
    table = Loire(2, story="kings-favor").fresh("d4")
    assert len(table.heard("FollowersDrawn")) == 2
    assert table.on_green(0) == "farmer farmer fisher fisher craftsman merchant"
    assert table.in_bag(0) == ""


@rule("OS-BAG-10")
def test_draws_and_bags_are_private() -> None:
    table = Loire(2).bag(0, MANY).bag(1, MANY)
    table.run(DrawVeils(), DrawAll(), BeginPlanning()).roll("one").roll("two")
    mine, other = (game().view(table.state, seat)["players"][0] for seat in (0, 1))
    assert sum(mine["green"].values()) == 7
    assert other["green"] == {}
    assert (other["drawn"], other["in_bag"], other["bag"]) == (7, 2, None)
    seen = [event for event in table.events if event.seen_by(1)]
    assert [event.facts()["seat"] for event in seen if type(event).__name__ == "DrawSeen"] == [1]
    assert Draw(0, 7).witnesses(table.state) == (0,)


@rule("OS-PLAN-13", "OS-PLACE-GATE-8", "OS-PLAN-11")
def test_goods_coins_wood_and_technology_are_taken_back_in_the_draw_phase() -> None:
    table = Loire().card(0, "gunpowder_tower").on(0, "gate", "coins_3 technology").on(0, "gunpowder_tower", "fish")
    table.on(0, "village", "farmer craftsman wood").green(0, "monk " * 8).run(BeginDraws())
    assert set(table.options(0)) == {"draw", "take gate 0", "take gate 1", "take gunpowder_tower 0", "take village 2"}
    table.play("0 take gate 0", "0 take gate 1", "0 take gunpowder_tower 0", "0 take village 2")
    me = table.player(0)
    assert (me.coins, me.technology, table.supply(0)) == (3, 1, "wood fish")
    assert me.returned == 0  # they cost no draw


@rule("OS-TECH-8")
def test_technology_on_a_space_stays() -> None:
    table = Loire().on(0, "mill", "technology craftsman").run(BeginDraws())
    assert set(table.options(0)) == {"draw", "take mill 1"}
    assert table.refuse("0 take mill 0").rule == "OS-TECH-8"
