"""What the table of Orléans Stories asks the rules: areas in reach of a plan, the way to the next epoch, and points."""

from __future__ import annotations

from typing import Any

import pytest

from kronrat.games.orleans.rules.actions import Turn
from kronrat.games.orleans.rules.events import CardTaken, PlaceUnlocked, RoundBegan
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.stories.first_kingdom.rules.ascent import Feed, food_of, pay_for_ascent, why_no_ascent
from kronrat.games.orleans.testing import Court, Loire, game
from tests.marks import rule


def ask(table: Loire, topic: str, seat: int | None = 0) -> dict[str, Any]:
    return game().hints(game().view(table.state, seat), topic)


def test_places_tell_what_they_reach_with_the_knights_that_stand_there() -> None:
    table = Loire(3).areas(0, "b2").areas(1, "b3", "c3").villages("c3").card(0, "stables")
    table.on(0, "territory", "knight knight").on(0, "stables", "farmer knight")
    places = ask(table, "places")["places"]
    assert places["territory"]["conquer"] == ["b3", "c3"]
    assert places["stables"]["conquer"] == ["b3"], "a village takes two"
    assert places["territory"]["expand"] == places["stables"]["expand"] == ["b1", "c2"]
    assert "expand" not in places["mill"]


FED = {"do": "feed", "need": 3, "have": 3, "coins": 0, "met": True}


@pytest.mark.parametrize(
    ("table", "conditions"),
    [
        (
            Loire().areas(0, "b1", "b2", "b3").goods(0, "fish fish grain"),
            [{"do": "at_least", "need": 3, "have": 3, "coins": 0, "met": True}, FED],
        ),
        (
            Loire().areas(0, "b1", "b2", "b3").goods(0, "fish wood").coins(0, 5),
            [
                {"do": "at_least", "need": 3, "have": 3, "coins": 0, "met": True},
                {"do": "feed", "need": 3, "have": 1, "coins": 6, "met": False},
            ],
        ),
        (
            Loire().epoch(0, 2).sheet(0, citizens=3),
            [{"do": "citizens", "need": 4, "have": 3, "coins": 0, "met": False}],
        ),
        (
            Loire().epoch(0, 3).areas(0, "b1", "b2").villages("b1", "b2").coins(0, 2),
            [{"do": "pay_per", "need": 2, "have": 2, "coins": 0, "met": True}],
        ),
        (Loire().epoch(0, 4).crossed(0, "harbour"), [{"do": "task", "need": 3, "have": 3, "coins": 0, "met": True}]),
        (Loire().epoch(0, 7), [{"do": "church", "need": 1, "have": 0, "coins": 0, "met": False}]),
        (Loire().epoch(0, 8), []),
    ],
)
def test_the_way_to_the_next_epoch(table: Loire, conditions: list[dict[str, Any]]) -> None:
    """And it agrees with what the rules say of an ascent, in every epoch that has a next one."""
    told = ask(table, "ascent")["conditions"]
    assert told == conditions
    if told:
        assert all(one["met"] for one in told) == (why_no_ascent(table.state, 0) is None)


@rule("OS-OPT-9")
@pytest.mark.parametrize(
    ("ascent", "deed", "met"),
    [
        ("with-token", "- farmer craftsman merchant wood", True),
        ("with-token", "- - craftsman merchant wood", False),
        ("before-token", "- farmer craftsman merchant wood", False),
    ],
)
def test_the_citizen_of_the_token_is_told_where_it_counts(ascent: str, deed: str, met: bool) -> None:
    table = Loire(story="first-kingdom", ascent=ascent).epoch(0, 2).sheet(0, citizens=3).deed("winery_deed", deed)
    (told,) = ask(table, "ascent")["conditions"]
    assert told == {"do": "citizens", "need": 4, "have": 3 + met, "coins": 0, "met": met}
    assert met == (why_no_ascent(table.state, 0, completes=deed.count("-") == 1) is None)


def test_a_spectator_is_told_of_no_way() -> None:
    assert ask(Loire(), "ascent", seat=None) == {"conditions": [], "price": []}


@rule("OS-FK-EPOCH-18")
@pytest.mark.parametrize(
    ("table", "price"),
    [
        (Loire().areas(0, "b1", "b2", "b3").goods(0, "fish fish grain grain wood"), [("food", 3)]),
        (Loire().areas(0, "b1", "b2", "b3").goods(0, "fish").coins(0, 6), [("food", 1), ("coins", 6)]),
        (Loire().epoch(0, 3).areas(0, "b1", "b2").villages("b1", "b2").coins(0, 2), [("coins", 2)]),
        (Loire().epoch(0, 6).coins(0, 7), [("coins", 6)]),
        (Loire().epoch(0, 2).sheet(0, citizens=4), []),
    ],
)
def test_an_ascent_says_what_it_takes(table: Loire, price: list[tuple[str, int]]) -> None:
    """And takes as much, whatever food is chosen."""
    assert ask(table, "ascent")["price"] == price
    me = table.player(0)
    food, coins = food_of(table.state, me), me.coins
    pay_for_ascent(table.state, 0)
    table.state.settle()
    while isinstance(table.state.decision(0), Feed):
        table.state.apply(0, table.state.options(0)[0])
    taken = {"food": food - food_of(table.state, me), "coins": coins - me.coins}
    assert {kind: n for kind, n in taken.items() if n} == dict(price)


