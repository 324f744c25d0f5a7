"""What is printed on the province sheet: cost, points and place of the buildings of rows B to E."""

from __future__ import annotations

from functools import partial

import pytest

from kronrat.games.kingsburg.testing import Printed, building_turn, rules
from tests.games.kingsburg.buildings import test_defence, test_military, test_religion, test_trade
from tests.games.kingsburg.buildings.prices import check_one_good_less
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

ROWS = {"B": test_religion.ROW, "C": test_trade.ROW, "D": test_military.ROW, "E": test_defence.ROW}
each_building = pytest.mark.parametrize("building", [b for row in ROWS.values() for b in row], ids=lambda b: b.id)


@rule("KB-P2d-2")
@both_editions
@each_building
def test_printed_cost_and_points(edition: str, building: Printed) -> None:
    table = building.turn(edition, vp=20).play(f"0 build {building.id}")
    assert (table.goods(0), table.vp(0)) == ("", 20 + building.vp)
    assert building.id in table.buildings(0)


@rule("KB-P2d-2")
@both_editions
@each_building
def test_one_good_less_is_too_little(edition: str, building: Printed) -> None:
    check_one_good_less(building, partial(building.turn, edition))


@rule("KB-P2d-3")
@each_building
def test_place_on_the_sheet(building: Printed) -> None:
    letter, row = next((letter, row) for letter, row in ROWS.items() if building in row)
    cell = rules().tables.cells[building.id]
    assert (cell.row, cell.column) == (letter, row.index(building) + 1)
    if building.left:
        reason = building_turn("2e", gold=9, wood=9, stone=9).refuse(f"0 build {building.id}")
        assert (reason.rule, reason.facts["missing"]) == ("KB-P2d-3", row[0].id)
