"""Phase 7: soldiers for goods."""

import pytest

from kronrat.games.kingsburg.rules.events import BattleFought, RecruitingEnded, SoldiersGained
from kronrat.games.kingsburg.testing import AUTUMN, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


@rule("KB-P7-1")
@both_editions
@pytest.mark.parametrize(
    ("paid", "left"),
    [("gold gold", "1g 2w 1s"), ("gold wood", "2g 1w 1s"), ("wood stone", "3g 1w"), ("wood wood", "3g 1s")],
)
def test_a_soldier_costs_two_goods_of_any_kinds(paid: str, left: str, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=3, wood=2, stone=1).begin(7, alone=True)
    table.play(f"0 recruit {paid}")
    assert (table.goods(0), table.player(0).soldiers) == (left, 1)


@rule("KB-P7-1")
@both_editions
def test_any_number_of_soldiers_may_be_recruited(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=5, stone=3, soldiers=1).begin(7, alone=True)
    for _ in range(3):
        table.play("0 recruit gold stone")
    table.play("0 recruit gold gold")
    assert (table.goods(0), table.player(0).soldiers) == ("", 5)
    assert table.state.over


@rule("KB-P7-1")
@both_editions
def test_recruiting_may_stop_at_any_time(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, wood=6).begin(7, alone=True)
    table.play("0 recruit wood wood", "0 done")
    assert (table.goods(0), table.player(0).soldiers) == ("4w", 1)
    assert table.state.over


@rule("KB-P7-1")
@pytest.mark.parametrize(("goods", "choices", "told"), [(4, ["0 done"], 1), (2, ["0 recruit wood wood"], 0)])
def test_who_could_recruit_more_is_said_to_stop(goods: int, choices: list[str], told: int) -> None:
    table = Kingsburg(seats=3).give(0, wood=goods).begin(7, alone=True)
    table.play(*choices)
    assert len([event for event in table.events if isinstance(event, RecruitingEnded)]) == told


@rule("KB-P7-1")
@both_editions
def test_one_good_is_too_few_and_three_are_too_many(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=1).begin(7, alone=True)
    assert table.state.over  # not even asked
    table = Kingsburg(seats=3, edition=edition).give(0, gold=2, wood=1).begin(7, alone=True)
    for wrong in ("gold", "gold gold wood", "wood wood"):
        assert table.refuse(f"0 recruit {wrong}").rule == "KB-P7-1"


@rule("KB-P7-1")
def test_tokens_are_no_goods_for_recruiting() -> None:
    assert Kingsburg(seats=3).give(0, plus2=9, gold=1).begin(7, alone=True).state.over


@rule("KB-P7-2")
@both_editions
def test_the_barracks_lower_the_price_of_every_soldier_for_their_owner(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "barracks", wood=1, stone=2).give(1, wood=3)
    table.begin(7, alone=True).play("0 recruit wood", "0 recruit stone", "0 recruit stone", "1 recruit wood wood")
    assert [(table.goods(seat), table.player(seat).soldiers) for seat in (0, 1)] == [("", 3), ("1w", 1)]
    assert table.state.over


@rule("KB-P7-2")
def test_with_barracks_nobody_pays_more_than_one_good() -> None:
    table = Kingsburg(seats=3).give(0, "barracks", wood=2).begin(7, alone=True)
    assert table.options(0) == ["recruit wood", "done"]
    assert table.refuse("0 recruit wood wood").rule == "KB-P7-1"


@rule("KB-P7-3")
@both_editions
def test_the_number_of_soldiers_has_no_limit(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=4, soldiers=9).give(1, gold=2, soldiers=45)
    table.begin(7, year=5, die=6).play("0 recruit gold gold", "0 recruit gold gold", "1 recruit gold gold")
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [1, 1, 1]
    assert {event.seat: event.strength for event in table.heard(BattleFought)} == {0: 11 + 6, 1: 46 + 6, 2: 6}


@rule("KB-P7-4")
@both_editions
def test_the_turn_order_of_autumn_holds_for_recruiting_and_battle(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).order(0, 1, 2)
    for seat in range(3):
        table.give(seat, "statue", stone=2)  # what can buy no building
    table.begin(AUTUMN, year=5, rolls={0: (4, 4, 5), 1: (5, 5, 6), 2: (1, 1, 2)}).all_pass()
    asked = []
    while table.state.phase == 7 and "recruit" in table.verbs():
        asked.append(table.deciding)
        table.play(f"{table.deciding} done")
    assert asked == [2, 0, 1]
    assert [event.seat for event in table.heard(BattleFought)] == [2, 0, 1]
