"""The First Kingdom: epochs, ascents, narration, famine, monastery, plague and peace."""

from __future__ import annotations

from typing import Any

import pytest

from kronrat.games.orleans.rules.bag import DrawFor
from kronrat.games.orleans.rules.deeds import Send
from kronrat.games.orleans.rules.epochs import RoundBonus
from kronrat.games.orleans.rules.expanding import Expand
from kronrat.games.orleans.rules.rounds import EndRound, Round
from kronrat.games.orleans.rules.state import TOKENS
from kronrat.games.orleans.rules.trading import Trade
from kronrat.games.orleans.stories.first_kingdom.rules.ascent import Ascend, why_no_ascent
from kronrat.games.orleans.stories.first_kingdom.rules.events import TrialSpared
from kronrat.games.orleans.stories.first_kingdom.rules.trials import LoseFollower
from kronrat.games.orleans.testing import Loire, game
from tests.marks import rule

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


def ready(epoch: int, seats: int = 2, **options: str) -> Loire:
    """Seat 0 is in this epoch and meets all that it asks for; a farmer waits at the Gate for the Wine press."""
    table = Loire(seats, **options).epoch(0, epoch).areas(0, "b2", "b3", "c3").coins(0, 20)
    table.sheet(0, citizens=4, church=True)
    return table.crossed(0, "harbour").on(0, "gate", "farmer").no_deeds("winery_deed", "food_depot")


def can_ascend(table: Loire) -> bool:

    number = table.state.atlas.by_id["gate"].number
    return any(choice[0] == "ascend" for choice in Send(0, number).options(table.state))


def ascend(table: Loire) -> Loire:
    return table.use("gate").play("0 ascend farmer winery_deed")


# -- parameters ----------------------------------------------------------------------------------------------------


@rule("OS-EPOCH-1")
@pytest.mark.parametrize(
    ("epoch", "draw", "categories", "unlocks", "forbids", "fame"),
    [
        pytest.param(1, 7, (1,), "", "", (3, 0, 0), marks=rule("OS-FK-PARAM-I")),
        pytest.param(2, 6, (1, 2), "university laboratory", "", (2, 0, 0), marks=rule("OS-FK-PARAM-II")),
        pytest.param(3, 5, (1, 2), "", "estate", (4, 0, 0), marks=rule("OS-FK-PARAM-III")),
        pytest.param(4, 7, (1, 2), "castle fortress", "village", (0, 3, 0), marks=rule("OS-FK-PARAM-IV", "OS-FK-IV-1")),
        pytest.param(
            5, 5, (1, 2, 3), "monastery church", "territory", (2, 2, 4), marks=rule("OS-FK-PARAM-V", "OS-FK-V-2")
        ),
        pytest.param(6, 8, (), "", "builders_yard", (2, 2, 3), marks=rule("OS-FK-PARAM-VI")),
        pytest.param(7, 5, (1, 2, 3), "", "", (2, 3, 5), marks=rule("OS-FK-PARAM-VII")),
        pytest.param(8, 8, (1, 2, 3), "", "", (3, 1, 4), marks=rule("OS-FK-PARAM-VIII")),
    ],
)
def test_what_an_epoch_sets(
    epoch: int, draw: int, categories: tuple[int, ...], unlocks: str, forbids: str, fame: tuple[int, ...]
) -> None:
    table = Loire()
    row = table.state.story.epochs[epoch - 1]
    ids = table.state.tables.place_ids
    assert (row.draw, row.categories, row.fame) == (draw, categories, fame)
    assert [ids[place] for place in row.unlock] == unlocks.split()
    assert [ids[place] for place in row.forbid] == forbids.split()


@rule("OS-EPOCH-3")
def test_unlocked_cards_stay() -> None:
    table = ready(1)
    ascend(table)
    for _ in range(2):
        assert {"university", "laboratory"} <= set(game().view(table.state, 0)["players"][0]["places"])
        table.run(Ascend(0))


