"""Philosopher, Priest, Prince, Heiress, Fairy, Trickster."""

from pathlib import Path

import pytest

from kronrat.bots import Greedy, Turn
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.notation import choice_text
from kronrat.games.kingsburg.rules.events import BonusDieGained, CardUsed, DiceRolled, OrderSet, TokenGained
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll
from tests.games.kingsburg.governors.arrange import (
    HIGH,
    SEASONS,
    YEARS,
    corrected,
    faces,
    governed,
    offered,
    rest,
    rolled,
)
from tests.marks import rule


def order(table: Kingsburg) -> tuple[int, ...]:
    """The turn order of this season, once it is set."""
    (event,) = table.heard(OrderSet)
    return event.order


# -- Philosopher ---------------------------------------------------------------------------------------------------


def thoughts(*rolls: Roll, standing: str = "", bonus: int = 0, data: Path | None = None) -> Kingsburg:
    """A Philosopher with these buildings rolls this, and with each reroll that."""
    return rolled(governed("philosopher", data=data).give(0, *standing.split()), *rolls, bonus=bonus)


def wisdom(table: Kingsburg) -> list[int]:
    return table.vp_from(0, "governor.philosopher")


@rule("KB2-GOV-PHILOSOPHER-1")
@pytest.mark.parametrize(
    ("dice", "usable"),
    [((1, 1, 1), True), ((2, 3, 4), True), ((1, 3, 6), True), ((2, 3, 6), False), ((4, 5, 6), False)],
)
def test_philosopher_needs_a_total_of_ten_or_less(dice: Roll, usable: bool) -> None:
    table = thoughts(dice)
    assert ("use philosopher" in table.options()) is usable


@rule("KB2-GOV-PHILOSOPHER-1")
def test_philosopher_counts_and_rerolls_bonus_dice_too() -> None:
    assert "use" not in thoughts(((2, 2, 3), (4,)), bonus=1).verbs()
    table = thoughts(((2, 2, 3), (3,)), ((4, 5, 6), (1,)), bonus=1)
    assert table.options() == ["done", "use philosopher"]
    assert faces(table.play("0 use philosopher")) == ((4, 5, 6), (1,))


@rule("KB2-GOV-PHILOSOPHER-1")
def test_the_reroll_of_the_philosopher_counts_for_turn_order() -> None:
    table = governed("philosopher").begin(SPRING, rolls={0: [(1, 1, 1), (5, 5, 6)], 1: (5, 5, 5), 2: (6, 6, 6)})
    assert order(table.play("0 use philosopher")) == (1, 0, 2)


@rule("KB2-GOV-PHILOSOPHER-1")
def test_philosopher_rerolls_once_per_season() -> None:
    table = thoughts((1, 1, 2), (1, 1, 1), standing="chapel").play("0 use philosopher")
    assert table.options() == ["done", "use statue die", "use chapel"]
    assert table.refuse("0 use philosopher").rule == "KB-TIME-5"
    table = thoughts((1, 1, 2), (1, 1, 2)).play("0 use philosopher")
    assert table.verbs() == {"influence", "pass"}


@rule("KB2-GOV-PHILOSOPHER-1", "KB2-GOV-PHILOSOPHER-2")
def test_philosopher_serves_again_every_season() -> None:
    table = governed("philosopher").begin(SPRING, rolls={0: [(1, 2, 3)] * 6})
    for phase in SEASONS:
        assert table.state.phase == phase
        table.play("0 use philosopher").all_pass()
    assert wisdom(table) == [1, 1, 1]


@rule("KB2-GOV-PHILOSOPHER-1", "KB2-GOV-PHILOSOPHER-2")
def test_philosopher_may_be_left_alone_and_then_there_is_no_point() -> None:
    table = thoughts((1, 2, 3)).play("0 done")
    assert faces(table) == ((1, 2, 3), ())
    assert (table.verbs(), wisdom(table)) == ({"influence", "pass"}, [])


@rule("KB2-GOV-PHILOSOPHER-2")
@pytest.mark.parametrize(("dice", "points"), [((1, 1, 1), [1]), ((1, 4, 5), [1]), ((1, 4, 6), []), ((6, 6, 6), [])])
def test_the_point_of_the_philosopher_needs_ten_or_less_again(dice: Roll, points: list[int]) -> None:
    table = thoughts((2, 3, 4), dice).play("0 use philosopher")
    assert (wisdom(table), table.vp(0)) == (points, sum(points))


