"""The place cards."""

from __future__ import annotations

import pytest

from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.events import MarketShort
from kronrat.games.orleans.rules.planning import Plan, Planning
from kronrat.games.orleans.rules.rounds import Round
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule


def with_card(card: str, crew: str = "") -> Loire:
    return Loire().card(0, card).on(0, card, crew)


@rule("OS-CARD-0")
def test_a_card_works_like_a_place_of_the_board() -> None:
    table = (
        Loire(2)
        .areas(0, "b2")
        .areas(1, "d4")
        .card(0, "masons_lodge")
        .green(0, "craftsman craftsman")
        .green(1, "monk monk")
    )
    table.run(Round()).play("0 place craftsman masons_lodge 0")
    assert set(table.options(0)) >= {"place craftsman masons_lodge 1"}
    table.play("0 place craftsman masons_lodge 1", "0 ready", "1 ready", "0 use masons_lodge")
    assert table.player(0).fame == 3
    assert table.at("masons_lodge") == [None, None]


@pytest.mark.parametrize(
    ("card", "category", "shown"),
    [
        pytest.param("grove", 1, "farmer", marks=rule("OS-CARD-GROVE")),
        pytest.param("bathhouse", 1, "fisher", marks=rule("OS-CARD-BATHHOUSE")),
        pytest.param("pub", 1, "merchant", marks=rule("OS-CARD-PUB")),
        pytest.param("hayrick", 1, "farmer", marks=rule("OS-CARD-HAYRICK")),
        pytest.param("fish_pond", 1, "fisher", marks=rule("OS-CARD-FISH-POND")),
        pytest.param("bakehouse", 1, "farmer craftsman", marks=rule("OS-CARD-BAKEHOUSE")),
        pytest.param("cheese_dairy", 1, "farmer farmer", marks=rule("OS-CARD-CHEESE-DAIRY")),
        pytest.param("grocer", 1, "farmer merchant", marks=rule("OS-CARD-GROCER")),
        pytest.param("trading_boat", 2, "fisher merchant", marks=rule("OS-CARD-TRADING-BOAT")),
        pytest.param("gunpowder_tower", 2, "any", marks=rule("OS-CARD-GUNPOWDER-TOWER")),
        pytest.param(
            "county_fair",
            2,
            "=farmer =fisher =craftsman =merchant =knight =scholar =monk",
            marks=rule("OS-CARD-COUNTY-FAIR"),
        ),
        pytest.param("toll_house", 2, "craftsman merchant", marks=rule("OS-CARD-TOLL-HOUSE")),
        pytest.param("herb_garden", 2, "", marks=rule("OS-CARD-HERB-GARDEN")),
        pytest.param("vineyard", 2, "farmer merchant", marks=rule("OS-CARD-VINEYARD")),
        pytest.param("sacristy", 2, "", marks=rule("OS-CARD-SACRISTY")),
        pytest.param("masons_lodge", 2, "craftsman craftsman", marks=rule("OS-CARD-MASONS-LODGE")),
        pytest.param("parlatory", 3, "scholar monk", marks=rule("OS-CARD-PARLATORY")),
        pytest.param("tailor", 3, "merchant scholar", marks=rule("OS-CARD-TAILOR")),
        pytest.param("wool_manufacture", 3, "fisher merchant", marks=rule("OS-CARD-WOOL-MANUFACTURE")),
        pytest.param("library", 3, "knight scholar", marks=rule("OS-CARD-LIBRARY")),
        pytest.param("cellar", 3, "scholar monk", marks=rule("OS-CARD-CELLAR")),
        pytest.param("school", 3, "", marks=rule("OS-CARD-SCHOOL")),
        pytest.param("stables", 3, "farmer knight", marks=rule("OS-CARD-STABLES")),
        pytest.param("office", 3, "scholar scholar", marks=rule("OS-CARD-OFFICE")),
    ],
)
def test_category_and_spaces(card: str, category: int, shown: str) -> None:
    place = Loire().state.atlas.by_id[card]
    assert place.row.category == category
    assert " ".join(space.word for space in place.spaces) == shown