def test_all_but_the_wealth_is_told() -> None:
    table = Loire().sheet(0, church=True)
    table.sheet(0, citizens=table.state.tables.numbers["citizens"])
    assert not game().view(table.state, 0)["players"][0]["story"]["ready"]
    table.crossed(0, "well", "baptistery", "delegation", "harbour")
    assert game().view(table.state, 0)["players"][0]["story"]["ready"]


def test_technology_is_there_for_good_where_it_replaces_somebody() -> None:
    table = Loire().on(0, "territory", "farmer - technology").on(0, "gate", "technology")
    places = ask(table, "places")["places"]
    assert places["territory"]["fixed"] == [2]
    assert "fixed" not in places["gate"], "there it is only deposited"


def test_a_settler_who_comes_from_the_map_is_told() -> None:
    table = Loire().areas(0, "b2").settlers(0, 0)
    places = ask(table, "places")["places"]
    assert [id for id, place in places.items() if "lifts" in place] == ["territory"]
    assert not any("lifts" in place for place in ask(table.settlers(0, 1), "places")["places"].values())


def test_what_a_field_of_the_track_asks_is_told() -> None:
    """Not what else asks the same."""
    court = Court(2).tiles("recruit").market(farmer=1, fisher=1)
    field = court.state.tables.fame_fields[0]
    gain_fame(court.state, 0, field, "OS-FAME-1")
    court.state.settle()
    assert game().view(court.state, 0)["field"] == field
    table = Loire().turn().on(0, "mill", "fisher craftsman").market(farmer=1, merchant=1)
    table.use("mill")
    assert game().view(table.state, 0)["field"] == 0


def test_places_stay_in_the_order_in_which_they_came() -> None:
    table = Loire().card(0, "pub", "grove", "university")
    memory = None
    for event in (
        CardTaken("", 0, "pub"),
        PlaceUnlocked("", 0, "university"),
        RoundBegan("", 2),
        CardTaken("", 0, "grove"),
    ):
        memory = game().remember(memory, event)
    table.state.memory = memory
    places = list(game().view(table.state, 1)["players"][0]["places"])
    assert places[-3:] == ["pub", "university", "grove"]
    assert places[:-3] == list(game().view(table.state, 1)["players"][1]["places"])


def test_points_come_from_somewhere() -> None:
    table = Loire(story="kings-favor").areas(0, "c1", "c2").villages("c1").coins(0, 4).fortress(0, "c2")
    view = game().view(table.state, 0)
    mine, areas = view["players"][0], view["players"][0]["areas"]
    parts = mine["story"]["parts"]
    assert parts["areas"] == len(areas)
    assert parts["villages"] == 2 * sum(view["areas"][area]["village"] for area in areas)
    assert parts["fortresses"] == 3 * len(mine["fortresses"]) == 3
    assert sum(parts.values()) == mine["story"]["points"]


# -- plans -----------------------------------------------------------------------------------------------------------


def idle(table: Loire, seat: int = 0, viewer: int | None = 0) -> dict[str, str]:
    told: dict[str, str] = game().view(table.state, viewer)["players"][seat]["idle"]
    return told


def test_a_filled_place_that_could_do_nothing_says_what_fails() -> None:
    table = Loire().card(0, "fish_pond").on(0, "fish_pond", "fisher")
    table.on(0, "mill", "fisher craftsman").market(fish=0, farmer=1)
    assert idle(table) == {"fish_pond": "take"}
    assert idle(table.market(fish=1)) == {}
    assert idle(table.market(fish=0, farmer=0, merchant=0)) == {"fish_pond": "take", "mill": "recruit"}


def test_a_token_that_no_field_takes_is_told_beside_one_that_goes() -> None:
    """Not where the whole place could do nothing, which is told of the place."""
    table = Loire().no_deeds("winery_deed").on(0, "gate", "wool farmer")
    view = game().view(table.state, 0)["players"]
    assert view[0]["unwanted"] == {"gate": ["wool"]}
    assert game().view(table.state, 1)["players"][0]["unwanted"] == {}
    alone = Loire().no_deeds("winery_deed").on(0, "gate", "wool")
    assert game().view(alone.state, 0)["players"][0]["unwanted"] == {}
    assert idle(alone) == {"gate": "send"}


