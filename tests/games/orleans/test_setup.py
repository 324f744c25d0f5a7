"""Set-up of both stories, and the options."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import kronrat
from kronrat.arena.simulation import simulate
from kronrat.core.flow import CHANCE
from kronrat.core.game import BadOption
from kronrat.games.orleans.rules.state import TOKENS
from kronrat.games.orleans.stories.first_kingdom.rules.crown import CheckWealth
from kronrat.games.orleans.testing import Loire, game
from tests.cli import terminal
from tests.marks import rule

HOMES = {2: ("b2", "d4"), 3: ("b4", "d1", "f3"), 4: ("a2", "a5", "e1", "f3")}
TILES = {
    2: {"hill": 2, "pasture": 2, "forest": 3, "lake": 3, "field": 3},
    3: {"hill": 3, "pasture": 3, "forest": 4, "lake": 5, "field": 5},
    4: {"hill": 4, "pasture": 4, "forest": 5, "lake": 6, "field": 6},
}


def view(table: Loire) -> dict[str, object]:
    return game().view(table.state, 0)


@rule("OS-SETUP-1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    with pytest.raises(BadOption):
        game().new(seats)
    for allowed in (2, 3, 4):
        assert game().new(allowed).seats == allowed


@rule("OS-SETUP-2", "OS-SC-23", "OS-SETUP-4", "OS-SETUP-6")
@pytest.mark.parametrize(("seats", "areas"), [(2, 15), (3, 23), (4, 29)])
def test_area_tiles(seats: int, areas: int) -> None:
    table = Loire(seats).fresh()
    seen = game().view(table.state, None)["areas"]
    assert len(seen) == areas
    assert Counter(area["land"] for area in seen.values() if area["land"]) == TILES[seats]
    assert sum(area["village"] for area in seen.values()) == seats
    other = Loire(seats)
    other.state = game().new(seats, {"start": "0"})
    assert len({str(other.state.sample(kronrat.core.dice.Dice(bytes([n] * 32)))) for n in range(5)}) == 5


@rule("OS-SETUP-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_villages_lie_on_marked_areas(seats: int) -> None:
    table = Loire(seats).fresh()
    seen = game().view(table.state, None)["areas"]
    assert tuple(id for id, area in seen.items() if area["village"]) == HOMES[seats]
    assert all(seen[id]["land"] is None for id in HOMES[seats])


@rule("OS-SETUP-5")
def test_zones_of_the_map() -> None:
    rows = {seats: {id[0] for id in game().view(Loire(seats).fresh().state, None)["areas"]} for seats in (2, 3, 4)}
    assert rows == {2: set("bcd"), 3: set("bcdef"), 4: set("abcdef")}


@rule("OS-SETUP-7", "OS-SETUP-17", "OS-FK-SETUP-5", "OS-FK-SETUP-6")
@pytest.mark.parametrize(("seats", "row"), [(4, (18, 24, 12)), (3, (14, 20, 10)), (2, (10, 16, 8))])
def test_market_of_the_first_kingdom(seats: int, row: tuple[int, int, int]) -> None:
    table = Loire(seats).fresh()
    people, wood, food = row
    started = {"farmer": 2, "fisher": 2, "craftsman": 2, "merchant": 1}
    for word, own in started.items():
        assert table.marketed(word) == people - seats * own
    assert table.marketed("wood") == wood - seats
    for word in ("fish", "grain", "bread"):
        assert table.marketed(word) == food - seats
    for word in ("knight", "scholar", "monk", "technology", "wine", "cheese", "wool", "brocade"):
        assert table.marketed(word) == 0
    for token, total in enumerate(table.state.tables.totals):
        held = sum(table.player(s).green[token] if token < 7 else 0 for s in range(seats))
        held += sum(table.player(s).goods[token - 7] if 7 <= token < 15 else 0 for s in range(seats))
        assert table.state.market[token] + table.state.storage[token] + held == total, TOKENS[token]


@rule("OS-FK-SETUP-6")
def test_what_everybody_starts_with() -> None:
    table = Loire(3).fresh()
    for seat in range(3):
        assert table.on_green(seat) == "farmer farmer fisher fisher craftsman craftsman merchant"
        assert table.in_bag(seat) == ""
        assert table.supply(seat) == "wood bread grain fish"
        assert table.player(seat).coins == 2


@rule("OS-SETUP-8", "OS-SUP-6")
def test_storage_gives_nothing() -> None:
    table = Loire().storage(farmer=9, merchant=9).on(0, "mill", "fisher craftsman")
    assert not table.can_use("mill")
    assert table.market(farmer=1).can_use("mill")


@rule("OS-SETUP-9")
def test_cards_lie_open() -> None:
    table = Loire().fresh()
    seen = game().view(table.state, None)["cards"]
    assert len(seen) == 24
    assert seen == game().view(table.state, 1)["cards"]


@rule("OS-SETUP-10", "OS-FK-SETUP-4")
def test_deeds_at_the_start() -> None:
    table = Loire(3).fresh()
    deeds = [deed["id"] for deed in game().view(table.state, 0)["deeds"]]
    assert sorted(deeds) == ["alchemy_a", "barter", "feeding_poor", "food_depot", "three_field", "winery_deed"]
    assert all(token is None for deed in game().view(table.state, 0)["deeds"] for token in deed["fields"])


@rule("OS-SETUP-11")
def test_two_players_do_not_feed_the_poor() -> None:
    assert "feeding_poor" not in [deed["id"] for deed in game().view(Loire(2).fresh().state, 0)["deeds"]]
    assert "feeding_poor" in [deed["id"] for deed in game().view(Loire(4).fresh().state, 0)["deeds"]]
    favor = game().view(Loire(2, story="kings-favor").fresh().state, 0)
    assert "feeding_poor" not in [deed["id"] for deed in favor["deeds"]]


@rule("OS-SETUP-12")
def test_churches_are_common() -> None:
    table = Loire(3).fresh()
    assert table.state.churches == 12


@rule("OS-SETUP-13", "OS-FK-SETUP-2", "OS-FAME-1")
def test_pieces_of_a_player() -> None:
    table = Loire(2).fresh("d4")
    me = table.player(0)
    assert (me.settlers, me.held, me.areas.bit_count()) == (4, 5, 1)  # and one marker on the track, one on the epochs
    assert me.fortresses == 0
    assert (me.fame, me.epoch) == (1, 0)
    favor = Loire(2, story="kings-favor").fresh()
    assert (favor.player(0).settlers, favor.player(0).held) == (10, 0)


@rule("OS-SETUP-14", "OS-OPT-6")
def test_the_start_player_is_drawn_or_named() -> None:
    state = game().new(3)
    assert state.deciding() == (CHANCE,)
    assert [choice for choice, _ in state.outcomes() or []] == [("start", 0), ("start", 1), ("start", 2)]
    state.play(CHANCE, ("start", 1))
    assert state.first == 1
    assert game().new(4, {"start": "3"}).first == 3
    with pytest.raises(BadOption, match="OS-SETUP-14"):
        game().new(3, {"start": "3"})


@rule("OS-SETUP-15")
def test_the_last_in_turn_order_chooses_first() -> None:
    table = Loire(4, start="2").fresh()
    asked = []
    for home in ("f3", "a2", "e1"):
        (seat,) = table.state.deciding()
        asked.append(seat)
        assert f"home {home}" in table.options(seat)
        table.play(f"{seat} home {home}")
        if len(asked) < 3:
            (seat,) = table.state.deciding()
            assert table.refuse(f"{seat} home {home}").rule == "OS-SETUP-15"
    assert asked == [1, 0, 3]
    assert table.held_areas(2) == {"a5"}  # what is left needs no question
    assert [table.held_areas(seat) for seat in (1, 0, 3)] == [{"f3"}, {"a2"}, {"e1"}]


@rule("OS-SETUP-16")
def test_basic_cards_are_not_usable_at_first() -> None:
    table = Loire().fresh("d4")
    assert list(game().view(table.state, 0)["players"][0]["places"]) == [
        "territory", "village", "estate", "builders_yard", "mill", "cottage", "market", "ropery", "gate",
    ]  # fmt: skip
    assert table.refuse("0 place farmer university 0").rule == "OS-SETUP-16"


@rule("OS-FK-SETUP-1", "OS-FK-SETUP-3", "OS-FK-SETUP-7", "OS-FK-EPOCH-7")
def test_what_the_first_kingdom_adds() -> None:
    table = Loire(2).fresh("d4")
    seen = game().view(table.state, 0)
    assert seen["story"] == {"narrated": [1], "overcome": []}
    mine = seen["players"][0]["story"]
    assert mine["control"] == {"areas": 0, "villages": 0, "churches": 0}
    assert list(mine["tasks"]) == ["well", "baptistery", "delegation", "harbour"]
    assert table.heard("MarketRefilled") == []  # the first narration brings nothing more
    assert seen["phase"] == "plan"


# -- options -------------------------------------------------------------------------------------------------------


@rule("OS-OPT-1")
def test_the_story_is_an_option() -> None:
    assert game().settle_options({})["story"] == "first-kingdom"
    assert game().new(2, {"story": "kings-favor"}).story.id == "kings-favor"
    with pytest.raises(BadOption, match="OS-OPT-1"):
        game().settle_options({"story": "third"})


@rule("OS-OPT-2")
def test_two_favourites_belong_to_the_kings_favor() -> None:
    assert game().settle_options({"story": "kings-favor"})["favourites"] == "1"
    assert game().settle_options({"story": "kings-favor", "favourites": "2"})["favourites"] == "2"
    with pytest.raises(BadOption, match="OS-OPT-2"):
        game().settle_options({"favourites": "2"})


@rule("OS-OPT-3")
def test_people_play_until_somebody_is_crowned() -> None:
    assert game().settle_options({})["rounds"] == "unlimited"
    table = Loire()
    table.state.round = 1_000
    table.run(CheckWealth())
    assert not table.heard("GameEnded")


@rule("OS-OPT-3")
def test_bots_among_themselves_have_a_limit_that_the_result_tells() -> None:
    alone = game().left_alone({})
    assert alone == {"rounds": "80"}
    assert game().left_alone({"rounds": "4"}) == {"rounds": "4"}
    assert "rounds" not in game().left_alone({"story": "kings-favor"})
    table = Loire(rounds=alone["rounds"])
    table.state.round = 80
    table.run(CheckWealth())
    assert game().cut_short(table.state)
    assert [event.rule for event in table.heard("RoundsUsedUp")] == ["OS-OPT-3"]


@rule("OS-OPT-3")
@pytest.mark.parametrize("command", ["simulate", "balance"])
def test_simulations_tell_how_many_games_the_limit_ended(command: str) -> None:
    limited = ("--games", "2", "--seats", "2", "--bots", "random", "--option", "rounds=4", "--lang", "en")
    said = terminal.kronrat(command, "orleans", *limited)
    assert said.code == 0
    assert "2 games were ended by the limit of their table." in said.out


@rule("OS-OPT-3")
def test_the_arena_tells_how_many_games_the_limit_ended() -> None:
    limited = ("--games", "2", "--seats", "2", "--bots", "random,points", "--option", "rounds=4", "--lang", "en")
    assert "2 games were ended by the limit of their table." in terminal.kronrat("arena", "orleans", *limited).out
    found = json.loads(terminal.kronrat("arena", "orleans", *limited, "--json").out)
    assert (found["games"], found["cut_short"]) == (2, 2)


@rule("OS-OPT-3")
def test_games_that_the_limit_ended_were_played_all_the_same() -> None:
    result = simulate("orleans", {"rounds": "4"}, 2, 2, ["random"], "cut", jobs=1)
    assert (result.games, result.finished) == (2, 0)
    assert result.games_per_s > 0


@rule("OS-OPT-3")
def test_rounds_may_be_limited() -> None:
    with pytest.raises(BadOption, match="OS-OPT-3"):
        game().settle_options({"story": "kings-favor", "rounds": "40"})
    for rounds, ended in (("4", True), ("unlimited", False)):
        table = Loire(rounds=rounds)
        table.state.round = 4

        table.run(CheckWealth())
        assert bool(table.heard("GameEnded")) is ended
        assert bool(table.heard("RoundsUsedUp")) is ended


@rule("OS-OPT-4")
def test_the_standing_before_anybody_is_crowned() -> None:
    table = Loire(3).coins(0, 40).sheet(1, citizens=12, church=True).crossed(1, "well").coins(1, 3)
    table.goods(2, "brocade wool")
    assert [(s.seat, s.place, s.score) for s in table.state.standing()] == [(0, 1, 29), (1, 2, 19), (2, 3, 9)]
    table.coins(1, 13)
    assert [(s.seat, s.place, s.score) for s in table.state.standing()] == [(0, 1, 29), (1, 1, 29), (2, 3, 9)]


@rule("OS-OPT-5")
def test_profiles_differ_in_reconstructed_figures() -> None:
    assert game().settle_options({})["profile"] == "recon-2"
    assert game().new(2, {"profile": "recon-1"}).tables is not game().new(2).tables


@rule("OS-OPT-7")
def test_planning_is_sealed_unless_the_table_wants_it_in_turn() -> None:
    assert game().settle_options({})["planning"] == "sealed"
    with pytest.raises(BadOption, match="OS-OPT-7"):
        game().settle_options({"planning": "open"})


@rule("OS-OPT-8")
def test_newcomers_come_unless_the_table_wants_none() -> None:
    assert game().settle_options({})["newcomers"] == "on"
    with pytest.raises(BadOption, match="OS-OPT-8"):
        game().settle_options({"newcomers": "some"})


@rule("OS-OPT-9")
def test_the_moment_of_a_condition_is_an_option_of_the_first_kingdom() -> None:
    assert game().settle_options({})["ascent"] == "before-token"
    with pytest.raises(BadOption, match="OS-OPT-9"):
        game().settle_options({"story": "kings-favor", "ascent": "with-token"})