# -- goods ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "crew", "good", "most"),
    [
        pytest.param("grove", "farmer", "wood", 1, marks=rule("OS-CARD-GROVE", "OS-CARD-1")),
        pytest.param("hayrick", "farmer", "grain", 2, marks=rule("OS-CARD-HAYRICK", "OS-CARD-1")),
        pytest.param("fish_pond", "fisher", "fish", 2, marks=rule("OS-CARD-FISH-POND", "OS-CARD-1")),
        pytest.param("cheese_dairy", "farmer farmer", "cheese", 2, marks=rule("OS-CARD-CHEESE-DAIRY", "OS-CARD-1")),
        pytest.param("tailor", "merchant scholar", "brocade", 1, marks=rule("OS-CARD-TAILOR", "OS-CARD-1")),
        pytest.param(
            "wool_manufacture", "fisher merchant", "wool", 1, marks=rule("OS-CARD-WOOL-MANUFACTURE", "OS-CARD-1")
        ),
    ],
)
def test_taking_goods(card: str, crew: str, good: str, most: int) -> None:
    assert with_card(card, crew).why_not_use(card) == "OS-CARD-1"
    table = with_card(card, crew).market(**{good: 9}).use(card)
    if most > 1:
        assert set(table.options(0)) == {f"gain {n}" for n in range(1, most + 1)}
        assert table.refuse(f"0 gain {most + 1}").rule == "OS-CARD-1"
        table.play(f"0 gain {most}")
    assert table.supply(0) == " ".join([good] * most)
    assert table.marketed(good) == 9 - most
    scarce = with_card(card, crew).market(**{good: 1}).use(card)
    assert scarce.supply(0) == good
    assert [event.count for event in scarce.heard(MarketShort)] == [most - 1] * (most > 1)


@rule("OS-CARD-BAKEHOUSE")
def test_the_bakehouse() -> None:
    table = with_card("bakehouse", "farmer craftsman").market(bread=5).goods(0, "grain grain grain").use("bakehouse")
    assert set(table.options(0)) == {"exchange 1", "exchange 2"}
    before = table.stored("grain")
    table.play("0 exchange 2")
    assert table.supply(0) == "bread bread grain"
    assert (table.marketed("bread"), table.stored("grain")) == (3, before + 2)
    assert not with_card("bakehouse", "farmer craftsman").market(bread=5).can_use("bakehouse")
    assert not with_card("bakehouse", "farmer craftsman").goods(0, "grain").can_use("bakehouse")


@rule("OS-CARD-VINEYARD")
def test_the_winery() -> None:
    assert with_card("vineyard", "farmer merchant").why_not_use("vineyard") == "OS-CARD-1"
    table = with_card("vineyard", "farmer merchant").market(wine=2).use("vineyard")
    assert (table.supply(0), table.player(0).coins) == ("wine", 1)


@rule("OS-CARD-GROCER")
def test_the_grocer_trades_thrice_without_a_village() -> None:
    table = (
        with_card("grocer", "farmer merchant").goods(0, "fish fish fish fish").coins(0, 1).market(grain=9).use("grocer")
    )
    table.play("0 sell fish", "0 sell fish", "0 sell fish")
    assert table.supply(0) == "fish"
    assert table.state.over


@rule("OS-CARD-TRADING-BOAT", "OS-DELIVER-1", "OS-DELIVER-2", "OS-DELIVER-4")
def test_the_trading_boat_delivers_different_goods() -> None:
    table = with_card("trading_boat", "fisher merchant").areas(0, "b2", "b3", "c3").villages("b3")
    table.goods(0, "fish fish wool wine").on(0, "gate", "wood").use("trading_boat")
    assert set(table.options(0)) == {
        "deliver fish",
        "deliver wool",
        "deliver wine",
    }  # at least one, and not from the Gate
    assert table.refuse("0 deliver wood").rule == "OS-DELIVER-4"
    before = table.stored("fish")
    table.play("0 deliver fish")
    assert set(table.options(0)) == {"deliver wool", "deliver wine", "enough"}
    assert table.refuse("0 deliver fish").rule == "OS-DELIVER-2"
    table.play("0 deliver wool")
    assert table.player(0).fame == 1 + 2 * 2
    assert table.stored("fish") == before + 1
    assert "deliver wine" not in table.options(0)  # two villages
    assert not with_card("trading_boat", "fisher merchant").areas(0, "b3").goods(0, "fish").can_use("trading_boat")
    assert not with_card("trading_boat", "fisher merchant").areas(0, "b2").can_use("trading_boat")