@rule("OS-EPOCH-4", "OS-FK-III-6", "OS-FK-IV-1", "OS-FK-V-2")
@pytest.mark.parametrize(
    ("epoch", "place", "crew"),
    [
        (3, "estate", "farmer fisher"),
        (4, "village", "farmer craftsman wood"),
        (5, "territory", "knight knight knight"),
        (6, "builders_yard", "craftsman merchant"),
    ],
)
def test_forbidden_actions(epoch: int, place: str, crew: str) -> None:
    for number in range(1, 9):
        table = Loire().epoch(0, number).areas(0, "b3").on(0, place, crew)
        table.state.common.overcome = 255  # type: ignore[attr-defined]
        assert table.can_use(place) is (number != epoch)
        if number == epoch:
            assert table.why_not_use(place) == "OS-EPOCH-4"


@rule("OS-EPOCH-5")
def test_a_condition_is_met_before_or_paid_in_the_moment() -> None:
    assert can_ascend(ready(2))  # four citizens, had before
    assert can_ascend(ready(6))  # six coins, paid now
    assert not can_ascend(ready(2).sheet(0, citizens=3))
    assert not can_ascend(ready(6).coins(0, 5))
    both = ready(1)
    assert can_ascend(both)
    assert not can_ascend(ready(1).coins(0, 8))  # three areas and food for them
    both.player(0).areas &= ~(1 << both.area("c3"))
    assert not can_ascend(both)


@rule("OS-EPOCH-6")
def test_everybody_sees_in_which_epoch_everybody_is() -> None:
    table = Loire(3).epoch(1, 4)
    for seat in (0, 1, 2, None):
        assert [player["epoch"] for player in game().view(table.state, seat)["players"]] == [1, 4, 1]
    assert len([id for id in game().rows["epochs"] if id.startswith("fk_")]) == 8


# -- conditions ----------------------------------------------------------------------------------------------------


@rule("OS-FK-EPOCH-14")
def test_second_to_third() -> None:
    assert can_ascend(ready(2).coins(0, 0))
    assert not can_ascend(ready(2).sheet(0, citizens=3))
    table = ascend(ready(2))
    assert table.kingdom(0).citizens == 4 + 1  # none is spent, and the first in III gets one


@rule("OS-FK-EPOCH-15")
def test_fourth_to_fifth() -> None:
    assert can_ascend(ready(4))
    table = ready(4)
    table.kingdom(0).crossed &= ~(1 << 12)
    assert not can_ascend(table)


@rule("OS-FK-EPOCH-16", "OS-FK-EPOCH-18", "OS-FK-EPOCH-30")
def test_first_to_second_feeds_all_areas() -> None:
    table = ascend(ready(1).goods(0, "fish wine wood").coins(0, 3))
    assert table.supply(0) == "wood"
    assert table.player(0).coins == 0  # the third food good was missing
    assert table.player(0).epoch == 1
    assert not can_ascend(ready(1).goods(0, "fish wine wood").coins(0, 2))
    rich = ready(1).goods(0, "fish fish wine bread grain").coins(0, 0)
    rich.use("gate").play("0 ascend farmer winery_deed")
    assert set(rich.options(0)) == {"feed fish", "feed wine", "feed bread", "feed grain"}
    assert rich.refuse("0 feed wood").rule == "OS-SUP-10"
    rich.play("0 feed fish", "0 feed fish", "0 feed grain")
    assert rich.supply(0) == "wine bread"
    assert rich.player(0).epoch == 1


@rule("OS-FK-EPOCH-18", "OS-PLAN-14")
def test_food_at_the_gate_feeds_nobody() -> None:
    hungry = ready(1).on(0, "gate", "- bread").goods(0, "fish wine")
    assert not can_ascend(hungry.coins(0, 2))
    ascend(hungry.coins(0, 3))
    assert (hungry.player(0).epoch, hungry.player(0).coins) == (1, 0)
    assert hungry.at("gate") == [None, "bread"]


@rule("OS-FK-EPOCH-23")
def test_third_to_fourth_pays_for_villages() -> None:
    table = ascend(ready(3).villages("b3"))
    assert table.player(0).coins == 20 - 2
    assert not can_ascend(ready(3).villages("b3").coins(0, 1))


