"""Worked examples that follow from the rules of both editions, though no rulebook gives them."""

import pytest

from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    EnvoyGiven,
    EnvoyKept,
    EnvoyReturned,
    GameEnded,
    GoodsGained,
    NeutralSetAside,
)
from kronrat.games.kingsburg.rules.state import NEUTRAL, NOBODY
from kronrat.games.kingsburg.testing import SPRING, Kingsburg, Roll
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

A, B, C, D = range(4)

FIRST: dict[int, Roll | list[Roll]] = {B: (5, 6, 6), C: (6, 6, 6)}  # high dice of the others: A comes first


@rule("KB-EX-30")
@both_editions
def test_neutral_dice(edition: str) -> None:
    table = Kingsburg(2, edition).begin(SPRING, neutral=[(1, 2, 4), (3, 4)], alone=True)
    blocked = {rank: groups for rank, groups in enumerate(table.state.court) if groups}
    assert blocked == {7: ((NEUTRAL, 1, 2, 4),), 3: ((NEUTRAL, 3),), 4: ((NEUTRAL, 4),)}
    assert table.heard(NeutralSetAside) == []

    table = Kingsburg(2, edition).begin(SPRING, neutral=[(2, 2, 4), (4, 4)], alone=True)
    blocked = {rank: groups for rank, groups in enumerate(table.state.court) if groups}
    assert blocked == {8: ((NEUTRAL, 2, 2, 4),), 4: ((NEUTRAL, 4),)}
    assert [event.die for event in table.heard(NeutralSetAside)] == [4]


@rule("KB-EX-31")
@both_editions
def test_stone_wall(edition: str) -> None:
    # The wall has the Palisade beside it, so A needs 3 soldiers for strength 5: two of A's own, one from the King.
    table = Kingsburg(3, edition).give(A, "stone_wall", soldiers=2).give(B, soldiers=4).enemy("e3_goblins_5")
    table.begin(8, year=3, die=1, alone=True)
    assert (table.strength(A), table.strength(B)) == (5, 5)
    assert (table.goods(A), table.vp(A)) == ("1s", 1)
    assert table.vp_from(A, "source.strongest") == [1]
    assert (table.goods(B), table.vp(B)) == ("", 0)


@rule("KB-EX-32")
@both_editions
def test_tie_among_some(edition: str) -> None:
    def position() -> Kingsburg:
        table = Kingsburg(4, edition).order(D, C, B, A)
        table.give(A, "blacksmith", gold=1).give(B, "stable", wood=1).give(C, "market", stone=3)
        return table.give(D, "wizards_guild")

    table = position().begin(1, year=2, alone=True)
    assert (table.deciding, table.options()) == (B, ["take gold", "take wood", "take stone"])
    table.play("1 take wood")
    assert table.deciding == A
    table.play("0 take stone")
    assert [table.goods(seat) for seat in (A, B, C, D)] == ["1g 1s", "2w", "3s", ""]
    assert table.heard(BonusDieGained) == []

    table = position().begin(5, year=2, alone=True)
    assert table.state.envoy == NOBODY


@rule("KB-EX-33")
@both_editions
def test_market_at_the_edges(edition: str) -> None:
    table = Kingsburg(3, edition).give(A, "market", extra_dice=1)
    table.begin(SPRING, rolls={A: ((6, 6, 6), (1,)), B: (1, 1, 1), C: (1, 1, 2)}, alone=True)
    if edition == "2e":
        table.play("0 bonus 1")
    table.play("1 pass", "2 pass")
    assert [option for option in table.options(A) if "6 6 6 bonus 1" in option] == ["influence 18 6 6 6 bonus 1 market"]
    assert table.refuse("0 influence 19 6 6 6 bonus 1").rule == "KB-P2b-11"
    assert table.refuse("0 influence 20 6 6 6 bonus 1 market").rule == "KB-P2b-11"
    assert table.refuse("0 influence 18 6 6 6 bonus 1").rule == "KB-P2b-3"

    table = Kingsburg(3, edition).give(A, "market").begin(SPRING, rolls={A: (1, 4, 6), **FIRST}, alone=True)
    with_the_one = [option for option in table.options(A) if option.split()[2:] in (["1"], ["1", "market"])]
    assert with_the_one == ["influence 1 1", "influence 2 1 market"]
    assert table.refuse("0 influence 0 1 market").rule == "KB-P2b-11"


