"""The table before the first round."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.game import BadOption
from kronrat.games.tumult.rules.setup import FirstStatue, FirstStatues
from kronrat.games.tumult.rules.state import TILES
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule

each_count = pytest.mark.parametrize("seats", [2, 3, 4])


@rule("TR-GEN-1")
def test_two_to_four_players() -> None:
    assert game().seat_counts == (2, 3, 4)
    for seats in (1, 5):
        with pytest.raises(BadOption):
            game().new(seats)


@rule("TR-GEN-3", "TR-SETUP-1")
@each_count
def test_everybody_has_25_statues_and_the_number_placed_is_open(seats: int) -> None:
    table = Royal(seats).fresh()
    assert table.all_statues() == [0] * seats
    table.first_statues()
    for viewer in (*range(seats), None):
        assert [player["statues"] for player in game().view(table.state, viewer)["players"]] == [1] * seats
    table.statues(*[25] * seats)
    assert [p["statues"] for p in game().view(table.state, None)["players"]] == [25] * seats


@rule("TR-GEN-5")
def test_a_goods_tile_shows_one_to_three_symbols_of_one_kind() -> None:
    assert sorted(TILES) == sorted(f"{kind}{symbols}" for kind in "bmt" for symbols in (1, 2, 3))
    assert {TILES[face] for face in game().tables.grounds[4].tiles} == set(TILES)


@rule("TR-GEN-6")
def test_a_landscape_tile_has_nine_fields_of_five_kinds() -> None:
    assert [field.id for field in game().tables.fields] == ["meadow", "forest", "mountain", "village", "castle"]
    for rows in game().tables.land:
        assert [len(row) for row in rows] == [3, 3, 3]
    assert len(game().tables.land) == 10


@rule("TR-SETUP-2", "TR-P3-15")
@each_count
def test_nobody_has_mercy_at_first(seats: int) -> None:
    table = Royal(seats).fresh().first_statues()
    assert [player.mercy for player in table.state.players] == [False] * seats


@rule("TR-SETUP-3", "TR-SETUP-4")
@pytest.mark.parametrize(("seats", "each"), [(2, 30), (3, 20), (4, 15)])
def test_followers_at_the_start(seats: int, each: int) -> None:
    table = Royal(seats)
    assert table.all_followers() == [each] * seats
    assert table.state.supply == 45


@rule("TR-SETUP-5")
@pytest.mark.parametrize(("seats", "tiles", "of_a_kind"), [(2, 21, 14), (3, 30, 20), (4, 39, 26)])
def test_goods_tiles_in_use(seats: int, tiles: int, of_a_kind: int) -> None:
    ground = game().tables.grounds[seats]
    assert len(ground.tiles) == tiles
    assert ground.symbols == [of_a_kind] * 3


@rule("TR-SETUP-6", "TR-NEXT-2")
def test_the_goods_lie_face_down_one_in_each_slot() -> None:
    table = Royal(2).fresh().first_statues().play("* spin 3").roll()
    assert table.state.slots == [-1] * 15
    for viewer in (0, 1, None):
        seen = game().view(table.state, viewer)["raid"]
        assert seen["slots"] == [["free"]] * 15
        assert seen["faces"] == {}


@rule("TR-SETUP-7", "TR-SETUP-8", "TR-INV-6")
@each_count
def test_ranks_are_a_random_permutation(seats: int) -> None:
    state = game().new(seats)
    outcomes = state.outcomes()
    assert outcomes is not None
    assert sorted(choice for choice, _ in outcomes) == [("ranks", *order) for order in permutations(range(seats))]
    assert {weight for _, weight in outcomes} == {1}
    dice = Dice(seed_of_text("ranks"))
    assert len(Counter(state.sample(dice) for _ in range(300))) == len(outcomes)
    state.play(CHANCE, ("ranks", *reversed(range(seats))))
    assert [state.rank(seat) for seat in range(seats)] == [*range(seats, 0, -1)]


@rule("TR-SETUP-9")
def test_everybody_picks_a_side_of_the_rank_card_and_nothing_else_changes() -> None:
    worlds = []
    for sides in (("male", "male"), ("female", "male"), ("male", "female")):
        state = game().new(2)
        state.play(CHANCE, ("ranks", 0, 1))
        for seat in (1, 0):
            assert state.options(seat) == [("side", "male"), ("side", "female")]
            state.play(seat, ("side", sides[seat]))
        assert [player.side for player in state.players] == list(sides)
        dump = game().dump(state)
        dump["fields"]["players"] = [
            [v for v in row if v not in ("male", "female")] for row in dump["fields"]["players"]
        ]
        worlds.append(dump)
    assert worlds[0] == worlds[1] == worlds[2]


@rule("TR-SETUP-10")
@pytest.mark.parametrize(("seats", "width"), [(2, 6), (3, 9), (4, 12)])
def test_the_board_has_two_rows_and_a_column_for_each_player(seats: int, width: int) -> None:
    ground = game().tables.grounds[seats]
    assert (ground.places, ground.height, ground.width) == (2 * seats, 6, width)
    table = Royal(seats).fresh()
    assert table.refuse(f"{seats - 1} place 6 0").says == "reason.no_such_field"
    assert table.refuse(f"{seats - 1} place 0 {width}").says == "reason.no_such_field"


@rule("TR-SETUP-11", "TR-EX-22")
@pytest.mark.parametrize(("seats", "boxed"), [(2, 6), (3, 4), (4, 2)])
def test_half_of_the_landscape_lies_open(seats: int, boxed: int) -> None:
    table = Royal(seats).fresh()
    state = table.state
    assert state.open.count(True) == state.open.count(False) == seats
    laid = {number // 4 for number in state.land}
    assert len(laid) == 2 * seats == 10 - boxed
    assert [kind >= 0 for kind in state.fields].count(True) == 9 * seats


@rule("TR-SETUP-11")
def test_open_tiles_lie_where_the_layout_says() -> None:
    opened = {seats: Royal(seats).fresh().state.open for seats in (2, 3, 4)}
    assert opened[2] == (True, True, False, False)
    assert opened[3] == (True, True, True, False, False, False)
    assert opened[4] == (False, True, True, False) * 2


@rule("TR-SETUP-12")
def test_every_tile_is_turned_at_random() -> None:
    quarters: Counter[int] = Counter()
    for number in range(60):
        table = Royal(2)
        table.state = game().new(2)
        table.play("* ranks 0 1", "0 side male", "1 side male").roll(f"land {number}").roll(f"fog {number}")
        quarters.update(laid % 4 for laid in table.state.land)
    assert set(quarters) == {0, 1, 2, 3}
    assert min(quarters.values()) > 30
    tables = game().tables
    letters = ["".join("mfxvc"[kind] for kind in row) for row in tables.turned(4 * 0 + 1)]
    assert letters == ["mvm", "cmf", "vfx"]  # mfx/vmf/mcv by a quarter clockwise


@rule("TR-SETUP-13", "TR-P1-1")
def test_the_king_spins_the_disc() -> None:
    table = Royal(3).fresh().first_statues()
    table.events.clear()
    table.play("* spin 4")
    (spun,) = table.heard("DiscSpun")
    assert spun.facts()["seat"] == table.state.order[0]


@rule("TR-FIRST-1", "TR-FIRST-4")
@each_count
def test_everybody_places_one_statue_for_nothing(seats: int) -> None:
    table = Royal(seats).fresh()
    before = table.all_followers()
    table.first_statues()
    assert table.all_statues() == [1] * seats
    assert [table.state.owners.count(seat) for seat in range(seats)] == [1] * seats
    assert table.all_followers() == before


@rule("TR-FIRST-2", "TR-EX-23")
def test_the_lowest_rank_begins_and_the_king_is_last() -> None:
    table = Royal(4).ranks(2, 0, 3, 1).land("mmmmm").run(FirstStatues())
    asked = []
    while not table.state.over:
        (seat,) = table.state.deciding()
        asked.append(seat)
        table.state.play(seat, table.state.options(seat)[0])
    assert asked == [1, 3, 0, 2]
    assert table.all_statues() == [1, 1, 1, 1]


@rule("TR-FIRST-3")
def test_the_first_statue_stands_on_a_free_open_meadow() -> None:
    table = Royal(2).land("mfxvc", "mm").owns(1, (1, 0)).run(FirstStatue(0))
    assert set(table.options(0)) == {"place 0 0", "place 1 1"}
    assert table.refuse("0 place 0 1").rule == "TR-FIRST-3"
    assert table.refuse("0 place 1 0").rule == "TR-P4-11"
    assert table.refuse("0 place 4 4").rule == "TR-P4-3"