@rule("KB2-GOV-PHILOSOPHER-2")
@pytest.mark.parametrize(("bonus", "points"), [(1, [1]), (2, [])])
def test_the_point_of_the_philosopher_counts_bonus_dice(bonus: int, points: list[int]) -> None:
    table = thoughts(((1, 1, 1), (1,)), ((2, 3, 4), (bonus,)), bonus=1).play("0 use philosopher")
    assert wisdom(table) == points


@rule("KB2-GOV-PHILOSOPHER-2")
def test_a_chapel_used_afterwards_costs_the_point() -> None:
    table = thoughts((2, 3, 4), (1, 2, 3), (1, 1, 4), standing="chapel").play("0 use philosopher")
    assert (table.options(), wisdom(table)) == (["done", "use chapel"], [])  # the window is still open
    assert wisdom(table.play("0 use chapel")) == []
    table = thoughts((2, 3, 4), (1, 2, 3), standing="chapel").play("0 use philosopher", "0 done")
    assert wisdom(table) == [1]


@rule("KB2-GOV-PHILOSOPHER-2")
def test_a_statue_used_afterwards_costs_the_point() -> None:
    table = thoughts((2, 3, 4), (3, 3, 3), (1,), standing="statue").play("0 use philosopher")
    assert wisdom(table.play("0 use statue die")) == []
    table = thoughts((2, 3, 4), (3, 3, 3), standing="statue").play("0 use philosopher", "0 done")
    assert wisdom(table) == [1]


@rule("KB2-GOV-PHILOSOPHER-2", "KB2-GOV-PHILOSOPHER-1", "KB2-EX-2")
def test_chapel_and_statue_used_before_do_no_harm() -> None:
    table = thoughts((1, 2, 3), (2, 3, 3), (1, 2, 4), standing="chapel").play("0 use chapel", "0 use philosopher")
    assert (faces(table)[0], wisdom(table)) == ((1, 2, 4), [1])
    table = thoughts((3, 3, 3), (1,), (1, 3, 4), standing="statue").play("0 use statue die", "0 use philosopher")
    assert (faces(table)[0], wisdom(table)) == ((1, 3, 4), [1])
    table = thoughts((2, 2, 2), (2,), (1, 2, 4), (2, 3, 4), standing="chapel")
    table.play("0 use statue die", "0 use philosopher", "0 use chapel")
    assert wisdom(table) == []


@rule("KB2-GOV-PHILOSOPHER-2")
def test_the_point_comes_when_all_rerolls_are_over() -> None:
    table = governed("philosopher").give(1, "chapel")
    table.begin(SPRING, rolls={0: [(1, 2, 3), (1, 2, 3)], 1: [(1, 1, 1), (1, 1, 2)], 2: (6, 6, 6)})
    table.play("0 use philosopher")
    assert (table.deciding, wisdom(table)) == (1, [])
    assert wisdom(table.play("1 use chapel")) == [1]  # the reroll of another player does no harm
    assert table.vp(1) == 0


@rule("KB2-GOV-PHILOSOPHER-1", "KB2-GOV-PHILOSOPHER-2")
def test_totals_and_point_stand_on_the_card_of_the_philosopher(tmp_path: Path) -> None:
    data = corrected(tmp_path, "philosopher", "threshold = 12\nvp_threshold = 5\nvp = 2")
    assert "use" not in thoughts((3, 4, 6), data=data).verbs()
    assert wisdom(thoughts((3, 4, 5), (1, 1, 4), data=data).play("0 use philosopher")) == []
    assert wisdom(thoughts((3, 4, 5), (1, 1, 3), data=data).play("0 use philosopher")) == [2]


# -- Priest --------------------------------------------------------------------------------------------------------


def dice_held(table: Kingsburg) -> list[int]:
    return [table.player(seat).extra_dice for seat in range(table.state.seats)]


def points(table: Kingsburg) -> list[int]:
    return [table.vp(seat) for seat in range(table.state.seats)]


@rule("KB2-GOV-PRIEST-2")
def test_the_blessing_gives_everybody_a_bonus_die() -> None:
    table = governed("priest", seats=4).begin(SPRING, alone=True)
    assert (table.deciding, table.options()) == (0, ["done", "use priest"])
    table.play("0 use priest")
    assert (dice_held(table), points(table)) == ([1, 1, 1, 1], [0, 0, 0, 0])
    assert [event.seat for event in table.heard(BonusDieGained)] == [0, 1, 2, 3]


