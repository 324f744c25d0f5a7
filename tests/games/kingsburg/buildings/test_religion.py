"""Row B of the province sheet: Statue, Chapel, Church, Cathedral."""

import pytest

from kronrat.games.kingsburg.rules.events import CardUsed
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Printed, Roll, everywhere, modifiers
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ROW = [
    Printed("statue", "", gold=2, wood=0, stone=0, vp=3),
    Printed("chapel", "statue", gold=3, wood=0, stone=1, vp=5),
    Printed("church", "chapel", gold=3, wood=1, stone=2, vp=7),
    Printed("cathedral", "church", gold=5, wood=0, stone=3, vp=9),
]


def rolled(edition: str, rolls: list[Roll], *buildings: str, bonus: int = 0, phase: int = SPRING) -> Kingsburg:
    """Seat 0 of three has rolled, with so many bonus dice, and may now use its cards."""
    table = Kingsburg(3, edition).give(0, *buildings, extra_dice=bonus)
    table.begin(phase, rolls={0: list(rolls)}, alone=True)
    return table.play(f"0 bonus {bonus}") if bonus and edition == "2e" else table


def faces(table: Kingsburg) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return table.player(0).dice, table.player(0).bonus


# -- what is printed -----------------------------------------------------------------------------------------------


# -- Statue --------------------------------------------------------------------------------------------------------


@rule("KB-BLD-STATUE-1")
@both_editions
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_statue_rerolls_exactly_one_of_equal_dice(edition: str, face: int) -> None:
    other = face % 6 + 1
    table = rolled(edition, [(face, face, face), (other,)], "statue")
    assert table.options() == ["done", "use statue die"]
    table.play("0 use statue die")
    assert faces(table) == (tuple(sorted((face, face, other))), ())


@rule("KB-BLD-STATUE-1")
@both_editions
@pytest.mark.parametrize("dice", [(2, 2, 3), (1, 2, 2), (4, 5, 6)])
def test_statue_does_nothing_for_dice_that_differ(edition: str, dice: tuple[int, int, int]) -> None:
    assert "use" not in rolled(edition, [dice], "statue").verbs()


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_looks_at_bonus_dice_too(edition: str) -> None:
    assert "use" not in rolled(edition, [((5, 5, 5), (4,))], "statue", bonus=1).verbs()
    table = rolled(edition, [((5, 5, 5), (5,))], "statue", bonus=1)
    assert table.options() == ["done", "use statue die", "use statue bonus"]


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_rerolls_a_die_of_the_owners_choice(edition: str) -> None:
    rolls: list[Roll] = [((5, 5, 5), (5,)), ((), (2,))]
    assert faces(rolled(edition, rolls, "statue", bonus=1).play("0 use statue bonus")) == ((5, 5, 5), (2,))
    rolls = [((5, 5, 5), (5,)), (2,)]
    assert faces(rolled(edition, rolls, "statue", bonus=1).play("0 use statue die")) == ((2, 5, 5), (5,))
    table = rolled(edition, [(5, 5, 5)], "statue")
    assert table.refuse("0 use statue bonus").rule == "KB-BLD-STATUE-1"


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_is_used_once_per_season(edition: str) -> None:
    table = rolled(edition, [(4, 4, 4), (4,)], "statue").play("0 use statue die")
    assert faces(table) == ((4, 4, 4), ())
    assert table.verbs() == {"influence", "pass"}
    assert len(table.heard(CardUsed)) == 1


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_is_ready_again_next_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "statue")
    table.begin(SPRING, rolls={0: [(4, 4, 4), (5,), (3, 3, 3), (5,), (6, 6, 6), (1,)]})
    for phase in (SPRING, SUMMER, AUTUMN):
        assert table.state.phase == phase
        table.play("0 use statue die").all_pass()
    assert len(table.heard(CardUsed)) == 3


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_may_be_left_alone(edition: str) -> None:
    table = rolled(edition, [(4, 4, 4)], "statue").play("0 done")
    assert faces(table) == ((4, 4, 4), ())
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_helps_neither_before_it_stands_nor_after_it_fell(edition: str) -> None:
    assert "use" not in rolled(edition, [(4, 4, 4)]).verbs()
    table = Kingsburg(3, edition).give(0, "statue").plunder()
    assert table.buildings(0) == set()
    assert "use" not in table.begin(SPRING, rolls={0: (4, 4, 4)}).verbs()