@rule("KB-EX-34")
@pytest.mark.parametrize(("edition", "switch"), [("1e", None), ("1e", "season"), ("2e", None)])
def test_plus_two_tokens(edition: str, switch: str | None) -> None:
    table = Kingsburg(3, edition) if switch is None else Kingsburg(3, edition, plus2=switch)
    table.give(A, plus2=2).begin(SPRING, rolls={A: (2, 3, 5), **FIRST}, alone=True)
    assert table.refuse("0 influence 6 2 plus2 plus2").rule == "KB-P2b-4"
    table.play("0 influence 4 2 plus2", "1 pass", "2 pass")
    if edition == "1e" and switch is None:
        table.play("0 influence 7 5 plus2")
        assert table.player(A).plus2 == 0
    else:
        assert table.refuse("0 influence 7 5 plus2").rule == "KB-P2b-13"
        assert table.player(A).plus2 == 1


@rule("KB-EX-35")
@both_editions
def test_envoy_on_own_dice(edition: str) -> None:
    table = Kingsburg(3, edition).envoy(A).begin(SPRING, rolls={A: (3, 3, 6), **FIRST}, alone=True)
    table.play("0 influence 3 3", "1 pass", "2 pass")
    assert table.refuse("0 influence 3 3").rule == "KB-P2b-7"
    table.play("0 influence 3 3 envoy", "0 pass")
    assert sum(event.wood for event in table.heard(GoodsGained) if event.rule == "KB-ADV-3") == 2
    assert table.goods(A) == "2w"
    assert table.state.envoy == NOBODY


@rule("KB-EX-36")
@pytest.mark.parametrize(("edition", "switch", "left"), [("1e", None, -1), ("2e", None, -1), ("1e", "no", 0)])
def test_below_zero(edition: str, switch: str | None, left: int) -> None:
    table = Kingsburg(3, edition) if switch is None else Kingsburg(3, edition, negative_vp=switch)
    table.give(A, "market", vp=1).enemy("e1_goblins_2").begin(8, die=1, alone=True)
    assert table.buildings(A) == {"inn"}
    assert table.vp(A) == left


@rule("KB-EX-37")
@both_editions
@pytest.mark.parametrize(
    ("goods", "buildings", "winners"),
    [((3, 3), (12, 13), (B,)), ((3, 3), (13, 13), (A, B)), ((4, 3), (12, 13), (A,)), ((4, 3), (13, 12), (A,))],
)
def test_tie_breaks(edition: str, goods: tuple[int, int], buildings: tuple[int, int], winners: tuple[int, ...]) -> None:
    table = Kingsburg(3, edition).give(C, "embassy", vp=39, gold=9)
    for seat in (A, B):
        thirteenth = ("statue",) if buildings[seat] == 13 else ()
        table.give(seat, "merchants_guild", "wizards_guild", "fortress", *thirteenth, vp=40, stone=goods[seat])
    assert (table.player(A).buildings, table.player(B).buildings) == buildings
    table.end_game()
    assert [event.winners for event in table.heard(GameEnded)] == [winners]
    assert tuple(sorted(place.seat for place in table.state.standing() if place.place == 1)) == winners


@rule("KB-EX-38")
@both_editions
def test_cathedral(edition: str) -> None:
    table = Kingsburg(3, edition).give(A, "cathedral", gold=2, wood=2, stone=1, vp=38)
    table.give(B, "fortress", "embassy", gold=4, vp=40).end_game()
    assert (table.vp(A), table.goods(A)) == (40, "2g 2w 1s")
    assert [event.winners for event in table.heard(GameEnded)] == [(A,)]  # 5 goods against 4, 4 buildings against 8


@rule("KB-EX-39")
@both_editions
def test_unused_envoy(edition: str) -> None:
    table = Kingsburg(3, edition).envoy(A).give(B, "inn").give(C, "inn").begin(5, year=2, alone=True)
    assert [type(event) for event in table.events[1:]] == [EnvoyReturned, EnvoyGiven]
    assert [(event.seat, event.used) for event in table.heard(EnvoyReturned)] == [(A, False)]
    assert table.state.envoy == A

    table = Kingsburg(3, edition).envoy(A).begin(5, year=2, alone=True)
    assert [type(event) for event in table.events[1:]] == [EnvoyReturned, EnvoyKept]
    assert table.state.envoy == NOBODY

    table = Kingsburg(3, edition).envoy(A).give(A, "inn").give(B, "inn").begin(5, year=2, alone=True)
    assert table.state.envoy == C


@rule("KB-EX-40")
@both_editions
def test_farms_in_battle(edition: str) -> None:
    table = Kingsburg(3, edition).give(A, "inn", "market", "farms", "guard_tower", soldiers=1)
    assert table.begin(8, die=1, alone=True).strength(A) == 2  # one own soldier, one from the King, +1, -1