@rule("KB2-GOV-PRIEST-2", "KB2-EX-11")
def test_who_holds_a_bonus_die_gets_a_point_instead() -> None:
    table = governed("priest").give(0, "farms").give(2, extra_dice=1)
    table.begin(SPRING, alone=True).play("0 use priest")
    assert (dice_held(table), points(table)) == ([1, 1, 1], [1, 0, 1])
    assert table.vp_from(2, "governor.priest") == [1]


@rule("KB2-GOV-PRIEST-2")
def test_two_bonus_dice_are_worth_no_more_than_one() -> None:
    table = governed("priest").give(1, "farms", extra_dice=1).begin(SPRING, alone=True).play("0 use priest")
    assert (dice_held(table), points(table)) == ([1, 2, 1], [0, 1, 0])


@rule("KB2-GOV-PRIEST-2")
def test_the_die_of_the_king_counts_in_spring_only() -> None:
    table = governed("priest").give(1, "inn").give(2, "inn").begin(1).play("0 use priest")
    assert (dice_held(table), points(table)) == ([1, 1, 1], [1, 0, 0])
    rest(table, SUMMER).play("0 use priest")
    assert (dice_held(table), table.vp_from(0, "governor.priest")) == ([1, 1, 1], [1])


@rule("KB2-GOV-PRIEST-2")
def test_the_blessing_may_be_left_out() -> None:
    table = governed("priest").give(1, "farms").begin(SPRING, alone=True).play("0 done")
    assert (dice_held(table), points(table)) == ([0, 1, 0], [0, 0, 0])


@rule("KB2-GOV-PRIEST-2")
@pytest.mark.parametrize("phase", SEASONS)
def test_the_blessing_comes_once_per_season(phase: int) -> None:
    table = governed("priest").begin(phase, alone=True).play("0 use priest")
    assert table.verbs() == {"bonus"}  # nothing more to use
    table.idle()
    assert len(table.heard(CardUsed)) == 1
    assert len(table.heard(BonusDieGained)) == 3


@rule("KB2-GOV-PRIEST-2")
def test_the_blessing_comes_again_every_season() -> None:
    table = governed("priest").begin(SPRING)
    for phase in SEASONS:
        assert (table.state.phase, table.deciding) == (phase, 0)
        table.play("0 use priest")
        if phase != AUTUMN:
            rest(table, phase + 2)
    assert len(table.heard(BonusDieGained)) == 9


@rule("KB2-GOV-PRIEST-1")
@pytest.mark.parametrize("seats", [(0, 1, 2), (2, 1, 0)])
def test_the_blessing_comes_after_all_other_bonus_dice(seats: tuple[int, int, int]) -> None:
    table = governed("priest", "fairy").give(2, "farms").order(*seats).begin(SUMMER, alone=True)
    assert (table.deciding, dice_held(table)) == (0, [0, 1, 1])
    table.play("0 use priest")
    assert (dice_held(table), points(table)) == ([1, 1, 1], [0, 1, 1])


@rule("KB2-GOV-PRIEST-1")
def test_the_blessing_comes_before_anybody_rolls_or_leaves_out_dice() -> None:
    table = governed("priest").give(1, "farms").order(1, 0, 2).begin(SPRING, alone=True)
    assert (table.deciding, table.verbs(), table.heard(DiceRolled)) == (0, {"use", "done"}, [])
    table.play("0 use priest")
    assert (table.deciding, table.options(), table.heard(DiceRolled)) == (1, ["bonus 1", "bonus 0"], [])
    table.play("1 bonus 0", "0 bonus 1", "2 bonus 1")
    assert points(table) == [0, 1, 0]


@rule("KB2-GOV-PRIEST-2", "KB2-MOD2-9")
def test_blessed_dice_are_ordinary_bonus_dice() -> None:
    table = governed("priest")
    table.begin(SPRING, rolls={0: ((1, 1, 1), (6,)), 1: (2, 3, 3), 2: ((5, 5, 6), (6,))}).play("0 use priest")
    assert table.play("0 bonus 1", "1 bonus 0", "2 bonus 1").state.order == (1, 0, 2)  # totals 8, 9, 22
    assert table.play("1 pass").refuse("0 influence 6 bonus 6").rule == "KB-P2b-5"
    table.play("0 influence 7 1 bonus 6")
    rest(table, SUMMER)
    assert dice_held(table) == [0, 0, 0]


