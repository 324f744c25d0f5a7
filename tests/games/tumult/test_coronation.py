"""Phases 5 to 7, the chronicle, and the next round."""

from __future__ import annotations

import pytest

from kronrat.games.tumult.rules.coronation import CheckEnd, Crown, Mercy, SetRanks, TurnUp
from kronrat.games.tumult.rules.placing import Place
from kronrat.games.tumult.rules.rounds import NextRound, Round
from kronrat.games.tumult.testing import Royal, game
from tests.marks import rule


def after_setup(seats: int, **options: str) -> Royal:
    table = Royal(seats, **options).fresh()
    table.state.stack.clear()
    return table


@rule("TR-P5-1", "TR-P5-2", "TR-EX-12")
def test_ranks_by_followers() -> None:
    """Blue 0, violet 1, yellow 2, grey 3."""
    table = Royal(4).ranks(1, 0, 2, 3).followers(25, 21, 23, 21).run(SetRanks())
    assert table.state.order == (0, 2, 1, 3)


@rule("TR-P5-2", "TR-EX-13")
def test_a_tie_for_king_leaves_the_king() -> None:
    table = Royal(4).ranks(1, 0, 2, 3).followers(25, 25, 23, 21).run(SetRanks())
    assert table.state.order == (1, 0, 2, 3)


@rule("TR-P5-3")
def test_ties_are_judged_by_the_ranks_from_before_the_phase() -> None:
    table = Royal(3).ranks(0, 1, 2).followers(0, 0, 1).run(SetRanks())
    assert [table.state.rank(seat) for seat in range(3)] == [2, 3, 1]


@rule("TR-P5-4", "TR-INFO-1")
def test_followers_are_open() -> None:
    table = Royal(3).followers(12, 30, 7)
    for viewer in (0, 1, 2, None):
        view = game().view(table.state, viewer)
        assert [player["followers"] for player in view["players"]] == [12, 30, 7]
        assert view["supply"] == 56


@rule("TR-P6-1", "TR-P6-2", "TR-EX-14")
def test_the_king_pays_five_and_places_one() -> None:
    table = after_setup(3).ranks(1, 0, 2).kings(0).followers(20, 25, 20).statues(3, 4, 5).run(Crown())
    assert table.all_followers() == [20, 20, 20]
    assert table.all_statues() == [3, 5, 5]
    assert table.state.chronicle == (0, 1)
    assert table.heard("ChronicleWritten")[0].facts()["space"] == 2


@rule("TR-P6-6")
def test_ranks_stay_after_the_payment() -> None:
    table = after_setup(2).kings().followers(30, 28).run(SetRanks(), Crown())
    assert table.all_followers() == [25, 28]
    assert table.state.order == (0, 1)


@rule("TR-P6-2", "TR-INV-5")
@pytest.mark.parametrize("space", range(1, 11))
def test_one_statue_on_spaces_one_to_five_then_two(space: int) -> None:
    table = after_setup(2).kings(*[1] * (space - 1)).statues(10, 10).run(Crown())
    assert table.all_statues() == [11 if space <= 5 else 12, 10]
    total = sum(entry.statues for entry in game().tables.chronicle[:space])
    assert total == (space if space <= 5 else 5 + 2 * (space - 5))


@rule("TR-P6-3", "TR-SETUP-13")
def test_the_new_king_spins_in_the_next_round() -> None:
    table = after_setup(2).ranks(1, 0).kings().run(Crown(), NextRound())
    assert table.heard("KingCrowned")[0].facts()["seat"] == 1
    table.play("* spin 2")
    assert table.heard("DiscSpun")[0].facts()["seat"] == 1


@rule("TR-P6-4")
def test_a_king_who_stays_pays_and_places_too() -> None:
    table = after_setup(2).kings().followers(40, 20).run(SetRanks(), Crown(), SetRanks(), Crown())
    assert table.state.chronicle == (0, 0)
    assert table.all_followers() == [30, 20]
    assert table.all_statues() == [2, 0]


