"""Phase 4: placing and paying."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from kronrat.games.tumult.rules.payment import value_sets
from kronrat.games.tumult.rules.placing import BeginPlacing, EndPlacing, Pay, Place, PlacementRound
from kronrat.games.tumult.rules.riots import Riot
from kronrat.games.tumult.testing import Royal, game
from kronrat.words import Words
from tests.marks import rule

ALL = "b1 b1 b2 b3 m1 m1 m2 m3 t1 t1 t2 t3"


def placing(*rows: str, goods: str = ALL, seats: int = 2) -> Royal:
    """Seat 0 has a statue in the upper left corner and these goods, and is on turn."""
    return Royal(seats).land(*rows).owns(0, (0, 0)).goods("", goods)


def statues(seat: int, table: Royal) -> int:
    return table.state.players[seat].statues


# -- turns ---------------------------------------------------------------------------------------------------------


@rule("TR-P4-1")
def test_king_first_and_everybody_a_field_or_a_pass() -> None:
    table = Royal(3).ranks(2, 0, 1).land("mmmmmm", "mmmmmm").owns(0, (0, 0)).owns(1, (0, 5)).owns(2, (1, 0))
    table.goods("", "b1 m1", "b1 m1", "b1 m1").run(BeginPlacing())
    asked = []
    while table.state.slots:
        (seat,) = table.state.deciding()
        asked.append(seat)
        assert "pass" in table.options(seat)
        table.state.play(seat, table.state.options(seat)[0])
    assert asked == [2, 0, 1]
    assert table.all_statues() == [1, 1, 1]


@rule("TR-P4-2", "TR-P4-14")
def test_another_round_begins_with_the_king_as_long_as_somebody_can_place() -> None:
    table = Royal(2).land("mmmmmm", "mmmmmm").owns(0, (0, 0)).owns(1, (1, 5))
    table.goods("", "b1 b1 m1 m1", "b1 m1").run(BeginPlacing())
    table.play("0 pass", "1 place 0 5", "0 place 0 1", "0 place 0 2")  # the pass held for one round; 1 has nothing left
    assert table.all_statues() == [2, 1]
    assert not table.state.slots


@rule("TR-P4-2")
def test_another_round_begins_whoever_it_is_that_can_place() -> None:
    table = Royal(3).land("mmmmmm").owns(0, (0, 0)).owns(1, (0, 2)).owns(2, (0, 5))
    table.goods("", "", "b1 b1 m1 m1", "").run(BeginPlacing()).play("1 place 0 3")
    assert table.state.deciding() == (1,)
    assert set(table.options(1)) == {"place 0 1", "place 0 4", "pass"}


@rule("TR-P4-15")
def test_the_phase_ends_when_a_round_brings_nothing_or_nobody_can_place() -> None:
    table = Royal(2).land("mmmmmm").owns(0, (0, 0)).owns(1, (0, 5))
    table.goods("", "b1 m1", "b1 m1").run(BeginPlacing()).play("0 pass", "1 pass")
    assert not table.state.slots
    table = Royal(2).land("mm").owns(0, (0, 0)).goods("", "b1 m1", "b3 m3").run(BeginPlacing(), EndPlacing())
    table.play("0 place 0 1")
    assert not table.state.slots


@rule("TR-P4-3", "TR-P4-11")
def test_the_field_is_open_and_free() -> None:
    table = placing("mmm", ".m").owns(1, (0, 1)).run(Place(0))
    assert "place 0 1" not in table.options(0)
    assert table.refuse("0 place 0 1").rule == "TR-P4-11"
    assert table.refuse("0 place 0 0").rule == "TR-P4-11"
    assert table.refuse("0 place 1 0").rule == "TR-P4-3"


@rule("TR-P4-11")
def test_a_field_is_filled_in_one_go_and_never_again() -> None:
    table = placing("mc").run(Place(0)).play("0 place 0 1", "0 pay m2 t3")
    assert table.state.owners[1] == 0
    table.run(Place(0))
    assert table.state.over  # nothing is left but a pass, which is not asked for


@rule("TR-P4-4")
def test_the_field_touches_own_statues_but_not_diagonally() -> None:
    table = placing("mxm", "xxx", "mxm", goods="b1 m1 t2").run(Place(0))
    assert set(table.options(0)) == {"place 0 1", "place 1 0", "pass"}
    assert table.refuse("0 place 1 1").rule == "TR-P4-FREE-2"


@rule("TR-P4-12")
def test_fields_across_a_tile_border_touch() -> None:
    table = Royal(2).land("..mv").owns(0, (0, 2)).goods("", "b2 m2").run(Place(0))
    assert "place 0 3" in table.options(0)
    table = Royal(2).land("..", "..", "m.", "v.").owns(0, (2, 0)).goods("", "b2 m2").run(Place(0))
    assert "place 3 0" in table.options(0)


@rule("TR-P4-13")
def test_the_chronicle_is_beside_nothing() -> None:
    table = Royal(2).kings(0, 0, 0).statues(3, 0).land("mvx").goods("", "b2 m2 t2").run(Place(0))
    assert set(table.options(0)) == {"place 0 0", "pass"}  # the meadow, by free placement


@rule("TR-P4-5")
@pytest.mark.parametrize(("letter", "count"), [("m", 1), ("f", 1), ("x", 1), ("v", 2), ("c", 3)])
def test_statues_on_a_field(letter: str, count: int) -> None:
    table = placing(f"m{letter}").statues(4, 9).run(Place(0)).play("0 place 0 1")
    if not table.state.over:
        table.state.play(0, table.state.options(0)[0])
    assert table.all_statues() == [4 + count, 9]
    assert table.heard("StatuesPlaced")[-1].facts()["statues"] == count


@rule("TR-P4-6", "TR-INV-2")
def test_statues_come_from_the_track() -> None:
    table = placing("mm", goods="b1 m1").statues(7, 3).run(Place(0)).play("0 place 0 1")
    assert statues(0, table) == 8
    assert table.state.owners.count(0) == 2


@rule("TR-P4-7")
def test_who_cannot_place_passes_without_being_asked() -> None:
    table = placing("mm", goods="b1 t3").run(Place(0))
    assert table.state.over
    forced, passed = table.events
    assert (type(forced).__name__, forced.rule) == ("Forced", "TR-P4-7")
    assert (type(passed).__name__, passed.rule) == ("Passed", "TR-P4-7")


@rule("TR-P4-8")
def test_one_may_pass_although_one_could_place() -> None:
    table = placing("mm").run(Place(0)).play("0 pass")
    assert table.heard("Passed")[0].rule == "TR-P4-8"
    assert statues(0, table) == 0


@rule("TR-P4-14")
def test_a_pass_holds_for_one_round() -> None:
    table = Royal(2).land("mmmmmm").owns(0, (0, 0)).owns(1, (0, 5)).goods("", "b1 m1", "b1 m1")
    table.run(PlacementRound()).play("0 pass", "1 place 0 4")
    assert table.state.deciding() == (0,)
    assert set(table.options(0)) == {"place 0 1", "pass"}


# -- costs ---------------------------------------------------------------------------------------------------------


@rule("TR-P4-9", "TR-EX-6")
def test_a_castle_is_paid_once_for_three_statues() -> None:
    table = placing("mc", goods="m2 t3").run(Place(0)).play("0 place 0 1")
    assert statues(0, table) == 3
    assert table.all_followers() == [30, 30]
    assert table.castle(0) == ""


@rule("TR-P4-COST-1", "TR-EX-5")
def test_a_meadow() -> None:
    table = placing("mm", goods="b1 m1").run(Place(0)).play("0 place 0 1")
    assert (statues(0, table), table.castle(0), table.all_followers()) == (1, "", [30, 30])
    for goods in ("b1", "m1", "b1 t3"):
        assert placing("mm", goods=goods).run(Place(0)).state.over
    assert game().tables.fields[0].cost == (1, 1, 0)


@rule("TR-P4-COST-2")
def test_a_forest() -> None:
    assert placing("mf", goods="b1 m1 t1").run(Place(0)).play("0 place 0 1").state.players[0].statues == 1
    assert placing("mf", goods="b1 m1").run(Place(0)).state.over


@rule("TR-P4-COST-3")
def test_a_mountain() -> None:
    assert placing("mx", goods="b1 m1 t2").run(Place(0)).play("0 place 0 1").state.players[0].statues == 1
    assert placing("mx", goods="b1 m1 t1").run(Place(0)).state.over
    assert placing("mx", goods="b1 t2").run(Place(0)).state.over
    assert placing("mx", goods="m1 t2").run(Place(0)).state.over


@rule("TR-P4-COST-4")
def test_a_village() -> None:
    assert placing("mv", goods="b2 m2").run(Place(0)).play("0 place 0 1").state.players[0].statues == 2
    assert placing("mv", goods="b1 m2").run(Place(0)).state.over
    assert placing("mv", goods="b2 m1").run(Place(0)).state.over
    assert game().rows["fields"]["village"]["source"] == "reconstruction"


@rule("TR-P4-COST-5")
def test_a_castle() -> None:
    assert placing("mc", goods="m2 t3").run(Place(0)).play("0 place 0 1").state.players[0].statues == 3
    assert placing("mc", goods="b3 m2 t2").run(Place(0)).state.over
    assert placing("mc", goods="b3 m1 t3").run(Place(0)).state.over


@rule("TR-P4-10")
def test_too_few_statues_left() -> None:
    table = placing("mc", goods="m2 t3").statues(23, 24).run(Place(0)).play("0 place 0 1")
    assert table.all_statues() == [25, 24]
    assert table.castle(0) == ""
    assert table.state.over
    assert table.heard("StatuesPlaced")[0].facts()["statues"] == 2


# -- paying --------------------------------------------------------------------------------------------------------


def payments(field: str, goods: str) -> set[str]:
    """All ways to pay a field beside the own statue."""
    table = placing(f"m{field}", goods=goods)
    return {" ".join(map(str, choice[1:])) for choice in Pay(0, 1).options(table.state)}


@rule("TR-P4-PAY-1")
def test_whole_tiles_cover_every_kind() -> None:
    assert payments("f", "b1 m1 t1 t3") == {"b1 m1 t1", "b1 m1 t3"}
    table = placing("mf", goods="b1 b2 m1 t1").run(Pay(0, 1))
    assert table.refuse("0 pay b1 m1").says == "reason.goods_missing"
    assert table.refuse("0 pay b1 m1 t3").says == "reason.no_such_tile"


@rule("TR-P4-9", "TR-P4-FREE-1")
def test_all_goods_that_are_missing_are_named_at_once() -> None:
    table = placing("mcf", "mff", goods="b1 m1 t1").run(Place(0))
    near, far = table.refuse("0 place 0 1"), table.refuse("0 place 0 2")
    assert (near.rule, far.rule) == ("TR-P4-9", "TR-P4-FREE-1")
    assert Words("en", "tumult").reason(near) == "Castle: you still need 1 marble and 2 tools."
    assert Words("de", "tumult").reason(far) == (
        "Wald: Du brauchst noch 1 Brot, 1 Marmor und 1 Werkzeug. "
        "Das Feld kostet doppelt, weil keine deiner Statuen daneben steht."
    )


@rule("TR-P4-PAY-2", "TR-EX-7")
def test_no_splitting() -> None:
    table = placing("mv", "m.", goods="b1 b2 m3").run(PlacementRound()).play("0 place 1 0", "0 pay b1 m3")
    assert table.castle(0) == "b2"
    assert table.all_followers() == [32, 30]
    assert table.state.over  # what was left of the marble does not pay the village


@rule("TR-P4-PAY-3", "TR-EX-8")
def test_followers_for_overpaid_goods() -> None:
    table = placing("mm", goods="b2 m3").run(Place(0)).play("0 place 0 1")
    assert table.all_followers() == [33, 30]
    assert table.state.supply == 105 - 60 - 3


@rule("TR-P4-PAY-4", "TR-EX-9")
def test_no_tile_too_many() -> None:
    table = placing("mm", goods="b1 b1 m1 t1").run(Place(0)).play("0 place 0 1")
    assert statues(0, table) == 1  # there is only one way to pay
    assert payments("m", "b1 b1 m1 t1") == {"b1 m1"}
    table = placing("mm", goods="b1 b1 b2 m1 t1").run(Pay(0, 1))
    reason = table.refuse("0 pay b1 b1 m1")
    assert (reason.rule, reason.says) == ("TR-P4-PAY-4", "reason.tile_too_many")
    assert table.refuse("0 pay b1 m1 t1").rule == "TR-P4-PAY-4"


@rule("TR-P4-PAY-5")
def test_several_tiles_of_a_kind_although_one_would_do() -> None:
    assert payments("x", "b1 m1 t1 t1 t3") == {"b1 m1 t1 t1", "b1 m1 t3"}


@rule("TR-P4-PAY-6")
@pytest.mark.parametrize(
    ("demand", "sets"),
    [
        (0, ["-"]),
        (1, ["1", "2", "3"]),
        (2, ["2", "3", "11"]),
        (3, ["3", "12", "22", "111"]),
        (4, ["13", "22", "23", "33", "112", "1111"]),
    ],
)
def test_all_legal_sets_of_values(demand: int, sets: list[str]) -> None:
    found = value_sets(demand, 4, 4, 4)
    assert sorted("".join(map(str, values)) or "-" for values in found) == sorted(sets)
    overpaid = {1: 2, 2: 1, 3: 1}
    if demand in overpaid:
        assert max(sum(values) for values in found) - demand == overpaid[demand]


@rule("TR-P4-PAY-6")
def test_minimal_means_that_no_tile_could_be_left_out() -> None:
    for demand in range(7):
        legal = {tuple(values) for values in value_sets(demand, 6, 6, 6)}
        for count in range(7):
            for values in combinations_with_replacement((1, 2, 3), count):
                covers = sum(values) >= demand
                spare = any(sum(values) - value >= demand for value in values)
                assert (values in legal) == (covers and not spare)


@rule("TR-P4-PAY-6")
def test_the_thriftiest_payment_comes_first() -> None:
    table = placing("mx", goods="b1 b3 m2 t1 t1 t2 t3").run(Pay(0, 1))
    assert table.state.options(0)[0] == ("pay", "b1", "m2", "t2")
    assert table.state.options(0)[1] == ("pay", "b1", "m2", "t1", "t1")
    assert table.state.options(0)[-1] == ("pay", "b3", "m2", "t3")


@rule("TR-EX-10A", "TR-P4-PAY-3")
def test_mountain_overpaid_by_five() -> None:
    table = placing("mx", goods="b3 m3 t3").run(Place(0)).play("0 place 0 1")
    assert table.all_followers() == [35, 30]
    sets = Pay(0, 1).options(placing("mx").state)
    most = [choice for choice in sets if sum(int(str(tile)[1]) for tile in choice[1:]) == 9]
    assert most == [("pay", "b3", "m3", "t3")]


@rule("TR-EX-10B", "TR-EX-10C")
def test_mountain_overpaid_by_two_and_a_superfluous_tile() -> None:
    table = placing("mx", goods="b2 m2 t1 t1 t2").run(Pay(0, 1))
    assert table.refuse("0 pay b2 m2 t1 t1 t2").rule == "TR-P4-PAY-4"
    table.play("0 pay b2 m2 t1 t1")
    assert table.all_followers() == [32, 30]


@rule("TR-P4-PAY-7", "TR-INV-3")
def test_paid_tiles_are_out_of_use() -> None:
    table = placing("mmm", goods="b1 b1 m1").run(Place(0)).play("0 place 0 1")
    assert table.castle(0) == "b1"
    assert table.centre == ""
    assert table.state.slots.count(-2) == 2
    assert len(table.state.tiles) == 3


@rule("TR-P4-PAY-8")
def test_unused_tiles_lapse_without_followers() -> None:
    table = placing("mm", goods="t3 t3").run(BeginPlacing())
    assert table.heard("GoodsLapsed")[0].facts()["tiles"] == (("t3", "t3"), ())
    assert table.state.tiles == ()
    gained = [event.facts()["source"] for event in table.heard("FollowersGained")]
    assert set(gained) == {"source.consolation"}


# -- free placement --------------------------------------------------------------------------------------------------


@rule("TR-P4-FREE-1")
@pytest.mark.parametrize(("letter", "enough", "too_little"), [("m", "b2 m2", "b2 m1"), ("f", "b2 m2 t2", "b2 m2 t1")])
def test_anywhere_for_double_cost(letter: str, enough: str, too_little: str) -> None:
    table = placing("m..", "...", f"..{letter}", goods=enough).run(Place(0))
    assert "place 2 2" in table.options(0)
    assert placing("m..", "...", f"..{letter}", goods=too_little).run(Place(0)).state.over


@rule("TR-P4-FREE-2")
@pytest.mark.parametrize("letter", "xvc")
def test_never_on_mountain_village_or_castle(letter: str) -> None:
    table = placing("m.m", "...", f"..{letter}").run(Place(0))
    assert "place 2 2" not in table.options(0)
    assert table.refuse("0 place 2 2").rule == "TR-P4-FREE-2"


@rule("TR-P4-FREE-3", "TR-EX-11")
def test_one_statue_in_the_forest() -> None:
    table = placing("m..", "..f", goods="b2 m2 t2").run(Place(0)).play("0 place 1 2")
    assert statues(0, table) == 1
    assert table.all_followers() == [30, 30]
    assert table.heard("StatuesPlaced")[0].facts()["free"]


@rule("TR-P4-FREE-6", "TR-EX-11")
def test_overpaying_the_double_cost() -> None:
    table = placing("m..", "..f", goods="b3 m2 t2").run(Place(0)).play("0 place 1 2")
    assert table.all_followers() == [31, 30]


@rule("TR-P4-FREE-7")
def test_no_tile_too_many_for_the_double_cost() -> None:
    table = placing("m..", "..m", goods="b1 b1 b2 m2").run(Pay(0, 8))
    assert set(table.options(0)) == {"pay b2 m2", "pay b1 b1 m2"}
    assert table.refuse("0 pay b1 b2 m2").rule == "TR-P4-PAY-4"


@rule("TR-P4-FREE-4")
def test_beside_own_statues_the_normal_price_holds() -> None:
    assert "b2 m2" in payments("m", "b2 m2")
    table = placing("mm", goods="b1 b1 m1 m1").run(Place(0)).play("0 place 0 1")
    assert table.castle(0) == "b1 m1"
    assert not table.heard("StatuesPlaced")[0].facts()["free"]


@rule("TR-P4-FREE-5")
def test_a_freely_placed_statue_is_a_neighbour_at_once() -> None:
    table = placing("m..", "..m", "..v", goods="b2 b2 m2 m2").run(BeginPlacing()).play("0 place 1 2")
    assert set(table.options(0)) == {"place 2 2", "pass"}


# -- consolation -----------------------------------------------------------------------------------------------------


@rule("TR-P4-CONS-1", "TR-EX-D10")
def test_who_could_place_nothing_gets_two() -> None:
    table = placing("mm", goods="t3").run(BeginPlacing())
    assert table.all_followers() == [32, 32]
    table = placing("mm", goods="b1 m1").run(BeginPlacing()).play("0 place 0 1")
    assert table.all_followers() == [30, 32]


@rule("TR-P4-CONS-1")
def test_what_could_be_placed_in_an_earlier_round_does_not_count() -> None:
    table = placing("mm", goods="b1 m1").run(BeginPlacing()).play("0 place 0 1")
    before = table.all_followers()[0]
    table.goods("", "t3").run(BeginPlacing())
    assert table.all_followers()[0] == before + 2


@rule("TR-P4-CONS-2", "TR-EX-D10")
def test_not_after_a_riot() -> None:
    table = placing("mm", goods="t3").demand(2).run(Riot(0, 0), BeginPlacing())
    assert table.all_followers() == [27, 32]


@rule("TR-P4-CONS-3", "TR-EX-D10")
def test_not_after_a_voluntary_pass() -> None:
    table = placing("mm", goods="b1 m1").run(BeginPlacing()).play("0 pass")
    assert table.all_followers() == [30, 32]
