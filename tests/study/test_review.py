"""Reviews: every sum holds, choices are judged by what their seat knew, and the same review comes out every time."""

from __future__ import annotations

from itertools import islice

import pytest

import kronrat
from kronrat.arena.record import record
from kronrat.bots import Budget
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CLOCK
from kronrat.core.journal import Journal
from kronrat.core.match import Match
from kronrat.core.variation import play_on
from kronrat.study import NotOver, Review, Reviewing, report, review
from kronrat.study.comparing import Comparing
from kronrat.study.foresight import Foresight, minus
from kronrat.study.reviewing import outline
from kronrat.study.verdicts import MARKS, accuracy_of, mark_of
from pearl_divers import testing
from pearl_divers.rules.game import Pearls
from tests.bots.positions import positions
from tests.pearls import Tiny

every_game = pytest.mark.parametrize("game", kronrat.list_games())
QUICK = Budget(positions=20)


def pearls(*bots: str) -> tuple[Pearls, Journal]:
    game = testing.game()
    return game, record(game, 2, bots, {"rounds": "2"}, "review").journal


def check_sums(found: Review) -> None:
    before = found.start
    for moment in found.moments:
        assert minus(moment.after, before) == pytest.approx(moment.change)
        assert sum(moment.change) == pytest.approx(0)
        before = moment.after
    for seat in range(found.seats):
        one = found.account(seat)
        assert one.start + one.luck + one.errors + one.others + one.unknown == pytest.approx(found.result[seat])
        assert one.errors <= 0
    for verdict in found.verdicts:
        assert verdict.mark == mark_of(verdict.loss)
        assert (verdict.comparison.best == verdict.comparison.chosen) == (verdict.loss == 0.0)


def test_every_sum_of_a_review_holds() -> None:
    game, journal = pearls("greedy", "random")
    found = review(game, journal, QUICK)
    check_sums(found)
    assert found.result == [1.0, 0.0]
    assert found.account(1).errors < found.account(0).errors
    assert {one.seat for one in found.verdicts} == {0, 1}


def test_a_review_says_what_it_found_as_plain_data() -> None:
    game, journal = pearls("greedy", "random")
    review_of_it = review(game, journal, QUICK)
    found = report(review_of_it)
    assert [seat["result"] for seat in found["seats"]] == [1.0, 0.0]
    for seat in found["seats"]:
        assert set(seat) >= {"start", "result", "luck", "errors", "others", "unknown", "accuracy"}
    for decision in found["decisions"]:
        assert set(decision) >= {"line", "seat", "chosen", "best", "loss", "mark"}
        assert journal.lines[decision["line"] - 1].seat == decision["seat"]
        assert decision["mark"] in MARKS
    assert report(review_of_it, 1)["decisions"] == [d for d in found["decisions"] if d["seat"] == 1]


def test_a_review_is_the_same_every_time_and_whatever_was_taken_back() -> None:
    game, journal = pearls("greedy", "random")
    again = Match(game, 2, {"rounds": "2"}, "review")
    taken_back = 0
    for line in [line for line in journal.lines if line.seat >= 0]:
        again.play(line.seat, line.choice)
        if again.undo_is_free(line.seat) and taken_back < 2:
            again.undo(line.seat)
            again.play(line.seat, line.choice)
            taken_back += 1
    assert taken_back == 2
    found, other = review(game, journal, QUICK), review(game, again.journal, QUICK)
    assert report(found)["seats"] == report(other)["seats"]
    assert [one.comparison for one in found.verdicts] == [one.comparison for one in other.verdicts]


def test_what_was_chosen_while_a_clock_ran_is_not_judged() -> None:
    game = Tiny()
    journal = record(game, 2, ["random"], {}, "review").journal
    found = review(game, journal, QUICK)
    check_sums(found)
    grabbed = {number for number, line in enumerate(journal.lines, 1) if line.choice[0] == "grab"}
    assert grabbed
    assert not grabbed & {one.line for one in found.verdicts}


@pytest.mark.full
@every_game
def test_the_sums_hold_from_the_first_line_on(game: str) -> None:
    rules = kronrat.load(game)
    seats = 2 if 2 in rules.seat_counts else rules.seat_counts[0]
    run = Reviewing(rules, record(rules, seats, ["random"], {}, "review").journal, QUICK)
    for _ in islice(run.steps(), 40):
        pass
    assert run.review.moments
    check_sums(run.review)


@every_game
def test_a_verdict_does_not_depend_on_what_is_hidden(game: str) -> None:
    for state, seat in islice(positions(game, apart=11), 1):
        if CLOCK in state.deciding():
            continue
        truth = state.game.redeal(state, seat, Dice(seed_of_text("another truth")))
        chosen = (state.options(seat)[-1],)

        def dice(purpose: str, number: int) -> Dice:
            return Dice(seed_of_text(f"{purpose} {number}"))

        found = [Comparing(one, seat, Foresight(), dice, QUICK).compare(chosen) for one in (state, truth)]
        assert found[0] == found[1]


def test_a_game_that_is_not_over_is_refused() -> None:
    game, journal = pearls("random")
    journal.lines.pop()
    journal.header.pop("secret", None)
    with pytest.raises(NotOver):
        review(game, journal, QUICK)


def test_marks_and_accuracy_follow_from_losses() -> None:
    assert [mark_of(loss) for loss in (0.0, 0.019, 0.02, 0.059, 0.06)] == [
        "best", "good", "inaccuracy", "inaccuracy", "mistake",
    ]  # fmt: skip
    assert accuracy_of([(0.0, 0.1)] * 4) is None
    assert accuracy_of([(0.0, 0.1)] * 5 + [(0.0, 0.0)] * 9) == 1.0
    assert accuracy_of([(0.1, 0.1)] * 5) == pytest.approx(0.5)
    assert accuracy_of([(0.3, 0.3)] * 5) == 0.0


@pytest.mark.parametrize("anew_for", [None, 0])
def test_a_variation_is_reviewed_like_any_game(anew_for: int | None) -> None:
    game, origin = pearls("greedy", "random")
    match = play_on(game, origin, len(origin.lines) // 2, anew_for, None if anew_for is None else "other dice")
    while not match.over:
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[-1])
    assert outline(game, match.journal)[-1][0] == len(match.journal.lines)
    check_sums(review(game, match.journal, QUICK))