def test_what_fails_is_told_to_the_owner_only() -> None:
    table = Loire().card(0, "fish_pond").on(0, "fish_pond", "fisher").market(fish=0)
    assert idle(table, viewer=1) == idle(table, viewer=None) == {}


def test_a_place_that_acts_is_one_that_the_turn_offers() -> None:
    """The mark on a board and what may be used agree."""
    table = Loire().card(0, "fish_pond", "grove").on(0, "fish_pond", "fisher").market(fish=0, wood=1)
    table.on(0, "mill", "fisher craftsman").on(0, "territory", "farmer farmer fisher")
    table.state.stack.append(Turn(0))
    ready = [id for id, place in ask(table, "places")["places"].items() if place["ready"]]
    used = [choice[1] for choice in table.state.options(0) if choice[0] == "use"]
    assert used == [id for id in ready if id not in idle(table)]
    assert "fish_pond" in ready


def test_followers_at_the_gate_never_come_back() -> None:
    places = ask(Loire().on(0, "gate", "scholar fish").on(0, "mill", "fisher"), "places")["places"]
    assert places["gate"]["leaving"] == ["scholar"]
    assert "leaving" not in places["mill"]


# -- tasks -----------------------------------------------------------------------------------------------------------


def tasks(table: Loire, seat: int | None = 0) -> dict[str, Any]:
    told: dict[str, Any] = ask(table, "plan", seat)["tasks"]
    return told


def baron() -> Loire:
    """In the first year the king asks for two areas, 3 coins and 1 coin."""
    return Loire(story="kings-favor").areas(0, "b1").coins(0, 2)


def test_a_plan_is_compared_with_the_tasks_of_the_king() -> None:
    table = baron().on(0, "gate", "coins_1").on(0, "territory", "farmer farmer fisher")
    assert tasks(table) == {
        "i_areas": {"missing": 1, "planned": 1, "places": ["territory"], "have": 0, "need": 0},
        "i_royal_hunt": {"missing": 1, "planned": 0, "places": ["gate"], "have": 2, "need": 3},
        "i_other_hunt": {"missing": 1, "planned": 1, "places": ["gate"], "have": 1, "need": 1},
    }
    assert tasks(baron())["i_royal_hunt"]["have"] == 2
    assert tasks(baron())["i_areas"]["planned"] == 0


def test_what_is_on_its_way_to_one_task_is_not_there_for_another() -> None:
    """Its own task still counts it, and so does everything while it lies where nothing takes it."""
    hunts = tasks(baron().coins(0, 0).on(0, "gate", "coins_1"))
    assert (hunts["i_royal_hunt"]["have"], hunts["i_other_hunt"]["have"]) == (0, 1)
    paid = tasks(baron().coins(0, 0).on(0, "gate", "coins_3"))
    assert (paid["i_royal_hunt"]["have"], paid["i_other_hunt"]["have"]) == (3, 0)
    loose = tasks(baron().coins(0, 1).on(0, "gate", "coins_2"))
    assert (loose["i_royal_hunt"]["have"], loose["i_other_hunt"]["have"]) == (3, 1)


def test_what_is_done_is_no_matter_of_the_plan() -> None:
    assert "i_areas" not in tasks(baron().areas(0, "b1", "b2"))


def test_a_task_that_is_planned_is_done_when_the_plan_is_carried_out() -> None:
    table = baron().on(0, "gate", "coins_1")
    assert [task for task, known in tasks(table).items() if known["planned"]] == ["i_other_hunt"]
    table.state.stack.append(Turn(0))
    table.play("0 use gate")
    assert list(tasks(table)) == ["i_areas", "i_royal_hunt"]


def test_what_cannot_act_serves_no_task() -> None:
    """A place that is not full, and one that would do nothing."""
    assert tasks(baron().on(0, "territory", "farmer farmer"))["i_areas"]["planned"] == 0
    cut_off = baron().on(0, "territory", "farmer farmer fisher")
    others = [id for id in game().view(cut_off.state, 0)["areas"] if id != "b1"]
    assert tasks(cut_off.areas(1, *others))["i_areas"]["planned"] == 0


def test_a_token_serves_one_task() -> None:
    table = Loire(story="first-kingdom").on(0, "gate", "craftsman")
    assert {task: known["planned"] for task, known in tasks(table).items()} == {
        "well": 1, "baptistery": 0, "delegation": 0, "harbour": 0,
    }  # fmt: skip
    assert tasks(table)["well"]["missing"] == 3


def test_nobody_else_hears_of_a_plan() -> None:
    table = baron().on(0, "gate", "coins_1")
    assert tasks(table, seat=None) == {}
    assert all(not task["planned"] for task in tasks(table, seat=1).values())