@rule("OS-FK-EPOCH-24")
def test_fifth_to_sixth_feeds_half_of_the_areas() -> None:
    table = ascend(ready(5).goods(0, "cheese cheese").coins(0, 0))  # three areas: two food goods
    assert table.supply(0) == ""
    assert table.player(0).epoch == 5
    assert not can_ascend(ready(5).goods(0, "cheese").coins(0, 2))
    assert can_ascend(ready(5).goods(0, "cheese").coins(0, 3))


@rule("OS-FK-EPOCH-25")
def test_sixth_to_seventh() -> None:
    assert ascend(ready(6)).player(0).coins == 14
    assert not can_ascend(ready(6).coins(0, 5))


@rule("OS-FK-EPOCH-26")
def test_seventh_to_eighth() -> None:
    assert can_ascend(ready(7))
    assert not can_ascend(ready(7).sheet(0, church=False).churches("b3"))  # to control one is not enough


@rule("OS-FK-EPOCH-27", "OS-FK-EPOCH-19")
def test_the_eighth_is_the_last() -> None:
    table = ready(8)
    assert not can_ascend(table)

    reason = why_no_ascent(table.state, 0)
    assert reason is not None
    assert reason.rule == "OS-FK-EPOCH-27"


@rule("OS-FK-EPOCH-12")
def test_a_condition_is_measured_at_the_ascent() -> None:
    table = ready(1).coins(0, 9)
    assert can_ascend(table)
    assert not can_ascend(table.areas(0, "c2"))  # four areas want a fourth food good


@rule("OS-FK-EPOCH-12")
def test_the_citizen_of_a_deed_comes_too_late_for_the_ascent_that_fills_it() -> None:
    """The condition is looked at first, then the token is laid and the deed completed."""
    table = ready(2).deed("winery_deed", "- farmer craftsman merchant wood").sheet(0, citizens=3)
    assert not can_ascend(table)
    assert table.use("gate").kingdom(0).citizens == 4  # nothing but the deed was left to do with the farmer
    table = ascend(ready(2).deed("winery_deed", "- farmer craftsman merchant wood"))
    assert (table.player(0).epoch, table.kingdom(0).citizens) == (2, 6)  # of the deed, and as the first in III


@rule("OS-OPT-9", "OS-FK-EPOCH-12")
def test_by_choice_the_citizen_of_a_deed_counts_for_the_ascent_that_fills_it() -> None:
    short_of_one = ready(2, ascent="with-token").sheet(0, citizens=3)
    assert not can_ascend(short_of_one)  # the deed would not be complete
    table = ascend(short_of_one.deed("winery_deed", "- farmer craftsman merchant wood"))
    assert (table.player(0).epoch, table.kingdom(0).citizens) == (2, 5)
    assert not can_ascend(
        ready(2, ascent="with-token").sheet(0, citizens=2).deed("winery_deed", "- farmer craftsman merchant wood")
    )


# -- ascending -----------------------------------------------------------------------------------------------------


@rule("OS-FK-EPOCH-1", "OS-FK-EPOCH-28")
def test_everybody_decides_alone() -> None:
    table = ready(2)
    table.use("gate")
    assert set(table.options(0)) == {"send farmer winery_deed", "ascend farmer winery_deed"}
    table.play("0 send farmer winery_deed")
    assert [table.player(seat).epoch for seat in (0, 1)] == [1, 0]
    assert table.player(0).coins == 23


@rule("OS-FK-EPOCH-2", "OS-FK-EPOCH-3", "OS-FK-EPOCH-19")
def test_an_ascent_takes_a_field_and_gives_no_bonus() -> None:
    table = ascend(ready(2))
    assert table.player(0).epoch == 2
    assert table.player(0).coins == 20
    assert table.state.deeds[table.state.atlas.slot_of["winery_deed"]][1] == 0
    assert table.heard("EpochEntered")[0].facts()["epoch"] == 3
    task = Loire().epoch(0, 2).sheet(0, citizens=4).on(0, "gate", "merchant").no_deeds("food_depot").use("gate")
    assert task.player(0).epoch == 1  # to an own task one can only send