@rule("KB-BLD-STATUE-1")
@both_editions
def test_statue_serves_its_owner_only(edition: str) -> None:
    table = Kingsburg(3, edition).give(1, "statue")
    table.begin(SPRING, rolls={0: (4, 4, 4), 1: [(1, 1, 1), (6,)], 2: (2, 2, 2)}, alone=True)
    assert (table.deciding, table.options()) == (1, ["done", "use statue die"])
    assert table.play("1 use statue die").state.order == (2, 1, 0)  # totals 6, 8, 12: the reroll counts


# -- Chapel --------------------------------------------------------------------------------------------------------


@rule("KB-BLD-CHAPEL-1")
@both_editions
@pytest.mark.parametrize(("dice", "usable"), [((1, 1, 2), True), ((1, 2, 4), True), ((1, 2, 5), False)])
def test_chapel_needs_a_total_of_seven_or_less(edition: str, dice: tuple[int, int, int], usable: bool) -> None:
    table = rolled(edition, [dice], "chapel")
    assert ("use chapel" in table.options()) is usable


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_counts_bonus_dice(edition: str) -> None:
    assert "use" not in rolled(edition, [((1, 2, 3), (2,))], "chapel", bonus=1).verbs()
    table = rolled(edition, [((1, 2, 3), (1,)), ((4, 5, 6), (3,))], "chapel", bonus=1)
    assert table.options() == ["done", "use chapel"]
    assert faces(table.play("0 use chapel")) == ((4, 5, 6), (3,))


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_rerolls_all_dice(edition: str) -> None:
    assert faces(rolled(edition, [(1, 2, 3), (4, 4, 6)], "chapel").play("0 use chapel")) == ((4, 4, 6), ())


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_is_used_once_per_season(edition: str) -> None:
    table = rolled(edition, [(1, 2, 3), (1, 1, 2)], "chapel").play("0 use chapel")
    assert faces(table) == ((1, 1, 2), ())
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_is_ready_again_next_season(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "chapel")
    table.begin(SPRING, rolls={0: [(1, 2, 3), (4, 5, 6), (1, 1, 3), (4, 5, 6), (1, 2, 4), (4, 5, 6)]})
    for phase in (SPRING, SUMMER, AUTUMN):
        assert table.state.phase == phase
        table.play("0 use chapel").all_pass()


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_may_be_left_alone(edition: str) -> None:
    table = rolled(edition, [(1, 2, 3)], "chapel").play("0 done")
    assert faces(table) == ((1, 2, 3), ())
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-CHAPEL-1")
@both_editions
def test_chapel_helps_neither_before_it_stands_nor_after_it_fell(edition: str) -> None:
    assert "use" not in rolled(edition, [(1, 2, 3)], "statue").verbs()
    table = Kingsburg(3, edition).give(0, "chapel").plunder()
    assert table.buildings(0) == {"statue"}
    assert "use" not in table.begin(SPRING, rolls={0: (1, 2, 3)}).verbs()


# -- Statue and Chapel ---------------------------------------------------------------------------------------------


@rule("KB-BLD-STATUE-CHAPEL-1")
@both_editions
def test_statue_then_chapel_then_nothing(edition: str) -> None:
    table = rolled(edition, [(2, 2, 2), (2,), (1, 1, 1)], "chapel")
    assert table.options() == ["done", "use statue die", "use chapel"]
    table.play("0 use statue die")
    assert table.options() == ["done", "use chapel"]
    assert table.refuse("0 use statue die").rule == "KB-TIME-5"
    table.play("0 use chapel")
    assert faces(table) == ((1, 1, 1), ())
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-STATUE-CHAPEL-1")
@both_editions
def test_chapel_then_statue_then_nothing(edition: str) -> None:
    table = rolled(edition, [(1, 2, 3), (2, 2, 2), (1,)], "chapel").play("0 use chapel")
    assert table.options() == ["done", "use statue die"]
    assert table.refuse("0 use chapel").rule == "KB-TIME-5"
    table.play("0 use statue die")
    assert faces(table) == ((1, 2, 2), ())
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-STATUE-CHAPEL-1")
@both_editions
def test_what_one_reroll_spoils_the_other_cannot_use(edition: str) -> None:
    table = rolled(edition, [(2, 2, 2), (4,)], "chapel").play("0 use statue die")  # total 8
    assert table.verbs() == {"influence", "pass"}
    table = rolled(edition, [(2, 2, 2), (2, 2, 3)], "chapel").play("0 use chapel")  # no longer equal
    assert table.verbs() == {"influence", "pass"}


