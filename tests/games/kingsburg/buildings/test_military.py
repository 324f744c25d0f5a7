"""Row D of the province sheet: Guard Tower, Blacksmith, Barracks, Wizards' Guild."""

from kronrat.games.kingsburg.rules.events import SoldiersGained
from kronrat.games.kingsburg.testing import AUTUMN, Kingsburg, Printed, everywhere, modifiers
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ROW = [
    Printed("guard_tower", "", gold=1, wood=0, stone=1, vp=1),
    Printed("blacksmith", "guard_tower", gold=1, wood=2, stone=0, vp=2),
    Printed("barracks", "blacksmith", gold=2, wood=2, stone=1, vp=4),
    Printed("wizards_guild", "barracks", gold=3, wood=2, stone=2, vp=6),
]


# -- what is printed -----------------------------------------------------------------------------------------------


# -- in battle -----------------------------------------------------------------------------------------------------


@rule("KB-BLD-TOWER-1")
@both_editions
def test_guard_tower_adds_one_in_every_battle(edition: str) -> None:
    assert modifiers(edition) == everywhere(0)
    assert modifiers(edition, "guard_tower") == everywhere(1)


@rule("KB-BLD-SMITH-1")
@both_editions
def test_blacksmith_adds_one_more(edition: str) -> None:
    assert modifiers(edition, "blacksmith") == everywhere(1 + 1)


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_add_nothing_in_battle(edition: str) -> None:
    assert modifiers(edition, "barracks") == everywhere(1 + 1 + 0)


@rule("KB-BLD-WIZARDS-1")
@both_editions
def test_wizards_guild_adds_two_more(edition: str) -> None:
    assert modifiers(edition, "wizards_guild") == everywhere(1 + 1 + 0 + 2)


@rule("KB-BLD-TOWER-1", "KB-BLD-SMITH-1", "KB-BLD-WIZARDS-1")
@both_editions
def test_what_fell_in_the_last_battle_does_not_help_in_the_next(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "wizards_guild")
    strengths = []
    for _ in range(5):
        table.plunder()
        strengths.append(table.strength(0) - 1)  # one soldier of the King
    assert strengths == [4, 2, 2, 1, 0]
    assert table.buildings(0) == set()


@rule("KB-BLD-TOWER-1", "KB-BLD-SMITH-1")
@both_editions
def test_they_decide_a_battle(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "blacksmith", soldiers=1).give(1, "guard_tower", soldiers=1)
    table.give(2, soldiers=1, gold=2).enemy("e1_goblins_3").begin(8, die=1, alone=True)
    assert [table.strength(seat) for seat in range(3)] == [4, 3, 2]
    assert [table.goods(seat) for seat in range(3)] == ["1s", "", "1g"]  # victory, draw, defeat


# -- Barracks ------------------------------------------------------------------------------------------------------


def recruiting(edition: str, *buildings: str, **amounts: int) -> Kingsburg:
    return Kingsburg(3, edition).give(0, *buildings, **amounts).begin(7, alone=True)


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_make_soldiers_cost_one_good(edition: str) -> None:
    table = recruiting(edition, "barracks", gold=1, wood=1, stone=1)
    assert table.options() == ["recruit gold", "recruit wood", "recruit stone", "done"]
    table.play("0 recruit stone", "0 recruit gold", "0 recruit wood")
    assert (table.goods(0), table.player(0).soldiers) == ("", 3)
    assert table.state.over


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_with_barracks_a_single_good_is_enough_and_two_are_too_many(edition: str) -> None:
    table = recruiting(edition, "barracks", gold=2)
    reason = table.refuse("0 recruit gold gold")
    assert (reason.rule, reason.facts) == ("KB-P7-1", {"needs": 1, "has": 2})
    table.play("0 recruit gold", "0 done")
    assert (table.goods(0), table.player(0).soldiers) == ("1g", 1)


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_without_barracks_a_soldier_costs_two_goods(edition: str) -> None:
    table = recruiting(edition, "blacksmith", gold=3)
    assert table.options() == ["recruit gold gold", "done"]
    reason = table.refuse("0 recruit gold")
    assert (reason.rule, reason.facts) == ("KB-P7-1", {"needs": 2, "has": 1})
    assert recruiting(edition, "blacksmith", gold=1).state.over  # not even asked


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_serve_their_owner_only(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "barracks", gold=1).give(1, gold=2).begin(7, alone=True)
    assert table.play("0 recruit gold").options() == ["recruit gold gold", "done"]


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_built_in_autumn_work_in_the_same_year(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "blacksmith", gold=3, wood=2, stone=1)
    table.begin(AUTUMN, rolls={0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}).until("build")
    table.play("0 build barracks")
    assert (table.state.phase, table.options()) == (7, ["recruit gold", "done"])


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_that_fell_are_no_help(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "barracks", gold=2).plunder()
    assert table.buildings(0) == {"guard_tower", "blacksmith"}
    assert table.begin(7, alone=True).options() == ["recruit gold gold", "done"]


@rule("KB-BLD-BARRACKS-1")
@both_editions
def test_barracks_do_not_change_what_advisors_give(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "barracks").begin(AUTUMN, rolls={0: (4, 5, 6)}, alone=True).until("influence")
    while table.deciding != 0:
        table.play(f"{table.deciding} pass")
    table.play("0 influence 5 5").all_pass()
    assert [event.soldiers for event in table.heard(SoldiersGained)] == [1]
