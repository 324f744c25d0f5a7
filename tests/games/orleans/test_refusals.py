"""Answers of questions that random games seldom ask: what makes no sense is told apart from what is not possible."""

from __future__ import annotations

import pytest

from kronrat.core.flow import Choice, Decision, malformed
from kronrat.games.orleans.rules.actions import Turn
from kronrat.games.orleans.rules.building import Build, TakeCard
from kronrat.games.orleans.rules.deeds import Send
from kronrat.games.orleans.rules.drawing import Keep, SetDown
from kronrat.games.orleans.rules.expanding import Expand, Move
from kronrat.games.orleans.rules.planning import Plan
from kronrat.games.orleans.rules.state import FOLLOWERS
from kronrat.games.orleans.rules.workshops import Recruit
from kronrat.games.orleans.stories.first_kingdom.rules.tasks import Strike
from kronrat.games.orleans.stories.first_kingdom.rules.trials import LeaveArea, LoseFollower
from kronrat.games.orleans.testing import Court, Loire, game
from kronrat.words import Words

KNIGHT = 4
QUESTIONS: dict[str, Decision] = {
    "keep": Keep(0, (KNIGHT,)),
    "set down": SetDown(0, KNIGHT),
    "expand": Expand(0, 1),
    "move": Move(0, 3),
    "build": Build(0, "village"),
    "card": TakeCard(0),
    "strike": Strike(0),
    "lose": LoseFollower(0, 1),
    "leave": LeaveArea(0),
}