@rule("OS-FK-EPOCH-4", "OS-EX-10", "OS-FK-EPOCH-17", "OS-FK-EPOCH-29")
def test_the_new_epoch_holds_at_once() -> None:
    table = ready(3).on(0, "estate", "farmer fisher").market(grain=5)
    assert not table.can_use("estate")
    ascend(table)
    assert "use estate" in table.options(0)
    assert table.at("estate") == ["farmer", "fisher"]
    banned = ready(4).on(0, "territory", "farmer farmer fisher").on(0, "castle", "farmer fisher merchant")
    assert banned.can_use("territory")
    ascend(banned)
    assert not banned.can_use("territory")
    assert banned.at("territory") == ["farmer", "farmer", "fisher"]
    bonus = ready(1).villages("b3").goods(0, "fish fish fish")
    ascend(bonus).run(RoundBonus(0))
    assert bonus.player(0).coins == 22


@rule("OS-FK-EPOCH-5", "OS-SC-12")
def test_one_ascent_in_a_round() -> None:
    table = ready(2).on(0, "gate", "farmer farmer").on(1, "ropery", "fisher")
    ascend(table)
    table.state.stack.clear()
    assert not can_ascend(table)
    table.on(0, "gate", "farmer").use("gate")
    assert table.player(0).epoch == 2
    for seat in (0, 1):
        table.bag(seat, "farmer merchant")
    table.state.stack.clear()
    table.run(Round())
    assert table.player(0).ascended is False


@rule("OS-FK-EPOCH-6", "OS-FK-EPOCH-22", "OS-SC-14", "OS-FK-CITIZEN-3", "OS-FK-EPOCH-21")
def test_the_first_in_an_epoch_reads_its_card() -> None:
    table = Loire(2).epoch(0, 2).epoch(1, 2)
    table.run(Ascend(0))
    assert [event.facts()["card"] for event in table.heard("NarrationRead")] == ["iii"]
    assert table.marketed("wood") == 8
    assert table.kingdom(0).citizens == 1
    table.run(Ascend(1))
    assert table.heard("NarrationRead") == []
    assert table.heard("MarketRefilled") == []
    assert table.marketed("wood") == 8
    assert table.kingdom(1).citizens == 0
    lower = Loire(2).epoch(0, 3).areas(1, "d4").coins(1, 9)
    assert Trade(1, 1, True).options(lower.state) == [("enough",)]
    lower.run(Ascend(0))
    assert ("buy", "wine") in Trade(1, 1, True).options(lower.state)  # for everybody, whatever the epoch


@rule("OS-FK-CITIZEN-3")
def test_only_famine_and_plague_bring_a_citizen() -> None:
    for epoch in range(1, 8):
        table = Loire().epoch(0, epoch).run(Ascend(0))
        assert table.kingdom(0).citizens == (1 if epoch + 1 in (3, 7) else 0)


REFILLS: dict[str, dict[str, tuple[int, int, int]]] = {
    "ii": {"scholar": (12, 9, 6), "technology": (8, 6, 4), "wine": (8, 6, 4), "cheese": (10, 8, 6)},
    "iii": {"wood": (12, 10, 8)},
    "iv": {"knight": (12, 9, 6), "grain": (12, 10, 8), "wine": (6, 5, 4)},
    "v": {"monk": (12, 9, 6), "cheese": (10, 8, 6), "fish": (12, 10, 8), "wool": (6, 5, 4), "wood": (8, 6, 4)},
    "vi": {
        "scholar": (2, 2, 2), "knight": (2, 2, 2), "monk": (2, 2, 2), "wool": (6, 5, 4), "brocade": (6, 5, 4),
        "wine": (6, 5, 4), "technology": (4, 3, 2), "wood": (8, 6, 4),
    },
    "vii": {"scholar": (4, 3, 2), "wood": (8, 6, 4), "grain": (8, 6, 4)},
    "viii": {
        "brocade": (4, 3, 2), "wine": (4, 3, 2), "cheese": (10, 8, 6), "knight": (4, 3, 2), "technology": (4, 3, 2),
        "wood": (8, 6, 4),
    },
}  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "card",
    [
        pytest.param("ii", marks=rule("OS-FK-REFILL-II")),
        pytest.param("iii", marks=rule("OS-FK-REFILL-III")),
        pytest.param("iv", marks=rule("OS-FK-REFILL-IV")),
        pytest.param("v", marks=rule("OS-FK-REFILL-V")),
        pytest.param("vi", marks=rule("OS-FK-REFILL-VI")),
        pytest.param("vii", marks=rule("OS-FK-REFILL-VII")),
        pytest.param("viii", marks=rule("OS-FK-REFILL-VIII")),
    ],
)
def test_refills(card: str, seats: int) -> None:
    table = Loire(seats, profile="recon-1").epoch(0, ROMAN.index(card)).run(Ascend(0))
    brought = {TOKENS[token]: count for token, count in enumerate(table.state.market) if count}
    assert brought == {word: counts[4 - seats] for word, counts in REFILLS[card].items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("deed", "tokens", "last", "kind"),
    [
        pytest.param(
            "food_depot", "grain grain fish fish bread -", "cheese", "grain", marks=rule("OS-FK-REFILL-FOOD-DEPOT")
        ),
        pytest.param("medicine", "scholar scholar monk wine -", "wine", "monk", marks=rule("OS-FK-REFILL-MEDICINE")),
    ],
)
def test_refills_by_deeds(deed: str, tokens: str, last: str, kind: str, seats: int) -> None:
    table = Loire(seats, profile="recon-1").no_deeds("winery_deed", "food_depot").deed(deed, tokens).on(0, "gate", last)
    table.crossed(0, "baptistery").use("gate")
    brought = {TOKENS[token]: count for token, count in enumerate(table.state.market) if count}
    assert brought == {kind: seats}
    assert table.heard("NarrationRead")[0].facts()["card"] == deed


