"""What players may ask about their view: advisors in reach, and what their help would bring."""

from typing import Any

import pytest

from kronrat.core.game import BadOption
from kronrat.games.kingsburg.testing import SPRING, Kingsburg


def ask(table: Kingsburg, topic: str, seat: int | None = 0) -> dict[str, Any]:
    return table.state.game.hints(table.view(seat), topic)


def outlook(table: Kingsburg, seat: int | None = 0) -> dict[str, Any]:
    return ask(table, "outlook", seat)


def spring(table: Kingsburg, *roll: int) -> Kingsburg:
    """Seat 0 comes first with these dice; the others have rolled high."""
    return table.begin(SPRING, rolls={0: roll, 1: (6, 6, 6), 2: (6, 6, 5)})


def test_a_topic_that_is_not_there() -> None:
    with pytest.raises(BadOption, match="dice, odds and outlook"):
        ask(spring(Kingsburg(3), 1, 1, 2), "weather")


# -- the dice planner ----------------------------------------------------------------------------------------------


def test_sets_of_advisors_that_the_dice_reach_together() -> None:
    answer = ask(spring(Kingsburg(3), 1, 2, 3), "dice")
    ranks = [tuple(found["ranks"]) for found in answer["sets"]]
    assert set(ranks) == {(1,), (2,), (3,), (4,), (5,), (6,), (1, 2), (1, 3), (2, 3), (1, 5), (2, 4), (1, 2, 3)}


def test_the_planner_spends_as_little_as_possible() -> None:
    answer = ask(spring(Kingsburg(3).give(0, "market", plus2=1), 1, 2, 3), "dice")
    choices = {tuple(found["ranks"]): found["choices"] for found in answer["sets"]}
    assert choices[(6,)] == [["influence", 6, 1, 2, 3]]
    assert choices[(9,)] == [["influence", 9, 1, 2, 3, "plus2", "market"]]


# -- help ----------------------------------------------------------------------------------------------------------


def test_what_the_advisors_bring_adds_up() -> None:
    table = spring(Kingsburg(3).give(0, gold=1), 2, 3, 5)
    table.play("0 influence 2 2", "2 pass", "1 pass")
    answer = outlook(table)
    assert answer["stands"]["gold"] == 1
    assert answer["with"]["8"]["gold"] == 3
    assert answer["with"]["12"]["goods"] == 2
    assert answer["with"]["12"]["plus2"] == 1
    assert answer["with"]["17"]["vp"] == 3


def test_buildings_come_into_reach() -> None:
    answer = outlook(spring(Kingsburg(3), 2, 3, 5))
    assert answer["stands"]["buildings"] == []
    assert answer["with"]["8"]["buildings"] == ["statue"]
    assert answer["with"]["4"]["buildings"] == ["barricade"]
    assert answer["with"]["3"]["buildings"] == ["barricade"]
    assert set(answer["with"]["12"]["buildings"]) == {"statue", "inn", "guard_tower", "palisade", "barricade"}


def test_a_bargain_may_be_declined_but_is_thought_of() -> None:
    answer = outlook(spring(Kingsburg(3).give(0, stone=1), 2, 3, 5))
    assert answer["with"]["6"]["goods"] == 0  # what the Alchemist gives is not certain
    assert "inn" in answer["with"]["6"]["buildings"]
    assert answer["with"]["14"]["goods"] == 0
    assert "statue" in answer["with"]["14"]["buildings"]


def test_prices_are_those_after_discounts() -> None:
    answer = outlook(spring(Kingsburg(3).give(0, "crane", "chapel"), 2, 3, 5))
    assert answer["prices"]["church"] == [2, 1, 2]
    assert answer["prices"]["town_hall"] == [1, 1, 1]
    assert answer["prices"]["inn"] == [1, 1, 0]


def test_the_stable_adds_soldiers() -> None:
    answer = outlook(spring(Kingsburg(3).give(0, "stable"), 2, 3, 5))
    assert answer["with"]["10"]["soldiers"] == 3
    assert answer["with"]["8"]["soldiers"] == 0


def test_advisors_on_the_own_card() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "politician").governor(1, "fairy").governor(2, "knight")
    answer = outlook(spring(table, 2, 3, 5))
    assert answer["private"]["5"]["stone"] == 1
    assert answer["private"]["10"]["goods"] == 2
    assert answer["with"]["5"]["soldiers"] == 1
    assert outlook(table, 1)["private"] == {}


def test_nothing_to_look_forward_to_when_all_have_passed_or_for_spectators() -> None:
    table = spring(Kingsburg(3).give(0, gold=2), 2, 3, 5).all_pass()
    assert outlook(table)["stands"] is None
    assert outlook(table)["with"] == {}
    unseen: dict[str, object] = {"prices": {}, "stands": None, "with": {}, "private": {}}
    assert outlook(table, None) == unseen