@rule("KB2-GOV-PRIEST-2")
def test_the_numbers_stand_on_the_card_of_the_priest(tmp_path: Path) -> None:
    table = governed("priest", data=corrected(tmp_path, "priest", "bonus_dice = 2\nvp = 3"))
    table.give(1, "farms").begin(SPRING, alone=True).play("0 use priest")
    assert (dice_held(table), points(table)) == ([2, 1, 2], [0, 3, 0])


@rule("KB2-OPT-2", "KB-TIME-3")
@pytest.mark.parametrize(("roll", "blesses"), [((1, 1, 6), True), ((1, 2, 6), False)])
def test_with_the_total_priest_blesses_after_a_low_roll_only(roll: Roll, blesses: bool) -> None:
    table = Kingsburg(3, modules="governors", priest="total").governor(0, "priest")
    table.begin(SPRING, rolls={0: [roll, ((), (3,))], **HIGH}, alone=True)
    assert len(table.heard(DiceRolled)) == 3  # all have rolled before anybody is asked
    assert ("use priest" in table.options()) is blesses


@rule("KB2-OPT-2", "KB2-GOV-PRIEST-2")
def test_with_the_total_the_dice_of_the_blessing_are_rolled_at_once() -> None:
    table = Kingsburg(3, modules="governors", priest="total").governor(0, "priest").give(1, extra_dice=1)
    blessed: Roll = ((), (6,))
    rolls: dict[int, Roll | list[Roll]] = {0: [(1, 1, 6), blessed], 1: ((1, 1, 1), (5,)), 2: [(4, 4, 5), blessed]}
    table.begin(SPRING, rolls=rolls, alone=True).play("1 bonus 1", "0 use priest", "0 bonus 1", "2 bonus 1")
    assert [table.player(seat).bonus for seat in range(3)] == [(6,), (5,), (6,)]
    assert [table.vp(seat) for seat in range(3)] == [0, 1, 0]
    assert table.state.order == (1, 0, 2)  # 8, 14 and 19


@rule("KB2-OPT-2", "KB2-GOV-PRIEST-1")
def test_by_default_priest_blesses_before_the_roll_only() -> None:
    table = governed("priest").begin(SPRING, rolls={0: (1, 1, 1), **HIGH}, alone=True)
    assert (table.options(), table.heard(DiceRolled)) == (["done", "use priest"], [])
    assert "use priest" not in table.play("0 done").options()


@rule("KB2-OPT-2")
def test_a_die_that_was_left_unrolled_does_not_count_for_the_blessing() -> None:
    table = Kingsburg(3, modules="governors", priest="total").governor(0, "priest").give(0, extra_dice=1)
    table.begin(SPRING, rolls={0: [(1, 1, 1), ((), (2,))], **HIGH}, alone=True).play("0 bonus 0", "0 use priest")
    table.play("0 bonus 1", "1 bonus 0", "2 bonus 0")
    assert (table.player(0).bonus, table.vp(0)) == ((2,), 0)


@rule("KB2-OPT-2", "KB2-MOD2-9")
def test_with_the_total_the_die_of_the_blessing_may_be_left_unrolled() -> None:
    table = Kingsburg(3, modules="governors", priest="total").governor(0, "priest")
    rolls: dict[int, Roll | list[Roll]] = {0: (1, 1, 6), 1: (2, 2, 5), 2: [(4, 4, 5), ((), (6,))]}
    table.begin(SPRING, rolls=rolls, alone=True).play("0 use priest")
    assert [table.deciding, *table.options()] == [0, "bonus 1", "bonus 0"]
    table.play("0 bonus 0", "1 bonus 0")
    assert len(table.heard(DiceRolled)) == 3  # everybody chooses before the new dice are rolled
    table.play("2 bonus 1")
    assert [table.player(seat).bonus for seat in range(3)] == [(), (), (6,)]
    assert [table.player(seat).extra_dice for seat in range(3)] == [0, 0, 1]
    assert table.state.order == (0, 1, 2)  # 8, 9 and 19


@rule("KB2-OPT-2", "KB2-GOV-PRIEST-2")
def test_bots_want_the_die_of_a_blessing_after_the_roll() -> None:
    table = Kingsburg(3, modules="governors", priest="total").governor(0, "priest")
    table.begin(SPRING, rolls={0: (1, 1, 6), **HIGH}, alone=True)
    for answer in ("use priest", "bonus 1"):
        assert {greedily(table, seed) for seed in "abcdef"} == {answer}
        table.play(f"0 {answer}")


