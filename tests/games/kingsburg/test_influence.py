"""Step b of a season: influencing advisors, also with tokens, the Market and the envoy."""

import pytest

from kronrat.core.events import Forced
from kronrat.core.flow import Reason
from kronrat.games.kingsburg.rules.events import DiceRolled, EnvoyReturned, Passed
from kronrat.games.kingsburg.rules.state import NOBODY
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

HIGH = {1: (6, 6, 5), 2: (6, 6, 6)}  # the others, who come after seat 0


def turn(
    *dice: int,
    edition: str = "2e",
    buildings: tuple[str, ...] = (),
    envoy: int = NOBODY,
    taken: tuple[int, ...] = (),
    **has: int,
) -> Kingsburg:
    """Seat 0 of three is about to influence with these dice; dice of seat 1 lie on the ranks that are taken."""
    table = Kingsburg(seats=3, edition=edition).give(0, *buildings, **has).envoy(envoy)
    for rank in taken:
        table.occupy(rank, 1, rank)
    return table.begin(SUMMER, rolls={0: dice, **HIGH})


def turn_with_bonus(dice: tuple[int, ...], bonus: tuple[int, ...], *buildings: str) -> Kingsburg:
    """Seat 0 has bonus dice too, and comes last if its total is the highest; then the others have passed."""
    table = Kingsburg(seats=3, edition="1e").give(0, *buildings, extra_dice=len(bonus))
    table.begin(SUMMER, rolls={0: (dice, bonus), **HIGH})
    while table.deciding != 0:
        table.play(f"{table.deciding} pass")
    return table


def passed_at_once(table: Kingsburg) -> bool:
    """Whether seat 0 was passed without being asked."""
    return Passed("KB-P2b-2", 0) in table.events and Forced("KB-P2b-8", 0, ("pass",)) in table.events


# -- turns -------------------------------------------------------------------------------------------------------


@rule("KB-P2b-1")
@both_editions
def test_one_advisor_each_in_turn_order_round_after_round(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition)
    table.begin(SPRING, rolls={0: (4, 4, 5), 1: (1, 1, 2), 2: (2, 2, 3)})
    asked = []
    for placed in ("1 1", "3 3", "5 5", "2 2", "4 2 2", "8 4 4"):
        asked.append(table.deciding)
        table.play(f"{table.deciding} influence {placed}")
    assert asked == [1, 2, 0, 1, 2, 0]


@rule("KB-P2b-1")
def test_only_the_player_whose_turn_it_is_may_influence() -> None:
    table = Kingsburg(seats=3).begin(SPRING, rolls={0: (1, 1, 2), 1: (2, 2, 2), 2: (3, 3, 3)})
    assert table.refuse("1 influence 2 2").rule == "CORE-NOT-ASKED"
    table.play("0 influence 1 1")
    assert table.refuse("0 influence 2 2").rule == "CORE-NOT-ASKED"


@rule("KB-P2b-2")
@both_editions
def test_who_has_passed_is_out_for_the_rest_of_the_step(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition)
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: (2, 3, 4), 2: (4, 5, 6)}).play("0 pass")
    asked = []
    for placed in ("2 2", "4 4", "3 3", "5 5"):
        asked.append(table.deciding)
        table.play(f"{table.deciding} influence {placed}")
    assert asked == [1, 2, 1, 2]
    assert table.player(0).dice == (1, 2, 3)


@rule("KB-P2b-2")
def test_in_the_next_season_everybody_is_in_again() -> None:
    table = Kingsburg(seats=3).begin(SPRING, rolls={seat: [(1, 2, 3)] * 2 for seat in range(3)}).all_pass()
    assert (table.state.phase, table.deciding, table.view()["passed"]) == (SUMMER, 0, [])
    assert table.reach(0) == {1, 2, 3, 4, 5, 6}


@rule("KB-P2b-12")
@both_editions
def test_one_may_pass_although_one_could_influence(edition: str) -> None:
    table = turn(1, 2, 4, edition=edition)
    assert table.reach(0)
    assert table.options(0)[-1] == "pass"
    table.play("0 pass")
    assert table.deciding == 1