@rule("OS-CARD-TRADING-BOAT")
def test_no_kind_goes_aboard_twice() -> None:
    table = with_card("trading_boat", "fisher merchant").areas(0, "b2", "b3", "c3").villages("b3", "c3")
    table.goods(0, "fish fish wool wine").use("trading_boat").play("0 deliver fish", "0 deliver wool")
    assert set(table.options(0)) == {"deliver wine", "enough"}
    assert table.refuse("0 deliver fish").rule == "OS-DELIVER-2"


# -- coins, fame, people -------------------------------------------------------------------------------------------


@rule("OS-CARD-PUB")
def test_the_pub() -> None:
    assert not with_card("pub", "merchant").can_use("pub")
    table = with_card("pub", "merchant").coins(0, 2).use("pub")
    assert set(table.options(0)) == {"pay 1", "pay 2"}
    assert table.refuse("0 pay 3").rule == "OS-CARD-PUB"
    table.play("0 pay 2")
    assert (table.player(0).coins, table.player(0).fame) == (0, 3)
    assert "pay 4" not in with_card("pub", "merchant").coins(0, 9).use("pub").options(0)


@rule("OS-CARD-TOLL-HOUSE")
def test_the_toll_house() -> None:
    assert with_card("toll_house", "craftsman merchant").why_not_use("toll_house") == "OS-CARD-TOLL-HOUSE"
    table = with_card("toll_house", "craftsman merchant").areas(0, "b2", "b3", "c3").villages("c3").use("toll_house")
    assert table.player(0).coins == 2


@rule("OS-CARD-COUNTY-FAIR")
@pytest.mark.parametrize(
    ("crowd", "coins", "fame"),
    [
        ("farmer", 1, 0),
        ("- fisher - merchant knight", 3, 0),
        ("farmer fisher craftsman merchant", 4, 2),
        ("farmer fisher craftsman merchant knight scholar monk", 7, 2),
    ],
)
def test_the_county_fair(crowd: str, coins: int, fame: int) -> None:
    table = with_card("county_fair", crowd).use("county_fair")
    assert (table.player(0).coins, table.player(0).fame) == (coins, 1 + fame)
    assert len(table.in_bag(0).split()) == coins


@rule("OS-CARD-COUNTY-FAIR")
def test_at_the_fair_a_monk_is_a_monk() -> None:
    table = Loire().card(0, "county_fair", "school").green(0, "monk scholar farmer").run(Planning((Plan(0),)))
    at_fair = {option for option in table.options(0) if "county_fair" in option}
    assert at_fair == {"place monk county_fair 6", "place scholar county_fair 5", "place farmer county_fair 0"}
    table.play("0 place farmer county_fair 0")
    assert table.refuse("0 place monk county_fair 1").rule == "OS-PLAN-4"


@rule("OS-CARD-MASONS-LODGE", "OS-CARD-LIBRARY", "OS-CARD-CELLAR")
@pytest.mark.parametrize(
    ("card", "crew", "coins", "fame"),
    [
        ("masons_lodge", "craftsman craftsman", 0, 2),
        ("library", "knight scholar", 0, 4),
        ("cellar", "scholar monk", 5, 0),
    ],
)
def test_what_some_cards_bring(card: str, crew: str, coins: int, fame: int) -> None:
    table = with_card(card, crew).use(card)
    assert (table.player(0).coins, table.player(0).fame) == (coins, 1 + fame)


