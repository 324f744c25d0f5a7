"""A simple table against the hourglass, step by step: what is hidden, what commutes, and what may be taken back."""

from __future__ import annotations

from functools import cache
from typing import cast

import pytest

from kronrat.core.dice import Dice
from kronrat.core.events import Event, Forced
from kronrat.core.flow import CHANCE, CLOCK
from kronrat.core.match import Match
from kronrat.core.notation import parse_choice, parse_seat
from kronrat.core.undo import UndoRefused
from pearl_divers.rules.events import CoveDrawn, CoveSold, DiverSent, PlansShown
from pearl_divers.rules.state import State
from pearl_divers.testing import SIMPLE, game

PEARLS = game()


@cache
def seed() -> str:
    """The first seed that deals the cards 4 and 2, puts 5 on top of the deck, and washes up three pearls."""
    for number in range(10_000):
        opening = Match(PEARLS, 2, SIMPLE, seed=str(number)).journal.lines
        if opening[0].choice[1:4] == (4, 2, 5) and opening[1].choice == ("tide", 3):
            return str(number)
    raise AssertionError("no such seed")


class Table:
    """A match of two: seat 0 has cove 4, seat 1 cove 2, the next card is 5, and three pearls lie on the shore."""

    def __init__(self) -> None:
        self.match = Match(PEARLS, 2, SIMPLE, seed=seed())

    @property
    def state(self) -> State:
        return cast(State, self.match.state)

    def play(self, *lines: str) -> list[Event]:
        events: list[Event] = []
        for line in lines:
            seat, _, choice = line.partition(" ")
            events += self.match.play(parse_seat(seat), parse_choice(choice))
        return events

    def options(self, seat: int) -> list[str]:
        return [" ".join(map(str, choice)) for choice in self.state.options(seat)]


def test_all_plan_at_once_and_several_choices_each() -> None:
    table = Table()
    assert table.state.deciding() == (0, 1)
    assert table.options(0) == ["place 0", "place 4", "ready"]
    assert table.options(1) == ["place 0", "place 2", "ready"]
    table.play("1 place 2", "0 place 0", "1 place 0")
    assert table.options(0) == ["place 0", "place 4", "ready"]
    assert table.options(1) == ["ready"], "asked all the same: running through would tell the others"
    table.play("1 ready")
    assert table.state.deciding() == (0,)


def test_answers_of_a_sealed_phase_commute() -> None:
    orders = (
        ("0 place 4", "0 ready", "1 place 0", "1 ready"),
        ("1 place 0", "0 place 4", "1 ready", "0 ready"),
        ("1 place 0", "1 ready", "0 place 4", "0 ready"),
    )
    ends = set()
    for order in orders:
        table = Table()
        table.play(*order)
        ends.add(PEARLS.digest(table.state))
    assert len(ends) == 1


def test_nothing_shows_before_the_reveal() -> None:
    table = Table()
    told = table.play("0 place 4")
    assert told == [DiverSent("PD-DIVE", 0, 4)]
    assert told[0].seen_by(0)
    assert not told[0].seen_by(1)
    assert not told[0].seen_by(None)
    assert table.match.journal_for(1).lines[-1].choice == ("hidden",)
    table.play("1 ready")
    told = table.play("0 ready")
    assert PlansShown("PD-SHOW", ((4,), ())) in told
    assert ("place", 4) in [line.choice for line in table.match.journal_for(1).lines]


def test_a_seat_takes_its_newest_choice_back_whatever_the_others_chose_since() -> None:
    table = Table()
    table.play("0 place 0", "1 place 2", "1 ready")
    table.match.undo(0)
    assert table.state.players[0].plan == ()
    assert table.state.deciding() == (0,), "the other seat is still ready"
    assert table.match.journal.lines[-1].choice == ("undo", 3)
    table.match.undo(1)
    assert table.state.deciding() == (0, 1)


