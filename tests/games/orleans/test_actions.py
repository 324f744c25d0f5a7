"""The action phase, and what happens to tokens that were used."""

from __future__ import annotations

from kronrat.games.orleans.rules.actions import BeginActions
from kronrat.games.orleans.rules.state import TOKENS
from kronrat.games.orleans.rules.supply import refill
from kronrat.games.orleans.testing import Loire
from tests.marks import rule


@rule("OS-ACT-1", "OS-ACT-3")
def test_one_action_each_clockwise_until_all_have_passed() -> None:
    table = Loire(3)
    table.state.first = 1
    for seat in range(3):
        table.on(seat, "ropery", "fisher").on(seat, "estate", "farmer fisher")
    table.run(BeginActions())
    asked = []
    for place in ("ropery", "ropery", "ropery", "estate", "estate", "estate"):
        (seat,) = table.state.deciding()
        asked.append(seat)
        table.play(f"{seat} use {place}")
    assert asked == [1, 2, 0, 1, 2, 0]
    assert table.state.over
    assert table.state.passed == (1, 2, 0)


@rule("OS-ACT-2")
def test_a_player_who_passes_is_out() -> None:
    table = Loire(2).on(0, "ropery", "fisher").on(1, "ropery", "fisher").on(1, "estate", "farmer fisher")
    table.run(BeginActions()).play("0 pass", "1 use ropery")
    assert table.state.deciding() == (1,)
    table.play("1 use estate")
    assert table.state.over
    assert table.at("ropery") == ["fisher"]


@rule("OS-ACT-4")
def test_any_order_and_no_obligation() -> None:
    table = Loire().on(0, "ropery", "fisher").on(0, "estate", "farmer fisher").turn()
    assert set(table.options(0)) == {"use ropery", "use estate", "pass"}
    table.play("0 use estate")
    assert set(table.options(0)) == {"use ropery", "pass"}
    table.play("0 pass")
    assert table.at("ropery") == ["fisher"]


@rule("OS-ACT-5", "OS-BUILD-2", "OS-SUP-2")
def test_followers_go_back_into_the_bag_and_wood_to_storage() -> None:
    table = Loire().areas(0, "b2", "b3").on(0, "village", "farmer craftsman wood")
    before = table.stored("wood")
    table.use("village")
    assert table.in_bag(0) == "farmer craftsman"
    assert table.at("village") == [None, None, None]
    assert table.stored("wood") == before + 1


@rule("OS-ACT-7")
def test_gains_go_to_the_supply() -> None:
    table = Loire().epoch(0, 2).areas(0, "b3").market(grain=1, technology=1).on(0, "estate", "farmer fisher")
    table.on(0, "laboratory", "craftsman scholar").on(0, "ropery", "fisher")
    table.turn().play("0 use estate", "0 use laboratory", "0 use ropery")
    me = table.player(0)
    assert (table.supply(0), me.technology, me.coins) == ("grain", 1, 1)


@rule("OS-ACT-9", "OS-EX-11", "OS-DEED-ALCHEMY-4")
def test_a_place_may_be_used_again_in_a_round() -> None:
    table = Loire().market(farmer=9).on(0, "ropery", "fisher").on(0, "gate", "monk monk")
    table.turn().play("0 use ropery", "0 use gate", "0 send monk alchemy_a", "0 reward coins")
    table.play("0 draw", "0 put ropery 0")
    assert "use ropery" in table.options(0)
    table.play("0 use ropery")
    assert table.player(0).coins == 1 + 3 + 1


@rule("OS-ACT-10", "OS-SC-9")
def test_an_action_without_effect_is_not_performed() -> None:
    table = Loire().on(0, "mill", "fisher craftsman").on(0, "estate", "farmer fisher").turn()
    assert set(table.options(0)) == {"use estate", "pass"}
    assert table.refuse("0 use mill").rule == "OS-PLACE-MILL-2"
    table.play("0 use estate")
    assert table.supply(0) == ""
    assert table.at("mill") == ["fisher", "craftsman"]
    assert table.heard("Forced")[0].rule == "OS-ACT-10"


@rule("OS-ACT-11")
def test_choices_belong_to_the_acting_player_and_effects_are_mandatory() -> None:
    table = Loire().market(farmer=1, merchant=1).on(0, "mill", "fisher craftsman").use("mill")
    assert table.state.deciding() == (0,)
    assert set(table.options(0)) == {"recruit farmer", "recruit merchant"}


# -- supply --------------------------------------------------------------------------------------------------------


@rule("OS-SUP-1", "OS-PLACE-MARKET-5")
def test_sold_goods_leave_play() -> None:
    table = (
        Loire().areas(0, "b2", "b3").villages("b3").goods(0, "wool fish").coins(0, 1).on(0, "market", "fisher merchant")
    )
    before = table.stored("wool")
    table.use("market").play("0 sell wool")
    assert (table.stored("wool"), table.marketed("wool")) == (before + 1, 0)
    assert table.player(0).coins == 5
    assert set(table.options(0)) == {"sell fish", "enough"}  # what was sold cannot be bought back


@rule("OS-SUP-3", "OS-SUP-7", "OS-DEED-3")
def test_tokens_of_a_complete_deed_go_to_storage_and_coins_go() -> None:
    table = Loire(3).deed("feeding_poor", "fish grain bread cheese -").on(0, "gate", "coins_2").coins(0, 1)
    before = [table.stored(word) for word in ("fish", "grain", "bread", "cheese")]
    table.use("gate")
    assert [table.stored(word) for word in ("fish", "grain", "bread", "cheese")] == [count + 1 for count in before]
    assert table.player(0).coins == 1


@rule("OS-SUP-3")
def test_tokens_lie_on_a_deed_until_it_is_complete() -> None:
    table = Loire(3).on(0, "gate", "farmer").no_deeds("winery_deed").use("gate")
    assert table.state.deeds[table.state.atlas.slot_of["winery_deed"]] == (0, 0, -1, -1, -1, -1)
    assert table.in_bag(0) == ""


@rule("OS-SUP-4")
def test_tokens_of_tasks_go_to_storage_at_once() -> None:
    table = Loire().no_deeds().on(0, "gate", "merchant")
    before = table.stored("merchant")
    table.use("gate")
    assert table.stored("merchant") == before + 1


@rule("OS-SUP-5", "OS-SUP-8")
def test_coins_come_and_go_without_limit() -> None:
    table = Loire().coins(0, 3).card(0, "pub").on(0, "pub", "merchant").use("pub").play("0 pay 3")
    assert table.player(0).coins == 0
    table.coins(0, 500).on(0, "ropery", "fisher").use("ropery")
    assert table.player(0).coins == 501


@rule("OS-SUP-9")
def test_a_refill_takes_what_storage_has() -> None:
    table = Loire().storage(wood=2, monk=0)
    refill(table.state, "vi", [(7, 8), (6, 2)], "OS-SUP-9")
    assert (table.marketed("wood"), table.stored("wood"), table.marketed("monk")) == (2, 0, 0)
    assert table.heard("MarketRefilled")[0].facts()["tokens"] == (("wood", 2),)


@rule("OS-SUP-10")
def test_food() -> None:
    foods = {TOKENS[token] for token in Loire().state.tables.food}
    assert foods == {"fish", "grain", "bread", "cheese", "wine"}