# -- dice --------------------------------------------------------------------------------------------------------


@rule("KB-P2b-3")
@both_editions
def test_the_sum_of_the_dice_must_be_the_rank(edition: str) -> None:
    table = turn(1, 3, 5, edition=edition)
    assert table.reach(0) == {1, 3, 4, 5, 6, 8, 9}
    for wrong in ("influence 7 3 5", "influence 9 3 5", "influence 2 1"):
        assert table.refuse(f"0 {wrong}").rule == "KB-P2b-3"


@rule("KB-P2b-3")
@both_editions
def test_a_die_counts_in_full_and_only_once(edition: str) -> None:
    table = turn(2, 4, 4, edition=edition)
    assert table.refuse("0 influence 3 4").rule == "KB-P2b-3"  # not in part
    assert table.refuse("0 influence 4 2 2").rule == "KB-P2b-3"  # not twice
    table.play("0 influence 8 4 4", "1 pass", "2 pass")
    assert table.reach(0) == {2}
    assert table.refuse("0 influence 4 4").rule == "KB-P2b-3"  # not again


@rule("KB-P2b-3")
def test_dice_of_others_cannot_be_used() -> None:
    table = turn(1, 2, 4)
    assert table.refuse("0 influence 6 6").rule == "KB-P2b-3"


@rule("KB-P2b-5")
@both_editions
def test_every_group_needs_an_own_die(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, extra_dice=2, plus2=1)
    table.begin(SUMMER, rolls={0: ((5, 5, 5), (1, 1)), 1: (6, 6, 6), 2: (6, 6, 6)})
    if edition == "2e":
        table.play("0 bonus 2")
    for alone in ("1 bonus 1", "2 bonus 1 1", "2 plus2", "3 bonus 1 plus2"):
        assert table.refuse(f"0 influence {alone}").rule == "KB-P2b-5"
    assert not {1, 2, 3, 4} & table.reach(0)


@rule("KB-P2b-3", "KB-P2b-5", "KB-P2b-7")
def test_a_rank_without_dice_is_refused_for_what_keeps_all_dice_away() -> None:
    table = turn(1, 2, 4, taken=(3, 18))
    assert table.refuse("0 influence 9") == Reason("KB-P2b-3", "reason.no_group", {"rank": 9})
    assert table.refuse("0 influence 3").says == table.refuse("0 influence 18").says == "reason.occupied"
    assert table.refuse("0 influence 7").says == "reason.needs_own_die"
    with_envoy = turn(1, 2, 4, taken=(3, 18), envoy=0)
    assert with_envoy.refuse("0 influence 18").says == "reason.no_group"
    assert with_envoy.refuse("0 influence 3").says == "reason.needs_own_die"


@rule("KB-P2b-5", "KB-P2b-8")
@both_editions
def test_bonus_dice_left_without_an_own_die_are_lost(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, extra_dice=1, plus2=1)
    table.begin(SUMMER, rolls={0: ((1, 1, 1), (4,)), 1: (6, 6, 6), 2: (6, 6, 6)})
    if edition == "2e":
        table.play("0 bonus 1")
    table.play("0 influence 3 1 1 1", "1 pass", "2 pass")
    assert passed_at_once(table)


@rule("KB-P2b-6")
@both_editions
def test_any_number_of_bonus_dice_may_join_a_group_also_with_a_token(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, extra_dice=3, plus2=1)
    table.begin(SUMMER, rolls={0: ((1, 2, 6), (1, 2, 4)), 1: (6, 6, 6), 2: (6, 6, 6)})
    if edition == "2e":
        table.play("0 bonus 3")
    assert "influence 8 1 bonus 1 2 4" in table.options(0)
    assert "influence 18 1 2 6 bonus 1 2 4 plus2" in table.options(0)
    table.play("0 influence 10 1 bonus 1 2 4 plus2")
    assert (table.player(0).dice, table.player(0).bonus, table.player(0).plus2) == ((2, 6), (), 0)


