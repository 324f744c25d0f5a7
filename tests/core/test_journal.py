"""The saved game as text: written, read, damaged."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronrat.core.flow import CHANCE, CLOCK
from kronrat.core.journal import HIDDEN, STILL_HIDDEN, BrokenJournal, Journal, Line, join_pairs, parse_line, split_pairs
from kronrat.core.match import Match
from kronrat.core.notation import BadNotation
from kronrat.core.replay import Replay, replay, verify
from tests.pearls import Tiny
from tests.profile import PROFILE, steady

TINY = Tiny()

TEXT = """kronrat 1
game pearls
rules 1
options wares=lamp,rope
nonces

* shuffle 4 2 5 1 3
* tide 3
@1500 0 place 4
= 0123456789abcdef
1 ready
0 undo 3
@2750 % time up
"""


def example() -> Match:
    """A short match with an undo, clock readings and a checkpoint; not yet over."""
    match = Match(TINY, 2, seed="an example", keyed=False)
    match.play(0, ("place", 0), ms=100)
    match.play(1, ("ready",), ms=350)
    match.undo(0, ms=900)
    match.play(0, ("ready",))
    match.checkpoint()
    match.play(CLOCK, ("time", "up"), ms=5_000)
    return match


def refused(text: str) -> BrokenJournal:
    with pytest.raises(BrokenJournal) as broken:
        Replay(TINY, Journal.parse(text)).run()
    assert str(broken.value) == f"line {broken.value.line}: {broken.value.problem}"
    assert "\n" not in str(broken.value)
    return broken.value


def damaged(number: int, row: str) -> str:
    """The example with one row replaced, counted from 1 as an editor does."""
    rows = example().journal.text().split("\n")
    rows[number - 1] = row
    return "\n".join(rows)


# -- text and back ---------------------------------------------------------------------------------------------------


def test_a_journal_is_written_as_it_was_read() -> None:
    assert Journal.parse(TEXT).text() == TEXT


def test_what_a_journal_holds() -> None:
    journal = Journal.parse(TEXT)
    assert journal.header == {"game": "pearls", "rules": "1", "options": "wares=lamp,rope", "nonces": ""}
    assert journal.lines[0] == Line(CHANCE, ("shuffle", 4, 2, 5, 1, 3))
    assert journal.lines[2] == Line(0, ("place", 4), 1500)
    assert journal.lines[5] == Line(CLOCK, ("time", "up"), 2750)
    assert journal.checks == {3: "0123456789abcdef"}
    assert [journal.row_of(n) for n in range(1, 7)] == [7, 8, 9, 11, 12, 13]


def test_what_else_is_written_line_by_line_may_be_broken_too() -> None:
    class BrokenSheet(BrokenJournal):
        """Of plain Python, even where journals are compiled."""

    broken = BrokenSheet(3, "expected a line")
    assert (broken.line, broken.problem, str(broken)) == (3, "expected a line", "line 3: expected a line")


def test_an_undone_line_does_not_count_and_neither_does_the_undo() -> None:
    journal = Journal.parse(TEXT)
    assert journal.lines[4].undoes == 3
    assert journal.counting() == [1, 2, 4, 6]


def test_blank_lines_and_line_ends_of_other_systems_do_no_harm() -> None:
    assert Journal.parse(TEXT.replace("\n", "\r\n")).text() == TEXT
    assert Journal.parse(TEXT + "\n\n  \n").text() == TEXT


def test_a_digest_before_the_first_choice_is_kept() -> None:
    text = "kronrat 1\ngame pearls\n\n= abc\n* tide 3\n"
    assert Journal.parse(text).text() == text


def test_options_in_a_header() -> None:
    pairs = {"rounds": "5", "wares": ""}
    assert join_pairs(pairs) == "rounds=5 wares="
    assert split_pairs(join_pairs(pairs).split()) == pairs
    with pytest.raises(ValueError, match="NAME=VALUE"):
        split_pairs(["rounds"])


def test_the_time_is_not_part_of_the_game() -> None:
    timed = example().journal
    silent = Journal.parse(timed.text())
    silent.lines = [Line(line.seat, line.choice) for line in silent.lines]
    assert "@" not in silent.text()
    assert TINY.digest(replay(TINY, timed).state) == TINY.digest(replay(TINY, Journal.parse(silent.text())).state)


# -- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n", "kronrat 2\n\n", "Kronrat 1\n\n", "* tide 3\n"])
def test_what_is_not_a_journal(text: str) -> None:
    problem = refused(text)
    assert problem.line == 1
    assert "expected 'kronrat 1'" in problem.problem


def test_a_header_without_an_end() -> None:
    assert "expected a blank line after the header" in refused("kronrat 1\ngame pearls").problem


def test_a_header_line_twice() -> None:
    problem = refused("kronrat 1\ngame pearls\ngame pearls\n\n")
    assert (problem.line, problem.problem) == (3, "'game' is twice in the header")


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "chess"), ("rules", "99"), ("data", "0" * 64), ("seats", "7"), ("seats", "two"),
     ("options", "wares=net"), ("options", "colour=red"), ("options", "wares"), ("seed", "abc"), ("seed", "00")],
)  # fmt: skip
def test_a_header_that_does_not_fit(name: str, value: str) -> None:
    journal = example().journal
    journal.header[name] = value
    assert refused(journal.text()).problem


@pytest.mark.parametrize("name", ["game", "rules", "data", "seats"])
def test_a_header_that_lacks_something(name: str) -> None:
    journal = example().journal
    del journal.header[name]
    assert refused(journal.text()).problem


@pytest.mark.parametrize(
    "row",
    ["place 0", "0", "0 Place 0", "7x place 0", "@ 0 place 0", "@soon 0 place 0", "@² 0 place 0", "@-5 0 place 0",
     "@" + "9" * 5_000 + " 0 place 0", "0 place 0.5", "0 undo", "0 undo x", "0 undo 1 2", "0 undo 99", "0 undo 0",
     "0 undo -1", "0 undo 11", "=", "=abc"],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_named(row: str) -> None:
    problem = refused(damaged(11, row))
    assert problem.line == 11
    assert "expected" in problem.problem


def test_an_undo_of_what_was_undone() -> None:
    text = example().journal.text()
    rows = text.split("\n")
    undo = rows.index("@900 0 undo 3")
    assert refused("\n".join([*rows[: undo + 1], "0 undo 3", *rows[undo + 1 :]])).line == undo + 2


def test_an_undo_of_the_choice_of_another_seat() -> None:
    assert refused(example().journal.text().replace("0 undo 3", "1 undo 3")).line == 13


def test_a_choice_that_is_not_legal_is_named_with_those_that_are() -> None:
    problem = refused(damaged(11, "0 place 77"))
    assert problem.line == 11
    assert "expected place 0 | place " in problem.problem
    assert "found '0 place 77' (PD-COVE)" in problem.problem


def test_a_choice_of_the_wrong_seat_is_named_with_the_right_ones() -> None:
    problem = refused(damaged(12, "* tide 3"))
    assert problem.line == 12
    assert "expected a choice of seat 0, 1, found '* tide 3' (CORE-NOT-ASKED)" in problem.problem
    assert "expected a choice of seat *, found '0 ready' (CORE-NOT-ASKED)" in refused(damaged(9, "0 ready")).problem


def test_a_choice_after_the_end() -> None:
    match = example()
    while not match.over:
        seat = match.state.deciding()[0]
        match.play(seat, match.state.options(seat)[-1])
    problem = refused(match.journal.text() + "0 ready\n")
    assert "expected the end of the game, found '0 ready' (CORE-OVER)" in problem.problem


def test_a_digest_that_is_wrong_is_named() -> None:
    rows = example().journal.text().split("\n")
    stated = next(n for n, row in enumerate(rows) if row.startswith("= "))
    problem = refused(damaged(stated + 1, "= " + "0" * 32))
    assert problem.line == stated + 1
    assert "expected the position 000" in problem.problem


def test_a_game_that_was_saved_while_it_ran_is_replayed_up_to_what_is_hidden() -> None:
    journal = Journal.parse(example().journal_for(1).text())
    number = next(number for number, line in enumerate(journal.lines, 1) if line.choice == HIDDEN)
    problem = refused(journal.text())
    assert problem.line == journal.row_of(number)
    assert problem.problem == STILL_HIDDEN


@pytest.mark.parametrize("row", ["@1 ", "", "@1", "@x 0 pass"])
def test_a_line_alone(row: str) -> None:
    with pytest.raises(BadNotation):
        parse_line(row)


SIGNS = st.sampled_from("0123456789 \n@*%=-_abcdefghijklmnopqrstuvwxyz²٣ü\r\t\x00")


@steady
@given(st.integers(0, 10_000), st.sampled_from(["drop", "add", "change"]), SIGNS)
def test_one_wrong_sign_is_refused_or_harmless(place: int, how: str, sign: str) -> None:
    text = example().journal.text()
    at = place % len(text)
    changed = text[:at] + ("" if how == "drop" else sign) + text[at + (how != "add") :]
    _never_breaks(changed)


@pytest.mark.parametrize("number", range(PROFILE.examples // 10))
def test_lines_out_of_place_are_refused_or_harmless(number: int) -> None:
    random = Random(number)
    rows = example().journal.text().split("\n")
    one, two = random.randrange(len(rows)), random.randrange(len(rows))
    moved = rows.pop(one)
    if random.randrange(3):
        rows.insert(two, moved)
    if random.randrange(3) == 0:
        rows.insert(two, moved)
    _never_breaks("\n".join(rows))


def _never_breaks(text: str) -> None:
    """Whatever is wrong with a text, `BrokenJournal` says so, and nothing else goes off."""
    with suppress(BrokenJournal):
        verify(TINY, Journal.parse(text))
