"""Every builder of positions can do the same: those of installed games, and one of the test-only game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kronrat
from kronrat.core.events import Event
from kronrat.core.game import BadOption
from kronrat.testing import Builder, builders
from tests.pearls import Tiny

Make = Callable[..., Builder]


class TinyTable(Builder):
    def __init__(self, seats: int = 2) -> None:
        super().__init__(Tiny().new(seats, {}))


def every_builder() -> list[Make]:
    brought = [make for game in kronrat.list_games() if _brings(game) for make in builders(game).values()]
    return [TinyTable, *brought]


def _brings(game: str) -> bool:
    try:
        return bool(builders(game))
    except BadOption:
        return False


each_builder = pytest.mark.parametrize("make", every_builder(), ids=lambda make: make.__name__)


def begun(make: Make) -> Builder:
    """A new game of this builder's, at its first question, with an end even if everybody plays at random."""
    table = make(seats=2)
    options = table.game.options_of(table.state)
    ends = {switch.name: switch.alone for switch in table.game.switches(options) if switch.alone}
    return table.take(table.game.new(2, options | ends)).until_asked()


@each_builder
def test_a_builder_shows_what_the_state_says(make: Make) -> None:
    table = begun(make)
    seat = table.state.deciding()[0]
    assert seat >= 0, "CHANCE has answered"
    assert table.options(seat) == [as_text(choice) for choice in table.state.options(seat)]
    assert table.verbs() >= {table.options(seat)[0].split()[0]}
    assert table.view(seat) == table.game.view(table.state, seat)
    assert table.view() == table.game.view(table.state, None)


@each_builder
def test_a_builder_plays_refuses_and_hears(make: Make) -> None:
    table = begun(make)
    seat = table.state.deciding()[0]
    assert table.why_not(f"{seat} {table.options(seat)[0]}") is None
    assert table.refuse(f"{seat} nonsense").rule == "CORE-FORM"
    with pytest.raises(AssertionError, match="is allowed"):
        table.refuse(f"{seat} {table.options(seat)[0]}")
    table.play(f"{seat} {table.options(seat)[0]}")
    with pytest.raises(kronrat.IllegalChoice):
        table.play(f"{seat} nonsense")
    table.random("to the end")
    assert table.state.over
    assert table.heard(Event) == table.events != []
    named = type(table.events[-1])
    assert table.heard(named.__name__) == table.heard(named)


@each_builder
def test_chance_says_the_same_in_every_run(make: Make) -> None:
    one, two = begun(make).random("walk"), begun(make).random("walk")
    assert one.game.digest(one.state) == two.game.digest(two.state)


def test_builders_are_found_through_the_box() -> None:
    assert len(every_builder()) > 1
    with pytest.raises(BadOption, match="there is no game"):
        builders("halma")


def as_text(choice: kronrat.Choice) -> str:
    return " ".join(map(str, choice))