def greedily(table: Kingsburg, seed: str) -> str:
    return choice_text(Greedy().decide(Turn(table.state, table.deciding, Dice(seed_of_text(seed)))))


# -- Prince --------------------------------------------------------------------------------------------------------


def princely(*rolls: Roll, standing: str = "", bonus: int = 0, data: Path | None = None) -> Kingsburg:
    """A Prince with these buildings rolls this, and with each reroll that."""
    return rolled(governed("prince", data=data).give(0, *standing.split()), *rolls, bonus=bonus)


@rule("KB2-GOV-PRINCE-2")
@pytest.mark.parametrize(
    ("dice", "usable"), [((1, 1, 1), True), ((1, 2, 5), True), ((2, 3, 4), False), ((1, 2, 6), False)]
)
def test_prince_needs_a_total_of_eight_or_less(dice: Roll, usable: bool) -> None:
    table = princely(dice)
    assert (table.options() == ["done", "use prince"]) is usable
    if usable:
        assert faces(table.play("0 use prince")) == ((3, 4, 6), ())


@rule("KB2-GOV-PRINCE-1", "KB2-EX-1")
def test_prince_counts_bonus_dice_but_changes_player_dice_only() -> None:
    assert "use" not in princely(((1, 2, 2), (4,)), bonus=1).verbs()
    table = princely(((1, 2, 2), (3,)), bonus=1).play("0 use prince")
    assert faces(table) == ((3, 4, 6), (3,))
    assert [event.totals for event in table.heard(OrderSet)] == [(16, 17, 18)]


@rule("KB2-GOV-PRINCE-1")
def test_prince_does_not_count_bonus_dice_that_were_left_out() -> None:
    table = governed("prince").give(0, extra_dice=1).begin(SPRING, rolls={0: (2, 3, 3), **HIGH})
    assert table.play("0 bonus 0").options() == ["done", "use prince"]


@rule("KB2-GOV-PRINCE-2")
def test_the_faces_of_the_prince_count_for_turn_order_and_influence() -> None:
    table = governed("prince").begin(SPRING, rolls={0: (1, 1, 1), 1: (4, 4, 4), 2: (4, 4, 6)}, alone=True)
    table.play("0 use prince")
    assert order(table) == (1, 0, 2)  # totals 12, 13, 14
    table.play("1 pass")
    assert table.reach(0) == {3, 4, 6, 7, 9, 10, 13}


@rule("KB2-GOV-PRINCE-2")
def test_prince_is_used_once_per_season(tmp_path: Path) -> None:
    data = corrected(tmp_path, "prince", "dice = [1, 1, 1]")  # still low
    table = princely((1, 2, 2), data=data).play("0 use prince")
    assert (faces(table), table.verbs()) == (((1, 1, 1), ()), {"influence", "pass"})
    assert len(table.heard(CardUsed)) == 1


@rule("KB2-GOV-PRINCE-2")
def test_prince_serves_again_every_season() -> None:
    table = governed("prince").begin(SPRING, rolls={0: [(1, 2, 3)] * 3})
    for phase in SEASONS:
        assert table.state.phase == phase
        table.play("0 use prince").all_pass()
    assert len(table.heard(CardUsed)) == 3


@rule("KB2-GOV-PRINCE-2")
def test_prince_may_be_left_alone() -> None:
    table = princely((1, 2, 3)).play("0 done")
    assert (faces(table), table.verbs()) == (((1, 2, 3), ()), {"influence", "pass"})


@rule("KB2-GOV-PRINCE-2", "KB-TIME-3")
def test_prince_comes_after_the_own_rerolls_and_no_reroll_follows() -> None:
    table = princely((1, 1, 1), (1, 2, 2), standing="chapel")
    assert table.options() == ["done", "use statue die", "use chapel"]
    assert table.refuse("0 use prince").rule == "KB-TIME-9"
    table.play("0 use chapel")
    assert table.options() == ["done", "use prince"]
    assert table.refuse("0 use statue die").rule == "KB-TIME-9"
    assert table.play("0 use prince").verbs() == {"influence", "pass"}
    table = princely((1, 1, 1), (3, 3, 3), standing="chapel").play("0 use chapel", "0 done")
    assert table.verbs() == {"influence", "pass"}  # now the total is 9