@rule("OS-FK-EPOCH-8", "OS-FK-EPOCH-9")
def test_inheritance_comes_back_when_nothing_else_is_left_for_ascents() -> None:
    table = Loire().no_deeds("winery_deed", "food_depot").deed("loom", "craftsman craftsman merchant wool -")
    table.on(0, "gate", "technology").crossed(0, "well").use("gate")
    slot = table.state.atlas.slot_of["inheritance"]
    assert table.state.deeds[slot] == (1, -1, -1, -1, -1, -1)
    assert table.heard("DeedLaidOut")[0].facts()["deed"] == "inheritance"
    table.deed("inheritance", "farmer craftsman merchant - coins_4").on(0, "gate", "scholar").crossed(0, "delegation")
    citizens = table.kingdom(0).citizens
    table.use("gate")
    assert table.state.deeds[slot] == (1, -1, -1, -1, -1, -1)  # again and again
    assert table.kingdom(0).citizens == citizens + 1
    assert table.player(0).fame == 1 + 3


@rule("OS-FK-EPOCH-9")
def test_depot_and_medicine_serve_no_ascent() -> None:
    table = ready(2).no_deeds("food_depot").on(0, "gate", "fish grain").use("gate")
    assert all(option.startswith("send") for option in table.options(0))
    assert table.refuse("0 ascend fish food_depot").rule == "OS-FK-EPOCH-9"


@rule("OS-FK-EPOCH-10")
def test_an_ascent_may_complete_a_deed() -> None:
    table = ready(2).deed("winery_deed", "- farmer craftsman merchant wood")
    ascend(table)
    assert table.heard("DeedCompleted")
    assert table.kingdom(0).citizens == 4 + 1 + 1  # first in III, and the deed
    assert table.state.deeds[table.state.atlas.slot_of["loom"]][0] == 1


@rule("OS-FK-EPOCH-11")
def test_special_deeds_used_for_an_ascent_do_nothing_special() -> None:
    table = ready(2).no_deeds().deed("alchemy_a").bag(0, "monk fisher").goods(0, "fish").goods(1, "wool").use("gate")
    table.play("0 ascend farmer alchemy_a")
    assert table.player(0).coins == 20
    assert table.in_bag(0) == "fisher monk"
    assert table.state.over


@rule("OS-FK-EPOCH-13")
@pytest.mark.parametrize(("epoch", "settlers"), [(1, 2), (2, 0), (3, 3), (4, 0), (5, 0), (6, 0), (7, 0)])
def test_settlers_come_with_two_epochs(epoch: int, settlers: int) -> None:
    table = Loire().epoch(0, epoch)
    table.run(Ascend(0))
    assert (table.player(0).settlers, table.player(0).held) == (4 + settlers, 5 - settlers)