@pytest.mark.parametrize("more", [(), ("nowhere",), ("nowhere", "nowhere"), (7, 7, 7)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_makes_no_sense_is_malformed(question: str, more: Choice) -> None:
    asked = QUESTIONS[question]
    choice = (asked.verbs[0], *more)
    assert asked.why_not(Loire().state, choice) == malformed(asked.verbs)


@pytest.mark.parametrize(
    ("question", "choice", "says"),
    [
        ("keep", ("keep", "knight"), "reason.no_room"),
        ("keep", ("keep", "monk"), "reason.not_drawn"),
        ("set down", ("green",), "reason.green_full"),
        ("set down", ("put", "mill", 0), "reason.space_for"),
        ("set down", ("put", "gate", 0), "reason.space_taken"),
        ("set down", ("put", "territory", 1), "reason.space_before"),
        ("move", ("lift", "b2"), "reason.not_yours"),
        ("build", ("build", "church", "b2"), "reason.other_building"),
        ("card", ("card", "tailor"), "reason.card_gone"),
        ("strike", ("strike", "citizen"), "reason.all_citizens"),
        ("strike", ("strike", "wealth"), "reason.not_struck"),
        ("strike", ("strike", "well", "wine"), "reason.no_open_field"),
        ("strike", ("strike", "well"), "reason.nothing_open"),
        ("leave", ("leave", "b2"), "reason.not_yours"),
    ],
)
def test_what_is_not_possible_has_its_reason(question: str, choice: Choice, says: str) -> None:
    state = Loire().on(0, "gate", "wood").state
    state.cards = ()
    reason = QUESTIONS[question].why_not(state, choice)
    assert reason is not None
    assert reason.says == says
    assert reason.rule.startswith("OS-")


def test_a_forbidden_place_is_refused_as_forbidden_even_if_it_is_empty() -> None:
    reason = Turn(0).why_not(Loire().epoch(0, 6).state, ("use", "builders_yard"))
    assert reason is not None
    assert (reason.says, reason.facts["epoch"]) == ("reason.forbidden", 6)


@pytest.mark.parametrize(
    ("target", "takes"), [("winery_deed", ["farmer", "craftsman"]), ("harbour", ["fisher", "craftsman", "coins_3"])]
)
def test_what_does_not_take_a_token_says_what_it_takes(target: str, takes: list[str]) -> None:
    table = Loire().on(0, "gate", "knight").deed("winery_deed", "- farmer - merchant wood")
    gate = table.state.atlas.by_id["gate"].number
    reason = Send(0, gate).why_not(table.state, ("send", "knight", target))
    assert reason is not None
    assert reason.says == "reason.not_taken"
    assert reason.facts["takes"] == takes


@pytest.mark.parametrize(
    ("token", "place", "space", "says", "rule"),
    [
        ("technology", "fortress", 1, "reason.technology_for_goods", "OS-TECH-10"),
        ("technology", "ropery", 0, "reason.technology_alone", "OS-TECH-7"),
        ("fish", "territory", 0, "reason.space_for", "OS-PLAN-4"),
        ("fish", "fortress", 1, "reason.space_for", "OS-PLAN-9"),
    ],
)
def test_a_tile_or_a_good_is_refused_with_what_the_space_is_for(
    token: str, place: str, space: int, says: str, rule: str
) -> None:
    table = Loire().epoch(0, 4).goods(0, "fish")
    table.state.players[0].technology = 1
    reason = Plan(0).why_not(table.state, ("place", token, place, space))
    assert reason is not None
    assert (reason.says, reason.rule) == (says, rule)


def test_when_all_of_a_kind_are_built_that_is_the_reason() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2").fortress(0, "b3", "c1", "c2", "c3", "c4")
    table.on(0, "fortress", "knight wood").on(0, "church", "craftsman monk wood")
    table.state.churches = 0
    asked, told = Turn(0), game().view(table.state, 0)["players"][0]["idle"]
    for building in ("fortress", "church"):
        reason = asked.why_not(table.state, ("use", building))
        assert reason is not None
        assert reason.says == f"reason.none_left_{building}"
        assert told[building] == f"none_left_{building}"


def test_a_space_says_whom_it_takes() -> None:
    state = Loire().state
    state.players[0].green[FOLLOWERS.index("merchant")] = 1
    reason = Plan(0).why_not(state, ("place", "merchant", "mill", 0))
    assert reason is not None
    assert (reason.says, reason.facts["takes"]) == ("reason.space_for", ["fisher"])


def test_a_space_for_several_kinds_asks_for_one_of_them() -> None:
    """A list of kinds reads as if all of them were needed together."""
    reason = Plan(0).why_not(Loire().goods(0, "fish").state, ("place", "fish", "territory", 0))
    assert reason is not None
    assert "one of these: farmer and knight" in Words("en", "orleans").reason(reason)
    alone = Plan(0).why_not(Loire().goods(0, "fish").state, ("place", "fish", "ropery", 0))
    assert alone is not None
    assert "is for: fisher" in Words("en", "orleans").reason(alone)


def test_a_space_that_is_taken_is_refused_for_that_whatever_it_is_for() -> None:
    table = Loire().on(0, "mill", "fisher")
    table.state.players[0].green[FOLLOWERS.index("farmer")] = 1
    reason = Plan(0).why_not(table.state, ("place", "farmer", "mill", 0))
    assert reason is not None
    assert (reason.says, reason.rule) == ("reason.space_taken", "OS-PLAN-5")


def test_a_card_of_a_later_category_says_from_when_on_it_can_be_taken() -> None:
    epochs = Loire().state.story.epochs
    opens = next(number for number, epoch in enumerate(epochs, 1) if 2 in epoch.categories)
    reason = TakeCard(0).why_not(Loire().state, ("card", "toll_house"))
    assert reason is not None
    assert reason.facts["epoch"] == opens
    assert f"opens to you in {Words('en', 'orleans').say(f'epoch.{opens}')}" in Words("en", "orleans").reason(reason)


def test_whoever_cannot_be_recruited_is_refused_with_those_who_can() -> None:
    farmer, merchant = FOLLOWERS.index("farmer"), FOLLOWERS.index("merchant")
    asked = Recruit(0, (farmer, merchant), "OS-PLACE-MILL-1")
    reason = asked.why_not(Loire().state, ("recruit", "craftsman"))
    assert reason is not None
    assert "only: farmer and merchant" in Words("en", "orleans").reason(reason)


def test_a_target_names_all_that_it_does_not_take_and_each_field_once() -> None:
    """Two amounts of coins are at the Gate, and three fields of Alchemy take any follower."""
    table = Loire().on(0, "gate", "coins_3 coins_5").deed("alchemy_a", "- - -")
    gate = table.state.atlas.by_id["gate"].number
    reason = Send(0, gate).why_not(table.state, ("send", "coins_3", "alchemy_a"))
    assert reason is not None
    assert (reason.facts["tokens"], reason.facts["takes"]) == (["coins_3", "coins_5"], ["follower"])
    assert "3 coins and 5 coins" in Words("en", "orleans").reason(reason)


@pytest.mark.parametrize(
    ("goal", "says"), [("i_areas", "reason.nothing_sent"), ("i_other_hunt", "reason.nothing_open")]
)
def test_a_task_of_the_king_to_which_nothing_is_sent_says_so(goal: str, says: str) -> None:
    """One of them counts areas, the other has been sent for already."""
    table = Court(profile="recon-1").year(1, season=4).lay(0, "coins_1", "gate")
    table.booklet(0).sent = 0b100
    gate = table.state.atlas.by_id["gate"].number
    reason = Send(0, gate).why_not(table.state, ("send", "coins_1", goal))
    assert reason is not None
    assert (reason.says, reason.facts["target"]) == (says, goal)


def test_a_task_of_the_realm_that_is_complete_says_so() -> None:
    table = Loire().on(0, "gate", "wood").crossed(0, "harbour")
    gate = table.state.atlas.by_id["gate"].number
    asked = Send(0, gate)
    reason = asked.why_not(table.state, ("send", "wood", "harbour"))
    assert reason is not None
    assert (reason.says, reason.rule) == ("reason.nothing_open", "OS-FK-TASK-1")
    assert asked.why_not(table.state, ("send", "wood", "citizens")) == malformed(asked.verbs)
