"""Followers move, and run short both ways."""

from __future__ import annotations

import pytest

from kronrat.core.flow import Step
from kronrat.games.tumult.rules.coronation import Crown, SetRanks
from kronrat.games.tumult.rules.followers import gain, lose
from kronrat.games.tumult.rules.placing import EndPlacing
from kronrat.games.tumult.rules.riots import Riot
from kronrat.games.tumult.testing import Royal
from tests.marks import rule


@rule("TR-FAQ-3", "TR-EX-20")
def test_a_small_supply_is_filled_by_everybody() -> None:
    table = Royal(4).followers(30, 30, 24, 20)
    assert table.state.supply == 1
    gain(table.state, 2, 3, "source.overpaid", "TR-P4-PAY-3")
    assert table.all_followers() == [25, 25, 22, 15]
    assert table.state.supply == 18


@rule("TR-FAQ-3")
def test_a_supply_that_just_suffices_is_not_filled() -> None:
    table = Royal(4).followers(30, 30, 23, 19)
    gain(table.state, 2, 3, "source.overpaid", "TR-P4-PAY-3")
    assert table.all_followers() == [30, 30, 26, 19]
    assert table.state.supply == 0


@rule("TR-FAQ-4", "TR-EX-21")
def test_who_cannot_pay_pays_after_everybody_got_five() -> None:
    table = Royal(3).followers(2, 30, 28)
    assert table.state.supply == 45
    lose(table.state, 0, 3, "source.riot", "TR-P3-9")
    assert table.all_followers() == [4, 35, 33]
    assert table.state.supply == 33


@rule("TR-FAQ-4")
def test_who_has_just_enough_pays_without_aid() -> None:
    table = Royal(3).followers(3, 30, 28)
    lose(table.state, 0, 3, "source.riot", "TR-P3-9")
    assert table.all_followers() == [0, 30, 28]


@rule("TR-FAQ-5")
def test_who_has_fewer_than_five_gives_all_and_the_levy_is_repeated() -> None:
    table = Royal(3).followers(2, 101, 2)
    assert table.state.supply == 0
    gain(table.state, 0, 8, "source.overpaid", "TR-P4-PAY-3")
    assert table.all_followers() == [8, 96, 0]
    table = Royal(3).followers(0, 105, 0)
    gain(table.state, 0, 7, "source.overpaid", "TR-P4-PAY-3")
    assert table.all_followers() == [7, 95, 0]
    assert table.state.supply == 3


@rule("TR-FAQ-7", "TR-INV-7")
@pytest.mark.parametrize(("supply", "after"), [(14, [0, 45, 44]), (15, [4, 50, 48])])
def test_a_small_supply_gives_no_aid(supply: int, after: list[int]) -> None:
    table = Royal(3).followers(2, 45, 44 + 14 - supply)
    assert table.state.supply == supply
    lose(table.state, 0, 3, "source.riot", "TR-P3-9")
    assert table.all_followers() == after


@rule("TR-FAQ-7")
@pytest.mark.parametrize(("seats", "supply", "aid"), [(2, 9, 0), (2, 10, 5), (4, 19, 0), (4, 20, 5)])
def test_how_small_depends_on_the_number_of_players(seats: int, supply: int, aid: int) -> None:
    table = Royal(seats).followers(2, *[20] * (seats - 1), supply=supply)
    lose(table.state, 0, 3, "source.riot", "TR-P3-9")
    assert table.all_followers() == [max(0, 2 + aid - 3), *[20 + aid] * (seats - 1)]


@rule("TR-FAQ-8")
def test_consolations_come_one_at_a_time_in_rank_order() -> None:
    table = Royal(3).ranks(2, 0, 1).followers(35, 34, 35).run(EndPlacing())
    told = [(event.facts()["seat"], event.facts()["source"]) for event in table.events]
    assert told[0] == (2, "source.levy")  # there was 1 in the supply: the first payout calls for a levy
    payouts = [seat for seat, source in told if source == "source.consolation"]
    assert payouts == [2, 0, 1]


@rule("TR-FAQ-8", "TR-P3-1")
def test_riots_are_paid_one_at_a_time_in_the_order_of_kinds() -> None:
    table = Royal(2).followers(4, 30).demand(2).goods("", "", "").run(Riot(0, 0), Riot(1, 0), Riot(2, 0))
    told = [(event.facts()["seat"], event.facts().get("followers"), event.facts()["source"]) for event in table.events
            if "source" in event.facts()]  # fmt: skip
    assert told == [
        (0, 3, "source.riot"), (0, 5, "source.aid"), (1, 5, "source.aid"), (0, 3, "source.riot"), (0, 3, "source.riot"),
    ]  # fmt: skip
    assert table.all_followers() == [0, 35]


@rule("TR-FAQ-6")
def test_followers_of_a_shortage_count_for_the_ranks_unless_it_comes_with_the_crown() -> None:
    table = Royal(2).followers(2, 4).demand(2).goods("", "", "").run(Riot(0, 0), SetRanks())
    assert table.all_followers() == [4, 9]
    assert table.state.order == (1, 0)
    steps: list[Step] = [SetRanks(), Crown()]
    table = Royal(2).followers(4, 4).kings().run(*steps)
    assert table.all_followers() == [4, 9]  # 9 - 5, and 9 by the aid
    assert table.state.order == (0, 1)
