"""The King's Favor: how a game begins, and what its epochs set."""

from __future__ import annotations

import pytest

from kronrat.core.game import BadOption
from kronrat.games.orleans.rules.state import TOKENS
from kronrat.games.orleans.rules.tables import EpochRow
from kronrat.games.orleans.stories.kings_favor.rules.printed import printed_of
from kronrat.games.orleans.testing import Court, game
from tests.marks import rule

BOOKLET = {  # draw, categories, unlocked, fame for village, fortress and church
    1: (6, (1,), (), (2, 0, 0)),
    2: (6, (1, 2), ("castle", "fortress"), (2, 3, 0)),
    3: (7, (1, 2), ("university", "laboratory"), (2, 3, 0)),
    4: (7, (1, 2, 3), ("monastery", "church"), (3, 3, 5)),
    5: (8, (1, 2, 3), (), (3, 4, 6)),
}


def epoch(number: int) -> EpochRow:
    return Court(2).state.story.epochs[number - 1]


@rule("OS-KF-SETUP-1", "OS-CARD-4")
def test_three_place_cards_are_not_in_this_story() -> None:
    state = Court(2).state
    cards = {state.atlas.places[number].id for number in state.cards}
    assert len(cards) == 21
    assert not {"grove", "trading_boat", "parlatory"} & cards
    assert len(game().new(2, {"story": "first-kingdom"}).cards) == 24


@rule("OS-KF-SETUP-2", "OS-OPT-2")
def test_one_favourite_tile_or_two_for_beginners() -> None:
    assert [Court(3).fresh().booklet(seat).favourites for seat in range(3)] == [1, 1, 1]
    assert Court(2, favourites="2").fresh().booklet(1).favourites == 2
    with pytest.raises(BadOption, match="OS-OPT-2"):
        game().new(2, {"story": "kings-favor", "favourites": "3"})
    with pytest.raises(BadOption, match="OS-OPT-2"):
        game().new(2, {"story": "first-kingdom", "favourites": "1"})


@rule("OS-KF-SETUP-3")
def test_ten_settlers_are_in_supply() -> None:
    table = Court(3).fresh()
    for seat in range(3):
        me = table.player(seat)
        assert (me.settlers, me.held, me.areas.bit_count(), me.fame) == (10, 0, 1, 1)


@rule("OS-KF-SETUP-4", "OS-KF-SETUP-9")
def test_castle_and_tournament_ground_have_their_fields_and_the_other_tiles_are_shuffled() -> None:
    seen = set()
    for seed in ("a", "b", "c"):
        tiles = game().view(Court(2).fresh(seed).state, None)["story"]["tiles"]
        assert (tiles["90"], tiles["42"]) == ("castle_tile", "tournament")
        assert sorted(tiles.values()) == sorted(game().rows["tiles"])
        assert [int(field) for field in tiles] == [row["number"] for row in game().rows["track"].values()]
        seen.add(tuple(tiles.values()))
    assert len(seen) == 3


@rule("OS-KF-SETUP-5", "OS-KF-SEASON-1")
def test_the_seasons_follow_each_other_and_come_before_the_draw() -> None:
    table = Court(2).fresh().to_round(5)
    told = [event for event in table.events if type(event).__name__ in ("SeasonBegan", "FollowersDrawn")]
    seasons = [event.season for event in told if type(event).__name__ == "SeasonBegan"]  # type: ignore[attr-defined]
    assert seasons[:4] == [1, 2, 3, 4]
    assert type(told[0]).__name__ == "SeasonBegan"