@rule("KB2-GOV-PRINCE-2", "KB-TIME-3")
def test_prince_comes_after_the_rerolls_of_all_players() -> None:
    table = governed("prince").give(1, "chapel")
    table.begin(SPRING, rolls={0: (1, 2, 3), 1: [(1, 1, 2), (4, 5, 6)], 2: (6, 6, 6)})
    assert (table.deciding, table.options()) == (1, ["done", "use chapel"])
    table.play("1 use chapel")
    assert (table.deciding, table.options()) == (0, ["done", "use prince"])


@rule("KB2-GOV-PRINCE-2")
def test_prince_serves_his_owner_only() -> None:
    table = governed("prince").begin(SPRING, rolls={0: (6, 6, 6), 1: (1, 1, 1), 2: (1, 1, 2)})
    assert table.verbs() == {"influence", "pass"}


@rule("KB2-GOV-PRINCE-1", "KB2-GOV-PRINCE-2")
def test_total_and_faces_stand_on_the_card_of_the_prince(tmp_path: Path) -> None:
    data = corrected(tmp_path, "prince", "threshold = 9\ndice = [6, 5, 2]")
    assert "use" not in princely((1, 4, 5), data=data).verbs()
    assert faces(princely((1, 3, 5), data=data).play("0 use prince")) == ((2, 5, 6), ())


# -- Heiress -------------------------------------------------------------------------------------------------------


def heritage(*rolls: Roll, standing: str = "", bonus: int = 0, data: Path | None = None) -> Kingsburg:
    """An Heiress with these buildings rolls this, and with each reroll that."""
    return rolled(governed("heiress", data=data).give(0, *standing.split()), *rolls, bonus=bonus)


@rule("KB2-GOV-HEIRESS-1")
@pytest.mark.parametrize(("dice", "tokens"), [((1, 1, 1), 2), ((2, 3, 3), 2), ((2, 3, 4), 0), ((6, 6, 6), 0)])
def test_heiress_gains_two_tokens_for_eight_or_less(dice: Roll, tokens: int) -> None:
    table = heritage(dice)
    assert table.verbs() == {"influence", "pass"}  # nobody was asked
    assert [table.player(seat).plus2 for seat in range(3)] == [tokens, 0, 0]


@rule("KB2-GOV-HEIRESS-1")
@pytest.mark.parametrize(("bonus", "tokens"), [(2, 2), (3, 0)])
def test_heiress_counts_bonus_dice(bonus: int, tokens: int) -> None:
    assert heritage(((1, 2, 3), (bonus,)), bonus=1).player(0).plus2 == tokens


@rule("KB2-GOV-HEIRESS-1", "KB-TIME-3")
def test_heiress_looks_at_the_dice_after_the_own_rerolls() -> None:
    table = heritage((1, 2, 3), (4, 5, 6), standing="chapel")
    assert table.player(0).plus2 == 0
    assert table.play("0 use chapel").player(0).plus2 == 0
    table = heritage((3, 3, 3), (1,), standing="statue").play("0 use statue die")
    assert table.player(0).plus2 == 2


@rule("KB2-GOV-HEIRESS-1", "KB-TIME-3")
def test_heiress_waits_for_the_rerolls_of_all_players() -> None:
    table = governed("heiress").give(1, "chapel").begin(SPRING, rolls={0: (1, 2, 3), 1: (1, 1, 2), 2: (6, 6, 6)})
    assert (table.deciding, table.player(0).plus2) == (1, 0)
    assert table.play("1 done").player(0).plus2 == 2


@rule("KB2-GOV-HEIRESS-1")
def test_heiress_gains_once_per_season_and_every_season() -> None:
    table = governed("heiress").begin(SPRING, rolls={0: [(1, 2, 3), (1, 1, 3), (2, 2, 4)]})
    for count, phase in enumerate(SEASONS, start=1):
        assert (table.state.phase, table.player(0).plus2) == (phase, 2 * count)
        table.all_pass()
    assert [event.plus2 for event in table.heard(TokenGained)] == [2, 2, 2]


@rule("KB2-GOV-HEIRESS-1", "KB2-MOD2-9")
def test_a_token_of_the_heiress_is_usable_at_once_but_only_one() -> None:
    table = heritage((1, 2, 3)).play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert table.refuse("0 influence 4 2 plus2").rule == "KB-P2b-13"
    assert table.all_pass().player(0).plus2 == 1


@rule("KB2-GOV-HEIRESS-1")
def test_total_and_tokens_stand_on_the_card_of_the_heiress(tmp_path: Path) -> None:
    data = corrected(tmp_path, "heiress", "threshold = 11\nplus2 = 3")
    assert heritage((3, 4, 4), data=data).player(0).plus2 == 3
    assert heritage((3, 4, 5), data=data).player(0).plus2 == 0