@rule("KB-P2b-6")
def test_bonus_dice_may_be_spread_over_groups() -> None:
    table = turn_with_bonus((1, 2, 5), (3, 4)).play("0 influence 4 1 bonus 3", "1 pass", "2 pass")
    assert table.play("0 influence 9 5 bonus 4").player(0).bonus == ()


# -- tokens ------------------------------------------------------------------------------------------------------


@rule("KB-P2b-4")
@both_editions
def test_a_token_adds_two_to_a_group(edition: str) -> None:
    table = turn(1, 1, 6, edition=edition, plus2=1)
    assert table.reach(0) == {1, 2, 6, 7, 8} | {3, 4, 8, 9, 10}
    assert table.refuse("0 influence 2 1 plus2").rule == "KB-P2b-3"
    assert table.play("0 influence 3 1 plus2").player(0).plus2 == 0


@rule("KB-P2b-4")
@both_editions
def test_a_group_takes_one_token_at_most(edition: str) -> None:
    table = turn(2, 3, 5, edition=edition, plus2=3)
    assert 14 not in table.reach(0)
    assert table.refuse("0 influence 6 2 plus2 plus2").rule == "KB-P2b-4"


@rule("KB-P2b-4")
def test_a_token_must_be_there() -> None:
    assert turn(2, 3, 5).refuse("0 influence 4 2 plus2").rule == "KB-P2b-4"


@rule("KB-P2b-13")
def test_in_the_first_edition_each_group_may_have_a_token() -> None:
    table = turn(1, 3, 6, edition="1e", plus2=3).play("0 influence 3 1 plus2", "1 pass", "2 pass")
    table.play("0 influence 5 3 plus2", "0 influence 8 6 plus2")
    assert table.player(0).plus2 == 0


@rule("KB-P2b-13")
def test_in_the_second_edition_a_player_uses_one_token_a_season() -> None:
    table = turn(1, 3, 6, plus2=3).play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert table.reach(0) == {6, 9}
    assert table.refuse("0 influence 5 3 plus2").rule == "KB-P2b-13"
    assert table.player(0).plus2 == 2


@rule("KB-P2b-13")
def test_each_player_has_a_token_of_his_own_to_use() -> None:
    table = Kingsburg(seats=3).give(0, plus2=1).give(1, plus2=1).begin(SPRING, rolls={0: (1, 1, 2), 1: (1, 1, 3)})
    table.play("0 influence 3 1 plus2")
    assert table.refuse("1 influence 3 1 plus2").rule == "KB-P2b-7"
    assert table.play("1 influence 5 3 plus2").player(1).plus2 == 0


@rule("KB-P2b-13")
def test_the_token_of_the_second_edition_is_there_again_next_season() -> None:
    table = Kingsburg(seats=3).give(0, plus2=2)
    table.begin(SPRING, rolls={0: [(1, 1, 3), (1, 1, 3)], 1: [(6, 6, 6)] * 2, 2: [(6, 6, 6)] * 2})
    table.play("0 influence 5 3 plus2").all_pass()
    assert table.state.phase == SUMMER
    assert table.play("0 influence 5 3 plus2").player(0).plus2 == 0


# -- occupied advisors -------------------------------------------------------------------------------------------


@rule("KB-P2b-7")
@both_editions
def test_an_advisor_with_dice_is_taken_whose_dice_they_may_be(edition: str) -> None:
    table = turn(3, 3, 4, edition=edition).play("0 influence 3 3")
    table.play("1 influence 6 6", "2 pass")
    assert table.refuse("0 influence 3 3").rule == "KB-P2b-7"
    assert table.reach(0) == {4, 7}
    table = turn(1, 2, 3, edition=edition).play("0 influence 6 1 2 3")
    assert table.refuse("1 influence 6 6").rule == "KB-P2b-7"


@rule("KB-P2b-7")
@both_editions
def test_neutral_dice_take_an_advisor_too(edition: str) -> None:
    table = Kingsburg(seats=2, edition=edition)
    table.begin(SPRING, rolls={0: (1, 2, 4), 1: (6, 6, 6)}, neutral=[(2, 2, 2), (1, 1)])
    assert table.refuse("0 influence 6 2 4").rule == "KB-P2b-7"
    assert table.refuse("0 influence 2 2").rule == "KB-P2b-7"
    assert table.reach(0) == {1, 3, 4, 5, 7}