@rule("OS-FK-EPOCH-20")
def test_the_new_draw_number_holds_from_the_next_draw() -> None:
    table = ready(4).bag(0, "farmer " * 9).green(0, "")
    ascend(table)
    assert table.on_green(0) == ""
    table.state.stack.clear()
    table.run(DrawFor(0)).roll()
    assert len(table.on_green(0).split()) == 5


# -- round bonus ---------------------------------------------------------------------------------------------------


@rule("OS-FK-BONUS-I")
def test_bonus_of_the_first() -> None:
    assert Loire().run(RoundBonus(0)).player(0).coins == 1


@rule("OS-FK-BONUS-II")
def test_bonus_of_the_second() -> None:
    assert Loire().epoch(0, 2).areas(0, "b2", "b3", "c3").villages("c3").run(RoundBonus(0)).player(0).coins == 2


@rule("OS-FK-BONUS-IV")
def test_bonus_of_the_fourth() -> None:
    assert Loire().epoch(0, 4).fortress(0, "b2", "c3").areas(0, "b2").run(RoundBonus(0)).player(0).fame == 3


@rule("OS-FK-BONUS-V")
def test_bonus_of_the_fifth() -> None:
    table = Loire().epoch(0, 5).areas(0, "b2", "c3").churches("b2", "c3", "d3").run(RoundBonus(0))
    assert (table.player(0).coins, table.player(0).fame) == (1, 3)


@rule("OS-FK-BONUS-VI")
def test_bonus_of_the_sixth() -> None:
    table = Loire().epoch(0, 6).areas(0, "b2", "c3", "d3").villages("c3", "d3").goods(0, "fish fish wool wine bread")
    table.run(RoundBonus(0))
    assert table.player(0).coins == 2
    table.play("0 deliver fish")
    assert "deliver fish" not in table.options(0)
    table.play("0 deliver wool")
    assert set(table.options(0)) == {
        "deliver wine",
        "deliver bread",
        "enough",
    }  # no kind a second time, however long ago
    assert table.refuse("0 deliver fish").rule == "OS-DELIVER-2"
    table.play("0 deliver wine")
    assert table.state.over  # three villages
    assert table.player(0).fame == 1 + 6


@rule("OS-FK-BONUS-VIII")
def test_bonus_of_the_eighth() -> None:
    table = (
        Loire(profile="recon-1")
        .epoch(0, 8)
        .areas(0, "b2", "c3")
        .areas(1, "c3")
        .villages("c3")
        .goods(0, "fish fish fish")
    )
    table.run(RoundBonus(0))
    assert table.player(0).coins == 2
    table.play("0 deliver fish", "0 deliver fish")  # shared villages count, and kinds may come again
    assert table.state.over
    assert table.player(0).fame == 5


@rule("OS-FK-BONUS-VIII")
def test_bonus_of_the_eighth_in_the_newest_profile() -> None:
    table = Loire().epoch(1, 8).areas(1, "b2", "c3").villages("c3").goods(1, "fish fish fish").run(RoundBonus(1))
    assert [table.player(seat).coins for seat in (0, 1)] == [0, 3]
    assert set(table.options(1)) == {"deliver fish", "enough"}
    table.play("1 deliver fish", "1 deliver fish")
    assert table.state.over
    assert (table.player(1).fame, table.supply(1)) == (1 + 4, "fish")


# -- famine --------------------------------------------------------------------------------------------------------


def overcome(table: Loire, epoch: int) -> Loire:
    chronicle: Any = table.state.common
    chronicle.overcome |= 1 << epoch - 1
    return table


@rule("OS-FK-III-1", "OS-FK-III-5")
def test_famine_costs_until_the_depot_is_full() -> None:
    table = Loire().epoch(0, 3).bag(0, "farmer " * 10).areas(0, "b2", "c3").villages("c3").run(RoundBonus(0))
    assert len(table.in_bag(0).split()) == 8
    assert table.player(0).fame == 1
    for seat in (0, 1):
        later = overcome(Loire().epoch(seat, 3).bag(seat, "farmer " * 10).areas(seat, "b2", "c3").villages("c3"), 3)
        later.run(RoundBonus(seat))
        assert len(later.in_bag(seat).split()) == 10
        assert later.player(seat).fame == 1 + 2


