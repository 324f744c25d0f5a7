"""Choices and seats as text, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronrat.core.flow import CHANCE, CLOCK, Choice
from kronrat.core.notation import BadNotation, choice_text, parse_choice, parse_seat, seat_text
from tests.profile import steady

words = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
numbers = st.integers(-9_999_999, 99_999_999)
choices = st.builds(lambda verb, rest: (verb, *rest), words, st.lists(words | numbers, max_size=8))


@steady
@given(choices)
def test_a_choice_reads_as_it_was_written(choice: Choice) -> None:
    assert parse_choice(choice_text(choice)) == choice


@steady
@given(st.text())
def test_any_text_is_a_choice_or_refused(text: str) -> None:
    try:
        choice = parse_choice(text)
    except BadNotation:
        return
    assert choice_text(choice) == " ".join(text.split())


def test_a_choice_with_everything() -> None:
    choice = ("dive", 18, 4, 5, "deep", 6, "net2", "both_hands")
    assert parse_choice("dive 18 4 5 deep 6 net2 both_hands") == choice


@pytest.mark.parametrize(
    "text",
    ["", "   ", "9 influence", "Influence 9", "influence nine!", "influence 09", "influence +9", "influence 9.0",
     "influence 9,4", "influence ٣", "influence ²", "influence --9", "influence -0", "influence 1234567890",
     "übermut", "take\x00gold", "_pass"],
)  # fmt: skip
def test_what_is_not_a_choice_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_choice(text)


@pytest.mark.parametrize(("seat", "text"), [(0, "0"), (4, "4"), (10, "10"), (CHANCE, "*"), (CLOCK, "%")])
def test_seats(seat: int, text: str) -> None:
    assert seat_text(seat) == text
    assert parse_seat(text) == seat


@pytest.mark.parametrize("text", ["", "-1", "-2", "00", "01", "100", "x", "**", "٣", "²", " 1", "1 "])
def test_what_is_not_a_seat_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_seat(text)


@steady
@given(st.text(max_size=4))
def test_any_text_is_a_seat_or_refused(text: str) -> None:
    try:
        seat = parse_seat(text)
    except BadNotation:
        return
    assert seat_text(seat) == text
