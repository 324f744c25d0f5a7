"""Territory: expansion, conquest, fortresses and peace."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.expanding import Expand
from kronrat.games.orleans.rules.planning import Plan, Planning
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule


def expanding(table: Loire, knights: int = 0, seat: int = 0) -> set[str]:
    """Where the seat could go with this many knights."""
    return {str(choice[1]) for choice in Expand(seat, knights).options(table.state)}


def why(table: Loire, area: str, knights: int = 0, seat: int = 0) -> str:
    reason = Expand(seat, knights).why_not(table.state, ("settle", area))
    assert reason is not None
    return reason.rule


@rule("OS-EXP-1", "OS-PLACE-TERRITORY-2")
def test_beside_an_own_area() -> None:
    table = Loire().areas(0, "b2").on(0, "territory", "farmer farmer fisher")
    supply = table.player(0).settlers
    table.use("territory")
    assert set(table.options(0)) == {"settle b1", "settle b3", "settle c2", "settle c3"}
    assert table.refuse("0 settle d1").rule == "OS-EXP-1"
    table.play("0 settle c3")
    assert table.held_areas(0) == {"b2", "c3"}
    assert table.player(0).settlers == supply - 1
    assert table.in_bag(0) == "farmer farmer fisher"


@rule("OS-EXP-2", "OS-EXP-3")
def test_only_free_areas() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3", "c3")
    assert expanding(table) == {"b1", "c2"}
    assert why(table, "b3") == "OS-EXP-3"


@rule("OS-EXP-4", "OS-PLACE-FORTRESS-3", "OS-PLACE-FORTRESS-5")
def test_foreign_fortresses_keep_everybody_out() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3").fortress(1, "b3", "c3").fortress(0, "c2")
    for knights in range(3):
        assert expanding(table, knights) == {"b1", "c2"}  # the own empty fortress may be entered
    assert why(table, "c3", 2) == "OS-EXP-4"
    assert why(table, "b3", 2) == "OS-CONQ-7"
    assert "c3" in expanding(table, 0, seat=1)  # its owner comes back by expansion


@rule("OS-EXP-5")
def test_a_free_village_is_entered_like_land() -> None:
    table = Loire().areas(0, "c3").villages("b3")
    assert {"b3", "b2"} <= expanding(table)


@rule("OS-PEACE-8")
def test_not_where_one_stands() -> None:
    table = Loire().areas(0, "b2", "b3")
    assert "b3" not in expanding(table)
    assert why(table, "b3") == "OS-PEACE-8"


@rule("OS-PLACE-TERRITORY-1")
def test_knights_fill_every_space() -> None:
    table = Loire().areas(0, "b2").on(0, "territory", "knight knight knight")
    assert table.can_use("territory")

    empty = Loire().green(0, "knight").run(Planning((Plan(0),)))
    assert {option for option in empty.options(0) if "territory" in option} == {
        "place knight territory 0",
        "place knight territory 2",
    }


@rule("OS-PLACE-TERRITORY-3", "OS-PLACE-TERRITORY-4")
def test_without_supply_a_settler_moves() -> None:
    table = Loire().areas(0, "b2", "b3").settlers(0, 0).on(0, "territory", "farmer farmer fisher").use("territory")
    table.play("0 settle b4")  # beside b3 only
    assert set(table.options(0)) == {"lift b2", "lift b3"}
    table.play("0 lift b3")  # adjacency was tested before
    assert table.held_areas(0) == {"b2", "b4"}
    assert table.player(0).settlers == 0


@rule("OS-PLACE-TERRITORY-5")
def test_a_player_without_an_area_goes_anywhere() -> None:
    table = Loire().areas(1, "b3", "d4")
    free = set(game().view(table.state, 0)["areas"]) - {"b3", "d4"}
    assert expanding(table) == free
    assert expanding(table, 1) == free | {"b3"}


@rule("OS-PLACE-TERRITORY-6", "OS-PLACE-TERRITORY-3")
def test_settlers_held_back_are_not_used() -> None:
    table = Loire().areas(0, "b2").settlers(0, 0).on(0, "territory", "farmer farmer fisher")
    assert table.player(0).held == 5
    table.use("territory").play("0 settle b3")
    assert table.held_areas(0) == {"b3"}
    assert table.player(0).held == 5


@rule("OS-PLACE-TERRITORY-7")
def test_no_area_to_go_to() -> None:
    table = Loire().areas(0, "b5").areas(1, "b4", "c5").on(0, "territory", "farmer farmer fisher")
    assert table.why_not_use("territory") == "OS-PLACE-TERRITORY-7"
    table.on(0, "territory", "knight farmer fisher")
    assert table.can_use("territory")


# -- conquest ------------------------------------------------------------------------------------------------------


@rule("OS-CONQ-1", "OS-CONQ-10", "OS-CONQ-9")
def test_a_conquest_displaces_the_settler() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3", "d4").on(0, "territory", "knight farmer fisher")
    supply = table.player(1).settlers
    table.use("territory").play("0 settle b3")
    assert table.held_areas(0) == {"b2", "b3"}
    assert table.held_areas(1) == {"d4"}
    assert table.player(1).settlers == supply + 1
    table.on(1, "territory", "farmer farmer fisher").use("territory", seat=1).play("1 settle d3")
    assert table.player(1).settlers == supply


@rule("OS-CONQ-2", "OS-CONQ-3", "OS-SC-1")
@pytest.mark.parametrize(
    ("crew", "land", "village"),
    [
        ("farmer farmer fisher", False, False),
        ("knight farmer fisher", True, False),
        ("farmer farmer knight", True, False),
        ("knight knight fisher", True, True),
        ("knight knight knight", True, True),
    ],
)
def test_how_many_knights_take_what(crew: str, land: bool, village: bool) -> None:
    table = Loire().areas(0, "b2").areas(1, "b3", "c3").villages("c3").on(0, "territory", crew).use("territory")
    assert ("settle b3" in table.options(0)) is land
    assert ("settle c3" in table.options(0)) is village
    if land and not village:
        assert table.refuse("0 settle c3").rule == "OS-CONQ-2"


@rule("OS-CONQ-5")
def test_knights_need_not_conquer() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3").on(0, "territory", "knight knight knight").use("territory")
    table.play("0 settle b1")
    assert table.held_areas(1) == {"b3"}


@rule("OS-CONQ-6", "OS-FK-CONTROL-4")
def test_villages_and_churches_stay() -> None:
    table = Loire().areas(0, "b2").areas(1, "c3").churches("c3").on(0, "territory", "knight knight fisher")
    table.use("territory").play("0 settle c3")
    assert table.state.villages >> table.area("c3") & 1
    assert table.state.chapels >> table.area("c3") & 1
    assert table.kingdom(0).cubes == (0, 1, 1)  # two villages and a church now


@rule("OS-CONQ-7", "OS-SC-4")
def test_a_fortress_cannot_be_conquered() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3").fortress(1, "b3").on(0, "territory", "knight knight knight")
    table.use("territory")
    assert table.refuse("0 settle b3").rule == "OS-CONQ-7"


@rule("OS-CONQ-8")
def test_all_spaces_are_needed_for_a_conquest() -> None:
    table = Loire().areas(0, "b2").areas(1, "b3").on(0, "territory", "knight knight")
    assert not table.can_use("territory")


@rule("OS-PLACE-FORTRESS-4", "OS-FK-CONTROL-7")
def test_a_fortress_alone_controls_nothing() -> None:
    table = Loire().areas(0, "d5").fortress(0, "b2").on(0, "market", "fisher merchant").goods(0, "fish grain")
    assert "b3" not in expanding(table)
    table.use("market")  # not a single trade
    assert (table.supply(0), table.state.over) == ("grain fish", True)


@rule("OS-PLACE-FORTRESS-9")
def test_a_fortress_stays_when_its_settler_leaves() -> None:
    table = Loire().areas(0, "b2", "b3").fortress(0, "b3").settlers(0, 0).on(0, "territory", "farmer farmer fisher")
    table.use("territory").play("0 settle c3", "0 lift b3")
    assert table.player(0).fortresses == 1 << table.area("b3")
    assert "b3" in expanding(table)
    assert "b3" not in expanding(table.areas(1, "b4"), 2, seat=1)


# -- peace ---------------------------------------------------------------------------------------------------------


@rule("OS-PEACE-1", "OS-EX-12", "OS-FK-VIII-1")
def test_at_peace_areas_are_shared() -> None:
    for peaceful in (0, 1):
        table = Loire().epoch(peaceful, 8).areas(0, "b2").areas(1, "b3").on(0, "territory", "farmer farmer fisher")
        table.use("territory").play("0 settle b3")
        assert "b3" in table.held_areas(0)
        assert "b3" in table.held_areas(1)


@rule("OS-PEACE-2")
def test_any_number_of_players_share() -> None:
    table = Loire(4)
    for seat in range(4):
        table.epoch(seat, 8).areas(seat, "b2" if seat == 0 else "b3")
    table.on(0, "territory", "farmer farmer fisher").use("territory").play("0 settle b3")
    assert all("b3" in table.held_areas(seat) for seat in range(4))


@rule("OS-PEACE-3", "OS-FK-VIII-2")
def test_fortresses_stay_exclusive_in_peace() -> None:
    table = Loire().epoch(0, 8).epoch(1, 8).areas(0, "b2").areas(1, "b3").fortress(1, "b3")
    assert "b3" not in expanding(table, 2)


@rule("OS-PEACE-4", "OS-FK-CONTROL-6")
def test_shared_things_count_for_all() -> None:
    table = Loire().epoch(0, 8).areas(0, "b2", "b3").areas(1, "d4", "d3", "c4", "c3").villages("d3").churches("c3")
    table.on(0, "territory", "farmer farmer fisher").use("territory").play("0 settle c3")
    assert table.kingdom(0).cubes == (1, 1, 1)
    table.on(1, "village", "farmer craftsman wood").epoch(1, 1).areas(0, "c4").use("village", seat=1)
    assert table.state.villages >> table.area("c4") & 1
    assert table.kingdom(0).cubes[1] == 1  # three villages: four are the next number
    assert table.kingdom(1).cubes[1] == 2


@rule("OS-PEACE-5")
def test_knights_displace_nobody_in_peace() -> None:
    table = Loire().epoch(1, 8).areas(0, "b2").areas(1, "b3").on(0, "territory", "knight knight knight")
    table.use("territory").play("0 settle b3")
    assert table.held_areas(1) == {"b3"}


@rule("OS-PEACE-6", "OS-FK-VIII-3")
def test_others_keep_the_rules_of_war() -> None:
    table = Loire(3).epoch(2, 8).areas(0, "b2", "b3").areas(1, "c3").areas(2, "c4")
    assert "c3" not in expanding(table)
    assert "c4" in expanding(table)
    assert "c3" in expanding(table, 1)


@rule("OS-PEACE-7")
def test_in_a_mixed_area_only_the_enemy_leaves() -> None:
    table = Loire(3).epoch(2, 8).areas(0, "b2", "b3").areas(1, "c3").areas(2, "c3")
    assert "c3" not in expanding(table)
    table.on(0, "territory", "knight farmer fisher").use("territory").play("0 settle c3")
    assert [("c3" in table.held_areas(seat)) for seat in range(3)] == [True, False, True]


@rule("OS-FK-VIII-4")
def test_a_player_in_the_last_epoch_conquers_nobody() -> None:
    table = Loire().epoch(0, 8).areas(0, "b2").areas(1, "b3").on(0, "territory", "knight knight knight")
    table.use("territory").play("0 settle b3")
    assert "b3" in table.held_areas(1)