# -- Fairy ---------------------------------------------------------------------------------------------------------


@rule("KB2-GOV-FAIRY-1")
@pytest.mark.parametrize(("phase", "dice"), [(SPRING, 0), (SUMMER, 1), (AUTUMN, 0)])
def test_fairy_gives_a_bonus_die_in_summer(phase: int, dice: int) -> None:
    table = governed("fairy").begin(phase, alone=True)
    assert dice_held(table) == [dice, 0, 0]
    assert ("bonus" in table.verbs()) is (dice == 1)


@rule("KB2-GOV-FAIRY-1")
def test_the_die_of_the_fairy_comes_before_the_roll_and_is_an_ordinary_one() -> None:
    table = governed("fairy").begin(SUMMER, rolls={0: ((1, 2, 3), (6,)), 1: (3, 4, 4), 2: (6, 6, 6)}, alone=True)
    assert (table.deciding, table.options(), table.heard(DiceRolled)) == (0, ["bonus 1", "bonus 0"], [])
    table.play("0 bonus 1")
    assert (faces(table), order(table)) == (((1, 2, 3), (6,)), (1, 0, 2))  # totals 11, 12, 18
    assert table.play("1 pass").refuse("0 influence 6 bonus 6").rule == "KB-P2b-5"
    assert "influence 7 1 bonus 6" in table.options()


@rule("KB2-GOV-FAIRY-1")
def test_the_die_of_the_fairy_may_be_left_out() -> None:
    table = governed("fairy").begin(SUMMER, rolls={0: (1, 2, 3), **HIGH}, alone=True).play("0 bonus 0")
    assert faces(table) == ((1, 2, 3), ())


@rule("KB2-GOV-FAIRY-1")
def test_the_die_of_the_fairy_comes_once_per_year_and_goes_back_after_summer() -> None:
    table = rest(governed("fairy").begin(SPRING), AUTUMN)
    assert dice_held(table) == [0, 0, 0]
    rest(table, SPRING)
    assert [event.source for event in table.heard(BonusDieGained) if event.seat == 0].count("governor.fairy") == 1


@rule("KB2-GOV-FAIRY-1")
@pytest.mark.parametrize("year", YEARS)
def test_the_fairy_comes_every_year(year: int) -> None:
    assert dice_held(governed("fairy").begin(SUMMER, year=year, alone=True)) == [1, 0, 0]


@rule("KB2-GOV-FAIRY-1")
def test_fairy_and_farms_give_a_die_each() -> None:
    assert dice_held(governed("fairy").give(0, "farms").begin(SUMMER, alone=True)) == [2, 0, 0]


@rule("KB2-GOV-FAIRY-1")
def test_the_number_of_dice_stands_on_the_card_of_the_fairy(tmp_path: Path) -> None:
    table = governed("fairy", data=corrected(tmp_path, "fairy", "bonus_dice = 3"))
    assert dice_held(table.begin(SUMMER, alone=True)) == [3, 0, 0]


# -- Trickster -----------------------------------------------------------------------------------------------------


def tricks(*rolls: Roll, standing: str = "", bonus: int = 0, data: Path | None = None) -> Kingsburg:
    """A Trickster with these buildings rolls this, and with each reroll that."""
    return rolled(governed("trickster", data=data).give(0, *standing.split()), *rolls, bonus=bonus)


def turns(table: Kingsburg) -> set[str]:
    return {option.removeprefix("use trickster ") for option in offered(table, "trickster")}


@rule("KB2-GOV-TRICKSTER-1")
@pytest.mark.parametrize(("turn", "dice"), [("1", (1, 1, 5)), ("3", (1, 3, 5))])
def test_trickster_turns_a_two_to_one_or_three(turn: str, dice: tuple[int, int, int]) -> None:
    table = tricks((1, 2, 5))
    assert table.options()[0] == "done"
    assert turns(table) == {"1", "3"}
    assert faces(table.play(f"0 use trickster {turn}")) == (dice, ())


@rule("KB2-GOV-TRICKSTER-1")
@pytest.mark.parametrize(
    ("turn", "dice"),
    [("1", (1, 2, 6)), ("3", (2, 3, 6)), ("1 1", (1, 1, 6)), ("1 3", (1, 3, 6)), ("3 3", (3, 3, 6))],
)
def test_trickster_turns_each_two_separately(turn: str, dice: tuple[int, int, int]) -> None:
    table = tricks((2, 2, 6))
    assert turns(table) == {"1", "3", "1 1", "1 3", "3 3"}
    assert faces(table.play(f"0 use trickster {turn}")) == (dice, ())


