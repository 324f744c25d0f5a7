"""What planted mistakes showed to be unproven; see mutants.toml."""

from __future__ import annotations

import pytest

import kronrat
from kronrat.games.kingsburg.rules.events import GoodsPaid, VpChanged
from kronrat.games.kingsburg.testing import AUTUMN, SUMMER, Kingsburg, building_turn, rules
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

# Gold, wood, stone and points of every building, as printed.
SHEET = """
statue          2 0 0 3 | chapel     3 0 1 5 | church     3 1 2 7 | cathedral       5 0 3 9
inn             1 1 0 0 | market     2 2 0 1 | farms      2 3 1 2 | merchants_guild 3 1 2 4
guard_tower     1 0 1 1 | blacksmith 1 2 0 2 | barracks   2 2 1 4 | wizards_guild   3 2 2 6
palisade        0 2 0 0 | stable     1 1 1 2 | stone_wall 2 0 2 2 | fortress        3 0 2 4
barricade       0 1 0 0 | crane      0 1 1 1 | town_hall  2 1 1 2 | embassy         2 2 2 4
"""
ROWS = [[cell.split() for cell in line.split("|")] for line in SHEET.strip().splitlines()]
CELLS = [(row[place - 1][0] if place else "", cell) for row in ROWS for place, cell in enumerate(row)]


@rule("KB-P2d-2")
@both_editions
@pytest.mark.parametrize(("left", "cell"), CELLS, ids=[cell[0] for _, cell in CELLS])
def test_each_building_costs_and_scores_what_is_printed(edition: str, left: str, cell: list[str]) -> None:
    id, (gold, wood, stone, vp) = cell[0], map(int, cell[1:])
    table = building_turn(edition, *([left] if left else []), gold=9, wood=9, stone=9)
    less = 1 if "crane" in table.buildings(0) else 0  # it stands to the left of two of them
    table.play(f"0 build {id}")
    paid = [(e.gold, e.wood, e.stone) for e in table.heard(GoodsPaid) if e.rule == "KB-P2d-2"]
    assert paid == [(gold - less, wood, stone)]
    assert sum(e.vp for e in table.heard(VpChanged) if e.rule == "KB-P2d-2") == vp


@rule("KB-P2c-4")
@both_editions
def test_a_good_of_choice_may_be_used_at_a_higher_rank(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).occupy(4, 0, 4).occupy(6, 0, 6).begin(SUMMER).all_pass()
    table.play("0 take wood")
    assert table.options(0) == ["trade wood", "decline"]


@rule("KB-INFO-2")
@both_editions
def test_who_looked_at_an_enemy_does_not_know_the_next_one(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, gold=2).occupy(10, 0, 5, 5).begin(AUTUMN).all_pass()
    assert table.view(0)["enemy"] == "e1_goblins_3"
    table.until_phase(1)
    assert table.view(0)["year"] == 2
    assert table.view(0)["enemy"] is None


@rule("KB-INFO-2")
@both_editions
def test_the_journal_that_a_seat_may_read_tells_no_enemy_of_the_stack(edition: str) -> None:
    match = kronrat.Match(rules(), 3, {"edition": edition}, seed="hidden enemies")
    assert [line.choice[0] for line in match.journal.lines[:5]] == ["enemy"] * 5
    for seat in (0, 1, 2, None):
        text = match.journal_for(seat).text()
        assert [id for id in rules().tables.enemies if id in text] == []