@rule("TR-P6-5")
def test_pay_place_reveal_check() -> None:
    table = after_setup(2).kings(0, 0).run(Crown(), CheckEnd())
    assert [type(event).__name__ for event in table.events] == ["KingCrowned", "FollowersLost", "ChronicleWritten"]
    assert isinstance(table.state.stack[-1], TurnUp)
    table = after_setup(2).kings(*[0] * 5).run(Crown(), CheckEnd())
    names = [type(event).__name__ for event in table.events]
    assert names == ["KingCrowned", "FollowersLost", "ChronicleWritten", "EndChecked"]


@rule("TR-P6-5")
def test_in_every_round_the_check_follows_the_statues() -> None:
    table = after_setup(2).kings(*[0] * 5).statues(5, 5).run(Round(6)).random("check")
    names = ["ChronicleWritten", "EndChecked", "MercyShown"]
    told = [type(event).__name__ for event in table.events if type(event).__name__ in names]
    assert told == (names * 5)[: len(told)]
    assert told[-1] == "EndChecked"


@rule("TR-CHR-1")
def test_out_of_time_the_first_hidden_tile_is_turned_up() -> None:
    table = after_setup(4).kings(0, 0)
    hidden = [divmod(place, table.state.ground.columns) for place, up in enumerate(table.state.open) if not up]
    table.run(Crown())
    assert game().overdue(table.state, 0) == ("turn", *min(hidden))


@rule("TR-P4-1")
def test_where_the_rules_do_not_say_what_happens_out_of_time_somebody_else_plays() -> None:
    table = Royal(2).goods("", "b3 m3", "").land("mm").owns(0, (0, 0)).run(Place(0))
    assert table.state.deciding() == (0,)
    assert game().overdue(table.state, 0) is None


@rule("TR-CHR-1", "TR-EX-15")
@pytest.mark.parametrize(("seats", "turned", "hidden"), [(2, 1, 1), (3, 1, 2), (4, 2, 2)])
def test_space_three_turns_up_tiles_of_the_kings_choice(seats: int, turned: int, hidden: int) -> None:
    table = after_setup(seats).ranks(*reversed(range(seats))).kings(0, 0).run(Crown())
    king = seats - 1
    for _ in range(turned):
        assert table.state.deciding() == (king,)
        assert len(table.options(king)) == table.state.open.count(False)
        last = table.state.options(king)[-1]
        table.state.play(king, last)
        assert table.state.open[int(last[1]) * seats + int(last[2])]
    assert table.state.over
    assert table.state.open.count(False) == hidden
    assert len(table.heard("LandRevealed")) == turned


@rule("TR-CHR-1")
def test_only_a_hidden_tile_can_be_turned_up() -> None:
    table = after_setup(2).kings(0, 0).run(Crown())
    assert set(table.options(0)) == {"turn 1 0", "turn 1 1"}
    assert table.refuse("0 turn 0 0").says == "reason.lies_open"
    assert table.refuse("0 turn 2 0").says == "reason.no_such_place"


@rule("TR-CHR-2")
@pytest.mark.parametrize(("seats", "left"), [(2, 1), (3, 2), (4, 2)])
def test_space_five_turns_up_the_rest(seats: int, left: int) -> None:
    table = after_setup(seats).kings(0, 0, 0, 0)
    up = [place for place, open in enumerate(table.state.open) if not open][left:]
    table.state.open = tuple(open or place in up for place, open in enumerate(table.state.open))
    assert table.state.open.count(False) == left
    table.run(Crown())
    assert table.state.over
    assert all(table.state.open)
    assert len(table.heard("LandRevealed")) == left


@rule("TR-CHR-1", "TR-CHR-2")
@pytest.mark.parametrize("space", [1, 2, 4, 6, 7])
def test_other_spaces_turn_up_nothing(space: int) -> None:
    table = after_setup(3).kings(*[0] * (space - 1)).run(Crown())
    assert table.state.open.count(False) == 3
    assert table.state.over


@rule("TR-CHR-3", "TR-INFO-5")
def test_a_hidden_tile_lies_as_it_was_laid_and_nobody_knows_it_before() -> None:
    table = after_setup(2).kings(0, 0)
    laid = table.state.land
    for viewer in (0, 1, None):
        view = game().view(table.state, viewer)["board"]
        assert view["land"][2:] == [None, None]
        assert view["fields"][18:] == [None] * 18
    table.run(Crown()).play("0 turn 1 0")
    assert table.state.land == laid
    kinds = [game().tables.fields[kind].id for row in game().tables.turned(laid[2]) for kind in row]
    assert list(table.heard("LandRevealed")[0].facts()["fields"]) == kinds
    width = table.state.ground.width
    shown = [game().view(table.state, 1)["board"]["fields"][(3 + r) * width + c] for r in range(3) for c in range(3)]
    assert shown == kinds