@rule("OS-KF-SETUP-6", "OS-KF-SETUP-7", "OS-EX-14", "OS-BAG-11")
def test_what_four_players_begin_with() -> None:
    table = Court(4)
    for seat in range(4):
        assert table.bag(seat) == {"farmer": 2, "fisher": 2, "craftsman": 1, "merchant": 1}
        assert not any(table.player(seat).green)
        assert (table.goods(seat), table.player(seat).coins) == ("wood grain fish", 1)
    market = table.stock(table.state.market)
    first = {"farmer": 10, "fisher": 10, "craftsman": 14, "merchant": 14, "fish": 8, "grain": 8, "wood": 20}
    assert {token: market[token] for token in first} == first
    assert {token: market[token] for token in ("knight", "scholar", "monk", "technology")} == {
        "knight": 18, "scholar": 18, "monk": 18, "technology": 16,
    }  # fmt: skip
    assert [market[token] for token in ("brocade", "wool", "wine", "bread", "cheese")] == [10, 10, 12, 12, 12]
    spring = table.fresh().stock(table.state.market)
    assert (spring["grain"], spring["wood"]) == (12, 24)
    assert sum(table.player(0).green) == 6  # the first round has a draw


@pytest.mark.parametrize(("seats", "wood", "technology", "fish", "knights"), [(2, 12, 8, 8, 10), (3, 18, 12, 10, 14)])
@rule("OS-KF-SETUP-6")
def test_the_market_of_fewer_players(seats: int, wood: int, technology: int, fish: int, knights: int) -> None:
    market = Court(seats).stock(Court(seats).state.market)
    assert (market["wood"], market["fish"]) == (wood - seats, fish - seats)  # one each was taken
    assert (market["technology"], market["knight"], market["brocade"]) == (technology, knights, 10)


@rule("OS-KF-SETUP-8")
def test_food_depot_and_medicine_are_not_used() -> None:
    deeds = game().view(Court(4).state, None)["deeds"]
    assert len(deeds) == 5
    assert "food_depot" not in str(deeds)
    assert "medicine" not in str(deeds)


@rule("OS-KF-FLOW-1")
def test_five_epochs_of_four_rounds() -> None:
    story = Court(2).state.story
    assert len(story.epochs) == 5
    assert story.tables.numbers["seasons"] == 4


@rule("OS-KF-FLOW-3")
def test_nothing_is_forbidden() -> None:
    assert not any(Court(2).state.story.forbids)


@pytest.mark.parametrize("number", BOOKLET)
@rule("OS-KF-PARAM-I", "OS-KF-PARAM-II", "OS-KF-PARAM-III", "OS-KF-PARAM-IV", "OS-KF-PARAM-V")
def test_what_the_epochs_set(number: int) -> None:
    draw, categories, unlocks, fame = BOOKLET[number]
    row = epoch(number)
    places = Court(2).state.atlas.places
    assert (row.draw, row.categories, row.fame) == (draw, categories, fame)
    assert tuple(places[place].id for place in row.unlock) == unlocks


def test_an_epoch_opens_its_basic_cards() -> None:
    table = Court(2).year(2)
    opened = [place.id for place in table.player(0).layout.places]
    assert {"castle", "fortress"} <= set(opened)
    assert not {"university", "monastery"} & set(opened)


@pytest.mark.parametrize(
    ("number", "sends", "counts", "reaches"),
    [
        (1, {"coins_3", "coins_1"}, {("areas", 2)}, set()),
        (2, {"grain", "coins_3"}, {("areas", 3)}, set()),
        (3, {"knight"}, {("fortresses", 1)}, {"tournament"}),
        (4, {"scholar", "technology", "coins_5"}, {("villages", 3)}, set()),
        (5, {"monk", "brocade"}, {("churches", 1), ("areas", 6)}, {"castle_tile"}),
    ],
)
@rule("OS-KF-GOALS-I", "OS-KF-GOALS-II", "OS-KF-GOALS-III", "OS-KF-GOALS-IV", "OS-KF-GOALS-V")
def test_the_goals(number: int, sends: set[str], counts: set[tuple[str, int]], reaches: set[str]) -> None:
    goals = printed_of(Court(2).state).goals[number - 1]
    assert {TOKENS[goal.send] for goal in goals if goal.send >= 0} == sends
    assert {(goal.count, goal.least) for goal in goals if goal.count} == counts
    assert {goal.reach for goal in goals if goal.reach} == reaches
    assert [goal.id for goal in goals if not goal.replaceable] == (["v_castle"] if number == 5 else [])