@rule("KB-BLD-STATUE-CHAPEL-1")
@both_editions
def test_each_has_its_own_condition(edition: str) -> None:
    table = rolled(edition, [(3, 3, 3)], "chapel")
    assert table.options() == ["done", "use statue die"]
    assert table.refuse("0 use chapel").rule == "KB-TIME-9"
    table = rolled(edition, [(1, 1, 2)], "chapel")
    assert table.options() == ["done", "use chapel"]
    assert table.refuse("0 use statue die").rule == "KB-TIME-9"


# -- Church --------------------------------------------------------------------------------------------------------


@rule("KB-BLD-CHURCH-1")
@both_editions
def test_church_helps_against_demons_only(edition: str) -> None:
    assert modifiers(edition, "chapel") == everywhere(0)
    assert modifiers(edition, "church") == everywhere(0, demons=1)


@rule("KB-BLD-CHURCH-1")
@both_editions
def test_church_decides_a_battle_against_demons(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "church", soldiers=5).give(1, "chapel", soldiers=5)
    table.enemy("e3_demons_6").begin(8, year=3, die=1, alone=True)
    assert (table.vp(0), table.vp(1)) == (2, 0)  # reward and strongest winner; a draw


@rule("KB-BLD-CHURCH-1")
@both_editions
def test_church_helps_no_more_after_it_fell(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "church").plunder()
    assert table.buildings(0) == {"statue", "chapel"}
    assert table.enemy("e3_demons_6").begin(8, die=1, alone=True).strength(0) == 1


# -- Cathedral -----------------------------------------------------------------------------------------------------


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
@pytest.mark.parametrize(
    ("gold", "wood", "stone", "points"),
    [(0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 1), (1, 1, 0, 1), (0, 1, 2, 1), (1, 1, 2, 2), (7, 0, 0, 3), (3, 4, 5, 6)],
)
def test_cathedral_scores_full_pairs_of_goods(edition: str, gold: int, wood: int, stone: int, points: int) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", gold=gold, wood=wood, stone=stone, vp=30).end_game()
    assert table.vp(0) == 30 + points
    assert table.player(0).goods == gold + wood + stone


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
def test_cathedral_counts_goods_only(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", gold=1, plus2=3, soldiers=3).end_game()
    assert table.vp(0) == 0


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
def test_no_cathedral_no_points(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "church", gold=6).give(1, "cathedral").end_game()
    assert (table.vp(0), table.vp(1)) == (0, 0)


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
def test_cathedral_that_falls_in_the_last_battle_scores_nothing(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", gold=6, vp=30).enemy("e5_barbarians_8").begin(8, year=5, die=1)
    assert table.state.over
    assert table.buildings(0) == {"statue", "chapel", "church"}
    assert table.vp(0) == 30 - 9


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
def test_cathedral_counts_the_goods_of_the_last_battle(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", gold=1, soldiers=9)
    table.enemy("e1_goblins_3").begin(8, year=5, die=1)
    assert table.goods(0) == "1g 1s"
    assert table.vp_from(0, "building.cathedral") == [1]


@rule("KB-BLD-CATHEDRAL-1")
@both_editions
@pytest.mark.parametrize("year", [1, 4])
def test_cathedral_scores_at_the_end_of_the_game_only(edition: str, year: int) -> None:
    table = Kingsburg(3, edition).give(0, "cathedral", gold=6, soldiers=9).begin(8, year=year, die=1)
    assert table.state.year == year + 1
    assert table.vp_from(0, "building.cathedral") == []
