"""The First Kingdom: tasks, citizens, control board, wealth and the crown."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.rounds import EndRound
from kronrat.games.orleans.stories.first_kingdom.rules.crown import CheckWealth
from kronrat.games.orleans.stories.first_kingdom.rules.printed import printed_of
from kronrat.games.orleans.stories.first_kingdom.rules.sheet import strike_citizen
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import Strike
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule

ALL = ("well", "baptistery", "delegation", "harbour")


def crowned(table: Loire, seat: int = 0) -> Loire:
    """All tasks but the wealth."""
    return table.sheet(seat, citizens=20, church=True).crossed(seat, *ALL)


def tasks(table: Loire, seat: int = 0) -> dict[str, list[tuple[str, bool]]]:
    mine: dict[str, list[tuple[str, bool]]] = game().view(table.state, seat)["players"][seat]["story"]["tasks"]
    return mine


# -- tasks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "fields"),
    [
        pytest.param("well", "craftsman wood technology", marks=rule("OS-FK-TASK-WELL")),
        pytest.param("baptistery", "monk wine brocade coins_5", marks=rule("OS-FK-TASK-BAPTISTERY")),
        pytest.param("delegation", "merchant knight scholar", marks=rule("OS-FK-TASK-DELEGATION")),
        pytest.param("harbour", "fisher craftsman coins_3", marks=rule("OS-FK-TASK-HARBOUR")),
    ],
)
def test_fields_of_the_tasks(task: str, fields: str) -> None:
    assert " ".join(token for token, _ in tasks(Loire())[task]) == fields


@rule("OS-FK-TASK-1", "OS-FK-TASK-2", "OS-FK-TASK-3")
def test_a_task_is_filled_field_by_field() -> None:
    table = Loire().no_deeds()
    for count, token in enumerate(("merchant", "knight", "scholar"), 1):
        table.on(0, "gate", token).use("gate")
        assert sum(crossed for _, crossed in tasks(table)["delegation"]) == count
        assert bool(table.heard("TaskCompleted")) is (count == 3)
        assert table.at("gate") == [None, None]
    assert (table.player(0).coins, table.player(0).fame) == (0, 1)
    craftsman = Loire().no_deeds().on(0, "gate", "craftsman").use("gate")
    assert set(craftsman.options(0)) == {"send craftsman well", "send craftsman harbour"}


@rule("OS-MONK-5")
def test_no_monk_stands_in_on_a_task() -> None:
    table = Loire().no_deeds().crossed(0, "baptistery").on(0, "gate", "monk")
    assert not table.can_use("gate")


@rule("OS-FK-TASK-4", "OS-FK-TASK-5")
def test_the_church_is_built_by_oneself() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2").areas(1, "d4").churches("d3")
    table.on(1, "territory", "farmer farmer fisher").use("territory", seat=1).play("1 settle d3")
    assert table.kingdom(1).cubes[2] == 1
    assert not table.kingdom(1).church
    table.on(0, "church", "craftsman monk wood").use("church")
    assert table.kingdom(0).church
    assert table.heard("TaskCompleted")[0].facts()["task"] == "church"
    table.player(0).areas = 0
    assert game().view(table.state, 0)["players"][0]["story"]["church"] is True


@rule("OS-FK-TASK-6")
def test_fields_in_any_epoch_and_any_order() -> None:
    for epoch in range(1, 9):
        table = Loire().epoch(0, epoch).no_deeds().on(0, "gate", "scholar").use("gate")
        assert tasks(table)["delegation"] == [("merchant", False), ("knight", False), ("scholar", True)]


# -- citizens ------------------------------------------------------------------------------------------------------


@rule("OS-FK-CITIZEN-1")
def test_a_citizen_for_the_last_field_of_a_deed() -> None:
    table = Loire(3).no_deeds("winery_deed", "alchemy_a").deed("winery_deed", "- farmer craftsman merchant wood")
    table.on(0, "gate", "farmer").on(1, "gate", "farmer").use("gate").play("0 send farmer winery_deed")
    assert [table.kingdom(seat).citizens for seat in range(3)] == [1, 0, 0]
    assert table.heard("CitizenJoined")[0].rule == "OS-FK-CITIZEN-1"


@rule("OS-FK-CITIZEN-2", "OS-FK-CONTROL-2", "OS-EX-8")
def test_a_conquest_moves_two_cubes() -> None:
    table = (
        Loire(3).areas(0, "b2", "b3", "c2", "c3", "d2", "d3").villages("b2", "b3", "c2").areas(1, "c4").villages("c4")
    )
    table.state.villages &= ~(1 << table.area("b4"))
    table.sheet(0, cubes=(2, 1, 0), citizens=3).on(0, "territory", "knight knight fisher").settlers(0, 3)
    supply = table.player(1).settlers
    table.use("territory").play("0 settle c4")
    assert table.kingdom(0).cubes == (3, 2, 0)
    assert table.kingdom(0).citizens == 5
    assert table.player(1).settlers == supply + 1


@rule("OS-EX-9", "OS-FK-CONTROL-3")
def test_cubes_never_go_back() -> None:
    table = Loire(3).sheet(0, cubes=(3, 2, 0), citizens=5).areas(0, "b2")
    story = table.state.story
    story.control_changed(table.state, 0)
    assert (table.kingdom(0).cubes, table.kingdom(0).citizens) == ((3, 2, 0), 5)
    table.areas(0, "b3", "b1", "c1", "c2", "c3", "d1").villages("b3", "b1", "c1", "c2")
    story.control_changed(table.state, 0)  # seven areas and four villages again, or five
    assert (table.kingdom(0).cubes, table.kingdom(0).citizens) == ((3, 2, 0), 5)
    table.areas(0, "d2").villages("c3")
    story.control_changed(table.state, 0)
    assert (table.kingdom(0).cubes, table.kingdom(0).citizens) == ((4, 3, 0), 7)


@rule("OS-FK-CONTROL-1", "OS-FK-CONTROL-9")
def test_thresholds() -> None:
    assert printed_of(Loire().state).control == [(3, 5, 7, 8, 9, 10), (2, 4, 6, 8), (1, 2, 3, 4)]
    seen = game().view(Loire(3).state, 1)["players"]
    assert all(list(player["story"]["control"]) == ["areas", "villages", "churches"] for player in seen)


@rule("OS-FK-CONTROL-5")
def test_the_start_area_counts() -> None:
    table = Loire().areas(0, "b2", "b3").on(0, "village", "farmer craftsman wood").use("village")
    assert table.kingdom(0).cubes == (0, 1, 0)  # the second village


@rule("OS-FK-CONTROL-8")
def test_several_thresholds_at_once() -> None:
    table = Loire().areas(0, "b1", "b2", "b3", "c2", "c3").churches("b3", "c3")
    table.state.story.control_changed(table.state, 0)
    assert table.kingdom(0).cubes == (2, 1, 2)
    assert table.kingdom(0).citizens == 5


@pytest.mark.parametrize(
    ("field", "citizens", "coins", "wild"),
    [
        pytest.param(5, 1, 0, False, marks=rule("OS-FK-FAME-5", "OS-FK-CITIZEN-4")),
        pytest.param(10, 1, 0, False, marks=rule("OS-FK-FAME-10")),
        pytest.param(16, 1, 0, False, marks=rule("OS-FK-FAME-16")),
        pytest.param(23, 0, 3, False, marks=rule("OS-FK-FAME-23")),
        pytest.param(30, 1, 0, False, marks=rule("OS-FK-FAME-30")),
        pytest.param(36, 0, 2, False, marks=rule("OS-FK-FAME-36")),
        pytest.param(42, 1, 0, False, marks=rule("OS-FK-FAME-42")),
        pytest.param(50, 0, 0, True, marks=rule("OS-FK-FAME-50")),
        pytest.param(58, 1, 0, False, marks=rule("OS-FK-FAME-58")),
        pytest.param(66, 0, 0, True, marks=rule("OS-FK-FAME-66")),
        pytest.param(74, 1, 0, False, marks=rule("OS-FK-FAME-74")),
        pytest.param(82, 0, 0, True, marks=rule("OS-FK-FAME-82")),
        pytest.param(90, 1, 0, False, marks=rule("OS-FK-FAME-90")),
    ],
)
def test_fields_of_the_track(field: int, citizens: int, coins: int, wild: bool) -> None:
    table = Loire(profile="recon-1").fame(0, field - 1)
    gain_fame(table.state, 0, 1, "OS-FAME-1")
    table.state.settle()
    assert (table.kingdom(0).citizens, table.player(0).coins) == (citizens, coins)
    asked = [type(step).__name__ for step in table.state.stack]
    assert ("Strike" in asked) is wild


@rule("OS-FK-CITIZEN-5")
def test_the_wild_bonus() -> None:
    table = Loire().crossed(0, "well", "baptistery", "harbour").run(Strike(0))
    assert set(table.options(0)) == {
        "strike citizen",
        "strike delegation merchant",
        "strike delegation knight",
        "strike delegation scholar",
    }
    table.play("0 strike delegation knight")
    assert tasks(table)["delegation"] == [("merchant", False), ("knight", True), ("scholar", False)]
    citizen = Loire().run(Strike(0)).play("0 strike citizen")
    assert citizen.kingdom(0).citizens == 1
    assert citizen.refuse("0 strike citizen").rule == "CORE-OVER"


@rule("OS-FK-CITIZEN-6")
def test_citizens_are_never_lost() -> None:
    table = Loire().epoch(0, 7).sheet(0, citizens=6).areas(0, "b2", "b3", "c2", "c3")
    table.bag(0, "farmer merchant").bag(1, "farmer merchant").run(EndRound())
    table.state.play(0, table.state.options(0)[0])
    assert table.kingdom(0).citizens == 6


@rule("OS-FK-CITIZEN-7", "OS-FK-WEALTH-4", "OS-SC-16")
def test_what_the_wild_bonus_cannot_strike() -> None:
    table = Loire().run(Strike(0))
    assert table.refuse("0 strike church").rule == "OS-FK-CITIZEN-7"
    assert table.refuse("0 strike wealth").rule == "OS-FK-WEALTH-4"


@rule("OS-FK-CITIZEN-8")
def test_twenty_citizens_are_all() -> None:
    table = Loire().sheet(0, citizens=20)
    strike_citizen(table.state, 0, "OS-FK-CITIZEN-1")
    assert table.kingdom(0).citizens == 20
    table.run(Strike(0))
    assert "strike citizen" not in table.options(0)
    assert table.refuse("0 strike citizen").rule == "OS-FK-CITIZEN-8"
    done = crowned(Loire()).fame(0, 49)
    gain_fame(done.state, 0, 1, "OS-FAME-1")
    done.state.settle()
    assert done.state.over


@rule("OS-FK-CITIZEN-5", "OS-FK-CITIZEN-8")
def test_with_all_citizens_the_wild_bonus_still_strikes_a_field() -> None:
    table = Loire().sheet(0, citizens=20).crossed(0, "well", "baptistery", "harbour").fame(0, 49)
    gain_fame(table.state, 0, 1, "OS-FAME-1")
    table.state.settle()
    assert set(table.options(0)) == {
        "strike delegation merchant",
        "strike delegation knight",
        "strike delegation scholar",
    }
    table.play("0 strike delegation scholar")
    assert tasks(table)["delegation"] == [("merchant", False), ("knight", False), ("scholar", True)]


# -- wealth and the end --------------------------------------------------------------------------------------------


@rule("OS-FK-GOAL-1", "OS-FK-GOAL-2", "OS-FK-END-1")
@pytest.mark.parametrize("missing", ["", "citizens", "church", "well", "baptistery", "delegation", "harbour", "wealth"])
def test_all_seven_tasks_win(missing: str) -> None:
    table = Loire(3).coins(1, 29 if missing == "wealth" else 30)
    table.sheet(1, citizens=19 if missing == "citizens" else 20, church=missing != "church")
    table.crossed(1, *[task for task in ALL if task != missing]).run(CheckWealth())
    assert bool(table.heard("GameEnded")) is (missing == "")
    if not missing:
        assert table.heard("GameEnded")[0].facts()["winners"] == (1,)
        assert table.player(1).epoch == 0  # whatever the epoch
        assert table.state.over


@rule("OS-FK-WEALTH-1")
def test_wealth_is_checked_after_the_round_bonus_for_those_who_did_the_rest() -> None:
    table = crowned(Loire(2)).coins(0, 29).coins(1, 99)
    for seat in (0, 1):
        table.bag(seat, "farmer merchant")
    table.run(EndRound())
    assert [event.facts()["seat"] for event in table.heard("WealthChecked")] == [0]
    assert table.state.over  # the coin of the round bonus was the thirtieth


@rule("OS-FK-WEALTH-2")
def test_goods_and_coins_add_up_and_stay() -> None:
    table = crowned(Loire()).goods(0, "brocade brocade wool wine bread cheese wood grain fish").coins(0, 4)
    table.run(CheckWealth())
    assert table.heard("WealthChecked")[0].facts()["wealth"] == 5 + 5 + 4 + 3 + 3 + 2 + 2 + 1 + 1 + 4
    assert table.player(0).coins == 4
    assert len(table.supply(0).split()) == 9


@rule("OS-FK-WEALTH-3", "OS-FK-WEALTH-7", "OS-SC-15")
def test_too_little_means_another_round() -> None:
    table = crowned(Loire()).coins(0, 29).run(CheckWealth())
    assert not table.heard("GameEnded")
    assert table.kingdom(0).citizens == 20
    assert all(done for fields in tasks(table).values() for _, done in fields)
    table.coins(0, 30).run(CheckWealth())
    assert table.heard("GameEnded")


@rule("OS-FK-WEALTH-5")
def test_what_lies_on_spaces_counts() -> None:
    table = crowned(Loire()).coins(0, 20).on(0, "gate", "coins_5 wine").on(0, "village", "- - wood").run(CheckWealth())
    assert table.heard("WealthChecked")[0].facts()["wealth"] == 30


@rule("OS-FK-WEALTH-6")
def test_technology_and_followers_are_worth_nothing() -> None:
    table = crowned(Loire()).technology(0, 9).bag(0, "monk " * 9).on(0, "gate", "technology monk").run(CheckWealth())
    assert table.heard("WealthChecked")[0].facts()["wealth"] == 0


@rule("OS-FK-END-2", "OS-SC-15")
def test_several_compare_their_wealth() -> None:
    table = crowned(crowned(Loire(3)), 2).coins(0, 31).coins(2, 34).run(CheckWealth())
    assert table.heard("GameEnded")[0].facts()["winners"] == (2,)
    assert [(s.seat, s.place) for s in table.state.standing()][:2] == [(2, 1), (0, 2)]
    tied = crowned(crowned(Loire(3)), 2).coins(0, 34).coins(2, 34).coins(1, 99).run(CheckWealth())
    assert tied.heard("GameEnded")[0].facts()["winners"] == (0, 2)
    assert [(s.seat, s.place) for s in tied.state.standing()] == [(0, 1), (2, 1), (1, 3)]