def test_after_the_reveal_undo_needs_consent() -> None:
    table = Table()
    table.play("0 place 0", "1 ready", "0 ready")
    with pytest.raises(UndoRefused):
        table.match.undo(0)
    table.match.undo(0, consent=True)
    assert table.state.deciding() == (0,)


def test_in_an_open_phase_order_is_the_game() -> None:
    table = Table()
    table.play("0 ready", "1 ready")
    assert table.state.deciding() == (0, 1, CLOCK)
    table.play("1 grab 2")
    assert table.options(0) == ["grab 1", "leave"], "what one takes is gone for the others at once"
    table.play("0 grab 1")
    assert CLOCK not in table.state.deciding(), "the pile is gone, and with it the hourglass"


def test_the_clock_ends_it_for_all() -> None:
    table = Table()
    table.play("0 ready", "1 ready", "0 grab 2", "% time up")
    assert [player.pearls for player in table.state.players] == [2, 0]
    assert CLOCK not in table.state.deciding()


def test_who_can_do_nothing_is_not_asked() -> None:
    table = Table()
    table.play("0 ready", "1 ready", "0 grab 1", "% time up", "0 sell 4")
    assert table.options(1) == ["sell 2", "pass"]
    table.play("1 pass")
    table.play("0 ready", "1 ready")
    table.state.players[0].pearls = 0
    table.play("% time up")
    assert table.state.deciding() == (1,), "the market begins with another seat in every round"
    assert Forced("PD-BUY", 0, ("pass",)) in table.play("1 pass")


def test_a_sold_cove_is_known_to_all() -> None:
    table = Table()
    table.play("0 ready", "1 ready", "% time up")
    assert table.options(0) == ["sell 4", "pass"]
    assert table.state.preview(0, ("sell", 4)) == [], "what shows a card cannot be looked at beforehand"
    assert CoveSold("PD-SELL", 0, 4) in table.play("0 sell 4")
    assert PEARLS.view(table.state, 1)["dived"] == [4]
    with pytest.raises(UndoRefused):
        table.match.undo(0)


def test_others_do_not_learn_what_a_seat_may_sell() -> None:
    table = Table()
    table.play("0 ready", "1 ready", "% time up")
    offers = {str(PEARLS.redeal(table.state, 1, Dice(bytes([n] * 32))).options(0)) for n in range(30)}
    assert len(offers) == 4, "any card but the own one"


def test_too_poor_is_a_reason_with_numbers() -> None:
    table = Table()
    table.play("0 ready", "1 ready", "0 grab 2", "% time up")
    reason = table.state.why_not(0, ("buy", "lamp"))
    assert reason is not None
    assert (reason.rule, reason.facts) == ("PD-BUY", {"ware": "lamp", "needs": 3, "has": 2})


def test_a_card_is_told_to_its_owner_alone() -> None:
    table = Table()
    told = table.play("0 place 4", "0 ready", "1 ready")
    drawn = [event for event in told if isinstance(event, CoveDrawn)]
    assert drawn == [CoveDrawn("PD-COVE", 0, 5)]
    assert [seat for seat in (0, 1, None) if drawn[0].seen_by(seat)] == [0]


def test_the_shuffle_is_one_choice_that_nobody_sees() -> None:
    match = Match(PEARLS, 2, SIMPLE, seed="a")
    assert [line.choice[0] for line in match.journal.lines if line.seat == CHANCE] == ["shuffle", "tide"]
    for seat in (0, 1, None):
        assert [line.choice[0] for line in match.journal_for(seat).lines] == ["hidden", "tide"]


def test_equal_scores_are_parted_by_wares_or_shared() -> None:
    state = PEARLS.new(3, SIMPLE)
    for seat, (pearls, wares) in enumerate(((5, ()), (0, ("lamp",)), (5, ()))):
        state.players[seat].pearls, state.players[seat].wares = pearls, wares
    results = [(result.seat, result.place, result.score, result.ties) for result in state.standing()]
    assert results == [(1, 1, 5, (("wares", 1),)), (0, 2, 5, (("wares", 0),)), (2, 2, 5, (("wares", 0),))]