@rule("KB2-GOV-TRICKSTER-1")
@pytest.mark.parametrize(
    ("turn", "own", "bonus"),
    [
        ("1", (1, 4, 5), (2,)),
        ("3", (3, 4, 5), (2,)),
        ("bonus 1", (2, 4, 5), (1,)),
        ("bonus 3", (2, 4, 5), (3,)),
        ("1 bonus 1", (1, 4, 5), (1,)),
        ("1 bonus 3", (1, 4, 5), (3,)),
        ("3 bonus 1", (3, 4, 5), (1,)),
        ("3 bonus 3", (3, 4, 5), (3,)),
    ],
)
def test_trickster_turns_bonus_dice_too(turn: str, own: tuple[int, ...], bonus: tuple[int, ...]) -> None:
    table = tricks(((2, 4, 5), (2,)), bonus=1)
    assert len(turns(table)) == 8
    assert faces(table.play(f"0 use trickster {turn}")) == (own, bonus)


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_needs_a_two() -> None:
    assert "use" not in tricks((1, 3, 6)).verbs()
    assert turns(tricks(((1, 3, 6), (2,)), bonus=1)) == {"bonus 1", "bonus 3"}
    table = tricks((2, 3, 6))
    assert table.refuse("0 use trickster 1 1").rule == "KB2-GOV-TRICKSTER-1"
    assert table.refuse("0 use trickster 2").rule == "KB2-GOV-TRICKSTER-1"
    assert table.refuse("0 use trickster 4").rule == "KB2-GOV-TRICKSTER-1"


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_may_be_left_alone() -> None:
    table = tricks((2, 2, 6)).play("0 done")
    assert (faces(table), table.verbs()) == (((2, 2, 6), ()), {"influence", "pass"})


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_works_once_per_season_even_if_twos_are_left_or_rolled_later() -> None:
    table = tricks((2, 2, 6)).play("0 use trickster 1")
    assert table.verbs() == {"influence", "pass"}
    table = tricks((1, 1, 2), (2, 2, 3), standing="chapel").play("0 use trickster 1")
    assert table.options() == ["done", "use statue die", "use chapel"]
    table.play("0 use chapel")
    assert (faces(table), table.verbs()) == (((2, 2, 3), ()), {"influence", "pass"})


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_may_come_after_a_reroll() -> None:
    table = tricks((1, 1, 2), (2, 4, 5), standing="chapel").play("0 use chapel")
    assert faces(table.play("0 use trickster 3")) == ((3, 4, 5), ())


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_may_open_the_way_to_a_reroll() -> None:
    table = tricks((1, 2, 5), standing="chapel")
    assert "use chapel" not in table.options()
    assert table.play("0 use trickster 1").options() == ["done", "use chapel"]  # the total is 7 now


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_serves_again_every_season() -> None:
    table = governed("trickster").begin(SPRING, rolls={0: [(2, 5, 6)] * 3})
    for phase in SEASONS:
        assert table.state.phase == phase
        table.play("0 use trickster 1").all_pass()
    assert len(table.heard(CardUsed)) == 3


@rule("KB2-GOV-TRICKSTER-1")
def test_turned_dice_count_for_turn_order() -> None:
    table = governed("trickster").begin(SPRING, rolls={0: (2, 4, 4), 1: (3, 3, 4), 2: (6, 6, 6)})
    assert order(table.play("0 use trickster 3")) == (1, 0, 2)  # totals 10, 11, 18; without it 10 each


@rule("KB2-GOV-TRICKSTER-1")
def test_trickster_serves_his_owner_only() -> None:
    table = governed("trickster").begin(SPRING, rolls={0: (1, 3, 5), 1: (2, 2, 2), 2: (2, 2, 3)})
    assert table.verbs() == {"influence", "pass"}


@rule("KB2-GOV-TRICKSTER-1")
def test_faces_stand_on_the_card_of_the_trickster(tmp_path: Path) -> None:
    data = corrected(tmp_path, "trickster", "face = 5\nturned_to = [4, 6]")
    table = tricks((2, 3, 5), data=data)
    assert turns(table) == {"4", "6"}
    assert faces(table.play("0 use trickster 6")) == ((2, 3, 6), ())