# -- who must pass -----------------------------------------------------------------------------------------------


@rule("KB-P2b-8")
@both_editions
def test_without_dice_one_passes_without_being_asked(edition: str) -> None:
    table = turn(1, 2, 4, edition=edition).play("0 influence 7 1 2 4", "1 influence 6 6", "2 influence 12 6 6")
    assert passed_at_once(table)
    assert table.deciding == 1


@rule("KB-P2b-8")
@both_editions
def test_with_nowhere_to_place_a_die_one_passes_without_being_asked(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).occupy(4, 1, 4)
    table.begin(SUMMER, rolls={0: (4, 4, 4), **HIGH})
    table.play("0 influence 8 4 4", "1 pass", "2 pass")
    assert passed_at_once(table)


@rule("KB-P2b-8")
@pytest.mark.parametrize(
    ("bonus", "buildings", "tokens", "envoy", "reach"),
    [
        ((3,), (), 0, False, {7}),  # a bonus die joins the last die
        ((), (), 1, False, {6}),  # a token
        ((), ("market",), 0, False, {3, 5}),
        ((), (), 0, True, {4}),
    ],
    ids=["bonus die", "token", "Market", "envoy"],
)
def test_what_could_still_help_is_counted(
    bonus: tuple[int, ...], buildings: tuple[str, ...], tokens: int, envoy: bool, reach: set[int]
) -> None:
    table = Kingsburg(seats=3, edition="1e").occupy(4, 1, 4).occupy(12, 1, 6, 6)
    table.give(0, *buildings, extra_dice=len(bonus), plus2=tokens).envoy(0 if envoy else NOBODY)
    table.begin(SUMMER, rolls={0: ((4, 4, 4), bonus), 1: (6, 6, 6), 2: (6, 6, 6)})
    table.play("0 influence 8 4 4", "1 pass", "2 pass")
    assert not passed_at_once(table)
    assert table.reach(0) == reach