@rule("OS-EX-13", "OS-FK-DEPOT-2")
def test_the_famine_ends_in_the_round_in_which_the_depot_is_filled() -> None:
    table = Loire().epoch(0, 3).areas(0, "b2").bag(0, "farmer merchant " * 6).bag(1, "farmer merchant")
    table.no_deeds("food_depot", "winery_deed").deed("food_depot", "grain grain fish fish bread -")
    table.on(0, "gate", "cheese").use("gate").run(EndRound())
    assert len(table.in_bag(0).split()) == 12
    assert table.heard("FameGained")[0].rule == "OS-FK-III-5"


@rule("OS-FK-III-2", "OS-FK-III-4")
def test_the_malus_stops_at_eight_followers() -> None:
    for bag, places, left in ((10, 0, 8), (9, 0, 8), (8, 0, 8), (7, 2, 8), (1, 9, 9), (0, 9, 9)):
        table = Loire().epoch(0, 3).bag(0, "farmer " * bag)
        spots = [("territory", "farmer farmer fisher"), ("village", "farmer craftsman -"), ("estate", "farmer fisher"),
                 ("mill", "fisher craftsman")]  # fmt: skip
        count = 0
        for place, crew in spots:
            for n, word in enumerate(crew.split()):
                if word != "-" and count < places:
                    table.on(0, place, "- " * n + word)
                    count += 1
        table.run(RoundBonus(0))
        assert table.player(0).follower_count() == (left if (bag or places < 9) else 9), (bag, places)


@rule("OS-FK-III-4", "OS-FK-VII-2")
def test_whoever_loses_nothing_is_told_so() -> None:
    hungry = Loire().epoch(0, 3).bag(0, "farmer " * 8).run(RoundBonus(0))
    assert [event.rule for event in hungry.heard(TrialSpared)] == ["OS-FK-III-4"]
    sick = Loire().epoch(0, 7).areas(0, "b2", "b3", "c2").run(RoundBonus(0))
    assert [event.rule for event in sick.heard(TrialSpared)] == ["OS-FK-VII-2"]
    assert not Loire().epoch(0, 3).bag(0, "farmer " * 9).run(RoundBonus(0)).heard(TrialSpared)


@rule("OS-FK-III-4")
@pytest.mark.parametrize(("followers", "asked"), [(9, 1), (10, 2), (14, 2)])
def test_the_famine_asks_for_no_more_than_it_takes(followers: int, asked: int) -> None:
    table = Loire().epoch(0, 3).bag(0, "monk " + "farmer " * (followers - 1)).run(RoundBonus(0))
    question = table.state.stack[-1]
    assert isinstance(question, LoseFollower)
    assert question.left == asked


@rule("OS-FK-III-3")
def test_the_green_suffers_first() -> None:
    table = (
        Loire().epoch(0, 3).green(0, "monk").bag(0, "farmer " * 6 + "fisher " * 3 + "knight").on(0, "gate", "scholar")
    )
    before = table.stored("monk")
    table.run(RoundBonus(0))  # the monk is alone on the green, so nobody is asked
    assert table.stored("monk") == before + 1
    assert set(table.options(0)) == {"lose farmer", "lose fisher", "lose knight"}
    assert table.refuse("0 lose scholar").rule == "OS-FK-III-3"
    table.play("0 lose fisher")
    assert table.player(0).follower_count() == 10
    two = Loire().epoch(0, 3).green(0, "monk knight scholar").bag(0, "farmer " * 9).run(LoseFollower(0, 2))
    assert set(two.options(0)) == {"lose monk", "lose knight", "lose scholar"}


# -- monastery, plague, peace --------------------------------------------------------------------------------------


def reach(table: Loire, knights: int, seat: int = 0) -> set[str]:
    return {str(choice[1]) for choice in Expand(seat, knights).options(table.state)}


@rule("OS-FK-V-1", "OS-FK-V-4")
def test_monks_protect_in_the_fifth_epoch() -> None:
    for epoch in range(1, 8):
        table = Loire().areas(0, "b2").areas(1, "b3").epoch(1, epoch)
        assert ("b3" in reach(table, 1)) is (epoch != 5)
    table = (
        Loire().areas(0, "b2").areas(1, "b3").epoch(1, 5).on(0, "territory", "knight knight knight").use("territory")
    )
    assert table.refuse("0 settle b3").rule == "OS-FK-V-1"