@rule("OS-CARD-PARLATORY")
def test_the_parlatory() -> None:
    table = with_card("parlatory", "scholar monk").coins(0, 3)
    assert table.why_not_use("parlatory") == "OS-CARD-PARLATORY"
    table.coins(0, 5).use("parlatory")
    assert (table.player(0).coins, table.kingdom(0).citizens) == (1, 1)
    assert not with_card("parlatory", "scholar monk").coins(0, 9).sheet(0, citizens=20).can_use("parlatory")


@rule("OS-CARD-OFFICE")
def test_the_office_recruits_anybody() -> None:
    market = {"farmer": 1, "fisher": 1, "craftsman": 1, "merchant": 1, "knight": 1, "scholar": 1, "monk": 1}
    table = with_card("office", "scholar scholar").market(**market).use("office")
    assert set(table.options(0)) == {f"recruit {kind}" for kind in market}
    assert with_card("office", "scholar scholar").why_not_use("office") == "OS-CARD-1"


@rule("OS-CARD-BATHHOUSE")
def test_the_bathhouse_draws_two_and_keeps_one() -> None:
    table = with_card("bathhouse", "fisher").bag(0, "farmer farmer knight").use("bathhouse")
    assert ("draw", 0, "fisher") not in [choice[:3] for choice, _ in table.state.outcomes() or []]
    table.play("* draw 0 farmer knight")
    assert set(table.options(0)) == {"keep farmer", "keep knight"}
    assert table.refuse("0 keep monk").rule == "OS-CARD-BATHHOUSE"
    table.play("0 keep knight")
    assert {"put territory 0", "put gate 0", "green"} <= set(table.options(0))
    assert table.refuse("0 put mill 0").rule == "OS-DEED-ALCHEMY-3"
    table.play("0 green")
    assert table.on_green(0) == "knight"
    assert table.in_bag(0) == "farmer farmer fisher"  # the fisher comes back after it


@rule("OS-CARD-BATHHOUSE")
def test_the_bathhouse_with_a_small_bag_or_no_room() -> None:
    assert not with_card("bathhouse", "fisher").can_use("bathhouse")
    one = with_card("bathhouse", "fisher").bag(0, "scholar").use("bathhouse")
    assert set(one.options(0)) == {"put gate 0", "green"}
    full = with_card("bathhouse", "fisher").bag(0, "scholar scholar").green(0, "farmer " * 8).on(0, "gate", "wood wood")
    full.use("bathhouse")
    assert full.in_bag(0) == "fisher scholar scholar"
    assert full.on_green(0) == " ".join(["farmer"] * 8)
    half = with_card("bathhouse", "fisher").bag(0, "scholar farmer").green(0, "monk " * 8).on(0, "gate", "wood wood")
    half.use("bathhouse")
    assert set(half.options(0)) >= {"put estate 0"}  # only the farmer has a place to go to
    assert half.in_bag(0) == "scholar"


# -- passive cards and stand-ins -----------------------------------------------------------------------------------


def spots(table: Loire, follower: str) -> set[str]:
    table.run(Planning((Plan(0),)))
    return {option.split(" ", 2)[2] for option in table.options(0) if option.startswith(f"place {follower} ")}


@rule("OS-CARD-HERB-GARDEN", "OS-CARD-3")
def test_fishers_stand_in_for_others() -> None:
    plain = spots(Loire().epoch(0, 5).green(0, "fisher"), "fisher")
    more = spots(Loire().epoch(0, 5).card(0, "herb_garden").green(0, "fisher"), "fisher")
    assert {"village 0", "village 1", "cottage 1", "mill 1"} <= more - plain
    assert {"fortress 0", "monastery 0", "church 1"} & more == set()


@rule("OS-CARD-SCHOOL", "OS-CARD-3")
def test_scholars_stand_in_for_others() -> None:
    more = spots(Loire().epoch(0, 5).card(0, "school").green(0, "scholar"), "scholar")
    assert {"village 0", "village 1", "mill 0", "cottage 1", "fortress 0", "monastery 0"} <= more
    assert {"church 1", "village 2"} & more == set()


