"""The planning phase, technology and monks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.match import Match
from kronrat.games.orleans.rules.bag import BeginDraws, Draw, DrawFor
from kronrat.games.orleans.rules.planning import BeginPlanning, DrawVeils, Plan, Planning, ShowPlans
from kronrat.games.orleans.rules.rounds import Round
from kronrat.games.orleans.rules.state import GOODS, TOKENS
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule


def planning(*seats: int, table: Loire | None = None) -> Loire:
    table = table or Loire()
    return table.run(Planning(tuple([Plan(seat) for seat in seats or (0,)])))


def places(table: Loire, token: str) -> set[str]:
    """Where a token may go, as `place space`."""
    return {option.split(" ", 2)[2] for option in table.options(0) if option.startswith(f"place {token} ")}


@rule("OS-PLAN-1")
def test_all_plan_at_the_same_time() -> None:
    table = (
        Loire(3)
        .green(0, "farmer")
        .green(1, "fisher")
        .green(2, "merchant")
        .run(DrawVeils(), BeginPlanning(), ShowPlans())
    )
    assert table.state.deciding() == (0, 1, 2)
    table.play("2 place merchant cottage 1", "0 place farmer estate 0", "2 ready", "1 place fisher ropery 0")
    assert table.state.deciding() == (0, 1)
    assert table.at("cottage", 2) == [None, "merchant"]
    table.play("1 ready", "0 ready")
    assert [event.facts()["ready"] for event in table.heard("PlanShown")] == [(), ("ropery",), ()]


@rule("OS-PLAN-2")
def test_plans_are_shown_together() -> None:
    table = Loire(2).green(0, "farmer fisher").goods(0, "wood").coins(0, 5).technology(0).green(1, "monk")
    table.run(DrawVeils(), BeginPlanning(), ShowPlans())
    before = game().view(table.state, 1)["players"][0]
    assert (before["coins"], before["technology"], before["goods"]) == (5, 1, {"wood": 1})
    table.play("0 place farmer estate 0", "0 place wood village 2")
    table.play("0 place coins_5 gate 0", "0 place technology mill 0")
    after = game().view(table.state, 1)["players"][0]
    assert after == before
    assert game().view(table.state, 0)["players"][0]["places"]["estate"] == ["farmer", None]
    table.play("0 ready")
    assert game().view(table.state, 1)["players"][0] == before
    table.play("1 ready")
    shown = game().view(table.state, 1)["players"][0]
    assert shown["places"]["estate"] == ["farmer", None]
    assert (shown["coins"], shown["technology"], shown["goods"]) == (0, 0, {})
    assert table.heard("SealsBroken")


@rule("OS-OPT-7")
def test_by_choice_players_plan_in_turn_order_and_in_the_open() -> None:
    table = Loire(3, start="1", planning="in-turn").green(0, "farmer").green(1, "fisher").green(2, "merchant")
    table.run(DrawVeils(), BeginPlanning(), ShowPlans())
    assert table.state.deciding() == (1,)
    table.play("1 place fisher ropery 0")
    for viewer in (0, 1, 2, None):
        seen = game().view(table.state, viewer)["players"][1]
        assert (seen["sealed"], seen["places"]["ropery"], seen["green"]) == (False, ["fisher"], {})
    assert not table.heard("PlanShown")
    table.play("1 ready")
    assert [event.facts()["seat"] for event in table.heard("PlanShown")] == [1]
    assert table.state.deciding() == (2,)
    table.play("2 place merchant cottage 1", "2 ready", "0 ready")
    assert [event.facts()["seat"] for event in table.heard("PlanShown")] == [1, 2, 0]
    assert not table.heard("SealsBroken")
    assert table.state.over


@rule("OS-OPT-7")
def test_plans_in_the_open_begin_with_draws_that_all_see() -> None:
    table = Loire(2, planning="in-turn").bag(0, "farmer fisher")
    table.run(DrawVeils(), DrawFor(0))
    assert [event.facts()["followers"] for event in table.heard("FollowersShown")] == [("farmer", "fisher")]
    assert Draw(0, 1).witnesses(table.state) is None
    assert game().view(table.state, 1)["players"][0]["green"] == {"farmer": 1, "fisher": 1}
    world = game().redeal(table.state, 1, Dice(seed_of_text("open")))
    assert game().dump(world) == game().dump(table.state)


@rule("OS-OPT-7", "OS-PLAN-3")
def test_in_the_open_a_placement_is_taken_back_freely_until_ready() -> None:
    match = Match(game(), 2, {"start": "0", "planning": "in-turn"}, seed="move")
    while match.state.deciding() != (0,) or ("ready",) not in match.state.options(0):
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[0])
    match.play(0, ("place", "farmer", "estate", 0))
    assert match.undo_is_free(0)
    match.undo(0)
    match.play(0, ("ready",))
    assert match.state.deciding() == (1,)
    assert not match.undo_is_free(0)


@rule("OS-PLAN-2")
def test_only_new_tokens_are_told_when_plans_are_shown() -> None:
    table = Loire().on(1, "mill", "fisher").on(1, "gate", "wood").green(1, "craftsman")
    table.run(DrawVeils(), BeginPlanning(), ShowPlans())
    table.play("1 place craftsman mill 1", "0 ready", "1 ready")
    told = [event.facts() for event in table.heard("PlanShown")]
    assert [facts["placed"] for facts in told] == [(), (("craftsman", "mill", 1),)]
    assert [facts["ready"] for facts in told] == [(), ("mill", "gate")]


@rule("OS-PLAN-2")
def test_a_redealt_plan_uses_what_the_veil_shows() -> None:
    """All that others saw of a player is there again, in the supply or in the new plan."""
    table = Loire().green(0, "farmer").goods(0, "wood fish").coins(0, 3).technology(0).green(1, "monk")
    table.run(DrawVeils(), BeginPlanning(), ShowPlans())
    table.play("0 place wood village 2", "0 place coins_3 gate 0", "0 place technology mill 0")
    for seed in range(12):
        world = game().redeal(table.state, 1, Dice(seed_of_text(str(seed))))
        me = world.players[0]
        lying = [TOKENS[token] for token in me.spaces[:-1] if token >= 0]
        for good in ("wood", "fish"):
            assert me.goods[GOODS.index(good)] + lying.count(good) == 1
        assert me.technology + lying.count("technology") == 1
        assert me.coins + sum(int(token[6:]) for token in lying if token.startswith("coins_")) == 3
        assert game().view(world, 1) == game().view(table.state, 1)


@rule("OS-PLAN-2")
def test_plans_of_different_seats_commute() -> None:
    """In whatever order the seats choose, the same plans lead to the same table."""
    plans = {
        0: ["place farmer estate 0", "place fisher estate 1", "place wood village 2", "ready"],
        1: ["place monk gate 0", "place coins_3 gate 1", "ready"],
        2: ["place fisher ropery 0", "ready"],
    }
    digests = set()
    for seed in range(12):
        table = Loire(3).green(0, "farmer fisher").goods(0, "wood").green(1, "monk").coins(1, 3).green(2, "fisher")
        table.run(DrawVeils(), BeginPlanning(), ShowPlans())
        left = {seat: list(lines) for seat, lines in plans.items()}
        random = Random(seed)
        while any(left.values()):
            seat = random.choice([seat for seat, lines in left.items() if lines])
            table.play(f"{seat} {left[seat].pop(0)}")
        digests.add(game().digest(table.state))
    assert len(digests) == 1


@rule("OS-PLAN-3")
def test_ready_is_ready() -> None:
    table = planning(0, 1, table=Loire().green(0, "farmer fisher"))
    table.play("0 ready")
    assert table.state.options(0) == []
    assert table.refuse("0 place farmer estate 0").rule == "CORE-NOT-ASKED"


@rule("OS-PLAN-4")
def test_a_follower_stands_where_it_is_shown() -> None:
    table = planning(table=Loire().green(0, "farmer craftsman"))
    assert places(table, "farmer") == {"territory 0", "village 0", "estate 0", "cottage 0", "gate 0"}
    assert places(table, "craftsman") == {"village 1", "builders_yard 0", "mill 1", "gate 0"}
    assert table.refuse("0 place farmer mill 0").rule == "OS-PLAN-4"
    assert table.refuse("0 place farmer mill 7").rule == "OS-PLAN-4"
    assert table.refuse("0 place fisher estate 1").rule == "OS-PLAN-1"


@rule("OS-PLAN-5")
def test_one_token_per_space() -> None:
    table = planning(table=Loire().green(0, "farmer farmer")).play("0 place farmer estate 0")
    assert table.refuse("0 place farmer estate 0").rule == "OS-PLAN-5"


@rule("OS-PLAN-6", "OS-PLAN-7", "OS-ACT-8")
def test_followers_may_wait_on_the_green_and_on_places() -> None:
    table = (
        Loire(2)
        .areas(0, "b2")
        .areas(1, "d4")
        .green(0, "farmer fisher merchant")
        .green(1, "farmer merchant")
        .run(Round())
    )
    table.play("0 place farmer estate 0", "0 ready", "1 ready")
    assert table.state.round == 4  # another round has begun
    assert table.at("estate") == ["farmer", None]
    assert table.on_green(0) == "fisher merchant"
    table.play("0 draw")
    table.play("0 place fisher estate 1")
    assert table.state.atlas.by_id["estate"].is_ready(table.player(0))


@rule("OS-PLAN-8")
def test_a_place_is_ready_when_all_spaces_are_filled() -> None:
    table = Loire().market(farmer=1, merchant=1).on(0, "mill", "fisher")
    assert not table.can_use("mill")
    assert table.why_not_use("mill") == "OS-PLAN-8"
    assert table.on(0, "mill", "fisher craftsman").can_use("mill")


@rule("OS-PLAN-9", "OS-BUILD-1")
def test_wood_is_laid_in_the_planning_phase() -> None:
    table = planning(table=Loire().epoch(0, 5).goods(0, "wood fish"))
    assert places(table, "wood") == {"village 2", "fortress 1", "church 2", "gate 0"}
    assert places(table, "fish") == {"gate 0"}
    assert table.refuse("0 place fish village 2").rule == "OS-PLAN-9"
    table.play("0 place wood village 2")
    assert (table.supply(0), table.at("village")) == ("fish", [None, None, "wood"])


@rule("OS-PLAN-10", "OS-EPOCH-4")
def test_a_forbidden_place_may_be_filled_but_not_used() -> None:
    table = planning(table=Loire().epoch(0, 3).areas(0, "b2").green(0, "farmer fisher"))
    table.play("0 place farmer estate 0", "0 place fisher estate 1", "0 ready")
    assert not table.can_use("estate")
    assert table.why_not_use("estate") == "OS-EPOCH-4"
    table.player(0).epoch = 1
    assert table.can_use("estate")


@rule("OS-PLAN-12")
def test_a_token_placed_now_may_be_moved_until_ready() -> None:
    match = Match(game(), 2, {"start": "0"}, seed="move")
    while len(match.state.deciding()) != 2:
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[0])
    match.play(0, ("place", "farmer", "estate", 0))
    match.play(1, ("place", "fisher", "ropery", 0))
    assert match.undo_is_free(0)
    match.undo(0)
    match.play(0, ("place", "farmer", "cottage", 0))
    match.play(0, ("ready",))
    state: Any = match.state
    seen = game().view(state, 0)["players"][0]["places"]
    assert (seen["estate"], seen["cottage"]) == ([None, None], ["farmer", None])
    assert game().view(state, 1)["players"][1]["places"]["ropery"] == ["fisher"]


@rule("OS-PLAN-14")
def test_what_lies_on_a_space_cannot_be_spent() -> None:
    table = Loire().areas(0, "b2").market(wood=1).on(0, "market", "fisher merchant").on(0, "gate", "wool coins_3")
    table.coins(0, 1).goods(0, "fish grain")
    table.use("market")
    assert set(table.options(0)) == {
        "sell fish",
        "sell grain",
        "enough",
    }  # one coin is too little for wood, and the wool lies at the Gate
    assert table.refuse("0 sell wool").rule == "OS-PLAN-14"


# -- technology ----------------------------------------------------------------------------------------------------


@rule("OS-TECH-1", "OS-SC-7", "OS-TECH-3")
def test_new_technology_waits_for_the_next_planning_phase() -> None:
    table = Loire(2).epoch(0, 2).market(technology=1).on(0, "laboratory", "craftsman scholar").bag(1, "farmer merchant")
    table.use("laboratory")
    assert table.player(0).technology == 1
    assert all("technology" not in option for option in table.options(0))
    planning(table=table)
    assert places(table, "technology")


@rule("OS-TECH-2")
def test_technology_may_be_kept() -> None:
    table = planning(table=Loire().technology(0)).play("0 ready")
    assert table.player(0).technology == 1


@rule("OS-TECH-4", "OS-ACT-6")
def test_technology_replaces_a_follower_for_good() -> None:
    table = Loire().market(farmer=5).on(0, "mill", "technology craftsman").areas(0, "b2")
    table.use("mill")
    assert table.at("mill") == ["technology", None]
    assert table.in_bag(0) == "farmer craftsman"
    assert table.on(0, "mill", "- craftsman").can_use("mill")


@rule("OS-TECH-5")
def test_technology_replaces_no_monk() -> None:
    table = planning(table=Loire().epoch(0, 5).technology(0))
    assert "church 0" in places(table, "technology")
    assert table.refuse("0 place technology church 1").rule == "OS-TECH-5"


@rule("OS-TECH-6")
def test_one_technology_at_a_place() -> None:
    table = planning(table=Loire().technology(0, 2)).play("0 place technology territory 2")
    assert {place for place in places(table, "technology") if place.startswith("territory")} == set()
    assert table.refuse("0 place technology territory 0").rule == "OS-TECH-6"


@rule("OS-TECH-6", "OS-PLACE-GATE-1")
def test_two_technologies_may_wait_at_the_gate() -> None:
    table = planning(table=Loire().technology(0, 2)).play("0 place technology gate 0")
    assert "gate 1" in places(table, "technology")
    table.play("0 place technology gate 1")
    assert table.at("gate") == ["technology", "technology"]


@rule("OS-TECH-7", "OS-TECH-9", "OS-TECH-10", "OS-SC-8")
@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("ropery 0", "OS-TECH-7"),
        ("monastery 1", "OS-TECH-9"),
        ("laboratory 0", "OS-TECH-9"),
        ("church 1", "OS-TECH-5"),
        ("village 2", "OS-TECH-10"),
        ("fortress 1", "OS-TECH-10"),
        ("mill 1", "OS-TECH-6"),
    ],
)
def test_where_technology_is_refused(where: str, reason: str) -> None:
    table = planning(table=Loire().epoch(0, 5).technology(0, 2).on(0, "mill", "technology"))
    assert where not in places(table, "technology")
    assert table.refuse(f"0 place technology {where}").rule == reason


@rule("OS-TECH-11")
def test_the_first_technology_need_not_replace_a_farmer() -> None:
    table = planning(table=Loire().technology(0))
    assert {"builders_yard 0", "market 1"} <= places(table, "technology")


@rule("OS-TECH-12")
def test_only_technology_of_the_supply_goes_to_the_gate() -> None:
    table = planning(table=Loire().on(0, "mill", "technology"))
    assert places(table, "technology") == set()
    table = planning(table=Loire().technology(0))
    assert "gate 0" in places(table, "technology")


@rule("OS-TECH-14")
def test_technology_may_replace_the_knight_of_the_fortress() -> None:
    assert "fortress 0" in places(planning(table=Loire().epoch(0, 4).technology(0)), "technology")


@rule("OS-TECH-15")
def test_technology_goes_on_empty_spaces_only() -> None:
    table = planning(table=Loire().technology(0).on(0, "mill", "fisher"))
    assert "mill 1" in places(table, "technology")
    assert table.refuse("0 place technology mill 0").rule == "OS-TECH-15"


@rule("OS-TECH-16")
def test_every_planning_phase_offers_it() -> None:
    table = (
        Loire(2)
        .areas(0, "b2")
        .areas(1, "d4")
        .technology(0)
        .green(0, "farmer merchant")
        .green(1, "monk monk")
        .run(Round())
    )
    for _ in range(2):
        assert places(table, "technology")
        table.play("0 ready", "1 ready")


# -- monks ---------------------------------------------------------------------------------------------------------


@rule("OS-MONK-1")
def test_a_monk_stands_for_anybody() -> None:
    table = planning(table=Loire().epoch(0, 5).green(0, "monk"))
    found = places(table, "monk")
    every = {
        f"{place.id} {n}"
        for place in table.player(0).layout.places
        for n, space in enumerate(place.spaces)
        if space.takes or space.any
    }
    assert found == every - {"territory 1", "gate 1"}  # the twin of a free space is offered later


@rule("OS-MONK-2")
def test_nobody_stands_for_a_monk() -> None:
    table = planning(
        table=Loire().epoch(0, 5).card(0, "school", "herb_garden").green(0, "farmer fisher scholar knight")
    )
    for follower in ("farmer", "fisher", "scholar", "knight"):
        assert "church 1" not in places(table, follower)
        assert table.refuse(f"0 place {follower} church 1").rule == "OS-MONK-2"


@rule("OS-MONK-4", "OS-CONQ-4", "OS-TECH-13", "OS-CARD-PASSIVE-2")
@pytest.mark.parametrize("third", ["monk", "technology", "scholar"])
def test_only_real_knights_conquer(third: str) -> None:
    table = Loire().areas(0, "b2").areas(1, "b3").settlers(0, 4).card(0, "school")
    table.on(0, "territory", f"farmer farmer {third}").use("territory")
    assert "settle b1" in table.options(0)
    assert "settle b3" not in table.options(0)
    assert table.refuse("0 settle b3").rule == "OS-EXP-3"


@rule("OS-BAG-6")
def test_nothing_is_taken_back_while_planning() -> None:
    table = planning(table=Loire().on(0, "mill", "fisher").green(0, "farmer"))
    assert all(option.startswith(("place", "ready")) for option in table.options(0))
    table = Loire().run(BeginDraws())
    assert table.state.over