@rule("KB-P2b-9")
@both_editions
def test_the_step_ends_when_all_have_passed_and_unplaced_dice_are_lost(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(2, wood=1)
    table.begin(SUMMER, rolls={seat: [(1, 2, 3)] * 2 for seat in range(3)})
    table.play("0 pass", "1 pass")
    assert table.verbs() == {"influence", "pass"}
    table.play("2 pass")
    assert table.verbs() == {"build", "pass"}
    assert [player.dice for player in table.state.players] == [(), (), ()]
    table.play("2 pass")
    assert [len(event.dice) for event in table.heard(DiceRolled)[-3:]] == [3, 3, 3]


@rule("KB-P2b-9")
def test_one_may_go_on_alone_while_dice_are_left() -> None:
    table = turn(1, 2, 4).play("0 influence 1 1", "1 pass", "2 pass", "0 influence 2 2", "0 influence 4 4")
    assert len(table.heard(Passed)) == 3


# -- combinations and limits -------------------------------------------------------------------------------------


@rule("KB-P2b-10")
@both_editions
def test_token_market_and_envoy_may_be_combined(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0).give(0, "market", plus2=1).occupy(9, 1, 4, 5)
    table.begin(SUMMER, rolls={0: (6, 6, 6), 1: (6, 6, 6), 2: (6, 6, 6)})
    table.play("0 influence 9 6 plus2 market envoy")
    assert table.view()["court"]["9"] == [[1, 4, 5], [0, 6, "plus2", "market", "envoy"]]
    assert (table.player(0).plus2, table.view()["envoy"]) == (0, None)
    assert table.play("1 pass", "2 pass").refuse("0 influence 7 6 market").rule == "KB-TIME-5"


@rule("KB-P2b-11")
@both_editions
def test_there_are_ranks_one_to_eighteen(edition: str) -> None:
    table = turn(1, 6, 6, edition=edition)
    assert table.refuse("0 influence 0 1").rule == "KB-P2b-11"
    assert table.refuse("0 influence 19 1 6 6").rule == "KB-P2b-11"


@rule("KB-P2b-11")
@pytest.mark.parametrize(("bonus", "reached"), [((1,), True), ((2,), False)])
def test_a_total_above_eighteen_needs_the_market_to_come_down_to_it(bonus: tuple[int, ...], reached: bool) -> None:
    group = f"6 6 6 bonus {bonus[0]}"
    table = turn_with_bonus((6, 6, 6), bonus)
    assert table.refuse(f"0 influence 18 {group}").rule == "KB-P2b-3"
    assert table.refuse(f"0 influence {18 + bonus[0]} {group}").rule == "KB-P2b-11"
    table = turn_with_bonus((6, 6, 6), bonus, "market")
    assert (f"influence 18 {group} market" in table.options(0)) == reached
    assert [option for option in table.options(0) if group in option] == (
        [f"influence 18 {group} market"] if reached else []
    )
    assert table.refuse(f"0 influence 19 {group} market").rule == "KB-P2b-11"


@rule("KB-P2b-11")
def test_a_total_of_eighteen_and_one_with_the_market() -> None:
    table = turn(6, 6, 6, buildings=("market",)).play("1 pass")
    assert table.reach(0) == {6, 12, 18} | {5, 7, 11, 13, 17}
    assert table.refuse("0 influence 19 6 6 6 market").rule == "KB-P2b-11"
    table = turn(1, 6, 6, buildings=("market",))
    assert {"influence 1 1", "influence 2 1 market"} <= set(table.options(0))
    assert table.refuse("0 influence 0 1 market").rule == "KB-P2b-11"
    assert min(table.reach(0)) == 1


# -- the envoy at court ------------------------------------------------------------------------------------------


@rule("KB-P5-3")
@both_editions
def test_the_envoy_may_be_used_in_the_next_three_seasons(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "inn").give(2, "inn")
    spring: Roll = ((1, 1, 1), (2,)) if edition == "1e" else (1, 1, 1)  # with the King's Favor, which 2e may leave
    table.begin(5, die=6, rolls={1: [(1, 1, 1), spring, (1, 1, 1)], 0: [(6, 6, 6)] * 3, 2: [(6, 6, 6)] * 3})
    usable = []
    for _ in range(3):
        table.until("influence").play("1 influence 1 1", "0 pass", "2 pass")
        usable.append((table.state.phase, "influence 1 1 envoy" in table.options(1)))
        table.play("1 pass")
    assert usable == [(AUTUMN, True), (SPRING, True), (SUMMER, True)]


@rule("KB-P5-3")
@both_editions
def test_after_that_it_is_gone_unless_it_is_given_anew(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0).occupy(1, 1, 1)
    table.begin(5, year=2, rolls={0: (1, 1, 2), **HIGH})
    assert table.refuse("0 influence 1 1 envoy").rule == "KB-P5-3"


@rule("KB-P5-3")
def test_only_the_holder_may_use_the_envoy() -> None:
    table = turn(1, 1, 2, envoy=1, taken=(1,))
    assert table.refuse("0 influence 1 1 envoy").rule == "KB-P5-3"
    assert not [option for option in table.options(0) if "envoy" in option]


@rule("KB-P5-3")
def test_in_year_five_there_is_only_autumn_left_for_it() -> None:
    table = Kingsburg(seats=3).give(0, "inn").give(2, "inn").begin(5, year=5)
    assert (table.state.phase, table.view()["envoy"]) == (AUTUMN, 1)
    assert table.all_pass().state.over


@rule("KB-P5-4")
@both_editions
def test_the_envoy_joins_foreign_dice_and_the_advisor_helps_both(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0).occupy(3, 1, 3)
    table.begin(SUMMER, rolls={0: (3, 5, 6), **HIGH}, alone=True).play("0 influence 3 3 envoy").all_pass().idle()
    assert [table.goods(seat) for seat in range(3)] == ["1w", "1w", ""]


@rule("KB-P5-4")
@both_editions
def test_the_envoy_joins_own_dice_and_the_advisor_helps_twice(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0)
    table.begin(SUMMER, rolls={0: (3, 3, 6), **HIGH}, alone=True)
    table.play("0 influence 3 3", "1 pass", "2 pass", "0 influence 3 3 envoy").all_pass().idle()
    assert table.goods(0) == "2w"


@rule("KB-P5-4")
@both_editions
def test_the_envoy_joins_neutral_dice_and_the_advisor_helps_the_player(edition: str) -> None:
    table = Kingsburg(seats=2, edition=edition).envoy(0)
    table.begin(SUMMER, rolls={0: (1, 2, 5), 1: (6, 6, 6)}, neutral=[(2, 3, 3), (1, 2)], alone=True)
    table.play("0 influence 8 1 2 5 envoy").all_pass().idle()
    assert [table.goods(seat) for seat in range(2)] == ["2g", ""]


@rule("KB-P5-4")
def test_the_usual_rules_hold_for_the_envoy() -> None:
    table = turn(2, 3, 6, envoy=0, taken=(4,))
    assert table.refuse("0 influence 4 3 envoy").rule == "KB-P2b-3"
    assert table.refuse("0 influence 4 2 plus2 envoy").rule == "KB-P2b-4"


@rule("KB-P5-5")
@both_editions
def test_the_envoy_replaces_no_dice(edition: str) -> None:
    table = turn(1, 2, 3, edition=edition, envoy=0, taken=(1,))
    assert table.refuse("0 influence 1 envoy").rule == "KB-P2b-5"
    table.play("0 influence 6 1 2 3", "1 pass", "2 influence 12 6 6")
    assert passed_at_once(table)
    assert table.view()["envoy"] == 0


@rule("KB-P5-7")
@both_editions
def test_after_its_use_at_court_the_envoy_returns_at_once(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).envoy(0).occupy(1, 1, 1).occupy(2, 1, 2).give(0, gold=4, wood=4)
    table.begin(SUMMER, rolls={0: (1, 2, 4), **HIGH}, alone=True).play("0 influence 1 1 envoy")
    assert [(event.seat, event.used) for event in table.heard(EnvoyReturned)] == [(0, True)]
    assert table.view()["envoy"] is None
    assert table.play("1 pass", "2 pass").refuse("0 influence 2 2 envoy").rule == "KB-P5-3"
    table.all_pass().play("0 build inn")
    assert table.state.over  # and no second building either


@rule("KB-P5-7")
def test_a_used_envoy_is_not_there_in_the_next_season() -> None:
    table = Kingsburg(seats=3).envoy(0).occupy(1, 1, 1)
    table.begin(SPRING, rolls={0: [(1, 1, 4), (1, 1, 4)], 1: [(6, 6, 6)] * 2, 2: [(6, 6, 6)] * 2})
    table.play("0 influence 1 1 envoy").all_pass()
    table.play("0 influence 1 1", "1 pass", "2 pass")
    assert table.state.phase == SUMMER
    assert table.refuse("0 influence 1 1 envoy").rule == "KB-P5-3"


@rule("KB-P5-7")
def test_an_ordinary_placement_does_not_spend_the_envoy() -> None:
    table = turn(1, 2, 4, envoy=0).play("0 influence 1 1")
    assert table.view()["envoy"] == 0


@rule("KB-P5-9")
@both_editions
def test_a_free_advisor_needs_no_envoy(edition: str) -> None:
    table = turn(1, 2, 4, edition=edition, envoy=0)
    assert table.refuse("0 influence 1 1 envoy").rule == "KB-P5-9"
    assert not [option for option in table.options(0) if "envoy" in option]


@rule("KB-P5-9")
@both_editions
def test_no_third_group_joins_an_advisor(edition: str) -> None:
    table = turn(1, 1, 1, edition=edition, envoy=0, taken=(1,))
    table.play("0 influence 1 1 envoy", "1 pass", "2 pass")
    assert len(table.view()["court"]["1"]) == 2
    assert table.refuse("0 influence 1 1").rule == "KB-P2b-7"
    assert table.reach(0) == {2}
