"""The places of the player board and the basic place cards."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.events import MarketShort, NothingCame
from kronrat.games.orleans.rules.trading import Trade
from kronrat.games.orleans.testing import Loire
from tests.marks import rule

PRICES = {"wood": 2, "brocade": 5, "wool": 4, "wine": 3, "bread": 3, "cheese": 2, "grain": 1, "fish": 1}


def spaces(place: str) -> list[str]:
    return [space.word for space in Loire().state.atlas.by_id[place].spaces]


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        pytest.param(
            "territory", ["farmer|knight", "farmer|knight", "fisher|knight"], marks=rule("OS-PLACE-TERRITORY-1")
        ),
        pytest.param("village", ["farmer", "craftsman", "wood"], marks=rule("OS-PLACE-VILLAGE-1")),
        pytest.param("estate", ["farmer", "fisher"], marks=rule("OS-PLACE-ESTATE-7")),
        pytest.param("builders_yard", ["craftsman", "merchant"], marks=rule("OS-PLACE-YARD-5")),
        pytest.param("mill", ["fisher", "craftsman"], marks=rule("OS-PLACE-MILL-3")),
        pytest.param("cottage", ["farmer", "merchant"], marks=rule("OS-PLACE-COTTAGE-3")),
        pytest.param("market", ["fisher", "merchant"], marks=rule("OS-PLACE-MARKET-10")),
        pytest.param("ropery", ["fisher"], marks=rule("OS-PLACE-ROPERY-2")),
        pytest.param("gate", ["any", "any"], marks=rule("OS-PLACE-GATE-1")),
        pytest.param("university", ["farmer", "craftsman", "merchant"], marks=rule("OS-PLACE-UNIVERSITY-3")),
        pytest.param("castle", ["farmer", "fisher", "merchant"], marks=rule("OS-PLACE-CASTLE-3")),
        pytest.param("monastery", ["scholar", "merchant"], marks=rule("OS-PLACE-MONASTERY-3")),
        pytest.param("laboratory", ["craftsman", "scholar"], marks=rule("OS-PLACE-LABORATORY-3")),
        pytest.param("fortress", ["knight", "wood"], marks=rule("OS-PLACE-FORTRESS-1")),
        pytest.param("church", ["craftsman", "monk", "wood"], marks=rule("OS-PLACE-CHURCH-7", "OS-PLACE-CHURCH-1")),
    ],
)
def test_spaces(place: str, shown: list[str]) -> None:
    assert spaces(place) == shown


# -- recruiting ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "crew", "kinds"),
    [
        pytest.param(
            "mill", "fisher craftsman", ["farmer", "merchant"], marks=rule("OS-PLACE-MILL-1", "OS-PLACE-MILL-2")
        ),
        pytest.param(
            "cottage",
            "farmer merchant",
            ["fisher", "craftsman"],
            marks=rule("OS-PLACE-COTTAGE-1", "OS-PLACE-COTTAGE-2"),
        ),
        pytest.param(
            "university",
            "farmer craftsman merchant",
            ["scholar"],
            marks=rule("OS-PLACE-UNIVERSITY-1", "OS-PLACE-UNIVERSITY-2"),
        ),
        pytest.param(
            "castle", "farmer fisher merchant", ["knight"], marks=rule("OS-PLACE-CASTLE-1", "OS-PLACE-CASTLE-2")
        ),
        pytest.param(
            "monastery", "scholar merchant", ["monk"], marks=rule("OS-PLACE-MONASTERY-1", "OS-PLACE-MONASTERY-2")
        ),
    ],
)
def test_recruiting(place: str, crew: str, kinds: list[str]) -> None:
    table = Loire().epoch(0, 5).on(0, place, crew)
    assert not table.can_use(place)
    assert table.why_not_use(place) == f"OS-PLACE-{place.upper()}-2"
    for kind in kinds:
        table = Loire().epoch(0, 5).on(0, place, crew).market(**dict.fromkeys(kinds, 1)).use(place)
        if len(kinds) > 1:
            assert set(table.options(0)) == {f"recruit {word}" for word in kinds}
            assert table.refuse("0 recruit monk").rule == f"OS-PLACE-{place.upper()}-1"
            table.play(f"0 recruit {kind}")
        assert sorted(table.in_bag(0).split()) == sorted([*crew.split(), kind])
        assert table.marketed(kind) == 0


@rule("OS-PLACE-LABORATORY-1", "OS-PLACE-LABORATORY-2")
def test_the_laboratory() -> None:
    table = Loire().epoch(0, 2).on(0, "laboratory", "craftsman scholar")
    assert table.why_not_use("laboratory") == "OS-PLACE-LABORATORY-2"
    table.market(technology=2).use("laboratory")
    assert (table.player(0).technology, table.marketed("technology")) == (1, 1)


# -- estate --------------------------------------------------------------------------------------------------------


@rule("OS-PLACE-ESTATE-1", "OS-EX-2")
def test_a_good_for_each_land() -> None:
    table = Loire().land(b1="hill", b3="forest", c2="lake", c3="lake", c1="pasture").areas(0, "b1", "b3", "c2", "c3")
    table.market(wine=3, wood=3, fish=3, cheese=3, grain=3).on(0, "estate", "farmer fisher").use("estate")
    assert table.supply(0) == "wood wine fish fish"
    assert [table.marketed(word) for word in ("wine", "wood", "fish", "cheese", "grain")] == [2, 2, 1, 3, 3]
    assert Loire().state.tables.yields == [10, 12, 7, 14, 13]  # wine, cheese, wood, fish, grain


@rule("OS-PLACE-ESTATE-2")
def test_missing_goods_are_not_given() -> None:
    table = Loire().land(c2="lake", c3="lake", b3="forest").areas(0, "c2", "c3", "b3").market(fish=1)
    table.on(0, "estate", "farmer fisher").use("estate")
    assert table.supply(0) == "fish"
    short = [(event.token, event.count) for event in table.heard(MarketShort)]
    assert sorted(short) == [("fish", 1), ("wood", 1)]


@rule("OS-PLACE-ESTATE-3")
def test_the_estate_may_be_used_for_nothing() -> None:
    table = Loire().on(0, "estate", "farmer fisher").use("estate")
    assert table.supply(0) == ""
    assert table.in_bag(0) == "farmer fisher"
    assert [event.village for event in table.heard(NothingCame)] == [False]


@rule("OS-PLACE-ESTATE-4", "OS-PLACE-FORTRESS-2")
def test_land_with_a_fortress_yields() -> None:
    table = Loire().areas(0, "b3").fortress(0, "b3").market(grain=1).on(0, "estate", "farmer fisher").use("estate")
    assert table.supply(0) == "grain"


@rule("OS-PLACE-ESTATE-5", "OS-EX-12")
def test_in_a_shared_area_only_the_acting_player_gains() -> None:
    table = Loire().land(c3="lake").areas(0, "c3").areas(1, "c3").market(fish=9).on(0, "estate", "farmer fisher")
    table.use("estate")
    assert (table.supply(0), table.supply(1)) == ("fish", "")


@rule("OS-PLACE-ESTATE-6", "OS-PLACE-VILLAGE-3")
def test_a_village_yields_nothing() -> None:
    table = Loire().areas(0, "b2", "b3").villages("b3").market(grain=9).on(0, "estate", "farmer fisher").use("estate")
    assert table.supply(0) == ""


# -- village -------------------------------------------------------------------------------------------------------


@rule("OS-PLACE-VILLAGE-2")
def test_a_land_becomes_a_village_and_the_settler_stays() -> None:
    table = Loire().areas(0, "b2", "b3", "c3").areas(1, "c4").on(0, "village", "farmer craftsman wood").use("village")
    assert set(table.options(0)) == {"build village b3", "build village c3"}
    assert table.refuse("0 build village b2").rule == "OS-PLACE-VILLAGE-2"
    assert table.refuse("0 build village c4").rule == "OS-PLACE-VILLAGE-1"
    table.play("0 build village c3")
    assert table.state.villages >> table.area("c3") & 1
    assert table.held_areas(0) == {"b2", "b3", "c3"}


@rule("OS-PLACE-VILLAGE-4", "OS-BUILD-3", "OS-EPOCH-8")
@pytest.mark.parametrize(("epoch", "fame"), [(1, 3), (2, 2), (3, 4), (5, 2), (6, 2), (7, 2), (8, 3)])
def test_fame_for_a_village_by_epoch(epoch: int, fame: int) -> None:
    table = Loire().epoch(0, epoch).areas(0, "b3").on(0, "village", "farmer craftsman wood").fame(0, 60).use("village")
    assert table.player(0).fame == 60 + fame
    assert table.heard("FameGained")[0].rule == "OS-BUILD-3"


@rule("OS-PLACE-VILLAGE-5", "OS-PEACE-4")
def test_any_controller_builds_in_a_shared_area() -> None:
    table = Loire().areas(0, "c3").areas(1, "c3").on(0, "village", "farmer craftsman wood").use("village")
    assert table.state.villages >> table.area("c3") & 1


@rule("OS-PLACE-VILLAGE-6")
def test_no_village_without_land() -> None:
    table = Loire().areas(0, "b2").on(0, "village", "farmer craftsman wood")
    assert table.why_not_use("village") == "OS-PLACE-VILLAGE-6"
    assert not table.can_use("village")


# -- builders' yard --------------------------------------------------------------------------------------------------


@rule("OS-PLACE-YARD-1", "OS-EPOCH-2", "OS-EPOCH-7")
def test_a_card_of_an_open_category() -> None:
    table = Loire().on(0, "builders_yard", "craftsman merchant").use("builders_yard")
    assert set(table.options(0)) == {
        f"card {card}"
        for card in ("grove", "bathhouse", "pub", "hayrick", "fish_pond", "bakehouse", "cheese_dairy", "grocer")
    }
    assert table.refuse("0 card sacristy").rule == "OS-EPOCH-2"
    table.play("0 card pub")
    assert "pub" in [place.id for place in table.player(0).layout.places]
    table = Loire().epoch(0, 2).on(0, "builders_yard", "craftsman merchant").use("builders_yard")
    assert {"card grove", "card sacristy"} <= set(table.options(0))
    assert "card office" not in table.options(0)


@rule("OS-PLACE-YARD-2", "OS-CARD-4")
def test_a_card_exists_once() -> None:
    table = Loire().on(1, "builders_yard", "craftsman merchant").use("builders_yard", seat=1).play("1 card pub")
    table.on(0, "builders_yard", "craftsman merchant").use("builders_yard")
    assert "card pub" not in table.options(0)
    assert table.refuse("0 card pub").rule == "OS-PLACE-YARD-2"


@rule("OS-PLACE-YARD-3")
def test_any_number_of_cards() -> None:
    table = Loire().epoch(0, 5)
    for card in list(table.state.cards):
        id = table.state.atlas.places[card].id
        table.on(0, "builders_yard", "craftsman merchant")
        if len(table.state.cards) > 1:
            table.use("builders_yard").play(f"0 card {id}")
    assert len(table.state.cards) == 1


@rule("OS-PLACE-YARD-4")
def test_no_card_left() -> None:
    table = Loire().on(0, "builders_yard", "craftsman merchant")
    table.state.cards = tuple(card for card in table.state.cards if table.state.atlas.places[card].row.category > 1)
    assert table.why_not_use("builders_yard") == "OS-PLACE-YARD-4"


@rule("OS-BUILD-4")
def test_a_card_brings_no_fame() -> None:
    table = Loire().on(0, "builders_yard", "craftsman merchant").use("builders_yard").play("0 card pub")
    assert table.player(0).fame == 1


# -- market --------------------------------------------------------------------------------------------------------


@rule("OS-PLACE-MARKET-1", "OS-PLACE-MARKET-9")
@pytest.mark.parametrize(("good", "price"), PRICES.items())
def test_prices(good: str, price: int) -> None:
    table = Loire().goods(0, good).coins(0, price).market(**{good: 1}).run(Trade(0, 5, False))
    table.play(f"0 sell {good}")
    assert table.player(0).coins == 2 * price
    table.play(f"0 buy {good}")
    assert (table.player(0).coins, table.supply(0), table.marketed(good)) == (price, good, 0)


@rule("OS-PLACE-MARKET-2", "OS-PLACE-MARKET-4", "OS-EX-3")
def test_one_village_is_one_trade() -> None:
    table = Loire().areas(0, "b2", "b3").goods(0, "fish fish grain").on(0, "market", "fisher merchant").use("market")
    table.play("0 sell fish")
    assert table.state.over


@rule("OS-PLACE-MARKET-3", "OS-EX-4")
def test_four_trades_mixed() -> None:
    table = Loire().areas(0, "b2", "b3", "c2", "c3").villages("b3", "c2", "c3").goods(0, "wool fish fish fish")
    table.market(wood=2).on(0, "market", "fisher merchant")
    before = {word: table.stored(word) for word in ("wool", "fish")}
    table.use("market").play("0 sell wool", "0 buy wood", "0 sell fish", "0 sell fish")
    assert table.player(0).coins == 4
    assert table.supply(0) == "wood fish"
    assert table.marketed("wood") == 1
    assert {word: table.stored(word) - count for word, count in before.items()} == {"wool": 1, "fish": 2}
    assert table.state.over  # there is no fifth


@rule("OS-EX-5", "OS-PLACE-MARKET-2")
def test_fewer_trades_are_allowed() -> None:
    table = Loire().areas(0, "b2", "b3").villages("b3").goods(0, "wool fish").on(0, "market", "fisher merchant")
    table.use("market").play("0 sell wool", "0 enough")
    assert table.supply(0) == "fish"


@rule("OS-PLACE-MARKET-2")
def test_a_market_without_a_village_says_that_there_is_no_trade() -> None:
    table = Loire().areas(0, "b3").goods(0, "wool").on(0, "market", "fisher merchant").use("market")
    assert table.supply(0) == "wool"
    assert [event.village for event in table.heard(NothingCame)] == [True]


@rule("OS-PLACE-MARKET-2")
def test_no_trade_at_all_is_allowed() -> None:
    """It costs the followers and the turn, and gains time."""
    table = Loire().areas(0, "b2", "b3").villages("b3").goods(0, "wool fish").on(0, "market", "fisher merchant")
    table.use("market").play("0 enough")
    assert (table.supply(0), table.player(0).coins) == ("wool fish", 0)
    assert sum(table.player(0).bag) == 2
    assert table.state.over


@rule("OS-PLACE-MARKET-2", "OS-ACT-10")
def test_the_market_is_there_for_a_player_with_nothing_to_trade() -> None:
    table = Loire().areas(0, "b2").on(0, "market", "fisher merchant").use("market")
    assert table.heard("Forced")[0].facts()["choice"] == ("enough",)
    assert sum(table.player(0).bag) == 2


@rule("OS-PLACE-MARKET-6")
def test_no_village_no_trade() -> None:
    """The Market may be performed all the same, to act later than others without passing."""
    table = Loire().areas(0, "b3").goods(0, "fish").on(0, "market", "fisher merchant").use("market")
    assert (table.supply(0), table.player(0).coins, sum(table.player(0).bag)) == ("fish", 0, 2)
    assert table.state.over


@rule("OS-PLACE-MARKET-7")
def test_coins_must_be_there_at_that_moment() -> None:
    table = Loire().goods(0, "wool fish").market(brocade=1, wine=1).coins(0, 1).run(Trade(0, 3, False))
    assert set(table.options(0)) == {"sell wool", "sell fish"}
    assert table.refuse("0 buy wine").rule == "OS-PLACE-MARKET-7"
    table.play("0 sell wool")
    assert {"buy brocade", "buy wine"} <= set(table.options(0))


@rule("OS-PLACE-MARKET-8")
def test_only_what_lies_on_the_market_is_sold() -> None:
    table = Loire().goods(0, "wool fish").coins(0, 20).storage(wine=5).run(Trade(0, 3, False))
    assert set(table.options(0)) == {"sell wool", "sell fish"}
    assert table.refuse("0 buy wine").rule == "OS-PLACE-MARKET-8"


@rule("OS-PLACE-ROPERY-1")
def test_the_ropery() -> None:
    assert Loire().on(0, "ropery", "fisher").use("ropery").player(0).coins == 1


# -- fortress and church -------------------------------------------------------------------------------------------


@rule("OS-PLACE-FORTRESS-1", "OS-PLACE-FORTRESS-2", "OS-BUILD-1")
def test_a_fortress_on_land_or_village() -> None:
    table = Loire().epoch(0, 4).areas(0, "b2", "b3").on(0, "fortress", "knight wood").use("fortress")
    assert set(table.options(0)) == {"build fortress b2", "build fortress b3"}
    table.play("0 build fortress b3")
    assert table.player(0).fortresses == 1 << table.area("b3")
    assert table.in_bag(0) == "knight"
    assert table.player(0).fame == 1 + 3


@rule("OS-PLACE-FORTRESS-6")
def test_one_fortress_in_an_area() -> None:
    table = Loire().epoch(0, 4).areas(0, "b2", "b3", "c3").fortress(0, "b3").on(0, "fortress", "knight wood")
    table.use("fortress")
    assert set(table.options(0)) == {"build fortress b2", "build fortress c3"}
    assert table.refuse("0 build fortress b3").rule == "OS-PLACE-FORTRESS-6"


@rule("OS-PLACE-FORTRESS-7")
def test_a_fortress_where_one_is_alone() -> None:
    table = (
        Loire().epoch(0, 4).areas(0, "b2", "b3", "c3").areas(1, "c3").on(0, "fortress", "knight wood").use("fortress")
    )
    assert set(table.options(0)) == {"build fortress b2", "build fortress b3"}
    assert table.refuse("0 build fortress c3").rule == "OS-PLACE-FORTRESS-7"
    nowhere = Loire().epoch(0, 4).areas(0, "c3").areas(1, "c3").on(0, "fortress", "knight wood")
    assert nowhere.why_not_use("fortress") == "OS-PLACE-FORTRESS-7"


@rule("OS-PLACE-FORTRESS-8")
def test_five_fortresses() -> None:
    table = Loire().epoch(0, 4).areas(0, "b2").fortress(0, "b3", "c1", "c2", "c3").on(0, "fortress", "knight wood")
    assert table.can_use("fortress")
    table.fortress(0, "c4")
    assert table.why_not_use("fortress") == "OS-PLACE-FORTRESS-8"
    assert not table.can_use("fortress")


@rule("OS-PLACE-CHURCH-1", "OS-PLACE-CHURCH-2", "OS-BUILD-3")
def test_a_church_in_a_village() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2", "b3", "c3").villages("c3").on(0, "church", "craftsman monk wood")
    table.use("church")
    assert set(table.options(0)) == {"build church b2", "build church c3"}  # the start village too
    assert table.refuse("0 build church b3").rule == "OS-PLACE-CHURCH-2"
    table.play("0 build church b2")
    assert table.state.chapels == 1 << table.area("b2")
    assert table.state.churches == 11
    assert table.player(0).fame == 1 + 4


@rule("OS-PLACE-CHURCH-3")
def test_any_controller_may_build_the_church() -> None:
    table = Loire().epoch(0, 5).areas(0, "c3").areas(1, "c3").villages("c3").on(0, "church", "craftsman monk wood")
    table.use("church")
    assert table.state.chapels == 1 << table.area("c3")


@rule("OS-PLACE-CHURCH-4")
def test_twelve_churches() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2").on(0, "church", "craftsman monk wood")
    assert table.can_use("church")
    table.state.churches = 0
    assert not table.can_use("church")
    assert table.why_not_use("church") == "OS-PLACE-CHURCH-4"


@rule("OS-PLACE-CHURCH-5", "OS-PLACE-CHURCH-6")
def test_one_church_in_a_village() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2").churches("b2").on(0, "church", "craftsman monk wood")
    assert table.why_not_use("church") == "OS-PLACE-CHURCH-6"
    table.areas(0, "c3", "c2").villages("c3", "c2").use("church")
    assert set(table.options(0)) == {"build church c2", "build church c3"}
    assert table.refuse("0 build church b2").rule == "OS-PLACE-CHURCH-5"
