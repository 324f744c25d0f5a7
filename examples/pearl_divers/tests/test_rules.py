"""Every rule of the book, at a table of three where nothing else is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, CLOCK, Choice
from kronrat.rulebook import _read as read_book
from kronrat.testing.marks import marked
from pearl_divers import BOX
from pearl_divers.rules.events import CovesShown, PearlsDropped, PearlsGained
from pearl_divers.rules.state import State
from pearl_divers.testing import SIMPLE, game

rule = pytest.mark.rule
PEARLS = game()
READY: Choice = ("ready",)
LEAVE: Choice = ("leave",)
PASS: Choice = ("pass",)
REEF: Choice = ("place", "reef")
SHORE: Choice = ("place", 0)


class Table:
    """Three seats with the coves 1, 2 and 3; the next cards are 4 to 7, and the tide is low."""

    def __init__(self, tide: int = 9, **options: str) -> None:
        self.state: State = PEARLS.new(3, options)
        self.told: list[Event] = []
        self.state.listener = self.told.append
        self.play(CHANCE, ("shuffle", 1, 2, 3, 4, 5, 6, 7))
        self.play(CHANCE, ("tide", tide))

    def play(self, seat: int, *choices: Choice) -> Table:
        for choice in choices:
            self.state.play(seat, choice)
        return self

    def all(self, choice: Choice) -> Table:
        for seat in self.state.deciding():
            self.play(seat, choice)
        return self

    def market(self) -> Table:
        """Nobody dives or grabs."""
        return self.all(READY).all(LEAVE)

    def why(self, seat: int, choice: Choice) -> tuple[str, str]:
        reason = self.state.why_not(seat, choice)
        assert reason is not None
        return reason.rule, reason.says

    def each(self, name: str) -> list[Any]:
        return [getattr(player, name) for player in self.state.players]


@rule("PD-GOAL")
def test_points_are_pearls_and_wares() -> None:
    table = Table()
    table.state.players[1].pearls, table.state.players[1].wares = 2, ("lamp", "rope")
    best = table.state.standing()[0]
    assert (best.seat, best.score) == (1, 2 + 5 + 3)


@rule("PD-ROUND")
@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_there_are_as_many_rounds_as_the_table_wants(rounds: int) -> None:
    table = Table(rounds=str(rounds))
    starters = []
    while not table.state.over:
        if table.state.deciding() == (CHANCE,):
            table.play(CHANCE, ("tide", 9))
        table.market()
        starters.append(table.state.deciding()[0])
        for _ in range(3):
            table.all(PASS)
    assert starters == [n % 3 for n in range(rounds)]


@rule("PD-COVE")
def test_a_cove_is_its_owners_and_has_room_for_one() -> None:
    table = Table()
    assert table.each("cove") == [1, 2, 3]
    assert ("place", 2) in table.state.options(1)
    assert table.why(0, ("place", 2)) == ("PD-COVE", "reason.not_your_cove")
    table.play(1, ("place", 2))
    assert table.why(1, ("place", 2)) == ("PD-COVE", "reason.cove_is_full")


@rule("PD-TIDE")
def test_the_tide_is_low_twice_as_often_as_it_is_high() -> None:
    state = PEARLS.new(4)
    state.play(CHANCE, ("shuffle", *range(1, 10)))
    assert state.outcomes() == [(("tide", 12), 2), (("tide", 20), 1)]
    assert Table(15).state.pile == 15


@rule("PD-DIVE")
def test_each_player_has_two_divers() -> None:
    table = Table().play(0, SHORE, REEF)
    assert table.state.options(0) == [READY]
    assert table.why(0, SHORE) == ("PD-DIVE", "reason.no_diver_left")
    assert PEARLS.view(table.state, 1)["players"][0]["divers"] == 0
    assert PEARLS.view(table.state, 1)["players"][0]["plan"] is None


@rule("PD-SHOW")
def test_the_shore_brings_one_pearl_and_a_cove_three_and_a_new_card() -> None:
    table = Table().play(0, SHORE, SHORE).play(1, SHORE, ("place", 2)).all(READY)
    assert table.each("pearls") == [2, 4, 0]
    assert table.each("cove") == [1, 4, 3]
    assert table.state.dived == (2,)


@rule("PD-SHOW")
def test_the_last_card_and_the_last_round_bring_no_new_one() -> None:
    table = Table()
    table.state.deck = ()
    assert table.play(1, ("place", 2)).all(READY).each("cove") == [1, 0, 3]


@rule("PD-REEF")
@pytest.mark.parametrize(("divers", "pearls"), [((1, 0, 0), [4, 0, 0]), ((1, 1, 0), [2, 2, 0]), ((2, 1, 0), [2, 1, 0])])
def test_divers_at_the_reef_share(divers: tuple[int, ...], pearls: list[int]) -> None:
    table = Table()
    for seat, count in enumerate(divers):
        table.play(seat, *[REEF] * count)
    assert table.all(READY).each("pearls") == pearls


@rule("PD-REEF")
def test_a_crowd_at_the_reef_gets_nothing() -> None:
    table = Table()
    for seat in range(3):
        table.play(seat, REEF, REEF)
    assert table.all(READY).each("pearls") == [0, 0, 0]
    assert Table(reef="off").why(0, REEF) == ("PD-REEF", "reason.no_reef")


@rule("PD-GRAB")
def test_those_who_go_home_keep_what_is_in_their_hand() -> None:
    table = Table().all(READY).all(("grab", 2)).play(CHANCE, ("sea", "calm"))
    assert (table.state.pile, table.each("hand")) == (3, [2, 2, 2])
    assert table.why(0, ("grab", 2)) == ("PD-GRAB", "reason.not_enough_for_all")
    table.play(0, LEAVE)
    assert (table.each("pearls"), table.each("swims")) == ([2, 0, 0], [False, True, True])


@rule("PD-GRAB")
def test_when_there_is_not_enough_for_all_everybody_goes_home() -> None:
    table = Table().all(READY)
    for _ in range(2):
        table.all(("grab", 1)).play(CHANCE, ("sea", "calm"))
    table.all(("grab", 1)).play(CHANCE, ("sea", "calm"))
    assert (table.state.phase, table.each("pearls")) == ("market", [3, 3, 3])


@rule("PD-SHARK")
def test_the_shark_is_likelier_with_pearls_in_hands_and_makes_people_drop_them() -> None:
    table = Table().all(READY).play(0, LEAVE).play(1, ("grab", 2)).play(2, ("grab", 1))
    assert table.state.outcomes() == [(("sea", "shark"), 3), (("sea", "calm"), 15)]
    table.play(CHANCE, ("sea", "shark"))
    assert (table.state.phase, table.each("pearls"), table.each("hand")) == ("market", [0, 0, 0], [0, 0, 0])
    assert PearlsDropped("PD-SHARK", 1, 2) in table.told


@rule("PD-SHARK")
def test_nobody_with_pearls_in_the_hand_means_no_shark() -> None:
    assert Table().all(READY).all(LEAVE).state.phase == "market"


@rule("PD-TIME")
def test_against_the_hourglass_time_ends_it_for_all() -> None:
    table = Table(5, **SIMPLE).all(READY).play(2, ("grab", 2), ("grab", 2))
    assert table.why(0, ("grab", 2)) == ("PD-TIME", "reason.pile_too_small")
    table.play(CLOCK, ("time", "up"))
    assert (table.state.phase, table.each("pearls")) == ("market", [0, 0, 4])
    assert PEARLS.real_time({**SIMPLE})
    assert not PEARLS.real_time(PEARLS.settle_options({}))


@rule("PD-BUY")
def test_wares_are_bought_once_each_while_there_are_any() -> None:
    table = Table().market()
    for player in table.state.players:
        player.pearls = 3
    table.state.offer = None
    assert table.why(0, ("buy", "knife")) == ("PD-BUY", "reason.too_poor")
    table.play(0, ("buy", "lamp")).play(1, ("buy", "lamp"))
    assert table.why(2, ("buy", "lamp")) == ("PD-BUY", "reason.sold_out")
    assert table.each("pearls") == [0, 0, 3]


@rule("PD-BUY")
def test_nobody_has_two_wares_of_a_kind() -> None:
    table = Table().market()
    table.state.players[0].pearls, table.state.players[0].wares = 9, ("rope",)
    table.state.offer = None
    assert table.why(0, ("buy", "rope")) == ("PD-BUY", "reason.has_already")
    assert Table(wares="lamp").market().why(0, ("buy", "rope")) == ("PD-BUY", "reason.not_sold")


@rule("PD-SELL")
def test_a_cove_is_sold_for_two_pearls() -> None:
    table = Table().market().play(0, ("sell", 1))
    assert (table.each("pearls"), table.each("cove"), table.state.dived) == ([2, 0, 0], [0, 2, 3], (1,))
    assert table.why(1, ("sell", 3)) == ("PD-SELL", "reason.not_your_cove")


@rule("PD-WARE")
def test_a_knife_keeps_the_pearls_from_the_shark() -> None:
    table = Table()
    table.state.players[1].wares = ("knife",)
    table.all(READY).all(("grab", 2)).play(CHANCE, ("sea", "shark"))
    assert table.each("pearls") == [0, 2, 0]


@rule("PD-WARE")
def test_a_basket_brings_one_pearl_more_from_the_shore() -> None:
    table = Table()
    for player in table.state.players:
        player.wares = ("basket",)
    table.play(0, SHORE).play(1, SHORE, SHORE).play(2, ("place", 3)).all(READY)
    assert table.each("pearls") == [2, 3, 3]


@rule("PD-END")
def test_a_cove_that_was_kept_brings_its_number() -> None:
    table = Table(rounds="2").market().play(0, ("sell", 1)).all(PASS).all(PASS)
    table.play(CHANCE, ("tide", 9)).market()
    for _ in range(3):
        table.all(PASS)
    assert table.state.over
    assert table.each("pearls") == [2, 2, 3]
    assert {CovesShown("PD-END", (0, 2, 3)), PearlsGained("PD-END", 2, 3)} <= set(table.told)


@rule("PD-END")
def test_equal_points_are_told_apart_by_wares() -> None:
    table = Table()
    for player, wares in zip(table.state.players, ((), ("lamp",), ()), strict=True):
        player.pearls, player.wares = (0, wares) if wares else (5, ())
    results = [(result.seat, result.place, result.ties) for result in table.state.standing()]
    assert results == [(1, 1, (("wares", 1),)), (0, 2, (("wares", 0),)), (2, 2, (("wares", 0),))]


def test_every_rule_of_the_book_has_a_test() -> None:
    here = Path(__file__).parent
    for lang in ("en", "de"):
        book = read_book((BOX.book / f"rules.{lang}.md").read_text(encoding="utf-8"), lang)
        assert {rule.id for rule in book} == set(marked(here, here))
