"""The Gate, the deeds, fame and delivery."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.bag import BeginDraws
from kronrat.games.orleans.rules.deeds import DrawAnother, SendAway, Swap, Transmuting
from kronrat.games.orleans.rules.effect import Effect
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.fame import gain_fame
from kronrat.games.orleans.rules.places import Place
from kronrat.games.orleans.rules.planning import Plan, Planning
from kronrat.games.orleans.rules.state import TOKENS, State
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule


def printed(id: str) -> tuple[str, bool]:
    table = Loire(3)
    row = next(row for sides in table.state.tables.deeds for row in sides if row.id == id)
    return " ".join("follower" if token < 0 else TOKENS[token] for token in row.fields), row.ascent


def gate(tokens: str, *deeds: str, seats: int = 3) -> Loire:
    """Tokens at the Gate of seat 0, whose tasks are done, and no deeds but these."""
    table = Loire(seats).on(0, "gate", tokens).no_deeds(*deeds)
    return table.crossed(0, "well", "baptistery", "delegation", "harbour")


# -- the Gate ------------------------------------------------------------------------------------------------------


@rule("OS-PLACE-GATE-1", "OS-PLACE-GATE-10")
def test_anything_may_lie_at_the_gate_one_on_a_field() -> None:
    table = Loire().green(0, "farmer monk").goods(0, "wool").technology(0).coins(0, 3).run(Planning((Plan(0),)))
    at_gate = {option for option in table.options(0) if "gate" in option}
    assert at_gate == {
        "place farmer gate 0",
        "place monk gate 0",
        "place wool gate 0",
        "place technology gate 0",
        "place coins_3 gate 0",
    }
    table.play("0 place wool gate 0")
    assert table.refuse("0 place monk gate 0").rule == "OS-PLAN-5"
    table.play("0 place coins_3 gate 1")
    assert table.at("gate") == ["wool", "coins_3"]
    assert table.player(0).coins == 0
    assert not [option for option in table.options(0) if "gate" in option]


@rule("OS-PLACE-GATE-2", "OS-EX-6")
def test_coins_are_one_token() -> None:
    table = Loire().coins(0, 5).no_deeds().run(Planning((Plan(0),))).play("0 place coins_5 gate 0", "0 ready")
    assert table.player(0).coins == 0
    table.use("gate")
    assert table.heard("TaskFieldCrossed")[0].facts()["token"] == "coins_5"
    assert table.at("gate") == [None, None]


@rule("OS-PLACE-GATE-3", "OS-PLACE-GATE-4")
def test_one_token_is_enough_to_send() -> None:
    table = gate("merchant", "winery_deed").use("gate")
    assert table.at("gate") == [None, None]
    assert table.heard("TokenSent")[0].facts()["target"] == "winery_deed"


@rule("OS-PLACE-GATE-5")
def test_two_tokens_take_two_actions() -> None:
    table = gate("merchant craftsman", "winery_deed").use("gate").play("0 send merchant winery_deed")
    assert table.at("gate") == [None, "craftsman"]
    assert set(table.options(0)) == {"use gate", "pass"}
    table.play("0 pass")
    assert table.at("gate") == [None, "craftsman"]


@rule("OS-PLACE-GATE-6")
def test_followers_leave_the_gate_only_in_the_draw_phase() -> None:
    table = Loire().epoch(0, 2).on(0, "gate", "monk").run(BeginDraws()).play("0 take gate 0")
    assert table.on_green(0) == "monk"
    assert table.player(0).returned == 1


@rule("OS-PLACE-GATE-7")
def test_a_sent_follower_does_not_come_back() -> None:
    table = gate("merchant", "winery_deed").use("gate")
    assert table.in_bag(0) == ""
    assert table.on_green(0) == ""


@rule("OS-PLACE-GATE-9")
def test_the_target_is_chosen_when_sending() -> None:
    table = Loire(3).on(0, "gate", "merchant").use("gate")
    assert set(table.options(0)) == {
        "send merchant winery_deed",
        "send merchant barter",
        "send merchant alchemy_a",
        "send merchant delegation",
    }


@rule("OS-PLACE-GATE-11")
def test_nobody_wants_it() -> None:
    table = gate("wool", "winery_deed")
    assert table.why_not_use("gate") == "OS-PLACE-GATE-11"
    assert not table.can_use("gate")


@rule("OS-PLACE-GATE-12")
def test_amounts_are_those_of_free_fields() -> None:
    table = Loire(3).coins(0, 9).run(Planning((Plan(0),)))
    found = {option.split()[1] for option in table.options(0) if "coins" in option}
    assert found == {"coins_2", "coins_3", "coins_5"}  # the poor, the harbour, the baptistery
    assert table.refuse("0 place coins_4 gate 0").rule == "OS-PLACE-GATE-12"
    table = Loire(3).coins(0, 9).crossed(0, "harbour").deed("orphanage").run(Planning((Plan(0),)))
    assert {option.split()[1] for option in table.options(0) if "coins" in option} == {"coins_4", "coins_5"}
    assert {o.split()[1] for o in Loire(3).coins(0, 2).run(Planning((Plan(0),))).options(0) if "coins" in o} == {
        "coins_2"
    }


@rule("OS-PLACE-GATE-13")
def test_only_own_tasks() -> None:
    table = Loire(3).crossed(0, "delegation").on(0, "gate", "knight").no_deeds()
    assert not table.can_use("gate")  # the delegation of others is not one's own
    table = Loire(3).on(0, "gate", "knight").no_deeds().use("gate")
    assert table.kingdom(0).crossed
    assert not table.kingdom(1).crossed


# -- deeds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        pytest.param("feeding_poor", "fish grain bread cheese coins_2", marks=rule("OS-DEED-BONUS-FEEDING-POOR")),
        pytest.param("orphanage", "craftsman craftsman scholar wood coins_4", marks=rule("OS-DEED-BONUS-ORPHANAGE")),
        pytest.param("winery_deed", "farmer farmer craftsman merchant wood", marks=rule("OS-DEED-BONUS-WINERY-DEED")),
        pytest.param("loom", "craftsman craftsman merchant wool technology", marks=rule("OS-DEED-BONUS-LOOM")),
        pytest.param("three_field", "farmer farmer farmer fisher craftsman", marks=rule("OS-DEED-BONUS-THREE-FIELD")),
        pytest.param(
            "inheritance", "farmer craftsman merchant scholar coins_4", marks=rule("OS-DEED-BONUS-INHERITANCE")
        ),
        pytest.param("food_depot", "grain grain fish fish bread cheese", marks=rule("OS-DEED-BONUS-FOOD-DEPOT")),
        pytest.param("medicine", "scholar scholar monk wine wine", marks=rule("OS-DEED-BONUS-MEDICINE")),
        pytest.param("barter", "fisher merchant cheese wine", marks=rule("OS-DEED-BONUS-BARTER")),
        pytest.param("order_knights", "knight knight knight", marks=rule("OS-DEED-BONUS-ORDER-KNIGHTS")),
        pytest.param("alchemy_a", "follower follower follower", marks=rule("OS-DEED-BONUS-ALCHEMY-A")),
        pytest.param("alchemy_b", "follower follower follower follower", marks=rule("OS-DEED-BONUS-ALCHEMY-B")),
    ],
)
def test_fields_of_the_deeds(deed: str, fields: str) -> None:
    assert printed(deed)[0] == fields


@rule("OS-DEED-2")
@pytest.mark.parametrize(
    ("deed", "token", "coins", "fame"),
    [
        pytest.param("feeding_poor", "fish", 0, 2, marks=rule("OS-DEED-BONUS-FEEDING-POOR")),
        pytest.param("orphanage", "scholar", 0, 3, marks=rule("OS-DEED-BONUS-ORPHANAGE")),
        pytest.param("winery_deed", "farmer", 3, 0, marks=rule("OS-DEED-BONUS-WINERY-DEED")),
        pytest.param("loom", "wool", 4, 0, marks=rule("OS-DEED-BONUS-LOOM")),
        pytest.param("three_field", "fisher", 2, 1, marks=rule("OS-DEED-BONUS-THREE-FIELD")),
        pytest.param("inheritance", "coins_4", 0, 3, marks=rule("OS-DEED-BONUS-INHERITANCE")),
        pytest.param("food_depot", "grain", 2, 0, marks=rule("OS-DEED-BONUS-FOOD-DEPOT")),
        pytest.param("medicine", "monk", 0, 3, marks=rule("OS-DEED-BONUS-MEDICINE")),
    ],
)
def test_the_bonus_for_a_token(deed: str, token: str, coins: int, fame: int) -> None:
    table = gate(token, deed).deed(deed).use("gate")
    assert (table.player(0).coins, table.player(0).fame) == (coins, 1 + fame)


@rule("OS-DEED-1", "OS-MONK-3", "OS-SC-10")
def test_exactly_the_token_that_is_shown() -> None:
    table = gate("monk wood", "winery_deed", "alchemy_a").use("gate")
    assert set(table.options(0)) == {"send monk alchemy_a", "send wood winery_deed"}
    assert table.refuse("0 send monk winery_deed").rule == "OS-DEED-1"


@rule("OS-DEED-3", "OS-DEED-4", "OS-KF-DEED-2")
@pytest.mark.parametrize("story", ["first-kingdom", "kings-favor"])
def test_a_complete_a_side_is_turned_and_a_b_side_goes(story: str) -> None:
    table = Loire(3, story=story).no_deeds("winery_deed", "alchemy_a")
    table.deed("winery_deed", "farmer farmer craftsman merchant -").on(0, "gate", "wood")
    table.use("gate")
    if story == "first-kingdom" and table.state.stack:
        table.play("0 send wood winery_deed")
    told = [type(event).__name__ for event in table.events]
    assert told.index("CoinsGained") < told.index("DeedCompleted")  # the last token has its bonus
    slot = table.state.atlas.slot_of["loom"]
    assert table.state.deeds[slot] == (1, -1, -1, -1, -1, -1)
    assert table.heard("DeedCompleted")[0].facts()["next"] == "loom"
    table.deed("loom", "craftsman craftsman merchant wool -").on(0, "gate", "technology")
    table.use("gate")
    if table.state.stack:
        table.play("0 send technology loom")
    assert table.state.deeds[slot] == (2,)
    assert "loom" not in [deed["id"] for deed in game().view(table.state, 0)["deeds"]]


@rule("OS-DEED-5")
def test_a_field_is_filled_once() -> None:
    table = gate("merchant craftsman", "winery_deed").deed("winery_deed", "- - - merchant -")
    table.on(0, "gate", "merchant craftsman").on(1, "gate", "craftsman").use("gate")
    assert table.state.deeds[table.state.atlas.slot_of["winery_deed"]].count(3) == 1
    table = gate("merchant farmer", "winery_deed").deed("winery_deed", "- - - merchant -").turn()
    assert table.player(0).spaces.count(3) == 1
    table = Loire(3).on(0, "gate", "merchant").deed("winery_deed", "- - - merchant -").use("gate")
    assert table.refuse("0 send merchant winery_deed").rule == "OS-DEED-5"


@rule("OS-DEED-6")
def test_everybody_sends_to_every_deed() -> None:
    table = Loire(3).no_deeds("winery_deed")
    for seat, token in ((0, "wood"), (1, "merchant"), (2, "farmer")):
        table.crossed(seat, "well", "baptistery", "delegation", "harbour").on(seat, "gate", token)
        table.use("gate", seat=seat)
    assert table.state.deeds[table.state.atlas.slot_of["winery_deed"]] == (0, 0, -1, -1, 3, 7)
    assert [table.player(seat).coins for seat in range(3)] == [3, 3, 3]


# -- special deeds -------------------------------------------------------------------------------------------------


@rule("OS-DEED-BARTER-1", "OS-DEED-BARTER-4", "OS-DEED-BONUS-BARTER")
def test_barter_swaps_goods() -> None:
    table = gate("cheese", "barter").goods(0, "fish").goods(1, "brocade wool").goods(2, "wine").use("gate")
    assert set(table.options(0)) == {"decline", "swap fish 1 brocade", "swap fish 1 wool", "swap fish 2 wine"}
    table.play("0 swap fish 1 brocade")
    assert (table.supply(0), table.supply(1)) == ("brocade", "wool fish")


@rule("OS-DEED-BARTER-2")
def test_goods_on_spaces_are_safe() -> None:
    table = Loire(2).goods(0, "fish").on(0, "gate", "grain").on(1, "gate", "wine brocade").on(1, "village", "- - wood")
    table.goods(1, "wool").run(Swap(0))
    assert set(table.options(0)) == {"decline", "swap fish 1 wool"}
    assert table.refuse("0 swap fish 1 wine").rule == "OS-DEED-BARTER-2"
    assert table.refuse("0 swap grain 1 wool").rule == "OS-DEED-BARTER-2"


@rule("OS-DEED-BARTER-3")
def test_barter_is_optional_and_may_be_impossible() -> None:
    table = Loire(2).goods(0, "fish").goods(1, "wool").run(Swap(0)).play("0 decline")
    assert table.supply(0) == "fish"
    for alone in (Loire(2).goods(1, "wool"), Loire(2).goods(0, "wool")):
        alone.run(Swap(0))
        assert alone.state.over
        assert alone.heard("Forced")[0].rule == "OS-DEED-BARTER-3"


@rule("OS-DEED-KNIGHTS-1", "OS-DEED-KNIGHTS-2", "OS-DEED-BONUS-ORDER-KNIGHTS")
def test_the_order_of_knights_sends_a_follower_home() -> None:
    table = gate("knight", "order_knights").deed("order_knights").market(farmer=1).on(1, "mill", "fisher craftsman")
    assert table.can_use("mill", 1)
    table.use("gate").play("0 remove 1 mill 0")
    assert table.at("mill", 1) == [None, "craftsman"]
    assert table.in_bag(1) == "fisher"
    assert not table.can_use("mill", 1)


@rule("OS-DEED-KNIGHTS-3", "OS-DEED-KNIGHTS-4")
def test_the_gate_is_not_safe_but_the_green_is() -> None:
    table = Loire(3).on(1, "gate", "monk wood").green(1, "farmer").on(2, "village", "- craftsman wood")
    table.on(2, "mill", "technology -").run(SendAway(0))
    assert set(table.options(0)) == {"decline", "remove 1 gate 0", "remove 2 village 1"}
    assert table.refuse("0 remove 2 mill 0").rule == "OS-DEED-KNIGHTS-4"


@rule("OS-DEED-KNIGHTS-5")
def test_a_knight_may_be_sent_for_nothing() -> None:
    table = gate("knight", "order_knights").deed("order_knights").use("gate")
    assert table.at("gate") == [None, None]
    assert "OS-DEED-KNIGHTS-5" in [event.rule for event in table.heard("Forced")]


@rule("OS-DEED-ALCHEMY-1", "OS-DEED-BONUS-ALCHEMY-A", "OS-DEED-BONUS-ALCHEMY-B")
@pytest.mark.parametrize("deed", ["alchemy_a", "alchemy_b"])
@pytest.mark.parametrize("follower", ["farmer", "scholar", "monk"])
def test_alchemy_takes_anybody(deed: str, follower: str) -> None:
    table = gate(follower, deed).deed(deed).use("gate")
    assert set(table.options(0)) == {"reward fame", "reward coins"}
    assert not gate("wood", deed).deed(deed).can_use("gate")


@rule("OS-DEED-ALCHEMY-2")
def test_fame_or_coins() -> None:
    table = gate("farmer", "alchemy_a").use("gate").play("0 reward fame")
    assert (table.player(0).fame, table.player(0).coins) == (3, 0)
    table = gate("farmer", "alchemy_a").use("gate").play("0 reward coins")
    assert (table.player(0).fame, table.player(0).coins) == (1, 3)


@rule("OS-DEED-ALCHEMY-3")
def test_a_follower_may_be_drawn_and_placed_at_once() -> None:
    table = Loire().bag(0, "scholar fisher").run(DrawAnother(0))
    assert set(table.options(0)) == {"draw", "decline"}
    table.play("0 draw", "* draw 0 fisher")
    assert {"put ropery 0", "put gate 0", "green"} <= set(table.options(0))
    table.play("0 put ropery 0")
    assert (table.at("ropery"), table.in_bag(0)) == (["fisher"], "scholar")
    kept = Loire().bag(0, "scholar fisher").run(DrawAnother(0)).play("0 decline")
    assert kept.in_bag(0) == "fisher scholar"


@rule("OS-DEED-ALCHEMY-5")
def test_without_room_it_goes_back() -> None:
    table = Loire().bag(0, "scholar").green(0, "farmer " * 8).on(0, "gate", "wood wood").run(DrawAnother(0))
    table.play("0 draw")
    assert table.in_bag(0) == "scholar"
    assert "OS-DEED-ALCHEMY-5" in [event.rule for event in table.heard("Forced")]


@rule("OS-DEED-ALCHEMY-6")
def test_an_empty_bag_draws_nothing() -> None:
    table = gate("farmer", "alchemy_a").use("gate").play("0 reward coins")
    assert table.player(0).coins == 3
    assert "OS-DEED-ALCHEMY-6" in [event.rule for event in table.heard("Forced")]
    assert Transmuting.draws is False


# -- fame ----------------------------------------------------------------------------------------------------------


@rule("OS-FAME-1", "OS-FAME-3")
def test_markers_go_forward_and_share_fields() -> None:
    table = Loire()
    for seat in (0, 1):
        gain_fame(table.state, seat, 2, "OS-FAME-1")
    assert [table.player(seat).fame for seat in (0, 1)] == [3, 3]


@rule("OS-FAME-2", "OS-SC-22")
def test_marked_fields_entered_or_passed_bring_their_bonus_in_order() -> None:
    table = Loire().fame(0, 20)
    table.events.clear()
    gain_fame(table.state, 0, 12, "OS-FAME-1")
    table.state.settle()
    assert [event.facts()["field"] for event in table.heard("FameFieldReached")] == [23, 30]
    assert (table.player(0).coins, table.kingdom(0).citizens) == (3, 1)
    entered = Loire().fame(0, 3)
    gain_fame(entered.state, 0, 2, "OS-FAME-1")
    entered.state.settle()
    assert entered.kingdom(0).citizens == 1


@rule("OS-FAME-4")
def test_fame_out_of_a_bonus_goes_on() -> None:
    table = Loire().fame(0, 8)
    story = table.state.story

    class Herald(Effect):
        """A bonus that is fame itself."""

        def run(self, state: State, seat: int, place: Place | None) -> None:
            gain_fame(state, seat, 6, "OS-FAME-4")

    marks = story._marks  # type: ignore[attr-defined]
    kept = marks[10]
    marks[10] = [Herald(kept[0].op, "OS-FAME-4")]
    try:
        gain_fame(table.state, 0, 2, "OS-FAME-1")
        table.state.settle()
    finally:
        marks[10] = kept
    assert table.player(0).fame == 16
    assert [event.facts()["field"] for event in table.heard("FameFieldReached")] == [10, 16]


@rule("OS-FAME-5")
def test_each_field_once() -> None:
    table = Loire().fame(0, 4)
    for _ in range(3):
        gain_fame(table.state, 0, 1, "OS-FAME-1")
        table.state.settle()
    assert table.kingdom(0).citizens == 1


@rule("OS-FAME-6")
def test_the_last_field_is_the_end() -> None:
    table = Loire().fame(0, 89)
    gain_fame(table.state, 0, 5, "OS-FAME-1")
    table.state.settle()
    assert table.player(0).fame == 90
    gain_fame(table.state, 0, 5, "OS-FAME-1")
    table.state.settle()
    assert table.player(0).fame == 90
    assert table.kingdom(0).citizens == 1


@rule("OS-FAME-7", "OS-FK-FAME-36")
def test_a_bonus_that_is_not_there() -> None:
    for technology, coins in ((1, 0), (0, 2)):
        table = Loire().fame(0, 35).market(technology=technology)
        gain_fame(table.state, 0, 1, "OS-FAME-1")
        table.state.settle()
        assert (table.player(0).technology, table.player(0).coins) == (technology, coins)


@rule("OS-DELIVER-3")
def test_a_delivery_as_round_bonus_may_be_left_out() -> None:
    table = Loire().epoch(0, 6).areas(0, "b2", "b3").villages("b3").goods(0, "fish wool").run(RoundBonus(0))
    assert set(table.options(0)) == {"deliver fish", "deliver wool", "enough"}
    table.play("0 enough")
    assert table.supply(0) == "wool fish"


@rule("OS-DELIVER-4")
def test_deliveries_come_from_the_supply() -> None:
    table = Loire().epoch(0, 8).areas(0, "b2").on(0, "gate", "fish").run(RoundBonus(0))
    assert table.state.over
    assert table.at("gate") == ["fish", None]