@rule("OS-FK-V-3", "OS-FK-VIII-2")
def test_protection_holds_against_peace_too() -> None:
    table = Loire().epoch(0, 8).areas(0, "b2").areas(1, "b3").epoch(1, 5)
    assert "b3" not in reach(table, 2)


@rule("OS-FK-VII-1", "OS-FK-VII-3")
def test_the_plague_until_medicine_is_known() -> None:
    table = Loire().epoch(0, 7).areas(0, "b2", "b3", "c2", "c3", "c4").run(RoundBonus(0)).play("0 leave c4")
    assert len(table.held_areas(0)) == 4
    assert table.player(0).fame == 1
    later = overcome(Loire().epoch(0, 7).areas(0, "b2", "b3", "c2", "c3", "c4"), 7).run(RoundBonus(0))
    assert len(later.held_areas(0)) == 5
    assert later.player(0).fame == 1 + 3


@rule("OS-FK-VII-2")
def test_whom_the_plague_hits() -> None:
    few = Loire().epoch(0, 7).areas(0, "b2", "b3", "c2").run(RoundBonus(0))
    assert few.state.over
    assert len(few.held_areas(0)) == 3
    table = (
        Loire().epoch(0, 7).areas(0, "b2", "b3", "c2", "c3").fortress(0, "b2", "c2").settlers(0, 1).run(RoundBonus(0))
    )
    assert set(table.options(0)) == {"leave b3", "leave c3"}
    table.play("0 leave b3")
    assert table.player(0).settlers == 2
    safe = Loire().epoch(0, 7).areas(0, "b2", "b3", "c2", "c3").fortress(0, "b2", "c2", "b3", "c3").run(RoundBonus(0))
    assert len(safe.held_areas(0)) == 4


@rule("OS-FK-VII-4", "OS-FK-CONTROL-3")
def test_cubes_stay_when_the_plague_takes_a_settler() -> None:
    table = Loire().epoch(0, 7).areas(0, "b2", "b3", "c2", "c3", "c4").sheet(0, cubes=(2, 0, 0), citizens=2)
    table.run(RoundBonus(0)).play("0 leave c4")
    assert (table.kingdom(0).cubes, table.kingdom(0).citizens) == ((2, 0, 0), 2)


# -- depot and medicine --------------------------------------------------------------------------------------------


@rule("OS-FK-DEPOT-1", "OS-FK-DEPOT-3")
def test_medicine_is_the_other_side_of_the_depot() -> None:
    table = Loire().deed("food_depot", "grain grain fish fish bread -").on(0, "gate", "cheese")
    assert "medicine" not in [deed["id"] for deed in game().view(table.state, 0)["deeds"]]
    table.use("gate")
    if table.state.stack:
        table.play("0 send cheese food_depot")
    assert "medicine" in [deed["id"] for deed in game().view(table.state, 0)["deeds"]]
    table.state.stack.clear()
    table.deed("medicine", "scholar scholar - wine wine").crossed(0, "baptistery").no_deeds("medicine", "winery_deed")
    table.on(0, "gate", "monk").use("gate")
    assert table.state.deeds[table.state.atlas.slot_of["medicine"]] == (2,)


@rule("OS-FK-DEPOT-4", "OS-FK-DEPOT-5", "OS-FK-DEPOT-6")
def test_each_of_them_overcomes_its_trial_and_brings_a_citizen() -> None:
    for deed, tokens, last, epoch in (
        ("food_depot", "grain grain fish fish bread -", "cheese", 3),
        ("medicine", "scholar scholar monk wine -", "wine", 7),
    ):
        table = Loire().no_deeds("winery_deed", "food_depot").deed(deed, tokens).on(0, "gate", last)
        table.crossed(0, "baptistery").use("gate")
        chronicle: Any = table.state.common
        assert chronicle.overcome == 1 << epoch - 1
        assert game().view(table.state, 0)["story"]["overcome"] == [deed]
        assert table.kingdom(0).citizens == 1
        assert table.heard("MarketRefilled")