@rule("OS-CARD-3")
def test_a_passive_card_needs_no_action() -> None:
    table = Loire().card(0, "school")
    assert table.why_not_use("school") == "OS-CARD-3"
    assert not table.can_use("school")


@rule("OS-CARD-SACRISTY")
@pytest.mark.parametrize("epoch", [3, 7])
def test_the_sacristy_keeps_famine_and_plague_away(epoch: int) -> None:
    people, areas = "farmer " * 12, ("b2", "b3", "c2", "c3", "c4")
    hit = Loire().epoch(0, epoch).bag(0, people).areas(0, *areas).run(RoundBonus(0))
    assert hit.state.stack or hit.player(0).follower_count() < 12
    safe = Loire().epoch(0, epoch).card(0, "sacristy").bag(0, people).areas(0, *areas).run(RoundBonus(0))
    assert safe.state.over
    assert (safe.player(0).follower_count(), len(safe.held_areas(0))) == (12, 5)


@rule("OS-CARD-PASSIVE-1")
def test_stand_ins_are_for_action_spaces_only() -> None:
    table = Loire(3).card(0, "school").no_deeds("winery_deed").crossed(0, "well", "baptistery", "delegation", "harbour")
    table.on(0, "gate", "scholar")
    assert not table.can_use("gate")  # the Wine press wants farmers, a craftsman and a merchant


@rule("OS-CARD-2")
def test_technology_on_cards() -> None:
    cards = [place.id for place in Loire().state.atlas.places if place.row.kind == "card"]
    table = Loire().technology(0, 3).card(0, *cards).run(Planning((Plan(0),)))
    found = {option.split()[2] for option in table.options(0) if option.startswith("place technology")}
    for card in cards:
        place = table.state.atlas.by_id[card]
        fixed = [space for space in place.spaces if space.takes and not space.exact]
        assert (card in found) is (len(fixed) >= 2 or card == "gunpowder_tower"), card
    assert table.refuse("0 place technology county_fair 0").rule == "OS-CARD-2"
    assert table.refuse("0 place technology grove 0").rule == "OS-TECH-7"
    assert "place technology parlatory 1" not in table.options(0)


@rule("OS-CARD-STABLES")
def test_the_stables() -> None:
    table = with_card("stables", "farmer knight").areas(0, "b2").areas(1, "b3", "c3").villages("c3").use("stables")
    assert set(table.options(0)) == {"settle b1", "settle b3", "settle c2"}
    table.play("0 settle b3")
    assert table.held_areas(1) == {"c3"}
    banned = with_card("stables", "farmer knight").areas(0, "b2").epoch(0, 5)
    assert banned.why_not_use("stables") == "OS-EPOCH-4"
    monk = with_card("stables", "farmer monk").areas(0, "b2").areas(1, "b3").use("stables")
    assert "settle b3" not in monk.options(0)


@rule("OS-CARD-GUNPOWDER-TOWER", "OS-CARD-TOWER-1")
def test_the_gunpowder_tower_sends_and_ascends() -> None:
    table = with_card("gunpowder_tower", "farmer").on(0, "gate", "fisher wood").areas(0, "b2", "b3", "c3").coins(0, 9)
    table.turn()
    assert {"use gate", "use gunpowder_tower"} <= set(table.options(0))
    table.play("0 use gunpowder_tower")
    assert {"send farmer winery_deed", "ascend farmer winery_deed"} <= set(table.options(0))
    assert all("fisher" not in option for option in table.options(0))
    table.play("0 ascend farmer winery_deed")
    assert table.player(0).epoch == 1
    assert table.at("gunpowder_tower") == [None]


@rule("OS-CARD-4")
def test_some_cards_are_not_in_the_kings_favor() -> None:
    first = set(game().view(Loire().state, 0)["cards"])
    favor = set(game().view(Loire(story="kings-favor").state, 0)["cards"])
    assert first - favor == {"grove", "trading_boat", "parlatory"}
    assert len(favor) == 21
