"""Summer and Autumn, which are played like Spring, and the Inn at the end of Summer."""

import pytest

from kronrat.games.kingsburg.rules.events import OrderSet, PhaseBegan, TokenGained
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule


def played(season: int, edition: str) -> Kingsburg:
    """A season in which seat 2, lowest in the roll, influences the Architect and builds with the wood."""
    table = Kingsburg(seats=3, edition=edition)
    table.begin(season, rolls={0: (5, 5, 6), 1: (4, 4, 6), 2: (1, 1, 3)}, alone=True)
    assert [event.order for event in table.heard(OrderSet)] == [(2, 1, 0)]
    table.play("2 influence 3 3", "1 influence 10 4 6", "0 influence 5 5", "2 influence 1 1").all_pass()
    assert table.options(2) == ["build barricade", "pass"]
    return table.play("2 build barricade")


def outcome(table: Kingsburg) -> list[tuple[int, str, int, set[str]]]:
    return [(table.vp(s), table.goods(s), table.player(s).soldiers, table.buildings(s)) for s in range(3)]


RESULT: list[tuple[int, str, int, set[str]]] = [(0, "", 1, set()), (0, "", 2, set()), (1, "", 0, {"barricade"})]


@rule("KB-P4-1")
@both_editions
def test_summer_has_the_same_four_steps_as_spring(edition: str) -> None:
    assert outcome(played(SPRING, edition)) == RESULT
    table = played(SUMMER, edition)
    assert outcome(table) == RESULT
    assert table.state.over


@rule("KB-P6-1")
@both_editions
def test_autumn_has_the_same_four_steps_as_spring(edition: str) -> None:
    table = played(AUTUMN, edition)
    assert outcome(table) == RESULT
    assert table.state.over


@rule("KB-P4-2")
@both_editions
@pytest.mark.parametrize(("season", "tokens"), [(SPRING, 0), (SUMMER, 1), (AUTUMN, 0)])
def test_the_inn_gives_a_token_at_the_end_of_summer_only(season: int, tokens: int, edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "inn").give(2, "inn").begin(season, alone=True)
    assert table.player(0).plus2 == 0
    table.all_pass()
    assert [table.player(seat).plus2 for seat in range(3)] == [tokens, 0, tokens]


@rule("KB-P4-2")
@both_editions
def test_the_token_of_the_inn_comes_before_phase_five(edition: str) -> None:
    table = Kingsburg(seats=3, edition=edition).give(0, "inn").begin(SUMMER).all_pass()
    kinds = [type(event).__name__ for event in table.events if isinstance(event, TokenGained | PhaseBegan)]
    assert kinds == ["PhaseBegan", "TokenGained", "PhaseBegan", "PhaseBegan"]  # Summer, the token, phases 5 and 6