@rule("TR-CHR-4")
def test_new_fields_can_be_used_from_then_on() -> None:
    table = after_setup(2).kings(0, 0)
    table.owns(0, *[(2, column) for column in range(6)])
    table.goods("", "b3 b3 m3 m3 t3 t3")
    before = Place(0).options(table.state)
    assert not [choice for choice in before if choice[0] == "place" and int(choice[1]) > 2]
    table.run(Crown()).play("0 turn 1 0")
    after = Place(0).options(table.state)
    assert [choice for choice in after if choice[0] == "place" and int(choice[1]) == 3]


@rule("TR-CHR-5")
def test_numbers_fall_to_zero() -> None:
    numbers = [space.number for space in game().tables.chronicle]
    assert numbers == [-1] * 5 + [7, 5, 3, 1, 0]
    sources = [row["source"] for row in game().rows["chronicle"].values()][5:]
    assert sources == ["reconstruction", "rulebook", "reconstruction", "reconstruction", "public"]


@rule("TR-P7-1", "TR-P7-2", "TR-P7-3")
@pytest.mark.parametrize(
    ("statues", "mercy"),
    [((5, 4, 7), [False, True, False]), ((4, 4, 7), [True, True, False]), ((6, 6, 6), [False] * 3)],
)
def test_mercy_for_the_last(statues: tuple[int, ...], mercy: list[bool]) -> None:
    table = Royal(3).mercy(0, 2).statues(*statues).run(Mercy())
    assert [player.mercy for player in table.state.players] == mercy


@rule("TR-P7-4")
def test_mercy_holds_for_the_next_round() -> None:
    table = Royal(2).fresh().first_statues().statues(1, 3).kings(1)
    table.state.stack.clear()
    table.run(Mercy(), NextRound())
    assert table.state.round == 3
    assert [player.mercy for player in table.state.players] == [True, False]
    table.random("mercy", Place)
    assert [player.mercy for player in table.state.players] == [True, False]


@rule("TR-NEXT-1")
def test_all_tiles_are_mixed_again() -> None:
    table = Royal(2, raid="draft").fresh().first_statues().play("* spin 3").roll("one")
    first = table.state.tiles
    while table.state.round == 1:
        (seat,) = table.state.deciding()
        table.state.play(seat, table.state.options(seat)[-1])
    assert table.state.tiles == ()
    table.play("* spin 3").roll("two")
    assert sorted(table.state.tiles) == sorted(first) == list(table.state.ground.tiles)
    assert table.state.slots == [-1] * 15


@rule("TR-NEXT-3")
def test_what_is_carried_over() -> None:
    table = after_setup(2).ranks(1, 0).kings(0).statues(4, 6).mercy(0).followers(20, 33)
    table.owns(0, (0, 0)).goods("b1", "b2").demand(5)
    kept = (table.state.owners[:], table.all_followers(), table.state.order, table.state.chronicle, table.all_statues())
    table.run(NextRound())
    now = (table.state.owners, table.all_followers(), table.state.order, table.state.chronicle, table.all_statues())
    assert now == kept
    assert table.state.players[0].mercy
    assert table.state.demand == (0, 0, 0)
    table.play("* spin 2").roll()
    assert (table.castle(0), table.state.slots.count(-1)) == ("", 15)


@rule("TR-GEN-4")
def test_seven_phases_in_order() -> None:
    table = Royal(2, raid="draft").fresh().first_statues().random("phases")
    phases = [event.facts()["phase"] for event in table.heard("PhaseBegan")]
    rounds = [event.facts()["round"] for event in table.heard("RoundBegan")]
    whole = len(phases) // 7
    assert phases[: 7 * whole] == [1, 2, 3, 4, 5, 6, 7] * whole
    assert phases[7 * whole :] == [1, 2, 3, 4, 5, 6][: len(phases) - 7 * whole]
    assert rounds == list(range(1, len(rounds) + 1))
    assert isinstance(Round(1).values(), tuple)
