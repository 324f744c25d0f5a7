"""What players may ask about their view: advisors in reach, what their help would bring, the odds of the battle."""

from typing import Any

import pytest

from kronrat.core.game import BadOption
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, Kingsburg


def ask(table: Kingsburg, topic: str, seat: int | None = 0) -> dict[str, Any]:
    return table.state.game.hints(table.view(seat), topic)


def outlook(table: Kingsburg, seat: int | None = 0) -> dict[str, Any]:
    return ask(table, "outlook", seat)


def spring(table: Kingsburg, *roll: int) -> Kingsburg:
    """Seat 0 comes first with these dice; the others have rolled high."""
    return table.begin(SPRING, rolls={0: roll, 1: (6, 6, 6), 2: (6, 6, 5)})


def test_a_topic_that_is_not_there() -> None:
    with pytest.raises(BadOption, match="dice and outlook"):
        ask(spring(Kingsburg(3), 1, 1, 2), "weather")


# -- the dice planner ----------------------------------------------------------------------------------------------


def test_sets_of_advisors_and_the_rivals_who_can_take_them() -> None:
    answer = ask(spring(Kingsburg(3), 1, 2, 3), "dice")
    ranks = [tuple(found["ranks"]) for found in answer["sets"]]
    assert set(ranks) == {(1,), (2,), (3,), (4,), (5,), (6,), (1, 2), (1, 3), (2, 3), (1, 5), (2, 4), (1, 2, 3)}
    assert answer["rivals"]["6"] == [1, 2]
    assert answer["rivals"]["5"] == [2]
    assert "1" not in answer["rivals"]


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
    unseen: dict[str, object] = {"prices": {}, "stands": None, "with": {}, "private": {}, "battle": None}
    assert outlook(table, None) == unseen


# -- the battle ----------------------------------------------------------------------------------------------------


def test_odds_against_an_unknown_enemy_count_every_card_and_every_face() -> None:
    battle = outlook(spring(Kingsburg(3).give(0, "guard_tower", "farms", soldiers=2), 2, 3, 5))["battle"]
    assert sum(battle["odds"][0]) == 30  # five cards, six faces
    # strengths 2, 2, 3, 3, 4 against 2 and a die: 3 to 8
    assert battle["odds"][0] == [26, 3, 1]
    assert battle["odds"][1] == [29, 1, 0]


def test_a_seat_that_has_looked_knows_better() -> None:
    table = spring(Kingsburg(3).give(0, peeked=True).enemy("e1_zombies_4"), 2, 3, 5)
    assert outlook(table)["battle"]["odds"][0] == [2, 1, 3]
    assert sum(outlook(table, 1)["battle"]["odds"][0]) == 30


def test_a_draw_is_a_victory_behind_a_wall() -> None:
    table = spring(Kingsburg(3).give(0, "stone_wall", peeked=True).enemy("e1_orcs_3"), 2, 3, 5)
    victories, draws, defeats = outlook(table)["battle"]["odds"][0]
    assert (victories, draws, defeats) == (6, 0, 0)  # Palisade and Stone Wall make 2, the die at least 1


def test_an_own_reinforcement_die_counts_if_it_is_larger() -> None:
    table = Kingsburg(3, modules="buildings").give(0, "military_academy", peeked=True).enemy("e1_zombies_4")
    battle = outlook(spring(table, 2, 3, 5))["battle"]
    assert battle["odds"][0] == [27, 5, 4]  # the larger of two dice, and 1 for the Makeshift Defenses


def test_army_tokens_have_odds_of_their_own() -> None:
    table = Kingsburg(3, modules="army").give(0, soldiers=1, peeked=True).enemy("e1_orcs_3")
    table.player(0).tokens = (0, 1, 3)
    battle = outlook(table.begin(AUTUMN))["battle"]
    assert battle["odds"] == []
    assert battle["tokens"] == {"0": [0, 0, 1], "1": [0, 0, 1], "3": [1, 0, 0]}


def test_no_odds_once_the_enemy_is_there() -> None:
    table = Kingsburg(3, modules="governors").governor(0, "damsel").governor(1, "fairy").governor(2, "knight")
    table.give(0, "chapel", gold=2).enemy("e5_demons_9").begin(8, year=5, die=1)
    assert table.verbs() == {"spare", "decline"}
    assert outlook(table)["battle"] is None
