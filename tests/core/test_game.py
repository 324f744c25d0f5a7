"""Options of a table: defaults, what is refused, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kronrat.core.game import BadOption, Switch
from tests.pearls import Tiny

TINY = Tiny()


def test_what_is_not_given_has_its_default() -> None:
    assert TINY.settle_options({}) == {"wares": "lamp,rope"}


@pytest.mark.parametrize(("given", "settled"), [("rope,lamp", "lamp,rope"), ("rope", "rope"), ("", "")])
def test_a_selection_has_one_form(given: str, settled: str) -> None:
    assert TINY.settle_options({"wares": given}) == {"wares": settled}


def test_settled_options_stay_as_they_are() -> None:
    settled = TINY.settle_options({"wares": "rope,lamp"})
    assert TINY.settle_options(settled) == settled


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="pearls has no option 'colour'; it has wares"):
        TINY.settle_options({"colour": "red"})


@pytest.mark.parametrize("wares", ["net", "lamp,net", "lamp, rope", "lamp,", "Lamp"])
def test_an_unknown_value_is_refused_with_its_rule(wares: str) -> None:
    with pytest.raises(BadOption, match=r"PD-BUY.*lamp, rope"):
        TINY.settle_options({"wares": wares})


@pytest.mark.parametrize("seats", [0, 1, 5, -1])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(BadOption, match=f"pearls is for 2 to 4 players, not {seats}"):
        TINY.new(seats)


class Lasting(Tiny):
    """Without an end, unless bots are left alone with it."""

    def switches(self, given: Mapping[str, str]) -> list[Switch]:
        return [*super().switches(given), Switch("rounds", ("unlimited", "9"), "unlimited", "PD-ROUND", alone="9")]


def test_bots_alone_have_a_value_of_their_own_for_what_is_not_given() -> None:
    game = Lasting()
    assert game.settle_options({})["rounds"] == "unlimited"
    assert game.left_alone({}) == {"rounds": "9"}
    assert game.left_alone({"rounds": "unlimited", "wares": "rope"}) == {"rounds": "unlimited", "wares": "rope"}
    assert TINY.left_alone({}) == {}
