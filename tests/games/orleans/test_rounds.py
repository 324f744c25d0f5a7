"""The course of a round, round bonuses, and newcomers."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.newcomers import WelcomeNewcomer
from kronrat.games.orleans.rules.rounds import EndRound, PassMarker, Round
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule


def phases(table: Loire) -> list[str]:
    return [event.facts()["phase"] for event in table.heard("PhaseBegan")]


@rule("OS-ROUND-1")
def test_phases_in_their_order() -> None:
    table = Loire(2).areas(0, "b2").areas(1, "d4").run(Round())
    table.play("0 ready", "1 ready")
    assert phases(table)[:4] == ["draw", "plan", "act", "end"]
    favor = Loire(2, story="kings-favor").fresh("d4")
    assert phases(favor)[:3] == ["season", "draw", "plan"]


@rule("OS-ROUND-2")
def test_the_bonus_comes_after_all_have_passed_and_before_the_marker_moves() -> None:
    table = Loire(2).areas(0, "b2").areas(1, "d4").bag(0, "farmer merchant").bag(1, "farmer merchant").run(Round())
    table.play("0 ready", "1 ready")
    told = [type(event).__name__ for event in table.events]
    first_bonus = told.index("CoinsGained")
    assert max(n for n, name in enumerate(told[:first_bonus]) if name == "Passed") < first_bonus
    assert told.count("Passed") == 2
    assert first_bonus < told.index("StartPlayerChanged")


@rule("OS-ROUND-3")
def test_fame_of_the_bonus_pays_at_once() -> None:
    table = Loire(2).epoch(0, 4).fortress(0, "b2", "b3").fame(0, 3).areas(0, "b2").areas(1, "d4")
    table.bag(0, "farmer merchant").bag(1, "farmer merchant").run(EndRound())
    told = [type(event).__name__ for event in table.events]
    assert table.player(0).fame == 5
    assert told.index("CitizenJoined") < told.index("StartPlayerChanged")


@rule("OS-ROUND-4")
def test_the_marker_goes_to_the_left() -> None:
    table = Loire(3)
    seen = []
    for _ in range(4):
        table.run(PassMarker())
        seen.append(table.state.first)
    assert seen == [1, 2, 0, 1]


@rule("OS-ROUND-5")
def test_bonuses_go_in_turn_order() -> None:
    table = Loire(3)
    table.state.first = 1
    for seat in range(3):
        table.bag(seat, "farmer merchant")
    table.run(EndRound())
    assert [event.facts()["seat"] for event in table.heard("CoinsGained")] == [1, 2, 0]


@rule("OS-ROUND-6", "OS-EPOCH-9")
def test_the_own_epoch_decides() -> None:
    table = Loire(2).areas(0, "b2", "b3").areas(1, "d4").villages("b3").epoch(1, 2)
    table.run(RoundBonus(0), RoundBonus(1))
    assert [table.player(seat).coins for seat in (0, 1)] == [1, 1]
    table.epoch(0, 2).run(RoundBonus(0))
    assert table.player(0).coins == 1 + 2  # a coin for each village


@rule("OS-ROUND-7")
def test_order_at_the_end_of_a_round() -> None:
    table = Loire(2).bag(0, "farmer").bag(1, "farmer merchant").market(fisher=1, merchant=1, craftsman=1)
    table.sheet(1, citizens=20, church=True).crossed(1, "well", "baptistery", "delegation", "harbour")
    table.run(EndRound()).play("0 welcome merchant")
    told = [type(event).__name__ for event in table.events]
    order = [told.index(name) for name in ("CoinsGained", "NewcomerWelcomed", "WealthChecked", "StartPlayerChanged")]
    assert order == sorted(order)


# -- newcomers -----------------------------------------------------------------------------------------------------


@rule("OS-ROUND-8")
def test_a_player_who_cannot_recruit_gets_a_newcomer() -> None:
    table = Loire(2).bag(0, "farmer craftsman craftsman").market(merchant=1).storage(fisher=3)
    table.run(WelcomeNewcomer(0))
    assert set(table.options(0)) == {"welcome fisher", "welcome merchant"}
    table.play("0 welcome fisher")
    assert table.in_bag(0) == "farmer fisher craftsman craftsman"
    assert table.stored("fisher") == 2  # none was on the market
    table.run(WelcomeNewcomer(0))
    assert table.heard("NewcomerWelcomed") == []  # the Mill can be filled now


@rule("OS-ROUND-8")
def test_the_market_is_asked_before_the_storage_box() -> None:
    table = (
        Loire(2).bag(0, "farmer").market(merchant=1, fisher=0, craftsman=0).storage(merchant=5, fisher=0, craftsman=0)
    )
    table.run(WelcomeNewcomer(0))
    assert (table.marketed("merchant"), table.stored("merchant")) == (0, 5)


@rule("OS-ROUND-8")
def test_all_own_followers_count_and_so_do_stand_ins() -> None:
    for arranged in (
        Loire(2).bag(0, "fisher").green(0, "craftsman"),
        Loire(2).on(0, "gate", "farmer").on(0, "ropery", "-").green(0, "merchant"),
        Loire(2).bag(0, "monk monk"),
        Loire(2).bag(0, "farmer monk"),
        Loire(2).bag(0, "fisher farmer").card(0, "herb_garden"),
        Loire(2).bag(0, "fisher").on(0, "mill", "- technology"),
    ):
        arranged.run(WelcomeNewcomer(0))
        assert arranged.state.over, "somebody was asked"
    alone = Loire(2).bag(0, "fisher farmer").run(WelcomeNewcomer(0))
    assert set(alone.options(0)) == {"welcome craftsman", "welcome merchant"}
    assert alone.refuse("0 welcome farmer").rule == "OS-ROUND-8"


@rule("OS-OPT-8", "OS-ROUND-8")
@pytest.mark.parametrize(("newcomers", "asked"), [("on", True), ("off", False)])
def test_a_table_may_do_without_newcomers(newcomers: str, asked: bool) -> None:
    table = Loire(2, newcomers=newcomers).bag(0, "farmer craftsman").bag(1, "farmer merchant").run(EndRound())
    assert ("welcome fisher" in table.options(0)) is asked


@rule("OS-EX-7")
def test_a_coin_for_each_village_before_the_marker_moves() -> None:
    table = Loire(2).epoch(0, 2).areas(0, "b2", "b3", "c3").villages("b3", "c3").bag(0, "farmer merchant")
    table.bag(1, "farmer merchant").run(EndRound())
    told = [(type(event).__name__, event.facts()) for event in table.events]
    names = [name for name, _ in told]
    assert told[names.index("CoinsGained")][1]["coins"] == 3
    assert names.index("CoinsGained") < names.index("StartPlayerChanged")
    assert game().view(table.state, 0)["players"][0]["coins"] == 3
